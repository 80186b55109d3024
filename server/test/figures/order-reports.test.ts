/** What reports say of orders and customers is what their rows say, by the definitions of docs/guides/reports.md. */
import { describe, expect, it } from 'vitest'
import type { CustomersAnswer, OrdersListed } from '../../src/figures/admin-api/orders-schema.ts'
import { permissionsOf } from '../../src/people/role.ts'
import { localDate, localDateToText } from '../../src/platform/zone.ts'
import { useManager } from '../support/admin.ts'
import { openBusyOrders } from '../support/busy-orders.ts'
import { countAllOrders } from '../support/count-figures.ts'
import { erasedCustomer, mergedCustomer } from '../support/customers.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { walkCustomers } from '../support/walk-order-figures.ts'

const ZONE = 'America/Sao_Paulo'
const story = useStories()
const admin = useManager(() => story.api)

const countAll = ({ tenantId }: Shop) => countAllOrders(story.api.cells, tenantId, story.api.now)
const daysAgo = (days: number): string => localDateToText(localDate(story.api.now, ZONE) - days)

const getOf =
  (shop: Shop) =>
  async <Answer>(path: string): Promise<Answer> => {
    const { status, body } = await admin.manager(shop.key).get<Answer>(path)
    expect([path, status, body]).toEqual([path, 200, body])
    return body
  }

async function read<Answer extends { figures: unknown }>(shop: Shop, path: string) {
  const body = await getOf(shop)<Answer>(path)
  return { ...body, figures: body.figures as NonNullable<Answer['figures']> }
}

/** Orders of a time, each with whether it is its customer's first, from the rows alone. */
const ORDERED = `
  with completed as (
    select *, (placed_at at time zone '${ZONE}')::date as day,
      total - returned as sales,
      id = first_value(id) over (partition by customer_id order by placed_at, id) as is_first,
      details ->> 'n' is distinct from 'not-enrolled' as is_member
    from customer_order where tenant_id = $1 and state in (2, 4)
  )`

interface Told {
  readonly orders: number
  readonly first: number
  readonly sales: string
}

async function toldBy(shop: Shop, from: string, to: string, which = 'true'): Promise<Told> {
  const [told] = await story.query(
    `${ORDERED} select count(*)::int as orders, count(*) filter (where is_first)::int as first,
      coalesce(trim_scale(sum(sales)), 0)::text as sales
    from completed where day between $2 and $3 and ${which}`,
    [shop.tenantId, from, to],
  )
  return told as unknown as Told
}

/** A merchant with all that can become of an order and of its customer. */
async function openAll(name: string) {
  const { shop, live } = await openBusyOrders(story, name, { strangers: ['rui', 'leo'] })
  await live(120)
  await shop.completed('of zoe', 'zoe', 75)
  await countAll(shop)
  await mergedCustomer(shop, 'zoe', 'mia')
  await erasedCustomer(shop, 'ana')
  await live(30)
  await countAll(shop)
  await countAll(shop)
  return shop
}

describe('customers', () => {
  it('are what their orders say: members and others, before and now, by day, week and month', async () => {
    const shop = await openAll('report of customers')
    for (const [from, to, step] of [
      [daysAgo(40), daysAgo(1), 'day'],
      [daysAgo(95), daysAgo(30), 'week'],
      [daysAgo(120), daysAgo(1), 'month'],
    ] as const) {
      const { figures } = await read<CustomersAnswer>(
        shop,
        `/reports/customers?from=${from}&to=${to}&step=${step}`,
      )
      expect(figures).toMatchObject({ period: { from, to }, step })
      for (const [buyers, which] of [
        ['all', 'true'],
        ['members', 'is_member'],
        ['others', 'not is_member'],
      ] as const) {
        const told = async (of: { from: string; to: string }) => {
          const { orders, first, sales } = await toldBy(shop, of.from, of.to, which)
          return { orders, firstOrders: first, returningOrders: orders - first, sales }
        }
        expect(figures[buyers]).toMatchObject(await told({ from, to }))
        expect(figures[buyers].before).toMatchObject(await told(figures.before))
      }
      expect(figures.others.orders).toBeGreaterThan(0)
      for (const column of figures.columns) {
        const { orders, first, sales } = await toldBy(shop, column.from, column.to)
        expect(column).toMatchObject({ orders, firstOrders: first, sales })
      }
      expect(figures.columns.at(0)?.from).toBe(from)
      expect(figures.columns.at(-1)?.to).toBe(to)
    }
    expect(await walkCustomers(getOf(shop), `from=${daysAgo(110)}&to=${daysAgo(1)}`)).toBeGreaterThan(20)
    // What was pending when its customer was erased never opens.
    story.api.now += 10 * DAY_MS
  })

  it('say how new they are, and nothing before they are counted', async () => {
    story.on('2026-05-10T15:00:00Z')
    const shop = await story.open(program())
    const path = '/reports/customers'
    expect(await getOf(shop)<CustomersAnswer>(path)).toMatchObject({
      ...{ counting: { percent: 0 }, figures: null, asOf: null, today: '2026-05-10' },
    })
    expect(await getOf(shop)<OrdersListed>(`${path}/records`)).toMatchObject({ items: [], figure: null })
    expect((await admin.manager(shop.key).get(`${path}/csv`)).body).toMatchObject({ code: 'counting' })
    await countAll(shop)
    const empty = await read<CustomersAnswer>(shop, path)
    expect(empty).toMatchObject({ counting: null, asOf: '2026-05-10T15:00:00.000Z' })
    expect(empty.figures).toMatchObject({
      since: null,
      all: { orders: 0, sales: '0', averageOrder: null },
      activeCustomers: { state: 'current', value: 0 },
    })
    story.on('2026-05-10T15:30:00Z')
    await shop.completed('o1', 'ana', 10, { OrderPlacementDate: '2026-05-08T15:00:00Z' })
    // The log knows of the order, and the figures do not.
    const behind = await getOf(shop)<CustomersAnswer>(path)
    expect(behind.figures?.all.orders).toBe(0)
    expect(Date.parse(behind.asOf ?? '')).toBeLessThanOrEqual(story.api.now)
    await countAll(shop)
    const { figures } = await read<CustomersAnswer>(shop, path)
    expect(figures).toMatchObject({ since: '2026-05-08', newMembers: { value: 1, before: 0 } })
    expect(figures.members).toMatchObject({ firstOrders: 1, returningOrders: 0, averageOrder: '10' })
    expect(figures.others).toMatchObject({ orders: 0, sales: '0', averageOrder: null })
  })

  it('are refused with what is wrong, and never show another merchant’s orders', async () => {
    story.on('2026-05-10T15:00:00Z')
    const shop = await story.open(program())
    const other = await story.open(program())
    await other.completed('o1', 'ana', 10, { OrderPlacementDate: '2026-05-08T15:00:00Z' })
    await other.completed('o2', 'ana', 10, { OrderPlacementDate: '2026-05-08T15:00:00Z' })
    await countAll(shop)
    await countAll(other)
    const list = '/reports/customers/records?from=2026-05-08&to=2026-05-08'
    const { nextCursor } = await getOf(other)<OrdersListed>(`${list}&limit=1`)
    expect(nextCursor).not.toBeNull()
    for (const path of [list, `${list}&limit=1&cursor=${nextCursor}`]) {
      expect(await getOf(shop)<OrdersListed>(path)).toMatchObject({
        items: [],
        figure: { orders: 0, sales: '0' },
        nextCursor: null,
      })
    }
    const manager = admin.manager(shop.key)
    const cursorOf = (...keys: unknown[]) =>
      Buffer.from(JSON.stringify(['from=2026-05-08&to=2026-05-08', ...keys])).toString('base64url')
    for (const [query, pointer] of [
      ['from=2026-05-08', '/to'],
      ['from=2026-05-08&to=2026-05-07', '/to'],
      ['from=2026-05-08&to=2026-05-10', '/to'],
      ['from=2010-05-08&to=2026-05-07', '/from'],
      ['from=2026-02-31&to=2026-05-07', '/from'],
      ['show=earned', '/show'],
      ['buyers=%27--', '/buyers'],
      [`from=2026-05-08&to=2026-05-09&cursor=${nextCursor}`, null],
      [`from=2026-05-08&to=2026-05-08&cursor=${cursorOf(9e15, 1)}`, null],
      [`from=2026-05-08&to=2026-05-08&cursor=${cursorOf('x', 1)}`, null],
      [`from=2026-05-08&to=2026-05-08&cursor=${cursorOf(1, -1)}`, null],
      ['cursor=%00', null],
      ['limit=101', '/limit'],
    ] as const) {
      const { status, body } = await manager.get(`/reports/customers/records?${query}`)
      expect([query, status, body]).toMatchObject([
        query,
        422,
        pointer === null ? {} : { errors: [{ pointer }] },
      ])
    }
  })

  it('are listed without names for roles that may not see persons, and erased ones for nobody', async () => {
    story.on('2026-05-10T15:00:00Z')
    const shop = await story.open(program())
    const placed = { OrderPlacementDate: '2026-05-08T15:00:00Z' }
    const who = { OriginalId: 'ana@shop.example', Name: 'Anabela Souza', Email: 'anabela@shop.example' }
    await shop.completed('o1', who.OriginalId, 10, { ...placed, Customer: who })
    await shop.completed('o2', 'eva', 20, { ...placed, Customer: { OriginalId: 'eva', Name: 'Eva Prado' } })
    await erasedCustomer(shop, 'eva')
    await countAll(shop)
    const path = '/reports/customers/records?from=2026-05-08&to=2026-05-08'
    const list = async (role: 'owner' | 'viewer') => {
      const { body } = await admin
        .manager(shop.key)
        .get<OrdersListed>(path, { permissions: permissionsOf(role), actor: 'person:9' })
      return body
    }
    const owner = await list('owner')
    expect(owner.figure).toEqual({ orders: 2, sales: '30', points: '30' })
    expect(JSON.stringify(owner)).toContain('Anabela Souza')
    expect(JSON.stringify(owner)).not.toMatch(/Prado|"eva"/)
    const viewer = await list('viewer')
    expect(viewer.items).toHaveLength(2)
    expect(JSON.stringify(viewer)).not.toMatch(/anabela|souza|prado|ana@shop/i)
    const erased = viewer.items.find(({ originalId }) => originalId === 'o2')
    expect(erased?.customer).toMatchObject({ name: null, erasedAt: expect.any(String) })
    const { status } = await admin
      .manager(shop.key)
      .get(path, { permissions: permissionsOf('support'), actor: 'person:9' })
    expect(status).toBe(403)
  })
})
