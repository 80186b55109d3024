/** The demo merchant and its year of history, made by the commands of the API with a clock that moves. */

import { fastify } from 'fastify'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tillOfEachCell } from '../../src/app/tills.ts'
import { PERMISSIONS } from '../../src/contract/permission.ts'
import { CUSTOMERS, STEPS } from '../../src/demo/history.ts'
import { ensureDemoMerchant } from '../../src/demo/merchant.ts'
import { lotsExport, movementsExport } from '../../src/figures/export.ts'
import type { BalanceExplained, TimelineLine } from '../../src/history/admin-api/schema.ts'
import type { ExportFilter, ExportKind } from '../../src/jobs/export.ts'
import { serveAdminApi } from '../../src/management/management-api.ts'
import { authenticateAs } from '../../src/people/admin-api/authenticate.ts'
import { decimalFromText } from '../../src/platform/decimal.ts'
import { createLogger } from '../../src/platform/log.ts'
import { knownLocalDate, startOfDay } from '../../src/platform/zone.ts'
import { type Cells, MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { tenantOf } from '../../src/tenancy/manage/tenants.ts'
import { clientOf } from '../support/client-of.ts'
import { countAllOrders } from '../support/count-figures.ts'
import { exportRows } from '../support/export-rows.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'
import { walkFigures, walkOverview, walkPastLiability, walkVintages } from '../support/walk-figures.ts'
import { walkBranches, walkCohorts, walkCustomers } from '../support/walk-order-figures.ts'

const NOW = Date.parse('2026-03-18T15:20:00Z')
/** Of all customers, taken from the history of a program that had no card. */
const BALANCES_WITHOUT_CARD = 'c2d64d5127d19d15262fa4cd4bf87c60'
/** A history took 4.6 s on two cores with other work beside it, and 20 s at a load of 16. */
const timeout = 180_000
const PERIOD = 'from=2026-02-16&to=2026-03-17'
const PAST_DAYS = ['2025-06-30', '2025-12-31', '2026-02-28', '2026-03-17']
const LOG_BEGINS = '2026-03-01T12:00:00Z'
/** The first whole day of that log. */
const LISTED_FROM = '2026-03-02'
const log = createLogger({ level: 'error', destination: process.stderr })

/** A database in which `punchcard dev` finds no merchant yet. */
class DemoDatabase {
  readonly #client: pg.Client
  readonly #cells: Cells
  readonly #drop: () => Promise<void>

  private constructor(url: string, drop: () => Promise<void>) {
    this.#client = clientOf(url)
    this.#cells = openCells(new Map([[MAIN_CELL, url]]), openTestDatabase)
    this.#drop = drop
  }

  static async open(): Promise<DemoDatabase> {
    const { url, drop } = await cloneDatabase()
    const opened = new DemoDatabase(url, drop)
    await opened.#client.connect()
    return opened
  }

  async close(): Promise<void> {
    await this.#client.end()
    await this.#cells.close()
    await this.#drop()
  }

  ensure(onStep: (step: number) => void = () => {}): Promise<number> {
    return ensureDemoMerchant(this.#cells, { now: NOW, log, onStep })
  }

  verify(tenantId: number) {
    return verifyMerchant(this.#cells.of({ cell: MAIN_CELL }), tenantId)
  }

  /** Brings the figures up to date, as a worker does. */
  count(tenantId: number): Promise<void> {
    return countAllOrders(this.#cells, tenantId, NOW)
  }

  /** What the owner sees over the management API, at the moment at which the history ends. */
  async manage(
    tenantId: number,
    work: (get: <Answer>(path: string, language?: string) => Promise<Answer>) => Promise<void>,
  ): Promise<void> {
    const server = fastify()
    const clock = () => NOW
    await serveAdminApi(server, {
      cells: this.#cells,
      tillOf: tillOfEachCell(this.#cells, clock),
      clock,
      log,
      isLimited: false,
      authenticate: authenticateAs(this.#cells.directory, () => ({
        actor: { kind: 'person', id: 1, label: 'owner' },
        via: 'panel',
        personId: 1,
        session: null,
        confirmedUntil: null,
        permissions: new Set(PERMISSIONS),
      })),
    })
    await work(async (path, language = 'en') => {
      const url = `/v1/admin/tenants/${tenantId}${path}`
      const response = await server.inject({ url, headers: { 'accept-language': language } })
      expect(response.statusCode, response.body).toBe(200)
      return response.json()
    }).finally(() => server.close())
  }

  /** As a job does. */
  async exported(tenantId: number, kind: ExportKind, filter: Partial<ExportFilter> = {}) {
    const tenant = await tenantOf(this.#cells.directory, tenantId)
    return exportRows({ database: this.#cells.of(tenant), tenant }, kind, filter)
  }

  /** As a worker does 30 days later. The history was written within seconds: each event gets the moment that it tells. */
  async dropEventsUntil(end: string, tenantId: number): Promise<void> {
    const from = '2024-12-01T00:00:00Z'
    const { rows } = await this.#client.query<{ name: string }>(
      'select create_event_partition($1, $2) as name',
      [from, end],
    )
    await this.#client.query(
      `update point_event as event set written_at = told.at
       from (
         select tenant_id, transaction, id,
           greatest($1, max(occurred_at) over (order by transaction, id)) as at
         from point_event
       ) as told
       where event.tenant_id = told.tenant_id and event.transaction = told.transaction and event.id = told.id`,
      [from],
    )
    const drop = 'select drop_event_partition($1, $2, $3)'
    await this.#client.query(drop, [rows[0]?.name, new Date(NOW), [tenantId]])
  }

  async rows<Row>(text: string): Promise<Row[]> {
    return (await this.#client.query(text)).rows
  }

  /** How many rows there are of each kind. */
  async counts(table: string, kind: string): Promise<Record<string, number>> {
    const rows = await this.rows<{ kind: string; count: number }>(
      `select (${kind})::text as kind, count(*)::int as count from ${table} group by 1 order by 1`,
    )
    return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
  }

  /** Every row of every table that a history writes. */
  async everything(): Promise<Record<string, string[]>> {
    const tables = await this.rows<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' order by 1`,
    )
    const found: Record<string, string[]> = {}
    for (const { name } of tables) {
      const rows = await this.rows<{ row: string }>(`select t::text as row from ${name} as t order by 1`)
      found[name] = rows.map(({ row }) => row)
    }
    return found
  }

  /** All that a person could tell apart. Ids are only names, and which of two customers comes first is chance. */
  async story(): Promise<Record<string, string[]>> {
    const customer = 'join customer on customer.tenant_id = t.tenant_id and customer.id = t.customer_id'
    const told = {
      customers: `select original_id, public_id, customer.name, email, birthday, points_balance, cashback_balance,
          order_count, event_sequence, tier.name as tier, tier_since, customer.created_at
        from customer left join tier on tier.tenant_id = customer.tenant_id and tier.id = tier_id`,
      orders: `select original_id, state, total, placed_at, completed_at, cancelled_at, updated_at
        from customer_order`,
      records: `select customer.original_id, t.type, t.points, t.cashback, recorded_at, available_at, expires_at,
          remaining_points, debt_points
        from point_record as t ${customer}`,
      coupons: `select customer.original_id, code, is_used, inactivated_at, valid_until from coupon as t ${customer}`,
      redemptions: 'select original_key, external_code, points, redeemed_at, returned_at from redemption',
      moves: `select customer.original_id, moved_at, reason from tier_move as t ${customer}`,
      answers: `select customer.original_id, answered_at from quiz_answer as t ${customer}`,
    }
    const found: Record<string, string[]> = {}
    for (const [what, text] of Object.entries(told)) {
      const rows = await this.rows<{ line: string }>(`select t::text as line from (${text}) as t order by 1`)
      found[what] = rows.map(({ line }) => line)
    }
    return found
  }
}

describe('the demo merchant', () => {
  let demo: DemoDatabase
  let tenantId: number
  const steps: number[] = []
  beforeAll(async () => {
    demo = await DemoDatabase.open()
    tenantId = await demo.ensure((step) => steps.push(step))
  })
  afterAll(() => demo.close())

  it('tells how far it is', () => {
    expect(steps).toEqual(Array.from({ length: STEPS + 1 }, (_, step) => step))
  })

  it('verifies', async () => {
    expect(await demo.verify(tenantId)).toEqual({ accounts: CUSTOMERS, differences: [] })
  })

  it('has 200 customers with names of their own, and orders in every week of more than a year', async () => {
    const [customers] = await demo.rows(
      `select count(*)::int as customers, count(distinct name)::int as names, count(distinct email)::int as emails,
         bool_and(original_id ~ '^demo-[0-9]{3}$') as are_demo from customer`,
    )
    expect(customers).toEqual({ customers: 200, names: 200, emails: 200, are_demo: true })
    const weeks = await demo.counts('customer_order', `date_trunc('week', placed_at)`)
    expect(Object.keys(weeks).length).toBeGreaterThanOrEqual(62)
    // The first and the last week are cut off.
    expect(Math.min(...Object.values(weeks).slice(1, -1))).toBeGreaterThanOrEqual(4)
    const [last] = await demo.rows<{ at: Date }>('select max(placed_at) as at from customer_order')
    expect(NOW - (last?.at.getTime() ?? 0)).toBeLessThan(2 * 86_400_000)
  })

  it('has something of every kind', async () => {
    const least = async (table: string, kind: string, expected: Record<string, number>) => {
      const found = await demo.counts(table, kind)
      for (const [name, count] of Object.entries(expected)) {
        expect(found[name] ?? 0, `${table}: ${kind} is ${name}`).toBeGreaterThanOrEqual(count)
      }
    }
    // Purchases, signups, birthdays, quizzes, changes, redemptions, returns, expiries, cancellations, adjustments.
    const records = { 0: 1_500, 1: 50, 2: 50, 4: 30, 5: 30, 6: 300, 7: 10, 8: 100, 9: 50, 11: 40 }
    await least('point_record', 'type', records)
    // Pending, complete, cancelled, ignored because the customer did not take part.
    await least('customer_order', 'state', { 1: 1, 2: 1_500, 3: 50, 4: 2 })
    await least('coupon', `redemption_key is null or is_used`, { true: 100, false: 50 })
    await least('coupon', 'redemption_key is null', { true: 5 })
    await least('coupon', 'redemption_key is null and inactivated_at is not null', { true: 1 })
    await least('redemption', 'returned_at is not null', { true: 10, false: 300 })
    await least('redemption', 'jsonb_array_length(metadata) > 0', { true: 10 })
    await least('tier_move', 'reason', { 'goals reached': 50, 'goals missed': 5 })
    await least('customer left join tier on tier.id = tier_id', `coalesce(tier.name, 'Bronze')`, {
      Bronze: 50,
      Silver: 20,
      Gold: 5,
    })
    await least('point_event', 'topic', { 0: 1_000, 1: 10, 2: 500 })
    await least('program_version', 'version', { 1: 1, 2: 1 })
    await least('stamp_card', 'completed > 0', { true: 20, false: 20 })
    // Given, and undone because espressos went back.
    await least('award', 'state', { 1: 40, 3: 1 })
  })

  it('happened in the past, each customer’s own events one after the other', async () => {
    const [late] = await demo.rows(
      `select count(*)::int as count from point_event where occurred_at > '${new Date(NOW).toISOString()}'`,
    )
    expect(late).toEqual({ count: 0 })
    const backwards = await demo.rows(
      `select from (
         select occurred_at, lag(occurred_at) over (partition by customer_id, sequence < 0 order by abs(sequence)) as before
         from point_event
       ) as event where occurred_at < before`,
    )
    expect(backwards).toEqual([])
  })

  it('gives birthday points on the birthday', async () => {
    const wrong = await demo.rows(
      `select name from point_record as record
       join customer on customer.tenant_id = record.tenant_id and customer.id = record.customer_id
       where type = 2 and to_char(birthday at time zone 'America/Sao_Paulo', 'MMDD')
         <> to_char(recorded_at at time zone 'America/Sao_Paulo', 'MMDD')`,
    )
    expect(wrong).toEqual([])
  })

  it('has balances that its card has changed nothing of', async () => {
    const [balances] = await demo.rows(
      `select count(*)::int as customers, md5(string_agg(
         original_id || ' ' || points_balance || ' ' || cashback_balance, ',' order by original_id
       )) as sum from customer`,
    )
    expect(balances).toEqual({ customers: CUSTOMERS, sum: BALANCES_WITHOUT_CARD })
  })

  it('has a program without problems and warnings', async () => {
    await demo.manage(tenantId, async (get) => {
      const draft = await get<{ program: { rules: { kind: string; reward?: string }[] } }>('/program/draft')
      expect(draft).toMatchObject({ exists: false, problems: [], warnings: [] })
      const card = draft.program.rules.find(({ kind }) => kind === 'card')
      expect(card).toMatchObject({ reward: expect.stringMatching(/^\d+$/) })
    })
  })

  it('leaves all 20 mugs to the person who tries the API', async () => {
    expect(await demo.counts('pre_generated_coupon', 'is_assigned')).toEqual({ false: 20 })
  })

  it('is made once: the second start adds nothing', async () => {
    const before = await demo.everything()
    expect(await demo.ensure(() => expect.unreachable('a history is made'))).toBe(tenantId)
    expect(await demo.everything()).toEqual(before)
  })

  it('is the same in every run', { timeout }, async () => {
    const again = await DemoDatabase.open()
    await again.ensure()
    const [first, second] = await Promise.all([demo.story(), again.story()])
    await again.close()
    expect(first.records?.length).toBeGreaterThan(2_000)
    expect(second).toEqual(first)
  })

  it('explains every balance in parts that add up, as its timeline does, in three languages', {
    timeout,
  }, async () => {
    const customers = await demo.rows<{ id: string }>('select id from customer order by id')
    expect(customers).toHaveLength(CUSTOMERS)
    const kinds = new Set<string>()
    let sentences = 0
    await demo.manage(tenantId, async (get) => {
      for (const { id } of customers) {
        const balance = await get<BalanceExplained>(`/customers/${id}/balance-explained`)
        for (const { kind } of balance.parts) kinds.add(kind)
        for (const language of ['pt-BR', 'en', 'es']) {
          const { items } = await get<{ items: TimelineLine[] }>(
            `/customers/${id}/timeline?limit=100`,
            language,
          )
          expect([id, items[0]?.balanceAfter]).toEqual([
            id,
            items[0] && { points: balance.points, cashback: balance.cashback },
          ])
          const told = items.flatMap(({ sentence, lines }) => [
            sentence,
            ...lines.map((line) => line.sentence),
          ])
          sentences += told.length
          expect(told.filter((text) => text === '' || /undefined|null|NaN|[{}]|\[object/.test(text))).toEqual(
            [],
          )
        }
        const sum = (unit: 'points' | 'cashback') =>
          balance.parts.reduce((all, part) => all + decimalFromText(part[unit]), 0n)
        for (const unit of ['points', 'cashback'] as const) {
          const own = decimalFromText(balance[unit])
          expect([id, sum(unit)]).toEqual([id, own])
          const open = decimalFromText(balance.open[unit]) - decimalFromText(balance.owed[unit])
          expect([id, open]).toEqual([id, own])
        }
      }
    })
    for (const kind of [
      'earned',
      'orderChanged',
      'cancelled',
      'adjusted',
      'redeemed',
      'returned',
      'expired',
    ]) {
      expect([kind, kinds.has(kind)]).toEqual([kind, true])
    }
    process.stdout.write(`${customers.length} balances explained, ${sentences} sentences\n`)
  })

  it('has figures that open to their records, which add up to them', { timeout }, async () => {
    await demo.count(tenantId)
    await demo.manage(tenantId, async (get) => {
      expect(await walkOverview(get, PERIOD)).toBeGreaterThan(25)
      expect(await walkFigures(get, PERIOD)).toBeGreaterThan(30)
      expect(await walkCustomers(get, PERIOD)).toBe(14)
      expect(await walkBranches(get, PERIOD)).toBe(16)
      expect(await walkCohorts(get, 12)).toBe(84)
    })
  })

  it('has figures of past days that the lots of an export add up to', { timeout }, async () => {
    await demo.manage(tenantId, async (get) => {
      for (const day of PAST_DAYS) {
        const { lines } = await demo.exported(tenantId, lotsExport, { asOf: day })
        expect(await walkPastLiability(get, day, lines)).toBeGreaterThan(10)
      }
      expect(await walkVintages(get, 24, (await demo.exported(tenantId, lotsExport)).lines)).toBe(15)
    })
  })

  it('has figures of days before the log, which movements and the lists add up to', { timeout }, async () => {
    await demo.dropEventsUntil(LOG_BEGINS, tenantId)
    const { lines: movements } = await demo.exported(tenantId, movementsExport, {
      from: startOfDay(knownLocalDate('2026-02-16'), 'America/Sao_Paulo'),
      until: startOfDay(knownLocalDate(LISTED_FROM), 'America/Sao_Paulo'),
    })
    expect(movements.length).toBeGreaterThan(50)
    await demo.manage(tenantId, async (get) => {
      expect(await walkFigures(get, PERIOD, { listedFrom: LISTED_FROM, movements })).toBeGreaterThan(30)
    })
  })
})

describe('a start that was cut off while it made the history', () => {
  it('is left aside, and the next one makes another merchant', { timeout }, async () => {
    const demo = await DemoDatabase.open()
    const cutOff = demo.ensure((step) => {
      if (step === 9) throw new Error('power cut')
    })
    await expect(cutOff).rejects.toThrow('power cut')
    const [half] = await demo.rows<{ customers: number }>('select count(*)::int as customers from customer')
    expect(half?.customers).toBeGreaterThan(50)

    const tenantId = await demo.ensure()
    expect(await demo.counts('tenant', 'name')).toEqual({ 'Café Aurora': 1, 'Café Aurora (unfinished)': 1 })
    expect(await demo.verify(tenantId)).toEqual({ accounts: CUSTOMERS, differences: [] })
    await demo.close()
  })
})
