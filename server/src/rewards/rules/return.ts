import type { GiveBack } from '../../accounts/rules/ledger.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { type Refusal, refusal } from '../../contract/refusal.ts'
import type { Coupon } from '../../coupons/coupon.ts'
import type { Redemption, RedemptionWithCoupon } from '../redemption.ts'
import type { RewardReason } from './reasons.ts'

/** What is known of a redemption that is to be undone. */
export interface ToReturn {
  readonly redemption: Redemption
  readonly coupon: Coupon
  /** As it is stored; one of this batch knows itself. */
  readonly spent: GiveBack | undefined
}

/** Undoes a redemption: what it cost goes back to the lots it came from, and its coupon is good for nothing. */
export function returnRedemption(
  { redemption, coupon, spent: stored }: ToReturn,
  posting: Posting,
): RedemptionWithCoupon {
  const { now } = posting
  const inactive = { ...coupon, inactivatedAt: coupon.inactivatedAt ?? now }
  if (redemption.recordId === null) {
    return { redemption: { ...redemption, returnedAt: now }, coupon: inactive }
  }
  const spent = redemption.spent ?? stored
  if (!spent) throw new Error(`what redemption ${redemption.id} used was not loaded`)
  const returnRecordId = posting.giveBack(spent)
  return { redemption: { ...redemption, returnedAt: now, returnRecordId }, coupon: inactive }
}

export function decideReturn(
  { redemption, coupon, spent }: { readonly [Name in keyof ToReturn]: ToReturn[Name] | undefined },
  originalKey: string,
  posting: Posting,
): RedemptionWithCoupon | Refusal<RewardReason> {
  if (!redemption || !coupon) return unknownRedemption(originalKey)
  if (redemption.returnedAt !== null) return alreadyReturned(redemption)
  if (coupon.isUsed) {
    const what = coupon.orderId === null ? 'undo its use' : 'cancel its order'
    const message = `OriginalKey: coupon ${coupon.code} of this reward was used: ${what} first.`
    return refusal('coupon-used', message, 'OriginalKey')
  }
  return returnRedemption({ redemption, coupon, spent }, posting)
}

export function unknownRedemption(originalKey: string): Refusal<RewardReason> {
  const message = `OriginalKey: no reward was redeemed with the key ${originalKey}.`
  return refusal('redemption-unknown', message, 'OriginalKey')
}

export function alreadyReturned({ originalKey }: Redemption): Refusal<RewardReason> {
  const message = `OriginalKey: the reward with the key ${originalKey} was returned.`
  return refusal('redemption-returned', message, 'OriginalKey')
}
