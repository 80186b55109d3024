/** A tenant's home: the row beside its data that says whether it lives in this cell. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { type Cells, MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { createTenant } from '../../src/tenancy/manage/tenants.ts'
import { DEFAULTS } from '../../src/tenancy/tenant.ts'
import { runHere } from '../cli/run-here.ts'
import { clientOf } from '../support/client-of.ts'
import { urlOfLogin } from '../support/logins.ts'
import { cloneDatabase, emptyDatabase, openTestDatabase } from '../support/test-database.ts'

const ACTIVE = { state: 'active', epoch: 1 }

async function connect(url: string): Promise<pg.Client> {
  const client = clientOf(url)
  await client.connect()
  return client
}

async function homesIn(client: pg.Client): Promise<object[]> {
  const { rows } = await client.query(
    'select tenant_id::int as tenant, state, epoch from tenant_home order by 1',
  )
  return rows
}

describe('a tenant that is made', () => {
  let cells: Cells
  let main: pg.Client
  let other: pg.Client
  const drops: (() => Promise<void>)[] = []

  beforeAll(async () => {
    const [first, second] = [await cloneDatabase(), await cloneDatabase()]
    drops.push(first.drop, second.drop)
    cells = openCells(
      new Map([
        [MAIN_CELL, first.url],
        ['other', second.url],
      ]),
      openTestDatabase,
    )
    main = await connect(first.url)
    other = await connect(second.url)
  })
  afterAll(async () => {
    await Promise.all([cells.close(), main.end(), other.end()])
    for (const drop of drops) await drop()
  })

  const make = (cell?: string) =>
    createTenant(cells, { ...DEFAULTS, name: 'Shop', isSandbox: false, ...(cell ? { cell } : {}) })

  async function whereIs(tenant: number): Promise<object> {
    const { rows } = await main.query<{ cell: string }>('select cell from tenant where id = $1', [tenant])
    const homeIn = async (client: pg.Client) =>
      (await client.query('select state, epoch from tenant_home where tenant_id = $1', [tenant])).rows
    return { directory: rows[0]?.cell ?? null, main: await homeIn(main), other: await homeIn(other) }
  }

  /** Every insert into the table fails, as when the process dies right before it. */
  async function failInserts(client: pg.Client, table: string): Promise<() => Promise<unknown>> {
    await client.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$;
      create trigger fails before insert on ${table} for each statement execute function fail()`)
    return () => client.query('drop function fail() cascade')
  }

  it('has its home in its cell alone, and its entry in the directory', async () => {
    expect(await whereIs(await make())).toEqual({ directory: 'main', main: [ACTIVE], other: [] })
    expect(await whereIs(await make('other'))).toEqual({ directory: 'other', main: [], other: [ACTIVE] })
  })

  it('is unknown when that is cut off between the two, and can be made again', async () => {
    const last = await make('other')
    const mend = await failInserts(main, 'tenant')
    await expect(make('other')).rejects.toThrow('died')
    await mend()
    expect(await whereIs(last + 1)).toEqual({ directory: null, main: [], other: [ACTIVE] })
    const again = await make('other')
    expect(again).toBeGreaterThan(last + 1)
    expect(await whereIs(again)).toEqual({ directory: 'other', main: [], other: [ACTIVE] })
  })

  it('is not in the directory when it could have no home', async () => {
    const last = await make('other')
    const mend = await failInserts(other, 'tenant_home')
    await expect(make('other')).rejects.toThrow('died')
    await mend()
    expect(await whereIs(last + 1)).toEqual({ directory: null, main: [], other: [] })
  })

  it('never gets the number, and so the customers, of one whom a restored directory has forgotten', async () => {
    const forgotten = await make('other')
    await main.query('delete from tenant where id = $1', [forgotten])
    await main.query(`select setval('tenant_id_seq', $1)`, [forgotten - 1])
    for (const cell of ['main', 'other']) {
      const made = await make(cell)
      expect(made).toBeGreaterThan(forgotten)
    }
    expect(await whereIs(forgotten)).toEqual({ directory: null, main: [], other: [ACTIVE] })
  })

  it('sees no home but its own, and cannot remove it', async () => {
    const [mine, theirs] = [await make(), await make()]
    const visible = await cells.of({ cell: 'main' }).transaction([mine], async (tx) => {
      await run(tx, sql`update tenant_home set state = 'leaving'`)
      return (await run(tx, sql<{ tenant_id: number }>`select tenant_id from tenant_home`)).rows
    })
    expect(visible).toEqual([{ tenant_id: mine }])
    expect(await whereIs(theirs)).toEqual({ directory: 'main', main: [ACTIVE], other: [] })
    await expect(
      cells.of({ cell: 'main' }).transaction([mine], (tx) => run(tx, sql`delete from tenant_home`)),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it.each([
    ['state', { state: 'away', epoch: 1 }],
    ['epoch', { state: 'active', epoch: 0 }],
  ])('has a %s that makes sense', async (_what, { state, epoch }) => {
    await expect(
      main.query('insert into tenant_home (tenant_id, state, epoch) values (1000000, $1, $2)', [
        state,
        epoch,
      ]),
    ).rejects.toMatchObject({ code: '23514' })
  })
})

describe('tenants of the directory who have no home', () => {
  /** As the directory was restored, and their cell was not. */
  async function insertAlone(main: pg.Client, cell: string): Promise<void> {
    await main.query(
      `insert into tenant (name, currency, time_zone, locale, cell)
      values ('Shop', 'BRL', 'America/Sao_Paulo', 'pt-BR', $1)`,
      [cell],
    )
  }

  it('get one from `migrate` where the directory says, whether they have rows there or not', async () => {
    const urls = { main: await emptyDatabase(), other: await emptyDatabase() }
    const environment = {
      DATABASE_URL: urlOfLogin(urls.main, 'owner'),
      PUNCHCARD_CELL_OTHER: urlOfLogin(urls.other, 'owner'),
    }
    expect(await runHere(['migrate'], environment)).toMatchObject({ exitCode: 0 })
    const [main, other] = [await connect(urls.main), await connect(urls.other)]
    onTestFinished(async () => {
      await Promise.all([main.end(), other.end()])
    })
    for (const cell of ['main', 'other', 'main', 'other']) await insertAlone(main, cell)
    await other.query(`insert into brand (tenant_id, original_id) values (2, 'b')`)
    expect(await runHere(['migrate'], environment)).toMatchObject({ exitCode: 0 })
    expect(await homesIn(main)).toEqual([1, 3].map((tenant) => ({ tenant, ...ACTIVE })))
    expect(await homesIn(other)).toEqual([2, 4].map((tenant) => ({ tenant, ...ACTIVE })))

    // Homes that exist stay as they are, such as that of a tenant who is moving.
    for (const cell of ['main', 'other']) await insertAlone(main, cell)
    await other.query(`update tenant_home set state = 'leaving', epoch = 3 where tenant_id = 4`)
    expect(await runHere(['migrate'], environment)).toMatchObject({ exitCode: 0 })
    expect(await homesIn(main)).toEqual([1, 3, 5].map((tenant) => ({ tenant, ...ACTIVE })))
    expect(await homesIn(other)).toEqual([
      { tenant: 2, ...ACTIVE },
      { tenant: 4, state: 'leaving', epoch: 3 },
      { tenant: 6, ...ACTIVE },
    ])
  })
})
