import { type Collection, keyText, type TenantKey } from '../accounts/till/collection.ts'
import type { TenantId } from '../contract/ids.ts'
import { type Columns, rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { Program } from './program.ts'
import { parseProgram } from './program-schema.ts'

/** The key of a tenant's program as it stands; a number is the key of that version. */
export const CURRENT = 'current' as const

/** Published versions never change, so what was read once is kept. */
const cachedPrograms = new Map<string, Program>()
const PROGRAMS_MAX = 20_000

const PROGRAM_KEY: Columns<TenantKey<typeof CURRENT | number>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  key: ['text', ({ key }) => String(key)],
}

/** Programs by version, or the current one. */
export const programVersions: Collection<typeof CURRENT | number, Program> = {
  name: 'programs',
  async load(tx, keys) {
    const { rows: versions } = await run(
      tx,
      sql<{ tenant_id: TenantId; key: string; version: number | null }>`
      select wanted.tenant_id, wanted.key,
        case wanted.key
          when ${CURRENT} then (
            select version from program_version as program
            where program.tenant_id = wanted.tenant_id order by version desc limit 1
          )
          else wanted.key::int
        end as version
      from ${rowsAs('wanted', PROGRAM_KEY, keys)}`,
    )
    const wanted = versions.flatMap(({ tenant_id, key, version }) =>
      version === null ? [] : [{ key: keyText({ tenantId: tenant_id, key }), tenantId: tenant_id, version }],
    )
    await readMissing(
      tx,
      wanted.filter(({ tenantId, version }) => !cachedPrograms.has(`${tenantId} ${version}`)),
    )
    return new Map(
      wanted.flatMap(({ key, tenantId, version }) => {
        const program = cachedPrograms.get(`${tenantId} ${version}`)
        return program ? [[key, program]] : []
      }),
    )
  },
}

interface VersionOfTenant {
  readonly tenantId: TenantId
  readonly version: number
}

const VERSION: Columns<VersionOfTenant> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  version: ['int', ({ version }) => version],
}

async function readMissing(tx: Tx, wanted: readonly VersionOfTenant[]): Promise<void> {
  if (wanted.length === 0) return
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId; version: number; program: object }>`
    select program.tenant_id, program.version, program.program
    from ${rowsAs('wanted', VERSION, wanted)}
    join program_version as program
      on program.tenant_id = wanted.tenant_id and program.version = wanted.version`,
  )
  if (cachedPrograms.size + rows.length > PROGRAMS_MAX) cachedPrograms.clear()
  for (const { tenant_id, version, program } of rows) {
    cachedPrograms.set(`${tenant_id} ${version}`, parseProgram({ ...program, version }))
  }
}
