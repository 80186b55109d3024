import type { Posting } from '../../accounts/rules/posting.ts'
import type { Award } from '../../awards/award.ts'
import { givePrize } from '../../awards/make-award.ts'
import type { CustomerId } from '../../contract/ids.ts'
import type { CardRule, Program } from '../../earning/program.ts'
import { type Decimal, minimum, ZERO } from '../../platform/decimal.ts'
import type { RedemptionWithCoupon } from '../../rewards/redemption.ts'
import { canUndoPrize, type UndoContext, undoPrize } from '../../rewards/rules/undo-prize.ts'
import { cardRuleOf, FILLS_MAX, isDone, type StandingPrize, stampsOn, termsOf } from '../card.ts'
import type { CardPosting, StampReason } from './card-posting.ts'

/** What the prizes of a customer's cards depend on. */
export interface PrizeContext extends UndoContext {
  readonly customerId: CustomerId
  /** The stored prizes of a card that stand, newest first. */
  readonly prizesOf: (ruleId: number) => Iterable<StandingPrize>
}

/** What one command does to prizes. */
export class PrizeDesk {
  readonly current: Program
  readonly policy: PrizeContext['policy']
  readonly awards: Award[] = []
  /** Coupons that are good for nothing any more, with their redemptions. */
  readonly takenBack: RedemptionWithCoupon[] = []
  readonly #context: PrizeContext

  constructor(context: PrizeContext) {
    this.#context = context
    this.current = context.current
    this.policy = context.policy
  }

  /** As the program stands. */
  ruleOf(ruleId: number): CardRule | undefined {
    return cardRuleOf(this.current, ruleId)
  }

  /** A card on which nothing is has the terms of now. */
  beginCard(posting: CardPosting): void {
    if (!posting.isBegun) this.renewTerms(posting)
  }

  renewTerms(posting: CardPosting): void {
    const rule = this.ruleOf(posting.ruleId)
    if (rule) posting.setTerms(termsOf(rule, this.current))
  }

  prizesOf(posting: CardPosting): Generator<StandingPrize> {
    return posting.prizes(this.#context.prizesOf(posting.ruleId))
  }

  /** Gives the prize of a card that was just filled: points at once, a reward when this is saved. */
  give(posting: CardPosting, filled: ReturnType<CardPosting['fill']>, main: Posting): void {
    const { customerId, current, timeZone } = this.#context
    const { prize, begunVersion: programVersion } = filled.terms
    const { ruleId, completed } = posting
    const made = {
      customerId,
      source: 'card',
      ruleId,
      reference: String(filled.recordId),
      programVersion,
    } as const
    const line = { rule: ruleId, kind: 'card', count: completed } as const
    const given = givePrize(main, prize, made, { line, cashback: current.cashback, timeZone })
    const { terms, origins, lots } = filled
    posting.keepPrize({ ...given, terms, origins, lots, reward: null })
    this.awards.push(given.award)
  }

  change(award: Award): void {
    this.awards.push(award)
  }

  canUndo(prize: StandingPrize, main: Posting): boolean {
    return canUndoPrize(prize, this.#context, main)
  }

  /** The stamps of a prize go back, and with them what it was: its points, and a coupon that can still be used. */
  undo(posting: CardPosting, prize: StandingPrize, main: Posting): void {
    posting.unfill(prize)
    const { award, takenBack } = undoPrize(prize, this.#context, main)
    this.awards.push(award)
    if (takenBack) this.takenBack.push(takenBack)
  }
}

/** Takes stamps back, and remembers for which prizes that stay they are missing now. `undoPrizes` comes before it. */
export function takeBackStamps(
  posting: CardPosting,
  desk: PrizeDesk,
  stamps: Decimal,
  from: Parameters<CardPosting['takeBack']>[1],
  reason: StampReason,
): void {
  keepLoss(posting, posting.takeBack(stamps, from, desk.policy, reason), desk)
}

/**
 * Stamps were written off, or are owed, that prizes were given for which stay because their coupons were used: the newest
 * first. If such a coupon is ever free again, its prize is undone, without the stamps that were written off.
 */
function keepLoss(posting: CardPosting, writtenOff: Decimal, desk: PrizeDesk): void {
  let gone = writtenOff
  let owed = -posting.balance
  if (gone === ZERO && owed <= ZERO) return
  for (const { award, terms, reward } of desk.prizesOf(posting)) {
    if (gone === ZERO && owed <= ZERO) return
    if (!reward?.coupon.isUsed) continue
    const before = award.lost ?? ZERO
    const lost = before + minimum(gone, terms.size - before)
    gone -= lost - before
    owed -= terms.size - lost
    if (award.lost !== lost) desk.change({ ...award, lost })
  }
}

/** As often as there are stamps for it. The next card has the terms of now. */
export function fillCard(posting: CardPosting, desk: PrizeDesk, main: Posting): void {
  for (let fills = 0; fills < FILLS_MAX && posting.balance >= posting.terms.size; fills += 1) {
    const rule = desk.ruleOf(posting.ruleId)
    if (rule && isDone(rule, posting.completed)) return
    desk.give(posting, posting.fill(), main)
    desk.renewTerms(posting)
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
  const isMissing = (): boolean => wanted() > stampsOn(posting)
  if (!isMissing()) return
  for (const prize of desk.prizesOf(posting)) {
    if (!prize.lots.some(({ expiresAt }) => expiresAt === null || expiresAt > main.now)) continue
    if (prize.award.lost === prize.terms.size) continue
    if (!desk.canUndo(prize, main)) continue
    desk.undo(posting, prize, main)
    if (!isMissing()) return
  }
}
