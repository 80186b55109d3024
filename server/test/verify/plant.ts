import type { LedgerReader } from '../support/ledger.ts'

/** One wrong change, made behind Punchcard's back. */
export interface Corruption {
  readonly table: string
  /** What is set; `delete`: the row is gone. */
  readonly set: string
  readonly where: string
  /** Of several rows that it fits, all; else the first. */
  readonly isOfAll?: boolean
}

/** Plants it, looks, and puts everything back, whatever triggers and foreign keys would say. */
export async function withPlanted<T>(
  reader: LedgerReader,
  tenantId: number,
  { table, set, where, isOfAll = false }: Corruption,
  look: () => Promise<T>,
): Promise<T> {
  const columns = await columnsOf(reader, table)
  await reader.query('set session_replication_role = replica')
  await reader.query(`create temp table kept as select * from ${table} where tenant_id = $1`, [tenantId])
  try {
    const rows = `${table}.tenant_id = $1 and ${table}.ctid = any (array(
      select ctid from ${table} where tenant_id = $1 and (${where}) order by ctid ${isOfAll ? '' : 'limit 1'}
    ))`
    const text =
      set === 'delete' ? `delete from ${table} where ${rows}` : `update ${table} set ${set} where ${rows}`
    const planted = await reader.query(`${text} returning 1`, [tenantId])
    if (planted.length === 0) throw new Error(`no row of ${table} fits ${where}`)
    return await look()
  } finally {
    await reader.query(`delete from ${table} where tenant_id = $1`, [tenantId])
    await reader.query(
      `insert into ${table} (${columns}) overriding system value select ${columns} from kept`,
    )
    await reader.query('drop table kept')
    await reader.query('set session_replication_role = origin')
  }
}

async function columnsOf(reader: LedgerReader, table: string): Promise<string> {
  const rows = await reader.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name).join(', ')
}
