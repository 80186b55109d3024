import type { CustomerId } from '../../contract/ids.ts'
import { type Decimal, decimalFromText, ONE, shortText, ZERO } from '../../platform/decimal.ts'
import type { Tier } from '../../tiers/tier.ts'
import type { Both } from './totals.ts'

/** How many customers get how much more or fewer points. */
export interface Changes {
  readonly more: number
  readonly fewer: number
  readonly same: number
  /** By the place in `BOUNDS` of the first bound that the change does not exceed. */
  readonly moreBy: readonly number[]
  readonly fewerBy: readonly number[]
  readonly gains: readonly ChangeOfCustomer[]
  readonly losses: readonly ChangeOfCustomer[]
  /** Tiers at the end, and how many moved. */
  readonly tiers: TierChanges
}

export interface ChangeOfCustomer {
  readonly customerId: CustomerId
  readonly points: Both
}

export interface TierChanges {
  /** Customers by tier, where the two differ; 0 stands for none. */
  readonly byTier: readonly (readonly [tierId: number, live: number, candidate: number])[]
  readonly up: number
  readonly down: number
}

/** Points, each the last of its class; more than the last of them is a class too. */
export const BOUNDS: readonly number[] = [
  20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 1_000_000, 10_000_000,
]

const LARGEST_MAX = 100

export const NO_CHANGES: Changes = {
  more: 0,
  fewer: 0,
  same: 0,
  moreBy: [],
  fewerBy: [],
  gains: [],
  losses: [],
  tiers: { byTier: [], up: 0, down: 0 },
}

/** With some customers more. */
export function withCustomers(changes: Changes, customers: readonly ChangeOfCustomer[]): Changes {
  const moreBy = [...changes.moreBy]
  const fewerBy = [...changes.fewerBy]
  let { more, fewer, same } = changes
  for (const { points } of customers) {
    const change = points.candidate - points.live
    if (change === ZERO) same += 1
    else if (change > ZERO) {
      more += 1
      countIn(moreBy, change)
    } else {
      fewer += 1
      countIn(fewerBy, -change)
    }
  }
  const gains = [...changes.gains, ...customers.filter(({ points }) => points.candidate > points.live)]
  const losses = [...changes.losses, ...customers.filter(({ points }) => points.candidate < points.live)]
  return {
    ...changes,
    ...{ more, fewer, same, moreBy, fewerBy },
    gains: gains.toSorted(byLargest).slice(0, LARGEST_MAX),
    losses: losses.toSorted(byLargest).slice(0, LARGEST_MAX),
  }
}

function countIn(classes: number[], change: Decimal): void {
  const found = BOUNDS.findIndex((bound) => change <= BigInt(bound) * ONE)
  const place = found < 0 ? BOUNDS.length : found
  while (classes.length <= place) classes.push(0)
  classes[place] = (classes[place] ?? 0) + 1
}

function byLargest(one: ChangeOfCustomer, other: ChangeOfCustomer): number {
  const [a, b] = [sizeOf(one), sizeOf(other)]
  return a === b ? one.customerId - other.customerId : a > b ? -1 : 1
}

function sizeOf({ points }: ChangeOfCustomer): Decimal {
  const change = points.candidate - points.live
  return change < ZERO ? -change : change
}

type TierOf = Pick<Tier, 'id' | 'order'> | null

/** With the tiers of some customers by both programs. */
export function withTiers(
  tiers: TierChanges,
  moves: readonly { readonly live: TierOf; readonly candidate: TierOf }[],
): TierChanges {
  const byTier = new Map(
    tiers.byTier.map(([id, live, candidate]) => [id, [live, candidate] as [number, number]]),
  )
  const add = (id: number, live: number, candidate: number): void => {
    const [a, b] = byTier.get(id) ?? [0, 0]
    byTier.set(id, [a + live, b + candidate])
  }
  let { up, down } = tiers
  for (const { live, candidate } of moves) {
    add(live?.id ?? 0, 1, 0)
    add(candidate?.id ?? 0, 0, 1)
    const [from, to] = [live?.order ?? -1, candidate?.order ?? -1]
    if (to > from) up += 1
    if (to < from) down += 1
  }
  return { byTier: [...byTier].map(([id, [live, candidate]]) => [id, live, candidate]), up, down }
}

/* As it is stored with the job: decimals are text. */

type StoredChange = readonly [customerId: CustomerId, live: string, candidate: string]

export type StoredChanges = Omit<Changes, 'gains' | 'losses'> & {
  readonly gains: readonly StoredChange[]
  readonly losses: readonly StoredChange[]
}

export function writeChanges(changes: Changes): StoredChanges {
  const { gains, losses } = changes
  return { ...changes, gains: gains.map(writeChange), losses: losses.map(writeChange) }
}

export function readChanges(stored: StoredChanges): Changes {
  const { gains, losses } = stored
  return { ...stored, gains: gains.map(readChange), losses: losses.map(readChange) }
}

function writeChange({ customerId, points }: ChangeOfCustomer): StoredChange {
  return [customerId, shortText(points.live), shortText(points.candidate)]
}

function readChange([customerId, live, candidate]: StoredChange): ChangeOfCustomer {
  return { customerId, points: { live: decimalFromText(live), candidate: decimalFromText(candidate) } }
}
