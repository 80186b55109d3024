/** What each kind of table promises to whoever moves a tenant to another cell: see src/tenancy/table-kinds.ts. */
import { describe, expect, it } from 'vitest'
import { TABLE_ROOMS } from '../../checks/table-rooms.ts'
import { SEQUENCE_KINDS, TABLE_KINDS, type TableKind } from '../../src/tenancy/table-kinds.ts'
import { withOwnDatabase } from '../support/test-database.ts'

const KINDS: ReadonlyMap<string, TableKind> = new Map(Object.entries(TABLE_KINDS))
const ORDER = [...KINDS.keys()]
/** They know a customer, but belong to an endpoint, are gone in seconds, or are not always about one. */
const NOT_OF_ACCOUNTS = [
  'approval',
  'webhook_retry',
  'webhook_attempt',
  'quiet_entry',
  'figure_counted',
  'touched_customer',
]

const database = withOwnDatabase()

interface Facts {
  readonly table: string
  readonly columns: string[]
  /** The columns of each index, those that are expressions as “”; partial ones left out. */
  readonly indexes: string[][]
  /** The first column of every primary key and unique index, partial ones too. */
  readonly keys_begin: string[]
  /** The functions of its triggers that do not look at `app.moving`. */
  readonly counters: string[]
}

const FACTS = `
  select c.relname as table,
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
    (select coalesce(json_agg(
        (select json_agg(pg_get_indexdef(i.indexrelid, n, false) order by n) from generate_series(1, i.indnkeyatts) as n)
      ), '[]') from pg_index i where i.indrelid = c.oid and i.indpred is null and i.indisvalid) as indexes,
    array(select pg_get_indexdef(indexrelid, 1, false) from pg_index where indrelid = c.oid and indisunique)
      as keys_begin,
    array(select p.proname::text from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and not t.tgisinternal and p.prosrc not like '%current_setting(''app.moving'', true)%')
      as counters
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by 1`

function problemsOf({ table, columns, indexes, keys_begin, counters }: Facts): string[] {
  const kind = KINDS.get(table)
  if (kind === undefined) return ['is not declared']
  if (kind === 'cell') return []
  const problems: string[] = []
  if (!keys_begin.every((column) => column === 'tenant_id'))
    problems.push('has a key that does not begin with the tenant')
  if (counters.length > 0) problems.push(`is counted by ${counters.join()} also while its tenant moves`)
  const customer = table === 'customer' ? 'id' : 'customer_id'
  const isByAccount = indexes.some(([first, second]) => first === 'tenant_id' && second === customer)
  if (kind === 'account' && !isByAccount) problems.push('cannot be read account by account')
  if (kind === 'derived' && isByAccount) problems.push('can be read account by account')
  if (kind === 'settings' && columns.includes('customer_id') && !NOT_OF_ACCOUNTS.includes(table)) {
    problems.push('belongs to an account')
  }
  return problems
}

async function findProblems(): Promise<Record<string, string[]>> {
  const { rows } = await database.client.query<Facts>(FACTS)
  return Object.fromEntries(
    rows
      .map((facts) => [facts.table, problemsOf(facts)] as const)
      .filter(([, problems]) => problems.length > 0),
  )
}

interface ForeignKey {
  readonly from: string
  readonly to: string
}

async function findForeignKeys(): Promise<ForeignKey[]> {
  const { rows } = await database.client.query<ForeignKey>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  return rows
}

async function whileThereIs<T>(definition: string, work: () => Promise<T>): Promise<T> {
  await database.client.query('begin')
  await database.client.query(definition)
  const found = await work()
  await database.client.query('rollback')
  return found
}

describe('every table', () => {
  it('is declared by its kind, and keeps what that promises', async () => {
    expect(await findProblems()).toEqual({})
  })

  it.each<[string, string, Record<string, string[]>]>([
    ['a new table', 'create table new_one (tenant_id bigint primary key)', { new_one: ['is not declared'] }],
    [
      'a unique index without the tenant',
      'create unique index on coupon (code_key) where is_used',
      { coupon: ['has a key that does not begin with the tenant'] },
    ],
    [
      'no index by account',
      'drop index coupon_of_customer_by_id',
      { coupon: ['cannot be read account by account'] },
    ],
    [
      'what follows from accounts, with an index by account that nothing needs',
      'create index on customer_term (tenant_id, customer_id)',
      { customer_term: ['can be read account by account'] },
    ],
    [
      'settings of one customer',
      'alter table morning add column customer_id bigint',
      { morning: ['belongs to an account'] },
    ],
    [
      'a trigger that always counts',
      'create trigger counts after update on product for each statement execute function count_directory_change()',
      { product: ['is counted by count_directory_change also while its tenant moves'] },
    ],
  ])('is found out: %s', async (_what, definition, problems) => {
    expect(await whileThereIs(definition, findProblems)).toEqual(problems)
  })

  it('refers to its own kind alone, and to what is copied before it; only a key refers to its tenant', async () => {
    const wrong = (keys: readonly ForeignKey[]) =>
      keys.filter(
        ({ from, to }) =>
          KINDS.get(from) !== KINDS.get(to) ||
          ORDER.indexOf(from) < ORDER.indexOf(to) ||
          (to === 'tenant' && from !== 'api_key'),
      )
    const keys = await findForeignKeys()
    expect(keys.length).toBeGreaterThan(10)
    expect(wrong(keys)).toEqual([])
    const added = 'alter table tenant_home add foreign key (tenant_id) references tenant (id)'
    expect(wrong(await whileThereIs(added, findForeignKeys))).toEqual([{ from: 'tenant_home', to: 'tenant' }])
  })
})

describe('every sequence', () => {
  const findSequences = async (): Promise<string[]> => {
    const { rows } = await database.client.query<{ name: string }>(
      `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
    )
    return rows.map(({ name }) => name)
  }

  it('is declared: whether it jumps when a tenant comes', async () => {
    const declared = Object.keys(SEQUENCE_KINDS)
    expect(await findSequences()).toEqual(declared.toSorted())
    const found = await whileThereIs('create sequence new_one', findSequences)
    expect(found.filter((name) => !declared.includes(name))).toEqual(['new_one'])
  })
})

describe('work that takes longer than a request, and its files', () => {
  const findStray = async (rooms: Readonly<Record<string, string>>): Promise<string[]> => {
    const { rows } = await database.client.query<Facts>(FACTS)
    return rows
      .map(({ table }) => table)
      .filter((table) => /(^|_)(job|file)s?(_|$)/.test(table) && rooms[table] !== 'jobs')
  }

  it('is kept by one room: no other one has tables of jobs or files', async () => {
    expect(await findStray(TABLE_ROOMS)).toEqual([])
    const ofOrders =
      'create table import_file (tenant_id bigint primary key); create table jobs_of_orders (id int)'
    expect(await whileThereIs(ofOrders, () => findStray({ ...TABLE_ROOMS, import_file: 'orders' }))).toEqual([
      'import_file',
      'jobs_of_orders',
    ])
  })
})
