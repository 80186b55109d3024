import type { Account, RecordIds, Step } from '../../accounts/account.ts'
import { type GiveBack, giveBack } from '../../accounts/rules/ledger.ts'
import { type ErrorName, type Refusal, refusal } from '../../contract/private-api/errors.ts'
import type { Coupon } from '../../coupons/coupon.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Redemption } from '../redemption.ts'

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
  if (!spent) throw new Error(`what redemption ${redemption.id} used is not at hand`)
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
): Returned | Refusal {
  if (!redemption || !coupon) return unknownRedemption('ApiRewardCancel_NotFound', originalKey)
  if (redemption.returnedAt !== null) return alreadyReturned(redemption)
  if (coupon.isUsed) {
    const message = `OriginalKey: coupon ${coupon.code} of this reward was used: cancel its order first.`
    return refusal('PdvReward_CoupomAlreadyUsed', message, 'OriginalKey')
  }
  return returnRedemption(account, redemption, coupon, spent, now, ids)
}

export function unknownRedemption(error: ErrorName, originalKey: string): Refusal {
  return refusal(error, `OriginalKey: no reward was redeemed with the key ${originalKey}.`, 'OriginalKey')
}

export function alreadyReturned({ originalKey }: Redemption): Refusal {
  const message = `OriginalKey: the reward with the key ${originalKey} was returned.`
  return refusal('ApiRewardCancel_AlreadyCanceled', message, 'OriginalKey')
}
