import { describe, expect, it } from 'vitest'
import { type Amount, negate } from '../account.ts'
import { type LedgerRecord, repairOf } from './repair.ts'

/** Cashback is a tenth of the points. */
const of = (points: number): Amount => ({
  points: BigInt(points) * 10_000n,
  cashback: BigInt(points) * 1_000n,
})
const NONE = of(0)

const lot = (id: number, points: number, left: number, more: Partial<LedgerRecord> = {}): LedgerRecord => ({
  id,
  amount: of(points),
  remaining: of(left),
  debt: null,
  isWaiting: false,
  expiresAt: null,
  ...more,
})
const debit = (id: number, points: number, owed = 0): LedgerRecord => ({
  ...lot(id, 0, 0),
  amount: negate(of(points)),
  remaining: null,
  debt: owed === 0 ? null : of(owed),
})
const use = (debitId: number, lotId: number, points: number) => ({ debitId, lotId, used: of(points) })

describe('a repair', () => {
  it('finds nothing where all is right', () => {
    const records = [lot(1, 100, 60), debit(2, 40)]
    expect(repairOf({ balance: of(60), records, origins: [use(2, 1, 40)] })).toEqual({
      lots: [],
      debts: [],
      origins: [],
    })
  })

  it('corrects what is left of a lot, and keeps the balance', () => {
    const records = [lot(1, 100, 100), lot(2, 100, 80), debit(3, 10), debit(4, 30)]
    const origins = [use(3, 2, 10), use(4, 2, 30)]
    expect(repairOf({ balance: of(160), records, origins })).toEqual({
      lots: [{ id: 2, stored: of(80), recomputed: of(60) }],
      debts: [],
      origins: [],
    })
  })

  it('moves what a debit took too much from a lot to the next lot that expires', () => {
    const records = [
      lot(1, 100, 0),
      debit(2, 40),
      debit(3, 80),
      lot(4, 50, 50),
      lot(5, 50, 50, { expiresAt: 9 }),
      lot(6, 50, 50, { expiresAt: 1, isWaiting: true }),
    ]
    expect(repairOf({ balance: of(80), records, origins: [use(2, 1, 40), use(3, 1, 80)] })).toEqual({
      lots: [{ id: 5, stored: of(50), recomputed: of(30) }],
      debts: [],
      origins: [{ ...use(3, 1, 0), used: negate(of(20)) }, use(3, 5, 20)],
    })
  })

  it('makes a debt of it where no lot is open', () => {
    const records = [lot(1, 100, 0), debit(2, 40), debit(3, 80)]
    expect(repairOf({ balance: of(-20), records, origins: [use(2, 1, 40), use(3, 1, 80)] })).toEqual({
      lots: [],
      debts: [{ id: 3, stored: NONE, recomputed: of(20) }],
      origins: [{ ...use(3, 1, 0), used: negate(of(20)) }],
    })
  })

  it('leaves what was given back where it is, and takes what was too much from the debits', () => {
    const records = [lot(1, 100, 0), debit(2, 100), debit(3, -30), debit(4, 60)]
    const origins = [use(2, 1, 100), use(3, 1, -30), use(4, 1, 60)]
    expect(repairOf({ balance: of(-30), records, origins })).toEqual({
      lots: [],
      debts: [{ id: 4, stored: NONE, recomputed: of(30) }],
      origins: [{ ...use(4, 1, 0), used: negate(of(30)) }],
    })
  })

  it('pays a debt from what turns out to be left', () => {
    const records = [lot(1, 100, 0), debit(2, 70, 30)]
    expect(repairOf({ balance: of(30), records, origins: [use(2, 1, 40)] })).toEqual({
      lots: [{ id: 1, stored: NONE, recomputed: of(30) }],
      debts: [{ id: 2, stored: of(30), recomputed: NONE }],
      origins: [use(2, 1, 30)],
    })
  })

  it.each([
    [
      'the balance is another',
      { balance: of(61), records: [lot(1, 100, 60), debit(2, 40)], origins: [use(2, 1, 40)] },
      /^The records add up to 60/,
    ],
    [
      'a debit used more than it took',
      { balance: of(50), records: [lot(1, 100, 50), debit(2, 40)], origins: [use(2, 1, 50)] },
      /^Record 2 used more/,
    ],
    [
      'a debit gave a lot what it never took',
      {
        balance: of(-15),
        records: [lot(1, 100, 100, { isWaiting: true }), debit(2, 5), debit(3, 10, 15)],
        origins: [use(2, 1, 5), use(3, 1, -5)],
      },
      /^Record 3 owes more than it took/,
    ],
    [
      'a lot was given back more than it had',
      { balance: of(110), records: [lot(1, 100, 100), { ...debit(2, -10) }], origins: [use(2, 1, -10)] },
      /^Lot 1 was given 100/,
    ],
  ])('refuses where %s', (_case, ledger, says) => {
    expect(repairOf(ledger)).toMatch(says)
  })
})
