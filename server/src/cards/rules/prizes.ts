import { type Amount, isBelowZero, isNothing, POINT_TYPE, subtract } from '../../accounts/account.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { Award } from '../../awards/award.ts'
import type { CustomerId, RecordId } from '../../contract/ids.ts'
import { creditEarning, lotDates } from '../../earning/credit-earning.ts'
import { worthOf } from '../../earning/earned.ts'
import { shortText } from '../../earning/explanation.ts'
import type { CardRule, Program } from '../../earning/program.ts'
import { takeBackEarning } from '../../earning/taken-back.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { FILLS_MAX, isDone, type StandingPrize, termsOf } from '../card.ts'
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

  /** Gives the prize of a card that was just filled. */
  give(posting: CardPosting, filled: ReturnType<CardPosting['fill']>, main: Posting): void {
    const { customerId, current, timeZone } = this.#context
    const { prize, begunVersion } = filled.terms
    const { ruleId } = posting
    const { points, waitingDays, validityDays, goodUntil } = prize
    const line = { rule: ruleId, kind: 'card', count: posting.completed, points: shortText(points) } as const
    const earning = {
      points,
      cashback: worthOf(points, current.cashback),
      waitingDays,
      validityDays,
      goodUntil,
      explanation: { v: begunVersion, lines: [line] },
    }
    const input = { type: POINT_TYPE.prize, earning, earnedAt: main.now, orderId: null, timeZone }
    const recordId = creditEarning(main, input)
    if (recordId === null) throw new Error('a prize is worth something')
    const award: Award = {
      id: main.nextId(),
      customerId,
      source: 'card',
      ruleId,
      reference: String(filled.recordId),
      programVersion: begunVersion,
      recordId,
      state: 'given',
      madeAt: main.now,
      endedAt: null,
    }
    const { expiresAt } = lotDates(prize, main.now, timeZone)
    const standing = { points, cashback: earning.cashback }
    const { terms, origins, lots } = filled
    posting.keepPrize({ award, terms, origins, lots, points: { recordId, standing, expiresAt } })
    this.awards.push(award)
  }

  /** The stamps of a prize go back, and its points are taken: from their own lot, from others, or as a debt. */
  undo(posting: CardPosting, prize: StandingPrize, main: Posting): void {
    const { award, points } = prize
    posting.unfill(prize)
    this.awards.push({ ...award, state: 'undone', endedAt: main.now })
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
    desk.undo(posting, prize, main)
    if (!isMissing()) return
  }
}
