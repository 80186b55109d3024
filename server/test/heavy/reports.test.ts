/**
 * A report of a merchant with a hundred million records reads as many rows as that of one with a million: reports are
 * read from sums, and of a sum it does not matter how many records are in it. Every report that there is is read as it is
 * asked for first, and some in other ways.
 *
 * The sums are filled in by SQL, ten years of days in all their series, and the records behind them are not there. The
 * usual run has two years; `REPORT_YEARS=10 npm test -- heavy/reports` takes a minute and judges times too.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { REPORTS, type ReportName } from '../../src/figures/admin-api/records-schema.ts'
import { ALL_OF_COHORT } from '../../src/figures/rules/customer-months.ts'
import { NEVER_ENDS, OUTCOME, ofVintage, SERIES, STOCK } from '../../src/figures/rules/delta.ts'
import { carryStocks, findCarriedTo } from '../../src/figures/store/carried.ts'
import { programContextReader } from '../../src/management/program-context.ts'
import { type ReportQuery, readReport } from '../../src/management/reports/report.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { localDate, localDateToText, startOfDay } from '../../src/platform/zone.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { DEFAULTS, type Tenant } from '../../src/tenancy/tenant.ts'
import { insertTiers } from '../../src/tiers/store/tiers.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { onOwnConnections, rowsReadBy } from '../support/rows-read.ts'
import { cloneDatabase } from '../support/test-database.ts'
import { BRONZE_SILVER_GOLD } from '../support/tiers.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const IS_FULL = process.env.REPORT_YEARS !== undefined
const YEARS = Number(process.env.REPORT_YEARS ?? 2)
const FEW = 1_000_000
const MANY = 100 * FEW
const REPETITIONS = IS_FULL ? 40 : 3
/** Of the median time with many records, to that with few. */
const TIME_MAX = 2
const BRANCHES = 20
const TODAY = localDate(Date.UTC(2026, 5, 15, 12), DEFAULTS.timeZone)
const day = (before: number): string => localDateToText(TODAY - before)

/** A report that has something to choose, as it is asked for otherwise. */
const MORE: readonly (readonly [ReportName, ReportQuery])[] = [
  ['overview', { from: day(365), to: day(1), step: 'month' }],
  ['points', { from: day(365), to: day(1), show: 'takenBack', by: 'version' }],
  ['points', { from: day(90), to: day(1), show: 'redeemed', by: 'reward' }],
  ['liability', { asOf: day(30) }],
]

/**
 * Of what Home and Liability ask for, after ten years as after one: 61 days of four changes of balances each, 30 days of six
 * rewards, and at most a week of stocks twice.
 */
const ROWS_MAX: ReadonlyMap<string, number> = new Map([
  ['overview', 600],
  ['liability', 130],
  [`liability ${day(30)}`, 130],
])

interface Asked {
  readonly name: ReportName
  readonly query: ReportQuery
}

const ASKED: readonly Asked[] = [
  ...REPORTS.map((name) => ({ name, query: {} })),
  ...MORE.map(([name, query]) => ({ name, query })),
]
const told = ({ name, query }: Asked): string => [name, ...Object.values(query)].join(' ')

let url: string
let everything: pg.Pool
let drop: () => Promise<void>
let few: Tenant
let many: Tenant
/** As many records as `few`, in a year. */
let young: Tenant
let tables: string[]

beforeAll(async () => {
  ;({ url, drop } = await cloneDatabase())
  everything = new pg.Pool({ connectionString: url, max: 1, options: '-c statement_timeout=0' })
  everything.on('error', () => {})
  // Connections that stay would say what they have read here while the reports are counted: up to ten seconds later.
  await onOwnConnections({ url, everything }, async (database) => {
    few = await filled(database, FEW, YEARS)
    many = await filled(database, MANY, YEARS)
    young = await filled(database, FEW, 1)
  })
  await everything.query('vacuum analyze')
  const { rows } = await everything.query<{ name: string }>('select relname as name from pg_stat_user_tables')
  tables = rows.map(({ name }) => name)
})

afterAll(async () => {
  await everything.end()
  await drop()
})

/** A merchant whose balances changed so often, as often on each day: points were earned, redeemed, taken back, and expired. */
async function filled(database: Database, records: number, years: number): Promise<Tenant> {
  const { tenantId } = await openShop(database, { program: SIMPLE_PROGRAM })
  await database.transaction([tenantId], (tx) => insertTiers(tx, tenantId, BRONZE_SILVER_GOLD))
  // Of each record there is a credit, and as many redemptions, expiries and returns.
  const each = Math.round(records / years / 365 / 4)
  const values = [tenantId, TODAY - 365 * years, TODAY, each]
  await everything.query(
    `insert into figure_head (tenant_id, generation, state, transaction, id, counted_to, merged_customers, folded_at)
    values ($1, 1, 2, '999999999', 1, 1, 0, now())`,
    [tenantId],
  )
  await everything.query(
    `insert into order_figures (tenant_id, counted_to, days_marked, is_complete, counted_at)
    values ($1, 0, true, true, now())`,
    [tenantId],
  )
  await everything.query(
    `with days as (
      select day, date '1970-01-01' + day as date from generate_series($2::int, $3::int) as day
    ), months as (
      select day, n, to_char(date + n * interval '1 month', 'YYYYMM')::int as month, to_char(date, 'YYYYMM')::int as now
      from days, generate_series(-12, 12) as n
    ), sums (series, day, a, b, points, count) as (
      select ${SERIES.flow}, day, type, cause, points, 1 from days
      cross join (values (0, 0, 20), (6, 3, -12), (8, 3, -2), (9, 3, -1)) as flow (type, cause, points)
      union all
      select ${SERIES.rule}, day, rule, 4, 2, 0.1 from days, generate_series(1, 10) as rule
      union all
      select ${SERIES.rule}, day, 1, 5, -1, 1 from days
      union all
      select ${SERIES.reward}, day, reward, 0, 2, 1 / 6.0 from days, generate_series(1, 6) as reward
      union all
      select ${SERIES.stock}, day, month, ${STOCK.open}, case n when 12 then 20 when 11 then -2 when 0 then -3 else -1 end, 0
      from months where n between 0 and 12
      union all
      select ${SERIES.stock}, day, ${NEVER_ENDS}, ${STOCK.owed}, 0.5, 0 from days
      union all
      select ${SERIES.stock}, day, ${NEVER_ENDS}, ${STOCK.open}, 0.5, 0 from days
      union all
      select ${SERIES.vintage}, day, month, ${ofVintage(OUTCOME.redeemed, 0)}, case n when 0 then 0.5 else 1 end, 0
      from months where n between -11 and 0 -- of no lot is what is owed
      union all
      select ${SERIES.vintage}, day, now, outcome, points, 0 from months
      cross join (values (${ofVintage(OUTCOME.issued, 0)}, 20), (${ofVintage(OUTCOME.takenBack, 0)}, 1)) as part (outcome, points)
      where n = 0
      union all
      select ${SERIES.vintage}, day, month, ${ofVintage(OUTCOME.expired, 0)}, 2, 0 from months where n = -12
      union all
      select ${SERIES.sales}, day, 0, 0, 0, 1 from days
    )
    insert into figure_sum (tenant_id, generation, series, day, a, b, points, cashback, count)
    select $1, 1, series, day, a, b, round(points * $4::numeric, 4), round(points * $4::numeric * 0.05, 4),
      ceil(count * $4::numeric)
    from sums`,
    values,
  )
  await everything.query(
    `insert into order_day (tenant_id, day, branch, is_rest, orders, sales, earned_orders, first_orders, member_orders,
      member_sales, member_first_orders, points, branch_name)
    select $1, day, 'branch-' || branch, false, orders, orders * 50, orders, orders / 10, orders / 2, orders * 25, orders / 20,
      orders * 50, 'Branch ' || branch
    from generate_series($2::int, $3::int) as day, generate_series(1, ${BRANCHES}) as branch,
      lateral (select ceil($4::numeric / ${BRANCHES}) as orders) as placed`,
    values,
  )
  await everything.query(
    `insert into cohort_sum (tenant_id, first_month, month, customers, sales)
    select $1::bigint, to_char(first, 'YYYYMM')::int, to_char(later, 'YYYYMM')::int, $4::numeric, $4::numeric * 50
    from generate_series(date '1970-01-01' + $2::int, date '1970-01-01' + $3::int, '1 month') as first,
      lateral generate_series(first, date '1970-01-01' + $3::int, '1 month') as later
    union all
    select $1, to_char(first, 'YYYYMM')::int, ${ALL_OF_COHORT}, $4::numeric, 0
    from generate_series(date '1970-01-01' + $2::int, date '1970-01-01' + $3::int, '1 month') as first`,
    values,
  )
  await everything.query(
    `insert into period_figure (tenant_id, day, kind, value, base, counted_at)
    select $1, day, kind, $4::numeric * kind, $4::numeric * 400, now()
    from generate_series($2::int, $3::int - 1) as day, unnest(array[7, 30, 90, 365, 1365]) as kind`,
    values,
  )
  // At the end of a month nothing is left of it: months have more and less days, and all are given the same.
  await everything.query(
    `with left_over as (
      select a, sum(points) as points, sum(cashback) as cashback,
        (to_date(a::text, 'YYYYMM') + interval '1 month' - interval '1 day')::date - date '1970-01-01' as day,
        to_char(to_date(a::text, 'YYYYMM') - interval '1 year', 'YYYYMM')::int as issued
      from figure_sum
      where tenant_id = $1 and series = ${SERIES.stock} and b = ${STOCK.open} and a <> ${NEVER_ENDS}
        and to_date(a::text, 'YYYYMM') + interval '1 month' <= date '1970-01-01' + $2::int
      group by a
    )
    insert into figure_sum (tenant_id, generation, series, day, a, b, points, cashback, count)
    select $1, 1, part.* from left_over cross join lateral (values
      (${SERIES.flow}, day, 8::bigint, 3::bigint, -points, -cashback, 1::bigint),
      (${SERIES.stock}, day, a, ${STOCK.open}, -points, -cashback, 0),
      (${SERIES.vintage}, day, issued, ${ofVintage(OUTCOME.expired, 0)}, points, cashback, 0)
    ) as part
    on conflict (tenant_id, generation, series, day, a, b) do update
    set points = figure_sum.points + excluded.points, cashback = figure_sum.cashback + excluded.cashback`,
    [tenantId, TODAY],
  )
  // As the worker does with its next page.
  const carry = () =>
    database.transaction([tenantId], async (tx) => {
      const sums = { tenantId, generation: 1 }
      return carryStocks(tx, sums, { carried: await findCarriedTo(tx, sums), today: TODAY })
    })
  while (await carry());
  const tenant = await database.read([], (tx) => findTenant(tx, tenantId))
  if (!tenant) throw new Error('there is no merchant')
  return tenant
}

/** At noon: sums of the day are there. */
const NOW = startOfDay(TODAY, DEFAULTS.timeZone) + 12 * 3_600_000

async function read(opened: Database, tenant: Tenant, { name, query }: Asked) {
  const spans = [{ since: 0, timeZone: DEFAULTS.timeZone }]
  const asking = { tenant, now: NOW, locale: 'en', spans } as const
  const report = await opened.read([tenant.id], (tx) =>
    readReport(tx, { name, query }, asking, programContextReader),
  )
  if ('kind' in report) throw new Error(`${name}: ${report.detail.en}`)
  expect(report.table.rows.length).toBeGreaterThan(0)
  return report
}

function rowsOf(tenant: Tenant, asked: Asked): Promise<number> {
  return rowsReadBy({ url, everything }, tables, (opened) => read(opened, tenant, asked))
}

async function msOf(opened: Database, tenant: Tenant, asked: Asked): Promise<number> {
  const startedAt = performance.now()
  await read(opened, tenant, asked)
  return performance.now() - startedAt
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

describe(`a report over sums of ${MANY} records in ${YEARS} years`, () => {
  it.each(ASKED.map((asked) => [told(asked), asked] as const))('%s', async (name, asked) => {
    const [ofFew, ofMany, ofYoung] = [
      await rowsOf(few, asked),
      await rowsOf(many, asked),
      await rowsOf(young, asked),
    ]
    const times: [number[], number[]] = [[], []]
    await onOwnConnections({ url, everything }, async (opened) => {
      for (let turn = 0; turn < REPETITIONS; turn += 1) {
        times[0].push(await msOf(opened, few, asked))
        times[1].push(await msOf(opened, many, asked))
      }
    })
    const [msOfFew, msOfMany] = [median(times[0]), median(times[1])]
    process.stderr.write(
      `${name}: ${ofMany} rows of ${MANY} records, ${ofFew} of ${FEW}, ${ofYoung} of ${FEW} in one year; ` +
        `${msOfMany.toFixed(1)} ms, ${msOfFew.toFixed(1)} ms, ratio ${(msOfMany / msOfFew).toFixed(2)}\n`,
    )
    expect(ofMany).toBe(ofFew)
    const max = ROWS_MAX.get(name)
    if (max !== undefined) {
      expect(ofMany).toBeLessThanOrEqual(max)
      expect(ofMany).toBe(ofYoung)
    }
    if (IS_FULL) expect(msOfMany / msOfFew).toBeLessThanOrEqual(TIME_MAX)
  })
})
