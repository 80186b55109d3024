import { describe, expect, it } from 'vitest'
import { explain } from '../../src/history/explain-customer.ts'
import type { ExplainedHistory, ExplainedOrder } from '../../src/history/history.ts'
import { decimalToNumber } from '../../src/platform/decimal.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

/** Moves the clock. */
function onDay(day: number): void {
  shops.api.now = START + day * DAY_MS
}

async function historyOf({ tenantId }: Shop, customer: string, limit = 100): Promise<ExplainedHistory> {
  const { cells, now } = shops.api
  const explained = await explain(cells, { tenantId, customer, limit }, () => now)
  if (!('history' in explained)) throw new Error('no history')
  return explained.history
}

async function explainedOrder({ tenantId }: Shop, customer: string, order: string): Promise<ExplainedOrder> {
  const { cells, now } = shops.api
  const explained = await explain(cells, { tenantId, customer, order, limit: 100 }, () => now)
  if (!('order' in explained)) throw new Error('no order')
  return explained.order
}

/** One line a moment: what it did to the balance, the balance, and why. */
function told({ moments }: Pick<ExplainedHistory, 'moments'>): string[] {
  return moments.map(
    ({ change, balance, sentence }) =>
      `${decimalToNumber(change.points)} = ${decimalToNumber(balance.points)}: ${sentence}`,
  )
}

describe('the points of a customer', () => {
  it('are told moment by moment, also what is due and not settled yet', async () => {
    const shop = await shops.open(program({ waitingDays: 7, validityDays: 30 }))
    const reward = await shop.makeReward({ points: 500_000n })
    await shop.completed('o1', 'ana', 100)
    onDay(2)
    await shop.completed('o1', 'ana', 60, { OrderPlacementDate: iso(START), OrderCompletedDate: iso(START) })
    const waiting = [
      '0 = 0: 100 points for R$\u00a0100.00 at 1 point per R$\u00a01.00',
      '0 = 0: -40 points: the order was changed; -100 recorded before; +60 for R$\u00a060.00 at 1 point per R$\u00a01.00',
    ]
    expect(told(await historyOf(shop, 'ana'))).toEqual(waiting)

    onDay(8)
    const opened = [...waiting, '60 = 60: 60 points of 15 Jan 2026 became available']
    expect(told(await historyOf(shop, 'ana'))).toEqual(opened)
    const { couponCode } = await shop.redeemed(reward, 'ana')
    const redeemed = [...opened, '-50 = 10: -50 points for the reward “R$ 10 off”']
    const spent = await historyOf(shop, 'ana')
    expect(told(spent)).toEqual(redeemed)
    expect(spent.moments.at(-1)).toMatchObject({ source: { coupon: couponCode }, usedCount: 1 })
    expect(spent.moments.at(-1)?.used).toMatchObject([{ order: 'o1', used: { points: 500_000n } }])
    expect(spent.moments[0]?.lot).toMatchObject({ remaining: { points: 100_000n }, isWaiting: false })

    onDay(90)
    const expired = [
      ...redeemed,
      '-10 = 0: 10 points expired, left of the 100 points of 15 Jan 2026 (order “o1”)',
    ]
    const before = await shop.everything()
    const due = await historyOf(shop, 'ana')
    expect(told(due)).toEqual(expired)
    expect(due.moments.at(-1)?.recordId).toBeNull()
    expect(await shop.everything()).toEqual(before)
    await shop.completed('o2', 'ana', 0)
    const settled = await historyOf(shop, 'ana')
    expect(told(settled)).toEqual(expired)
    expect(settled.moments.at(-1)).toMatchObject({ at: due.moments.at(-1)?.at, recordId: expect.any(Number) })
  })

  it('say where they came from when no order brought them', async () => {
    const shop = await shops.open(
      program(
        {},
        { id: 2, kind: 'signup', name: 'Hello', points: '5' },
        { id: 3, kind: 'firstPurchase', name: 'Welcome', points: '25' },
      ),
    )
    const reward = await shop.makeReward({ points: 300_000n })
    await shop.completed('o1', 'ana', 10.9)
    onDay(1)
    await shop.changedCashback('ana', 2)
    await shop.changedCashback('ana', -1)
    const { originalKey } = await shop.redeemed(reward, 'ana')
    onDay(2)
    await shop.returnReward(originalKey)
    expect(told(await historyOf(shop, 'ana'))).toEqual([
      '5 = 5: 5 points for signing up (rule “Hello”)',
      '35 = 40: 35 points: +10 for R$\u00a010.90 at 1 point per R$\u00a01.00, rounded down; +25 for the first purchase (rule “Welcome”)',
      '20 = 60: 20 points for R$\u00a02.00 of cashback that was added by hand: “a test” (key “change-1”)',
      '-10 = 50: -10 points for R$\u00a01.00 of cashback that was removed by hand: “a test” (key “change-2”)',
      '-30 = 20: -30 points for the reward “R$ 10 off”',
      '30 = 50: 30 points back from the reward “R$ 10 off” of 16 Jan 2026',
    ])
  })

  it('are told from the newest part of a long history, with the balance before it', async () => {
    const shop = await shops.open(program({ waitingDays: 3 }))
    for (let day = 0; day < 6; day += 1) {
      onDay(day)
      await shop.completed(`o${day}`, 'ana', 10 ** day)
    }
    onDay(20)
    const all = await historyOf(shop, 'ana')
    expect(all.leftOut).toBe(0)
    expect(all.moments).toHaveLength(12)
    for (const limit of [1, 4, 5, 11]) {
      const newest = await historyOf(shop, 'ana', limit)
      expect(told(newest)).toEqual(told(all).slice(-limit))
      expect(newest.balanceBefore).toEqual(all.moments.at(-limit - 1)?.balance)
      expect(newest.leftOut).toBe(6 - newest.moments.filter(({ kind }) => kind === 'record').length)
    }
  })
})

describe('an order', () => {
  it('says what of it was written off, and does not stand for that', async () => {
    const shop = await shops.open(program(), { settings: { takeBack: 'clamp' } })
    await shop.completed('o1', 'ana', 150)
    await shop.changedCashback('ana', -10)
    await shop.cancelled('o1')
    const { sentence, notes, records } = await explainedOrder(shop, 'ana', 'o1')
    expect(sentence).toBe('This order is worth 0 points')
    expect(notes).toEqual([
      '100 points should have been taken back, were spent already and are written off: they are never taken later',
    ])
    expect(told({ moments: records }).at(-1)).toContain('+100 written off, because they were spent')
  })

  it('says why it earned what it did, how it was changed, and that it was cancelled', async () => {
    const shop = await shops.open(program({ validityDays: 10 }))
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'ana', 7)
    onDay(1)
    await shop.completed('o1', 'ana', 130)
    const changed = await explainedOrder(shop, 'ana', 'o1')
    expect(changed.sentence).toBe('This order is worth 130 points')
    expect(told({ moments: changed.records })).toEqual([
      '100 = 100: 100 points for R$\u00a0100.00 at 1 point per R$\u00a01.00',
      '30 = 130: 30 points: the order was changed; -100 recorded before; +130 for R$\u00a0130.00 at 1 point per R$\u00a01.00',
    ])
    onDay(2)
    await shop.cancelled('o1')
    const cancelled = await explainedOrder(shop, 'ana', 'o1')
    expect(cancelled.sentence).toBe('This order is worth 0 points')
    expect(told({ moments: cancelled.records }).slice(2)).toEqual([
      '-130 = 0: -130 points: the order was cancelled',
    ])
    onDay(100)
    const expired = await explainedOrder(shop, 'ana', 'o2')
    expect(told({ moments: expired.records })).toEqual([
      '7 = 7: 7 points for R$\u00a07.00 at 1 point per R$\u00a01.00',
      '-7 = 0: 7 points expired, left of the 7 points of 15 Jan 2026 (order “o2”)',
    ])
    expect(expired).toMatchObject({ stands: { points: 0n }, leftOut: 0 })
  })

  it('says why it earned nothing', async () => {
    const shop = await shops.open({ cashback: { isOn: false, pointValue: '0' }, rules: [] })
    const why = async (order: string) => (await explainedOrder(shop, 'ana', order)).sentence
    await shop.completed('without-rule', 'ana', 100)
    await shop.publish(program({ minimumOrder: '20', perAmount: '50' }))
    await shop.completed('below', 'ana', 15)
    await shop.completed('rounded', 'ana', 49)
    await shop.completed('pending', 'ana', 100, { IsCompleted: false, OrderCompletedDate: null })
    await shop.completed('given-up', 'ana', 100, { IsCompleted: false, OrderCompletedDate: null })
    await shop.cancelled('given-up')
    expect(await why('without-rule')).toBe(
      'This order earned nothing: the program had no active rule for purchases',
    )
    expect(await why('below')).toBe(
      'This order earned nothing: R$\u00a015.00 is below the minimum of R$\u00a020.00',
    )
    expect(await why('rounded')).toBe('This order earned nothing: its total came to less than a point')
    expect(await why('pending')).toBe('This order has earned nothing yet: it is not complete')
    expect(await why('given-up')).toBe('This order earned nothing: it was cancelled before it was complete')
    onDay(1)
    const left = { Customer: { OriginalId: 'ana', IsEnrolled: false }, UpdatedDate: iso(shops.api.now) }
    await shop.completed('outside', 'ana', 100, left)
    expect(await why('outside')).toBe(
      'This order earned nothing: its customer was not enrolled in the program',
    )
  })
})
