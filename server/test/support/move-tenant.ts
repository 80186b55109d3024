import type pg from 'pg'
import { SEQUENCE_KINDS, TABLE_KINDS } from '../../src/tenancy/table-kinds.ts'
import { clientOf } from './client-of.ts'

const MOVING = Object.entries(TABLE_KINDS).flatMap(([name, kind]) =>
  kind === 'cell' || kind === 'derived' ? [] : [name],
)
const JUMPING = Object.entries(SEQUENCE_KINDS).flatMap(([name, kind]) => (kind === 'tenant' ? [name] : []))

/**
 * Brings every row of a tenant but derived ones from one cell to another, as it is, with the numbers that it has, to a
 * home of the next epoch. Nothing of it is written meanwhile, and the directory is not told: that is the test's own.
 */
export async function copyTenant(fromUrl: string, toUrl: string, tenantId: number): Promise<void> {
  const [from, to] = [fromUrl, toUrl].map((connectionString) => clientOf(connectionString))
  if (!from || !to) throw new Error('two cells are needed')
  await Promise.all([from.connect(), to.connect()])
  try {
    await to.query('begin')
    // No triggers and no order of tables: what they count comes with the rows.
    await to.query('set local session_replication_role = replica')
    for (const { name, columns } of await tablesOfTenants(from)) {
      const { rows } = await from.query<{ rows: string }>(
        `select coalesce(json_agg(t), '[]')::text as rows from ${name} as t where tenant_id = $1`,
        [tenantId],
      )
      await to.query(
        `insert into ${name} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
        [rows[0]?.rows],
      )
    }
    // As it has to be: no number is given out a second time.
    for (const sequence of JUMPING) {
      const { rows } = await from.query<{ last: string }>(`select last_value as last from ${sequence}`)
      await to.query(`select setval('${sequence}', greatest(last_value, $1)) from ${sequence}`, [
        rows[0]?.last,
      ])
    }
    const { rows: homes } = await from.query('select epoch from tenant_home where tenant_id = $1', [tenantId])
    await to.query(`insert into tenant_home (tenant_id, state, epoch) values ($1, 'active', $2)`, [
      tenantId,
      homes[0]?.epoch + 1,
    ])
    await to.query('commit')
  } finally {
    await Promise.all([from.end(), to.end()])
  }
}

async function tablesOfTenants(client: pg.Client): Promise<{ name: string; columns: string }[]> {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `select class.relname as name, string_agg(quote_ident(attribute.attname), ', ') as columns
    from pg_class as class
    join pg_attribute as attribute on attribute.attrelid = class.oid and attribute.attnum > 0
      and not attribute.attisdropped and attribute.attgenerated = ''
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
    group by class.relname
    having class.relname = any ($1)`,
    [MOVING],
  )
  return rows
}
