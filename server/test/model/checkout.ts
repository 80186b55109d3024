/** Checkout: a reward is reserved for a basket, looked at again, and given up (the further operations 42 to 44). */
import { least, type Units, wholeCents } from './arithmetic.ts'
import { isHeld, type ModelReward, RELEASED_BY, type Redeemed } from './counter.ts'
import { giveBackAll, hold, standingOf } from './coupons.ts'
import { type Amount, plus } from './ledger.ts'
import { cashbackMost, ERROR_AT_CHECKOUT, issue, whyIneligible, whyNotAllowed } from './rewards.ts'
import type { Customer, Outcome, Shop } from './shop.ts'

const MINUTE_MS = 60_000
const SECOND_MS = 1_000
const USUAL_MINUTES = 60

export interface ToReserve {
  readonly customer: string
  readonly checkout: string
  /** null: the first cashback reward that is active. */
  readonly reward: ModelReward | null
  /** null: as much as is allowed. */
  readonly value: Units | null
  /** What the basket costs; null: it was not sent. */
  readonly total: Units | null
  /** null: the server makes one up. */
  readonly key: string | null
  readonly minutes: number | null
}

export interface Reserved extends Redeemed {
  readonly isAgain: boolean
}

/** `unknownKey`: by which it is known until the server has told which key it made up. */
export function reserve(shop: Shop, sent: ToReserve, unknownKey: string, now: number): Outcome<Reserved> {
  const customer = shop.customers.get(sent.customer)
  if (!customer) return { error: 59 }
  const { account } = customer
  account.settle(now)
  const { rewards } = shop.counter
  const reward = sent.reward ?? rewards.find(({ points, isActive }) => points === null && isActive)
  if (!reward?.isActive) return { error: 82 }
  const validUntil = deadlineOf(sent, now)
  const standing = standingOf(customer)
  if (standing && isSame(standing, sent, reward, account.balance)) {
    hold(customer, standing, validUntil)
    return { done: { ...standing, isAgain: true } }
  }
  if (sent.key !== null && shop.counter.redemptions.has(sent.key)) return { error: 47 }
  const cost = costOf(shop, customer, sent, reward, now)
  if ('error' in cost) return cost
  if (standing) release(standing, customer, RELEASED_BY.reservation, now)
  const terms = { reward, key: sent.key ?? unknownKey, cost: cost.done, validUntil, checkout: sent.checkout }
  const made = issue(shop, customer, terms, now)
  customer.baskets.set(sent.checkout, made)
  customer.reserved.push(made)
  hold(customer, made, validUntil)
  return { done: { ...made, isAgain: false } }
}

function deadlineOf({ minutes }: ToReserve, now: number): number {
  const exactly = now + (minutes ?? USUAL_MINUTES) * MINUTE_MS
  return exactly - (exactly % SECOND_MS)
}

function release({ redemption, coupon }: Redeemed, { account }: Customer, by: number, now: number): void {
  giveBackAll(redemption, coupon, account, by, now)
}

/** Those that can still be bought: what is reserved, and what another basket or the deadline has released. */
export function openBaskets({ reserved }: Customer): Redeemed[] {
  const released: readonly (number | null)[] = [RELEASED_BY.deadline, RELEASED_BY.reservation]
  const isOpen = ({ redemption }: Redeemed) => isHeld(redemption) || released.includes(redemption.releasedBy)
  return reserved.filter(isOpen)
}

/** What a basket holds, else the last that it held. */
function basketOf(customer: Customer, checkout: string): Redeemed | undefined {
  const standing = standingOf(customer)
  return standing?.redemption.checkout === checkout ? standing : customer.baskets.get(checkout)
}

/** Of the same reward for the same basket, and of cashback as much; what it has reserved counts as there. */
function isSame(
  { redemption }: Redeemed,
  { checkout, key, value, total }: ToReserve,
  reward: ModelReward,
  balance: Amount,
): boolean {
  if (redemption.checkout !== checkout || redemption.reward !== reward) return false
  if (key !== null && key !== redemption.key) return false
  if (reward.points !== null) return true
  return (value ?? mostFor(reward, plus(balance, redemption.cost), total)) === redemption.cost.cashback
}

function mostFor(reward: ModelReward, balance: Amount, total: Units | null): Units {
  const most = cashbackMost(reward, balance)
  return total === null ? most : wholeCents(least(most, total))
}

/** What it costs, or why it is refused; the one that stands makes way for it. */
function costOf(
  shop: Shop,
  customer: Customer,
  { value, total }: ToReserve,
  reward: ModelReward,
  now: number,
): Outcome<Units> {
  const { id, account, isEnrolled } = customer
  const standing = standingOf(customer)
  const balance = standing ? plus(account.balance, stillGood(standing, now)) : account.balance
  const isOfSame = standing?.redemption.reward === reward
  const count = shop.counter.standing(reward, id) - (isOfSame ? 1 : 0)
  const reason = whyIneligible(shop, reward, { isEnrolled, balance, standing: count })
  if (reason !== null) return { error: ERROR_AT_CHECKOUT[reason] }
  if (reward.points !== null) return { done: reward.points }
  const most = mostFor(reward, balance, total)
  const wrong = whyNotAllowed(value, most, balance)
  return wrong === null ? { done: value ?? most } : { error: ERROR_AT_CHECKOUT[wrong] }
}

/** What is there again when it goes back; the rest has expired meanwhile, and expires again. */
function stillGood({ redemption }: Redeemed, now: number): Amount {
  const sum = { points: 0n, cashback: 0n }
  for (const { lot, amount } of redemption.uses) {
    if (lot.expiresAt !== null && lot.expiresAt <= now) continue
    sum.points += amount.points
    sum.cashback += amount.cashback
  }
  return sum
}

export interface Basket {
  readonly customer: string
  readonly checkout: string
  readonly total: Units | null
}

export interface LookedAt {
  readonly code: string
  /** What is reserved for the basket; null: nothing is. */
  readonly held: Redeemed | null
  /** The most cashback for it; null: it is not known. */
  readonly most: Units | null
}

export function refresh(shop: Shop, sent: Basket, now: number): Outcome<LookedAt> {
  const customer = shop.customers.get(sent.customer)
  if (!customer) return { error: 59 }
  const { account } = customer
  account.settle(now)
  const known = basketOf(customer, sent.checkout)
  if (!known) return { done: { code: '03', held: null, most: null } }
  const { reward, cost, releasedBy } = known.redemption
  const wasHeld = isHeld(known.redemption)
  const balance = wasHeld ? plus(account.balance, cost) : account.balance
  const most = sent.total === null ? null : mostFor(reward, balance, sent.total)
  if (!wasHeld) {
    const isRemoved = releasedBy === RELEASED_BY.basket
    return { done: { code: isRemoved ? '06' : '04', held: null, most: isRemoved ? most : null } }
  }
  if (most === null || reward.points !== null || cost.cashback <= most) {
    return { done: { code: '05', held: known, most } }
  }
  release(known, customer, RELEASED_BY.basket, now)
  return { done: { code: '06', held: null, most } }
}

/** The code of the answer. */
export function remove(
  shop: Shop,
  { customer: id, checkout }: Omit<Basket, 'total'>,
  now: number,
): Outcome<string> {
  const customer = shop.customers.get(id)
  if (!customer) return { error: 59 }
  customer.account.settle(now)
  const known = basketOf(customer, checkout)
  if (!known) return { done: '03' }
  if (!isHeld(known.redemption)) {
    return { done: known.redemption.releasedBy === RELEASED_BY.shop ? '07' : '04' }
  }
  release(known, customer, RELEASED_BY.shop, now)
  return { done: '07' }
}
