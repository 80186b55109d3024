import { describe, expect, it } from 'vitest'
import type { OwnCoupons } from '../../src/coupons/public-api/schema.ts'
import { mergedCustomer } from '../support/customers.ts'
import { itIsGuarded } from '../support/guarded.ts'
import { decimal } from '../support/rewards.ts'
import { DAY_MS, iso, program } from '../support/shop.ts'
import { openStorefront, type Storefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

async function open() {
  const storefront = await openStorefront(shops.api, await shops.open(program()))
  await storefront.shop.completed('first', 'ana', 2_000)
  return storefront
}

async function couponsOf(storefront: Storefront, customer = 'ana', query = '') {
  return storefront.read<OwnCoupons>(`/coupons${query}`, await storefront.tokenOf(customer))
}

const made = ({ shop }: Storefront, code: string, more: object = {}) =>
  shop.createCoupon({
    ...{ CouponCode: code, CreatedDate: iso(START), CouponType: 0, IsUsed: false, CouponValue: 12.5 },
    ...{ CustomerId: 'ana', ...more },
  })

const codesOf = ({ items }: OwnCoupons) => items.map(({ code, state }) => `${code} ${state}`)

itIsGuarded(shops, {
  path: '/coupons',
  switch: null,
  perSecond: 5,
  ofProspect: { items: [], next: null },
})

describe('a coupon', () => {
  it('of a reward is this, to the last member', async () => {
    const storefront = await open()
    const { shop } = storefront
    const reward = await shop.makeReward({
      title: 'Mug',
      couponValidDays: 30,
      usageInstructions: 'Show it at the counter.',
      usesCustomInstruction: true,
    })
    const { couponCode } = await shop.redeemed(reward, 'ana')
    expect(await couponsOf(storefront)).toEqual({
      items: [
        {
          title: 'Mug',
          code: couponCode,
          kind: 'fixedValue',
          value: '10.00',
          from: null,
          until: '2026-02-15T02:59:59.000Z',
          state: 'usable',
          instructions: 'Show it at the counter.',
        },
      ],
      next: null,
    })
  })

  it('that the shop made has no title, and its own dates', async () => {
    const storefront = await open()
    await made(storefront, 'Welcome-1', {
      ValidDateStart: '2026-01-20T00:00:00Z',
      ValidDateEnd: '2026-02-02T00:00:00Z',
    })
    expect((await couponsOf(storefront)).items).toEqual([
      {
        title: null,
        code: 'Welcome-1',
        kind: 'fixedValue',
        value: '12.50',
        from: '2026-01-20T00:00:00.000Z',
        until: '2026-02-02T00:00:00.000Z',
        state: 'notYet',
        instructions: null,
      },
    ])
  })

  it.each([
    [0, 'fixedValue', '12.50'],
    [1, 'percent', '12.5'],
    [2, 'freeShipping', null],
    [3, 'shippingDiscount', '12.50'],
    [4, 'others', null],
  ])('of type %i is %s, worth %s', async (type, kind, value) => {
    const storefront = await open()
    await made(storefront, 'A-1', { CouponType: type })
    expect((await couponsOf(storefront)).items).toMatchObject([{ kind, value }])
  })

  it('shows no code to a token that was made from a link that gets around', async () => {
    const storefront = await open()
    await made(storefront, 'Secret-1')
    const token = await storefront.tokenOf('ana')
    const answer = await storefront.read<OwnCoupons>('/coupons', await storefront.withoutCodes(token))
    expect(answer.items).toMatchObject([{ code: null, state: 'usable' }])
    expect(JSON.stringify(answer)).not.toContain('Secret-1')
  })
})

describe('the list', () => {
  it('has those first that can be used, newest first, and says what became of the others', async () => {
    const storefront = await open()
    const { shop } = storefront
    const reward = await shop.makeReward({ points: decimal(100) })
    await made(storefront, 'over', { ValidDateEnd: '2026-01-14T00:00:00Z' })
    await made(storefront, 'usable', { ValidDateEnd: '2026-01-15T10:00:00Z' })
    await made(storefront, 'ended')
    await shop.inactivate('ended')
    await made(storefront, 'used', { IsUsed: true })
    await made(storefront, 'later', { ValidDateStart: '2026-02-01T00:00:00Z' })
    const { originalKey, couponCode } = await shop.redeemed(reward, 'ana')
    await shop.cancelRewardByKey(originalKey)
    await made(storefront, 'newest')
    expect(codesOf(await couponsOf(storefront))).toEqual([
      'newest usable',
      'later notYet',
      'usable usable',
      `${couponCode} ended`,
      'used used',
      'ended ended',
      'over expired',
    ])
  })

  it('goes by the merchant’s days, as the private API does', async () => {
    const storefront = await open()
    // Midnight of the merchant, who is three hours behind.
    await made(storefront, 'today', { ValidDateEnd: '2026-01-15T03:00:00Z' })
    await made(storefront, 'yesterday', { ValidDateEnd: '2026-01-15T02:59:59Z' })
    expect(codesOf(await couponsOf(storefront))).toEqual(['today usable', 'yesterday expired'])
    const { Items } = await storefront.shop.listCoupons('ana')
    expect(Items?.map(({ CouponCode }) => CouponCode)).toEqual(['today'])
  })

  it('leaves out what is reserved for a basket', async () => {
    const storefront = await open()
    const { shop } = storefront
    await shop.makeReward({ type: 3, points: 0n, value: 0n })
    await made(storefront, 'A-1')
    await shop.reserved('ana', 'cart-9', { Total: 6 })
    expect(codesOf(await couponsOf(storefront))).toEqual(['A-1 usable'])
  })

  it('is the customer’s own, with those of customers who were merged into them', async () => {
    const storefront = await open()
    const { shop } = storefront
    await shop.completed('o2', 'bia', 20)
    await made(storefront, 'of-bia', { CustomerId: 'bia' })
    await made(storefront, 'of-ana')
    expect(codesOf(await couponsOf(storefront, 'bia'))).toEqual(['of-bia usable'])
    await mergedCustomer(shop, 'bia', 'ana')
    for (const customer of ['ana', 'bia']) {
      expect(codesOf(await couponsOf(storefront, customer)).sort()).toEqual([
        'of-ana usable',
        'of-bia usable',
      ])
    }
  })

  it('goes on page by page without gap or repetition, while coupons come and are used', async () => {
    const storefront = await open()
    const { shop } = storefront
    for (let at = 0; at < 12; at += 1) await made(storefront, `A-${at}`, { IsUsed: at % 3 === 0 })
    const token = await storefront.tokenOf('ana')
    const seen: (string | null)[] = []
    let next: string | null = ''
    for (let page = 0; next !== null; page += 1) {
      const query: string = next === '' ? '' : `&cursor=${next}`
      const answer: OwnCoupons = await storefront.read(`/coupons?limit=3${query}`, token)
      seen.push(...answer.items.map(({ code }) => code))
      next = answer.next
      shops.api.now += 1_000
      await made(storefront, `B-${page}`)
      // One that was shown, and one that was not.
      const [shown, other] =
        [
          ['A-11', 'A-4'],
          ['A-8', 'A-2'],
        ][page] ?? []
      for (const code of [shown, other]) if (code !== undefined) await shop.inactivate(code)
    }
    const usable = [11, 10, 8, 7, 5, 4, 2, 1]
    const others = [9, 6, 3, 0]
    expect(seen).toEqual([...usable, ...others].map((at) => `A-${at}`))
  })

  it('goes on for the same customer alone', async () => {
    const storefront = await open()
    for (const code of ['A-1', 'A-2', 'A-3']) await made(storefront, code)
    await storefront.shop.completed('o2', 'bia', 20)
    const { next } = await couponsOf(storefront, 'ana', '?limit=2')
    const of = async (customer: string, path: string) =>
      (await storefront.patiently(path, await storefront.tokenOf(customer))).statusCode
    expect(await of('ana', `/coupons?cursor=${next}`)).toBe(200)
    expect(await of('bia', `/coupons?cursor=${next}`)).toBe(422)
    expect(await of('ana', `/history?cursor=${next}`)).toBe(422)
    expect(await of('ana', '/coupons?limit=51')).toBe(422)
  })

  it('looks at the newest 1,000', async () => {
    const storefront = await open()
    await made(storefront, 'oldest')
    await shops.reader.query(
      `insert into coupon (tenant_id, code_key, id, code, customer_id, type, value, created_at, is_used)
       select tenant_id, code_key || number, id + number, code || number, customer_id, type, value, created_at, true
       from coupon, generate_series(1, 999) as number where tenant_id = $1`,
      [storefront.shop.tenantId],
    )
    expect((await couponsOf(storefront)).items[0]?.code).toBe('oldest')
    await shops.reader.query(
      `insert into coupon (tenant_id, code_key, id, code, customer_id, type, value, created_at, is_used)
       select tenant_id, 'ONE MORE', id + 5000, 'one more', customer_id, type, value, created_at, true
       from coupon where tenant_id = $1 and code = 'oldest'`,
      [storefront.shop.tenantId],
    )
    expect((await couponsOf(storefront)).items[0]?.code).toBe('one more')
  })
})

it('is as it was for a coupon that was used by an order', async () => {
  const storefront = await open()
  const { shop } = storefront
  const reward = await shop.makeReward({ title: 'Mug' })
  const { couponCode, externalCode } = await shop.redeemed(reward, 'ana')
  await shop.completed('o5', 'ana', 30, { Coupon: externalCode })
  expect((await couponsOf(storefront)).items).toMatchObject([{ code: couponCode, state: 'used' }])
  shops.api.now = START + DAY_MS
  await shop.cancelled('o5')
  expect((await couponsOf(storefront)).items).toMatchObject([{ code: couponCode }])
})
