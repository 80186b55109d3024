/** Tiers as a merchant's people configure them: src/tiers/admin-api. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { TiersAnswer } from '../../src/tiers/admin-api/schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { erasedCustomer, mergedCustomer } from '../support/customers.ts'
import { availableTiers, giveTiers, tenantOf } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)

const goal = (value: string) => ({ name: `R$ ${value}`, measure: 'spend', value, months: 12 })
const BRONZE = { key: 'bronze', name: 'Bronze', base: true }
const SILVER = { key: 'silver', name: 'Silver', goals: [goal('500')] }
const GOLD = { key: 'gold', name: 'Gold', goals: [goal('2000')] }

async function put(manager: Manager, tiers: readonly object[], ifMatch?: string) {
  const etag = ifMatch ?? (await manager.get('/tiers')).etag
  return manager.done<TiersAnswer>('PUT', '/tiers', { tiers }, { ifMatch: etag })
}

const keysOf = ({ body }: { readonly body: TiersAnswer }) => body.tiers.map(({ key }) => key)

describe('the tiers of a merchant', () => {
  it('are none at first, and then those that were put, in their order', async () => {
    const shop = await test.open()
    const manager = admin.manager(shop.key)
    const none = await manager.get<TiersAnswer>('/tiers')
    expect(none).toMatchObject({ etag: '"r0"', body: { tiers: [], graceDays: 30, version: 0 } })
    const reward = await manager.done<{ key: string }>('POST', '/rewards', {
      type: 'freeShipping',
      title: 'Frete grátis',
    })
    const gold = {
      ...GOLD,
      color: '#d4af37',
      iconUrl: 'https://x.example/g.png',
      caption: 'R$ 2.000',
      identifier: 'G',
      goals: [goal('2000'), { measure: 'orders', value: '10' }],
      benefits: [
        { text: 'Frete grátis', reward: reward.body.key },
        { text: 'Pontos em dobro', multiplier: '2' },
        { text: 'Um café' },
      ],
    }
    const scripted = { tiers: [BRONZE, { ...GOLD, iconUrl: 'javascript:alert(1)' }] }
    expect(await manager.problems('PUT', '/tiers', scripted, { ifMatch: none.etag })).toEqual([
      '/tiers/1/iconUrl',
    ])
    const made = await put(manager, [BRONZE, SILVER, gold], none.etag)
    expect(made.etag).toBe(`"r${made.body.version}"`)
    expect(made.body.tiers.map(({ id: _, ...tier }) => tier)).toEqual([
      {
        key: 'bronze',
        name: 'Bronze',
        base: true,
        isActive: true,
        color: null,
        iconUrl: null,
        identifier: 'bronze',
        caption: null,
        archived: false,
        archivedAt: null,
        goals: [],
        benefits: [],
        customers: 0,
      },
      expect.objectContaining({ key: 'silver', base: false, goals: [goal('500')] }),
      expect.objectContaining({
        key: 'gold',
        color: '#d4af37',
        identifier: 'G',
        goals: [goal('2000'), { name: 'Pedidos em 12 meses', measure: 'orders', value: '10', months: 12 }],
        benefits: [
          { text: 'Frete grátis', reward: 'frete-gratis', multiplier: null },
          { text: 'Pontos em dobro', reward: null, multiplier: '2' },
          { text: 'Um café', reward: null, multiplier: null },
        ],
      }),
    ])
    expect((await manager.get('/tiers')).body).toEqual(made.body)
    expect((await tenantOf(test.api, shop)).settings.usesTiers).toBe(true)
  })

  it('count neither merged nor erased customers', async () => {
    const shop = await test.open()
    const manager = admin.manager(shop.key)
    await put(manager, [BRONZE, SILVER])
    await expect.poll(async () => (await availableTiers(shop, null)).AllTiers.length).toBe(2)
    for (const customer of ['ana', 'bia', 'davi']) await shop.completed(`big ${customer}`, customer, 500)
    await shop.completed('small', 'eva', 1)
    await shop.completed('small too', 'fred', 1)
    const counts = async () =>
      (await manager.get<TiersAnswer>('/tiers')).body.tiers.map(({ customers }) => customers)
    expect(await counts()).toEqual([2, 3])
    await mergedCustomer(shop, 'ana', 'bia')
    await erasedCustomer(shop, 'davi')
    await erasedCustomer(shop, 'fred')
    expect(await counts()).toEqual([1, 1])
  })

  it('count for the next order, and a changed goal too', async () => {
    const shop = await test.open()
    const manager = admin.manager(shop.key)
    await put(manager, [BRONZE, SILVER, { ...GOLD, benefits: [{ text: 'x2', multiplier: '2' }] }])
    // What is known of a merchant is kept for a moment: here for the first tiers that it ever has.
    await expect.poll(async () => (await availableTiers(shop, null)).AllTiers.length).toBe(3)
    await shop.completed('1', 'ana', 499)
    expect((await availableTiers(shop, 'ana')).CurrentTier?.Name).toBe('Bronze')
    await shop.completed('2', 'ana', 1)
    expect((await availableTiers(shop, 'ana')).CurrentTier?.Name).toBe('Silver')
    const cheaper = { ...GOLD, goals: [goal('600')], benefits: [{ text: 'x2', multiplier: '2' }] }
    const changed = await put(manager, [BRONZE, SILVER, cheaper])
    await shop.completed('3', 'ana', 100)
    expect((await availableTiers(shop, 'ana')).CurrentTier?.Name).toBe('Gold')
    await shop.completed('4', 'ana', 100)
    expect((await shop.records('ana')).at(-1)?.points).toBe(200)
    expect((await manager.get<TiersAnswer>('/tiers')).body.tiers.map(({ customers }) => customers)).toEqual([
      0, 0, 1,
    ])
    const ended = [BRONZE, SILVER, { ...cheaper, archived: true }]
    const after = await put(manager, ended, changed.etag)
    expect(after.body.tiers.at(-1)).toMatchObject({
      key: 'gold',
      archived: true,
      isActive: false,
      customers: 0,
    })
    expect((await availableTiers(shop, 'ana')).CurrentTier?.Name).toBe('Bronze')
    await shop.completed('5', 'ana', 100)
    expect((await shop.records('ana')).at(-1)?.points).toBe(100)
  })

  it('can be put in another order, and the base can be another one', async () => {
    const manager = admin.manager((await test.open()).key)
    const first = await put(manager, [BRONZE, SILVER, GOLD])
    const turned = await put(manager, [GOLD, { ...SILVER, base: true }, { ...BRONZE, base: false }])
    expect(keysOf(turned)).toEqual(['gold', 'silver', 'bronze'])
    expect(turned.body.tiers.map(({ base }) => base)).toEqual([false, true, false])
    expect(new Set(turned.body.tiers.map(({ id }) => id))).toEqual(
      new Set(first.body.tiers.map(({ id }) => id)),
    )
    const between = await put(manager, [
      GOLD,
      { key: 'new', name: 'New' },
      { ...SILVER, base: true },
      { ...BRONZE, base: false },
    ])
    expect(keysOf(between)).toEqual(['gold', 'new', 'silver', 'bronze'])
  })

  it('that were there before keep their numbers, places and what the private API calls them', async () => {
    const shop = await test.open()
    await giveTiers(test.api, shop)
    const manager = admin.manager(shop.key)
    const before = await availableTiers(shop, null)
    const read = await manager.get<TiersAnswer>('/tiers')
    expect(read.body.tiers.map(({ key, identifier }) => [key, identifier])).toEqual([
      ['bronze', null],
      ['silver', null],
      ['gold', null],
    ])
    const sent = read.body.tiers.map(({ id: _, archivedAt: __, customers: ___, ...tier }) => tier)
    const same = await put(manager, sent, read.etag)
    expect(same.etag).toBe(read.etag)
    expect(await availableTiers(shop, null)).toEqual(before)
  })

  it('that were ended can be left out, and come back', async () => {
    const manager = admin.manager((await test.open()).key)
    await put(manager, [BRONZE, SILVER, GOLD])
    const ended = await put(manager, [BRONZE, { ...SILVER, archived: true }, GOLD])
    expect(keysOf(ended)).toEqual(['bronze', 'gold', 'silver'])
    const without = await put(manager, [BRONZE, GOLD])
    expect(without.etag).toBe(ended.etag)
    const back = await put(manager, [BRONZE, SILVER, GOLD])
    expect(keysOf(back)).toEqual(['bronze', 'silver', 'gold'])
    expect(back.body.tiers[1]).toMatchObject({ archived: false, isActive: true, archivedAt: null })
    expect(back.body.tiers[1]?.id).toBe(ended.body.tiers[2]?.id)
  })
})

describe('what is wrong with tiers', () => {
  let manager: Manager
  let ifMatch: string | undefined
  beforeAll(async () => {
    manager = admin.manager((await test.open()).key)
    ifMatch = (await put(manager, [BRONZE, SILVER, GOLD])).etag
  })

  it.each([
    ['one is left out', [BRONZE, SILVER], '/tiers Tier_NotFound'],
    ['a key twice', [BRONZE, SILVER, GOLD, GOLD], '/tiers/3/key'],
    ['two bases', [BRONZE, { ...SILVER, base: true }, GOLD], '/tiers/1/base'],
    [
      'a blank name',
      [BRONZE, { ...SILVER, name: ' ' }, GOLD],
      '/tiers/1/name General_FieldCannotBeNullOrBlank',
    ],
    [
      'a goal of 0',
      [BRONZE, { ...SILVER, goals: [goal('0')] }, GOLD],
      '/tiers/1/goals/0/value General_BiggerThanZero',
    ],
    [
      'a benefit without its reward',
      [BRONZE, SILVER, { ...GOLD, benefits: [{ text: 'x', reward: 'none' }] }],
      '/tiers/2/benefits/0/reward TierBenefit_Reward_Required',
    ],
    [
      'a multiplier of 1',
      [BRONZE, SILVER, { ...GOLD, benefits: [{ text: 'x', multiplier: '1' }] }],
      '/tiers/2/benefits/0/multiplier',
    ],
    ['a colour that is none', [BRONZE, SILVER, { ...GOLD, color: 'red' }], '/tiers/2/color'],
    ['an unknown member', [BRONZE, SILVER, { ...GOLD, size: 1 }], '/tiers/2/size'],
    [
      'a measure that is none',
      [BRONZE, SILVER, { ...GOLD, goals: [{ ...goal('1'), measure: 'luck' }] }],
      '/tiers/2/goals/0/measure',
    ],
    [
      'no months',
      [BRONZE, SILVER, { ...GOLD, goals: [{ ...goal('1'), months: 0 }] }],
      '/tiers/2/goals/0/months',
    ],
  ])('is told: %s', async (_, tiers, problem) => {
    expect(await manager.problems('PUT', '/tiers', { tiers }, { ifMatch })).toEqual([problem])
  })

  it('is told all at once', async () => {
    const tiers = [
      { ...BRONZE, name: '' },
      { ...SILVER, base: true, goals: [goal('-1')] },
    ]
    expect(await manager.problems('PUT', '/tiers', { tiers }, { ifMatch })).toEqual([
      '/tiers/0/name General_FieldCannotBeNullOrBlank',
      '/tiers/1/goals/0/value General_BiggerThanZero',
      '/tiers/1/base',
      '/tiers Tier_NotFound',
    ])
  })
})

describe('two people who change tiers', () => {
  it('need the version that they have read; the second is told who was first', async () => {
    const manager = admin.manager((await test.open()).key)
    const first = await put(manager, [BRONZE])
    const send = (as: string, name: string) =>
      manager.send('PUT', '/tiers', { tiers: [{ ...BRONZE, name }] }, { ifMatch: first.etag, as })
    const saves = await Promise.all([send('Ana', 'A'), send('Davi', 'B')])
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 412])
    const winner = saves[0].status === 200 ? 'Ana' : 'Davi'
    expect(saves.find(({ status }) => status === 412)?.body).toMatchObject({ changedBy: winner })
    expect((await manager.send('PUT', '/tiers', { tiers: [BRONZE] })).status).toBe(428)
    const audit = await test.reader.query(
      `select action, actor_label, before, after from audit_entry where tenant_id = $1 order by id desc limit 1`,
      [manager.shop.tenantId],
    )
    expect(audit).toEqual([
      {
        action: 'tiers.update',
        actor_label: winner,
        before: { bronze: expect.objectContaining({ name: 'Bronze' }) },
        after: { bronze: expect.objectContaining({ name: winner === 'Ana' ? 'A' : 'B' }) },
      },
    ])
  })

  it('never see those of another merchant, nor name its rewards', async () => {
    const [mine, theirs] = [admin.manager((await test.open()).key), admin.manager((await test.open()).key)]
    await theirs.done('POST', '/rewards', { key: 'theirs', type: 'freeShipping', title: 'X' })
    await put(theirs, [GOLD])
    expect((await mine.get<TiersAnswer>('/tiers')).body.tiers).toEqual([])
    const tiers = [{ ...BRONZE, benefits: [{ text: 'x', reward: 'theirs' }] }]
    expect(await mine.problems('PUT', '/tiers', { tiers }, { ifMatch: '"r0"' })).toEqual([
      '/tiers/0/benefits/0/reward TierBenefit_Reward_Required',
    ])
  })
})
