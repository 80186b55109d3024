import { addRecords, NO_RECORDS, subtract } from '../accounts/account.ts'
import { type Command, type Decision, type Facts, type Need, need, put } from '../accounts/command.ts'
import { catalogShelf } from '../catalog/shelf.ts'
import type { Refusal } from '../contract/errors.ts'
import { codeKey } from '../coupons/coupon.ts'
import { couponShelf } from '../coupons/shelf.ts'
import { EMPTY_PROGRAM, type Program } from '../earning/program.ts'
import { CURRENT, grantItem, programShelf } from '../earning/store.ts'
import { itemsOfReturns } from '../rewards/commands.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { tierNeeds, tiersOf } from '../tiers/raise.ts'
import { currentTier, multiplierOf } from '../tiers/tier.ts'
import { type CancelQuestion, decideCancel } from './cancel.ts'
import { couponsAtHand, idsOfCoupons, mayReturn, needsOfCodes, needsOfCoupons } from './coupon-needs.ts'
import { codesOf } from './coupons.ts'
import { decideOrder, type OrderContext, type OrderQuestion } from './decide.ts'
import { firstPurchaseNeeds, isFirstPurchase, standingItems } from './first-purchase.ts'
import type { Order, OrderProduct } from './order.ts'
import type { OrderOutcome } from './outcome.ts'
import { asksCatalog } from './places.ts'
import { isRefusal, type SentOrder } from './read.ts'
import { findCustomersOfOrders, orderShelf, recordedKey, recordedShelf } from './store.ts'
import { raiseByOrder, tierNeedsOfOrder } from './tier-gains.ts'

export type PlacedOrder = Pick<OrderOutcome, 'order' | 'customer' | 'account'> & {
  readonly tierName: string | null
}
export type PlaceOrderResult = (PlacedOrder & { readonly isCashbackOn: boolean }) | Refusal
export type CancelOrderResult = PlacedOrder | Refusal

/** Inserts or updates an order and posts what it earns. */
export const placeOrder: Command<OrderQuestion, PlaceOrderResult> = {
  name: 'place order',
  customerOf: ({ sent }) => sent.customer.originalId,
  needs: ({ tenant, sent }) => [
    need(orderShelf, sent.originalId),
    need(programShelf, CURRENT),
    ...tierNeeds(tenant),
    ...needsOfCodes(codesOf(sent.details)),
  ],
  needsMore(facts, { tenant, sent }, now) {
    const stored = facts.get(orderShelf, sent.originalId)
    const earned = stored?.earned ?? null
    const needs = [
      ...placeNeeds(facts, stored, productsMeant(stored, sent)),
      ...(stored ? needsOfCodes(codesKept(stored, sent)) : []),
    ]
    const links = stored?.details.linkedCoupons ?? []
    needs.push(...needsOfCoupons(facts, codesOf(sent.details), links))
    if (sent.isCompleted && !earned) needs.push(...firstPurchaseNeeds(facts, stored))
    if (sent.isCompleted || earned) needs.push(...tierNeedsOfOrder(facts, tenant, stored, now))
    if (!stored || !earned) return { lots: mayReturn(links), needs }
    return {
      lots: true,
      lotsOfOrder: stored.id,
      needs: [
        ...needs,
        need(programShelf, String(earned.programVersion)),
        need(recordedShelf, recordedKey(stored)),
      ],
    }
  },
  moreIds: (facts, { sent }) =>
    idsOfCoupons(facts, codesOf(sent.details), facts.get(orderShelf, sent.originalId)),
  decide(facts, question, now, ids) {
    const { sent } = question
    const stored = facts.get(orderShelf, sent.originalId)
    const current = facts.get(programShelf, CURRENT) ?? EMPTY_PROGRAM
    const context: OrderContext = {
      stored,
      customer: facts.customer,
      account: facts.account,
      program: programOf(facts, stored, current),
      tier: tierOf(facts, question.tenant),
      recorded: recordedFor(facts, stored),
      placeOf: (productId) => facts.get(catalogShelf, productId),
      coupons: couponsAtHand(facts),
      isFirstPurchase: isFirstPurchase(facts, stored),
      cashback: current.cashback,
    }
    const outcome = decideOrder(context, question, now, ids)
    if (isRefusal(outcome)) return { result: outcome }
    const raised = raiseByOrder(facts, { tenant: question.tenant, stored, outcome }, now, ids)
    return toDecision(facts, { stored, outcome }, raised, now, { isCashbackOn: current.cashback.isOn })
  },
}

/** The codes of an order of which a message says nothing; what they name may still be used. */
function codesKept({ details }: Order, { details: sent }: SentOrder): string[] {
  return codesOf({
    coupon: sent.coupon === null ? details.coupon : null,
    externalCoupon: sent.externalCoupon === null ? details.externalCoupon : null,
  })
}

/** The lines that the order may have: an empty list mostly says nothing of them. */
function productsMeant(stored: Order | undefined, { details: { products } }: SentOrder) {
  return products && products.length > 0 ? products : (stored?.details.products ?? [])
}

/** Where those of its lines stand whose place the order does not know yet. */
function placeNeeds(facts: Facts, stored: Order | undefined, products: readonly OrderProduct[]): Need[] {
  const program = facts.get(programShelf, CURRENT) ?? EMPTY_PROGRAM
  const earned = stored?.earned ?? null
  if (!earned && !asksCatalog(program, products)) return []
  const known = new Set(earned?.places ? stored?.details.products.map(({ originalId }) => originalId) : [])
  return products
    .filter(({ originalId }) => !known.has(originalId))
    .map(({ originalId }) => need(catalogShelf, originalId))
}

/** An order that earned earlier in this batch did so under the current program, and only that is at hand. */
function programOf(facts: Facts, stored: Order | undefined, current: Program): Program {
  const version = stored?.earned?.programVersion
  if (version === undefined || version === current.version) return current
  return facts.get(programShelf, String(version)) ?? EMPTY_PROGRAM
}

function tierOf(facts: Facts, tenant: Tenant): OrderContext['tier'] {
  const tier = currentTier(tiersOf(facts, tenant), facts.customer)
  return tier && { id: tier.id, multiplier: multiplierOf(tier) }
}

export const cancelOrder: Command<CancelQuestion, CancelOrderResult> = {
  name: 'cancel order',
  customerOf: () => null,
  resolve: (tx, inputs) =>
    findCustomersOfOrders(
      tx,
      inputs.map(({ tenant, originalId }) => ({ tenantId: tenant.id, originalId })),
    ),
  needs: ({ tenant, originalId }) => [need(orderShelf, originalId), ...tierNeeds(tenant)],
  needsMore(facts, { tenant, originalId }, now) {
    const stored = facts.get(orderShelf, originalId)
    const links = stored?.details.linkedCoupons ?? []
    const needs = needsOfCoupons(facts, [], links)
    if (stored?.earned) needs.push(...tierNeedsOfOrder(facts, tenant, stored, now))
    return stored?.earned
      ? { lots: true, lotsOfOrder: stored.id, needs: [...needs, need(recordedShelf, recordedKey(stored))] }
      : { lots: mayReturn(links), needs }
  },
  moreIds: (facts, { originalId }) => idsOfCoupons(facts, [], facts.get(orderShelf, originalId)),
  decide(facts, question, now, ids) {
    const stored = facts.get(orderShelf, question.originalId)
    const { customer, account } = facts
    const coupons = couponsAtHand(facts)
    const context = { stored, customer, account, recorded: recordedFor(facts, stored), coupons }
    const outcome = decideCancel(context, question, now, ids)
    if (isRefusal(outcome)) return { result: outcome }
    const raised = raiseByOrder(facts, { tenant: question.tenant, stored, outcome }, now, ids)
    return toDecision(facts, { stored, outcome }, raised, now, {})
  },
}

/** What an order stands for: all that was recorded for it, less what was written off. */
function recordedFor(facts: Facts, stored: Order | undefined) {
  if (!stored?.earned) return NO_RECORDS
  const saved = facts.get(recordedShelf, recordedKey(stored)) ?? NO_RECORDS
  const { sum, expiredPoints } = addRecords(saved, facts.recordedInBatch(stored.id))
  return { sum: subtract(sum, stored.earned.writtenOff), expiredPoints }
}

function toDecision<More extends object>(
  facts: Facts,
  { stored, outcome }: { stored: Order | undefined; outcome: OrderOutcome },
  { customer, tierName, items }: ReturnType<typeof raiseByOrder>,
  now: number,
  more: More,
): Decision<(PlacedOrder & More) | Refusal> {
  const { order, account, entries, explanations, signupRecordId, isChanged } = outcome
  return {
    result: { order, customer, account, tierName, ...more },
    customer,
    account,
    entries,
    explanations,
    items: [
      ...items,
      ...(isChanged
        ? [put(orderShelf, order.originalId, order), ...standingItems(facts, stored, order)]
        : []),
      ...outcome.coupons.map((coupon) => put(couponShelf, codeKey(coupon.code), coupon)),
      ...(outcome.returns.length > 0 ? itemsOfReturns(facts, outcome.returns) : []),
      ...(signupRecordId === null
        ? []
        : [
            grantItem({
              customerId: customer.id,
              action: 'signup',
              key: 'once',
              recordId: signupRecordId,
              at: now,
            }),
          ]),
    ],
  }
}
