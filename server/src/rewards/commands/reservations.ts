import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { type Change, type Load, load, put } from '../../accounts/till/collection.ts'
import type { Command, Facts } from '../../accounts/till/command.ts'
import type { DeadlineCommand } from '../../accounts/till/till.ts'
import { isRefusal, type Refusal, refusal } from '../../contract/refusal.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import { codeKey } from '../../coupons/coupon.ts'
import { CURRENT, programSchedule } from '../../earning/collections.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { redemptions } from '../collections/redemptions.ts'
import {
  CASHBACK,
  cashbackRewards,
  type Reserved,
  reservationsOfCheckouts,
  standingReservations,
} from '../collections/reservations.ts'
import { rewards } from '../collections/rewards.ts'
import { isReserved, type RedemptionWithCoupon } from '../redemption.ts'
import type { Reward } from '../reward.ts'
import { explainRedemption } from '../rules/explanation.ts'
import type { Purchase } from '../rules/purchase.ts'
import type { RewardReason } from '../rules/reasons.ts'
import {
  type CheckoutOutcome,
  decideDeadline,
  decideRefresh,
  decideRemove,
  decideReserve,
  type ReserveInput,
  type ReserveOutcome,
} from '../rules/reserve.ts'
import type { ToReturn } from '../rules/return.ts'
import { changesOfRedeem, contextOfRedeem, loadsOfReward } from './redeem.ts'
import { changesOfReturns } from './redemptions.ts'

/** `rewardId` null: the merchant's cashback reward. */
export type ReserveCall = Omit<ReserveInput, 'rewardId' | 'reservation'> & {
  readonly rewardId: number | null
  readonly checkoutId: string
  readonly minutes: number
}

export type ReserveResult = (ReserveOutcome & { readonly sequence: number }) | Refusal<RewardReason>

export const reserveReward: Command<ReserveCall, ReserveResult> = {
  name: 'reserve reward',
  customerOf: ({ customerKey }) => customerKey,
  loads: ({ rewardId, originalKey }) => [
    load(programSchedule, CURRENT),
    rewardId === null ? load(cashbackRewards, CASHBACK) : load(rewards, rewardId),
    ...(originalKey === null ? [] : [load(redemptions, originalKey)]),
  ],
  loadsAfter(facts, input, now) {
    const reward = namedReward(facts, input)
    const { customer } = facts
    if (!reward) return { lots: false, loads: [] }
    return {
      lots: true,
      loads: [
        ...(customer ? [standingLoad(customer)] : []),
        ...loadsOfReward(facts, reward, toInput(input, reward, now), now),
      ],
    }
  },
  decide(facts, input, posting) {
    const { customer } = facts
    if (!customer) return { result: unknownCustomer(input) }
    const reward = namedReward(facts, input)
    if (!reward?.isActive) {
      const message = 'RewardConfigurationId: there is no active reward of that kind.'
      return { result: refusal('reward-unknown', message, 'RewardConfigurationId') }
    }
    const reserving = toInput(input, reward, posting.now)
    const known = standingOf(facts, customer)
    const standing = known && isReserved(known.redemption) ? known : null
    const context = contextOfRedeem(facts, reward, reserving, posting.now)
    const outcome = decideReserve(context, standing, reserving, posting)
    if (isRefusal(outcome)) return { result: outcome }
    const { redeemed, reserved, released } = outcome
    if (redeemed) explainRedemption(posting, redeemed.redemption, redeemed)
    const reservation = { ...reserved, spent: redeemed ? undefined : standing?.spent, reward }
    const { checkoutId } = input
    return {
      result: { ...outcome, sequence: posting.account.sequence },
      changes: [
        ...(released ? changesOfRelease(facts, released) : []),
        ...(redeemed ? changesOfRedeem(redeemed) : changesOfReservation(reserved)),
        put(standingReservations, customer.id, reservation),
        put(reservationsOfCheckouts, { customerId: customer.id, checkoutId }, reservation),
      ],
    }
  },
}

function namedReward(facts: Facts, { rewardId }: ReserveCall): Reward | undefined {
  return rewardId === null ? facts.get(cashbackRewards, CASHBACK) : facts.get(rewards, rewardId)
}

const MINUTE_MS = 60_000
const SECOND_MS = 1_000

/** The deadline is a whole second, as it is shown. */
function toInput({ minutes, checkoutId, ...input }: ReserveCall, { id }: Reward, now: Instant): ReserveInput {
  const deadline = Math.floor((now + minutes * MINUTE_MS) / SECOND_MS) * SECOND_MS
  return { ...input, rewardId: id, reservation: { checkoutId, deadline } }
}

function unknownCustomer({ customerKey }: { readonly customerKey: string }): Refusal<RewardReason> {
  const message = `CustomerId: there is no customer with the id ${customerKey}.`
  return refusal('customer-unknown', message, 'CustomerId')
}

export interface CheckoutInput {
  readonly tenant: Tenant
  readonly customerKey: string
  readonly checkoutId: string
  readonly purchase: Purchase | null
}

export type CheckoutResult = (CheckoutOutcome & { readonly sequence: number }) | Refusal<RewardReason>

export const refreshReservation: Command<CheckoutInput, CheckoutResult> = {
  name: 'refresh reservation',
  ...ofCheckout(),
  decide(facts, input, posting) {
    const known = knownOfCheckout(facts, input)
    return toDecision(facts, input, () => decideRefresh(known, input.purchase, posting), posting)
  },
}

export const removeReservation: Command<CheckoutInput, CheckoutResult> = {
  name: 'remove reservation',
  ...ofCheckout(),
  decide(facts, input, posting) {
    const known = knownOfCheckout(facts, input)
    return toDecision(facts, input, () => decideRemove(known, posting), posting)
  },
}

/** Releases what no order has confirmed in time; the till runs it before anything else happens to the account. */
export const releaseAtDeadline: DeadlineCommand = {
  name: 'release at deadline',
  isOfDeadline: true,
  customerOf: ({ customerKey }) => customerKey,
  loads: () => [],
  loadsAfter: ({ customer }) => ({
    lots: true,
    loads: customer ? [load(standingReservations, customer.id)] : [],
  }),
  decide(facts, _input, posting) {
    const { customer } = facts
    if (!customer) return { result: null }
    posting.settle()
    const standing = standingOf(facts, customer)
    const isStanding = standing !== null && isReserved(standing.redemption)
    const released = isStanding ? decideDeadline(standing, posting.now, posting) : null
    if (!released) {
      posting.reserveUntil(isStanding ? standing.redemption.expiresAt : null)
      return { result: null }
    }
    return { result: null, changes: changesOfRelease(facts, released) }
  },
}

export function standingLoad({ id }: Customer): Load {
  return load(standingReservations, id)
}

/** Whether a basket of the customer is reserved, as the batch has made it so far. */
export function hasReservation(facts: Facts): boolean {
  const standing = facts.customer && standingOf(facts, facts.customer)
  return standing !== null && isReserved(standing.redemption)
}

/** Gives up what is reserved for a customer, whatever its deadline is, as the shop itself may. */
export function releaseStanding(facts: Facts, customer: Customer, posting: Posting): Change[] {
  const outcome = decideRemove(standingOf(facts, customer), posting)
  return outcome.kind === 'released' && outcome.isNew ? changesOfRelease(facts, outcome.reserved) : []
}

/** The part that is the same in all commands about a basket. */
function ofCheckout() {
  return {
    customerOf: ({ customerKey }: CheckoutInput) => customerKey,
    loads: () => [],
    loadsAfter({ customer }: Facts, { checkoutId }: CheckoutInput) {
      const key = customer && { customerId: customer.id, checkoutId }
      const loads = key && customer ? [load(reservationsOfCheckouts, key), standingLoad(customer)] : []
      return { lots: true, loads }
    },
  }
}

/** What the basket holds; else the last that it held. */
function knownOfCheckout(facts: Facts, { checkoutId }: CheckoutInput): Reserved | null {
  const { customer } = facts
  if (!customer) return null
  const last = newest(facts, facts.peek(reservationsOfCheckouts, { customerId: customer.id, checkoutId }))
  const standing = standingOf(facts, customer)
  const isHeld = standing && isReserved(standing.redemption) && standing.redemption.checkoutId === checkoutId
  if (!isHeld || standing.redemption.id === last?.redemption.id) return last
  return { ...standing, reward: facts.peek(rewards, standing.redemption.rewardId) ?? null }
}

/** A customer who was made by another command of the batch has only what that has reserved, and it was not asked for. */
function standingOf(facts: Facts, { id }: Customer): Reserved | null {
  return newest(facts, facts.peek(standingReservations, id))
}

/** As the commands of this batch have made it. */
function newest(facts: Facts, stored: Reserved | undefined): Reserved | null {
  if (!stored) return null
  const { redemption, coupon } = stored
  return {
    ...stored,
    redemption: facts.peek(redemptions, redemption.originalKey) ?? redemption,
    coupon: facts.peek(coupons, codeKey(coupon.code)) ?? coupon,
  }
}

function toDecision(
  facts: Facts,
  input: CheckoutInput,
  decideOutcome: () => CheckoutOutcome,
  posting: Posting,
) {
  if (!facts.customer) return { result: unknownCustomer(input) }
  const outcome = decideOutcome()
  const isReleased = outcome.kind === 'released' && outcome.isNew
  return {
    result: { ...outcome, sequence: posting.account.sequence },
    changes: isReleased ? changesOfRelease(facts, outcome.reserved) : [],
  }
}

function changesOfReservation({ redemption, coupon }: RedemptionWithCoupon): Change[] {
  return [put(redemptions, redemption.originalKey, redemption), put(coupons, codeKey(coupon.code), coupon)]
}

/** A reservation that its basket holds again; the coupon is put by the command that has freed it. */
export function changesOfHeld({ redemption, coupon, spent }: ToReturn): Change[] {
  return [
    put(redemptions, redemption.originalKey, redemption),
    put(standingReservations, redemption.customerId, { redemption, coupon, spent, reward: null }),
  ]
}

export function changesOfRelease(facts: Facts, released: RedemptionWithCoupon): Change[] {
  const { redemption, coupon } = released
  return [put(coupons, codeKey(coupon.code), coupon), ...changesOfReturns(facts, [redemption])]
}
