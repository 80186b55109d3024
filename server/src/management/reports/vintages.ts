import { type Amount, add, isNothing, subtract } from '../../accounts/account.ts'
import type { VintagesAnswer } from '../../figures/admin-api/vintages-schema.ts'
import { hasWorth } from '../../figures/rules/overview.ts'
import { monthToText } from '../../figures/rules/period.ts'
import { stockOf } from '../../figures/rules/stock.ts'
import { monthsUpTo, type Outcomes, type VintageRow, vintagesOf } from '../../figures/rules/vintages.ts'
import { type Month, monthOf } from '../../figures/rules/zones.ts'
import { findCurrentFigures, isCounting, readStock } from '../../figures/store/read-figures.ts'
import { readVintagesFrom } from '../../figures/store/read-vintages.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDateToText } from '../../platform/zone.ts'
import type { Asking } from './asking.ts'
import { presentFigures, todayOf } from './period.ts'
import { presentSum, rateToText } from './present.ts'
import { type Figures, type ReportTable, tableOf } from './tables.ts'

type Shown = Figures<VintagesAnswer>

const USUAL_MONTHS = 12

/** Three statements: which sums, the vintages, and what is open by another series. */
export async function readVintages(
  tx: Tx,
  { months: count = USUAL_MONTHS }: { readonly months?: number },
  asking: Asking,
): Promise<VintagesAnswer> {
  const found = await findCurrentFigures(tx, asking.tenant.id)
  if (isCounting(found)) return presentFigures(found, null, asking)
  const months = monthsUpTo(monthOf(todayOf(asking)), count)
  const first = months[0] ?? 0
  const { rows, notShown, total, ended } = vintagesOf(await readVintagesFrom(tx, found, first), months)
  const { inLots, pending } = stockOf(await readStock(tx, found, null))
  const isSound = isSame(total.open, add(inLots, pending))
  const worth = hasWorth([total.issued, total.imported])
  return presentFigures(
    found,
    {
      since: found.firstDay === null ? null : localDateToText(found.firstDay),
      first: monthToText(first),
      last: monthToText(months.at(-1) ?? first),
      rows: isSound ? rows.map((row) => presentRow(row, worth)) : null,
      notShown: notShown.map(textOf),
      total: presentOutcomes(total, worth),
      ended: { base: presentSum(ended.base, worth), breakage: rateToText(ended.breakage) },
    },
    asking,
  )
}

function isSame(one: Amount, other: Amount): boolean {
  return isNothing(subtract(one, other))
}

function textOf(month: Month | null): string | null {
  return month === null ? null : monthToText(month)
}

function presentRow(row: VintageRow, worth: boolean) {
  const { month, breakage, isFinal, redeemedByAge } = row
  return {
    month: textOf(month),
    ...presentOutcomes(row, worth),
    breakage: rateToText(breakage),
    isFinal,
    redeemedByAge: redeemedByAge.map(rateToText),
  }
}

function presentOutcomes(outcomes: Outcomes, worth: boolean) {
  const { issued, imported, takenBack, redeemed, repaid, expired, endedEarly, open } = outcomes
  return {
    issued: presentSum(issued, worth),
    imported: presentSum(imported, worth),
    takenBack: presentSum(takenBack, worth),
    redeemed: presentSum(redeemed, worth),
    repaid: presentSum(repaid, worth),
    expired: presentSum(expired, worth),
    endedEarly: presentSum(endedEarly, worth),
    open: presentSum(open, worth),
  }
}

const PARTS = [
  'issued',
  'imported',
  'takenBack',
  'redeemed',
  'repaid',
  'expired',
  'endedEarly',
  'open',
] as const

/** Points, and what of them is open in money. */
export function vintagesTable({ rows }: Shown): ReportTable | null {
  return (
    rows &&
    tableOf(
      rows.map((row) => ({
        ...(Object.fromEntries(PARTS.map((part) => [part, row[part].points])) as Record<
          (typeof PARTS)[number],
          string
        >),
        month: row.month ?? 'earlier',
        openWorth: row.open.worth,
        breakage: row.breakage,
        isFinal: String(row.isFinal),
      })),
      ['month', ...PARTS, 'openWorth', 'breakage', 'isFinal'],
    )
  )
}
