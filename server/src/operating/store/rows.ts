import type { TenantId } from '../../contract/ids.ts'
import { type Decimal, decimalFromText, ZERO } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { named, type Statement, sql } from '../../platform/postgres/sql.ts'
import type { TableName } from '../../platform/postgres/tables.ts'

/* A tenant's rows as lines of JSON, page by page in the order of their keys, whatever the table. */

interface Column {
  readonly name: string
  readonly type: string
}

/** How a table is read: its columns without the tenant's, and the rest of its key. */
export interface TableShape {
  readonly name: TableName
  readonly columns: readonly Column[]
  readonly key: readonly Column[]
}

/** From the catalog: what the migrations have made is what is read. Columns that PostgreSQL computes are left out. */
export async function readShapes(
  tx: Tx,
  tables: readonly TableName[],
): Promise<ReadonlyMap<string, TableShape>> {
  const { rows } = await run(
    tx,
    sql<{ name: TableName; columns: [string, string][]; key: [string, string][] }>`
    select class.relname as name,
      (select json_agg(json_build_array(attname, format_type(atttypid, null)) order by attnum) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'tenant_id')
        as columns,
      (select coalesce(json_agg(json_build_array(attname, format_type(atttypid, null)) order by place), '[]')
        from pg_index as index
        cross join lateral unnest(index.indkey::int2[]) with ordinality as part (number, place)
        join pg_attribute as attribute on attribute.attrelid = index.indrelid and attribute.attnum = part.number
        -- The log has no key on the whole: each of its partitions has the same one.
        where index.indrelid = coalesce((select min(inhrelid) from pg_inherits where inhparent = class.oid), class.oid)
          and index.indisprimary and attname <> 'tenant_id') as key
    from unnest(${tables}::text[]) as wanted (name)
    join pg_class as class on class.oid = to_regclass('public.' || quote_ident(wanted.name))`,
  )
  return new Map(
    rows.map(({ name, columns, key }) => [
      name,
      { name, columns: columns.map(toColumn), key: key.map(toColumn) },
    ]),
  )
}

function toColumn([name, type]: readonly [string, string]): Column {
  return { name, type }
}

export interface RowsPage {
  /** One object of JSON each. */
  readonly lines: readonly string[]
  /** Where the next page begins; null: this was the last one. */
  readonly after: readonly string[] | null
  /** Of the columns that were asked for. */
  readonly sums: readonly Decimal[]
}

export interface PageOptions {
  /** The key of the last row that was read; null: from the first one on. */
  readonly after: readonly string[] | null
  readonly limit: number
  readonly without?: readonly string[]
  readonly summed?: readonly string[]
  /** A condition of the code's own, never of a sender. */
  readonly where?: string
}

/** The next rows of a tenant in the order of their key. */
export async function readRows(
  tx: Tx,
  tenantId: TenantId,
  shape: TableShape,
  { after, limit, without = [], summed = [], where = 'true' }: PageOptions,
): Promise<RowsPage> {
  const { rows } = await run(tx, statementOf(tenantId, shape, { after, limit, without, summed, where }))
  const last = rows.length < limit ? undefined : rows.at(-1)
  return {
    // The type `json` keeps its text as it was sent, in which a line may end.
    lines: rows.map(({ line }) => (/[\r\n]/.test(line) ? line.replace(/[\r\n]+/g, ' ') : line)),
    after: last?.key ?? null,
    sums: summed.map((_, index) =>
      rows.reduce((sum: Decimal, row) => sum + decimalFromText(row.summed[index] ?? '0'), ZERO),
    ),
  }
}

interface Row {
  readonly line: string
  readonly key: string[]
  readonly summed: string[]
}

const statements = new Map<string, ReturnType<typeof named>>()

function statementOf(
  tenantId: TenantId,
  { name, columns, key }: TableShape,
  { after, limit, without, summed, where }: Required<PageOptions>,
): Statement<Row> {
  const keys = key.map(({ name: column }) => quoted(column))
  const shown = columns
    .filter(({ name: column }) => !without.includes(column))
    .map((column) => `${asJson(column)} as ${quoted(column.name)}`)
  const behind =
    after === null || key.length === 0
      ? ''
      : `and (${keys.join()}) > (${key.map(({ type }, index) => `$${index + 3}::text::${type}`).join()})`
  const text = `
    select (select row_to_json(shown) from (select ${shown.join()}) as shown)::text as line,
      array[${keys.map((column) => `${column}::text`).join()}]::text[] as key,
      array[${summed.map((column) => `${quoted(column)}::text`).join()}]::text[] as summed
    from ${quoted(name)} where tenant_id = $1 and ${where} ${behind}
    ${keys.length === 0 ? '' : `order by ${keys.join()}`} limit $2`
  let statement = statements.get(text)
  if (!statement) {
    statement = named(text)
    statements.set(text, statement)
  }
  return { ...statement, values: [tenantId, limit, ...(after ?? [])] }
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Numbers that JavaScript could not hold exactly are texts. */
const AS_TEXT: Readonly<Record<string, string>> = {
  bigint: 'text',
  numeric: 'text',
  xid8: 'text',
  'bigint[]': 'text[]',
  'numeric[]': 'text[]',
}

function asJson({ name, type }: Column): string {
  const as = AS_TEXT[type]
  return as === undefined ? quoted(name) : `${quoted(name)}::${as}`
}

/** The newest migration: an import needs to know which columns to expect. */
export async function readLastMigration(tx: Tx): Promise<string> {
  const { rows } = await run(tx, sql<{ name: string }>`select name from migration order by name desc limit 1`)
  return rows[0]?.name ?? ''
}
