import type { Account, RecordIds, Step } from '../../accounts/account.ts'
import { type GiveBack, giveBack } from '../../accounts/rules/ledger.ts'
import { type Refusal, refusal } from '../../contract/refusal.ts'
import type { Coupon } from '../../coupons/coupon.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Redemption } from '../redemption.ts'
import type { RewardReason } from './reasons.ts'

export interface Returned {
  readonly redemption: Redemption
  readonly coupon: Coupon
  /** null: it had cost nothing. */
  readonly step: Step | null
}

/** Undoes a redemption: what it cost goes back to the lots it came from, and its coupon is good for nothing. */
export function returnRedemption(
  account: Account,
  redemption: Redemption,
  coupon: Coupon,
  stored: GiveBack | undefined,
  now: Instant,
  ids: RecordIds,
): Returned {
  const inactive = { ...coupon, inactivatedAt: coupon.inactivatedAt ?? now }
  if (redemption.recordId === null) {
    return { redemption: { ...redemption, returnedAt: now }, coupon: inactive, step: null }
  }
  const spent = redemption.spent ?? stored
  if (!spent) throw new Error(`what redemption ${redemption.id} used was not loaded`)
  const step = giveBack(account, spent, now, ids)
  const returnRecordId = step.entries[0]?.id ?? null
  return { redemption: { ...redemption, returnedAt: now, returnRecordId }, coupon: inactive, step }
}

export function decideReturn(
  account: Account,
  redemption: Redemption | undefined,
  coupon: Coupon | undefined,
  spent: GiveBack | undefined,
  originalKey: string,
  now: Instant,
  ids: RecordIds,
): Returned | Refusal<RewardReason> {
  if (!redemption || !coupon) return unknownRedemption(originalKey)
  if (redemption.returnedAt !== null) return alreadyReturned(redemption)
  if (coupon.isUsed) {
    const message = `OriginalKey: coupon ${coupon.code} of this reward was used: cancel its order first.`
    return refusal('coupon-used', message, 'OriginalKey')
  }
  return returnRedemption(account, redemption, coupon, spent, now, ids)
}

export function unknownRedemption(originalKey: string): Refusal<RewardReason> {
  const message = `OriginalKey: no reward was redeemed with the key ${originalKey}.`
  return refusal('redemption-unknown', message, 'OriginalKey')
}

export function alreadyReturned({ originalKey }: Redemption): Refusal<RewardReason> {
  const message = `OriginalKey: the reward with the key ${originalKey} was returned.`
  return refusal('redemption-returned', message, 'OriginalKey')
}
