import { type Amount, add } from '../../accounts/account.ts'
import type { GiveBack } from '../../accounts/rules/ledger.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { RecordId } from '../../contract/ids.ts'
import { type Refusal, refusal } from '../../contract/refusal.ts'
import type { Coupon } from '../../coupons/coupon.ts'
import { type Decimal, minimum, ZERO } from '../../platform/decimal.ts'
import type { Redemption, RedemptionWithCoupon } from '../redemption.ts'
import type { RewardReason } from './reasons.ts'
import { amountOf, partOf, restOf } from './refund.ts'

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
  const rest = restOf(spentBy(redemption, stored), redemption)
  const returnRecordId = rest.origins.length === 0 ? null : posting.giveBack(rest)
  return { redemption: { ...redemption, returnedAt: now, returnRecordId }, coupon: inactive }
}

/** A part of the cashback that a redemption cost has gone back; its coupon stays as it is. */
export interface Refunded {
  readonly redemption: Redemption
  readonly recordId: RecordId
  readonly amount: Amount
}

/** Gives cashback back to the lots that it came from, at most what has not gone back. null: there is nothing to give. */
export function refundCashback(
  redemption: Redemption,
  { cashback, spent: stored }: { readonly cashback: Decimal; readonly spent: GiveBack | undefined },
  posting: Posting,
): Refunded | null {
  const left = redemption.cost.cashback - redemption.refunded.cashback
  const given = minimum(cashback, left)
  if (redemption.recordId === null || redemption.returnedAt !== null || given <= ZERO) return null
  const part = partOf(spentBy(redemption, stored), redemption, given)
  const amount = amountOf(part)
  const recordId = posting.giveBack(part)
  return { redemption: { ...redemption, refunded: add(redemption.refunded, amount) }, recordId, amount }
}

function spentBy(redemption: Redemption, stored: GiveBack | undefined): GiveBack {
  const spent = redemption.spent ?? stored
  if (!spent) throw new Error(`what redemption ${redemption.id} used was not loaded`)
  return spent
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
