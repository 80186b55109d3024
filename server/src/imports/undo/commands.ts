import { type Amount, add, isNothing, NOTHING, negate, POINT_TYPE, subtract } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { findCustomerKeys } from '../../accounts/store/customer-keys.ts'
import { type Change, type Load, load, put } from '../../accounts/till/collection.ts'
import type { Command, Facts } from '../../accounts/till/command.ts'
import type { CustomerId, RecordId } from '../../contract/ids.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import { type ImportLine, shortText } from '../../earning/explanation.ts'
import type { Instant } from '../../platform/clock.ts'
import { decimalFromText, ZERO } from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { discountElsewhere, progressLoads, tierLoads } from '../../tiers/promote.ts'
import { type ImportEffect, importEffects } from '../collections/effects.ts'
import { type ImportedRecord, importedRecords } from '../collections/imported-records.ts'
import { usedLotChange } from '../collections/used-lots.ts'
import { tierOfFacts } from '../effect.ts'
import type { ImportOptions } from '../import.ts'

export interface UndoEffectInput {
  readonly tenant: Tenant
  readonly importId: number
  /** With whose rows the effect is: a customer who was merged since is undone with the one who stayed. */
  readonly customerId: CustomerId
  readonly key: Buffer
  readonly ref: RecordId | null
  readonly pending: RecordId | null
  /** The key of the code that the line brought; null: it brought none. */
  readonly coupon: string | null
  readonly webhooks: ImportOptions['webhooks']
}

/** What undoing one line came to. `gone`: it was undone before, or its customer is erased. */
export interface UndoneEffect {
  readonly outcome: 'undone' | 'gone'
  /** What was taken off again; below zero: what was owed and is forgiven. */
  readonly taken: Amount
  /** What was used or expired since, and stays so; below zero: what was repaid of what was owed. */
  readonly stays: Amount
  /** Whether it brought something that was used since as a whole, and stays. */
  readonly isKept: boolean
}

const GONE: UndoneEffect = { outcome: 'gone', taken: NOTHING, stays: NOTHING, isKept: false }

/** Takes off again what one line of an import brought, as far as it is left. The line may come again then. */
export const undoEffect: Command<UndoEffectInput, UndoneEffect> = {
  name: 'undo import',
  customerOf: () => null,
  resolve: (tx, inputs) =>
    findCustomerKeys(
      tx,
      inputs.map(({ tenant, customerId }) => ({ tenantId: tenant.id, customerId })),
    ),
  loads: ({ tenant, customerId, key, coupon }) => [
    ...tierLoads(tenant),
    load(importEffects, { customerId, key }),
    ...(coupon === null ? [] : [load(coupons, coupon)]),
  ],
  loadsAfter: (facts, input, now) => ({
    lots: true,
    loads: [...recordLoads(facts, input), ...progressLoads(facts, input.tenant, now)],
  }),
  decide(facts, input, posting) {
    const { tenant, customerId, key, webhooks } = input
    const { customer } = facts
    const effect = facts.get(importEffects, { customerId, key })
    const isOwn = effect?.importId === input.importId && !effect.isUndone
    if (!customer || customer.erasedAt !== null || !effect || !isOwn) return { result: GONE }
    if (webhooks === 'silent') posting.silence()
    const coupon = couponUndone(facts, input, posting.now)
    const undone = idsOf(input).map((id) => ({
      id,
      ...undoRecord(facts, { customer, id, effect }, posting),
    }))
    const { gain, orders, tier } = countedBy(effect)
    const without = discountElsewhere(facts, { tenant, customer, gain, tier }, posting)
    return {
      result: {
        outcome: 'undone',
        taken: undone.reduce((sum, { taken }) => add(sum, taken), NOTHING),
        stays: undone.reduce((sum, { stays }) => add(sum, stays), NOTHING),
        isKept: coupon.isKept,
      },
      customer:
        orders === 0
          ? without.customer
          : { ...without.customer, ordersBefore: Math.max(0, (customer.ordersBefore ?? 0) - orders) },
      changes: [
        ...without.changes,
        ...coupon.changes,
        put(importEffects, { customerId, key }, { ...effect, isUndone: true as const }),
        ...undone
          .filter(({ stays }) => isAboveZero(stays))
          .map(({ id: recordId, taken, stays: used }) =>
            usedLotChange({
              ...{ customerId, recordId, importId: effect.importId, line: effect.line },
              ...{ amount: add(taken, used), used },
            }),
          ),
      ],
    }
  },
}

/** Of a debt it is below zero: what was repaid. */
function isAboveZero({ points, cashback }: Amount): boolean {
  return points > ZERO || cashback > ZERO
}

/** A coupon that was used stays; any other can't be used any more. */
function couponUndone(
  facts: Facts,
  { coupon: key }: UndoEffectInput,
  now: Instant,
): { readonly isKept: boolean; readonly changes: readonly Change[] } {
  const stored = key === null ? undefined : facts.get(coupons, key)
  if (key === null || !stored || stored.isUsed) return { isKept: stored?.isUsed ?? false, changes: [] }
  if (stored.inactivatedAt !== null) return { isKept: false, changes: [] }
  return { isKept: false, changes: [put(coupons, key, { ...stored, inactivatedAt: now })] }
}

/** The records of points; what a coupon has for its number is none. */
function idsOf({ ref, pending, coupon }: UndoEffectInput): RecordId[] {
  if (coupon !== null) return []
  return [ref, pending].filter((id) => id !== null)
}

function recordLoads({ customer }: Facts, input: UndoEffectInput): Load[] {
  return customer ? idsOf(input).map((id) => load(importedRecords, { customerId: customer.id, id })) : []
}

interface OfRecord {
  readonly customer: Customer
  readonly id: RecordId
  readonly effect: ImportEffect
}

type Undone = Pick<UndoneEffect, 'taken' | 'stays'>

function undoRecord(facts: Facts, { customer, id, effect }: OfRecord, posting: Posting): Undone {
  const record = facts.peek(importedRecords, { customerId: customer.id, id })
  if (!record) throw new Error(`record ${id} of an import is not there`)
  return record.isLot ? takeOff(record, { id, effect }, posting) : forgive(record, { id, effect }, posting)
}

/** What is left of the lot goes. */
function takeOff(
  { amount, expiresAt }: ImportedRecord,
  { id, effect }: Omit<OfRecord, 'customer'>,
  posting: Posting,
): Undone {
  const lot = { id, expiresAt }
  const left = posting.remainingOf(lot)
  if (!isNothing(left)) {
    const taken = posting.takeBack({
      type: POINT_TYPE.import,
      amount: left,
      policy: 'debt',
      orderId: null,
      lot,
    })
    for (const entry of taken.entries) {
      if ('amount' in entry) posting.explain(entry.id, explained(effect, entry.amount))
    }
  }
  return { taken: left, stays: subtract(amount, left) }
}

/** What was owed is given, less what was repaid since. */
function forgive(
  { amount, repaid }: ImportedRecord,
  { effect }: Omit<OfRecord, 'customer'>,
  posting: Posting,
): Undone {
  const left = subtract(negate(amount), repaid)
  if (!isNothing(left)) {
    const { now } = posting
    posting.bring(
      { type: POINT_TYPE.import, amount: left, availableAt: now, expiresAt: null, orderId: null },
      explained(effect, left),
    )
    if (posting.isInactive) posting.markActive(now)
  }
  return { taken: negate(left), stays: negate(repaid) }
}

function explained({ importId, line }: ImportEffect, { points }: Amount) {
  const undone: ImportLine = { kind: 'importUndone', importId, line, points: shortText(points) }
  return { lines: [undone] }
}

function countedBy({ undo }: ImportEffect) {
  const [given, before] = undo?.t ?? [null, null]
  const [day, spend, orders = 0] = undo?.g ?? []
  return {
    orders,
    gain:
      day === undefined || spend === undefined
        ? null
        : { day, spend: decimalFromText(spend), orders, points: ZERO },
    tier: given && { given: tierOfFacts(given), before: before && tierOfFacts(before) },
  }
}
