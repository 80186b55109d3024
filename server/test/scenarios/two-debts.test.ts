/** Points and cashback are owed each for itself: what is owed in the one is in the way of nothing in the other. */

import { describe, expect, it } from 'vitest'
import { refused } from '../support/answers.ts'
import { decimal } from '../support/rewards.ts'
import { type ProgramToPublish, program } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

const worth = (pointValue: string, isOn = true): ProgramToPublish => ({
  ...program(),
  cashback: { isOn, pointValue },
})
const removal = { Value: 1, OperationType: 1, Reason: 'r', ChangeKey: 'k' }

/** Somebody who has spent what an order had earned, and then sent the order back. */
async function openWithDebt(published: ProgramToPublish) {
  const shop = await story.open(published)
  const points = await shop.makeReward({ points: decimal(100) })
  const cashback = await shop.makeReward({ type: 3, points: 0n, value: 0n })
  await shop.completed('o1', 'ana', 100)
  await shop.redeemed(points, 'ana')
  await shop.cancelled('o1')
  return { shop: shop, points, cashback }
}

describe('two measures, two debts', () => {
  it('cashback that is owed is in the way of nothing once cashback is off, and is there again when it is on', async () => {
    const { shop, points, cashback } = await openWithDebt(worth('0.1'))
    await shop.publish(worth('0.1', false))
    expect((await shop.completed('o2', 'ana', 1000)).Customer).toMatchObject({
      PointsBalance: 900,
      Cashback: 0,
    })
    const { item } = await shop.redeemed(points, 'ana')
    expect(item).toMatchObject({
      PointBalance: 800,
      CashbackBalance: 0,
      AvailableCashback: 0,
      Enabled: true,
      DisabledReason: null,
    })
    expect(await shop.changeCashback('ana', removal)).toEqual(refused({ code: 69, says: 'Cashback' }))

    await shop.publish(worth('0.1'))
    expect((await shop.completed('o3', 'ana', 0)).Customer).toMatchObject({
      PointsBalance: 800,
      Cashback: -10,
    })
    expect((await shop.redeem(cashback, { CustomerId: 'ana' })).answer).toMatchObject({
      ErrorCode: 47,
      ErrorMessage: 'CustomerId: the customer owes cashback.',
    })
    expect(await shop.story('ana')).toEqual([
      '+100 / +10 → 100 / 10',
      '-100 / -10 → 0 / 0',
      '-100 / -10 → -100 / -10',
      '+1000 / 0 → 900 / -10',
      '-100 / 0 → 800 / -10',
    ])
  })

  it('after a cut of the rate points repay sooner than cashback, and are spent while the rest is owed', async () => {
    const { shop, points, cashback } = await openWithDebt(worth('0.1'))
    await shop.publish(worth('0.001'))
    await shop.completed('o2', 'ana', 1000)
    expect((await shop.redeem(cashback, { CustomerId: 'ana' })).answer).toMatchObject({ ErrorCode: 47 })
    const { item } = await shop.redeemed(points, 'ana', { OriginalKey: 'k' })
    expect(item).toMatchObject({
      PointBalance: 800,
      CashbackBalance: -9,
      AvailableCashback: 0,
      Enabled: true,
    })
    expect(await shop.changeCashback('ana', removal)).toEqual(refused({ code: 94, says: 'Value' }))
    // What was redeemed without cashback comes back without.
    expect(await shop.returnReward('k')).toBeNull()
    expect(await shop.changedCashback('ana', 9.5)).toMatchObject({ CashbackBalance: 0.5 })
    expect((await shop.story('ana')).slice(3)).toEqual([
      '+1000 / +1 → 900 / -9',
      '-100 / 0 → 800 / -9',
      '+100 / 0 → 900 / -9',
      '+9500 / +9.5 → 10400 / 0.5',
    ])
    expect((await shop.redeemed(cashback, 'ana')).item).toMatchObject({
      CashbackAmount: 0.5,
      CashbackBalance: 0,
    })
  })

  it('points that are owed are not in the way of redeeming cashback', async () => {
    const { shop, points, cashback } = await openWithDebt(worth('0.1', false))
    await shop.publish(worth('1'))
    expect((await shop.completed('o2', 'ana', 30)).Customer).toMatchObject({
      PointsBalance: -70,
      Cashback: 30,
    })
    expect((await shop.redeem(points, { CustomerId: 'ana' })).answer).toMatchObject({
      ErrorCode: 47,
      ErrorMessage: 'CustomerId: the customer owes points.',
    })
    const { item } = await shop.redeemed(cashback, 'ana', { Value: 20 })
    expect(item).toMatchObject({
      PointBalance: -70,
      CashbackBalance: 10,
      AvailableCashback: 10,
      Enabled: true,
    })
    expect(await shop.changedCashback('ana', -10)).toMatchObject({ PointsBalance: -70, CashbackBalance: 0 })
  })
})
