/**
 * Coupons as a merchant's people look them up and take them out of use: src/coupons/admin-api/routes.ts. They show
 * what holds for every operation that the till does: its audit entry and its key are saved with it, or not at all.
 */
import { describe, expect, it } from 'vitest'
import type { CouponAnswer } from '../../src/coupons/admin-api/schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { DAY_MS, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)
/** Another process: a till of its own, and the same database. */
const elsewhere = useManager(() => test.api)

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
}

async function open(): Promise<Opened> {
  const shop = await test.open()
  await shop.completed('1', 'ana', 100)
  await shop.createCoupon({ CouponCode: 'Mug-7', CustomerId: 'ana', CouponType: 0, CouponValue: 12.5 })
  return { shop, manager: admin.manager(shop.key) }
}

const auditOf = ({ shop }: Opened) =>
  test.reader.query(
    `select action, actor_label, target_kind, target_label, before, after from audit_entry
     where tenant_id = $1 order by id`,
    [shop.tenantId],
  )

describe('a coupon', () => {
  it('is found by its code in whatever case, with whose it is and what became of it', async () => {
    const { shop, manager } = await open()
    const { body } = await manager.done<CouponAnswer>('GET', '/coupons/mug-7')
    expect(body).toEqual({
      code: 'Mug-7',
      originalId: null,
      customer: { id: expect.any(Number), publicId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      couponType: 'fixedValue',
      value: '12.5',
      state: 'open',
      createdAt: expect.stringMatching(/Z$/),
      validFrom: null,
      validUntil: null,
      orderId: null,
      inactivatedAt: null,
      redemptionKey: null,
    })
    await shop.completed('2', 'ana', 50, { Coupon: 'MUG-7' })
    const used = await manager.done<CouponAnswer>('GET', '/coupons/MUG-7')
    expect(used.body).toMatchObject({ state: 'used', orderId: expect.any(Number) })
  })

  it.each([
    ['notYet', { ValidDateStart: 2 }],
    ['open', { ValidDateStart: -2, ValidDateEnd: 2 }],
    ['over', { ValidDateEnd: -2 }],
  ])('is %s by its dates, in the merchant’s days', async (state, days) => {
    const { shop, manager } = await open()
    const dates = Object.fromEntries(
      Object.entries(days).map(([name, day]) => [name, new Date(test.api.now + day * DAY_MS).toISOString()]),
    )
    await shop.createCoupon({ CouponCode: 'D', CustomerId: 'ana', CouponType: 0, CouponValue: 1, ...dates })
    expect((await manager.get<CouponAnswer>('/coupons/d')).body.state).toBe(state)
  })

  it('is taken out of use once, and the audit says who did it', async () => {
    const opened = await open()
    const { manager, shop } = opened
    const done = await manager.done<CouponAnswer>('POST', '/coupons/mug-7/inactivate', {})
    expect(done.body).toMatchObject({ state: 'inactive', inactivatedAt: expect.stringMatching(/Z$/) })
    test.api.now += 1_000
    const again = await manager.done<CouponAnswer>('POST', '/coupons/MUG-7/inactivate', {})
    expect(again.body).toEqual(done.body)
    expect(await auditOf(opened)).toEqual([
      {
        action: 'coupon.inactivate',
        actor_label: 'Bia',
        target_kind: 'coupon',
        target_label: 'Mug-7',
        before: { inactivatedAt: null },
        after: { inactivatedAt: done.body.inactivatedAt },
      },
    ])
    await shop.completed('2', 'ana', 50, { Coupon: 'MUG-7' })
    expect(await shop.coupon('mug-7')).toMatchObject({ order: null })
  })

  it('that an order has used is refused in the asked language, and nothing is told to the audit', async () => {
    const opened = await open()
    const { manager, shop } = opened
    await shop.completed('2', 'ana', 50, { Coupon: 'MUG-7' })
    for (const [language, word] of [
      ['en', 'cancel the order'],
      ['pt-BR', 'cancele o pedido'],
      ['es', 'cancela el pedido'],
    ] as const) {
      const refused = await manager.send('POST', '/coupons/mug-7/inactivate', {}, { language, key: 'k' })
      expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining(word) } })
    }
    expect(await auditOf(opened)).toEqual([])
    // Its key was not used up: the same request is done once the order is cancelled.
    await shop.cancelled('2')
    await manager.done('POST', '/coupons/mug-7/inactivate', {}, { key: 'k' })
  })

  it('of another merchant is not there', async () => {
    await open()
    const other = admin.manager((await test.open()).key)
    for (const method of ['GET', 'POST'] as const) {
      const path = method === 'GET' ? '/coupons/mug-7' : '/coupons/mug-7/inactivate'
      expect((await other.send(method, path, method === 'GET' ? undefined : {})).status).toBe(404)
    }
    const nul = await other.send('GET', '/coupons/a%00b')
    expect(nul.status).toBe(404)
  })

  it('needs the permissions of its operations', async () => {
    const { manager } = await open()
    const seen = await manager.get('/coupons/mug-7', { permissions: ['rewards.write'] })
    expect(seen.status).toBe(403)
    const done = await manager.send('POST', '/coupons/mug-7/inactivate', {}, { permissions: ['codes.read'] })
    expect(done.status).toBe(403)
  })
})

describe('a request that the till does', () => {
  it('sent again with its key, also from two processes at once, is done and told once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const opened = await open()
      const others = elsewhere.manager(opened.shop.key)
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 ? others : opened.manager).done<CouponAnswer>(
            'POST',
            '/coupons/mug-7/inactivate',
            {},
            { key: 'once' },
          ),
        ),
      )
      for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
      expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(9)
      expect(await auditOf(opened)).toHaveLength(1)
    }
  })

  it('is refused where its key stands for another request, and done where the key is a day old', async () => {
    const { manager, shop } = await open()
    await shop.createCoupon({ CouponCode: 'Hat', CustomerId: 'ana', CouponType: 0, CouponValue: 1 })
    await manager.done('POST', '/coupons/mug-7/inactivate', {}, { key: 'k' })
    const other = await manager.send('POST', '/coupons/hat/inactivate', {}, { key: 'k' })
    expect(other).toMatchObject({ status: 422, body: { type: 'urn:punchcard:problem:idempotency' } })
    test.api.now += DAY_MS + 1
    await manager.done('POST', '/coupons/hat/inactivate', {}, { key: 'k' })
    expect(await shop.coupon('hat')).toMatchObject({ is_inactive: true })
  })
})
