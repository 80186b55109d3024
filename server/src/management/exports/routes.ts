import { EXPORT_JOB, EXPORT_KINDS } from '../../app/job-kinds.ts'
import type { BodyOf } from '../../contract/admin-api/operation.ts'
import { notPermitted } from '../../contract/admin-api/texts.ts'
import { type Locale, localized } from '../../contract/locale.ts'
import { invalid, isProblem, type Problem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { presentJob, problemOfJob, versionOf } from '../../jobs/admin-api/present.ts'
import type { ExportFilter, ExportKind } from '../../jobs/export.ts'
import { startJob } from '../../jobs/manage.ts'
import { PLAIN } from '../../jobs/rules/csv.ts'
import type { ExportFormat } from '../../jobs/rules/export-lines.ts'
import { type Caller, namedActor } from '../../people/actor.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { NO_SECRETS_KEY } from '../../people/admin-api/texts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Sealer } from '../../platform/sealing.ts'
import { type LocalDate, localDate, localDateFromText } from '../../platform/zone.ts'
import { createExport, createWholeExport } from './schema.ts'
import { WHOLE_EXPORT_JOB } from './whole-job.ts'

type Asked = BodyOf<typeof createExport>

interface ExportRoutesDeps {
  readonly clock: Clock
  readonly sealer: Sealer | null
}

export function exportAdminRoutes(api: AdminApi, { clock, sealer }: ExportRoutesDeps): void {
  wholeRoute(api, { clock, sealer })
  api.write(createExport, 'cell', async (tx, { tenant, body, caller, locale, now }) => {
    if (!sealer) return NO_SECRETS_KEY
    const kind = EXPORT_KINDS.find(({ name }) => name === body.kind)
    if (!kind) throw new Error(`the schema allows ${body.kind}, and there is no such export`)
    const refused = problemOfNeeds(kind, caller) ?? problemOfPersons(kind, caller)
    if (refused) return refused
    const filter = filterOf(kind, body, localDate(now, tenant.timeZone))
    if (isProblem(filter)) return filter
    const isMasked = kind.holdsPersons && !seesPersons(caller)
    const input = { export: kind.name, filter, format: formatOf(body, locale), isMasked }
    const by = namedActor(caller)
    const job = await startJob(tx, EXPORT_JOB, { tenantId: tenant.id, input, by, now: clock() })
    if (isRefusal(job)) return problemOfJob(job)
    return {
      answer: presentJob(job, null, locale),
      version: versionOf(job),
      audit: {
        target: { kind: 'job', id: String(job.id), label: job.kind },
        after: { export: kind.name, isMasked, format: input.format.kind, filter: body.filter ?? null },
      },
    }
  })
}

/** Persons and the audit are in it, and a file that its author could not download would help them nothing. */
function wholeRoute(api: AdminApi, { clock, sealer }: ExportRoutesDeps): void {
  api.write(createWholeExport, 'cell', async (tx, { tenant, caller, locale }) => {
    if (!sealer) return NO_SECRETS_KEY
    for (const needed of ['customers.export', 'audit.read'] as const) {
      if (!caller.permissions?.has(needed)) return notPermitted(needed)
    }
    const by = namedActor(caller)
    const job = await startJob(tx, WHOLE_EXPORT_JOB, { tenantId: tenant.id, input: {}, by, now: clock() })
    if (isRefusal(job)) return problemOfJob(job)
    return {
      answer: presentJob(job, null, locale),
      version: versionOf(job),
      audit: { target: { kind: 'job', id: String(job.id), label: job.kind }, after: { export: 'whole' } },
    }
  })
}

function seesPersons({ permissions }: Caller): boolean {
  return permissions?.has('customers.personal') ?? false
}

function problemOfNeeds({ needs }: ExportKind, { permissions }: Caller): Problem | null {
  return needs === undefined || permissions?.has(needs) ? null : notPermitted(needs)
}

/** A file that its author could not download would help them nothing. */
function problemOfPersons({ holdsPersons }: ExportKind, caller: Caller): Problem | null {
  if (!holdsPersons || !seesPersons(caller)) return null
  return caller.permissions?.has('customers.export') ? null : notPermitted('customers.export')
}

function filterOf(
  { hasDates, takesDay }: ExportKind,
  { filter = {} }: Asked,
  today: LocalDate,
): ExportFilter | Problem {
  const { from, until, asOf } = filter
  if (!hasDates && (from !== undefined || until !== undefined)) {
    return invalid([{ pointer: '/filter', message: NO_DATES }])
  }
  if (asOf !== undefined) {
    const day = localDateFromText(asOf)
    if (!takesDay || day === null || day >= today) {
      return invalid([{ pointer: '/filter/asOf', message: takesDay ? NOT_OVER : NO_DAY }])
    }
  }
  const found = {
    from: from === undefined ? null : Date.parse(from),
    until: until === undefined ? null : Date.parse(until),
    ...(asOf === undefined ? {} : { asOf }),
  }
  if (found.from !== null && found.until !== null && found.from >= found.until) {
    return invalid([{ pointer: '/filter/until', message: ENDS_FIRST }])
  }
  return found
}

const NO_DATES = localized(
  'This is exported all together: leave the moments out.',
  'Esses dados são exportados todos juntos: deixe os momentos de fora.',
  'Estos datos se exportan todos juntos: deja los momentos fuera.',
)

const NO_DAY = localized(
  'Only lots can be exported as of a past day.',
  'Só os lotes podem ser exportados como eram em um dia passado.',
  'Solo los lotes se pueden exportar como eran en un día pasado.',
)

const NOT_OVER = localized(
  'Choose a day that is over: yesterday or earlier.',
  'Escolha um dia que já terminou: ontem ou antes.',
  'Elige un día que ya terminó: ayer o antes.',
)

const ENDS_FIRST = localized(
  'The end has to be after the beginning.',
  'O fim precisa ser depois do início.',
  'El fin debe ser posterior al inicio.',
)

function formatOf({ format = 'csv', layout = 'plain' }: Asked, locale: Locale): ExportFormat {
  if (format === 'ndjson') return { kind: 'ndjson' }
  if (layout === 'plain') return { kind: 'csv', layout: PLAIN }
  return { kind: 'csv', layout: { kind: 'spreadsheet', decimal: locale === 'en' ? '.' : ',' } }
}
