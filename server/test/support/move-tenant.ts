import pg from 'pg'

/**
 * Brings every row of a tenant from one cell to another, as it is, with the numbers that it has. Nothing of it is
 * written meanwhile, and the directory is not told: that is the test's own.
 */
export async function copyTenant(fromUrl: string, toUrl: string, tenantId: number): Promise<void> {
  const [from, to] = [fromUrl, toUrl].map((connectionString) => new pg.Client({ connectionString }))
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
    having bool_or(attribute.attname = 'tenant_id') and class.relname <> 'api_key'`,
  )
  return rows
}
