/**
 * Many rows in one statement, one array parameter per column. A column is defined once, with its name, its type and
 * where its value comes from, and the statement is put together from that: nothing is matched by its place in a list.
 */
import { type Instant, instantToText } from '../clock.ts'
import { type Decimal, decimalToText } from '../decimal.ts'
import { type LocalDate, localDateToText } from '../zone.ts'
import { run, type Tx } from './database.ts'
import { Fragment, named, Part, toQuoted } from './sql.ts'
import type { TableColumns, TableName } from './tables.ts'
import { ArrayParameter } from './wire/array-parameter.ts'

/** What is given for a column of each type. */
interface Values {
  /** A text where it may be greater than any id. */
  readonly bigint: number | string
  readonly int: number
  readonly smallint: number
  readonly numeric: Decimal
  readonly text: string
  readonly uuid: string
  readonly inet: string
  readonly bytea: Buffer
  readonly xid8: string
  readonly boolean: boolean
  readonly date: LocalDate
  readonly timestamptz: Instant | 'infinity' | '-infinity'
  /** Written as JSON. */
  readonly json: object
  readonly jsonb: object
}
type Type = keyof Values

type ColumnOf<Row, T extends Type> = readonly [type: T, read: (row: Row, index: number) => Values[T] | null]
type Column<Row> = { [T in Type]: ColumnOf<Row, T> }[Type]

/** Columns by name. */
export type Columns<Row, Name extends string = string> = { readonly [N in Name]?: Column<Row> }
/** The names of a table's columns are checked against the schema. */
export type ColumnsOf<Table extends TableName, Row> = Columns<Row, TableColumns[Table]>

/** Sends the rows with one statement; where there are none, nothing is sent. */
type Write<Row> = (tx: Tx, rows: readonly Row[]) => Promise<unknown>

/** Writes rows of one table. Each statement is made once, where a module is loaded, and then called with rows. */
export function table<Table extends TableName>(name: Table) {
  return {
    insert<Row>(columns: ColumnsOf<Table, Row>): Write<Row> {
      return write(
        columns,
        `insert into ${name} (${namesOf(columns).text}) select * from unnest(${parameters(columns)})`,
      )
    },
    /** The same where a row may be there already: then it stays as it is. */
    insertMissing<Row>(columns: ColumnsOf<Table, Row>): Write<Row> {
      return write(
        columns,
        `insert into ${name} (${namesOf(columns).text}) select * from unnest(${parameters(columns)})
        on conflict do nothing`,
      )
    },
    /** Deletes each row that has these keys. */
    delete<Row>(keys: ColumnsOf<Table, Row>): Write<Row> {
      const found = Object.keys(keys).map((key) => `stored.${key} = deleted.${key}`)
      return write(
        keys,
        `delete from ${name} as stored
        using unnest(${parameters(keys)}) as deleted (${namesOf(keys).text}) where ${found.join(' and ')}`,
      )
    },
    /** Finds each row by its keys and sets the columns. */
    update<Row>(keys: ColumnsOf<Table, Row>, columns: ColumnsOf<Table, Row>): Write<Row> {
      const all = { ...keys, ...columns }
      const found = Object.keys(keys).map((key) => `stored.${key} = changed.${key}`)
      const set = Object.keys(columns).map((column) => `${column} = changed.${column}`)
      return write(
        all,
        `update ${name} as stored set ${set.join(', ')}
        from unnest(${parameters(all)}) as changed (${namesOf(all).text}) where ${found.join(' and ')}`,
      )
    },
  }
}

/** Put together once, so that its text is the same at every call and it stays prepared. */
function write<Row>(columns: Columns<Row>, text: string): Write<Row> {
  const statement = named(text)
  return async (tx, rows) => {
    if (rows.length > 0) await run(tx, { ...statement, values: arraysOf(columns, rows) })
  }
}

/** For a statement of another form: `from ${rowsAs('wanted', COLUMNS, keys)} join …`. */
export function rowsAs<Row>(alias: string, columns: Columns<Row>, rows: readonly Row[]): Part {
  const textFrom = (first: number) =>
    `unnest(${parameters(columns, first)}) as ${alias} (${namesOf(columns).text})`
  return new Part(textFrom, arraysOf(columns, rows))
}

/** For looking things up by a key of their own within their tenant. */
export function keyColumns<Key extends string | number>(
  name: string,
  type: Key extends string ? 'text' : 'bigint',
): Columns<{ readonly tenantId: number; readonly key: Key }> {
  return {
    tenant_id: ['bigint', ({ tenantId }) => tenantId],
    [name]: [type, ({ key }: { readonly key: Key }) => key] as Column<{ readonly key: Key }>,
  }
}

/** The names in the same order as in `rowsAs`: `insert into … (${namesOf(COLUMNS)}) select … `. */
export function namesOf(columns: Columns<never>): Fragment {
  return new Fragment(Object.keys(columns).join(', '))
}

function parameters(columns: Columns<never>, first = 1): string {
  return listOf(columns)
    .map(([type], index) => `$${first + index}::${type}[]`)
    .join(', ')
}

/** One parameter for each column, in their order. */
export function arraysOf<Row>(columns: Columns<Row>, rows: readonly Row[]): ArrayParameter<Row>[] {
  return listOf(columns).map(([type, read]) => new ArrayParameter(type, rows, read, TO_TEXT[type]))
}

function listOf<Row>(columns: Columns<Row>): Column<Row>[] {
  return Object.values(columns) as Column<Row>[]
}

/** As an element of an array in text. Only what may hold a quote, a comma or a brace needs quotes. */
const TO_TEXT: { readonly [T in Type]: (value: Values[T]) => string } = {
  bigint: String,
  int: String,
  smallint: String,
  numeric: decimalToText,
  text: toQuoted,
  uuid: toQuoted,
  inet: toQuoted,
  bytea: (value) => toQuoted(`\\x${value.toString('hex')}`),
  xid8: toQuoted,
  boolean: (value) => (value ? 't' : 'f'),
  date: localDateToText,
  timestamptz: (value) => (typeof value === 'number' ? instantToText(value) : value),
  json: (value) => toQuoted(JSON.stringify(value)),
  jsonb: (value) => toQuoted(JSON.stringify(value)),
}
