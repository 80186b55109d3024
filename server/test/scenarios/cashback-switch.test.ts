import { describe, expect, it } from 'vitest'
import { type ProgramToPublish, program, refused, resultOf, useSellers } from '../support/seller.ts'

const sellers = useSellers()

const worth = (pointValue: string, isOn = true): ProgramToPublish => ({
  ...program(),
  cashback: { isOn, pointValue },
})
const change = { Value: 1, OperationType: 0, Reason: 'r', ChangeKey: 'k' }

describe('cashback that is switched off', () => {
  it('is worth nothing, cannot be changed, and is there again when it is switched on', async () => {
    const seller = await sellers.open(worth('0.1'))
    expect((await seller.complete('o1', 'ana', 100)).Customer).toMatchObject({
      PointsBalance: 100,
      Cashback: 10,
    })

    await seller.publish(worth('0.1', false))
    expect((await seller.complete('o2', 'ana', 50)).Customer).toMatchObject({
      PointsBalance: 150,
      Cashback: 0,
    })
    expect(await seller.changeCashback('ana', change)).toEqual(refused(69, 'Cashback'))
    expect(await seller.productPoints([{ Id: 'a', Price: 10 }])).toMatchObject({
      Result: [{ Points: 10, Cashback: 0 }],
    })

    // Not 150 points at today's rate: what each record was worth when it was made.
    await seller.publish(worth('0.2'))
    expect((await seller.complete('o3', 'ana', 10)).Customer).toMatchObject({
      PointsBalance: 160,
      Cashback: 12,
    })
    expect((await seller.records('ana')).map(({ points, cashback }) => [points, cashback])).toEqual([
      [100, 10],
      [50, 0],
      [10, 2],
    ])
    expect(resultOf(await seller.changeCashback('ana', change)).CashbackBalance).toBe(13)
  })

  it('adds none to an order that earned with it and grows', async () => {
    const seller = await sellers.open(worth('0.1'))
    await seller.complete('o1', 'ana', 100)
    await seller.publish(worth('0.1', false))
    await seller.complete('o1', 'ana', 150)
    await seller.publish(worth('0.2'))
    await seller.complete('o1', 'ana', 160)
    expect(await seller.story('ana')).toEqual([
      '+100 / +10 → 100 / 10',
      '+50 / 0 → 150 / 10',
      '+10 / +2 → 160 / 12',
    ])
    // Half of the points go, and half of the cashback that was recorded.
    expect((await seller.complete('o1', 'ana', 80)).Customer).toMatchObject({
      PointsBalance: 80,
      Cashback: 6,
    })
  })

  it('leaves points that have none behind when all of it is removed', async () => {
    const seller = await sellers.open(worth('0.1', false))
    await seller.complete('o1', 'ana', 50)
    await seller.publish(worth('0.1'))
    await seller.complete('o2', 'ana', 100)
    expect(await seller.changedCashback('ana', -10)).toMatchObject({ PointsBalance: 50, CashbackBalance: 0 })
    expect((await seller.records('ana')).map(({ left }) => left)).toEqual([50, 0, null])
  })

  it('takes nothing back in cashback for what had none', async () => {
    const seller = await sellers.open(worth('0.1', false))
    await seller.complete('o1', 'ana', 50)
    await seller.publish(worth('0.1'))
    await seller.complete('o2', 'ana', 100)
    await seller.complete('o1', 'ana', 20)
    await seller.cancelled('o1')
    expect(await seller.story('ana')).toEqual([
      '+50 / 0 → 50 / 0',
      '+100 / +10 → 150 / 10',
      '-30 / 0 → 120 / 10',
      '-20 / 0 → 100 / 10',
    ])
  })
})

describe('a point whose worth changes', () => {
  it('keeps what it was worth', async () => {
    const seller = await sellers.open(worth('0.05'))
    await seller.complete('o1', 'ana', 100)
    await seller.publish(worth('0.5'))
    expect((await seller.complete('o2', 'ana', 10)).Customer).toMatchObject({
      PointsBalance: 110,
      Cashback: 10,
    })
    // What an adjustment adds is worth what points are worth now.
    expect((await seller.complete('o1', 'ana', 120)).Customer).toMatchObject({
      PointsBalance: 130,
      Cashback: 20,
    })
    await seller.cancelled('o1')
    expect((await seller.complete('o3', 'ana', 0)).Customer).toMatchObject({ PointsBalance: 10, Cashback: 5 })
  })

  it('is shown with two decimals, rounded down, and kept with four', async () => {
    const seller = await sellers.open(worth('0.0033'))
    const cashback: number[] = []
    for (const id of ['o1', 'o2', 'o3', 'o4'])
      cashback.push((await seller.complete(id, 'ana', 1)).Customer.Cashback)
    expect(cashback).toEqual([0, 0, 0, 0.01])
    expect((await seller.events('ana')).map(({ balance }) => balance)).toEqual([
      [1, 0.0033],
      [2, 0.0066],
      [3, 0.0099],
      [4, 0.0132],
    ])
  })
})
