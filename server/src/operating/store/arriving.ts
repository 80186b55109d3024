import type { TenantId } from '../../contract/ids.ts'
import { type Decimal, decimalFromText } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { named, type Statement, sql } from '../../platform/postgres/sql.ts'
import type { TableName } from '../../platform/postgres/tables.ts'
import { quoted, type TableShape } from './rows.ts'

/* A tenant's rows put in as they are, page by page, whatever the table. */

/** Which sequence numbers a column. */
export interface NumberedColumn {
  readonly column: string
  readonly sequence: string
}

export interface InsertOptions {
  readonly summed: readonly string[]
  readonly numbered: readonly NumberedColumn[]
  /** Columns whose values are not those of the lines: expressions of the code's own. `$3` is `octets`. */
  readonly instead?: Readonly<Record<string, string>>
  readonly octets?: Buffer | null
  /** Rows with these keys may be there already, and become those of the lines. */
  readonly replaces?: boolean
}

export interface InsertedRows {
  readonly rows: number
  readonly sums: readonly Decimal[]
  /** Of each numbered column, as text; null: none. */
  readonly highest: readonly (string | null)[]
  /** In the log: the newest place. */
  readonly newestPlace: string | null
}

interface Row {
  readonly rows: number
  readonly sums: string[]
  readonly highest: (string | null)[]
  readonly newest_place: string | null
}

/**
 * Inserts lines that `readRows` has read. Triggers do not count what comes with its counts. A line names the values of the
 * table's columns and nothing else: whichever tenant it was of, the rows are this one's.
 */
export async function insertRows(
  tx: Tx,
  tenantId: TenantId,
  shape: TableShape,
  lines: readonly string[],
  options: InsertOptions,
): Promise<InsertedRows> {
  const [, { rows }] = await Promise.all([
    run(tx, sql`select set_config('app.moving', 'on', true)`),
    run(tx, insertStatement(tenantId, shape, `[${lines.join()}]`, options)),
  ])
  const [row] = rows
  if (!row) throw new Error('an insert counts what it has inserted')
  return {
    rows: row.rows,
    sums: row.sums.map(decimalFromText),
    highest: row.highest,
    newestPlace: row.newest_place,
  }
}

const statements = new Map<string, ReturnType<typeof named>>()

function insertStatement(
  tenantId: TenantId,
  { name, columns, key }: TableShape,
  json: string,
  { summed, numbered, instead = {}, octets, replaces = false }: InsertOptions,
): Statement<Row> {
  const names = columns.map((column) => quoted(column.name))
  const values = columns.map((column) => instead[column.name] ?? `given.${quoted(column.name)}`)
  const place = columns.find(({ type, name: column }) => type === 'xid8' && column === 'transaction')
  const conflict = replaces
    ? `on conflict (tenant_id${key.map((column) => `, ${quoted(column.name)}`).join('')}) do update
      set ${names.map((column) => `${column} = excluded.${column}`).join()}`
    : ''
  const text = `
    with made as (
      insert into ${quoted(name)} (tenant_id, ${names.join()}) overriding system value
      select $1, ${values.join()} from json_populate_recordset(null::${quoted(name)}, $2::json) as given
      ${conflict}
      returning ${['tenant_id', ...names].join()}
    )
    select count(*)::int as rows,
      array[${summed.map((column) => `coalesce(sum(${quoted(column)}), 0)::text`).join()}]::text[] as sums,
      array[${numbered.map(({ column }) => `max(${quoted(column)})::text`).join()}]::text[] as highest,
      ${place ? `max(${quoted(place.name)}::text::bigint)::text` : 'null::text'} as newest_place
    from made`
  let statement = statements.get(text)
  if (!statement) {
    statement = named(text)
    statements.set(text, statement)
  }
  return { ...statement, values: octets === undefined ? [tenantId, json] : [tenantId, json, octets] }
}

/** The columns that sequences number by themselves, by table: identities and defaults. */
export async function readNumbered(
  tx: Tx,
  tables: readonly TableName[],
): Promise<ReadonlyMap<string, NumberedColumn[]>> {
  const { rows } = await run(
    tx,
    sql<{ name: string; columns: NumberedColumn[] }>`
    select class.relname as name,
      json_agg(json_build_object('column', attname, 'sequence', numbering.relname) order by attnum) as columns
    from unnest(${tables}::text[]) as wanted (name)
    join pg_class as class on class.oid = to_regclass('public.' || quote_ident(wanted.name))
    join pg_attribute as attribute on attribute.attrelid = class.oid and attnum > 0 and not attisdropped
    cross join lateral (
      select sequence.relname
      from pg_depend as owned join pg_class as sequence on sequence.oid = owned.objid and sequence.relkind = 'S'
      where owned.classid = 'pg_class'::regclass and owned.refclassid = 'pg_class'::regclass
        and owned.refobjid = class.oid and owned.refobjsubid = attnum and owned.deptype = 'i'
      union
      select sequence.relname
      from pg_attrdef as given
      join pg_depend as used on used.classid = 'pg_attrdef'::regclass and used.objid = given.oid
        and used.refclassid = 'pg_class'::regclass
      join pg_class as sequence on sequence.oid = used.refobjid and sequence.relkind = 'S'
      where given.adrelid = class.oid and given.adnum = attnum
    ) as numbering
    group by class.relname`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** How far an import is. */
export interface ImportPlace {
  readonly table: string
  /** So many rows of it are in. */
  readonly rows: number
  /** What they amount to, as decimals. */
  readonly sums: readonly string[]
  /** By sequence, and `log` for the newest place in the log: of all tables so far. */
  readonly highest: Readonly<Record<string, string>>
}

export interface StoredImport extends ImportPlace {
  readonly manifest: string
  readonly isFinished: boolean
}

/** Kept from others until the transaction ends; null: nothing was imported here. */
export async function lockImport(tx: Tx, tenantId: TenantId): Promise<StoredImport | null> {
  const { rows } = await run(
    tx,
    sql<{
      table_name: string
      rows: number
      sums: string[]
      highest: Record<string, string>
      manifest: string
      is_finished: boolean
    }>`
    select table_name, rows, sums, highest, encode(manifest_sha256, 'hex') as manifest,
      finished_at is not null as is_finished
    from tenant_import where tenant_id = ${tenantId} for update`,
  )
  const [row] = rows
  if (!row) return null
  const { table_name: table, is_finished: isFinished, ...rest } = row
  return { table, isFinished, ...rest }
}

export async function beginImport(
  tx: Tx,
  tenantId: TenantId,
  manifest: string,
  table: string,
): Promise<void> {
  await run(
    tx,
    sql`
    insert into tenant_import (tenant_id, manifest_sha256, table_name, rows, sums, highest, begun_at)
    values (${tenantId}, decode(${manifest}, 'hex'), ${table}, 0, '[]', '{}', now())`,
  )
}

export async function savePlace(tx: Tx, tenantId: TenantId, place: ImportPlace): Promise<void> {
  const { table, rows, sums, highest } = place
  await run(
    tx,
    sql`
    update tenant_import
    set table_name = ${table}, rows = ${rows}, sums = ${JSON.stringify(sums)}::jsonb,
      highest = ${JSON.stringify(highest)}::jsonb
    where tenant_id = ${tenantId}`,
  )
}

export async function finishImport(tx: Tx, tenantId: TenantId): Promise<void> {
  await run(
    tx,
    sql`update tenant_import set finished_at = now() where tenant_id = ${tenantId} and finished_at is null`,
  )
}

/** No number that came is given out a second time. */
export async function raiseSequence(tx: Tx, sequence: string, above: string): Promise<void> {
  await run(tx, sql`select raise_sequence(${sequence}, ${above}::bigint)`)
}

/** One row of a tenant is enough to tell. */
export async function hasRows(tx: Tx, tenantId: TenantId, table: TableName): Promise<boolean> {
  const text = `select exists (select from ${quoted(table)} where tenant_id = $1) as there`
  let statement = statements.get(text)
  if (!statement) {
    statement = named(text)
    statements.set(text, statement)
  }
  const { rows } = await run(tx, { ...statement, values: [tenantId] } as Statement<{ there: boolean }>)
  return rows[0]?.there ?? false
}
