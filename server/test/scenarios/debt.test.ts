import { describe, expect, it } from 'vitest'
import { refused } from '../support/answers.ts'
import { DAY_MS, iso, program } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

const removal = { Value: 1, OperationType: 1, Reason: 'r', ChangeKey: 'refused' }

describe('points that were spent and must be given back', () => {
  it('are owed: the balance is negative, nothing can be removed, and what is earned next repays', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.changedCashback('ana', -10)
    await shop.cancelled('o1')
    expect(await shop.changeCashback('ana', removal)).toEqual(refused({ code: 94, says: 'Value' }))
    const partly = await shop.completed('o2', 'ana', 60)
    expect(partly.Customer).toMatchObject({
      PointsBalance: -40,
      BalanceOfPoints: -40,
      Cashback: -4,
      OrderCount: 1,
    })
    expect(await shop.changeCashback('ana', removal)).toEqual(refused({ code: 94, says: 'Value' }))
    const repaid = await shop.completed('o3', 'ana', 100)
    expect(repaid.Customer).toMatchObject({ PointsBalance: 60, Cashback: 6 })
    expect(await shop.changedCashback('ana', -6)).toMatchObject({ PointsBalance: 0, CashbackBalance: 0 })
    expect(await shop.story('ana')).toEqual([
      '+100 / +10 → 100 / 10',
      '-100 / -10 → 0 / 0',
      '-100 / -10 → -100 / -10',
      '+60 / +6 → -40 / -4',
      '+100 / +10 → 60 / 6',
      '-60 / -6 → 0 / 0',
    ])
    expect(
      (await shop.records('ana')).map(({ type, points, left, owed }) => [type, points, left, owed]),
    ).toEqual([
      [0, 100, 0, null],
      [5, -100, null, null],
      [9, -100, null, 0],
      [0, 60, 0, null],
      [0, 100, 0, null],
      [5, -60, null, null],
    ])
  })

  it("come first from the order's own lot, then from the others, then are owed", async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'ana', 50)
    await shop.changedCashback('ana', -8)
    await shop.cancelled('o1')
    // 20 were left of the order's own 100, 50 of the other order: 30 are owed.
    expect((await shop.records('ana')).map(({ left, owed }) => left ?? owed)).toEqual([0, 0, null, 30])
    expect((await shop.completed('o3', 'ana', 0)).Customer).toMatchObject({
      PointsBalance: -30,
      Cashback: -3,
    })
  })

  it("stay within the order's own lot where that is enough", async () => {
    const shop = await shops.open(program({ validityDays: 30 }))
    await shop.completed('o1', 'ana', 50)
    shops.api.now = START + DAY_MS
    await shop.completed('o2', 'ana', 100)
    await shop.changedCashback('ana', -5)
    await shop.cancelled('o2')
    expect((await shop.records('ana')).map(({ left }) => left)).toEqual([0, 0, null, null])
    expect((await shop.completed('o3', 'ana', 0)).Customer).toMatchObject({ PointsBalance: 0, Cashback: 0 })
  })

  it('are owed after a smaller total, too', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.changedCashback('ana', -9)
    expect((await shop.completed('o1', 'ana', 40)).Customer).toMatchObject({
      PointsBalance: -50,
      Cashback: -5,
    })
    expect((await shop.completed('o1', 'ana', 100)).Customer).toMatchObject({
      PointsBalance: 10,
      Cashback: 1,
    })
  })

  it('are repaid by cashback that is added', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.changedCashback('ana', -10)
    await shop.cancelled('o1')
    expect(await shop.changedCashback('ana', 4)).toMatchObject({ PointsBalance: -60, CashbackBalance: -6 })
    expect(await shop.changedCashback('ana', 7)).toMatchObject({ PointsBalance: 10, CashbackBalance: 1 })
  })

  it('are repaid by points that wait, when those open', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.changedCashback('ana', -10)
    await shop.cancelled('o1')
    await shop.publish(program({ waitingDays: 5, validityDays: 10 }))
    expect((await shop.completed('o2', 'ana', 130)).Customer.PointsBalance).toBe(-100)
    shops.api.now = START + 5 * DAY_MS
    expect((await shop.completed('o3', 'ana', 0)).Customer.PointsBalance).toBe(30)
    // What was left after repaying expires in its time; what repaid does not.
    shops.api.now = START + 60 * DAY_MS
    expect((await shop.completed('o4', 'ana', 0)).Customer).toMatchObject({ PointsBalance: 0, Cashback: 0 })
    expect((await shop.story('ana')).slice(-2)).toEqual(['+130 / +13 → 30 / 3', '-30 / -3 → 0 / 0'])
  })

  it('of several orders are repaid oldest first', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'ana', 50)
    await shop.changedCashback('ana', -15)
    await shop.cancelled('o1')
    await shop.cancelled('o2')
    await shop.completed('o3', 'ana', 120)
    expect((await shop.records('ana')).map(({ owed }) => owed)).toEqual([null, null, null, 0, 30, null])
  })

  it('are not owed for a waiting lot, which could not be spent', async () => {
    const shop = await shops.open(program({ waitingDays: 5 }))
    await shop.completed('o1', 'ana', 100)
    await shop.cancelled('o1')
    expect((await shop.completed('o2', 'ana', 0)).Customer.PointsBalance).toBe(0)
    expect((await shop.records('ana')).map(({ owed }) => owed)).toEqual([null, null])
  })
})

describe('a merchant who clamps', () => {
  const clamp = { settings: { takeBack: 'clamp' } } as const

  it('takes what is there and lets the rest go', async () => {
    const shop = await shops.open(program(), clamp)
    await shop.completed('o1', 'ana', 100)
    await shop.changedCashback('ana', -7)
    await shop.cancelled('o1')
    expect((await shop.completed('o2', 'ana', 40)).Customer).toMatchObject({
      PointsBalance: 40,
      Cashback: 4,
    })
    expect(await shop.story('ana')).toEqual([
      '+100 / +10 → 100 / 10',
      '-70 / -7 → 30 / 3',
      '-30 / -3 → 0 / 0',
      '+40 / +4 → 40 / 4',
    ])
  })

  it('writes nothing where nothing is there', async () => {
    const shop = await shops.open(program(), clamp)
    await shop.completed('o1', 'ana', 100)
    await shop.changedCashback('ana', -10)
    const order = await shop.completed('o1', 'ana', 20)
    expect(order.Customer).toMatchObject({ PointsBalance: 0, Cashback: 0 })
    expect(await shop.cancelled('o1')).toMatchObject({ isCanceled: true, Status: 3 })
    expect(await shop.records('ana')).toHaveLength(2)
  })

  it("takes from the customer's other lots before it lets go", async () => {
    const shop = await shops.open(program(), clamp)
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'ana', 50)
    await shop.changedCashback('ana', -12)
    await shop.cancelled('o1')
    expect((await shop.completed('o3', 'ana', 0)).Customer).toMatchObject({ PointsBalance: 0, Cashback: 0 })
  })
})

describe('the two measures', () => {
  it('are each given back as they were recorded, whatever a point is worth by then', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.changedCashback('ana', -10)
    await shop.publish({ ...program(), cashback: { isOn: true, pointValue: '1' } })
    await shop.completed('o2', 'ana', 30)
    await shop.cancelled('o1')
    const { Customer } = await shop.completed('o3', 'ana', 0)
    expect(Customer.PointsBalance).toBe(-70)
    await shop.completed('o4', 'ana', 100)
    expect((await shop.events('ana')).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
  })

  it('fit together to the last ten-thousandth through odd removals', async () => {
    const shop = await shops.open({ ...program(), cashback: { isOn: true, pointValue: '0.0333' } })
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'ana', 7)
    for (const value of [-0.01, -1.1111, -0.0001, -0.333, -2]) await shop.changedCashback('ana', value)
    const { CashbackBalance, PointsBalance } = await shop.changedCashback('ana', -0.1089)
    expect({ CashbackBalance, PointsBalance }).toEqual({ CashbackBalance: 0, PointsBalance: 0 })
  })
})

describe('the date of the cancellation', () => {
  it('says when the order was cancelled; the points go back when that is told', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    shops.api.now = START + 9 * DAY_MS
    await shop.cancelOrder('o1', { OrderCancelledDate: iso(START + DAY_MS) })
    expect((await shop.events('ana')).at(-1)).toMatchObject({ points: -100, at: iso(START + 9 * DAY_MS) })
  })
})
