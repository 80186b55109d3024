import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { type ProgramToPublish, program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

const worth = (pointValue: string, isOn = true): ProgramToPublish => ({
  ...program(),
  cashback: { isOn, pointValue },
})
const change = { Value: 1, OperationType: 0, Reason: 'r', ChangeKey: 'k' }

describe('cashback that is switched off', () => {
  it('is worth nothing, cannot be changed, and is there again when it is switched on', async () => {
    const shop = await shops.open(worth('0.1'))
    expect((await shop.completed('o1', 'ana', 100)).Customer).toMatchObject({
      PointsBalance: 100,
      Cashback: 10,
    })

    await shop.publish(worth('0.1', false))
    expect((await shop.completed('o2', 'ana', 50)).Customer).toMatchObject({
      PointsBalance: 150,
      Cashback: 0,
    })
    expect(await shop.changeCashback('ana', change)).toEqual(refused({ code: 69, says: 'Cashback' }))
    expect(await shop.productPoints([{ Id: 'a', Price: 10 }])).toMatchObject({
      Result: [{ Points: 10, Cashback: 0 }],
    })

    // Not 150 points at today's rate: what each record was worth when it was made.
    await shop.publish(worth('0.2'))
    expect((await shop.completed('o3', 'ana', 10)).Customer).toMatchObject({
      PointsBalance: 160,
      Cashback: 12,
    })
    expect((await shop.records('ana')).map(({ points, cashback }) => [points, cashback])).toEqual([
      [100, 10],
      [50, 0],
      [10, 2],
    ])
    expect(resultOf(await shop.changeCashback('ana', change)).CashbackBalance).toBe(13)
  })

  it('adds none to an order that earned with it and grows', async () => {
    const shop = await shops.open(worth('0.1'))
    await shop.completed('o1', 'ana', 100)
    await shop.publish(worth('0.1', false))
    await shop.completed('o1', 'ana', 150)
    await shop.publish(worth('0.2'))
    await shop.completed('o1', 'ana', 160)
    expect(await shop.story('ana')).toEqual([
      '+100 / +10 → 100 / 10',
      '+50 / 0 → 150 / 10',
      '+10 / +2 → 160 / 12',
    ])
    // Half of the points go, and half of the cashback that was recorded.
    expect((await shop.completed('o1', 'ana', 80)).Customer).toMatchObject({
      PointsBalance: 80,
      Cashback: 6,
    })
  })

  it('leaves points that have none behind when all of it is removed', async () => {
    const shop = await shops.open(worth('0.1', false))
    await shop.completed('o1', 'ana', 50)
    await shop.publish(worth('0.1'))
    await shop.completed('o2', 'ana', 100)
    expect(await shop.changedCashback('ana', -10)).toMatchObject({ PointsBalance: 50, CashbackBalance: 0 })
    expect((await shop.records('ana')).map(({ left }) => left)).toEqual([50, 0, null])
  })

  it('takes nothing back in cashback for what had none', async () => {
    const shop = await shops.open(worth('0.1', false))
    await shop.completed('o1', 'ana', 50)
    await shop.publish(worth('0.1'))
    await shop.completed('o2', 'ana', 100)
    await shop.completed('o1', 'ana', 20)
    await shop.cancelled('o1')
    expect(await shop.story('ana')).toEqual([
      '+50 / 0 → 50 / 0',
      '+100 / +10 → 150 / 10',
      '-30 / 0 → 120 / 10',
      '-20 / 0 → 100 / 10',
    ])
  })
})

describe('a point whose worth changes', () => {
  it('keeps what it was worth', async () => {
    const shop = await shops.open(worth('0.05'))
    await shop.completed('o1', 'ana', 100)
    await shop.publish(worth('0.5'))
    expect((await shop.completed('o2', 'ana', 10)).Customer).toMatchObject({
      PointsBalance: 110,
      Cashback: 10,
    })
    // What an adjustment adds is worth what points are worth now.
    expect((await shop.completed('o1', 'ana', 120)).Customer).toMatchObject({
      PointsBalance: 130,
      Cashback: 20,
    })
    await shop.cancelled('o1')
    expect((await shop.completed('o3', 'ana', 0)).Customer).toMatchObject({ PointsBalance: 10, Cashback: 5 })
  })

  it('is shown with two decimals, rounded down, and kept with four', async () => {
    const shop = await shops.open(worth('0.0033'))
    const cashback: number[] = []
    for (const id of ['o1', 'o2', 'o3', 'o4'])
      cashback.push((await shop.completed(id, 'ana', 1)).Customer.Cashback)
    expect(cashback).toEqual([0, 0, 0, 0.01])
    expect((await shop.events('ana')).map(({ balance }) => balance)).toEqual([
      [1, 0.0033],
      [2, 0.0066],
      [3, 0.0099],
      [4, 0.0132],
    ])
  })
})
