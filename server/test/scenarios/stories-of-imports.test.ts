/** Balances that were brought from another system. */

import { describe, expect, it } from 'vitest'
import type { TenantSettings } from '../../src/tenancy/tenant.ts'
import { updatedCustomer } from '../support/customers.ts'
import { amount, day, foreseeLines, importLines, outcomesOf, undoImport } from '../support/imports.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { BRONZE_SILVER_GOLD } from '../support/tiers.ts'

const story = useStories()

const lots = (shop: Shop) =>
  story.query(
    `select points::float, cashback::float, available_at, expires_at, earned_at, is_waiting, explanation from point_record
     where tenant_id = $1 and type = 10 order by id`,
    [shop.tenantId],
  )

/** Points, tier and orders placed elsewhere. */
const customers = async (shop: Shop) =>
  (
    await story.query(
      `select concat_ws(' ', original_id, points_balance::float, coalesce(tier.name, '-'), coalesce(orders_before::text, '-'))
         as line
       from customer left join tier on tier.id = tier_id where customer.tenant_id = $1 order by original_id`,
      [shop.tenantId],
    )
  ).map(({ line }) => line)

const pointsOf = async (shop: Shop, customer: string) => {
  const [row] = await story.query(
    'select points_balance::float as points from customer where tenant_id = $1 and original_id = $2',
    [shop.tenantId, customer],
  )
  return row?.points
}

describe('a balance from another system', () => {
  it('is a lot of its own with its dates, once, however often its line comes', async () => {
    const shop = await story.open(program())
    story.on('2026-11-16T12:00:00Z')
    const line = {
      originalId: 'ana',
      name: 'Ana',
      points: amount('1240'),
      earnedOn: day('2026-03-02'),
      expiresOn: day('2027-02-20'),
    }
    expect(outcomesOf(await importLines(story.api, shop, [line, line]))).toEqual(['created', 'updated'])
    expect(outcomesOf(await importLines(story.api, shop, [line, line], { importId: 2 }))).toEqual([
      'doneBefore',
      'doneBefore',
    ])
    const [first] = await lots(shop)
    expect(first).toMatchObject({
      points: 1_240,
      earned_at: new Date('2026-03-02T03:00:00Z'),
      expires_at: new Date('2027-02-21T03:00:00Z'),
      is_waiting: false,
      explanation: {
        lines: [{ kind: 'import', importId: 1, line: 2, earnedOn: '2026-03-02', points: '1240' }],
      },
    })
    expect(await pointsOf(shop, 'ana')).toBe(2_480)
  })

  it('is undone as far as it is left, and its file can be sent again', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    story.on('2026-11-16T12:00:00Z')
    await shop.completed('o1', 'bea', 50)
    const lines = [
      { originalId: 'ana', points: amount('100'), spend: amount('600'), orderCount: 3 },
      { originalId: 'ana', pendingPoints: amount('40'), availableOn: day('2026-12-01') },
      { originalId: 'bea', points: amount('200'), tier: 'gold', tierUntil: day('2027-12-31') },
      { originalId: 'cai', points: amount('-30') },
    ]
    const options = { negative: 'debt' } as const
    expect(outcomesOf(await importLines(story.api, shop, lines, { options }))).toEqual([
      'created',
      'updated',
      'updated',
      'created',
    ])
    expect(await customers(shop)).toEqual(['ana 100 Silver 3', 'bea 250 Gold -', 'cai -30 - -'])
    const reward = await shop.makeReward({ points: 220n * 10_000n })
    await shop.redeemed(reward, 'bea')
    const { preview, done } = await undoImport(story.api, shop, { rows: 2 })
    const lots = { lots: 3, usedLots: 1, customersWhoUsed: 1, made: 2, debts: 1, lines: 4 }
    expect(preview).toMatchObject(lots)
    expect([preview.taken, preview.stays, preview.forgiven].map(({ points }) => points)).toEqual(
      [done.taken, done.stays, done.forgiven].map(({ points }) => points),
    )
    expect(await customers(shop)).toEqual(['ana 0 - -', 'bea 0 - -', 'cai 0 - -'])
    expect(outcomesOf(await importLines(story.api, shop, lines, { options, importId: 2 }))).toEqual([
      'updated',
      'updated',
      'updated',
      'updated',
    ])
    // Undone twice, there is nothing to undo.
    expect((await undoImport(story.api, shop)).done.lines).toBe(0)
  })

  it('says what stays repaid of a debt that is undone', async () => {
    const shop = await story.open(program())
    story.on('2026-11-16T12:00:00Z')
    const lines = [{ originalId: 'cai', points: amount('-30') }]
    await importLines(story.api, shop, lines, { options: { negative: 'debt' } })
    await shop.completed('o1', 'cai', 12)
    expect(await customers(shop)).toEqual(['cai -18 - -'])
    const { preview, done } = await undoImport(story.api, shop)
    for (const said of [preview, done]) {
      expect([said.forgiven, said.repaid].map(({ points }) => points)).toEqual([amount('18'), amount('12')])
    }
    expect(await customers(shop)).toEqual(['cai 0 - -'])
  })
})

describe('a customer who was imported by an e-mail alone', () => {
  const open = async (settings: TenantSettings = {}) => {
    const shop = await story.open(program(), { settings: { hasUnclaimed: true, ...settings } })
    story.on('2026-11-16T12:00:00Z')
    expect(
      outcomesOf(await importLines(story.api, shop, [{ email: 'Ana@x.com', points: amount('80') }])),
    ).toEqual(['unclaimed'])
    return shop
  }
  const all = async (shop: Shop) =>
    (
      await story.query(
        `select concat_ws(' ', original_id, points_balance::float, is_unclaimed, array_agg(alias order by alias)) as line
         from customer left join lateral (
           select original_id as alias from customer_alias
           where customer_alias.tenant_id = customer.tenant_id and customer_id = customer.id
         ) as former on true
         where tenant_id = $1 group by id, original_id, points_balance, is_unclaimed order by original_id`,
        [shop.tenantId],
      )
    ).map(({ line }) => line)
  const by = (id: string, email: string) => ({ Customer: { OriginalId: id, Email: email } })

  it('gets the id of the shop with the first order that names both, and keeps its balance', async () => {
    const shop = await open()
    // A stranger with another address claims nothing.
    await shop.completed('o0', '77', 5, by('77', 'bea@x.com'))
    await shop.completed('o1', '8812', 10, by('8812', 'ana@x.com'))
    expect(await all(shop)).toEqual(['77 5 {NULL}', '8812 90 {Ana@x.com}'])
    // By its address it is still the same customer, and a later id with the same address is somebody else.
    await shop.completed('o2', 'Ana@x.com', 1, { Customer: { Email: 'ana@x.com' } })
    await shop.completed('o3', '9034', 2, by('9034', 'ana@x.com'))
    expect(await all(shop)).toEqual(['77 5 {NULL}', '8812 91 {Ana@x.com}', '9034 2 {NULL}'])
  })

  it('is claimed once by two orders at the same moment', async () => {
    const shop = await open()
    const orders = ['o1', 'o2', 'o3'].map((id) => shop.completed(id, '8812', 10, by('8812', 'ana@x.com')))
    await Promise.all(orders)
    expect(await all(shop)).toEqual(['8812 110 {Ana@x.com}'])
  })

  it('is claimed no more once the shop has given it an id by itself', async () => {
    const shop = await open()
    await updatedCustomer(shop, 'Ana@x.com', { OriginalId: 'legit', Email: 'ana@x.com' })
    await shop.completed('o1', 'stranger', 10, by('stranger', 'ana@x.com'))
    expect(await all(shop)).toEqual(['legit 80 {Ana@x.com}', 'stranger 10 {NULL}'])
  })

  it('gets its id also from a list of customers that is imported later, as its dry run says', async () => {
    const shop = await open()
    const lines = [
      { originalId: '8812', email: 'ana@x.com', name: 'Ana' },
      { originalId: '9034', email: 'bea@x.com', name: 'Bea' },
    ]
    const more = { importId: 2, kind: 'customers' } as const
    expect(await foreseeLines(story.api, shop, lines, more)).toEqual(['updated', 'created'])
    expect(outcomesOf(await importLines(story.api, shop, lines, more))).toEqual(['updated', 'created'])
    expect(await all(shop)).toEqual(['8812 80 {Ana@x.com}', '9034 0 {NULL}'])
  })

  it('is not guessed where two customers have the contact, nor where the merchant wants to look', async () => {
    const shop = await open()
    const lines = [
      { originalId: '5', email: 'two@x.com' },
      { originalId: '6', email: 'two@x.com' },
    ]
    await importLines(story.api, shop, lines)
    const [refused] = await importLines(story.api, shop, [{ email: 'two@x.com', points: amount('1') }])
    expect(refused).toMatchObject({ reason: 'several-customers', facts: { customers: '5, 6' } })
    const careful = await open({ claims: 'review' })
    await careful.completed('o1', '8812', 10, by('8812', 'ana@x.com'))
    expect(await all(careful)).toEqual(['8812 10 {NULL}', 'Ana@x.com 80 t {NULL}'])
  })
})
