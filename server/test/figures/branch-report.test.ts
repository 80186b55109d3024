/** What the report of branches says is what the rows of orders and records say. */
import { describe, expect, it } from 'vitest'
import type { BranchesAnswer } from '../../src/figures/admin-api/branches-schema.ts'
import type { OrdersListed } from '../../src/figures/admin-api/orders-schema.ts'
import { permissionsOf } from '../../src/people/role.ts'
import { localDate, localDateToText } from '../../src/platform/zone.ts'
import { useManager } from '../support/admin.ts'
import { openBusyOrders } from '../support/busy-orders.ts'
import { countAllOrders } from '../support/count-figures.ts'
import { erasedCustomer, mergedCustomer } from '../support/customers.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { walkBranches } from '../support/walk-order-figures.ts'

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

async function read(shop: Shop, query: string): Promise<NonNullable<BranchesAnswer['figures']>> {
  const { figures } = await getOf(shop)<BranchesAnswer>(`/reports/branches?${query}`)
  if (!figures) throw new Error('not counted')
  return figures
}

const PLACED = { OrderPlacementDate: '2026-05-08T15:00:00Z' }
const ON_THE_8TH = 'from=2026-05-08&to=2026-05-08'
const at = (id: string | null, name: string | null = null) => ({
  ...PLACED,
  Branch: { OriginalId: id, Name: name },
})

/** Each branch, from the rows alone. Of what orders have recorded only expiries are left out. */
async function toldBy({ tenantId }: Shop, from: string, to: string) {
  return story.query(
    `with completed as (
      select *, (placed_at at time zone '${ZONE}')::date as day,
        id = first_value(id) over (partition by customer_id order by placed_at, id) as is_first,
        details ->> 'n' is distinct from 'not-enrolled' as is_member,
        (select coalesce(sum(points), 0) from point_record as record
          where record.tenant_id = $1 and record.order_id = bought.id and record.type <> 8) as points
      from customer_order as bought where tenant_id = $1 and state in (2, 4)
    )
    select details -> 'b' ->> 0 as id, max(details -> 'b' ->> 1) as name, count(*)::int as orders,
      trim_scale(sum(total - returned))::text as sales,
      count(*) filter (where program_version is not null)::int as "earnedOrders",
      trim_scale(sum(points))::text as points, count(*) filter (where is_first)::int as "firstOrders",
      count(*) filter (where is_first and is_member)::int as "memberFirstOrders"
    from completed where day between $2 and $3
    group by details -> 'b' ->> 0 order by (details -> 'b' ->> 0) is null, 3 desc, 1`,
    [tenantId, from, to],
  )
}

describe('branches', () => {
  it('are what their orders say, whatever became of them, and every figure opens to its orders', async () => {
    const { shop, live } = await openBusyOrders(story, 'report of branches', { strangers: ['rui', 'leo'] })
    await live(120)
    await countAll(shop)
    await mergedCustomer(shop, 'eva', 'mia')
    await erasedCustomer(shop, 'ana')
    await live(30)
    await countAll(shop)
    await countAll(shop)
    for (const [from, to] of [
      [daysAgo(40), daysAgo(1)],
      [daysAgo(120), daysAgo(30)],
      [daysAgo(150), daysAgo(1)],
    ] as const) {
      const { rows } = await read(shop, `from=${from}&to=${to}`)
      expect(rows).toMatchObject(await toldBy(shop, from, to))
    }
    // Two branches at least, and their sum: which of them an order names is drawn by chance.
    const walked = await walkBranches(getOf(shop), `from=${daysAgo(110)}&to=${daysAgo(1)}`)
    expect(walked).toBeGreaterThanOrEqual(12)
    // What was pending when its customer was erased never opens.
    story.api.now += 10 * DAY_MS
  })

  it('show what orders earn now, with what is pending, and the last name that came', async () => {
    story.on('2026-05-10T15:00:00Z')
    const shop = await story.open(program({ waitingDays: 3 }))
    await shop.completed('o1', 'ana', 100, at('b1', 'Jardins'))
    await shop.completed('o2', 'eva', 50, {
      ...at('b1', 'Jardins Sul'),
      OrderPlacementDate: '2026-05-08T16:00:00Z',
    })
    await shop.completed('o3', 'eva', 30, { ...at('b1'), OrderPlacementDate: '2026-05-08T17:00:00Z' })
    await shop.completed('o4', 'bob', 20, PLACED)
    await shop.returnPart('o1', { ValueToRefund: 40, CancelKey: 'r1' })
    await shop.completed('o5', 'rui', 70, at('b2', 'Centro'))
    await shop.cancelOrder('o5')
    await countAll(shop)
    const { rows, total } = await read(shop, ON_THE_8TH)
    expect(rows).toMatchObject([
      {
        kind: 'branch',
        id: 'b1',
        name: 'Jardins Sul',
        orders: 3,
        sales: '140',
        points: '140',
        enrollmentRate: '1',
      },
      { kind: 'none', id: null, name: null, orders: 1, sales: '20', points: '20' },
    ])
    expect(total).toMatchObject({ orders: 4, points: '160', averageOrder: '40' })
    expect(await walkBranches(getOf(shop), ON_THE_8TH)).toBe(12)
    const { body } = await admin
      .manager(shop.key)
      .get<{ text: string }>(`/reports/branches/csv?${ON_THE_8TH}`)
    expect(body.text.split('\n').map((line) => line.trim())).toEqual([
      'kind,id,name,orders,sales,averageOrder,earnedOrders,points,firstOrders,memberFirstOrders,enrollmentRate',
      'branch,b1,Jardins Sul,3,140,46.6667,3,140,2,2,1',
      'none,,,1,20,20,1,20,1,1,1',
      'all,,,4,160,40,4,160,3,3,1',
      '',
    ])
    // Days that were counted by an older version say nothing of points until they are counted again.
    await story.query('update order_day set points = null where tenant_id = $1', [shop.tenantId])
    expect((await read(shop, ON_THE_8TH)).total).toMatchObject({ orders: 4, points: null })
    await countAll(shop)
    expect((await read(shop, ON_THE_8TH)).total).toMatchObject({ orders: 4, points: '160' })
  })

  it('beyond the first 1,000 of a day are one row, which opens to their orders', async () => {
    story.on('2026-05-10T15:00:00Z')
    const shop = await story.open(program())
    await shop.completed('o1', 'ana', 10, at('b0'))
    await shop.completed('o2', 'ana', 10, at('b0'))
    // The same order at 1,010 branches more.
    await story.query(
      `insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at, completed_at,
        updated_at, program_version, is_first_purchase, details)
      select tenant_id, id + 1000 + n, 'copy-' || n, customer_id, state, origin, total, placed_at, completed_at, updated_at,
        program_version, false, jsonb_set(details::jsonb, '{b,0}', to_jsonb('c' || lpad(n::text, 4, '0')))::json
      from customer_order, generate_series(1, 1010) as n where tenant_id = $1 and original_id = 'o1'`,
      [shop.tenantId],
    )
    await countAll(shop)
    const { rows, total } = await read(shop, ON_THE_8TH)
    expect(rows).toHaveLength(1_001)
    expect(rows[0]).toMatchObject({ id: 'b0', orders: 2 })
    expect(rows.at(-1)).toMatchObject({ kind: 'other', id: null, orders: 11, sales: '110' })
    expect(total).toMatchObject({ orders: 1_012 })
    const list = (query: string) =>
      getOf(shop)<OrdersListed>(`/reports/branches/records?${ON_THE_8TH}&limit=100&${query}`)
    const others = await list('group=other')
    expect(others.figure).toMatchObject({ orders: 11, sales: '110' })
    expect(others.items.map(({ branch }) => branch?.id).sort()[0]).toBe('c1000')
    expect(others.items).toHaveLength(11)
    // A branch that was counted with the others that day has no figure of its own.
    expect(await list('branch=c1005')).toMatchObject({ items: [], figure: { orders: 0 } })
    expect(await list('branch=c0001')).toMatchObject({
      items: [{ originalId: 'copy-1' }],
      figure: { orders: 1 },
    })
    // They have earned nothing, which no ledger has.
    await story.query("delete from customer_order where tenant_id = $1 and original_id like 'copy-%'", [
      shop.tenantId,
    ])
    await story.query(
      'insert into order_day_due select tenant_id, day from order_day where tenant_id = $1 limit 1',
      [shop.tenantId],
    )
    await countAll(shop)
  })

  it('say how new they are, refuse what is wrong, and show nothing of another merchant', async () => {
    story.on('2026-05-10T15:00:00Z')
    const shop = await story.open(program())
    const other = await story.open(program())
    const counting = { counting: { percent: 0 }, figures: null, asOf: null, today: '2026-05-10' }
    expect(await getOf(shop)<BranchesAnswer>('/reports/branches')).toMatchObject(counting)
    await other.completed('o1', 'ana', 10, at('b1', 'Jardins'))
    await countAll(shop)
    await countAll(other)
    expect(await read(shop, ON_THE_8TH)).toMatchObject({
      since: null,
      rows: [],
      total: { orders: 0, points: '0' },
    })
    const list = `/reports/branches/records?${ON_THE_8TH}`
    expect(await getOf(shop)<OrdersListed>(`${list}&branch=b1`)).toMatchObject({
      items: [],
      figure: { orders: 0, sales: '0' },
    })
    const manager = admin.manager(shop.key)
    for (const [query, pointer] of [
      ['branch=b1&group=none', '/group'],
      ['group=all', '/group'],
      ['branch=', '/branch'],
      [`branch=${'b'.repeat(251)}`, '/branch'],
      ['branch=%00', '/branch'],
      ['show=returning', '/show'],
      ['buyers=b', '/buyers'],
      ['from=2026-05-08', '/to'],
      ['cursor=%00', null],
    ] as const) {
      const { status, body } = await manager.get(`/reports/branches/records?${query}`)
      expect([query, status, body]).toMatchObject([query, 422, pointer ? { errors: [{ pointer }] } : {}])
    }
    const { status } = await manager.get(list, { permissions: permissionsOf('support'), actor: 'person:9' })
    expect(status).toBe(403)
  })

  it('open to lists without names for roles that may not see persons', async () => {
    story.on('2026-05-10T15:00:00Z')
    const shop = await story.open(program())
    const who = { OriginalId: 'ana@shop.example', Name: 'Anabela Souza', Email: 'anabela@shop.example' }
    await shop.completed('o1', who.OriginalId, 10, { ...at('b1', 'Jardins'), Customer: who })
    await countAll(shop)
    const { body } = await admin
      .manager(shop.key)
      .get<OrdersListed>(`/reports/branches/records?${ON_THE_8TH}&branch=b1`, {
        permissions: permissionsOf('viewer'),
        actor: 'person:9',
      })
    expect(body.items).toMatchObject([
      { originalId: 'o1', points: '10', branch: { id: 'b1', name: 'Jardins' } },
    ])
    expect(JSON.stringify(body)).not.toMatch(/anabela|souza|ana@shop/i)
  })
})
