import { type Amount, add, isNothing, NOTHING, subtract } from '../../accounts/account.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { OUTCOME } from './delta.ts'
import { rateOf } from './overview.ts'
import { monthBefore, nextMonth } from './period.ts'
import type { Month } from './zones.ts'

/** What became of the points of a month in one month; null: in all months. */
export interface SumOfVintage {
  readonly issued: Month
  readonly during: Month | null
  readonly outcome: number
  readonly isImported: boolean
  readonly amount: Amount
}

/** What became of points: issued + imported = all the others together. */
export interface Outcomes {
  readonly issued: Amount
  readonly imported: Amount
  readonly takenBack: Amount
  /** Less what was refunded. */
  readonly redeemed: Amount
  /** What paid a debt of its customer as soon as it was there. */
  readonly repaid: Amount
  readonly expired: Amount
  readonly endedEarly: Amount
  /** What is left: open or pending. */
  readonly open: Amount
}

export interface VintageRow extends Outcomes {
  /** null: all earlier months. */
  readonly month: Month | null
  readonly breakage: Decimal | null
  /** Nothing of it is left, and nothing can be added any more. */
  readonly isFinal: boolean
  /** What part was redeemed by the end of its own month, of the next one, and so on; none of all earlier months. */
  readonly redeemedByAge: readonly (Decimal | null)[]
}

export interface Vintages {
  /** The oldest first. */
  readonly rows: readonly VintageRow[]
  /** Months of which more went than came: they are not shown. */
  readonly notShown: readonly (Month | null)[]
  readonly total: Outcomes
  readonly ended: Ended
}

/** What expired of all months that are final, whichever are shown: what an estimate can go by. */
export interface Ended {
  readonly base: Amount
  readonly breakage: Decimal | null
}

const PARTS = ['issued', 'imported', 'takenBack', 'redeemed', 'repaid', 'expired', 'endedEarly'] as const
type Part = (typeof PARTS)[number]

/** The months of a report: so many, the last of them the running one. */
export function monthsUpTo(running: Month, count: number): Month[] {
  const months = [running]
  while (months.length < count) months.unshift(monthBefore(months[0] ?? running))
  return months
}

export function vintagesOf(sums: readonly SumOfVintage[], months: readonly Month[]): Vintages {
  const running = months.at(-1) ?? 0
  const first = months[0] ?? 0
  // A sandbox whose clock was set back has lots of months to come.
  const later = [...new Set(sums.flatMap(({ issued }) => (issued > running ? issued : [])))]
  const all = [null, ...months, ...later.sort((a, b) => a - b)].map((month) =>
    rowOf(
      sums.filter(({ issued }) => (month === null ? issued < first : issued === month)),
      month,
      running,
    ),
  )
  const rows = all.filter((row) => isSound(row) && !isEmpty(row))
  return {
    rows,
    notShown: all.filter((row) => !isSound(row)).map(({ month }) => month),
    total: withOpen(together(all)),
    ended: endedOf(sums, running),
  }
}

/** `keyOf`: what ends together; each month does, unless it says otherwise. */
export function endedOf<Sum extends SumOfVintage>(
  sums: readonly Sum[],
  running: Month,
  keyOf: (sum: Sum) => unknown = ({ issued }) => issued,
): Ended {
  const final = [...Map.groupBy(sums, keyOf).values()]
    .map((together) => rowOf(together, together[0]?.issued ?? running, running))
    .filter(({ isFinal }) => isFinal)
  const base = final.reduce((sum, row) => add(sum, keptOf(row)), NOTHING)
  const expired = final.reduce((sum, row) => add(sum, row.expired), NOTHING)
  return { base, breakage: rateOf(expired.points, base.points) }
}

function rowOf(sums: readonly SumOfVintage[], month: Month | null, running: Month): VintageRow {
  const outcomes = withOpen(partsOf(sums))
  return {
    month,
    ...outcomes,
    breakage: rateOf(outcomes.expired.points, keptOf(outcomes).points),
    isFinal: isNothing(outcomes.open) && (month === null || month < running),
    redeemedByAge: month === null ? [] : byAge(sums, outcomes, { month, running }),
  }
}

/** By the end of each month: more is added, less is refunded. */
function byAge(
  sums: readonly SumOfVintage[],
  { issued, imported }: Outcomes,
  { month, running }: { readonly month: Month; readonly running: Month },
): (Decimal | null)[] {
  const came = add(issued, imported).points
  const shares: (Decimal | null)[] = []
  for (let until = month; until <= running; until = nextMonth(until)) {
    const { redeemed } = partsOf(sums.filter(({ during }) => during !== null && during <= until))
    shares.push(rateOf(redeemed.points, came))
  }
  return shares
}

function partsOf(sums: readonly SumOfVintage[]): Record<Part, Amount> {
  const parts = Object.fromEntries(PARTS.map((part) => [part, NOTHING])) as Record<Part, Amount>
  for (const { outcome, isImported, amount } of sums) {
    if (outcome === OUTCOME.refunded) parts.redeemed = subtract(parts.redeemed, amount)
    else {
      const part = outcome === OUTCOME.issued && isImported ? 'imported' : PART_OF[outcome]
      if (part) parts[part] = add(parts[part], amount)
    }
  }
  return parts
}

const PART_OF: Readonly<Record<number, Part>> = {
  [OUTCOME.issued]: 'issued',
  [OUTCOME.takenBack]: 'takenBack',
  [OUTCOME.redeemed]: 'redeemed',
  [OUTCOME.expired]: 'expired',
  [OUTCOME.endedEarly]: 'endedEarly',
  [OUTCOME.repaid]: 'repaid',
}

function together(rows: readonly Outcomes[]): Record<Part, Amount> {
  return Object.fromEntries(
    PARTS.map((part) => [part, rows.reduce((sum, row) => add(sum, row[part]), NOTHING)]),
  ) as Record<Part, Amount>
}

function withOpen(parts: Record<Part, Amount>): Outcomes {
  const { issued, imported, takenBack, redeemed, repaid, expired, endedEarly } = parts
  const went = [takenBack, redeemed, repaid, expired, endedEarly].reduce(add, NOTHING)
  return { ...parts, open: subtract(add(issued, imported), went) }
}

/** What could be redeemed or expire: of this, breakage is a part. */
function keptOf({ issued, imported, takenBack, endedEarly }: Outcomes): Amount {
  return subtract(subtract(add(issued, imported), takenBack), endedEarly)
}

/** Of no month more went than came. */
function isSound({ open }: Outcomes): boolean {
  return open.points >= 0n && open.cashback >= 0n
}

function isEmpty(row: Outcomes): boolean {
  return PARTS.every((part) => isNothing(row[part]))
}
