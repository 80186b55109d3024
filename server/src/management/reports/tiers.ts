import { isProblem, type Problem } from '../../contract/problem.ts'
import type { TiersAnswer } from '../../figures/admin-api/tiers-schema.ts'
import { rangesOfPeriod, rangesSince } from '../../figures/rules/day-ranges.ts'
import { type Period, periodToText } from '../../figures/rules/period.ts'
import type { ZoneSpan } from '../../figures/rules/zones.ts'
import { instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDateToText } from '../../platform/zone.ts'
import { BASE, type TierChange, type TierReport, tierReport } from '../../tiers/rules/tier-report.ts'
import {
  type PeriodMoments,
  type ReportedTier,
  readReportedTiers,
  sumGone,
  sumMoves,
} from '../../tiers/store/moves.ts'
import type { AskingDays, DaysQuery } from './asking.ts'
import { periodOf, todayOf } from './period.ts'
import { type Figures, type ReportTable, tableOf } from './tables.ts'

type Shown = Figures<TiersAnswer>

/** Tiers are read from their moves, which are written only when a tier changes. */
export async function readTiers(
  tx: Tx,
  query: DaysQuery,
  asking: AskingDays,
): Promise<TiersAnswer | Problem> {
  const { tenant, now, spans } = asking
  const today = todayOf(asking)
  const period = periodOf(query, today)
  if (isProblem(period)) return period
  const stated = {
    today: localDateToText(today),
    timeZone: tenant.timeZone,
    asOf: instantToText(now),
    counting: null,
  }
  const { tiers, customers } = await readReportedTiers(tx, tenant.id)
  const baseId = baseOf(tiers)
  const moments = momentsOf(period, spans)
  const moves = await sumMoves(tx, tenant.id, moments, baseId)
  const gone = await sumGone(tx, tenant.id, moments, baseId)
  const report = tierReport(tiers, moves, gone)
  return { ...stated, figures: presentReport(report, { tiers, customers, period }) }
}

export function baseOf(tiers: readonly ReportedTier[]): number | null {
  return tiers.find(({ isBase }) => isBase)?.id ?? null
}

/** A day that is over was when it was, whichever zone is in force now. */
export function momentsOf(period: Period, spans: readonly ZoneSpan[]): PeriodMoments {
  return { inPeriod: rangesOfPeriod(period, spans), since: rangesSince(period.from, spans) }
}

interface Named {
  readonly tiers: readonly ReportedTier[]
  readonly customers: number
  readonly period: Period
}

function presentReport(report: TierReport, { tiers, customers, period }: Named): Shown {
  const above = tiers.filter(({ isBase }) => !isBase)
  const held = above.reduce((sum, { isOpen, holders }) => sum + (isOpen ? holders : 0), 0)
  const base = tiers.find(({ isBase }) => isBase)
  const rows = above.map((tier) => ({
    ...namesOf(tier),
    ...changeOf(report, tier.id),
    now: tier.isOpen ? Math.max(0, tier.holders) : null,
  }))
  const { movedUp, movedDown, joined, left, gone, moves, isExact } = report
  return {
    period: periodToText(period),
    tiers: [
      ...rows.filter(
        ({ isOpen, start, end, came, went, gone }) => isOpen || start || end || came + went + gone > 0,
      ),
      ...(base ? [{ ...namesOf(base), ...changeOf(report, BASE), now: Math.max(0, customers - held) }] : []),
    ],
    ...{ movedUp, movedDown, joined, left, gone, isExact },
    moves: [...moves],
  }
}

function namesOf({ id, key, name, color, isBase, isOpen }: ReportedTier) {
  return { id: isBase ? BASE : id, key, name, color, isOpen }
}

function changeOf({ changes }: TierReport, id: number) {
  const { start, came, went, gone, end } = changes.get(id) ?? NO_CHANGE
  return { start, came, went, gone, net: id === BASE ? null : came - went - gone, end }
}

const NO_CHANGE: TierChange = { start: null, came: 0, went: 0, gone: 0, end: null }

export function tiersTable({ tiers }: Shown): ReportTable {
  return tableOf(tiers, ['key', 'name', 'start', 'came', 'went', 'gone', 'net', 'end', 'now'])
}
