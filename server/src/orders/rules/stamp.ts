import { NOTHING } from '../../accounts/account.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { cardRuleOf, type StampCard } from '../../cards/card.ts'
import { type PrizeContext, PrizeDesk } from '../../cards/rules/prizes.ts'
import { type StampBasis, stampBasis } from '../../cards/rules/quantity.ts'
import { type OrderStamped, stampCard } from '../../cards/rules/stamp-order.ts'
import { tellStamps, toldOf } from '../../cards/rules/tell.ts'
import { NOTHING_STAMPED, type Stamped, stampedBy } from '../../cards/stamped.ts'
import type { Coupon } from '../../coupons/coupon.ts'
import { EMPTY_PROGRAM, type Program } from '../../earning/program.ts'
import type { Taken, UsedOf } from '../../earning/taken.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { withCouponOf } from '../../rewards/rules/undo-prize.ts'
import { type Tenant, takeBackPolicy } from '../../tenancy/tenant.ts'
import { type EarnedWith, NOTHING_TAKEN, ORDER_ORIGIN, ORDER_STATE, type Order } from '../order.ts'
import { factsOf } from './facts.ts'

/** The cards of an order's customer, as far as the order may change them. */
export interface CardsAtHand extends Pick<PrizeContext, 'prizesOf' | 'endedInBatch'> {
  /** The program as it stands: whether a card still takes stamps, and what the next one is. */
  readonly current: Program
  readonly cardOf: (ruleId: number) => StampCard | undefined
  /** What the stored records of the order come to on a card, less what was written off. */
  readonly standingOf: (ruleId: number) => Decimal
}

export const NO_CARDS: CardsAtHand = {
  current: EMPTY_PROGRAM,
  cardOf: () => undefined,
  standingOf: () => ZERO,
  prizesOf: () => [],
  endedInBatch: () => NOTHING,
}

export interface StampInput {
  readonly tenant: Tenant
  /** The program that the order earned with. */
  readonly program: Program
  readonly stored: Order | undefined
  readonly isEnrolled: boolean
  readonly usedOf: UsedOf
  /** Coupons that the order uses or frees now. */
  readonly coupons: readonly Coupon[]
}

/** Gives cards what an order is worth now, in place of what it gave before. The order keeps what it gave. */
export function stampByOrder(
  order: Order,
  cards: CardsAtHand,
  input: StampInput,
  posting: Posting,
): { readonly order: Order; readonly stamped: Stamped } {
  const { tenant, stored, program } = input
  const given = stored?.earned?.taken.filter(isOfStamps) ?? []
  const { earned, origin } = order
  // What was bought elsewhere is on no card here, whenever it is complete.
  const isOfCards = origin !== ORDER_ORIGIN.file && (given.length > 0 || program.index.cards.length > 0)
  if (!earned || !isOfCards) {
    return { order, stamped: NOTHING_STAMPED }
  }
  const { prizesOf, endedInBatch, current } = cards
  const desk = new PrizeDesk({
    customerId: order.customerId,
    current,
    timeZone: tenant.timeZone,
    policy: takeBackPolicy(tenant),
    *prizesOf(ruleId) {
      for (const prize of prizesOf(ruleId)) yield withCouponOf(prize, input.coupons)
    },
    endedInBatch,
  })
  const isGone = order.state === ORDER_STATE.cancelled
  const named = isGone ? [] : program.index.cards.map(({ id }) => id)
  const ruleIds = new Set([...named, ...given.map(({ ruleId }) => ruleId)])
  const before = stored?.earned ? stampBasis(program, factsOf(stored, stored.earned)) : null
  const now = isGone ? null : stampBasis(program, factsOf(order, earned))
  const stamped: OrderStamped[] = []
  for (const ruleId of ruleIds) {
    const one = stampOne({ order, earned, ruleId, now, before, cards, input, desk }, posting)
    if (one) stamped.push(one)
  }
  const taken = [
    ...earned.taken.filter((one) => !isOfStamps(one)),
    ...stamped.flatMap(({ taken: one }) => one ?? []),
  ]
  return {
    order: { ...order, earned: { ...earned, taken: taken.length === 0 ? NOTHING_TAKEN : taken } },
    stamped: stampedBy(
      desk,
      stamped.flatMap((one) => one.posting ?? []),
    ),
  }
}

interface OneCard {
  readonly order: Order
  readonly earned: EarnedWith
  readonly ruleId: number
  readonly now: StampBasis | null
  readonly before: StampBasis | null
  readonly cards: CardsAtHand
  readonly input: StampInput
  readonly desk: PrizeDesk
}

function stampOne(
  { order, earned, ruleId, now, before, cards, input, desk }: OneCard,
  posting: Posting,
): OrderStamped | null {
  const { tenant, program, stored, isEnrolled, usedOf } = input
  const rule = (now && cardRuleOf(program, ruleId)) ?? null
  const had = stored?.earned?.taken.find((taken) => isOfStamps(taken) && taken.ruleId === ruleId)
  const one = stampCard(
    cards.cardOf(ruleId),
    {
      orderId: order.id,
      timeZone: earned.timeZone ?? tenant.timeZone,
      rule: rule && { card: rule, program },
      now,
      before,
      had,
      standing: before ? cards.standingOf(ruleId) : ZERO,
      isEnrolled,
      usedOf,
    },
    desk,
    posting,
  )
  const told = rule ?? desk.ruleOf(ruleId) ?? cardRuleOf(program, ruleId)
  if (one?.posting) {
    tellStamps(posting, one.posting, toldOf(told, { id: order.id, key: order.originalId }))
  }
  return one
}

function isOfStamps({ measure }: Taken): boolean {
  return measure === 'stamps'
}
