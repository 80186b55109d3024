import { type Amount, add, isNothing, negate, POINT_TYPE } from '../../accounts/account.ts'
import type { LocalDate } from '../../platform/zone.ts'
import { type Delta, SERIES } from './delta.ts'
import type { LedgerEntry } from './entry.ts'
import { type Counted, flowOf, NONE_COUNTED, told } from './flow.ts'
import { fold } from './fold.ts'
import type { Period } from './period.ts'
import { type Division, type Shown, versionOf } from './points.ts'
import type { ZoneSpan } from './zones.ts'

/** A row of a report; of a rule also one of its versions. */
export interface CellPart {
  readonly by: Division
  readonly id: number
  readonly version?: number
}

/** One figure of the report of points: whose records are listed. */
export interface PointsCell {
  readonly period: Period
  readonly show: Shown
  /** null: all that is shown. */
  readonly part: CellPart | null
}

/** What an entry adds to a figure, and on which day; null: nothing. It is counted as the sums count it. */
export function inCell(
  entry: LedgerEntry,
  cell: PointsCell,
  spans: readonly ZoneSpan[],
): ({ readonly day: LocalDate } & Counted) | null {
  let counted = NONE_COUNTED
  let day: LocalDate | null = null
  for (const delta of fold(entry, spans)) {
    if (delta.day < cell.period.from || delta.day > cell.period.to) continue
    const amount = amountInCell(delta, cell, entry.record.type)
    if (amount === null) continue
    counted = { amount: add(counted.amount, amount), count: counted.count + delta.count }
    day = delta.day
  }
  return day === null || (counted.count === 0 && isNothing(counted.amount)) ? null : { day, ...counted }
}

function amountInCell(
  { series, a, b, amount }: Delta,
  { show, part }: PointsCell,
  type: number,
): Amount | null {
  const by = part?.by ?? 'type'
  if (by === 'type') {
    if (series !== SERIES.flow || flowOf({ type: a, cause: b }) !== show) return null
    return part === null || part.id === a ? told(show, { amount, count: 1 }).amount : null
  }
  if (by === 'reward') {
    if (series !== SERIES.reward || part?.id !== a) return null
    return b === 0 ? amount : negate(amount)
  }
  // What was imported is no gift of a program, and is told by itself.
  if (series !== SERIES.rule || type === POINT_TYPE.import) return null
  const takes = show === 'takenBack' ? 1 : 0
  if (b % 2 !== takes || part?.id !== (by === 'rule' ? a : versionOf(b))) return null
  if (part?.version !== undefined && part.version !== versionOf(b)) return null
  return takes ? negate(amount) : amount
}
