import { type Account, addRecords, NO_RECORDS, type OrderRecords, subtract } from '../accounts/account.ts'
import { erasedOwners } from '../accounts/collections/erased-owners.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { type Load, load, put } from '../accounts/till/collection.ts'
import type { Command, Decision, Facts } from '../accounts/till/command.ts'
import { signupChanges } from '../actions/grant-changes.ts'
import { changesOfCards } from '../cards/changes.ts'
import { catalogPlaces } from '../catalog/collections.ts'
import { isRefusal, type Refusal } from '../contract/refusal.ts'
import { coupons } from '../coupons/collections/coupons.ts'
import { codeKey } from '../coupons/coupon.ts'
import { contactsToRecognise } from '../customers/recognise.ts'
import { claimedCustomer } from '../customers/renamed-customer.ts'
import { CURRENT, currentProgram, programSchedule, programVersions } from '../earning/collections.ts'
import { EMPTY_PROGRAM, type Program } from '../earning/program.ts'
import { programAt, programsOf } from '../earning/schedule.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { redemptions } from '../rewards/collections/redemptions.ts'
import { changesOfReturns } from '../rewards/commands/redemptions.ts'
import { changesOfHeld } from '../rewards/commands/reservations.ts'
import { lookAgainAtFreed } from '../rewards/freed-prizes.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { tierLoads, tiersOf } from '../tiers/promote.ts'
import { currentTier, multiplierOf } from '../tiers/tier.ts'
import { elsewhereLoads, orderElsewhere } from './collections/order-elsewhere.ts'
import { orderReturns, type ReturnKey } from './collections/order-returns.ts'
import { orderTotals } from './collections/order-totals.ts'
import { orders } from './collections/orders.ts'
import {
  codesKept,
  keptBy,
  loadedCoupons,
  loadsOfCodes,
  loadsOfCoupons,
  loadsOfKeptCodes,
  mayReturn,
} from './coupon-loads.ts'
import { completeOrderChanges, firstPurchaseLoads, isFirstPurchase, orderNumber } from './first-purchase.ts'
import { limitChanges, limitLoads, takenLoads, usedOf } from './limit-room.ts'
import type { Order, OrderProduct } from './order.ts'
import { cardLoads, cardsAtHand, hasStamps } from './order-cards.ts'
import type { SentReturn } from './order-return.ts'
import { quietChanges } from './quiet-changes.ts'
import { referByOrder, referralLoads } from './referred-order.ts'
import { isReturningPerson, returningLoads } from './returning-person.ts'
import { type CancelInput, decideCancel } from './rules/cancel.ts'
import type { OrderOutcome } from './rules/outcome.ts'
import { decideOrder, type OrderContext, type PlaceOrderInput } from './rules/place.ts'
import { asksCatalog } from './rules/product-places.ts'
import type { OrderReason } from './rules/reasons.ts'
import { decideReturnPart, type ReturnPartInput, type ReturnPartOutcome } from './rules/return-part.ts'
import { codesOf } from './rules/use-and-free-coupons.ts'
import type { SentOrder } from './sent-order.ts'
import { findCustomersOfOrders } from './store.ts'
import { promoteByOrder, tierLoadsOfOrder } from './tier-progress.ts'

export type PlacedOrder = Pick<OrderOutcome, 'order' | 'customer'> & {
  readonly account: Account
  readonly tierName: string | null
}
export type PlaceOrderResult =
  | (PlacedOrder & {
      readonly isCashbackOn: boolean
      /** Whether it has claimed its customer. */
      readonly isClaimed: boolean
    })
  | Refusal<OrderReason>
export type CancelOrderResult =
  | (PlacedOrder & {
      /** Whether it was cancelled now, and not before. */
      readonly isChanged: boolean
    })
  | Refusal<OrderReason>
export type ReturnPartResult =
  | (Pick<ReturnPartOutcome, 'made' | 'isAgain'> & { readonly originalId: string })
  | Refusal<OrderReason>

/** Inserts or updates an order and posts what it earns. */
export const placeOrder: Command<PlaceOrderInput, PlaceOrderResult> = {
  name: 'place order',
  customerOf: ({ sent }) => sent.customer.originalId,
  contactsOf: ({ tenant, sent }) => contactsToRecognise(tenant, sent.customer),
  claim: claimedCustomer,
  loads: ({ tenant, sent }) => [
    load(orders, sent.originalId),
    load(programSchedule, CURRENT),
    ...tierLoads(tenant),
    ...loadsOfCodes(codesOf(sent.details)),
  ],
  loadsAfter(facts, { tenant, sent }, now) {
    const stored = facts.get(orders, sent.originalId)
    const earned = stored?.earned ?? null
    const links = stored?.details.linkedCoupons ?? []
    const loads = [
      ...placeLoads(facts, stored, productsMeant(stored, sent)),
      ...(stored ? loadsOfKeptCodes(facts, codesKept(stored, sent)) : []),
    ]
    const mayEarn = sent.isCompleted === true && !earned
    loads.push(...loadsOfCoupons(facts, codesOf(sent.details), links))
    loads.push(...returningLoads(facts, sent.customer, mayEarn))
    if (stored && stored.customerId !== facts.customer?.id) loads.push(load(erasedOwners, stored.customerId))
    if (mayEarn) loads.push(...firstPurchaseLoads(facts, stored))
    if (mayEarn || stored?.details.isReferred) loads.push(...referralLoads(facts, stored))
    if (sent.isCompleted || earned) {
      loads.push(
        ...tierLoadsOfOrder(facts, tenant, stored, now),
        ...limitLoads(facts, tenant, stored, sent.placedAt),
        ...cardLoads(facts, stored),
      )
    }
    if (!stored || !earned) return { lots: mayReturn(links), loads }
    return {
      lots: true,
      lotsOfOrder: stored.id,
      loads: [
        ...loads,
        ...elsewhereLoads(stored),
        load(programVersions, earned.programVersion),
        load(orderTotals, stored),
      ],
    }
  },
  decide(facts, input, posting) {
    const { sent } = input
    const stored = facts.get(orders, sent.originalId)
    const current = currentProgram(facts, posting.now)
    const { isOn: isCashbackOn } = current.cashback
    const erased = ofErased(facts, stored)
    if (erased) return { result: { ...erased, isCashbackOn, isClaimed: false } }
    const isFirst = isFirstPurchase(facts, stored)
    const number = orderNumber(facts, stored)
    // Who has bought before is given nothing for the first time, and need not be looked up.
    const isAsked = isFirst || number !== null || !facts.customer
    const isReturning = isAsked && isReturningPerson(facts, sent.customer)
    const context: OrderContext = {
      stored,
      customer: facts.customer,
      program: programOf(facts, stored, current),
      tier: tierOf(facts, input.tenant),
      recorded: recordedFor(facts, stored),
      elsewhere: stored && facts.peek(orderElsewhere, stored),
      placeOf: (productId) => facts.peek(catalogPlaces, productId),
      coupons: loadedCoupons(facts, keptBy(stored)),
      isFirstPurchase: !isReturning && isFirst,
      number: isReturning ? null : number,
      isReturning,
      cashback: current.cashback,
      usedOf: usedOf(facts),
      cards: cardsAtHand(facts, stored, current),
    }
    const outcome = decideOrder(context, input, posting)
    if (isRefusal(outcome)) return { result: outcome }
    const more = { isCashbackOn, isClaimed: facts.isClaimed }
    return toDecision(facts, { tenant: input.tenant, stored, outcome }, posting, more)
  },
}

/** Replays of an erased customer's order return the stored order. */
function ofErased(facts: Facts, stored: Order | undefined): PlacedOrder | null {
  if (!stored || stored.customerId === facts.customer?.id) return null
  const owner = facts.peek(erasedOwners, stored.customerId)
  return owner ? { order: stored, customer: owner.customer, account: owner.account, tierName: null } : null
}

/** The lines that the order may have: it keeps those it had where the message says nothing of them, or what is left. */
function productsMeant(stored: Order | undefined, { details: { products } }: SentOrder) {
  return [...(products ?? []), ...(stored?.details.products ?? [])]
}

/** Where those of its lines stand whose place the order does not know yet. */
function placeLoads(facts: Facts, stored: Order | undefined, products: readonly OrderProduct[]): Load[] {
  const programs = programsOf(facts.get(programSchedule, CURRENT))
  const earned = stored?.earned ?? null
  if (!earned && !programs.some((program) => asksCatalog(program, products))) return []
  const known = new Set(earned?.places ? stored?.details.products.map(({ originalId }) => originalId) : [])
  return products
    .filter(({ originalId }) => !known.has(originalId))
    .map(({ originalId }) => load(catalogPlaces, originalId))
}

/** An order that earned earlier in this batch did so under a program of the schedule, and only those are loaded. */
function programOf(facts: Facts, stored: Order | undefined, current: Program): Program {
  const version = stored?.earned?.programVersion
  if (version === undefined || version === current.version) return current
  const scheduled = programsOf(facts.get(programSchedule, CURRENT)).find((one) => one.version === version)
  return scheduled ?? facts.get(programVersions, version) ?? EMPTY_PROGRAM
}

function tierOf(facts: Facts, tenant: Tenant): OrderContext['tier'] {
  const tier = currentTier(tiersOf(facts, tenant), facts.customer)
  return tier && { id: tier.id, multiplier: multiplierOf(tier) }
}

/** The customers of orders that are named by their id alone. */
const ofStoredOrder = {
  customerOf: () => null,
  resolve: (tx: Tx, inputs: readonly { readonly tenant: Tenant; readonly originalId: string }[]) =>
    findCustomersOfOrders(
      tx,
      inputs.map(({ tenant, originalId }) => ({ tenantId: tenant.id, originalId })),
    ),
}

/** Undefined without the account of its customer, who was looked up before the order came or was erased since. */
function ownOrder(facts: Facts, originalId: string): Order | undefined {
  const stored = facts.get(orders, originalId)
  return stored?.customerId === facts.customer?.id ? stored : undefined
}

export const cancelOrder: Command<CancelInput, CancelOrderResult> = {
  name: 'cancel order',
  ...ofStoredOrder,
  loads: ({ tenant, originalId }) => [load(orders, originalId), ...tierLoads(tenant)],
  loadsAfter(facts, { tenant, originalId }, now) {
    const stored = facts.get(orders, originalId)
    const links = stored?.details.linkedCoupons ?? []
    const loads = loadsOfCoupons(facts, [], links)
    if (stored?.earned) {
      loads.push(
        ...tierLoadsOfOrder(facts, tenant, stored, now),
        ...takenLoads(stored),
        ...cardLoads(facts, stored),
        ...elsewhereLoads(stored),
      )
      if (hasStamps(stored)) loads.push(load(programSchedule, CURRENT))
    }
    if (stored?.details.isReferred) loads.push(...referralLoads(facts, stored))
    return stored?.earned
      ? { lots: true, lotsOfOrder: stored.id, loads: [...loads, load(orderTotals, stored)] }
      : { lots: mayReturn(links), loads }
  },
  decide(facts, input, posting) {
    const stored = ownOrder(facts, input.originalId)
    const { customer } = facts
    const coupons = loadedCoupons(facts, keptBy(stored))
    const current = programAt(facts.peek(programSchedule, CURRENT), posting.now)
    const cards = cardsAtHand(facts, stored, current)
    const elsewhere = stored && facts.peek(orderElsewhere, stored)
    const context = { stored, customer, recorded: recordedFor(facts, stored), coupons, cards, elsewhere }
    const outcome = decideCancel(context, input, posting)
    if (isRefusal(outcome)) return { result: outcome }
    const { isChanged } = outcome
    return toDecision(facts, { tenant: input.tenant, stored, outcome }, posting, { isChanged })
  },
}

/** Returns a part of an order, once for each key. */
export const returnOrderPart: Command<ReturnPartInput, ReturnPartResult> = {
  name: 'return part of order',
  ...ofStoredOrder,
  loads: ({ tenant, originalId }) => [
    load(orders, originalId),
    load(programSchedule, CURRENT),
    ...tierLoads(tenant),
  ],
  loadsAfter(facts, { tenant, originalId, sent }, now) {
    const stored = facts.get(orders, originalId)
    if (!stored) return { lots: false, loads: [] }
    const { earned, details } = stored
    const links = details.linkedCoupons
    const loads = [load(orderReturns, returnKey(stored, sent)), ...loadsOfCoupons(facts, [], links)]
    if (!earned) return { lots: mayReturn(links), loads }
    loads.push(
      ...placeLoads(facts, stored, details.products),
      ...tierLoadsOfOrder(facts, tenant, stored, now),
      ...limitLoads(facts, tenant, stored, null),
      ...cardLoads(facts, stored),
      ...elsewhereLoads(stored),
      load(programVersions, earned.programVersion),
      load(orderTotals, stored),
      ...(details.isReferred ? referralLoads(facts, stored) : []),
    )
    return { lots: true, lotsOfOrder: stored.id, loads }
  },
  decide(facts, input, posting) {
    const stored = ownOrder(facts, input.originalId)
    const current = currentProgram(facts, posting.now)
    const outcome = decideReturnPart(
      {
        stored,
        customer: facts.customer,
        program: programOf(facts, stored, current),
        recorded: recordedFor(facts, stored),
        elsewhere: stored && facts.peek(orderElsewhere, stored),
        placeOf: (productId) => facts.peek(catalogPlaces, productId),
        coupons: loadedCoupons(facts, keptBy(stored)),
        cashback: current.cashback,
        usedOf: usedOf(facts),
        cards: cardsAtHand(facts, stored, current),
        madeBefore: stored && facts.get(orderReturns, returnKey(stored, input.sent)),
      },
      input,
      posting,
    )
    if (isRefusal(outcome)) return { result: outcome }
    const { made, isAgain, refunded } = outcome
    const result = { made, isAgain, originalId: input.originalId }
    if (isAgain || !stored) return { result }
    const { customer, changes = [] } = toDecision(
      facts,
      { tenant: input.tenant, stored, outcome },
      posting,
      {},
    )
    return {
      result,
      ...(customer && { customer }),
      changes: [
        ...changes,
        put(orderReturns, returnKey(stored, input.sent), made),
        ...refunded.map((redemption) => put(redemptions, redemption.originalKey, redemption)),
      ],
    }
  },
}

function returnKey({ customerId, id }: Order, { cancelKey }: SentReturn): ReturnKey {
  return { customerId, id, cancelKey }
}

/** What an order stands for: all that was recorded for it, less what was written off. */
function recordedFor(facts: Facts, stored: Order | undefined) {
  if (!stored?.earned) return NO_RECORDS
  const { sum, expiredPoints } = recordsBefore(facts, stored)
  return { sum: subtract(sum, stored.earned.writtenOff), expiredPoints }
}

/** What was recorded for an order before this command; its sums are loaded if it has earned. */
export function recordsBefore(facts: Facts, stored: Order): OrderRecords {
  return addRecords(facts.peek(orderTotals, stored) ?? NO_RECORDS, facts.recordedInBatch(stored.id))
}

function toDecision<More extends object>(
  facts: Facts,
  decided: { tenant: Tenant; stored: Order | undefined; outcome: OrderOutcome },
  posting: Posting,
  more: More,
): Decision<(PlacedOrder & More) | Refusal<OrderReason>> {
  const { stored, tenant } = decided
  const { signup, isChanged, applied } = decided.outcome
  lookAgainAtFreed(facts, applied.coupons, posting)
  const referred = referByOrder(facts, { tenant, stored, ...decided.outcome }, posting)
  const { order } = referred
  const outcome = { ...decided.outcome, order }
  const { customer, tierName, changes, undone } = promoteByOrder(facts, { tenant, stored, outcome }, posting)
  const takenBack = outcome.stamped.takenBack.map(({ redemption }) => redemption)
  const returns = [...applied.returns, ...takenBack, ...undone.returns]
  return {
    result: { order, customer, account: posting.account, tierName, ...more },
    customer,
    changes: [
      ...changes,
      ...(isChanged
        ? [
            put(orders, order.originalId, order),
            ...(outcome.elsewhere ? [put(orderElsewhere, order, outcome.elsewhere)] : []),
            ...completeOrderChanges(facts, stored, order),
            ...limitChanges(facts, stored, order),
            ...quietChanges(tenant, stored, order, posting),
            ...referred.changes,
          ]
        : []),
      ...applied.coupons.map((coupon) => put(coupons, codeKey(coupon.code), coupon)),
      ...applied.confirmed.map((redemption) => put(redemptions, redemption.originalKey, redemption)),
      ...applied.held.flatMap(changesOfHeld),
      // After its coupons: one that it frees may be of a prize that is taken back.
      ...changesOfCards(facts, customer.id, outcome.stamped),
      ...undone.changes,
      ...(returns.length + applied.restored.length > 0
        ? changesOfReturns(facts, returns, applied.restored)
        : []),
      ...signupChanges(customer.id, signup, posting.now),
    ],
  }
}
