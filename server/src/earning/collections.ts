import { type Collection, keyText, type TenantKey } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import { type Columns, keyColumns, rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { Program } from './program.ts'
import { parseProgram } from './program-schema.ts'
import { programAt, type Schedule } from './schedule.ts'

/** Published versions never change, so what was read once is kept. */
const cachedPrograms = new Map<string, Program>()
const PROGRAMS_MAX = 20_000

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

/**
 * By which program is earned: `currentProgram` says which of it counts. No version is ever published while another
 * one is scheduled, so the newest and the one before it are all that can count.
 */
export const programSchedule: Collection<typeof CURRENT, Schedule> = {
  name: 'program schedule',
  async load(tx, keys) {
    const newest = await findNewest(tx, keys)
    const programs = await readPrograms(
      tx,
      newest.flatMap(({ tenant_id: tenantId, version, before }) => [
        { tenantId, version },
        ...(before === null ? [] : [{ tenantId, version: before }]),
      ]),
    )
    const programOf = (tenantId: TenantId, version: number) =>
      programs.get(keyText({ tenantId, key: version }))
    return new Map(
      newest.flatMap(({ tenant_id: tenantId, version, effective_at, before }) => {
        const program = programOf(tenantId, version)
        if (!program) return []
        const schedule: Schedule = {
          newest: program,
          effectiveAt: effective_at?.getTime() ?? null,
          before: before === null ? null : (programOf(tenantId, before) ?? null),
        }
        return [[keyText({ tenantId, key: CURRENT }), schedule]]
      }),
    )
  },
}

/** The program by which a command earns at this moment. */
export function currentProgram(facts: Pick<Facts, 'get'>, now: Instant): Program {
  return programAt(facts.get(programSchedule, CURRENT), now)
}

interface Newest {
  readonly tenant_id: TenantId
  readonly version: number
  readonly effective_at: Date | null
  readonly before: number | null
}

/** Of most merchants the newest has counted since it was published, and the one before it is not looked for. */
async function findNewest(tx: Tx, keys: readonly TenantKey<typeof CURRENT>[]): Promise<Newest[]> {
  const { rows } = await run(
    tx,
    sql<Newest>`
    select wanted.tenant_id, newest.version, newest.effective_at,
      case when newest.effective_at is not null then (
        select version from program_version as earlier
        where earlier.tenant_id = wanted.tenant_id and earlier.version < newest.version
          and earlier.cancelled_at is null
        order by version desc limit 1
      ) end as before
    from ${rowsAs('wanted', keyColumns<string>('key', 'text'), keys)}
    cross join lateral (
      select version, effective_at from program_version as program
      where program.tenant_id = wanted.tenant_id and program.cancelled_at is null
      order by version desc limit 1
    ) as newest`,
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
    sql<{ tenant_id: TenantId; version: number; program: object }>`
    select program.tenant_id, program.version, program.program
    from ${rowsAs('wanted', VERSION, missing)}
    join program_version as program
      on program.tenant_id = wanted.tenant_id and program.version = wanted.version`,
  )
  if (cachedPrograms.size + rows.length > PROGRAMS_MAX) cachedPrograms.clear()
  for (const { tenant_id: tenantId, version, program } of rows) {
    const key = keyText({ tenantId, key: version })
    const parsed = parseProgram({ ...program, version })
    cachedPrograms.set(key, parsed)
    found.set(key, parsed)
  }
  return found
}
