import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { type Body, DAY_MS, program } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { giveTiers, points as pointsGoal } from '../support/tiers.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())
const ADD = 0
const REMOVE = 1

let keys = 0
function aChange(members: Body = {}): Body {
  keys += 1
  return { Points: 50, OperationType: ADD, Reason: 'Late delivery', ChangeKey: `key-${keys}`, ...members }
}

describe('adding', () => {
  it('answers the balance as it is read, and makes points that never expire', async () => {
    const shop = await test.open(program({ validityDays: 30 }))
    await shop.completed('o1', 'ana', 100)
    const changed = await shop.changePoints('ana', aChange())
    expect(changed).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: await shop.getPoints('ana'),
      HasError: false,
    })
    expect(resultOf(changed)).toMatchObject({
      PointsBalance: 150,
      CashbackBalance: 15,
      PointsToExpire: [{ Points: 100 }],
      RedeemKey: null,
    })
    expect((await shop.records('ana')).at(-1)).toMatchObject({
      type: 5,
      points: 50,
      cashback: 5,
      expiresAt: null,
      order: null,
    })
    expect(await shop.story('ana')).toEqual(['+100 / +10 → 100 / 10', '+50 / +5 → 150 / 15'])
  })

  it('works with cashback off, without any', async () => {
    const shop = await test.open({ ...program(), cashback: { isOn: false, pointValue: '0.1' } })
    await shop.completed('o1', 'ana', 100)
    expect(await shop.changedPoints('ana', 12.3456)).toMatchObject({
      PointsBalance: 112.3456,
      CashbackBalance: 0,
    })
    expect((await shop.records('ana')).at(-1)).toMatchObject({ points: 12.3456, cashback: 0 })
  })

  it('pays a debt first', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.redeemed(await shop.makeReward({ points: 600_000n }), 'ana')
    await shop.cancelled('o1')
    expect(await shop.changedPoints('ana', 80)).toMatchObject({ PointsBalance: 20 })
  })

  it('counts for tiers', async () => {
    const shop = await test.open(program())
    await giveTiers(test.api, shop, [
      { name: 'Bronze', order: 1, isBase: true },
      { name: 'Silver', order: 2, goals: [pointsGoal(100)] },
    ])
    await shop.completed('o1', 'ana', 60)
    await shop.changedPoints('ana', 40)
    expect(resultOf(await shop.getCustomer('ana')).CurrentTier).toMatchObject({ Name: 'Silver' })
  })

  it('is explained by its reason and key', async () => {
    const shop = await test.open(program(), { locale: 'en' })
    await shop.completed('o1', 'ana', 100)
    await shop.changePoints('ana', aChange({ ChangeKey: 'ticket-1', Reason: 'Late delivery' }))
    await shop.changePoints('ana', aChange({ ChangeKey: 'ticket-2', Points: -20, OperationType: REMOVE }))
    expect(await shop.history('ana', '&PointType=5')).toMatchObject([
      {
        Title: 'Adjustment',
        Explanation: { Lines: [{ Kind: 'pointsChange', ReferenceId: 'ticket-2', Points: -20 }] },
      },
      {
        Title: 'Adjustment',
        Explanation: {
          ProgramVersion: null,
          Lines: [
            {
              Kind: 'pointsChange',
              RuleId: null,
              ReferenceId: 'ticket-1',
              Points: 50,
              Text: '+50 added by hand: “Late delivery” (key “ticket-1”)',
            },
          ],
        },
      },
    ])
  })
})

describe('removing', () => {
  it('takes what expires first, as a redemption does', async () => {
    const shop = await test.open(program({ validityDays: 30 }))
    await shop.completed('o1', 'ana', 100)
    await shop.changedPoints('ana', 50)
    expect(await shop.changedPoints('ana', -120)).toMatchObject({
      PointsBalance: 30,
      CashbackBalance: 3,
      PointsToExpire: [],
    })
    expect((await shop.history('ana'))[0]).toMatchObject({
      Points: -120,
      PointType: 5,
      Origins: [{ UsedPoints: 100 }, { UsedPoints: 20 }],
    })
  })

  it('to the last point, and not beyond', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    const tooMuch = aChange({ Points: -100.0001, OperationType: REMOVE })
    expect(await shop.changePoints('ana', tooMuch)).toEqual(refused({ code: 94, says: 'Points' }))
    // A refused change leaves its key unused.
    expect(resultOf(await shop.changePoints('ana', { ...tooMuch, Points: -100 }))).toMatchObject({
      PointsBalance: 0,
    })
    expect(await shop.changePoints('ana', aChange({ Points: -1, OperationType: REMOVE }))).toEqual(
      refused({ code: 94, says: 'Points' }),
    )
  })

  it('never makes a debt larger', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.redeemed(await shop.makeReward({ points: 600_000n }), 'ana')
    await shop.cancelled('o1')
    expect(await shop.changePoints('ana', aChange({ Points: -1, OperationType: REMOVE }))).toEqual(
      refused({ code: 94, says: 'Points' }),
    )
  })

  it('settles first: what has expired cannot be removed', async () => {
    const shop = await test.open(program({ validityDays: 10 }))
    await shop.completed('o1', 'ana', 100)
    test.api.now = START + 11 * DAY_MS
    expect(await shop.changePoints('ana', aChange({ Points: -1, OperationType: REMOVE }))).toEqual(
      refused({ code: 94, says: 'Points' }),
    )
  })
})

describe('its key', () => {
  it('with the same content has one effect, and is answered as the first time', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    for (const change of [aChange(), aChange({ Points: -20, OperationType: REMOVE })]) {
      const first = await shop.changePoints('ana', change)
      const before = await shop.everything()
      expect(await shop.changePoints('ana', change)).toEqual(first)
      expect(await shop.everything()).toEqual(before)
    }
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 130 })
  })

  it.each([
    ['other points', { Points: 51 }],
    ['the other operation', { Points: -50, OperationType: REMOVE }],
    ['another reason', { Reason: 'Something else' }],
  ])('with %s is 66', async (_what, members) => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    const change = aChange()
    resultOf(await shop.changePoints('ana', change))
    expect(await shop.changePoints('ana', { ...change, ...members })).toEqual(
      refused({ code: 66, says: 'ChangeKey' }),
    )
  })

  it('of another customer is 66', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'bia', 100)
    const change = aChange()
    resultOf(await shop.changePoints('ana', change))
    expect(await shop.changePoints('bia', change)).toEqual(refused({ code: 66, says: 'ChangeKey' }))
    expect(await shop.getPoints('bia')).toMatchObject({ PointsBalance: 100 })
  })

  it('is one namespace with cashback changes', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    const key = { Reason: 'r', ChangeKey: 'one', OperationType: ADD }
    resultOf(await shop.changeCashback('ana', { ...key, Value: 5 }))
    expect(await shop.changePoints('ana', { ...key, Points: 50 })).toEqual(
      refused({ code: 66, says: 'ChangeKey' }),
    )
    resultOf(await shop.changePoints('ana', { ...key, Points: 50, ChangeKey: 'two' }))
    expect(await shop.changeCashback('ana', { ...key, Value: 5, ChangeKey: 'two' })).toEqual(
      refused({ code: 66, says: 'ChangeKey' }),
    )
  })

  it('of another tenant is free', async () => {
    const [one, other] = [await test.open(program()), await test.open(program())]
    const change = aChange()
    for (const shop of [one, other]) {
      await shop.completed('o1', 'ana', 100)
      expect(resultOf(await shop.changePoints('ana', change))).toMatchObject({ PointsBalance: 150 })
    }
  })

  it('sent many times at once has one effect', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    const change = aChange()
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.changePoints('ana', change)))
    expect(answers.map(({ HasError }) => HasError)).toEqual(Array(10).fill(false))
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 150 })
  })
})

describe('refusals, in the order of the table', () => {
  it.each([
    [{ ChangeKey: ' ', Reason: '', Points: 0, OperationType: 5 }, 65, 'ChangeKey'],
    [{ ChangeKey: null }, 65, 'ChangeKey'],
    [{ Reason: '', Points: 0, OperationType: 5 }, 67, 'Reason'],
    [{ Points: 0, OperationType: 5 }, 64, 'Points'],
    [{ Points: null }, 64, 'Points'],
    [{ OperationType: 2 }, 8, 'OperationType'],
    [{ OperationType: null }, 8, 'OperationType'],
    [{ Points: 5, OperationType: REMOVE }, 62, 'Points'],
    [{ Points: -5, OperationType: ADD }, 63, 'Points'],
    [{ Points: 0.00001 }, 10, 'Points'],
    [{ Points: 1e11 }, 10, 'Points'],
    [{ Reason: 'x'.repeat(251) }, 10, 'Reason'],
    [{ ChangeKey: 'x'.repeat(251) }, 10, 'ChangeKey'],
    [{ Points: '5' }, 7, 'Points'],
    [{ Reason: 5 }, 7, 'Reason'],
  ])('%j is %i', async (members, code, says) => {
    const shop = test.shop
    await shop.completed('o1', 'ana', 100)
    const before = await shop.everything()
    expect(await shop.changePoints('ana', aChange(members))).toEqual(refused({ code, says }))
    expect(await shop.everything()).toEqual(before)
  })

  it.each(['nobody', '\0'])('an unknown customer is 59, and the result says so: %j', async (id) => {
    expect(await test.shop.changePoints(id, aChange())).toMatchObject({
      ErrorCode: 59,
      HasError: true,
      Result: { CustomerExists: false, PointsBalance: 0, Error: expect.stringContaining('customer') },
    })
  })

  it('another tenant’s customer is 59, before the key is looked at', async () => {
    const other = await test.open(program())
    await other.completed('o1', 'only-there', 100)
    const change = aChange()
    await test.shop.completed('o1', 'ana', 100)
    resultOf(await test.shop.changePoints('ana', change))
    expect(await test.shop.changePoints('only-there', change)).toMatchObject({ ErrorCode: 59 })
    expect(await other.getPoints('only-there')).toMatchObject({ PointsBalance: 100 })
  })

  it('more than a balance can hold is 10', async () => {
    const shop = await test.open({ ...program(), cashback: { isOn: true, pointValue: '100000' } })
    await shop.completed('o1', 'ana', 1)
    const change = aChange({ Points: 99_999_999_999 })
    expect(await shop.changePoints('ana', change)).toEqual(refused({ code: 10, says: 'Points' }))
    expect(resultOf(await shop.changePoints('ana', { ...change, Points: 1 }))).toMatchObject({
      PointsBalance: 2,
    })
  })
})
