/** Tiers: all goals must be met over their months; up at once, down at night after a grace period (decisions 5). */
import { least, toNumber, total, type Units, units } from './arithmetic.ts'
import { dayOf, daysAfter, monthsBefore, startOf } from './calendar.ts'
import { type Account, type LedgerRecord, TYPE } from './ledger.ts'
import { type Customer, type Order, type Shop, STATE } from './shop.ts'
import type { HeldTier, ModelGoal, ModelTier } from './tier.ts'

/** One who was erased is in none. */
export function currentTier({ tiers }: Shop, customer: Customer | undefined): ModelTier | null {
  if (customer && customer.erased !== null) return null
  return customer?.tier?.tier ?? tiers.find(({ isBase }) => isBase) ?? null
}

/**
 * How much a customer has of what a goal counts. A day that is over counts up to its end; today, what is dated ahead
 * counts already.
 */
export function progress(shop: Shop, customer: Customer, goal: ModelGoal, day: string, today: string): Units {
  const { timeZone } = shop.settings
  const start = startOf(monthsBefore(day, goal.months), timeZone)
  const end = day === today ? Number.POSITIVE_INFINITY : startOf(daysAfter(day, 1), timeZone)
  let sum = 0n
  for (const { at, value } of entries(customer, goal.measure)) if (start <= at && at < end) sum += value
  return sum
}

interface Entry {
  readonly at: number
  readonly value: Units
}

function entries(customer: Customer, measure: ModelGoal['measure']): Entry[] {
  if (measure === 'points') return pointEntries(customer)
  return customer.orders.flatMap((order) =>
    // One of which nothing counts is no order for a goal.
    order.state === STATE.complete && order.completedAt !== null && order.earned?.countsForTiers != null
      ? [{ at: order.completedAt, value: measure === 'spend' ? order.earned.countsForTiers : units(1) }]
      : [],
  )
}

/** To spend or to lose points is no step back; cashback that a merchant gives is a gift like others. */
const GIFTS: readonly number[] = [TYPE.signup, TYPE.quiz, TYPE.manual]
const EARNED: readonly number[] = [TYPE.purchase, TYPE.orderAdjusted]

/** What an order has earned counts on the day of its completion, and nothing once it is cancelled. */
function pointEntries({ account, orders }: Customer): Entry[] {
  const gifts = account.records.filter(({ type, amount }) => GIFTS.includes(type) && amount.points > 0n)
  return [
    ...gifts.map(({ at, amount }) => ({ at, value: amount.points })),
    ...orders.flatMap(({ id, state, completedAt }) =>
      state === STATE.complete && completedAt !== null
        ? [{ at: completedAt, value: total(recordsOf(account, id).map(({ amount }) => amount.points)) }]
        : [],
    ),
  ]
}

/** What an order was given and what was adjusted of it. */
function recordsOf({ records }: Account, id: string): LedgerRecord[] {
  return records.filter(({ type, order }) => order === id && EARNED.includes(type))
}

function isReached(shop: Shop, customer: Customer, tier: ModelTier, day: string, today: string): boolean {
  if (tier.isBase || tier.goals.length === 0) return false
  return tier.goals.every((goal) => progress(shop, customer, goal, day, today) >= goal.value)
}

function highestReached(shop: Shop, customer: Customer, now: number): ModelTier | null {
  const today = shop.dayOf(now)
  return shop.tiers.findLast((tier) => isReached(shop, customer, tier, today, today)) ?? null
}

/** Up at once, whatever brought it. Whether it did. */
export function promote(shop: Shop, customer: Customer, now: number): boolean {
  if (customer.erased !== null) return false
  const reached = highestReached(shop, customer, now)
  const current = currentTier(shop, customer)
  if (!reached || (current && reached.order <= current.order)) return false
  hold(customer, reached, now)
  return true
}

function hold(customer: Customer, tier: ModelTier | null, now: number): void {
  customer.tier = tier && { tier, since: now, belowSince: null }
}

/**
 * An order was cancelled, or all of it returned: a tier that was reached since it counted falls to the highest that is
 * met. A tier from before the order keeps its grace, also below the one that falls.
 *
 * The decisions do not say since when an order counts that had no point to record before: here it is as old as it says.
 */
export function fallWith(shop: Shop, customer: Customer, order: Order, before: Order, now: number): void {
  const { tier: held } = customer
  if (!held || !order.earned) return
  // Not of the order as it is now: what takes it back may give it its first points.
  const countedAt = before.earned?.pointsSince ?? Math.min(now, before.completedAt ?? now)
  const reached = highestReached(shop, customer, now)
  if (held.since < countedAt || isAtLeast(reached, held.tier)) return
  const earlier = shop.tiers.find(({ name, isBase }) => !isBase && name === order.earned?.tier?.name) ?? null
  if (isAtLeast(earlier, held.tier)) return
  if (earlier && !isAtLeast(reached, earlier)) hold(customer, earlier, countedAt)
  else hold(customer, reached, now)
}

function isAtLeast(tier: ModelTier | null, other: ModelTier): boolean {
  return tier !== null && tier.order >= other.order
}

/** The nightly look at everybody. */
export function lookAtEverybody(shop: Shop, now: number): void {
  for (const customer of shop.customers.values()) look(shop, customer, now)
  shop.sweptAt = now
}

function look(shop: Shop, customer: Customer, now: number): void {
  promote(shop, customer, now)
  const { tier: held } = customer
  if (!held || held.tier.goals.length === 0) return
  const { graceDays } = shop.settings
  const reached = highestReached(shop, customer, now)
  if (isAtLeast(reached, held.tier)) {
    held.belowSince = null
    return
  }
  held.belowSince ??= missedSince(shop, customer, held, now)
  const last = daysAfter(shop.dayOf(held.belowSince), graceDays)
  if (shop.dayOf(now) >= last) hold(customer, reached, now)
}

/**
 * Time alone tells to the day since when goals are missed, whenever somebody looks. What time does not tell, such
 * as a cancelled order, is taken to have happened since the last look.
 */
function missedSince(shop: Shop, customer: Customer, held: HeldTier, now: number): number {
  const { timeZone, graceDays } = shop.settings
  const today = dayOf(now, timeZone)
  const isMissedOn = (day: string) => !isReached(shop, customer, held.tier, day, today)
  let day = today
  while (day > daysAfter(today, -graceDays) && isMissedOn(daysAfter(day, -1))) day = daysAfter(day, -1)
  return Math.min(Math.max(startOf(day, timeZone), held.since, shop.sweptAt ?? held.since), now)
}

/** With two decimals, rounded down, and 100 at the most. */
export function percentOf(value: Units, goal: Units): number {
  if (value <= 0n) return 0
  return toNumber(least((value * 10_000n) / goal, 10_000n) * 100n)
}
