import type { Account } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { findCustomerKeys } from '../../accounts/store/customer-keys.ts'
import { type Change, type Load, load, put } from '../../accounts/till/collection.ts'
import type { Command, Decision, Facts } from '../../accounts/till/command.ts'
import type { CustomerId } from '../../contract/ids.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { shortText } from '../../earning/explanation.ts'
import { type AdjustmentApproval, approvalEnd, type Exceeds, type NamedActor } from '../../people/approval.ts'
import { approvalRequests } from '../../people/collections/approvals.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { adjustmentLimitsOf } from '../../tenancy/settings.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type AdjustedSoFar, type Adjustment, type MadeAdjustment, sizeOf } from '../adjustment.ts'
import {
  adjustedInAll,
  adjustedOfCustomer,
  adjustments,
  dayBefore,
  withAdjustment,
} from '../collections/adjustments.ts'
import { type AdjustmentRefusal, decideAdjustment } from '../rules/adjust.ts'
import { contextOf, countGiven, loadsOfAny, loadsOfGains, loadsOfOrder, madeOf } from './adjusting.ts'

export interface AdjustInput {
  readonly tenant: Tenant
  readonly customerId: CustomerId
  readonly adjustment: Adjustment
  /** Its key says for whose limits it counts. */
  readonly actor: NamedActor & {
    /** Since when a person whom another member let in has had their role. */
    readonly since: Instant | null
    /** Whether it can request approval. Tokens can't: their owner could approve it. */
    readonly isPerson: boolean
  }
  /** The key of the request, and what it stands for; null: it is only tried out. */
  readonly request: { readonly key: string; readonly hash: Buffer } | null
}

export type AdjustResult =
  | {
      readonly kind: 'made'
      readonly made: MadeAdjustment
      readonly isNew: boolean
      readonly customer: Customer
      readonly account: Account
    }
  | {
      readonly kind: 'waiting'
      readonly approval: AdjustmentApproval
      readonly isNew: boolean
      readonly customer: Customer
    }
  | { readonly kind: 'tried'; readonly exceeds: Exceeds | null }
  | AdjustmentRefusal

/** Gives a customer points or cashback, or takes some, once for each key; above a limit it asks a second person. */
export const adjustBalance: Command<AdjustInput, AdjustResult> = {
  name: 'adjust balance',
  customerOf: () => null,
  resolve: (tx, inputs) =>
    findCustomerKeys(
      tx,
      inputs.map(({ tenant, customerId }) => ({ tenantId: tenant.id, customerId })),
    ),
  loads: ({ tenant, adjustment, request }) => [
    ...(request ? [load(adjustments, request.key), load(approvalRequests, request.key)] : []),
    ...loadsOfAny(tenant),
    ...loadsOfOrder(adjustment),
  ],
  loadsAfter: (facts, input, now) => ({
    lots: input.adjustment.kind === 'remove',
    loads: [...loadsOfGains(facts, input.tenant, input.adjustment, now), ...loadsOfSums(facts, input, now)],
  }),
  decide(facts, input, posting) {
    const { customer } = facts
    if (!customer || customer.erasedAt !== null) {
      return { result: refusal('customer-unknown', 'There is no such customer.', 'id') }
    }
    return findRepeated(facts, input, customer) ?? decideNew(facts, input, customer, posting)
  },
}

/** The same request once more is answered from what it has made. */
function findRepeated(
  facts: Facts,
  { request }: AdjustInput,
  customer: Customer,
): Decision<AdjustResult> | null {
  if (!request) return null
  const made = facts.get(adjustments, request.key)
  const approval = facts.get(approvalRequests, request.key)
  const stored = made ?? approval
  if (!stored) return null
  if (!stored.requestHash.equals(request.hash)) {
    return { result: refusal('key-used', 'The key was used for another request.') }
  }
  if (made) return { result: { kind: 'made', made, isNew: false, customer, account: facts.account } }
  return approval?.kind === 'adjustment'
    ? { result: { kind: 'waiting', approval, isNew: false, customer } }
    : null
}

function decideNew(
  facts: Facts,
  input: AdjustInput,
  customer: Customer,
  posting: Posting,
): Decision<AdjustResult> {
  const { tenant, adjustment, actor, request } = input
  const context = {
    ...contextOf(facts, { tenant, customer, adjustment }, posting.now),
    limits: adjustmentLimitsOf(tenant),
    soFar: adjustedSoFar(facts, input, posting.now),
  }
  const adjusted = decideAdjustment(context, adjustment, posting, request !== null)
  if (isRefusal(adjusted)) return { result: adjusted }
  if (request && adjusted.exceeds !== null) {
    return askSecondPerson(input, request, { customer, exceeds: adjusted.exceeds }, posting)
  }
  const counted = countGiven(facts, tenant, customer, posting)
  if (!request) return { ...counted, result: { kind: 'tried', exceeds: adjusted.exceeds } }
  const names = { requestHash: request.hash, madeBy: actor.key, approvedBy: null }
  const ends = new Map(facts.account.lots.map((lot) => [lot.id, lot.expiresAt]))
  const made = madeOf(context, adjustment, adjusted, names, ends)
  return {
    result: { kind: 'made', made, isNew: true, customer: counted.customer, account: posting.account },
    customer: counted.customer,
    changes: [
      put(adjustments, request.key, made),
      ...counted.changes,
      ...changesOfSums(facts, input, sizeOf(adjusted.recorded), posting.now),
    ],
  }
}

/** Nothing is posted: it is done when another person approves, with what there is then. */
function askSecondPerson(
  { adjustment, actor }: AdjustInput,
  request: NonNullable<AdjustInput['request']>,
  { customer, exceeds }: { readonly customer: Customer; readonly exceeds: Exceeds },
  posting: Posting,
): Decision<AdjustResult> {
  if (!actor.isPerson) {
    return { result: refusal('person-needed', 'Above the limit a person has to ask for it.') }
  }
  const { kind, unit, quantity, reason, note, orderKey: orderId, validityDays } = adjustment
  const approval: AdjustmentApproval = {
    id: posting.nextId(),
    customerId: customer.id,
    kind: 'adjustment',
    requestKey: request.key,
    requestHash: request.hash,
    request: {
      unit,
      quantity: shortText(kind === 'add' ? quantity : -quantity),
      reason,
      orderId,
      validityDays,
    },
    note,
    exceeds,
    requestedBy: { key: actor.key, label: actor.label },
    requesterSince: actor.since,
    requestedAt: posting.now,
    expiresAt: approvalEnd(posting.now),
    decision: null,
  }
  return {
    result: { kind: 'waiting', approval, isNew: true, customer },
    changes: [put(approvalRequests, request.key, approval)],
  }
}

/** Only what a limit looks at is loaded, and only that is counted. */
function loadsOfSums(facts: Facts, { tenant, actor }: AdjustInput, now: Instant): Load[] {
  const { above, perDay } = adjustmentLimitsOf(tenant)
  const key = { actor: actor.key, since: dayBefore(now) }
  const { customer } = facts
  return [
    ...(above !== null && customer ? [load(adjustedOfCustomer, { ...key, customerId: customer.id })] : []),
    ...(perDay !== null ? [load(adjustedInAll, key)] : []),
  ]
}

function adjustedSoFar(facts: Facts, { actor, customerId }: AdjustInput, now: Instant): AdjustedSoFar {
  const key = { actor: actor.key, since: dayBefore(now) }
  return {
    ofCustomer: facts.peek(adjustedOfCustomer, { ...key, customerId }) ?? ZERO,
    inAll: facts.peek(adjustedInAll, key)?.size ?? ZERO,
  }
}

function changesOfSums(
  facts: Facts,
  { tenant, actor, customerId }: AdjustInput,
  size: Decimal,
  now: Instant,
): Change[] {
  const { above, perDay } = adjustmentLimitsOf(tenant)
  const key = { actor: actor.key, since: dayBefore(now) }
  const ofCustomer = { ...key, customerId }
  return [
    ...(above === null
      ? []
      : [put(adjustedOfCustomer, ofCustomer, (facts.peek(adjustedOfCustomer, ofCustomer) ?? ZERO) + size)]),
    ...(perDay === null
      ? []
      : [put(adjustedInAll, key, withAdjustment(facts.peek(adjustedInAll, key), size, now))]),
  ]
}
