import type { Buyers, OrdersShown } from './order-sums.ts'
import type { Period } from './period.ts'

/** Orders of one branch, of none, or of all that the report does not name. */
export type BranchPart =
  | { readonly kind: 'branch'; readonly id: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'other' }

/** One figure of a report of orders: which orders it counts. */
export interface OrdersCell {
  readonly period: Period
  readonly which: OrdersShown
  readonly buyers: Buyers
  /** null: of all branches. */
  readonly branch: BranchPart | null
}

/** Days that follow each other. `isRest`: one day on which only a part of the branches was counted by name. */
export interface Run extends Period {
  readonly isRest: boolean
}

/** A period around the days on which some branches were not counted by name; the latest first, as it is listed. */
export function runsOf(period: Period, restDays: readonly number[]): Run[] {
  const runs: Run[] = []
  let to = period.to
  for (const day of [...restDays].sort((a, b) => b - a)) {
    if (day < to) runs.push({ from: day + 1, to, isRest: false })
    runs.push({ from: day, to: day, isRest: true })
    to = day - 1
  }
  if (period.from <= to) runs.push({ from: period.from, to, isRest: false })
  return runs
}

/** By which branch an order is found: one that it names, or none of those that are named. null: by none. */
export interface BranchFilter {
  readonly is: string | null
  readonly isNone: readonly string[] | null
}

/**
 * As the sums count it. `shown`: the branches that the report names, and the empty one. `named`: those that were counted by
 * name on a day with more of them; null: all were. null: no order of these days is meant.
 */
export function filterOfBranch(
  part: BranchPart | null,
  shown: ReadonlySet<string>,
  named: ReadonlySet<string> | null,
): BranchFilter | null {
  if (part === null) return { is: null, isNone: null }
  if (part.kind === 'other') {
    return { is: null, isNone: [...shown].filter((id) => named === null || named.has(id)) }
  }
  const id = part.kind === 'branch' ? part.id : ''
  return named === null || named.has(id) ? { is: id, isNone: null } : null
}
