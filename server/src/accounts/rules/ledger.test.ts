/** Stories with numbers to follow by hand. What must hold in every story is in laws.test.ts. */
import { describe, expect, it } from 'vitest'
import { decimalFromNumber, decimalToNumber } from '../../platform/decimal.ts'
import {
  type Account,
  type Amount,
  isShortfall,
  NEW_ACCOUNT,
  POINT_TYPE,
  type Step,
  type Unit,
} from '../account.ts'
import { credit, debit, giveBack, takeBack } from './ledger.ts'
import { NotLoaded, nothingLoaded } from './loaded.ts'
import { settle } from './settle.ts'

const DAY = 86_400_000
const TODAY = Date.UTC(2026, 0, 1)
const REDEEM = { type: POINT_TYPE.redeem, orderId: null }
const spending = (unit: Unit, quantity: bigint) => ({ ...REDEEM, unit, quantity })

function amount(points: number, cashback: number): Amount {
  return { points: decimalFromNumber(points) ?? 0n, cashback: decimalFromNumber(cashback) ?? 0n }
}

const readable = ({ points, cashback }: Amount): [number, number] => [
  decimalToNumber(points),
  decimalToNumber(cashback),
]

/** An account with its own ids, which remembers the last step. */
function tell() {
  let lastId = 0
  const ids = { next: () => ++lastId }
  let last: Step = { account: NEW_ACCOUNT, entries: [] }
  const keep = (step: Step): Step => {
    last = step
    return step
  }
  return {
    ids,
    get account(): Account {
      return last.account
    },
    get balance() {
      return readable(last.account.balance)
    },
    get lots() {
      return last.account.lots.map((lot) => [lot.id, ...readable(lot.remaining)])
    },
    get debts() {
      return last.account.debts.map((debt) => [debt.recordId, ...readable(debt.remaining)])
    },
    creditEarning(
      given: Amount,
      options: { orderId?: number; waits?: number; expiresAt?: number; now?: number } = {},
    ) {
      const { orderId = null, waits = 0, expiresAt = null, now = TODAY } = options
      const input = { type: POINT_TYPE.purchase, amount: given, availableAt: now + waits, expiresAt, orderId }
      return keep(credit(last.account, input, now, ids))
    },
    spend(points: number, now = TODAY) {
      const result = debit(last.account, spending('points', amount(points, 0).points), now, ids)
      return isShortfall(result) ? result.shortfall : keep(result)
    },
    spendCashback(value: number, now = TODAY) {
      const result = debit(last.account, spending('cashback', amount(0, value).cashback), now, ids)
      return isShortfall(result) ? result.shortfall : keep(result)
    },
    cancel(orderId: number, recorded: Amount, policy: 'debt' | 'clamp' = 'debt', now = TODAY) {
      const input = { type: POINT_TYPE.orderCancelled, orderId, amount: recorded, policy }
      return keep(takeBack(last.account, input, now, ids))
    },
    giveBack(redemption: Step | string, lots: Account['lots'], now = TODAY) {
      const entry = typeof redemption === 'string' ? undefined : redemption.entries[0]
      if (entry?.kind !== 'debit') throw new Error('not a redemption')
      return keep(giveBack(last.account, { origins: entry.origins, lots }, now, ids))
    },
    settle: (now: number) => keep(settle(last.account, now, ids)),
  }
}

describe('spending', () => {
  it('uses the lot that expires soonest, then the oldest, with the cashback that goes with it', () => {
    const story = tell()
    story.creditEarning(amount(100, 5))
    story.creditEarning(amount(30, 0.9), { expiresAt: TODAY + DAY })
    const step = story.spend(50)
    expect(step).toMatchObject({
      entries: [
        {
          kind: 'debit',
          type: 6,
          amount: amount(-50, -1.9),
          origins: [
            { lotId: 2, used: amount(30, 0.9) },
            { lotId: 1, used: amount(20, 1) },
          ],
          event: { topic: 'Point_Removed', sequence: 3, balance: amount(80, 4) },
        },
      ],
    })
    expect(story.lots).toEqual([[1, 80, 4]])
  })

  it('of a third at a time loses no cent: the last use takes what is left', () => {
    const story = tell()
    story.creditEarning(amount(3, 0.1))
    for (const cashback of [0.0333, 0.0334, 0.0333]) {
      expect(story.spend(1)).toMatchObject({ entries: [{ amount: amount(-1, -cashback) }] })
    }
    expect(story.account).toMatchObject({ balance: amount(0, 0), lots: [] })
  })

  it('of cashback skips lots that have none', () => {
    const story = tell()
    story.creditEarning(amount(100, 0))
    story.creditEarning(amount(40, 2))
    expect(story.spendCashback(0.5)).toMatchObject({
      entries: [{ amount: amount(-10, -0.5), origins: [{ lotId: 2, used: amount(10, 0.5) }] }],
    })
    expect(story.spendCashback(1.51)).toBe('balanceTooSmall')
  })

  it('is refused beyond the balance, where waiting lots do not count', () => {
    const story = tell()
    story.creditEarning(amount(10, 0.5))
    story.creditEarning(amount(100, 5), { waits: DAY })
    expect(story.spend(10.0001)).toBe('balanceTooSmall')
    expect(story.balance).toEqual([10, 0.5])
  })
})

describe('time', () => {
  it('opens a waiting lot with its event, and expires it with another', () => {
    const story = tell()
    const earned = story.creditEarning(amount(100, 5), { waits: DAY, expiresAt: TODAY + 3 * DAY, orderId: 7 })
    expect(earned.entries).toMatchObject([{ kind: 'credit', id: 1, event: null }])
    expect(story.account.nextDueAt).toBe(TODAY + DAY)
    expect(story.settle(TODAY + DAY).entries).toMatchObject([
      { kind: 'opening', id: 1, at: TODAY + DAY, event: { topic: 'Point_Add', balance: amount(100, 5) } },
    ])
    expect(story.account.nextDueAt).toBe(TODAY + 3 * DAY)
    expect(story.settle(TODAY + 9 * DAY).entries).toMatchObject([
      {
        kind: 'debit',
        type: 8,
        at: TODAY + 3 * DAY,
        orderId: 7,
        origins: [{ lotId: 1, used: amount(100, 5) }],
        event: { topic: 'Point_Removed', sequence: 2, balance: amount(0, 0) },
      },
    ])
    expect(story.account.nextDueAt).toBeNull()
  })

  it('a credit that comes after its own expiry is recorded, and expires in the same moment', () => {
    const story = tell()
    const { entries } = story.creditEarning(amount(100, 5), { expiresAt: TODAY - DAY })
    expect(entries).toMatchObject([
      { kind: 'credit', at: TODAY, event: { balance: amount(100, 5) } },
      { kind: 'debit', type: 8, at: TODAY, event: { balance: amount(0, 0) } },
    ])
  })

  it('goes on after a lot that went into a debt as it opened and has nothing left to expire', () => {
    const story = tell()
    story.creditEarning(amount(50, 0), { orderId: 7 })
    story.creditEarning(amount(50, 0), { waits: DAY, expiresAt: TODAY + 2 * DAY })
    story.creditEarning(amount(20, 0), { waits: 3 * DAY })
    story.spend(50)
    story.cancel(7, amount(50, 0))
    expect(story.settle(TODAY + 4 * DAY).entries).toMatchObject([
      {
        kind: 'opening',
        id: 2,
        at: TODAY + DAY,
        repayments: [{ debitId: 5, lotId: 2, used: amount(50, 0) }],
      },
      { kind: 'opening', id: 3, at: TODAY + 3 * DAY, repayments: [] },
    ])
    expect(story.balance).toEqual([20, 0])
  })

  it('finds out that the stored due moment was too early', () => {
    const account = { ...NEW_ACCOUNT, nextDueAt: TODAY }
    expect(settle(account, TODAY, { next: () => 1 })).toEqual({ account: NEW_ACCOUNT, entries: [] })
  })

  it('settles 10,000 lots at once as quickly as they come, also where they pay a debt', () => {
    const lots = Array.from({ length: 10_000 }, (_, index) => ({
      id: index + 1,
      original: amount(1, 0),
      remaining: amount(1, 0),
      availableAt: TODAY + DAY,
      expiresAt: TODAY + 2 * DAY,
      isWaiting: true,
      orderId: null,
    }))
    const debts = [{ recordId: 20_000, remaining: amount(6_000, 0) }]
    const account = { ...NEW_ACCOUNT, balance: amount(-6_000, 0), lots, debts, nextDueAt: TODAY + DAY }
    let lastId = 30_000
    const before = process.threadCpuUsage()
    const settled = settle(account, TODAY + 3 * DAY, { next: () => ++lastId })
    // 0.1 s; 7.8 s when each lot went through all the others. Of this thread: the machine may be busy with others.
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
    expect(settled.account).toMatchObject({ lots: [], debts: [], balance: amount(0, 0), nextDueAt: null })
    expect(settled.entries.filter(({ kind }) => kind === 'opening')).toHaveLength(10_000)
    expect(settled.entries.filter(({ kind }) => kind === 'debit')).toHaveLength(4_000)
  })
})

describe('cancelling an order', () => {
  it('closes a waiting lot without an event', () => {
    const story = tell()
    story.creditEarning(amount(100, 5), { waits: DAY, orderId: 7 })
    expect(story.cancel(7, amount(100, 5)).entries).toMatchObject([
      { kind: 'debit', type: 9, orderId: 7, amount: amount(-100, -5), event: null },
    ])
    expect(story.account).toEqual(NEW_ACCOUNT)
  })

  it('in part leaves the rest of a waiting lot, whose event tells what opened', () => {
    const story = tell()
    story.creditEarning(amount(100, 5), { waits: DAY, orderId: 7 })
    story.cancel(7, amount(40, 2))
    const change = amount(60, 3)
    expect(story.settle(TODAY + DAY).entries).toMatchObject([{ kind: 'opening', event: { change } }])
  })

  it('takes what is left of its own lot, then other lots, then leaves a debt that later credits repay', () => {
    const story = tell()
    story.creditEarning(amount(100, 5), { orderId: 7 })
    story.spend(90)
    story.creditEarning(amount(30, 3))
    const cancelled = story.cancel(7, amount(100, 5))
    expect(cancelled.entries).toMatchObject([
      {
        origins: [
          { lotId: 1, used: amount(10, 0.5) },
          { lotId: 3, used: amount(30, 3) },
        ],
        // 60 of the 90 points that were spent, so 60/90 of their 4.50
        debt: amount(60, 3),
        amount: amount(-100, -6.5),
        event: { balance: amount(-60, -3) },
      },
    ])
    expect(story.spend(1)).toBe('inDebt')
    expect(story.spendCashback(1)).toBe('inDebt')

    const earned = story.creditEarning(amount(100, 2))
    expect(earned.entries).toMatchObject([
      {
        amount: amount(100, 2),
        repayments: [{ debitId: 4, lotId: 5, used: amount(60, 2) }],
        event: { change: amount(100, 2), balance: amount(40, -1) },
      },
    ])
    expect(story.lots).toEqual([[5, 40, 0]])
    expect(story.debts).toEqual([[4, 0, 1]])
    expect(story.spend(40)).toMatchObject({ entries: [{ amount: amount(-40, 0) }] })
  })

  it('stops at zero with clamp, and says what was let go', () => {
    const story = tell()
    story.creditEarning(amount(100, 5), { orderId: 7 })
    story.spend(90)
    expect(story.cancel(7, amount(100, 5), 'clamp')).toMatchObject({ writtenOff: amount(90, 4.5) })
    expect(story.account).toMatchObject({ balance: amount(0, 0), lots: [], debts: [] })
    expect(story.cancel(7, amount(90, 4.5), 'clamp')).toMatchObject({
      entries: [],
      writtenOff: amount(90, 4.5),
    })
  })

  it('with clamp lets go of what was spent, not of what still waits', () => {
    const story = tell()
    story.creditEarning(amount(100, 5), { orderId: 7 })
    story.creditEarning(amount(20, 1), { orderId: 7, waits: DAY })
    story.spend(70)
    expect(story.cancel(7, amount(120, 6), 'clamp')).toMatchObject({
      entries: [{ amount: amount(-20, -1), event: null }, { amount: amount(-30, -1.5) }],
      writtenOff: amount(70, 3.5),
    })
    expect(story.account).toMatchObject({ balance: amount(0, 0), lots: [] })
  })

  it('with clamp lets go of cashback alone where the points are there and their cashback is not', () => {
    const story = tell()
    story.creditEarning(amount(50, 5), { orderId: 6 })
    story.spend(50)
    story.cancel(6, amount(50, 5), 'debt')
    story.creditEarning(amount(150, 3), { orderId: 7 })
    // Its 3.00 paid what was owed, and 2.00 are owed still: of the order's 150 points 100 are left.
    expect(story.account.balance).toEqual(amount(100, -2))
    expect(story.cancel(7, amount(100, 3), 'clamp')).toMatchObject({
      entries: [{ amount: amount(-100, 0) }],
      writtenOff: amount(0, 3),
    })
    expect(story.account.balance).toEqual(amount(0, -2))
  })

  it('with lots that wait and lots that are open writes a record for each, the event for the open part', () => {
    const story = tell()
    story.creditEarning(amount(100, 5), { orderId: 7 })
    story.creditEarning(amount(20, 1), { orderId: 7, waits: DAY })
    expect(story.cancel(7, amount(120, 6)).entries).toMatchObject([
      { amount: amount(-20, -1), event: null },
      { amount: amount(-100, -5), event: { change: amount(-100, -5), balance: amount(0, 0) } },
    ])
  })
})

describe('giving a redemption back', () => {
  it('reopens its lots with their own expiry; what has expired meanwhile expires again', () => {
    const story = tell()
    story.creditEarning(amount(50, 2.5), { expiresAt: TODAY + DAY })
    story.creditEarning(amount(50, 2.5), { expiresAt: TODAY + 9 * DAY })
    const stored = story.account.lots
    const redemption = story.spend(80)
    const now = TODAY + 2 * DAY
    expect(story.giveBack(redemption, stored, now).entries).toMatchObject([
      {
        kind: 'return',
        type: 7,
        amount: amount(80, 4),
        origins: [
          { lotId: 1, used: amount(-50, -2.5) },
          { lotId: 2, used: amount(-30, -1.5) },
        ],
        event: { topic: 'Point_Add', balance: amount(100, 5) },
      },
      { kind: 'debit', type: 8, at: now, amount: amount(-50, -2.5), event: { balance: amount(50, 2.5) } },
    ])
    expect(story.lots).toEqual([[2, 50, 2.5]])
  })

  it('pays what the order of those points was left owing', () => {
    const story = tell()
    story.creditEarning(amount(100, 5), { orderId: 7 })
    const stored = story.account.lots
    const redemption = story.spend(100)
    story.cancel(7, amount(100, 5))
    expect(story.balance).toEqual([-100, -5])
    expect(story.giveBack(redemption, stored).entries).toMatchObject([
      { repayments: [{ debitId: 3, lotId: 1, used: amount(100, 5) }] },
    ])
    expect(story.account).toMatchObject({ balance: amount(0, 0), lots: [], debts: [] })
  })

  it('folds with a command of the same batch that spent what was stored as left', () => {
    const story = tell()
    story.creditEarning(amount(100, 5))
    const redemption = story.spend(60)
    const storedWithFortyLeft = story.account.lots
    story.spend(40)
    story.giveBack(redemption, storedWithFortyLeft)
    expect(story.lots).toEqual([[1, 60, 3]])
    expect(story.balance).toEqual([60, 3])
  })

  it('twice is noticed where a lot would hold more than it ever did', () => {
    const story = tell()
    story.creditEarning(amount(100, 5))
    const stored = story.account.lots
    const redemption = story.spend(60)
    story.giveBack(redemption, stored)
    expect(() => story.giveBack(redemption, stored)).toThrow('bounds')
  })
})

describe('mistakes of a caller', () => {
  const ids = { next: () => 1 }
  const unloaded = { ...NEW_ACCOUNT, balance: amount(1, 1), loaded: nothingLoaded(false, null) }
  const overdue = { ...NEW_ACCOUNT, nextDueAt: TODAY }
  const indebted = { ...unloaded, balance: amount(-1, 0), loaded: nothingLoaded(true, null) }
  const purchase = { type: POINT_TYPE.purchase, availableAt: TODAY, expiresAt: null, orderId: null }
  const cancellation = {
    type: POINT_TYPE.orderCancelled,
    orderId: 7,
    amount: amount(1, 0),
    policy: 'debt' as const,
  }
  const lot = { id: 1, original: amount(1, 0), availableAt: TODAY, expiresAt: null, orderId: null }
  const redemption = { origins: [{ lotId: 1, used: amount(1, 0) }], lots: [lot] }

  it.each([
    ['a credit in debt', () => credit(indebted, { ...purchase, amount: amount(1, 0) }, TODAY, ids)],
    ['a debit', () => debit(unloaded, spending('points', 1n), TODAY, ids)],
    ['a take-back', () => takeBack(unloaded, cancellation, TODAY, ids)],
    ['a give-back', () => giveBack(unloaded, redemption, TODAY, ids)],
  ])('%s without the lots', (_, command) => expect(command).toThrow(NotLoaded))

  it.each([
    ['a credit', () => credit(overdue, { ...purchase, amount: amount(1, 0) }, TODAY, ids)],
    ['a debit', () => debit(overdue, spending('cashback', 1n), TODAY, ids)],
    ['a take-back', () => takeBack(overdue, cancellation, TODAY, ids)],
    ['a give-back', () => giveBack(overdue, redemption, TODAY, ids)],
  ])('%s before settling', (_, command) => expect(command).toThrow('not settled'))

  it.each([
    ['an empty credit', () => credit(NEW_ACCOUNT, { ...purchase, amount: amount(0, 0) }, TODAY, ids)],
    ['a negative credit', () => credit(NEW_ACCOUNT, { ...purchase, amount: amount(5, -1) }, TODAY, ids)],
    ['an empty debit', () => debit(NEW_ACCOUNT, spending('points', 0n), TODAY, ids)],
    [
      'a negative take-back',
      () => takeBack(NEW_ACCOUNT, { ...cancellation, amount: amount(-1, 0) }, TODAY, ids),
    ],
    ['an empty give-back', () => giveBack(NEW_ACCOUNT, { origins: [], lots: [] }, TODAY, ids)],
    ['a give-back to an unknown lot', () => giveBack(NEW_ACCOUNT, { ...redemption, lots: [] }, TODAY, ids)],
  ])('%s', (_, command) => expect(command).toThrow())
})
