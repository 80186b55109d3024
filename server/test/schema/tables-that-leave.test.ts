/** No table of a tenant is forgotten when it is exported or deleted, and no secret is exported. */
import { expect, it } from 'vitest'
import { TABLES_OF_CELL, TABLES_OF_DIRECTORY } from '../../src/operating/delete/tables-of-tenant.ts'
import { EXPORTED_TABLES, LEFT_OUT, SECRET_COLUMNS } from '../../src/operating/export/exported-tables.ts'
import { numberedColumns } from '../../src/operating/import/import-tables.ts'
import { readNumbered } from '../../src/operating/store/arriving.ts'
import { readShapes } from '../../src/operating/store/rows.ts'
import { SEQUENCE_KINDS, TABLE_KINDS } from '../../src/tenancy/table-kinds.ts'
import { openTestDatabase, withOwnDatabase } from '../support/test-database.ts'

/** Octets and secrets that may leave, and why. */
const HARMLESS = [
  'approval.request_hash', // of what was asked for
  'approval.request_key', // the shop's own key of a request
  'balance_change.change_key',
  'balance_change.request_hash',
  'customer.merge_hash', // of the ids that a merge was asked for with
  'customer.merge_key', // the shop's own key of a merge
  'award.coupon_key',
  'award.redemption_key',
  'coupon.code_key', // the code in the form by which it is found
  'coupon.redemption_key',
  'action_grant.grant_key',
  'import_effect.key', // a hash
  'import_salt.salt', // tells nothing without the lines that were imported
  'order_return.cancel_key',
  'program_plan.hash', // of a program file
  'import.plan_hash', // of what a dry run was about
  'order_return.request_hash',
  'redemption.original_key',
  'redemption.request_hash',
  'pre_generated_coupon.code_key',
  'month_close.hash', // of the figures that stand beside it
  'program_version.digest', // by which a changed version is noticed
  'redemption.coupon_key',
  'webhook_endpoint.previous_secret_until', // a moment
  'erased_person.hmac', // says nothing without its key
  'erasure_key.sealed_key', // opens with the key of the installation alone
]

/** What is counted again from orders. */
const OF_FIGURES = ['customer_first', 'customer_month']

const database = withOwnDatabase()

async function columnsWhere(condition: string): Promise<{ table: string; column: string; type: string }[]> {
  const { rows } = await database.client.query(
    `select class.relname as table, attname as column, format_type(atttypid, null) as type
    from pg_attribute join pg_class as class on class.oid = attrelid
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
      and attnum > 0 and not attisdropped and ${condition} order by 1, 2`,
  )
  return rows
}

const findTablesOfTenants = async () =>
  (await columnsWhere(`attname = 'tenant_id'`)).map(({ table }) => table)
const deleted = [...TABLES_OF_CELL, ...TABLES_OF_DIRECTORY] as string[]

it('every table with a tenant is deleted with it, but for its home, which keeps the number taken', async () => {
  expect(await findTablesOfTenants()).toEqual([...deleted, 'tenant_home'].toSorted())
  await database.client.query('begin')
  await database.client.query('create table new_one (tenant_id bigint primary key)')
  expect((await findTablesOfTenants()).filter((table) => !deleted.includes(table))).toEqual([
    'new_one',
    'tenant_home',
  ])
  await database.client.query('rollback')
})

it('every table of a tenant is exported, made again, or left out for a reason', () => {
  const exported = EXPORTED_TABLES.map(({ name }) => name as string)
  for (const [table, kind] of Object.entries(TABLE_KINDS)) {
    const isLeftOut = table in LEFT_OUT
    const isExpected = kind !== 'cell' && kind !== 'derived' && !isLeftOut
    expect([table, exported.includes(table)]).toEqual([table, isExpected])
    // What never moves has no business in the list.
    if (isLeftOut) expect(['settings', ...(OF_FIGURES.includes(table) ? ['account'] : [])]).toContain(kind)
  }
  expect(exported.length).toBeGreaterThan(30)
})

it('no column that may hold a secret is exported unless somebody has looked at it', async () => {
  const exported = new Set<string>(EXPORTED_TABLES.map(({ name }) => name))
  const secret = Object.entries(SECRET_COLUMNS).flatMap(([table, columns]) =>
    (columns ?? []).map((column) => `${table}.${column}`),
  )
  const doubtful = await columnsWhere(
    `(format_type(atttypid, null) = 'bytea' or attname ~ '(secret|sealed|token|password|_key$|^key$)')`,
  )
  const undecided = doubtful
    .filter(({ table, type, column }) => exported.has(table) && !(type === 'text' && column === 'key'))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !secret.includes(name) && !HARMLESS.includes(name))
  expect(undecided).toEqual([])
})

/** Numbers of rows that stay where they are. */
const OF_LEFT_OUT = ['failed_request_id_seq', 'file_id', 'job_id', 'quiet_entry_id', 'webhook_attempt_id_seq']

it('no number that comes with a merchant is given out a second time: its sequence jumps', async () => {
  const cell = openTestDatabase(database.url)
  try {
    const names = EXPORTED_TABLES.map(({ name }) => name)
    const [shapes, numbered] = await cell.read([], (tx) =>
      Promise.all([readShapes(tx, names), readNumbered(tx, names)]),
    )
    const jumping = EXPORTED_TABLES.flatMap(({ name, kind }) => {
      const shape = shapes.get(name)
      return shape
        ? numberedColumns(kind, shape, numbered.get(name) ?? []).map(({ sequence }) => sequence)
        : []
    })
    const wanted = Object.entries(SEQUENCE_KINDS).flatMap(([name, kind]) => (kind === 'tenant' ? [name] : []))
    expect([...new Set([...jumping, ...OF_LEFT_OUT])].toSorted()).toEqual(wanted.toSorted())
  } finally {
    await cell.close()
  }
})
