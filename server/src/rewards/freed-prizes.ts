import { isNothing } from '../accounts/account.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { type Load, load } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { Coupon } from '../coupons/coupon.ts'
import { prizeAtHand } from './collections/given-rewards.ts'
import { lostAwards } from './collections/lost-awards.ts'
import { redemptions } from './collections/redemptions.ts'
import type { GivenPrize } from './rules/undo-prize.ts'

export function lostLoads({ customerKey }: { readonly customerKey: string }): Load[] {
  return [load(lostAwards, customerKey)]
}

/**
 * What stood only because its coupon was used, and that coupon is free again: its order was cancelled, or a till has undone
 * the use. Newest first, as commands of this batch have left it.
 */
export function freedPrizes(facts: Facts, customerKey: string): GivenPrize[] {
  return (facts.peek(lostAwards, customerKey) ?? [])
    .map((prize) => prizeAtHand(facts, prize))
    .filter(({ award, reward }) => award.state === 'given' && award.lost !== null && !reward?.coupon.isUsed)
}

/** A coupon that cost nothing and is free again may be of a prize that stood only because it was used. */
export function lookAgainAtFreed(
  facts: Pick<Facts, 'peek'>,
  changed: readonly Coupon[],
  posting: Posting,
): void {
  const isFreed = changed.some(({ isUsed, redemptionKey }) => {
    const redemption = isUsed || redemptionKey === null ? undefined : facts.peek(redemptions, redemptionKey)
    return redemption !== undefined && isNothing(redemption.cost)
  })
  if (isFreed) posting.awardDueAt(posting.now)
}
