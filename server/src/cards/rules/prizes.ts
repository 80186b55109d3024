import { type Amount, isBelowZero, isNothing, POINT_TYPE, subtract } from '../../accounts/account.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { type Award, undone } from '../../awards/award.ts'
import { creditPrize, makeAward, type Prize } from '../../awards/make-award.ts'
import type { CustomerId, RecordId } from '../../contract/ids.ts'
import { couponStateAt } from '../../coupons/coupon.ts'
import { lotDates } from '../../earning/credit-earning.ts'
import { worthOf } from '../../earning/earned.ts'
import { shortText } from '../../earning/explanation.ts'
import type { CardRule, Program } from '../../earning/program.ts'
import { takeBackEarning } from '../../earning/taken-back.ts'
import { TOPIC } from '../../events/event.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import type { RedemptionWithCoupon } from '../../rewards/redemption.ts'
import { factsOfAward, takeBackGift } from '../../rewards/rules/give.ts'
import { FILLS_MAX, isDone, type PrizePoints, type StandingPrize, termsOf } from '../card.ts'
import type { CardPosting } from './card-posting.ts'

/** What the prizes of a customer's cards depend on. */
export interface PrizeContext {
  readonly customerId: CustomerId
  /** The program as it stands. */
  readonly current: Program
  readonly timeZone: string
  readonly policy: 'debt' | 'clamp'
  /** The stored prizes of a card that stand, newest first. */
  readonly prizesOf: (ruleId: number) => readonly StandingPrize[]
  /** What has ended of a lot of points in this batch. */
  readonly endedInBatch: (lotId: RecordId) => Amount
}

/** What one command does to prizes. */
export class PrizeDesk {
  readonly current: Program
  readonly policy: PrizeContext['policy']
  readonly awards: Award[] = []
  /** Coupons that are good for nothing any more, with their redemptions. */
  readonly takenBack: RedemptionWithCoupon[] = []
  readonly #context: PrizeContext
  readonly #rules: ReadonlyMap<number, CardRule>

  constructor(context: PrizeContext) {
    this.#context = context
    this.current = context.current
    this.policy = context.policy
    this.#rules = new Map(
      context.current.rules.flatMap((rule) => (rule.kind === 'card' ? [[rule.id, rule] as const] : [])),
    )
  }

  /** As the program stands. */
  ruleOf(ruleId: number): CardRule | undefined {
    return this.#rules.get(ruleId)
  }

  /** A card on which nothing is has the terms of now. */
  beginCard(posting: CardPosting, ruleId: number): void {
    if (!posting.isBegun) this.renewTerms(posting, ruleId)
  }

  renewTerms(posting: CardPosting, ruleId: number): void {
    const rule = this.ruleOf(ruleId)
    if (rule) posting.setTerms(termsOf(rule, this.current))
  }

  prizesOf(posting: CardPosting): StandingPrize[] {
    return posting.prizes(this.#context.prizesOf(posting.ruleId))
  }

  /** Gives the prize of a card that was just filled: points at once, a reward when this is saved. */
  give(posting: CardPosting, filled: ReturnType<CardPosting['fill']>, main: Posting): void {
    const { customerId, current, timeZone } = this.#context
    const { prize, begunVersion: programVersion } = filled.terms
    const { ruleId, completed } = posting
    const line = { rule: ruleId, kind: 'card', count: completed } as const
    const why = { programVersion, line, cashback: current.cashback, timeZone }
    const recordId = creditPrize(main, prize, why)
    const reference = String(filled.recordId)
    const made = {
      customerId,
      source: 'card',
      ruleId,
      reference,
      programVersion,
      recordId,
      timeZone,
    } as const
    const award = makeAward(main, prize, made)
    const { terms, origins, lots } = filled
    const points = recordId === null ? null : this.#pointsOf(prize, recordId, main)
    posting.keepPrize({ award, terms, origins, lots, points, reward: null })
    this.awards.push(award)
  }

  #pointsOf(prize: Prize, recordId: RecordId, { now }: Posting): PrizePoints {
    const { current, timeZone } = this.#context
    const { points } = prize
    const { expiresAt } = lotDates(prize, now, timeZone)
    return { recordId, standing: { points, cashback: worthOf(points, current.cashback) }, expiresAt }
  }

  /** A coupon that was used, is over or was made inactive stays as it is, and so do the points that came with it. */
  canUndo({ reward }: StandingPrize, { now }: Posting): boolean {
    if (reward === null) return true
    const state = couponStateAt(reward.coupon, now, this.#context.timeZone)
    return state === 'open' || state === 'notYet'
  }

  /** The stamps of a prize go back, and with them what it was: its points, and a coupon that can still be used. */
  undo(posting: CardPosting, prize: StandingPrize, main: Posting): void {
    posting.unfill(prize)
    this.awards.push(undone(prize.award, main.now))
    if (prize.reward) {
      const back = takeBackGift(prize.reward, main.now)
      this.takenBack.push(back)
      main.tell(TOPIC.rewardTakenBack, factsOfAward(prize.award, back, this.current))
    }
    if (prize.points) this.#takePoints(prize.award, prize.points, main)
  }

  /** From their own lot, from others, or as a debt. */
  #takePoints(award: Award, points: PrizePoints, main: Posting): void {
    const amount = subtract(points.standing, this.#context.endedInBatch(points.recordId))
    if (isNothing(amount) || isBelowZero(amount)) return
    const line = {
      kind: 'prizeTakenBack',
      rule: award.ruleId,
      points: shortText(-amount.points),
    } as const
    takeBackEarning(
      main,
      {
        type: POINT_TYPE.prize,
        orderId: null,
        lot: { id: points.recordId, expiresAt: points.expiresAt },
        amount,
        policy: this.policy,
      },
      { v: award.programVersion, lines: [line] },
    )
  }
}

/** As often as there are stamps for it. The next card has the terms of now. */
export function fillCard(posting: CardPosting, desk: PrizeDesk, main: Posting): void {
  for (let fills = 0; fills < FILLS_MAX && posting.balance >= posting.terms.size; fills += 1) {
    const rule = desk.ruleOf(posting.ruleId)
    if (rule && isDone(rule, posting.completed)) return
    desk.give(posting, posting.fill(), main)
    desk.renewTerms(posting, posting.ruleId)
  }
}

/**
 * Before stamps would be owed, prizes of the card are undone, newest first, as long as that helps: one of which all stamps
 * have ended would give none back.
 */
export function undoPrizes(
  posting: CardPosting,
  wanted: () => Decimal,
  desk: PrizeDesk,
  main: Posting,
): void {
  const isMissing = (): boolean => wanted() > (posting.balance > ZERO ? posting.balance : ZERO)
  if (!isMissing()) return
  for (const prize of desk.prizesOf(posting)) {
    if (!prize.lots.some(({ expiresAt }) => expiresAt === null || expiresAt > main.now)) continue
    if (!desk.canUndo(prize, main)) continue
    desk.undo(posting, prize, main)
    if (!isMissing()) return
  }
}
