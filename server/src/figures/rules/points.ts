import { type Amount, add, negate, POINT_TYPE, subtract } from '../../accounts/account.ts'
import { NO_RULE } from './delta.ts'
import {
  addCounted,
  type Counted,
  type Flow,
  type FlowSum,
  type Flows,
  flowOf,
  NONE_COUNTED,
  told,
} from './flow.ts'

/** What the report of points shows. */
export const SHOWN = ['issued', 'redeemed', 'expired', 'takenBack'] as const satisfies readonly Flow[]
export type Shown = (typeof SHOWN)[number]

/** By what its table is divided. */
export const DIVISIONS = ['type', 'rule', 'version', 'reward'] as const
export type Division = (typeof DIVISIONS)[number]

const POSSIBLE: Readonly<Record<Shown, readonly Division[]>> = {
  issued: ['rule', 'type', 'version'],
  redeemed: ['reward', 'type'],
  expired: ['type'],
  takenBack: ['rule', 'type', 'version'],
}

/** What was chosen, or the usual one; null: it can't be divided so. */
export function divisionOf(shown: Shown, wanted?: Division): Division | null {
  const possible = POSSIBLE[shown]
  if (wanted === undefined) return possible[0] ?? null
  return possible.includes(wanted) ? wanted : null
}

/** One row of the table: an id of what it is divided by, and which kind of row that is. */
export interface PointsRow extends Counted {
  readonly id: number
}

/** By type of record. */
export function byType(sums: Iterable<FlowSum>, shown: Shown): PointsRow[] {
  const rows = new Map<number, PointsRow>()
  for (const sum of sums) {
    if (flowOf(sum) !== shown) continue
    const known = rows.get(sum.type) ?? { id: sum.type, ...NONE_COUNTED }
    rows.set(sum.type, { id: sum.type, ...addCounted(known, told(shown, sum)) })
  }
  return sorted([...rows.values()])
}

/** What orders have given, which a chart tells apart from all else. */
export function ofOrders(sums: Iterable<FlowSum>, shown: Shown): Amount {
  const rows = byType(sums, shown).filter(({ id }) => ORDER_TYPES.includes(id))
  return rows.reduce((sum, { amount }) => add(sum, amount), NONE_COUNTED.amount)
}

/** Of records that an order is the reason for. */
export const ORDER_TYPES: readonly number[] = [
  POINT_TYPE.purchase,
  POINT_TYPE.orderAdjusted,
  POINT_TYPE.orderCancelled,
]

/** A sum of the series of rules: `b` is twice the version, and one more where the record takes. */
interface RuleSum {
  readonly a: number
  readonly b: number
  readonly amount: Amount
  readonly count: number
}

export const versionOf = (b: number): number => Math.floor(b / 2)

/**
 * By rule or by version. What was imported is in the series of rules as well, with no rule of its own: it is taken off, so
 * that the rows add up to what was issued or taken back.
 */
export function byRule(
  sums: readonly RuleSum[],
  { shown, by }: { readonly shown: 'issued' | 'takenBack'; readonly by: 'rule' | 'version' },
  imported: Counted,
): PointsRow[] {
  const takes = shown === 'takenBack' ? 1 : 0
  const rows = new Map<number, PointsRow>()
  const put = (id: number, counted: Counted): void => {
    rows.set(id, { id, ...addCounted(rows.get(id) ?? NONE_COUNTED, counted) })
  }
  for (const { a, b, amount, count } of sums) {
    if (b % 2 !== takes) continue
    put(by === 'rule' ? a : versionOf(b), { amount: takes ? negate(amount) : amount, count })
  }
  // What was imported names no version and no rule.
  if (imported.count > 0) {
    put(by === 'rule' ? NO_RULE.other : 0, { amount: negate(imported.amount), count: -imported.count })
  }
  return sorted([...rows.values()])
}

/** Of what was imported: what came, or what was taken off again, without a sign. */
export function importedOf(sums: Iterable<FlowSum>, shown: 'issued' | 'takenBack'): Counted {
  let imported = NONE_COUNTED
  for (const sum of sums) {
    if (flowOf(sum) !== 'imported') continue
    const takes = sum.amount.points < 0n || (sum.amount.points === 0n && sum.amount.cashback < 0n)
    if (takes !== (shown === 'takenBack')) continue
    imported = addCounted(imported, { amount: takes ? negate(sum.amount) : sum.amount, count: sum.count })
  }
  return imported
}

/** Whether rows are what they are a division of. */
export function addsUp(rows: readonly PointsRow[], flows: Flows, shown: Shown): boolean {
  const sum = rows.reduce((total, { amount }) => add(total, amount), NONE_COUNTED.amount)
  const { points, cashback } = subtract(sum, flows[shown].amount)
  return points === 0n && cashback === 0n
}

/** The most first; what came to nothing is left out. */
function sorted(rows: readonly PointsRow[]): PointsRow[] {
  return rows
    .filter(({ amount, count }) => amount.points !== 0n || amount.cashback !== 0n || count !== 0)
    .sort((a, b) =>
      a.amount.points > b.amount.points ? -1 : a.amount.points < b.amount.points ? 1 : a.id - b.id,
    )
}
