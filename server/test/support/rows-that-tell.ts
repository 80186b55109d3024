import type { LedgerReader } from './ledger.ts'

/** Where something matches: in every row of every table, as text. Rows of other merchants are left out. */
export async function rowsThatTell(
  reader: LedgerReader,
  tenantId: number,
  tells: RegExp,
  only?: string,
): Promise<string[]> {
  const tables = await reader.query<{ name: string; of_tenant: boolean }>(`
    select format('%I.%I', n.nspname, c.relname) as name, exists (
      select from pg_attribute where attrelid = c.oid and attname = 'tenant_id'
    ) as of_tenant
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema')`)
  const found: string[] = []
  for (const { name, of_tenant } of tables) {
    if (only && !name.endsWith(`.${only}`)) continue
    const rows = await reader.query<{ text: string }>(
      `select row_to_json(one)::text as text from ${name} as one ${of_tenant ? 'where tenant_id = $1' : 'where $1::bigint > 0'}`,
      [tenantId],
    )
    for (const { text } of rows) if (tells.test(text)) found.push(`${name}: ${text}`)
  }
  return found
}
