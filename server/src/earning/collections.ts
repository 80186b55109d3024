import { type Collection, keyText, type TenantKey } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import { type Columns, keyColumns, rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { Fragment, sql } from '../platform/postgres/sql.ts'
import { FORMAT_KNOWN, unreadableProgram } from './format.ts'
import type { Program } from './program.ts'
import { ProgramCache } from './program-cache.ts'
import { parseProgram } from './program-schema.ts'
import { readRuleStarts, type StoredRuleStarts } from './rule-starts.ts'
import { byMoment, programAt, type Schedule, WAITING_MAX } from './schedule.ts'

/** Published versions never change, so what was read once is kept. */
const cachedPrograms = new ProgramCache()

/** Programs by version. */
export const programVersions: Collection<number, Program> = {
  name: 'programs',
  async load(tx, keys) {
    return readPrograms(
      tx,
      keys.map(({ tenantId, key }) => ({ tenantId, version: key })),
    )
  },
}

/** The one key of a tenant's schedule. */
export const CURRENT = 'current' as const

/** By which program is earned: `currentProgram` says which of it counts. */
export const programSchedule: Collection<typeof CURRENT, Schedule> = {
  name: 'program schedule',
  async load(tx, keys) {
    const found = await findThatMayCount(tx, keys)
    const programs = await readPrograms(
      tx,
      found.map(({ tenant_id: tenantId, version }) => ({ tenantId, version })),
    )
    const schedules = new Map<string, { since: Program | null; dated: Schedule['dated'][number][] }>()
    for (const { tenant_id: tenantId, version, effective_at } of found) {
      const program = programs.get(keyText({ tenantId, key: version }))
      if (!program) continue
      const key = keyText({ tenantId, key: CURRENT })
      const schedule = schedules.get(key) ?? { since: null, dated: [] }
      schedules.set(key, schedule)
      if (effective_at === null) schedule.since = program
      else schedule.dated.push({ effectiveAt: effective_at.getTime(), program })
    }
    for (const { dated } of schedules.values()) {
      if (dated.length > 1) dated.sort((one, other) => byMoment(momentIn(one), momentIn(other)))
    }
    return schedules
  },
}

function momentIn({ effectiveAt, program: { version } }: Schedule['dated'][number]) {
  return { version, effectiveAt, publishedAt: effectiveAt }
}

/** The program by which a command earns at this moment. */
export function currentProgram(facts: Pick<Facts, 'get'>, now: Instant): Program {
  return programAt(facts.get(programSchedule, CURRENT), now)
}

interface MayCount {
  readonly tenant_id: TenantId
  readonly version: number
  readonly effective_at: Date | null
}

/**
 * Of merchants `wanted`, the versions `found` that may count: the newest without a moment of its own, and those with one
 * that were published after it or waited on when it was: as many as may wait, and the one that counts now. Of most
 * merchants it is one.
 */
export const THAT_MAY_COUNT = new Fragment(`
  left join lateral (
    select version, published_at from program_version as plain
    where plain.tenant_id = wanted.tenant_id and plain.cancelled_at is null and plain.effective_at is null
    order by version desc limit 1
  ) as since on true
  cross join lateral (
    select since.version, null::timestamptz as effective_at where since.version is not null
    union all (
      select version, effective_at from program_version as dated
      where dated.tenant_id = wanted.tenant_id and dated.cancelled_at is null and dated.effective_at is not null
        and (since.version is null or dated.version > since.version or dated.effective_at > since.published_at)
      order by effective_at desc, version desc limit ${WAITING_MAX + 1}
    )
  ) as found`)

async function findThatMayCount(tx: Tx, keys: readonly TenantKey<typeof CURRENT>[]): Promise<MayCount[]> {
  const { rows } = await run(
    tx,
    sql<MayCount>`
    select wanted.tenant_id, found.version, found.effective_at
    from ${rowsAs('wanted', keyColumns<string>('key', 'text'), keys)} ${THAT_MAY_COUNT}`,
  )
  return rows
}

interface VersionOfTenant {
  readonly tenantId: TenantId
  readonly version: number
}

const VERSION: Columns<VersionOfTenant> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  version: ['int', ({ version }) => version],
}

interface VersionRow {
  readonly tenant_id: TenantId
  readonly version: number
  readonly program: object
  readonly format: number | null
  readonly card_starts: StoredRuleStarts | null
}

/** By `keyText` of tenant and version. What is found is held here: another load may empty the cache meanwhile. */
async function readPrograms(tx: Tx, wanted: readonly VersionOfTenant[]): Promise<Map<string, Program>> {
  const found = new Map<string, Program>()
  const missing: VersionOfTenant[] = []
  for (const one of wanted) {
    const key = keyText({ tenantId: one.tenantId, key: one.version })
    const program = cachedPrograms.get(key)
    if (program) found.set(key, program)
    else missing.push(one)
  }
  if (missing.length === 0) return found
  const { rows } = await run(
    tx,
    sql<VersionRow>`
    select program.tenant_id, program.version, program.program, program.format, program.card_starts
    from ${rowsAs('wanted', VERSION, missing)}
    join program_version as program
      on program.tenant_id = wanted.tenant_id and program.version = wanted.version`,
  )
  for (const { tenant_id: tenantId, version, program, format, card_starts } of rows) {
    const key = keyText({ tenantId, key: version })
    const parsed =
      format !== null && format > FORMAT_KNOWN
        ? unreadableProgram(tenantId, version, format)
        : parseProgram({ ...program, version }, readRuleStarts(card_starts))
    cachedPrograms.set(key, parsed)
    found.set(key, parsed)
  }
  return found
}
