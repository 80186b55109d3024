/** Starting a backtest. Here, because a program may be tried out that is only in a file. */

import { presentItem } from '../../backtests/admin-api/present.ts'
import {
  DAYS_MAX,
  DAYS_OR_DATES,
  ENDS_FIRST,
  IN_FUTURE,
  NO_DRAFT,
  NO_PROGRAM,
  NO_VERSION,
  ONE_PROGRAM,
  TOO_LONG,
} from '../../backtests/admin-api/texts.ts'
import { BACKTEST_JOB } from '../../backtests/job.ts'
import type { BacktestInput, CandidateOf } from '../../backtests/result.ts'
import { insertBacktest } from '../../backtests/store/backtests.ts'
import type { BodyOf } from '../../contract/admin-api/operation.ts'
import { invalid, isProblem, type Problem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import type { ProgramContent } from '../../earning/program-json.ts'
import { readProgram } from '../../earning/program-schema.ts'
import { findDraft, findVersion } from '../../earning/store.ts'
import { problemOfJob, versionOf } from '../../jobs/admin-api/present.ts'
import { startJob } from '../../jobs/manage.ts'
import { namedActor } from '../../people/actor.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type LocalDate, localDate, localDateFromText, localDateToText } from '../../platform/zone.ts'
import { contentToTry } from '../../program-file/content-to-try.ts'
import { problemOfReading } from '../../program-file/permissions.ts'
import { createBacktest } from './schema.ts'

type Asked = Call<typeof createBacktest>

const DAYS_USUAL = 90

export function startBacktestRoutes(api: AdminApi, clock: Clock): void {
  api.write(createBacktest, 'cell', async (tx, call) => {
    const { tenant, body, caller, locale, now } = call
    const days = daysAsked(body, localDate(now, tenant.timeZone))
    if (isProblem(days)) return days
    const asked = await programAsked(tx, call)
    if (isProblem(asked)) return asked
    const input: BacktestInput = {
      of: asked.of,
      from: localDateToText(days.from),
      to: localDateToText(days.to),
    }
    const by = namedActor(caller)
    const job = await startJob(tx, BACKTEST_JOB, { tenantId: tenant.id, input, by, now: clock() })
    if (isRefusal(job)) return problemOfJob(job)
    await insertBacktest(tx, tenant.id, job.id, asked.program)
    return {
      answer: presentItem(job, null, locale),
      version: versionOf(job),
      audit: {
        target: { kind: 'job', id: String(job.id), label: job.kind },
        after: { ...input },
      },
    }
  })
}

interface Days {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** Whole days that are over, unless today is named. */
function daysAsked({ days, from, to }: BodyOf<typeof createBacktest>, today: LocalDate): Days | Problem {
  if (from === undefined && to === undefined) {
    return { from: today - (days ?? DAYS_USUAL), to: today - 1 }
  }
  if (days !== undefined) return DAYS_OR_DATES
  const [first, last] = [from, to].map((text) => (text === undefined ? null : localDateFromText(text)))
  if (first == null || last == null) return DAYS_OR_DATES
  if (last < first) return ENDS_FIRST
  if (last > today) return IN_FUTURE
  return last - first >= DAYS_MAX ? TOO_LONG : { from: first, to: last }
}

interface Candidate {
  readonly of: CandidateOf
  readonly program: ProgramContent
}

async function programAsked(tx: Tx, call: Asked): Promise<Candidate | Problem> {
  const { tenant, body, caller, now } = call
  const { of, file } = body
  if ((of === undefined) === (file === undefined)) return ONE_PROGRAM
  if (file !== undefined) {
    const refused = problemOfReading(file, caller)
    if (refused) return refused
    const content = await contentToTry(tx, tenant, file, now)
    return content === null ? NO_PROGRAM : readable('file', content, '/file/program')
  }
  if (of === 'draft') {
    const { program } = await findDraft(tx, tenant.id)
    return program === null ? NO_DRAFT : readable('draft', program, '/of')
  }
  const version = await findVersion(tx, tenant.id, of ?? 0)
  return version ? { of: { version: version.version }, program: version.program } : NO_VERSION
}

/** A draft may be wrong. */
function readable(of: CandidateOf, json: unknown, pointer: string): Candidate | Problem {
  const read = readProgram(json)
  if ('content' in read) return { of, program: read.content }
  return invalid(read.problems.map((problem) => ({ ...problem, pointer: `${pointer}${problem.pointer}` })))
}
