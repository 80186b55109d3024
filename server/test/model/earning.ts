/** What an order earns under a program: decisions 4, and “lines count for at most the order's total”. */
import { least, most, type Units, units, wholePoints } from './arithmetic.ts'

export type BonusKind = 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch' | 'tier'

/** A multiplier of what is proportional, or points beside it. */
export interface Bonus {
  readonly kind: BonusKind
  readonly ids: readonly string[]
  readonly multiplier?: Units
  readonly points?: Units
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
  readonly signupPoints: Units
  readonly firstPurchasePoints: Units
  readonly isCashbackOn: boolean
  readonly pointValue: Units
  /** null: no rule for quizzes, so their points never expire. */
  readonly quizValidityDays: number | null
  readonly bonuses: readonly Bonus[]
  readonly campaigns: readonly Campaign[]
}

/** Where a product stands. */
export interface Place {
  readonly brand: string | null
  /** Its own and all above it. */
  readonly categories: readonly string[]
}

export interface EarningLine extends Place {
  readonly product: string
  readonly price: Units | null
}

/** All that the points of an order depend on. */
export interface Facts {
  readonly total: Units
  readonly placedAt: number
  readonly lines: readonly EarningLine[]
  readonly paymentMethod: string | null
  readonly branch: string | null
  /** The tier that its customer was in, and what its benefits multiplied by. */
  readonly tier: { readonly name: string; readonly multiplier: Units | null } | null
  readonly isFirstPurchase: boolean
}

const ONCE = units(1)

export function pointsOf(program: Program, facts: Facts): Units {
  // Nothing was paid: nothing is earned, no points beside either.
  if (facts.total < program.minimumOrder || facts.total === 0n) return 0n
  const base = proportional(program, facts.total * ONCE)
  const extra = (multiplier: Units): Units => wholePoints((multiplier - ONCE) * base, ONCE * ONCE)
  let points = proportional(program, weightOf(program, facts))
  let rest = facts.total
  for (const line of facts.lines) {
    // Lines count in their order, for as long as something of the total is left.
    if (!isPriced(line) || rest === 0n) continue
    rest -= least(line.price ?? 0n, rest)
    for (const bonus of program.bonuses) if (isOnLine(bonus, line)) points += bonus.points ?? 0n
  }
  for (const bonus of program.bonuses) {
    if (!isOnOrder(bonus, facts)) continue
    points += bonus.multiplier === undefined ? (bonus.points ?? 0n) : extra(bonus.multiplier)
  }
  if (facts.tier?.multiplier) points += extra(facts.tier.multiplier)
  if (facts.isFirstPurchase) points += program.firstPurchasePoints
  return points
}

/** The whole points for a sum of amount × multiplier. */
function proportional({ points, perAmount }: Program, weight: bigint): Units {
  return wholePoints(weight * points, perAmount * ONCE * ONCE)
}

/** What one product would earn, bought now by a customer of the base tier: no minimum, no points beside. */
export function productPoints(program: Program, line: EarningLine, now: number): Units {
  return proportional(program, (line.price ?? 0n) * bestOf(program, line, campaignAt(program, now)))
}

function campaignAt({ campaigns }: Program, at: number): Units {
  const running = campaigns.filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
  return best(running.map(({ multiplier }) => multiplier))
}

function bestOf({ bonuses }: Program, line: EarningLine, campaign: Units): Units {
  const own = bonuses.filter((bonus) => isOnLine(bonus, line)).map(({ multiplier }) => multiplier ?? ONCE)
  return best([campaign, ...own])
}

/** Each line with the best multiplier that it has, the rest of the total with that of the campaign. */
function weightOf(program: Program, facts: Facts): bigint {
  const campaign = campaignAt(program, facts.placedAt)
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
  const id = { paymentMethod, branch, tier: tier?.name ?? null, product: null, brand: null, category: null }[
    kind
  ]
  return id !== null && ids.includes(id)
}
