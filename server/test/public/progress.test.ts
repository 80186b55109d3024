import { describe, expect, it } from 'vitest'
import type { OwnProgress } from '../../src/http/storefront/schema.ts'
import { resultOf } from '../support/answers.ts'
import { COFFEE_CARD, coffees, SPEND_CARD } from '../support/coffee-card.ts'
import { mergedCustomer } from '../support/customers.ts'
import { itIsGuarded } from '../support/guarded.ts'
import { DAY_MS, type ProgramToPublish, program } from '../support/shop.ts'
import { configure, openStorefront, type Storefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { availableTiers, giveTiers, orders, points, spend } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const shops = useShops()

async function open(published: ProgramToPublish = program({ validityDays: 365 })) {
  return openStorefront(shops.api, await shops.open(published))
}

async function progressOf(storefront: Storefront, customer = 'ana', locale = 'en', more: object = {}) {
  const token = await storefront.tokenOf(customer, more)
  return storefront.read<OwnProgress>('/progress', token, { 'accept-language': locale })
}

const buys = ({ shop }: Storefront, id: string, quantity: number, customer = 'ana') =>
  shop.completed(id, customer, 8 * quantity, coffees(quantity))

const underWay = ({ shop }: Storefront, id: string, total: number) =>
  shop.placed({ ...shop.completeOrder(id, 'ana', total), IsCompleted: false, OrderCompletedDate: null })

itIsGuarded(shops, {
  path: '/progress',
  switch: null,
  perSecond: 5,
  ofProspect: { pending: null, tier: null, cards: [] },
})

describe('pending points', () => {
  it('are what operation 25 says, and what is available first', async () => {
    const storefront = await open(program({ waitingDays: 3 }))
    const { shop } = storefront
    await shop.completed('o1', 'ana', 60)
    await shop.completed('o2', 'ana', 40)
    shops.api.now = START + DAY_MS
    await shop.completed('o3', 'ana', 30)
    await underWay(storefront, 'o4', 16)
    const { pending } = await progressOf(storefront)
    const { TotalPendingPoints, TotalPendingCashback } = await shop.getPending('ana')
    expect([TotalPendingPoints, TotalPendingCashback]).toEqual([146, 14.6])
    expect(pending).toEqual({
      points: '146',
      cashback: '14.60',
      next: { points: '100', at: '2026-01-18T03:00:00.000Z' },
    })
  })

  it('have no date where only an order is under way, and no money with cashback off', async () => {
    const storefront = await open({ ...program(), cashback: { isOn: false, pointValue: '0.1' } })
    await underWay(storefront, 'o1', 16)
    expect((await progressOf(storefront)).pending).toEqual({ points: '16', cashback: null, next: null })
  })

  it('are none after they have become available', async () => {
    const storefront = await open(program({ waitingDays: 3 }))
    await storefront.shop.completed('o1', 'ana', 60)
    shops.api.now = START + 3 * DAY_MS
    expect((await progressOf(storefront)).pending).toEqual({ points: '0', cashback: '0.00', next: null })
  })
})

describe('the tier', () => {
  async function withTiers(tiers: NonNullable<Parameters<typeof giveTiers>[2]>) {
    const shop = await shops.open(program())
    await giveTiers(shops.api, shop, tiers)
    return openStorefront(shops.api, shop)
  }

  const THREE = [
    { name: 'Bronze', order: 1, isBase: true },
    {
      name: 'Silver',
      order: 2,
      color: '#a7a9ac',
      iconUrl: 'https://shop.example/silver.png',
      goals: [spend(500)],
      benefits: [{ description: 'A coffee on the house', type: 2 as const }],
    },
    {
      name: 'Gold',
      order: 3,
      iconUrl: 'http://shop.example/gold.png',
      goals: [spend(2_000), orders(12, 24)],
    },
  ]

  it('is told with since when, and with how far it is to the next, as operation 7 says', async () => {
    const storefront = await withTiers(THREE)
    const { shop } = storefront
    await shop.completed('o1', 'ana', 600)
    shops.api.now = START + 20 * DAY_MS
    await shop.completed('o2', 'ana', 812.6)
    const { tier } = await progressOf(storefront)
    expect(tier).toEqual({
      name: 'Silver',
      color: '#a7a9ac',
      image: 'https://shop.example/silver.png',
      since: '2026-01-15',
      benefits: ['A coffee on the house'],
      next: {
        name: 'Gold',
        goals: [
          {
            text: 'R$\u00a0587.40 to go until Gold',
            of: 'R$\u00a01,412.60 of R$\u00a02,000.00 in 12 months',
            percent: 70.63,
          },
          { text: '10 orders to go until Gold', of: '2 of 12 orders in 24 months', percent: 16.66 },
        ],
      },
    })
    const { CurrentTier, NextTiers } = await availableTiers(shop, 'ana')
    expect(tier?.name).toBe(CurrentTier?.Name)
    expect(tier?.next?.goals.map(({ percent }) => percent)).toEqual(
      NextTiers[0]?.Goals.map(({ PercentToGoal }) => PercentToGoal),
    )
  })

  it.each([
    ['pt-BR', 'Faltam 1 pedido para Prata', '11 de 12 pedidos em 1 mês'],
    ['es', 'Faltan 1 pedido para Prata', '11 de 12 pedidos en 1 mes'],
    ['en', '1 order to go until Prata', '11 of 12 orders in 1 month'],
  ])('is told in %s', async (locale, text, of) => {
    const storefront = await withTiers([
      { name: 'Bronze', order: 1, isBase: true },
      { name: 'Prata', order: 2, goals: [orders(12, 1)] },
    ])
    for (let at = 0; at < 11; at += 1) await storefront.shop.completed(`o${at}`, 'ana', 10)
    const { tier } = await progressOf(storefront, 'ana', locale)
    expect(tier?.next?.goals).toMatchObject([{ text, of }])
  })

  it('is the one that all begin with, and the merchant’s name for points is used', async () => {
    const shop = await shops.open(program(), {
      settings: { pointsName: { en: { one: 'step', many: 'steps' } } },
    })
    await giveTiers(shops.api, shop, [
      { name: 'Start', order: 1, isBase: true },
      { name: 'By hand only', order: 2 },
      { name: 'Summit', order: 3, goals: [points(100)] },
    ])
    const storefront = await openStorefront(shops.api, shop)
    await shop.completed('o1', 'ana', 40)
    expect((await progressOf(storefront)).tier).toEqual({
      name: 'Start',
      color: null,
      image: null,
      since: null,
      benefits: [],
      next: {
        name: 'Summit',
        goals: [{ text: '60 steps to go until Summit', of: '40 of 100 steps in 12 months', percent: 40 }],
      },
    })
  })

  it('is none at first where no tier is for all, and the way to the first is told', async () => {
    const storefront = await withTiers([{ name: 'Silver', order: 2, goals: [spend(500), orders(1)] }])
    await storefront.shop.completed('o1', 'ana', 100)
    expect((await progressOf(storefront)).tier).toMatchObject({
      name: null,
      since: null,
      next: {
        name: 'Silver',
        goals: [
          { text: 'R$\u00a0400.00 to go until Silver', percent: 20 },
          { text: 'Goal reached', percent: 100 },
        ],
      },
    })
  })

  it('is the last one where nothing is above it, and null without tiers', async () => {
    const storefront = await withTiers([{ name: 'Silver', order: 2, goals: [spend(500)] }])
    await storefront.shop.completed('o1', 'ana', 600)
    expect((await progressOf(storefront)).tier).toMatchObject({ name: 'Silver', next: null })
    const without = await open()
    await without.shop.completed('o1', 'ana', 600)
    expect((await progressOf(without)).tier).toBeNull()
  })

  it('and cards are left out where they are switched off', async () => {
    const shop = await shops.open(program({}, COFFEE_CARD))
    await giveTiers(shops.api, shop, THREE)
    const storefront = await openStorefront(shops.api, shop)
    await buys(storefront, 'o1', 3)
    const seen = async () => {
      const { tier, cards } = await progressOf(storefront)
      return [tier?.name ?? null, cards.length]
    }
    expect(await seen()).toEqual(['Bronze', 1])
    const { tenantId } = shop
    await configure(shops.api, tenantId, { content: { switches: { tiers: false } } })
    await until(async () => (await seen())[0] === null)
    expect(await seen()).toEqual([null, 1])
    await configure(shops.api, tenantId, { content: { switches: { cards: false } } })
    await until(async () => (await seen())[1] === 0)
    expect(await seen()).toEqual(['Bronze', 0])
  })
})

describe('cards', () => {
  it('are this, to the last member, and agree with operation 55', async () => {
    const storefront = await open(program({}, { ...COFFEE_CARD, stampsGoodDays: 30 }))
    const { shop } = storefront
    await shop.savedProduct('coffee', { Title: 'Espresso' })
    await buys(storefront, 'a', 7)
    const { cards } = await progressOf(storefront)
    expect(cards).toEqual([
      {
        name: 'Coffee card',
        text: expect.stringContaining('10 stamps earn 100 points'),
        state: 'open',
        done: 7,
        of: 10,
        stamps: '7',
        size: '10',
        owed: '0',
        amount: null,
        goal: null,
        until: null,
        prize: { reward: null, points: '100' },
        coupons: [],
      },
    ])
    expect(cards[0]?.text).toContain('Espresso')
    const [card] = resultOf(await shop.customerCards('ana'))
    expect([card?.Stamps, card?.Size, card?.StampsOwed, card?.Name]).toEqual([7, 10, 0, 'Coffee card'])
  })

  it('end their stamps before they are shown, and say what is owed', async () => {
    const storefront = await open(program({}, { ...COFFEE_CARD, stampsGoodDays: 30 }))
    await buys(storefront, 'a', 4)
    await buys(storefront, 'b', 6)
    await buys(storefront, 'c', 2)
    shops.api.now = START + 31 * DAY_MS
    expect((await progressOf(storefront)).cards).toMatchObject([{ stamps: '0', done: 0, owed: '0' }])
    await storefront.shop.cancelled('a')
    expect((await progressOf(storefront)).cards).toMatchObject([{ stamps: '0', owed: '4' }])
  })

  it('that count money have ten holes and amounts, and all of them punched once they are done', async () => {
    const storefront = await open(program({}, SPEND_CARD))
    await storefront.shop.completed('a', 'ana', 179.99)
    expect((await progressOf(storefront)).cards).toMatchObject([
      { state: 'open', done: 5, of: 10, amount: '179.99', goal: '300.00', stamps: '179.99', size: '300' },
    ])
    await storefront.shop.completed('b', 'ana', 150)
    expect((await progressOf(storefront)).cards).toMatchObject([{ state: 'done', done: 10, of: 10 }])
  })

  it.each([
    [12, 5, { done: 5, of: 12 }],
    [13, 5, { done: 3, of: 10 }],
    [50, 49, { done: 9, of: 10 }],
  ])('of %i stamps with %i on them have so many holes', async (stamps, bought, holes) => {
    const storefront = await open(program({}, { ...COFFEE_CARD, stamps }))
    await buys(storefront, 'a', bought)
    expect((await progressOf(storefront)).cards).toMatchObject([holes])
  })

  it('show the coupon that they have earned, and its code only to tokens that may', async () => {
    const shop = await shops.open(program())
    const rewardId = await shop.makeReward({ title: 'Free espresso' })
    await shop.publish(program({}, { ...COFFEE_CARD, points: '0', reward: String(rewardId) }))
    const storefront = await openStorefront(shops.api, shop)
    await buys(storefront, 'a', 12)
    const { cards } = await progressOf(storefront)
    const [issued] = resultOf(await shop.customerCards('ana'))[0]?.Rewards ?? []
    expect(cards).toMatchObject([
      {
        done: 2,
        prize: { reward: 'Free espresso', points: null },
        coupons: [{ code: issued?.CouponCode, state: 'usable' }],
      },
    ])
    expect(issued?.CouponCode).toEqual(expect.any(String))
  })

  it('name no store', async () => {
    const when = { branches: ['branch-17', 'branch-18'] }
    const storefront = await open(program({}, { ...COFFEE_CARD, when }))
    await storefront.shop.completed('o1', 'ana', 10)
    for (const [locale, text] of [
      ['en', 'at selected stores'],
      ['pt-BR', 'em lojas selecionadas'],
      ['es', 'en tiendas seleccionadas'],
    ] as const) {
      const { cards } = await progressOf(storefront, 'ana', locale)
      expect(cards[0]?.text).toContain(text)
      expect(cards[0]?.text).not.toContain('branch-1')
    }
  })

  it('that the merchant has ended are not shown', async () => {
    const storefront = await open(program({}, COFFEE_CARD))
    await buys(storefront, 'a', 4)
    await storefront.shop.publish(program())
    expect((await progressOf(storefront)).cards).toEqual([])
  })

  it('of merged customers are one', async () => {
    const storefront = await open(program({}, COFFEE_CARD))
    await buys(storefront, 'a', 3)
    await buys(storefront, 'b', 4, 'bia')
    await mergedCustomer(storefront.shop, 'bia', 'ana')
    expect((await progressOf(storefront, 'bia')).cards).toMatchObject([{ stamps: '7' }])
  })
})

it('comes along with a token, in the language that the backend asks for', async () => {
  const storefront = await open(program({ waitingDays: 3 }, COFFEE_CARD))
  await buys(storefront, 'a', 4)
  const { Token, Initial } = await storefront.minted('ana', { Include: ['me', 'progress'] })
  expect(Initial).toEqual({
    me: await storefront.seen(Token),
    progress: await storefront.read('/progress', Token),
  })
  const inEnglish = await shops.api.server.inject({
    method: 'POST',
    url: '/v1/pvt/Token',
    headers: { authorization: storefront.shop.key.authorization, 'accept-language': 'en' },
    payload: { CustomerId: 'ana', Include: ['progress'] },
  })
  expect(inEnglish.json().Result.Initial).toEqual({ progress: await progressOf(storefront) })
  expect((await storefront.minted('nobody yet', { Include: ['progress'] })).Initial).toEqual({
    progress: { pending: null, tier: null, cards: [] },
  })
})
