import { type Amount, add, isNothing, NOTHING, negate, POINT_TYPE } from '../../accounts/account.ts'
import type { GiveBack } from '../../accounts/rules/ledger.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { RecordId } from '../../contract/ids.ts'
import { type Refusal, refusal } from '../../contract/refusal.ts'
import type { Coupon } from '../../coupons/coupon.ts'
import { type StoredExplanation, shortText } from '../../earning/explanation.ts'
import { type Decimal, minimum, ZERO } from '../../platform/decimal.ts'
import {
  isReserved,
  RELEASED_BY,
  type Redemption,
  type RedemptionWithCoupon,
  type ReleasedBy,
} from '../redemption.ts'
import type { RewardReason } from './reasons.ts'
import { amountOf, partOf, restOf } from './refund.ts'

/** What is known of a redemption that is to be undone. */
export interface ToReturn {
  readonly redemption: Redemption
  readonly coupon: Coupon
  /** As it is stored; one of this batch knows itself. */
  readonly spent: GiveBack | undefined
}

const NOTHING_SPENT: GiveBack = { origins: [], lots: [] }

/** Undoes a redemption: what it cost goes back to the lots it came from, and its coupon is good for nothing. */
export function returnRedemption(
  { redemption, coupon, spent: stored }: ToReturn,
  posting: Posting,
  by: ReleasedBy = RELEASED_BY.cancellation,
): RedemptionWithCoupon {
  const { now } = posting
  if (isReserved(redemption)) posting.reserveUntil(null)
  const inactive = { ...coupon, inactivatedAt: coupon.inactivatedAt ?? now }
  const returned = { ...redemption, returnedAt: now, releasedBy: redemption.checkoutId === null ? null : by }
  posting.markActive(now)
  if (redemption.recordId === null) return { redemption: returned, coupon: inactive }
  const rest = restOf(spentBy(redemption, stored, posting), redemption)
  const owed = posting.account.debts.find(({ recordId }) => recordId === redemption.recordId)?.remaining
  const records = [
    ...(rest.origins.length > 0 ? [giveBack(redemption, rest, posting)] : []),
    ...(owed ? [forgive(redemption, owed, posting)] : []),
  ]
  const [returnRecordId = null, ...others] = records
  const otherRecordIds = [...redemption.otherRecordIds, ...others]
  return { redemption: { ...returned, returnRecordId, otherRecordIds }, coupon: inactive }
}

function giveBack(redemption: Redemption, rest: GiveBack, posting: Posting): RecordId {
  const recordId = posting.giveBack(rest)
  posting.explain(recordId, returnedLine(redemption, amountOf(rest)))
  return recordId
}

/** What is still owed for it is paid by a credit of as much. */
function forgive(redemption: Redemption, amount: Amount, posting: Posting): RecordId {
  const terms = { type: POINT_TYPE.redeemReturned, orderId: null, availableAt: posting.now, expiresAt: null }
  return posting.credit({ ...terms, amount }, returnedLine(redemption, amount))
}

/** So that the reward of a refund is known from its record alone. */
function returnedLine({ rewardId, redeemedAt }: Redemption, { points }: Amount): StoredExplanation {
  return { lines: [{ kind: 'returned', id: String(rewardId), at: redeemedAt, points: shortText(points) }] }
}

interface StandAgain {
  readonly policy: 'debt' | 'clamp'
  /** For the explanation. */
  readonly programVersion: number
}

/** A reservation that was released stands again, for good: it costs what it did, as far as that is there. */
export function standAgain(
  redemption: Redemption,
  { policy, programVersion }: StandAgain,
  posting: Posting,
): Redemption {
  const { cost, unit, recordId, returnRecordId, otherRecordIds } = redemption
  const { entry, lots } = isNothing(cost)
    ? { entry: null, lots: [] }
    : posting.spendAgain({ amount: cost, unit, policy })
  if (entry) {
    const amount = unit === 'cashback' ? { amount: shortText(-entry.amount.cashback) } : {}
    const points = shortText(entry.amount.points)
    const line = { kind: 'reward', id: String(redemption.rewardId), ...amount, points } as const
    posting.explain(entry.id, { v: programVersion, lines: [line] })
  }
  const before = [recordId, returnRecordId].filter((id) => id !== null)
  return {
    ...redemption,
    recordId: entry?.id ?? null,
    cost: entry ? negate(entry.amount) : NOTHING,
    returnedAt: null,
    returnRecordId: null,
    expiresAt: null,
    releasedBy: null,
    otherRecordIds: [...otherRecordIds, ...before],
    spent: entry && { origins: entry.origins, lots },
  }
}

/** A part of the cashback that a redemption cost has gone back; its coupon stays as it is. */
export interface Refunded {
  readonly redemption: Redemption
  readonly recordId: RecordId
  readonly amount: Amount
}

/**
 * Gives cashback back to the lots that it came from, at most what they have paid and what has not gone back. What is owed
 * for it is forgiven when the whole goes back. null: there is nothing to give.
 */
export function refundCashback(
  redemption: Redemption,
  { cashback, spent: stored }: { readonly cashback: Decimal; readonly spent: GiveBack | undefined },
  posting: Posting,
): Refunded | null {
  const left = redemption.cost.cashback - redemption.refunded.cashback
  const given = minimum(cashback, left)
  if (redemption.recordId === null || redemption.returnedAt !== null || given <= ZERO) return null
  const part = partOf(spentBy(redemption, stored, posting), redemption, given)
  if (part.origins.length === 0) return null
  const amount = amountOf(part)
  const recordId = posting.giveBack(part)
  return { redemption: { ...redemption, refunded: add(redemption.refunded, amount) }, recordId, amount }
}

/**
 * What stands again may have found no lot at all, and be owed as a whole. Lots that pay for it later come after those
 * that did at once; they are the last from which something goes back, so that what has gone back before stays what it was.
 */
function spentBy(
  redemption: Redemption,
  stored: GiveBack | undefined,
  { account: { repaid } }: Posting,
): GiveBack {
  const spent = redemption.spent ?? stored ?? (redemption.checkoutId === null ? undefined : NOTHING_SPENT)
  if (!spent) throw new Error(`what redemption ${redemption.id} used was not loaded`)
  const standsAgain = redemption.otherRecordIds.length > 0
  if (!standsAgain) return spent
  // What has paid in this batch is not stored yet.
  const paid = repaid.filter(({ debitId }) => debitId === redemption.recordId)
  const origins = [...spent.origins, ...paid.map(({ lotId, used }) => ({ lotId, used }))]
  const lots = new Map([...spent.lots, ...paid.map(({ lot }) => lot)].map((lot) => [lot.id, lot]))
  return { origins: origins.reverse(), lots: [...lots.values()] }
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
