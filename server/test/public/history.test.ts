import { describe, expect, it } from 'vitest'

import type { OwnHistory } from '../../src/history/public-api/schema.ts'

import { mergedCustomer } from '../support/customers.ts'
import { itIsGuarded } from '../support/guarded.ts'
import { decimal } from '../support/rewards.ts'
import { DAY_MS, program } from '../support/shop.ts'
import { openStorefront, type Storefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { giveTiers, spend } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()
const ENGLISH = { 'accept-language': 'en' }

type Rules = Parameters<typeof program>

async function open(purchase: Rules[0] = {}, ...others: Rules[1][]) {
  const shop = await shops.open(program(purchase, ...others))
  return openStorefront(shops.api, shop)
}

async function historyOf(storefront: Storefront, customer = 'ana', query = '') {
  return storefront.read<OwnHistory>(`/history${query}`, await storefront.tokenOf(customer), ENGLISH)
}

itIsGuarded(shops, {
  path: '/history',
  switch: 'history',
  perSecond: 2,
  ofProspect: { items: [], next: null },
})

describe('what happened', () => {
  it('is this, to the last member', async () => {
    const storefront = await open(
      { validityDays: 365 },
      { id: 2, kind: 'brand', name: 'Internal name', ids: ['aurora'], multiplier: '2' },
    )
    await storefront.shop.completed('1041', 'ana', 123.8, {
      Products: [{ OriginalId: 'mug', ProductPrice: 39.9, ProductBrand: { OriginalId: 'aurora' } }],
    })
    expect(await historyOf(storefront)).toEqual({
      items: [
        {
          at: '2026-01-15T12:00:00.000Z',
          kind: 'earned',
          title: 'Order 1041',
          points: '163',
          cashback: '16.30',
          availableAt: null,
          expiresAt: '2027-01-16T02:59:59.000Z',
          lines: [
            { text: 'R$\u00a0123.80 × 1 point for every R$\u00a01.00', points: '123' },
            { text: 'R$\u00a039.90 of brand aurora, ×2', points: '40' },
          ],
          notes: ['Expires after 15 Jan 2027.'],
          coupon: null,
        },
      ],
      next: null,
    })
  })

  it('is told for every kind, and its lines add up', async () => {
    const storefront = await open(
      { validityDays: 30 },
      { id: 2, kind: 'custom', name: 'Review', key: 'secret-key', points: '5' },
      { id: 3, kind: 'branch', name: 'Internal', ids: ['branch-17'], points: '7' },
    )
    const { shop } = storefront
    await giveTiers(shops.api, shop, [
      { name: 'Bronze', order: 1, isBase: true },
      { name: 'Silver', order: 2, goals: [spend(500)] },
    ])
    const reward = await shop.makeReward({ points: decimal(100) })
    await shop.completed('o1', 'ana', 600, { Branch: { OriginalId: 'branch-17', Name: 'Seventeen' } })
    await shop.completed('o2', 'ana', 50)
    await shop.returned('o2', 20, { CancelKey: 'secret-return' })
    await shop.cancelled('o2')
    await shop.grant('secret-key', { CustomerId: 'ana', Key: 'secret-review' })
    const { originalKey, couponCode } = await shop.redeemed(reward, 'ana')
    await shop.cancelRewardByKey(originalKey)
    await shop.changedPoints('ana', -3)
    shops.api.now = START + 31 * DAY_MS
    const token = await storefront.tokenOf('ana')
    const { items, next } = await storefront.read<OwnHistory>('/history?limit=50', token, ENGLISH)
    const told = items.map(({ kind, title, points, lines }) => [
      `${kind}: ${title} ${points}`,
      ...lines.map((line) => `${line.points} ${line.text}`),
    ])
    expect(told).toEqual([
      ['expired: Expired points -604', '-604 What was left of 607 points from 15 Jan 2026 (order o1)'],
      ['adjusted: Adjustment -3'],
      ['refunded: Refund: R$ 10 off 100', '100 Back from “R$ 10 off” of 15 Jan 2026'],
      ['redeemed: R$ 10 off -100', '-100 Reward “R$ 10 off”'],
      ['earned: Review 5', '5 For an activity of the program'],
      ['cancelled: Order o2 cancelled -30', '-30 What the order had earned'],
      [
        'changed: Order o2 changed -20',
        '0 R$\u00a020.00 returned',
        '-50 What the order had earned',
        '30 R$\u00a030.00 × 1 point for every R$\u00a01.00',
      ],
      ['earned: Order o2 50', '50 R$\u00a050.00 × 1 point for every R$\u00a01.00'],
      ['tier: Tier Silver 0'],
      [
        'earned: Order o1 607',
        '600 R$\u00a0600.00 × 1 point for every R$\u00a01.00',
        '7 For buying at this store',
      ],
    ])
    expect(next).toBeNull()
    for (const { kind, points, lines } of items) {
      const sum = lines.reduce((all, line) => all + Number(line.points), 0)
      if (kind !== 'adjusted') expect(sum).toBe(Number(points))
    }
    expect(items.map(({ coupon }) => coupon)).toContainEqual({
      code: couponCode,
      until: null,
      state: 'ended',
    })
    for (const locale of ['pt-BR', 'es', 'en']) {
      const answer = await storefront.patiently('/history?limit=50', token, { 'accept-language': locale })
      for (const secret of ['secret', 'branch-17', 'Seventeen', 'Internal', 'a test', 'change-']) {
        expect(answer.body).not.toContain(secret)
      }
    }
  })

  it('is pending until it is available', async () => {
    const storefront = await open({ waitingDays: 3, validityDays: 10 })
    await storefront.shop.completed('o1', 'ana', 10)
    const seen = async () => (await historyOf(storefront)).items.map((item) => item)
    expect(await seen()).toMatchObject([
      {
        availableAt: '2026-01-18T03:00:00.000Z',
        expiresAt: '2026-01-29T02:59:59.000Z',
        notes: ['Available on 18 Jan 2026.', 'Expires after 28 Jan 2026.'],
      },
    ])
    shops.api.now = START + 3 * DAY_MS
    expect(await seen()).toMatchObject([{ availableAt: null, notes: ['Expires after 28 Jan 2026.'] }])
  })

  it('says no money while cashback is off', async () => {
    const shop = await shops.open({ ...program(), cashback: { isOn: false, pointValue: '0.1' } })
    const storefront = await openStorefront(shops.api, shop)
    await shop.completed('o1', 'ana', 10)
    expect((await historyOf(storefront)).items).toMatchObject([{ points: '10', cashback: null }])
  })

  it('tells nothing of a customer who was merged into this one, but shows what they brought', async () => {
    const storefront = await open()
    const { shop } = storefront
    await shop.completed('o1', 'ana', 10)
    await shop.completed('o2', 'bia', 20)
    await mergedCustomer(shop, 'bia', 'ana')
    const { items } = await historyOf(storefront)
    expect(items.map(({ title }) => title)).toEqual(['Order o2', 'Order o1'])
    expect(JSON.stringify(items)).not.toContain('bia')
  })
})

describe('its pages', () => {
  it('have no gap and repeat nothing while points are added', async () => {
    const storefront = await open()
    const { shop } = storefront
    const add = async (from: number, count: number) => {
      for (let at = from; at < from + count; at += 1) await shop.completed(`o${at}`, 'ana', 10)
    }
    await add(0, 25)
    const token = await storefront.tokenOf('ana')
    const seen: string[] = []
    let next: string | null = ''
    for (let page = 0; next !== null; page += 1) {
      const query: string = next === '' ? '?limit=10' : `?limit=10&cursor=${next}`
      const answer: OwnHistory = await storefront.read(`/history${query}`, token, ENGLISH)
      seen.push(...answer.items.map(({ title }) => title))
      next = answer.next
      await add(100 + 10 * page, 10)
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => `Order o${24 - at}`))
  })

  it('hold as many as are asked for, ten otherwise', async () => {
    const storefront = await open()
    for (let at = 0; at < 12; at += 1) await storefront.shop.completed(`o${at}`, 'ana', 10)
    expect((await historyOf(storefront)).items).toHaveLength(10)
    expect((await historyOf(storefront, 'ana', '?limit=50')).items).toHaveLength(12)
    const token = await storefront.tokenOf('ana')
    for (const query of [
      '?limit=0',
      '?limit=51',
      '?limit=x',
      '?cursor=x&y=1',
      `?cursor=${'x'.repeat(301)}`,
    ]) {
      const answer = await storefront.patiently(`/history${query}`, token)
      expect([query, answer.statusCode]).toEqual([query, 422])
    }
  })

  it('go on for the same customer alone, and tell no number', async () => {
    const [storefront, other] = [await open(), await open()]
    for (const { shop } of [storefront, other]) {
      for (const customer of ['ana', 'bia']) {
        for (let at = 0; at < 3; at += 1) await shop.completed(`${customer}${at}`, customer, 10)
      }
    }
    const { next } = await historyOf(storefront, 'ana', '?limit=2')
    const answerTo = async (cursor: string | null, whose: Storefront, customer: string) => {
      const token = await whose.tokenOf(customer)
      return (await whose.patiently(`/history?limit=2&cursor=${cursor}`, token)).statusCode
    }
    expect(await answerTo(next, storefront, 'ana')).toBe(200)
    expect(await answerTo(next, storefront, 'bia')).toBe(422)
    expect(await answerTo(next, other, 'ana')).toBe(422)
    const [number = '', sealed = ''] = next?.split('.') ?? []
    const octets = Buffer.from(sealed, 'base64url').toString('latin1')
    const ids = await shops.reader.query<{ id: number }>('select id from point_record where tenant_id = $1', [
      storefront.shop.tenantId,
    ])
    for (const { id } of ids) expect(octets).not.toContain(String(id))
    for (const forged of [`${number}.${sealed.slice(0, -2)}AA`, `7.${sealed}`, sealed, 'x', '']) {
      expect([forged, await answerTo(forged, storefront, 'ana')]).toEqual([forged, 422])
    }
    // The numbers may not be sent as they are either.
    const plain = Buffer.from(JSON.stringify([ids[0]?.id])).toString('base64url')
    expect(await answerTo(plain, storefront, 'ana')).toBe(422)
  })
})
