import { NOTHING, negate, POINT_TYPE } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { GiveBack } from '../../accounts/rules/ledger.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { isRefusal, type Refusal, refusal } from '../../contract/refusal.ts'
import type { FreeCode } from '../../coupons/collections/code-lists.ts'
import { type Coupon, codeKey } from '../../coupons/coupon.ts'
import { expiresAt } from '../../earning/expiry.ts'
import type { Program } from '../../earning/program.ts'
import { type Decimal, floorCents, ZERO } from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Metadata, Redemption, RewardUsage } from '../redemption.ts'
import type { Reward } from '../reward.ts'
import { couponTypeOf, unitOf } from '../reward-type.ts'
import { type Buyer, type Ineligibility, mostCashback, type RewardNow, whyIneligible } from './eligibility.ts'
import { merged } from './metadata.ts'
import type { RewardReason } from './reasons.ts'

export interface RedeemInput {
  readonly tenant: Tenant
  readonly rewardId: number
  readonly customerKey: string
  /** null: it was not sent. */
  readonly originalKey: string | null
  readonly value: Decimal | null
  readonly metadata: readonly Metadata[]
  /** Random, like `couponCode`: a pure decision is given its random values. */
  readonly externalCode: string
  readonly couponCode: string
}

export interface RedeemContext {
  readonly reward: Reward | undefined
  readonly customer: Customer | null
  readonly tierId: number | null
  readonly program: Program
  /** The redemption that has this key already, and its coupon. */
  readonly stored: Redemption | undefined
  readonly storedCoupon: Coupon | undefined
  readonly usage: RewardUsage
  /** How many redemptions of this reward by this customer stand. */
  readonly redeemedCount: number
  /** Free codes of the reward's lists: at least one more than the batch can take, if there are so many. */
  readonly codes: readonly FreeCode[]
}

/** A redemption, new or known, and how everything stands after it. */
export interface Redeemed extends Buyer, RewardNow {
  readonly redemption: Redemption
  readonly coupon: Coupon
  readonly isNew: boolean
}

/** Redeems a reward for a customer, once for each key. */
export function decideRedeem(
  context: RedeemContext,
  input: RedeemInput,
  posting: Posting,
): Redeemed | Refusal<RewardReason> {
  const { now } = posting
  const { reward, customer, program, stored, storedCoupon, usage, redeemedCount } = context
  if (!reward) return unknownReward(input.rewardId)
  if (!customer) {
    const message = `CustomerId: there is no customer with the id ${input.customerKey}.`
    return refusal('customer-unknown', message, 'CustomerId')
  }
  const rewardNow: RewardNow = { reward, usage, usableCodes: context.codes.length, program, now }
  const buyer: Buyer = { customer, account: posting.account, tierId: context.tierId, redeemedCount }
  if (stored) {
    const refused = refusalOfRepetition(stored, customer, input, reward)
    if (refused) return refused
    if (!storedCoupon) throw new Error(`redemption ${stored.id} has lost its coupon`)
    const known = { redemption: stored, coupon: storedCoupon, isNew: false }
    return { ...rewardNow, ...buyer, ...known }
  }
  const value = readValue(rewardNow, buyer, input)
  if (isRefusal(value)) return value
  const code = nextCode(reward, context.codes, usage)

  const paid = pay(reward, value, posting)
  const key = input.originalKey ?? input.externalCode
  const coupon = issueCoupon(reward, { code, value, customer, key }, input, posting)
  const redemption: Redemption = {
    id: posting.nextId(),
    originalKey: key,
    externalCode: input.externalCode,
    rewardId: input.rewardId,
    customerId: customer.id,
    recordId: paid.recordId,
    unit: unitOf(reward.type),
    cost: paid.cost,
    refunded: NOTHING,
    couponKey: codeKey(coupon.code),
    metadata: merged([], input.metadata),
    redeemedAt: now,
    returnedAt: null,
    returnRecordId: null,
    spent: paid.spent,
  }
  return {
    ...rewardNow,
    ...buyer,
    account: posting.account,
    redeemedCount: redeemedCount + 1,
    usage: {
      ...usage,
      added: usage.added + 1,
      assigned: coupon.listed ? [...usage.assigned, coupon.listed] : usage.assigned,
    },
    redemption,
    coupon,
    isNew: true,
  }
}

/** A key stands for one redemption, as long as that stands. A `Value` left out asks for none in particular. */
function refusalOfRepetition(
  stored: Redemption,
  customer: Customer,
  { rewardId, value }: RedeemInput,
  { type }: Reward,
): Refusal<RewardReason> | null {
  const isOtherValue = unitOf(type) === 'cashback' && value !== null && value !== stored.cost.cashback
  if (stored.rewardId !== rewardId || stored.customerId !== customer.id || isOtherValue) {
    const message = `OriginalKey ${stored.originalKey} was used for another redemption.`
    return refusal('key-used', message, 'OriginalKey')
  }
  if (stored.returnedAt === null) return null
  const message = `OriginalKey ${stored.originalKey} was used for a redemption that was returned: send another key.`
  return refusal('key-used', message, 'OriginalKey')
}

export function unknownReward(id: number | string): Refusal<RewardReason> {
  const message = `There is no reward configuration with the id ${id}.`
  return refusal('reward-unknown', message, 'id')
}

/** The cashback to redeem; null: the reward costs points. Refused where the customer may not. */
function readValue(
  rewardNow: RewardNow,
  buyer: Buyer,
  { value }: RedeemInput,
): Decimal | null | Refusal<RewardReason> {
  const { reward } = rewardNow
  const isCashback = unitOf(reward.type) === 'cashback'
  const ineligibility = whyIneligible(rewardNow, buyer)
  if (isCashback && !rewardNow.program.cashback.isOn) {
    return refusal('cashback-off', MESSAGE.cashbackOff)
  }
  if (ineligibility === 'noCashback')
    return badValue('Value: the customer has less than a cent of cashback to redeem.')
  if (ineligibility !== null) return refusal('ineligible', MESSAGE[ineligibility])
  if (!isCashback) return null
  const most = mostCashback(reward, buyer.account)
  if (value === null) return most
  if (value <= ZERO) return badValue('Value must be above 0.')
  if (value !== floorCents(value)) return badValue('Value must be in whole cents.')
  if (value > buyer.account.balance.cashback) return badValue('Value is more than the cashback balance.')
  return value > most ? badValue('Value is more than this reward allows at once.') : value
}

function badValue(message: string): Refusal<RewardReason> {
  return refusal('value-invalid', message, 'Value')
}

/** For the merchant's developers; the customer's own words are in the answer's DisabledReason. */
const MESSAGE: Readonly<Record<Ineligibility, string>> = {
  inactive: 'This reward is not active.',
  notYetValid: 'This reward is not available yet.',
  noLongerValid: 'This reward is no longer available.',
  usedUp: 'This reward has been redeemed as often as it may be.',
  noCouponsLeft: 'No coupons of this reward are left.',
  cashbackOff: 'Cashback is switched off in this program.',
  notEnrolled: 'CustomerId: the customer does not take part in the program.',
  notForTier: "CustomerId: this reward is not for the customer's tier.",
  owesPoints: 'CustomerId: the customer owes points.',
  owesCashback: 'CustomerId: the customer owes cashback.',
  customerLimit: 'CustomerId: the customer has redeemed this reward as often as one may.',
  tooFewPoints: 'CustomerId: the customer has too few points.',
  noCashback: 'CustomerId: the customer has no cashback.',
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

interface Payment {
  readonly recordId: number | null
  readonly cost: Redemption['cost']
  readonly spent: GiveBack | null
}

function pay({ type, points }: Reward, value: Decimal | null, posting: Posting): Payment {
  if (value === null && points === ZERO) return { recordId: null, cost: NOTHING, spent: null }
  const { lots } = posting.account
  const purpose = { type: POINT_TYPE.redeem, orderId: null }
  const paid = posting.debit(unitOf(type), value ?? points, purpose)
  if ('shortfall' in paid) {
    throw new Error(`the account can't pay what it was found able to: ${paid.shortfall}`)
  }
  const used = new Set(paid.origins.map(({ lotId }) => lotId))
  const spent = { origins: paid.origins, lots: lots.filter(({ id }) => used.has(id)) }
  return { recordId: paid.id, cost: negate(paid.amount), spent }
}

interface Issue {
  /** The code of a list; null: one is made up. */
  readonly code: FreeCode | null
  /** The cashback that was paid for it. */
  readonly value: Decimal | null
  readonly customer: Customer
  readonly key: string
}

function issueCoupon(
  reward: Reward,
  { code: listed, value, customer, key: redemptionKey }: Issue,
  { tenant, couponCode }: RedeemInput,
  posting: Posting,
): Coupon {
  const { now } = posting
  return {
    id: posting.nextId(),
    code: listed?.code ?? `${reward.codePrefix ?? ''}${couponCode}`,
    originalId: listed?.originalId ?? null,
    customerId: customer.id,
    ...worthOf(reward, listed, value),
    createdAt: now,
    validFrom: listed?.validFrom ?? now,
    validUntil: listed?.validUntil ?? expiresAt(now, reward.couponValidDays, tenant.timeZone),
    isEndSent: typeof listed?.validUntil === 'number',
    isUsed: false,
    orderId: null,
    inactivatedAt: null,
    redemptionKey,
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
