/** What the report of cohorts says is what orders say, by the definitions of docs/guides/reports.md. */
import { describe, expect, it } from 'vitest'
import type { CohortRecords, CohortsAnswer } from '../../src/figures/admin-api/cohorts-schema.ts'
import { permissionsOf } from '../../src/people/role.ts'
import { useManager } from '../support/admin.ts'
import { openBusyOrders } from '../support/busy-orders.ts'
import { countAllOrders } from '../support/count-figures.ts'
import { erasedCustomer, mergedCustomer } from '../support/customers.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { walkCohorts } from '../support/walk-order-figures.ts'

const ZONE = 'America/Sao_Paulo'
const REPORT = '/reports/cohorts'
const story = useStories()
const admin = useManager(() => story.api)

const countAll = ({ tenantId }: Shop) => countAllOrders(story.api.cells, tenantId, story.api.now)

const getOf =
  (shop: Shop) =>
  async <Answer>(path: string): Promise<Answer> => {
    const { status, body } = await admin.manager(shop.key).get<Answer>(path)
    expect([path, status, body]).toEqual([path, 200, body])
    return body
  }

const cohortsOf = async (shop: Shop, months = 12) =>
  (await getOf(shop)<CohortsAnswer>(`${REPORT}?months=${months}`)).figures

const on = (day: string) => ({ OrderPlacementDate: `${day}T15:00:00Z` })

/** Cells and sizes from the orders alone; `0000-00` is the whole cohort. */
async function toldBy({ tenantId }: Shop) {
  const rows = await story.query(
    `with completed as (
      select customer_id, total - returned as sales, returned < total or returned = 0 as is_kept,
        to_char(placed_at at time zone '${ZONE}', 'YYYY-MM') as month,
        first_value(to_char(placed_at at time zone '${ZONE}', 'YYYY-MM')) over (
          partition by customer_id order by placed_at, id
        ) as first
      from customer_order where tenant_id = $1 and state in (2, 4)
    )
    select first, month, count(distinct customer_id)::int as customers, trim_scale(sum(sales))::text as sales
    from completed where is_kept group by 1, 2
    union all
    select first, '0000-00', count(distinct customer_id)::int, trim_scale(sum(sales))::text from completed group by 1
    order by 1, 2`,
    [tenantId],
  )
  return rows as unknown as { first: string; month: string; customers: number; sales: string }[]
}

const flat = (figures: Awaited<ReturnType<typeof cohortsOf>>) =>
  figures?.rows?.flatMap(({ month: first, customers, sales, cells }) => [
    { first, month: '0000-00', customers, sales },
    ...cells
      .filter((cell) => cell.customers > 0)
      .map((cell) => ({ first, month: cell.month, customers: cell.customers, sales: cell.sales })),
  ])

describe('cohorts', () => {
  it('are what orders say, also when customers are merged and erased, and open to their customers', async () => {
    const { shop, live } = await openBusyOrders(story, 'report of cohorts', { strangers: ['rui', 'leo'] })
    await live(120)
    await shop.completed('of zoe', 'zoe', 75, on('2026-02-03'))
    await countAll(shop)
    expect(flat(await cohortsOf(shop))).toEqual(await toldBy(shop))
    await mergedCustomer(shop, 'zoe', 'mia')
    await erasedCustomer(shop, 'ana')
    await live(30)
    await countAll(shop)
    await countAll(shop)
    const figures = await cohortsOf(shop)
    expect(flat(figures)).toEqual(await toldBy(shop))
    expect(figures?.rows?.[0]?.month).toBe('2026-02')
    expect(await walkCohorts(getOf(shop), 12)).toBeGreaterThan(8)
    // What was pending when its customer was erased never opens.
    story.api.now += 10 * 86_400_000
  })

  it('keep who returned all that is left of a first order, so that no share is above 100%', async () => {
    const shop = await story.open(program())
    story.on('2026-05-10T15:00:00Z')
    for (const who of ['ana', 'bob', 'eva']) await shop.completed(`${who} 1`, who, 30, on('2026-03-08'))
    for (const who of ['ana', 'bob']) {
      await shop.returnPart(`${who} 1`, { ValueToRefund: 10, CancelKey: `r ${who}` })
      await shop.completed(`${who} 1`, who, 10, on('2026-03-08'))
      await shop.completed(`${who} 2`, who, 50, on('2026-04-08'))
    }
    await countAll(shop)
    const figures = await cohortsOf(shop)
    expect(figures).toMatchObject({
      ...{ since: '2026-03-08', first: '2025-06', last: '2026-05' },
      nextMonth: { customers: 3, active: 2, share: '0.6667' },
    })
    expect(figures?.rows).toEqual([
      {
        ...{ month: '2026-03', customers: 3, sales: '130', salesPerCustomer: '43.3333' },
        cells: [
          { month: '2026-03', customers: 1, share: '0.3333', sales: '30', salesPerCustomer: '10' },
          { month: '2026-04', customers: 2, share: '0.6667', sales: '100', salesPerCustomer: '33.3333' },
          { month: '2026-05', customers: 0, share: '0', sales: '0', salesPerCustomer: '0' },
        ],
      },
    ])
    expect(await walkCohorts(getOf(shop), 3)).toBe(4)
    const { body } = await admin
      .manager(shop.key)
      .get<{ name: string; text: string }>(`${REPORT}/csv?months=3`)
    expect(body.text.split('\r\n')).toEqual([
      'firstMonth,customers,month,monthsSince,active,share,sales,salesPerCustomer',
      '2026-03,3,2026-03,0,1,0.3333,30,10',
      '2026-03,3,2026-04,1,2,0.6667,100,33.3333',
      '2026-03,3,2026-05,2,0,0,0,0',
      '',
    ])
  })

  it('say nothing before they are counted, and no share where the sums are wrong', async () => {
    story.on('2026-05-10T15:00:00Z')
    const shop = await story.open(program())
    expect(await getOf(shop)<CohortsAnswer>(REPORT)).toMatchObject({
      ...{ counting: { percent: 0 }, figures: null, asOf: null, today: '2026-05-10' },
    })
    const list = `${REPORT}/records?firstMonth=2026-05`
    expect(await getOf(shop)<CohortRecords>(list)).toMatchObject({ items: [], figure: null })
    expect((await admin.manager(shop.key).get(`${REPORT}/csv`)).body).toMatchObject({ code: 'counting' })
    await countAll(shop)
    expect(await cohortsOf(shop)).toMatchObject({
      ...{ since: null, rows: [], nextMonth: { customers: 0, active: 0, share: null } },
    })
    await shop.completed('o1', 'ana', 10, on('2026-05-08'))
    await countAll(shop)
    const wrong = 'update cohort_sum set customers = customers + 1 where tenant_id = $1 and month > 0'
    await story.query(wrong, [shop.tenantId])
    expect((await cohortsOf(shop))?.rows).toBeNull()
    expect((await admin.manager(shop.key).get(`${REPORT}/csv`)).body).toMatchObject({ code: 'figuresDiffer' })
  })

  it('are refused with what is wrong, and never show another merchant’s customers', async () => {
    story.on('2026-05-10T15:00:00Z')
    const [shop, other] = [await story.open(program()), await story.open(program())]
    for (const who of ['ana', 'bob']) await other.completed(`o ${who}`, who, 10, on('2026-05-08'))
    await countAll(shop)
    await countAll(other)
    const list = `${REPORT}/records?firstMonth=2026-05`
    const { nextCursor, figure } = await getOf(other)<CohortRecords>(`${list}&limit=1`)
    expect([nextCursor === null, figure]).toEqual([false, { customers: 2, sales: '20' }])
    for (const path of [list, `${list}&limit=1&cursor=${nextCursor}`, `${list}&month=2026-05`]) {
      expect(await getOf(shop)<CohortRecords>(path)).toMatchObject({
        ...{ items: [], figure: { customers: 0, sales: '0' }, nextCursor: null },
      })
    }
    const cursorOf = (...keys: unknown[]) =>
      Buffer.from(JSON.stringify(['firstMonth=2026-05', ...keys])).toString('base64url')
    const manager = admin.manager(shop.key)
    for (const [query, pointer] of [
      ['records', '/firstMonth'],
      ['records?firstMonth=2026-13', '/firstMonth'],
      ['records?firstMonth=2026-05&month=2026-00', '/month'],
      ['records?firstMonth=2026-05&month=202605', '/month'],
      ['records?firstMonth=2026-05&limit=101', '/limit'],
      [`records?firstMonth=2026-04&cursor=${nextCursor}`, null],
      [`records?firstMonth=2026-05&cursor=${cursorOf(-1)}`, null],
      [`records?firstMonth=2026-05&cursor=${cursorOf('x')}`, null],
      ['?months=0', '/months'],
      ['?months=121', '/months'],
    ] as const) {
      const path = query.startsWith('?') ? `${REPORT}${query}` : `${REPORT}/${query}`
      const { status, body } = await manager.get(path)
      const errors = pointer === null ? {} : { errors: [{ pointer }] }
      expect([path, status, body]).toMatchObject([path, 422, errors])
    }
  })

  it('are listed without names for roles that may not see persons, and erased ones for nobody', async () => {
    story.on('2026-05-10T15:00:00Z')
    const shop = await story.open(program())
    const who = { OriginalId: 'ana@shop.example', Name: 'Anabela Souza', Email: 'anabela@shop.example' }
    await shop.completed('o1', who.OriginalId, 10, { ...on('2026-05-08'), Customer: who })
    const eva = { OriginalId: 'eva', Name: 'Eva Prado' }
    await shop.completed('o2', 'eva', 20, { ...on('2026-05-08'), Customer: eva })
    await erasedCustomer(shop, 'eva')
    await countAll(shop)
    const path = `${REPORT}/records?firstMonth=2026-05&month=2026-05`
    const list = async (role: 'owner' | 'viewer' | 'support') =>
      admin
        .manager(shop.key)
        .get<CohortRecords>(path, { permissions: permissionsOf(role), actor: 'person:9' })
    const owner = (await list('owner')).body
    expect(owner.figure).toEqual({ customers: 2, sales: '30' })
    expect(JSON.stringify(owner)).toContain('Anabela Souza')
    expect(JSON.stringify(owner)).not.toMatch(/Prado|"eva"/)
    const viewer = (await list('viewer')).body
    expect(viewer.items).toHaveLength(2)
    expect(JSON.stringify(viewer)).not.toMatch(/anabela|souza|prado|ana@shop/i)
    expect(viewer.items.find(({ sales }) => sales === '20')?.customer).toMatchObject({
      ...{ name: null, erasedAt: expect.any(String) },
    })
    expect((await list('support')).status).toBe(403)
  })
})
