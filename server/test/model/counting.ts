/** What of an order counts, and how much of its points a customer may still be given (RULES 4.3 and 4.5). */
import { least, most, share, total, type Units, units } from './arithmetic.ts'
import { clockOf, dayOf, daysAfter } from './calendar.ts'
import type { EarningLine, Facts } from './facts.ts'

export type Purpose = 'points' | 'stamps' | 'tiers'

/** Lines, shipping, or (at a branch) whole orders that do not count. */
export interface Exclusion {
  readonly of: 'brand' | 'category' | 'marked' | 'shipping' | 'all'
  readonly ids?: readonly string[]
  readonly branch?: string
  readonly outOf: readonly Purpose[]
}

export interface Counted {
  readonly amount: Units
  readonly lines: readonly EarningLine[]
  /** Nothing counts, because of what is left out. */
  readonly isNothing: boolean
}

/** A line that counts, with its part of the goods, and what is left of that. */
export interface CountedLine {
  readonly line: EarningLine
  readonly stands: Units
  readonly left: Units
}

export function countedLines(purpose: Purpose, all: readonly Exclusion[], facts: Facts): CountedLine[] {
  const rules = applying(purpose, all, facts)
  const stands = standsFor(facts, facts.sent - shippingOut(rules, facts))
  return facts.lines.flatMap((line, index) => {
    if (rules.some((rule) => leavesOut(rule, line))) return []
    const part = stands[index] ?? 0n
    return [{ line, stands: part, left: most(part - line.returned, 0n) }]
  })
}

function applying(purpose: Purpose, all: readonly Exclusion[], { branch: of }: Facts): Exclusion[] {
  return all.filter(({ outOf, branch }) => outOf.includes(purpose) && (branch === undefined || branch === of))
}

function shippingOut(rules: readonly Exclusion[], { shipping, sent }: Facts): Units {
  return rules.some(({ of }) => of === 'shipping') ? least(shipping ?? 0n, sent) : 0n
}

export function countedFor(purpose: Purpose, all: readonly Exclusion[], facts: Facts): Counted {
  const rules = applying(purpose, all, facts)
  if (rules.some(({ of }) => of === 'all')) return { amount: 0n, lines: [], isNothing: true }
  const shipping = shippingOut(rules, facts)
  const stands = standsFor(facts, facts.sent - shipping)
  const isOut = (line: EarningLine): boolean => rules.some((rule) => leavesOut(rule, line))
  const out = facts.lines.map((line, index) =>
    isOut(line) ? most((stands[index] ?? 0n) - line.returned, 0n) : 0n,
  )
  const lines = facts.lines.filter((line) => !isOut(line))
  const isAllOut = facts.lines.length > 0 && lines.length === 0
  const amount = isAllOut ? 0n : most(facts.total - shipping - total(out), 0n)
  const isLess = amount < facts.total
  return { amount, lines, isNothing: amount === 0n && (isAllOut || isLess) }
}

function leavesOut({ of, ids = [] }: Exclusion, { brand, categories, isMarked }: EarningLine): boolean {
  if (of === 'marked') return isMarked
  if (of === 'brand') return brand !== null && ids.includes(brand)
  return of === 'category' && categories.some((category) => ids.includes(category))
}

/** Each line's part of the goods: its price, or its share where all prices together are more. */
function standsFor({ lines }: Facts, goods: Units): Units[] {
  const prices = lines.map(({ sentPrice }) => sentPrice ?? 0n)
  const sum = total(prices)
  if (sum <= goods) return prices
  const last = prices.findLastIndex((price) => price > 0n)
  const shares = prices.map((price) => share(goods, price, sum))
  const others = total(shares.filter((_, index) => index !== last))
  return shares.map((one, index) => (index === last ? most(goods - others, 0n) : one))
}

// ── limits ──────────────────────────────────────────────────────────────────────────────────────────────────

export type Per = 'day' | 'week' | 'month' | 'ever'

export interface Cap {
  readonly id: number
  readonly points: Units
  readonly per: Per | 'order'
}

/** Of one rule: the period, and how much of it; 0 where it would have given something and might not. */
export interface Taken {
  readonly period: string
  readonly amount: Units
}

/** What an order has taken, by the rule's number. */
export type AllTaken = ReadonlyMap<number, Taken>

/** What all of a customer's orders have taken of a rule in a period. */
export type Used = (rule: number, period: string) => Units

const FROM_MONDAY = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

export function periodOf(per: Per, at: number, timeZone: string): string {
  const day = dayOf(at, timeZone)
  if (per === 'ever') return 'ever'
  if (per === 'month') return day.slice(0, '2026-11'.length)
  if (per === 'day') return day
  return `week of ${daysAfter(day, -FROM_MONDAY.indexOf(clockOf(at, timeZone).weekday))}`
}

/** Whether a rule that gives something so often may give it to this order. */
export function mayGive(times: number, used: Units, had: Taken | undefined, period: string): boolean {
  if (had) return had.amount > 0n && (had.period === period || used < units(times))
  return used < units(times)
}

/** The table of 4.5, row by row. */
export function takenOf(
  now: { readonly asked: Units; readonly room: Units; readonly period: string },
  before: { readonly asked: Units; readonly period: string; readonly amount: Units } | null,
): Units {
  const { asked, room, period } = now
  if (!before) return least(asked, room)
  const isSame = before.period === period
  if (asked <= before.asked) {
    const kept = least(asked, before.amount)
    return isSame ? kept : least(kept, room)
  }
  const more = asked - before.asked
  return isSame ? before.amount + least(more, room) : least(before.amount + more, room)
}
