import { estimateIn } from '../../accounting/rules/post-month.ts'
import { findEstimates } from '../../accounting/store/settings.ts'
import type { Amount } from '../../accounts/account.ts'
import { localized } from '../../contract/locale.ts'
import { invalid, type Problem } from '../../contract/problem.ts'
import type { LiabilityAnswer } from '../../figures/admin-api/schema.ts'
import { likelyOf } from '../../figures/rules/likely.ts'
import { hasWorth } from '../../figures/rules/overview.ts'
import { monthToText, soon } from '../../figures/rules/period.ts'
import { endingBy, stockOf } from '../../figures/rules/stock.ts'
import { monthOf } from '../../figures/rules/zones.ts'
import { findCurrentFigures, isCounting, readStock } from '../../figures/store/read-figures.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type LocalDate, localDateFromText, localDateToText } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { presentFigures, todayOf } from './period.ts'
import { presentSum, rateToText } from './present.ts'

export interface AskedLiability {
  readonly tenant: Tenant
  readonly now: Instant
  /** null: now. */
  readonly asOf: LocalDate | null
}

const NOT_OVER = localized(
  'Choose a day that is over: yesterday or earlier.',
  'Escolha um dia que já terminou: ontem ou antes.',
  'Elige un día que ya terminó: ayer o antes.',
)

export function readAsOf(text: string | undefined, today: LocalDate): LocalDate | null | Problem {
  if (text === undefined) return null
  const day = localDateFromText(text)
  return day === null || day >= today ? invalid([{ pointer: '/asOf', message: NOT_OVER }]) : day
}

export async function liabilityOf(tx: Tx, asked: AskedLiability): Promise<LiabilityAnswer> {
  const { tenant, asOf } = asked
  const found = await findCurrentFigures(tx, tenant.id)
  if (isCounting(found)) return presentFigures(found, null, asked)
  const day = asOf ?? todayOf(asked)
  const [sums, breakage] = await Promise.all([readStock(tx, found, asOf), findBreakage(tx, tenant, day)])
  const stock = stockOf(sums)
  const likely = breakage === null ? null : likelyOf(stock, breakage)
  const { open, inLots, owed, pending, months, never } = stock
  const worth = hasWorth([inLots, owed, pending])
  const sumOf = (amount: Amount, part?: Amount) => ({
    ...presentSum(amount, worth),
    likely: part ? presentSum(part, worth) : null,
  })
  const expiringBy = soon(day)
  return presentFigures(
    found,
    {
      since: found.firstDay === null ? null : localDateToText(found.firstDay),
      asOf: asOf === null ? null : localDateToText(asOf),
      open: presentSum(open, worth),
      inLots: sumOf(inLots, likely?.inLots),
      owed: presentSum(owed, worth),
      pending: presentSum(pending, worth),
      expiring: { by: localDateToText(expiringBy), ...presentSum(endingBy(stock, expiringBy), worth) },
      breakage: rateToText(breakage),
      months: months.map(({ month, amount }, index) => ({
        month: monthToText(month),
        ...sumOf(amount, likely?.months[index]),
      })),
      never: sumOf(never, likely?.never),
    },
    asked,
  )
}

/** As the merchant's books take it for a month; null: they have no estimate. */
async function findBreakage(tx: Tx, { id }: Tenant, day: LocalDate): Promise<Decimal | null> {
  const estimates = await findEstimates(tx, id)
  return estimates.length === 0 ? null : estimateIn(monthOf(day), estimates).breakage
}
