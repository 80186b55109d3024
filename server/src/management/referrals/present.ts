/** Referrals as they are shown, with the two customers, the friend's order and the rule by which they count. */
import { findAccountsById } from '../../accounts/store/accounts.ts'
import { keyText } from '../../accounts/till/collection.ts'
import type { CustomerId, OrderId } from '../../contract/ids.ts'
import type { Locale } from '../../contract/locale.ts'
import { presentCustomer, seesPersons, writtenFor } from '../../customers/admin-api/present.ts'
import { programVersions } from '../../earning/collections.ts'
import { EMPTY_PROGRAM, type Program } from '../../earning/program.ts'
import { orders } from '../../orders/collections/orders.ts'
import type { Order } from '../../orders/order.ts'
import { countedForReferral } from '../../orders/referred-order.ts'
import { findOriginalIds } from '../../orders/store.ts'
import type { Caller } from '../../people/actor.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { type Decimal, shortText, ZERO } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Referral, ReferralLot } from '../../referrals/referral.ts'
import { outcomeOf } from '../../referrals/rules/outcome.ts'
import { DECIDE_WITHIN_MS } from '../../referrals/settle.ts'
import { findCodes } from '../../referrals/store/list.ts'
import { tellingOf } from '../../referrals/telling.ts'
import { reasonForMerchant } from '../../referrals/texts/reasons.ts'
import type { Telling } from '../../referrals/texts/sentence.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { checksOf } from './checks.ts'
import type { ReferralAnswer, ReferralItem } from './schema.ts'

export interface Presenting {
  readonly tenant: Tenant
  readonly caller: Pick<Caller, 'permissions'>
  readonly now: Instant
  /** Of the request. */
  readonly locale: Locale
}

/** What is shown beside a referral. */
interface Beside {
  readonly item: ReferralItem
  readonly program: Program
  readonly order: (Order & { readonly counted: Decimal }) | null
  /** Whom a merge made of the customer who referred. */
  readonly referrerId: CustomerId
}

/** In the order of the referrals; one whose customers are not there is left out. */
export async function presentReferrals(
  tx: Tx,
  referrals: readonly Referral[],
  presenting: Presenting,
): Promise<ReferralItem[]> {
  return (await readBeside(tx, referrals, presenting)).map(({ item }) => item)
}

export async function presentReferral(
  tx: Tx,
  referral: Referral,
  presenting: Presenting,
): Promise<ReferralAnswer | null> {
  const { tenant, caller } = presenting
  const [beside] = await readBeside(tx, [referral], presenting)
  if (!beside) return null
  const { item, program, order, referrerId } = beside
  const rule = program.index.referral
  const codes = seesPersons(caller) ? await findCodes(tx, tenant.id, [referrerId]) : null
  return {
    ...item,
    code: codes?.get(referrerId) ?? null,
    rule: rule && {
      id: rule.id,
      name: rule.name || null,
      version: program.version,
      points: shortText(rule.points),
      friendPoints: shortText(rule.friendPoints),
      minimumOrder: shortText(rule.minimumOrder),
      withinDays: rule.withinDays,
      perDay: rule.limits.perDay,
      ever: rule.limits.ever,
    },
    checks: checksOf({ referral, rule, order }),
    decideBefore: referral.state === 'held' ? instantToText(referral.changedAt + DECIDE_WITHIN_MS) : null,
    decidedBy: referral.decidedBy,
    note: writtenFor(caller, referral.note),
  }
}

async function readBeside(
  tx: Tx,
  referrals: readonly Referral[],
  { tenant, caller, now, locale }: Presenting,
): Promise<Beside[]> {
  const telling = tellingOf({ ...tenant, locale }, now)
  const people = await findPeople(tx, tenant, referrals)
  const bought = referrals.flatMap(({ friendId, orderId }) => {
    const customerId = people(friendId)?.id
    return orderId === null || customerId === undefined ? [] : [{ customerId, id: orderId }]
  })
  const [programs, orderOf] = await Promise.all([
    findPrograms(tx, tenant, referrals),
    findOrders(tx, tenant, bought),
  ])
  return referrals.flatMap((referral) => {
    const friend = people(referral.friendId)
    const referrer = people(referral.referrerId)
    if (!friend || !referrer) return []
    const program = programs.get(referral.programVersion) ?? EMPTY_PROGRAM
    const found = referral.orderId === null ? undefined : orderOf.get(referral.orderId)
    const order = found ? { ...found, counted: countedForReferral(found, program, tenant) } : null
    const item: ReferralItem = {
      id: referral.friendId,
      friend: presentCustomer(friend, caller),
      referrer: presentCustomer(referrer, caller),
      state: referral.state,
      outcome: outcomeOf(referral, now),
      reason: referral.reason,
      why: whyOf(referral, program, order?.originalId ?? null, telling),
      joinedAt: instantToText(referral.registeredAt),
      endsAt: instantToText(referral.endsAt),
      order: order && {
        id: order.id,
        customerId: order.customerId,
        originalId: order.originalId,
        placedAt: instantToText(order.placedAt),
        total: shortText(order.total),
        counted: shortText(order.counted),
      },
      points: pointsOf(referral.referrerLot),
      friendPoints: pointsOf(referral.friendLot),
      availableAt:
        referral.referrerLot || referral.friendLot ? instantToTextOrNull(referral.waitsUntil) : null,
      changedAt: instantToText(referral.changedAt),
    }
    return [{ item, program, order, referrerId: referrer.id }]
  })
}

function whyOf(
  { reason, endsAt, decidedBy }: Referral,
  { index }: Program,
  order: string | null,
  telling: Telling,
): string | null {
  if (reason === null) return null
  const facts = {
    order,
    minimum: index.referral?.minimumOrder ?? ZERO,
    endsAt,
    ever: index.referral?.limits.ever ?? null,
    isDecidedByPerson: decidedBy !== null,
  }
  return reasonForMerchant(reason, facts, telling)
}

function pointsOf(lot: ReferralLot | null): string | null {
  return lot && shortText(lot.amount.points)
}

/** Who they are by now: of one who was merged, the one who stayed. */
async function findPeople(tx: Tx, { id: tenantId }: Tenant, referrals: readonly Referral[]) {
  const named = await findAccountsById(
    tx,
    tenantId,
    referrals.flatMap(({ friendId, referrerId }) => [friendId, referrerId]),
  )
  const into = [...named.values()].flatMap(({ customer: { mergedInto } }) => mergedInto ?? [])
  const stayed = await findAccountsById(tx, tenantId, into)
  return (id: CustomerId) => {
    const customer = named.get(id)?.customer
    const { mergedInto = null } = customer ?? {}
    return mergedInto === null ? customer : (stayed.get(mergedInto)?.customer ?? customer)
  }
}

async function findPrograms(
  tx: Tx,
  { id: tenantId }: Tenant,
  referrals: readonly Referral[],
): Promise<ReadonlyMap<number, Program>> {
  const versions = [...new Set(referrals.map(({ programVersion }) => programVersion))]
  if (versions.length === 0) return new Map()
  const found = await programVersions.load(
    tx,
    versions.map((key) => ({ tenantId, key })),
  )
  return new Map(
    versions.flatMap((key) => {
      const program = found.get(keyText({ tenantId, key }))
      return program ? [[key, program] as const] : []
    }),
  )
}

async function findOrders(
  tx: Tx,
  { id: tenantId }: Tenant,
  bought: readonly { readonly customerId: CustomerId; readonly id: OrderId }[],
): Promise<ReadonlyMap<OrderId, Order>> {
  const keys = (await findOriginalIds(tx, tenantId, bought)).map((key) => ({ tenantId, key }))
  if (keys.length === 0) return new Map()
  const found = await orders.load(tx, keys)
  return new Map([...found.values()].map((order) => [order.id, order]))
}
