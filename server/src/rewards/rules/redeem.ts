import { negate, POINT_TYPE } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { isRefusal, type Refusal, refusal } from '../../contract/refusal.ts'
import type { FreeCode } from '../../coupons/collections/code-lists.ts'
import type { Coupon } from '../../coupons/coupon.ts'
import type { Program } from '../../earning/program.ts'
import { type Decimal, floorCents, multiply, ZERO } from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Metadata, Redemption, RewardUsage } from '../redemption.ts'
import type { Reward, RewardChannel } from '../reward.ts'
import { unitOf } from '../reward-type.ts'
import { type Buyer, type Ineligibility, mostCashback, type RewardNow, whyIneligible } from './eligibility.ts'
import { FREE, issueReward, type Payment, type Reservation } from './issue.ts'
import { merged } from './metadata.ts'
import { mostCashbackFor, type Purchase, whyNotForPurchase } from './purchase.ts'
import type { RewardReason } from './reasons.ts'

export interface RedeemInput {
  readonly tenant: Tenant
  readonly rewardId: number
  readonly customerKey: string
  /** null: it was not sent. */
  readonly originalKey: string | null
  readonly value: Decimal | null
  readonly metadata: readonly Metadata[]
  /** null: anywhere, for no purchase in particular. */
  readonly place: RedeemPlace | null
  /** null: it is for good. */
  readonly reservation: Reservation | null
  /** Random, like `couponCode`: a pure decision is given its random values. */
  readonly externalCode: string
  readonly couponCode: string
}

/** Where a reward is redeemed, and for what. */
export interface RedeemPlace {
  /** Only rewards of these channels can be redeemed there. */
  readonly channels: readonly RewardChannel[]
  /** null: nothing is known of it. */
  readonly purchase: Purchase | null
  /** Cashback rewards: how much by the points that it is worth; null: it was not sent. */
  readonly points: Decimal | null
  /** What the customer was shown; missing: nothing. */
  readonly shown?: ShownPrice
}

/** The price that a page showed for a reward. */
export interface ShownPrice {
  /** In points; null: it is paid with cashback. */
  readonly price: Decimal | null
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

/** Exactly why it can't be redeemed. */
export interface NotEligible extends Refusal<RewardReason> {
  readonly ineligibility: Ineligibility
}

/** It costs something else than what the customer was shown. */
export interface PriceChanged extends Refusal<RewardReason>, ShownPrice {}

/** Redeems a reward for a customer, once for each key. */
export function decideRedeem(
  context: RedeemContext,
  input: RedeemInput,
  posting: Posting,
): Redeemed | Refusal<RewardReason> | NotEligible | PriceChanged {
  const { now } = posting
  const { reward, customer, program, stored, storedCoupon, usage, redeemedCount } = context
  const { place } = input
  if (!reward) return unknownReward(input.rewardId)
  if (!customer) {
    const message = `CustomerId: there is no customer with the id ${input.customerKey}.`
    return refusal('customer-unknown', message, 'CustomerId')
  }
  const rewardNow: RewardNow = { reward, usage, usableCodes: context.codes.length, program, now }
  const buyer: Buyer = { customer, account: posting.account, tierId: context.tierId, redeemedCount }
  if (stored) {
    const refused = refusalOfRepetition(stored, customer, input, rewardNow)
    if (refused) return refused
    if (!storedCoupon) throw new Error(`redemption ${stored.id} has lost its coupon`)
    const known = { redemption: stored, coupon: storedCoupon, isNew: false }
    return { ...rewardNow, ...buyer, ...known }
  }
  if (place && !place.channels.includes(reward.channel)) return unknownReward(input.rewardId)
  if (place?.shown && place.shown.price !== priceOf(reward)) {
    return { ...refusal('price-changed', 'The price of this reward has changed.'), price: priceOf(reward) }
  }
  const value = readValue(rewardNow, buyer, input)
  if (isRefusal(value)) return value
  const paid = pay(reward, value, posting)
  const id = posting.nextId()
  const { reservation } = input
  const key = input.originalKey ?? (reservation ? `${reservation.checkoutId}:${id}` : input.externalCode)
  const issued = issueReward(
    reward,
    { id, key, customer, value, paid, metadata: merged([], input.metadata), codes: context.codes, usage },
    input,
    posting,
  )
  if (reservation) posting.reserveUntil(reservation.deadline)
  return {
    ...rewardNow,
    ...buyer,
    account: posting.account,
    redeemedCount: redeemedCount + 1,
    ...issued,
    isNew: true,
  }
}

function priceOf({ type, points }: Reward): Decimal | null {
  return unitOf(type) === 'cashback' ? null : points
}

/** A key stands for one redemption, as long as that stands. A `Value` left out asks for none in particular. */
function refusalOfRepetition(
  stored: Redemption,
  customer: Customer,
  input: RedeemInput,
  { reward, program }: RewardNow,
): Refusal<RewardReason> | null {
  const { rewardId } = input
  const value = unitOf(reward.type) === 'cashback' ? valueAskedFor(input, program) : null
  if (isRefusal(value)) return value
  const isOtherValue = value !== null && value !== stored.cost.cashback
  if (
    stored.rewardId !== rewardId ||
    stored.customerId !== customer.id ||
    isOtherValue ||
    isOtherPrice(stored, input)
  ) {
    const message = `OriginalKey ${stored.originalKey} was used for another redemption.`
    return refusal('key-used', message, 'OriginalKey')
  }
  if (stored.returnedAt === null) return null
  const message = `OriginalKey ${stored.originalKey} was used for a redemption that was returned: send another key.`
  return refusal('key-used', message, 'OriginalKey')
}

/** What was shown then was paid then, whatever the reward costs now. */
function isOtherPrice({ unit, cost }: Redemption, { place }: RedeemInput): boolean {
  if (!place?.shown) return false
  return place.shown.price !== (unit === 'cashback' ? null : cost.points)
}

export function unknownReward(id: number | string): Refusal<RewardReason> {
  const message = `There is no reward configuration with the id ${id}.`
  return refusal('reward-unknown', message, 'id')
}

/** The cashback to redeem; null: the reward costs points. Refused where the customer may not. */
function readValue(
  rewardNow: RewardNow,
  buyer: Buyer,
  input: RedeemInput,
): Decimal | null | Refusal<RewardReason> | NotEligible {
  const { reward, program } = rewardNow
  const isCashback = unitOf(reward.type) === 'cashback'
  if (isCashback && !program.cashback.isOn) return refusal('cashback-off', MESSAGE.cashbackOff)
  const ineligibility = whyIneligible(rewardNow, buyer)
  if (ineligibility !== null) return refusalOfIneligible(ineligibility)
  const purchase = input.place?.purchase ?? null
  if (purchase && whyNotForPurchase(reward, purchase) === 'belowMinimum') {
    const message = 'PurchaseValue is below the minimum of this reward.'
    return refusal('purchase-too-small', message, 'PurchaseValue')
  }
  return isCashback ? readCashback(reward, buyer, input, program) : null
}

function readCashback(
  reward: Reward,
  { account }: Buyer,
  input: RedeemInput,
  program: Program,
): Decimal | Refusal<RewardReason> {
  const purchase = input.place?.purchase ?? null
  const most = purchase ? mostCashbackFor(reward, account, purchase) : mostCashback(reward, account)
  const value = valueAskedFor(input, program)
  if (isRefusal(value)) return value
  if (value === null) {
    return most > ZERO ? most : aboveMaximum('PurchaseValue: no cashback can be used for this purchase.')
  }
  if (value <= ZERO) return refusal('value-invalid', 'Value must be above 0.', 'Value')
  if (value !== floorCents(value)) return refusal('value-invalid', 'Value must be in whole cents.', 'Value')
  if (value > account.balance.cashback) {
    return refusal('value-above-balance', 'Value is more than the cashback balance.', 'Value')
  }
  return value > most ? aboveMaximum('Value is more than this reward allows at once.') : value
}

/** As it was sent, or what so many points are worth now; null: neither was sent. */
function valueAskedFor(
  { value, place }: RedeemInput,
  { cashback }: Program,
): Decimal | null | Refusal<RewardReason> {
  const points = place?.points ?? null
  if (points === null) return value
  const worth = floorCents(multiply(points, cashback.pointValue))
  if (value === null || value === worth) return worth
  return refusal('values-disagree', 'Points and Value disagree: send one of them.', 'Points')
}

function aboveMaximum(message: string): Refusal<RewardReason> {
  return refusal('value-above-maximum', message, 'Value')
}

function refusalOfIneligible(ineligibility: Ineligibility): NotEligible {
  return { ...refusalWithout(ineligibility), ineligibility }
}

function refusalWithout(ineligibility: Ineligibility): Refusal<RewardReason> {
  switch (ineligibility) {
    case 'noCashback':
      return refusal(
        'no-cashback',
        'Value: the customer has less than a cent of cashback to redeem.',
        'Value',
      )
    case 'owesPoints':
    case 'owesCashback':
      return refusal('in-debt', MESSAGE[ineligibility])
    case 'tooFewPoints':
      return refusal('too-few-points', MESSAGE[ineligibility])
    default:
      return refusal('ineligible', MESSAGE[ineligibility])
  }
}

/** For the merchant's developers; the customer's own words are in the answer's DisabledReason. */
const MESSAGE: Readonly<Record<Ineligibility, string>> = {
  inactive: 'This reward is not active.',
  notYetValid: 'This reward is not available yet.',
  noLongerValid: 'This reward is no longer available.',
  usedUp: 'This reward has been redeemed as often as it may be.',
  noCouponsLeft: 'No coupons of this reward are left.',
  cashbackOff: 'Cashback is switched off in this program.',
  prizeOnly: 'Only rules give this reward: it can’t be redeemed.',
  notEnrolled: 'CustomerId: the customer does not take part in the program.',
  notForTier: "CustomerId: this reward is not for the customer's tier.",
  owesPoints: 'CustomerId: the customer owes points.',
  owesCashback: 'CustomerId: the customer owes cashback.',
  customerLimit: 'CustomerId: the customer has redeemed this reward as often as one may.',
  tooFewPoints: 'CustomerId: the customer has too few points.',
  noCashback: 'CustomerId: the customer has no cashback.',
}

function pay({ type, points }: Reward, value: Decimal | null, posting: Posting): Payment {
  if (value === null && points === ZERO) {
    posting.markActive(posting.now)
    return FREE
  }
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
