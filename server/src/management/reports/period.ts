import { type LocalizedText, localized } from '../../contract/locale.ts'
import { invalid, type Problem } from '../../contract/problem.ts'
import { type Period, type PeriodProblem, readPeriod } from '../../figures/rules/period.ts'
import { type CurrentFigures, type FirstCount, isCounting } from '../../figures/store/read-figures.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { type LocalDate, localDate, localDateToText } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'

const TEXTS: Readonly<Record<PeriodProblem, readonly [pointer: string, LocalizedText]>> = {
  'no-date': [
    '/from',
    localized(
      'Write days as 2026-10-31.',
      'Escreva os dias como 2026-10-31.',
      'Escribe los días como 2026-10-31.',
    ),
  ],
  'no-end': [
    '/to',
    localized(
      'Name both the first and the last day, or neither.',
      'Informe o primeiro e o último dia, ou nenhum dos dois.',
      'Indica el primer y el último día, o ninguno de los dos.',
    ),
  ],
  'ends-first': [
    '/to',
    localized(
      'The last day is before the first.',
      'O último dia é anterior ao primeiro.',
      'El último día es anterior al primero.',
    ),
  ],
  'not-over': [
    '/to',
    localized(
      'Reports show complete days: the last day is yesterday or earlier.',
      'Os relatórios mostram dias completos: o último dia é ontem ou antes.',
      'Los informes muestran días completos: el último día es ayer o antes.',
    ),
  ],
  'too-long': [
    '/from',
    localized('Choose at most 3,660 days.', 'Escolha no máximo 3.660 dias.', 'Elige como máximo 3.660 días.'),
  ],
}

export function periodOf(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: LocalDate,
): Period | Problem {
  const period = readPeriod(query, today)
  if (typeof period !== 'string') return period
  const [pointer, message] = TEXTS[period]
  return invalid([{ pointer, message }])
}

interface Asking {
  readonly tenant: Tenant
  readonly now: Instant
}

export function todayOf({ tenant, now }: Asking): LocalDate {
  return localDate(now, tenant.timeZone)
}

/** How new the figures are, with them; without, how far the first count is. */
export function presentFigures<Shown>(
  found: CurrentFigures | FirstCount,
  figures: Shown | null,
  asking: Asking,
): {
  today: string
  timeZone: string
  counting: { percent: number } | null
  asOf: string | null
  figures: Shown | null
} {
  const stated = { today: localDateToText(todayOf(asking)), timeZone: asking.tenant.timeZone }
  if (isCounting(found)) return { ...stated, counting: { percent: found.percent }, asOf: null, figures: null }
  // The moment is the server's; a sandbox shows its own clock.
  const missing = found.missingSince === null ? null : found.missingSince + asking.tenant.clockAheadMs
  const asOf = Math.min(asking.now, missing ?? asking.now)
  return { ...stated, counting: null, asOf: instantToText(asOf), figures }
}
