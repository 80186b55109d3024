import { beforeAll, describe, expect, it } from 'vitest'
import { decimalFromText } from '../../src/platform/decimal.ts'
import { REWARD_TYPE } from '../../src/rewards/reward-type.ts'
import { insertReward } from '../../src/rewards/store/rewards.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import type { NewTier } from '../../src/tiers/store/tiers.ts'
import { GOAL_MEASURE } from '../../src/tiers/tier.ts'
import { refused } from '../support/answers.ts'
import { program, type Shop } from '../support/shop.ts'
import { availableTiers, BRONZE_SILVER_GOLD, giveTiers } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()

function addReward(shop: Shop): Promise<number> {
  return test.api.cells.of({ cell: MAIN_CELL }).transaction([shop.tenantId], (tx) =>
    insertReward(tx, shop.tenantId, {
      title: 'Free shipping',
      type: REWARD_TYPE.freeShipping,
      points: decimalFromText('10'),
    }),
  )
}

describe('the answer', () => {
  let shop: Shop
  let rewardId: number
  let ids: number[]
  beforeAll(async () => {
    shop = await test.open(program())
    rewardId = await addReward(shop)
    const tiers: NewTier[] = [
      {
        name: 'Bronze',
        order: 10,
        isBase: true,
        color: '#b08d57',
        iconUrl: 'https://cdn.example/bronze.png',
      },
      {
        name: 'Silver',
        order: 20,
        goals: [
          { name: 'Gaste R$ 300', measure: GOAL_MEASURE.spend, value: decimalFromText('300') },
          { name: 'Compre 3 vezes', measure: GOAL_MEASURE.orders, value: decimalFromText('3') },
          { name: 'Junte pontos', measure: GOAL_MEASURE.points, value: decimalFromText('90.5') },
        ],
        benefits: [
          { description: 'Frete grátis', rewardConfigurationId: rewardId },
          { description: 'Pontos em dobro e meio', multiplier: decimalFromText('2.5') },
          { description: 'Um sorriso' },
        ],
      },
      { name: 'Off', order: 15, isActive: false },
    ]
    ids = await giveTiers(test.api, shop, tiers)
    await shop.completed('o1', 'ana', 100.55)
    await shop.completed('o2', 'ana', 0)
  })

  const bronze = () => ({
    Id: ids[0],
    Image: 'https://cdn.example/bronze.png',
    Color: '#b08d57',
    Name: 'Bronze',
    Order: 10,
    Benefits: [],
    Goals: [],
  })
  const silver = (isUsed: boolean, ...current: [value: number, percent: number][]) => ({
    Id: ids[1],
    Image: null,
    Color: null,
    Name: 'Silver',
    Order: 20,
    Benefits: [
      {
        IsUsed: isUsed,
        Description: 'Frete grátis',
        Type: 0,
        SubType: null,
        Objective: { RewardConfigurationId: rewardId },
      },
      {
        IsUsed: false,
        Description: 'Pontos em dobro e meio',
        Type: 1,
        SubType: null,
        Objective: { Multiplier: 2.5 },
      },
      { IsUsed: false, Description: 'Um sorriso', Type: 2, SubType: null, Objective: null },
    ],
    Goals: [
      { Name: 'Gaste R$ 300', GoalValue: 300, CurrentValue: current[0]?.[0], PercentToGoal: current[0]?.[1] },
      { Name: 'Compre 3 vezes', GoalValue: 3, CurrentValue: current[1]?.[0], PercentToGoal: current[1]?.[1] },
      {
        Name: 'Junte pontos',
        GoalValue: 90.5,
        CurrentValue: current[2]?.[0],
        PercentToGoal: current[2]?.[1],
      },
    ],
  })

  it('has every member, without envelope, and percents of at most 100', async () => {
    const ours = silver(false, [100.55, 33.51], [2, 66.66], [100, 100])
    expect(await availableTiers(shop, 'ana')).toEqual({
      CurrentTier: bronze(),
      NextTiers: [ours],
      AllTiers: [bronze(), ours],
    })
  })

  it.each<[string, unknown]>([
    ['an unknown customer', { CustomerId: 'nobody' }],
    ['an id in other letters', { CustomerId: 'ANA' }],
    ['null', { CustomerId: null }],
    ['a blank id', { CustomerId: ' ' }],
    ['an empty body', {}],
    ['members of another world', { Id: 'ana', Unknown: [] }],
  ])('for %s: all tiers, none of them current, and no progress', async (_case, body) => {
    const untouched = silver(false, [0, 0], [0, 0], [0, 0])
    expect(await shop.sendText('POST', '/v1/pvt/Tiers/available', JSON.stringify(body))).toEqual({
      CurrentTier: null,
      NextTiers: [bronze(), untouched],
      AllTiers: [bronze(), untouched],
    })
  })

  it("another tenant's customer is unknown", async () => {
    const other = await test.open(program())
    await other.completed('o1', 'only-there', 1)
    expect((await availableTiers(shop, 'only-there')).CurrentTier).toBe(null)
  })

  it("another tenant's tiers are not there", async () => {
    const other = await test.open(program())
    const [silverId] = await giveTiers(test.api, other, [{ name: 'Theirs', order: 1 }])
    expect((await availableTiers(other, null)).AllTiers).toMatchObject([{ Id: silverId, Name: 'Theirs' }])
    expect((await availableTiers(shop, null)).AllTiers.map(({ Name }) => Name)).toEqual(['Bronze', 'Silver'])
  })

  it('a reward that the customer has redeemed is used', async () => {
    await shop.sendText(
      'POST',
      `/v1/pvt/RewardConfigurations/${rewardId}/redeem`,
      JSON.stringify({ CustomerId: 'ana' }),
    )
    const { AllTiers } = await availableTiers(shop, 'ana')
    expect(AllTiers[1]?.Benefits.map(({ IsUsed }) => IsUsed)).toEqual([true, false, false])
    await shop.completed('o3', 'bia', 1)
    expect((await availableTiers(shop, 'bia')).AllTiers[1]?.Benefits[0]?.IsUsed).toBe(false)
  })
})

describe('CurrentTier and NextTiers', () => {
  it('follow the customer up, and progress goes on above', async () => {
    const shop = await test.open(program())
    await giveTiers(test.api, shop, BRONZE_SILVER_GOLD)
    const seen: unknown[] = []
    for (const [id, total] of [
      ['o1', 1],
      ['o2', 499],
      ['o3', 1_500],
      ['o4', 10_000],
    ] as const) {
      await shop.completed(id, 'ana', total)
      const { CurrentTier, NextTiers, AllTiers } = await availableTiers(shop, 'ana')
      const percents = AllTiers.flatMap(({ Goals }) => Goals.map(({ PercentToGoal }) => PercentToGoal))
      seen.push([CurrentTier?.Name, NextTiers.map(({ Name }) => Name), percents])
    }
    expect(seen).toEqual([
      ['Bronze', ['Silver', 'Gold'], [0.2, 0.05]],
      ['Silver', ['Gold'], [100, 25]],
      ['Gold', [], [100, 100]],
      ['Gold', [], [100, 100]],
    ])
  })

  it('without a base tier: none, and all of them next', async () => {
    const shop = await test.open(program())
    await giveTiers(test.api, shop, BRONZE_SILVER_GOLD.slice(1))
    await shop.completed('o1', 'ana', 1)
    expect(await availableTiers(shop, 'ana')).toMatchObject({
      CurrentTier: null,
      NextTiers: [{ Name: 'Silver' }, { Name: 'Gold' }],
      AllTiers: [{ Name: 'Silver' }, { Name: 'Gold' }],
    })
  })

  it('are empty for a merchant without tiers', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 1)
    const nothing = { CurrentTier: null, NextTiers: [], AllTiers: [] }
    expect(await availableTiers(shop, 'ana')).toEqual(nothing)
    expect(await availableTiers(shop, null)).toEqual(nothing)
  })
})

describe('errors', () => {
  it.each<[number, unknown]>([
    [7, 5],
    [7, true],
    [7, ['ana']],
    [7, { Id: 'ana' }],
    [7, 'ana\0'],
    [10, 'x'.repeat(251)],
  ])('%i, as Envelope B, for the CustomerId %j', async (code, CustomerId) => {
    const shop = await test.open(program())
    await giveTiers(test.api, shop)
    const body = JSON.stringify({ CustomerId })
    expect(await shop.sendText('POST', '/v1/pvt/Tiers/available', body)).toEqual(
      refused({ code, says: 'CustomerId' }),
    )
  })

  it.each(['[]', '"ana"', 'null', ''])('a body that is no object is malformed: %s', async (payload) => {
    const response = await test.api.send({
      method: 'POST',
      url: '/v1/pvt/Tiers/available',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ HasError: true, ErrorCode: null, Result: null })
  })
})
