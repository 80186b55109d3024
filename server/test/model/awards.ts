/** Rewards that full cards give by themselves: due, given, held or undone with their card (RULES 4.8). */
import type { ModelAward } from './counter.ts'
import { isGoodOn } from './coupons.ts'
import { issue } from './rewards.ts'
import type { Customer, Shop } from './shop.ts'

let made = 0

export function awardsOf({ cards }: Customer): ModelAward[] {
  return [...cards.values()].flatMap(({ prizes }) => prizes.flatMap(({ award }) => award ?? []))
}

export function newAward(shop: Shop, rule: number, gift: string, dueAt: number): ModelAward {
  const found = shop.counter.gifts.find(({ name }) => name === gift)
  if (!found) throw new Error(`there is no gift ${gift}`)
  return {
    rule,
    gift: found,
    dueAt,
    state: 'due',
    droppedAt: null,
    given: null,
    wasHeld: false,
    isKnown: false,
  }
}

export function isAwaitingGifts(customer: Customer): boolean {
  return awardsOf(customer).some(({ state }) => state === 'due' || state === 'held')
}

/** What is due is given, or held where the reward can't be given now. */
export function giveAwards(shop: Shop, customer: Customer, now: number): void {
  for (const award of awardsOf(customer)) {
    if (award.state === 'due' && award.dueAt <= now) give(shop, customer, award, now)
  }
}

/** What was held is tried again. */
export function giveHeld(shop: Shop, customer: Customer, now: number): void {
  for (const award of awardsOf(customer)) if (award.state === 'held') give(shop, customer, award, now)
}

function give(shop: Shop, customer: Customer, award: ModelAward, now: number): void {
  award.isKnown = false
  if (!shop.counter.canGive(award.gift)) {
    award.state = 'held'
    award.wasHeld = true
    return
  }
  made += 1
  const { couponDays } = award.gift
  const validUntil = couponDays === null ? null : shop.endAfter(shop.dayOf(now), couponDays)
  award.state = 'given'
  // The server makes up the key, and tells.
  award.given = issue(
    shop,
    customer,
    { reward: award.gift, key: `gift ${made}`, cost: 0n, validUntil, isGift: true },
    now,
  )
  customer.account.others.push(`Reward_Given of ${award.rule}`)
}

/** Its person is erased: what was not given by then never is. It counts as earned. */
export function dropAwards(customer: Customer, now: number): void {
  for (const award of awardsOf(customer)) {
    if (award.state !== 'due' && award.state !== 'held') continue
    award.state = 'dropped'
    award.droppedAt = now
  }
}

/** A coupon that was used, is over or was made inactive stays as it is; one that the shop has returned is no one's. */
export function canUndo(shop: Shop, award: ModelAward | null, now: number): boolean {
  if (!award?.given || award.given.redemption.isReturned) return true
  const { coupon } = award.given
  return !coupon.isUsed && !coupon.isInactive && isGoodOn(shop, coupon, now)
}

export function undoAward(customer: Customer, award: ModelAward): void {
  award.state = 'undone'
  if (!award.given || award.given.redemption.isReturned) return
  award.given.redemption.isReturned = true
  award.given.coupon.isInactive = true
  customer.account.others.push(`Reward_TakenBack of ${award.rule}`)
}
