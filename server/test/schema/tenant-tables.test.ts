import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run, type Tx } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { TABLE_KINDS } from '../../src/tenancy/table-kinds.ts'
import { clientOf } from '../support/client-of.ts'
import { useTestApi } from '../support/test-api.ts'

/** Tables of the cell itself. Every other table belongs to a tenant, so a new one is checked unasked. */
const CELL_TABLES = Object.entries(TABLE_KINDS)
  .filter(([, kind]) => kind === 'cell')
  .map(([name]) => name)

interface TableFacts {
  readonly name: string
  readonly has_tenant: boolean
  readonly first_key_column: string | null
  readonly secured: boolean
  readonly forced: boolean
  readonly policies: number
  readonly owner_is_app: boolean
}

const FACTS = `
  select c.relname as name,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as has_tenant,
    (select a.attname from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      -- The log has no key on the whole: each of its partitions has one.
      where i.indrelid = coalesce((select inhrelid from pg_inherits where inhparent = c.oid limit 1), c.oid)
        and i.indisprimary) as first_key_column,
    c.relrowsecurity as secured,
    c.relforcerowsecurity as forced,
    (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
    pg_get_userbyid(c.relowner) = 'punchcard_app' as owner_is_app
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`

function problemsOf(table: TableFacts): string[] {
  const problems: string[] = []
  if (table.owner_is_app) problems.push('is owned by the role that works with it')
  if (CELL_TABLES.includes(table.name) && !table.has_tenant) return problems
  if (table.first_key_column !== 'tenant_id') problems.push('has no tenant_id in front of its primary key')
  if (!table.secured || !table.forced) problems.push('does not force row-level security')
  if (table.policies !== 1) problems.push('does not have exactly the one policy')
  return problems
}

describe('tables that belong to a tenant', () => {
  const test = useTestApi()
  let client: pg.Client
  beforeAll(async () => {
    client = clientOf(test.api.databaseUrl)
    await client.connect()
  })
  afterAll(() => client.end())

  async function findProblems(): Promise<Record<string, string[]>> {
    const { rows } = await client.query<TableFacts>(FACTS)
    expect(rows.length).toBeGreaterThan(5)
    return Object.fromEntries(
      rows
        .map((table) => [table.name, problemsOf(table)] as const)
        .filter(([, problems]) => problems.length > 0),
    )
  }

  it('have tenant_id in front of their primary key and force row-level security', async () => {
    expect(await findProblems()).toEqual({})
  })

  it('are found out when they do not', async () => {
    await client.query('begin')
    await client.query('create table forgotten (id bigint primary key, tenant_id bigint not null)')
    const problems = await findProblems()
    await client.query('rollback')
    expect(problems).toEqual({
      forgotten: [
        'has no tenant_id in front of its primary key',
        'does not force row-level security',
        'does not have exactly the one policy',
      ],
    })
  })

  it('name the tenant first in every unique and foreign key', async () => {
    const { rows } = await client.query<{ name: string; definition: string }>(
      `
      select conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('u', 'f')
      union all
      select indexrelid::regclass::text, pg_get_indexdef(indexrelid)
      from pg_index
      where indisunique and not indisprimary and indrelid::regclass::text <> all ($1)
        and indexrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
      [CELL_TABLES],
    )
    expect(rows.length).toBeGreaterThan(5)
    expect(
      rows.filter(({ definition }) => !/(UNIQUE|KEY|USING btree) \(tenant_id[,)]/.test(definition)),
    ).toEqual([])
  })

  it('can be reached by the working role only with rights that it was given', async () => {
    const { rows } = await client.query<{ super: boolean; bypass: boolean }>(
      `select rolsuper as super, rolbypassrls as bypass from pg_roles where rolname = 'punchcard_app'`,
    )
    expect(rows).toEqual([{ super: false, bypass: false }])
  })
})

describe("another tenant's rows", () => {
  const test = useTestApi()
  let mine: number
  let other: number

  beforeAll(async () => {
    mine = test.api.key.tenantId
    other = (await test.api.openShop()).tenantId
    for (const tenant of [mine, other]) {
      await database().transaction([tenant], (tx) =>
        run(
          tx,
          sql`insert into brand (tenant_id, original_id, name) values (${tenant}, 'b', 'of ' || ${tenant})`,
        ),
      )
    }
  })

  const database = () => test.api.cells.directory
  const brands = async (tx: Tx): Promise<number[]> => {
    const { rows } = await run(tx, sql<{ tenant_id: number }>`select tenant_id from brand order by tenant_id`)
    return rows.map(({ tenant_id }) => tenant_id)
  }

  it('stay invisible to a query that forgets its predicate', async () => {
    expect(await database().transaction([mine], brands)).toEqual([mine])
    expect(await database().transaction([other], brands)).toEqual([other])
    expect(await database().transaction([mine, other], brands)).toEqual([mine, other])
  })

  it('stay invisible to a transaction that is bound to no tenant, also right after one that was', async () => {
    await database().transaction([mine], brands)
    expect(await database().transaction([], brands)).toEqual([])
  })

  it('cannot be changed, taken over or added', async () => {
    await database().transaction([mine], async (tx) => {
      await run(tx, sql`update brand set name = 'taken'`)
    })
    const names = await database().transaction([other], async (tx) => {
      const { rows } = await run(tx, sql<{ name: string }>`select name from brand`)
      return rows.map(({ name }) => name)
    })
    expect(names).toEqual([`of ${other}`])
    await expect(
      database().transaction([mine], (tx) =>
        run(tx, sql`insert into brand (tenant_id, original_id) values (${other}, 'x')`),
      ),
    ).rejects.toThrow('row-level security')
    await expect(
      database().transaction([mine], (tx) => run(tx, sql`update brand set tenant_id = ${other}`)),
    ).rejects.toThrow('row-level security')
  })
})
