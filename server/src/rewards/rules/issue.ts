import { NOTHING } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { GiveBack } from '../../accounts/rules/ledger.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { RecordId } from '../../contract/ids.ts'
import type { FreeCode } from '../../coupons/collections/code-lists.ts'
import { type Coupon, codeKey, UNUSED } from '../../coupons/coupon.ts'
import { expiresAt } from '../../earning/expiry.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Metadata, Redemption, RewardUsage } from '../redemption.ts'
import type { Reward } from '../reward.ts'
import { couponTypeOf, unitOf } from '../reward-type.ts'

export interface Payment {
  readonly recordId: RecordId | null
  readonly cost: Redemption['cost']
  readonly spent: GiveBack | null
}

/** Of a reward that is given. */
export const FREE: Payment = { recordId: null, cost: NOTHING, spent: null }

export interface Issue {
  readonly id: number
  readonly key: string
  readonly customer: Pick<Customer, 'id'>
  /** The cashback that was paid for it; null: points, or nothing. */
  readonly value: Decimal | null
  readonly paid: Payment
  readonly metadata: readonly Metadata[]
  /** Free codes of the reward's lists, before those of `usage.assigned` were taken. */
  readonly codes: readonly FreeCode[]
  readonly usage: RewardUsage
}

/** For a basket that may not be bought. */
export interface Reservation {
  readonly checkoutId: string
  readonly deadline: Instant
}

/** What an issue is given beside, because it is decided purely. */
export interface IssueInput {
  readonly tenant: Tenant
  readonly externalCode: string
  readonly couponCode: string
  readonly reservation: Reservation | null
}

export interface Issued {
  readonly redemption: Redemption
  readonly coupon: Coupon
  readonly usage: RewardUsage
}

/** A redemption with its coupon, of a reward that may be redeemed. */
export function issueReward(reward: Reward, issue: Issue, input: IssueInput, posting: Posting): Issued {
  const { id, key, customer, paid, metadata, usage } = issue
  const coupon = issueCoupon(reward, issue, input, posting)
  const { reservation } = input
  const redemption: Redemption = {
    id,
    isStored: false,
    originalKey: key,
    externalCode: input.externalCode,
    rewardId: reward.id,
    customerId: customer.id,
    recordId: paid.recordId,
    unit: unitOf(reward.type),
    cost: paid.cost,
    refunded: NOTHING,
    couponKey: codeKey(coupon.code),
    metadata,
    redeemedAt: posting.now,
    returnedAt: null,
    returnRecordId: null,
    checkoutId: reservation?.checkoutId ?? null,
    expiresAt: reservation?.deadline ?? null,
    releasedBy: null,
    otherRecordIds: [],
    spent: paid.spent,
  }
  const assigned = coupon.listed ? [...usage.assigned, coupon.listed] : usage.assigned
  return { redemption, coupon, usage: { ...usage, added: usage.added + 1, assigned } }
}

/** null: the reward has no lists, and a code is made up. */
function nextCode(
  { couponLists }: Reward,
  codes: readonly FreeCode[],
  { assigned }: RewardUsage,
): FreeCode | null {
  if (couponLists.length === 0) return null
  // All calls of the batch see the same codes; the first of them are taken.
  const code = codes[assigned.length]
  if (!code) throw new Error('a reward without codes is not eligible, and was taken to be')
  return code
}

function issueCoupon(
  reward: Reward,
  { value, customer, key: redemptionKey, codes, usage }: Issue,
  { tenant, couponCode, externalCode, reservation }: IssueInput,
  posting: Posting,
): Coupon {
  const { now } = posting
  const listed = nextCode(reward, codes, usage)
  return {
    id: posting.nextId(),
    isStored: false,
    code: listed?.code ?? `${reward.codePrefix ?? ''}${couponCode}`,
    originalId: listed?.originalId ?? null,
    customerId: customer.id,
    ...worthOf(reward, listed, value),
    createdAt: now,
    validFrom: reservation ? now : (listed?.validFrom ?? now),
    validUntil: reservation
      ? reservation.deadline
      : (listed?.validUntil ?? expiresAt(now, reward.couponValidDays, tenant.timeZone)),
    isEndSent: !reservation && typeof listed?.validUntil === 'number',
    ...UNUSED,
    inactivatedAt: null,
    redemptionKey,
    issued: { rewardId: reward.id, externalCode, isReservation: reservation !== null },
    listed: listed && { listId: listed.listId, codeId: listed.id },
  }
}

function worthOf(
  { type, value, couponLists }: Reward,
  listed: FreeCode | null,
  cashback: Decimal | null,
): Pick<Coupon, 'type' | 'value'> {
  // A coupon is worth the cashback that was paid for it, even if its code comes from a list.
  if (cashback !== null) return { type: couponTypeOf(type), value: cashback }
  const list = listed && couponLists.find(({ id }) => id === listed.listId)
  return list ? { type: list.couponType, value: list.couponValue } : { type: couponTypeOf(type), value }
}
