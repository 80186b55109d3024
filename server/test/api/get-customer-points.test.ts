import { describe, expect, it } from 'vitest'
import { DAY_MS, iso, program } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())

const NOBODY = {
  CustomerExists: false,
  InternalId: null,
  PointsBalance: 0,
  PointsToExpire: [],
  CashbackBalance: 0,
  RedeemKey: null,
  PointHistory: [],
  Name: null,
  Error: null,
}

describe('the answer', () => {
  it('has every member, and no envelope', async () => {
    const shop = await test.open(program({ validityDays: 30 }))
    const { Customer } = await shop.completed('o1', 'ana', 100, {
      Customer: { OriginalId: 'ana', Name: 'Ana Souza' },
      Branch: { OriginalId: 'centro', Name: 'Centro' },
    })
    expect(await shop.getPoints('ana')).toEqual({
      CustomerExists: true,
      InternalId: String(Customer.Id),
      PointsBalance: 100,
      PointsToExpire: [{ Points: 100, When: '2026-02-15T02:59:59.000Z' }],
      CashbackBalance: 10,
      RedeemKey: null,
      PointHistory: [
        {
          Id: expect.any(Number),
          DateReceived: iso(START),
          ExpirationDate: '2026-02-15T02:59:59.000Z',
          Amount: 100,
          CashbackAmount: 10,
          BranchId: 'centro',
          BranchName: 'Centro',
        },
      ],
      Name: 'Ana Souza',
      Error: null,
    })
  })

  it('is that of the change that was made last', async () => {
    const shop = await test.open(program({ validityDays: 30 }))
    await shop.completed('o1', 'ana', 80)
    const changed = await shop.changedCashback('ana', -2.5)
    expect(await shop.getPoints('ana')).toEqual(changed)
  })

  it('carries the number of the last event that is in it', async () => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 10)
    await shop.completed('o2', 'ana', 10)
    const { sequence } = await shop.send('GET', '/v1/pvt/Customer/ana/points')
    expect(sequence).toBe(2)
    expect((await shop.events('ana')).at(-1)?.sequence).toBe(2)
  })

  it('reads 0 cashback while cashback is off', async () => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 100)
    await shop.publish({ ...program(), cashback: { isOn: false, pointValue: '0.1' } })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 100, CashbackBalance: 0 })
  })

  it('is below zero where something is owed', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    const reward = await shop.makeReward({ points: 600_000n })
    await shop.redeemed(reward, 'ana')
    await shop.cancelled('o1')
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: -60, CashbackBalance: -6 })
  })
})

describe('what is due is settled first', () => {
  it('points that waited are in the balance from their day on', async () => {
    const shop = await test.open(program({ waitingDays: 5 }))
    await shop.completed('o1', 'ana', 100)
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 0, PointHistory: [] })
    test.api.now = START + 5 * DAY_MS
    const { answer, sequence } = await shop.send('GET', '/v1/pvt/Customer/ana/points')
    expect(answer).toMatchObject({ PointsBalance: 100, PointHistory: [{ Amount: 100 }] })
    expect(sequence).toBe(1)
    expect(await shop.story('ana')).toEqual(['+100 / +10 → 100 / 10'])
  })

  it('points past their end are gone, and the record of that is there', async () => {
    const shop = await test.open(program({ validityDays: 10 }))
    await shop.completed('o1', 'ana', 100)
    test.api.now = START + 11 * DAY_MS
    const { PointsBalance, PointsToExpire, PointHistory } = await shop.getPoints('ana')
    expect({ PointsBalance, PointsToExpire }).toEqual({ PointsBalance: 0, PointsToExpire: [] })
    expect(PointHistory).toMatchObject([{ Amount: -100 }, { Amount: 100 }])
  })

  it('of very many lots', async () => {
    const shop = await test.open(program({ validityDays: 10 }))
    for (let count = 0; count < 40; count += 1) {
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => shop.completed(`o${count}-${index}`, 'ana', 1)),
      )
    }
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 400 })
    test.api.now = START + 11 * DAY_MS
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 0, PointsToExpire: [] })
  })

  it('and beyond that a read changes nothing', async () => {
    const shop = await test.open(program({ waitingDays: 5 }))
    await shop.completed('o1', 'ana', 100)
    test.api.now = START + 5 * DAY_MS
    await shop.getPoints('ana')
    const before = await shop.everything()
    await shop.getPoints('ana')
    await shop.getPoints('nobody')
    expect(await shop.everything()).toEqual(before)
  })
})

describe('an unknown customer does not exist, without an error', () => {
  it.each(['nobody', 'ANA', 'ana ', 'x'.repeat(4_000), '0', 'null'])('%s', async (id) => {
    await test.shop.completed('o1', 'ana', 100)
    expect(await test.shop.getPoints(id)).toEqual(NOBODY)
  })

  it('with a character that cannot be stored', async () => {
    expect(await test.shop.sendText('GET', '/v1/pvt/Customer/ana%00/points')).toEqual(NOBODY)
  })

  it('another tenant’s', async () => {
    const other = await test.open()
    await other.completed('o1', 'only-there', 100)
    const { answer, sequence } = await test.shop.send('GET', '/v1/pvt/Customer/only-there/points')
    expect({ answer, sequence }).toEqual({ answer: NOBODY, sequence: null })
    expect(await other.getPoints('only-there')).toMatchObject({ CustomerExists: true, PointsBalance: 100 })
  })
})

describe('many at once are read together', () => {
  it('and each is told its own, of whichever merchant, known or not, due or not', async () => {
    const shops = [
      await test.open(program()),
      await test.open(program({ waitingDays: 5 })),
      await test.open({ ...program({ validityDays: 3 }), cashback: { isOn: false, pointValue: '0.1' } }),
    ]
    for (const [index, shop] of shops.entries()) {
      for (const order of [1, 2, 3, 4])
        await shop.completed(`o-${order}`, `c-${order % 3}`, 10 * order + index)
    }
    // In the second shop all lots open now, and in the third all expire.
    test.api.now = START + 6 * DAY_MS
    const asked = ['c-0', 'nobody', 'c-1', 'c-2', 'c-1'].flatMap((id) => shops.map((shop) => ({ shop, id })))
    const together = await Promise.all(asked.map(({ shop, id }) => shop.getPoints(id)))
    const alone = []
    for (const { shop, id } of asked) alone.push(await shop.getPoints(id))
    expect(together).toEqual(alone)
    const balances = (shop: number) =>
      together.filter((_, index) => index % 3 === shop).map(({ PointsBalance }) => PointsBalance)
    expect([0, 1, 2].map(balances)).toEqual([
      [30, 0, 50, 20, 50],
      [31, 0, 52, 21, 52],
      [0, 0, 0, 0, 0],
    ])
  })
})
