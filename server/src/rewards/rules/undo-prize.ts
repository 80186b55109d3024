import { type Amount, isBelowZero, isNothing, POINT_TYPE, subtract } from '../../accounts/account.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { type Award, type AwardWithPoints, type PrizePoints, undone } from '../../awards/award.ts'
import type { RecordId } from '../../contract/ids.ts'
import { type Coupon, couponStateAt } from '../../coupons/coupon.ts'
import { shortText } from '../../earning/explanation.ts'
import type { Program } from '../../earning/program.ts'
import { takeBackEarning } from '../../earning/taken-back.ts'
import { TOPIC } from '../../events/event.ts'
import type { RedemptionWithCoupon } from '../redemption.ts'
import { factsOfAward, takeBackGift } from './give.ts'

/** A prize, with what its reward became. */
export interface GivenPrize extends AwardWithPoints {
  /** null: it has none, or it was not given yet. */
  readonly reward: RedemptionWithCoupon | null
}

/** A prize whose coupon the same order uses or frees. */
export function withCouponOf<Prize extends GivenPrize>(prize: Prize, changed: readonly Coupon[]): Prize {
  const { reward } = prize
  const coupon = reward && changed.find(({ id }) => id === reward.coupon.id)
  return coupon ? { ...prize, reward: { ...reward, coupon } } : prize
}

/** What taking back a prize depends on. */
export interface UndoContext {
  /** The program as it stands. */
  readonly current: Program
  readonly timeZone: string
  readonly policy: 'debt' | 'clamp'
  /** What has ended of a lot of points in this batch. */
  readonly endedInBatch: (lotId: RecordId) => Amount
}

/**
 * A coupon that was used, is over or was made inactive stays as it is, and so do the points that came with it. One whose
 * redemption the shop has returned is nothing that the customer still has.
 */
export function canUndoPrize(
  { reward }: GivenPrize,
  { timeZone }: Pick<UndoContext, 'timeZone'>,
  { now }: Pick<Posting, 'now'>,
): boolean {
  if (reward === null || reward.redemption.returnedAt !== null) return true
  const state = couponStateAt(reward.coupon, now, timeZone)
  return state === 'open' || state === 'notYet'
}

export interface UndonePrize {
  readonly award: Award
  /** Its coupon, which is good for nothing any more, with its redemption; null: it has none that it could lose. */
  readonly takenBack: RedemptionWithCoupon | null
}

/** What it was given for was taken back: its points go, and a coupon that can still be used. */
export function undoPrize(prize: GivenPrize, context: UndoContext, posting: Posting): UndonePrize {
  const { award, points, reward } = prize
  const takenBack = reward && reward.redemption.returnedAt === null ? takeBackGift(reward, posting.now) : null
  if (takenBack) posting.tell(TOPIC.rewardTakenBack, factsOfAward(award, takenBack, context.current))
  if (points) takePoints(award, points, context, posting)
  return { award: undone(award, posting.now), takenBack }
}

/** From their own lot, from others, or as a debt. */
function takePoints(
  { ruleId, programVersion }: Award,
  { recordId, standing, expiresAt }: PrizePoints,
  { endedInBatch, policy }: UndoContext,
  posting: Posting,
): void {
  const amount = subtract(standing, endedInBatch(recordId))
  if (isNothing(amount) || isBelowZero(amount)) return
  const line = { kind: 'prizeTakenBack', rule: ruleId, points: shortText(-amount.points) } as const
  takeBackEarning(
    posting,
    { type: POINT_TYPE.prize, orderId: null, lot: { id: recordId, expiresAt }, amount, policy },
    { v: programVersion, lines: [line] },
  )
}
