/** Figures of a merchant who moves to another cell while orders come in: equal before and after, and counted on. */
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishProgram } from '../../src/earning/store.ts'
import { REPORTS } from '../../src/figures/admin-api/records-schema.ts'
import { verifyFigures } from '../../src/figures/verify.ts'
import { programContextReader } from '../../src/management/program-context.ts'
import { readReport } from '../../src/management/reports/report.ts'
import type { Cells } from '../../src/tenancy/cells.ts'
import { tenantOf } from '../../src/tenancy/manage/tenants.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import { clientOf } from '../support/client-of.ts'
import { copyTenant } from '../support/move-tenant.ts'
import { DAY_MS, iso, program } from '../support/shop.ts'
import { useTestApi } from '../support/test-api.ts'
import { cloneDatabase } from '../support/test-database.ts'
import { startWorker, until } from '../support/workers.ts'
import { startAnotherApi } from '../tenancy/another-api.ts'

const LAG_MAX_MS = 10_000 * Number(process.env.PUNCHCARD_TEST_PATIENCE ?? 1)
const CUSTOMERS = 15
const OTHER = 'other'

const test = useTestApi()
let otherUrl: string
let main: pg.Client
let other: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await cloneDatabase()
  ;({ url: otherUrl, drop } = database)
  main = clientOf(test.api.databaseUrl)
  other = clientOf(otherUrl)
  await Promise.all([main.connect(), other.connect()])
})
afterAll(async () => {
  await Promise.all([main.end(), other.end()])
  await drop()
})

async function openShop(
  cells: Cells,
  server: Awaited<ReturnType<typeof startAnotherApi>>['server'],
): Promise<{ tenantId: number; sell: () => Promise<boolean> }> {
  const { tenantId, authorization } = await test.api.openShop()
  await cells.of({ cell: 'main' }).transaction([tenantId], (tx) => publishProgram(tx, tenantId, program()))
  let orders = 0
  return {
    tenantId,
    /** The next order, placed within half a year. false: it was refused, and comes again. */
    async sell() {
      const at = iso(Date.now() - ((orders * 37) % 180) * DAY_MS)
      const { statusCode, body } = await server.inject({
        ...{ method: 'POST', url: '/v1/pvt/POS/orders', headers: { authorization } },
        payload: {
          ...{ OriginalId: `o${orders}`, OrderPlacementDate: at, OrderCompletedDate: at, IsCompleted: true },
          ...{ OrderTotal: 10 + (orders % 9), UpdatedDate: iso(Date.now()) },
          Customer: { OriginalId: `c${orders % CUSTOMERS}` },
        },
      })
      if (statusCode >= 500) return false
      expect(JSON.parse(body), body).toMatchObject({ HasError: false })
      orders += 1
      return true
    },
  }
}

/** Nothing is left that was not counted. */
async function isCounted(client: pg.Client, tenantId: number): Promise<boolean> {
  const { rows } = await client.query(
    `select from figure_head as head join order_figures as counted using (tenant_id)
    where tenant_id = $1 and head.state = 2 and counted.is_complete and counted.counted_to = 9007199254740991
      and not exists (select from quiet_entry where tenant_id = $1)
      and not exists (select from touched_customer where tenant_id = $1)
      and not exists (
        select from order_day_due where tenant_id = $1 and day < (current_timestamp at time zone 'UTC')::date - date '1970-01-02'
      )
      and not exists (
        select from point_event as event
        where event.tenant_id = $1 and (event.transaction, event.id) > (head.transaction, head.id)
      )`,
    [tenantId],
  )
  return rows.length === 1
}

/** The tables of all reports, as they are exported. */
async function readAll(cells: Cells, tenantId: number) {
  const tenant = await tenantOf(cells.directory, tenantId)
  const spans = await cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId))
  const asking = { tenant, now: Date.now(), locale: 'en', spans } as const
  const read = REPORTS.map(async (name) => {
    const report = await cells
      .of(tenant)
      .read([tenantId], (tx) => readReport(tx, { name, query: {} }, asking, programContextReader))
    return [name, 'kind' in report ? report : report.table] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/** Cohorts from the orders alone, beside those that are stored. */
async function cohortsIn(client: pg.Client, tenantId: number) {
  const { rows: stored } = await client.query(
    `select first_month, month, customers::int, trim_scale(sales)::text as sales from cohort_sum
    where tenant_id = $1 and month > 0 and customers <> 0 order by 1, 2`,
    [tenantId],
  )
  const { rows: told } = await client.query(
    `with ordered as (
      select *, to_char(placed_at at time zone 'America/Sao_Paulo', 'YYYYMM')::int as month from customer_order
      where tenant_id = $1 and state in (2, 4)
    ), firsts as (select customer_id, min(month) as first_month from ordered group by 1)
    select first_month, month, count(distinct customer_id)::int as customers, trim_scale(sum(total))::text as sales
    from ordered join firsts using (customer_id) group by 1, 2 order by 1, 2`,
    [tenantId],
  )
  return { stored, told }
}

it('are equal before and after a move under load, and lag at most 10 s', { timeout: 240_000 }, async () => {
  const { server, cells } = await startAnotherApi({ main: test.api.databaseUrl, [OTHER]: otherUrl })
  const { tenantId, sell } = await openShop(cells, server)
  const here = await startWorker(test.api.databaseUrl)
  for (let order = 0; order < 120; order += 1) expect(await sell()).toBe(true)
  await until(() => isCounted(main, tenantId))
  expect(await here.stop()).toBe(0)
  // These are not counted yet, and are in the other cell.
  for (let order = 0; order < 20; order += 1) expect(await sell()).toBe(true)
  const before = await readAll(cells, tenantId)

  // What comes meanwhile waits: copying is told that nothing is written.
  const moved = Promise.withResolvers<void>()
  let isSelling = true
  let sold = 0
  const sellOn = async (): Promise<void> => {
    await moved.promise
    while (isSelling) if (await sell()) sold += 1
  }
  const selling = sellOn()
  await copyTenant(test.api.databaseUrl, otherUrl, tenantId)
  const { rows: derived } = await other.query('select from customer_term where tenant_id = $1', [tenantId])
  expect(derived).toEqual([])
  const { rows: homes } = await other.query('select epoch from tenant_home where tenant_id = $1', [tenantId])
  expect(homes).toEqual([{ epoch: 2 }])
  await main.query(`update tenant_home set state = 'gone' where tenant_id = $1`, [tenantId])
  await main.query(`update tenant set cell = $1 where id = $2`, [OTHER, tenantId])
  expect(await readAll(cells, tenantId)).toEqual(before)
  moved.resolve()
  const there = await startWorker(test.api.databaseUrl, { PUNCHCARD_CELL_OTHER: otherUrl })
  await until(async () => sold > 100)
  isSelling = false
  await selling
  const endedAt = Date.now()
  await until(() => isCounted(other, tenantId))
  const lagMs = Date.now() - endedAt
  process.stderr.write(`${sold} orders after the move; figures ${lagMs} ms behind\n`)
  expect(lagMs).toBeLessThan(LAG_MAX_MS)
  const database = cells.of({ cell: OTHER })
  const spans = await cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId))
  expect(await verifyFigures(database, tenantId, spans)).toEqual([])
  const { stored, told } = await cohortsIn(other, tenantId)
  expect(stored).toEqual(told)
  expect(Object.values(await readAll(cells, tenantId)).filter((table) => 'kind' in table)).toEqual([])
  expect(await there.stop()).toBe(0)
})
