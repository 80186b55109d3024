/** What an order earns under a program: decisions 4, and “lines count for at most the order's total”. */
import { least, most, type Units, units, wholePoints } from './arithmetic.ts'
import { clockOf, dayBefore, type GoodUntil, type Weekday } from './calendar.ts'
import type { CardRule } from './card.ts'
import { type Cap, countedFor, type Exclusion, type Per } from './counting.ts'
import type { EarningLine, Facts, When } from './facts.ts'

export type BonusKind = 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch' | 'tier' | 'order'

/** A multiplier of what is proportional, or points beside it. */
export interface Bonus {
  readonly kind: BonusKind
  readonly ids: readonly string[]
  readonly multiplier?: Units
  readonly points?: Units
  readonly when?: When
  /** How often a customer is given it, of a rule with this number. Only points: what a multiplier gives is rounded. */
  readonly limit?: { readonly id: number; readonly times: number; readonly per: Per }
  /** On top of everything, or only the best of all that compete; where it is left out, multipliers of lines compete. */
  readonly stacks?: boolean
}

export interface Campaign {
  readonly multiplier: Units
  readonly startsAt: number
  readonly endsAt: number
}

export interface Program {
  /** Points for every `perAmount`, rounded down. */
  readonly points: Units
  readonly perAmount: Units
  readonly minimumOrder: Units
  readonly waitingDays: number
  readonly validityDays: number | null
  /** Instead of so many days. */
  readonly goodUntil?: GoodUntil
  readonly signupPoints: Units
  readonly firstPurchasePoints: Units
  readonly isCashbackOn: boolean
  readonly pointValue: Units
  /** null: no rule for quizzes, so their points never expire. */
  readonly quizValidityDays: number | null
  readonly bonuses: readonly Bonus[]
  readonly campaigns: readonly Campaign[]
  readonly exclusions: readonly Exclusion[]
  /** From what is narrow to what is wide. */
  readonly caps: readonly Cap[]
  readonly cards: readonly CardRule[]
}

const ONCE = units(1)

/** What an order earns, before caps. */
export interface Earning {
  readonly points: Units
  /** Bonuses that gave something. */
  readonly gave: ReadonlySet<Bonus>
  /** Those of which all that they ask for is true. */
  readonly held: readonly Bonus[]
}

const NOTHING: Earning = { points: 0n, gave: new Set(), held: [] }

/** `refuses`: bonuses that its customer was given as often as may be. */
export function earningOf(program: Program, sent: Facts, refuses: (bonus: Bonus) => boolean): Earning {
  const { amount, lines, isNothing } = countedFor('points', program.exclusions, sent)
  const facts = { ...sent, total: amount, lines }
  // Nothing counts or nothing was paid: nothing is earned, no points beside either.
  if (isNothing || amount < program.minimumOrder || amount === 0n) return NOTHING
  const base = proportional(program, facts.total * ONCE)
  const extra = (multiplier: Units): Units => wholePoints((multiplier - ONCE) * base, ONCE * ONCE)
  const asked = program.bonuses.filter((bonus) => isTrueOf(bonus, facts))
  const held = asked.filter((bonus) => !refuses(bonus))
  const gave = new Set<Bonus>()
  let points = proportional(program, weightOf({ ...program, bonuses: held }, facts))
  let winner: { bonus: Bonus; given: Units } | null = null
  for (const bonus of held) {
    const given = besides(program, bonus, facts, extra)
    if (bonus.multiplier !== undefined || bonus.stacks !== false) {
      points += given
      if (given > 0n) gave.add(bonus)
    } else if (given > (winner?.given ?? 0n)) winner = { bonus, given }
  }
  // Of fixed points that compete, the most.
  if (winner) {
    points += winner.given
    gave.add(winner.bonus)
  }
  if (facts.tier?.multiplier) points += extra(facts.tier.multiplier)
  if (facts.isFirstPurchase) points += program.firstPurchasePoints
  return { points, gave, held: asked }
}

/** What a bonus gives beside the best multiplier of each line. */
function besides(program: Program, bonus: Bonus, facts: Facts, extra: (multiplier: Units) => Units): Units {
  const { multiplier } = bonus
  if (!isOfLines(bonus)) {
    if (!isOnOrder(bonus, facts) || (multiplier !== undefined && competes(bonus))) return 0n
    return multiplier === undefined ? (bonus.points ?? 0n) : extra(multiplier)
  }
  let rest = facts.total
  let money = 0n
  let points = 0n
  for (const line of facts.lines) {
    // Lines count in their order, for as long as something of the total is left.
    if (!isPriced(line) || rest === 0n) continue
    const amount = least(line.price ?? 0n, rest)
    rest -= amount
    if (!isOnLine(bonus, line)) continue
    money += amount
    points += bonus.points ?? 0n
  }
  if (multiplier === undefined) return points
  return competes(bonus) ? 0n : proportional(program, money * (multiplier - ONCE))
}

function isOfLines({ kind }: Bonus): boolean {
  return kind === 'product' || kind === 'brand' || kind === 'category'
}

function competes(bonus: Bonus): boolean {
  return bonus.stacks === undefined ? isOfLines(bonus) && bonus.multiplier !== undefined : !bonus.stacks
}

export function isTrueOf({ when = {} }: { readonly when?: When }, facts: Facts): boolean {
  const { minimumOrder, firstOrders } = when
  if (minimumOrder !== undefined && facts.total < minimumOrder) return false
  if (firstOrders !== undefined && (facts.number === null || facts.number > firstOrders)) return false
  return isTime(when, facts.placedAt, facts.timeZone)
}

function isTime({ from: first, until: end, days, hours }: When, at: number, timeZone: string): boolean {
  if ((first !== undefined && at < first) || (end !== undefined && at >= end)) return false
  const isDay = (weekday: Weekday): boolean => days === undefined || days.includes(weekday)
  const { weekday, clock } = clockOf(at, timeZone)
  if (!hours) return isDay(weekday)
  const { from, until } = hours
  if (from < until) return isDay(weekday) && from <= clock && clock < until
  return (clock >= from && isDay(weekday)) || (clock < until && isDay(dayBefore(weekday)))
}

/** The whole points for a sum of amount × multiplier. */
function proportional({ points, perAmount }: Program, weight: bigint): Units {
  return wholePoints(weight * points, perAmount * ONCE * ONCE)
}

/** What one product would earn, bought now by a customer of the base tier: no minimum, no points beside. */
export function productPoints(program: Program, line: EarningLine, now: number, timeZone: string): Units {
  // Neither who buys is known there, nor how much else.
  const held = program.bonuses.filter(
    ({ when = {} }) =>
      when.minimumOrder === undefined && when.firstOrders === undefined && isTime(when, now, timeZone),
  )
  const price = line.price ?? 0n
  const alone = { ...UNKNOWN, total: price, sent: price, lines: [line] }
  if (countedFor('points', program.exclusions, alone).isNothing) return 0n
  const ofOrders = held.filter((bonus) => bonus.kind === 'order' && competes(bonus))
  const whole = best([campaignAt(program, now), ...ofOrders.map(({ multiplier }) => multiplier ?? ONCE)])
  const onTop = held.filter((bonus) => isOnLine(bonus, line) && !competes(bonus))
  return onTop.reduce(
    (sum, { multiplier }) => sum + proportional(program, price * ((multiplier ?? ONCE) - ONCE)),
    proportional(program, price * bestOf({ ...program, bonuses: held }, line, whole)),
  )
}

const UNKNOWN: Facts = {
  total: 0n,
  sent: 0n,
  shipping: null,
  placedAt: 0,
  lines: [],
  paymentMethod: null,
  branch: null,
  tier: null,
  isFirstPurchase: false,
  number: null,
  timeZone: 'UTC',
}

function campaignAt({ campaigns }: Program, at: number): Units {
  const running = campaigns.filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
  return best(running.map(({ multiplier }) => multiplier))
}

function bestOf({ bonuses }: Program, line: EarningLine, whole: Units): Units {
  const own = bonuses.filter((bonus) => competes(bonus) && isOnLine(bonus, line))
  return best([whole, ...own.map(({ multiplier }) => multiplier ?? ONCE)])
}

/** Each line with the best multiplier that it has, the rest of the total with that of the campaign. */
function weightOf(program: Program, facts: Facts): bigint {
  const rivals = program.bonuses.filter((bonus) => competes(bonus) && isOnOrder(bonus, facts))
  const campaign = best([
    campaignAt(program, facts.placedAt),
    ...rivals.map(({ multiplier }) => multiplier ?? ONCE),
  ])
  let rest = facts.total
  let weight = 0n
  for (const line of facts.lines) {
    if (!isPriced(line)) continue
    const amount = least(line.price ?? 0n, rest)
    rest -= amount
    weight += amount * bestOf(program, line, campaign)
  }
  return weight + rest * campaign
}

function best(multipliers: readonly Units[]): Units {
  return multipliers.reduce(most, ONCE)
}

/** A product without a price, or for nothing, is not used by rules. */
function isPriced({ price }: EarningLine): boolean {
  return price !== null && price > 0n
}

function isOnLine({ kind, ids }: Bonus, { product, brand, categories }: EarningLine): boolean {
  if (kind === 'product') return ids.includes(product)
  if (kind === 'brand') return brand !== null && ids.includes(brand)
  return kind === 'category' && categories.some((category) => ids.includes(category))
}

function isOnOrder({ kind, ids }: Bonus, { paymentMethod, branch, tier }: Facts): boolean {
  if (kind === 'order') return true
  const id = { paymentMethod, branch, tier: tier?.name ?? null, product: null, brand: null, category: null }[
    kind
  ]
  return id !== null && ids.includes(id)
}
