/** Laws of a merge: what two accounts had is in one, each lot as it was, and nobody owes what they have. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ONE, ZERO } from '../../platform/decimal.ts'
import {
  type Account,
  type Amount,
  add,
  isNothing,
  isShortfall,
  type Lot,
  NEW_ACCOUNT,
  NOTHING,
  POINT_TYPE,
  type RecordIds,
  type Step,
  subtract,
  type Unit,
} from '../account.ts'
import { credit, debit, takeBack } from './ledger.ts'
import { END, NotLoaded } from './loaded.ts'
import { mergeAccounts } from './merge-accounts.ts'
import { settle } from './settle.ts'

const DAY = 86_400_000
const UNITS: readonly Unit[] = ['points', 'cashback']

interface Act {
  readonly kind: 'earn' | 'spend' | 'return'
  readonly unit: Unit
  readonly quantity: number
  readonly order: number
  readonly waitingDays: number
  readonly validityDays: number | null
  /** On whose account. */
  readonly isFirst: boolean
  readonly daysLater: number
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('earn', 'earn', 'spend', 'return'),
  unit: fc.constantFrom(...UNITS),
  quantity: fc.integer({ min: 1, max: 100 }),
  order: fc.integer({ min: 1, max: 4 }),
  waitingDays: fc.constantFrom(0, 0, 3),
  validityDays: fc.constantFrom(null, 5, 5, 20),
  isFirst: fc.boolean(),
  daysLater: fc.integer({ min: 0, max: 4 }),
})

/** Two accounts that had their days, as one command after the other has left them. */
function live(acts: readonly Act[]): { first: Account; second: Account; now: number } {
  let number = 0
  const ids: RecordIds = { next: () => ++number }
  let [first, second, now] = [NEW_ACCOUNT, NEW_ACCOUNT, 0]
  for (const one of acts) {
    now += one.daysLater * DAY
    const before = settle(one.isFirst ? first : second, now, ids).account
    const after = perform(before, one, now, ids)?.account ?? before
    if (one.isFirst) first = after
    else second = after
  }
  return { first: settle(first, now, ids).account, second: settle(second, now, ids).account, now }
}

function perform(account: Account, one: Act, now: number, ids: RecordIds): Step | null {
  const quantity = BigInt(one.quantity) * ONE
  const orderId = one.order + (one.isFirst ? 0 : 10)
  switch (one.kind) {
    case 'earn': {
      const amount = { points: quantity, cashback: quantity / 10n }
      const availableAt = now + one.waitingDays * DAY
      const expiresAt = one.validityDays === null ? null : availableAt + one.validityDays * DAY
      return credit(account, { type: POINT_TYPE.purchase, amount, availableAt, expiresAt, orderId }, now, ids)
    }
    case 'spend': {
      const purpose = { type: POINT_TYPE.redeem, orderId: null }
      const spent = debit(account, { unit: one.unit, quantity, ...purpose }, now, ids)
      return isShortfall(spent) ? null : spent
    }
    case 'return': {
      // In one unit alone: so somebody may owe points and have cashback.
      const amount = { ...NOTHING, [one.unit]: quantity }
      return takeBack(account, { type: POINT_TYPE.orderCancelled, orderId, amount, policy: 'debt' }, now, ids)
    }
  }
}

/** As the rows of both are read when those of the second have become the first one's. */
function putTogether(first: Account, second: Account): Account {
  const due = [first.nextDueAt, second.nextDueAt].filter((at) => at !== null)
  return {
    ...first,
    balance: add(first.balance, second.balance),
    lots: [...first.lots, ...second.lots],
    debts: [...first.debts, ...second.debts].toSorted((a, b) => a.recordId - b.recordId),
    nextDueAt: due.length > 0 ? Math.min(...due) : null,
  }
}

const RECORD = 1_000_000

function sum(amounts: readonly Amount[]): Amount {
  return amounts.reduce(add, NOTHING)
}

const openOf = ({ lots }: Account): Amount =>
  sum(lots.filter(({ isWaiting }) => !isWaiting).map(({ remaining }) => remaining))
const waitingOf = ({ lots }: Account): Lot[] => lots.filter(({ isWaiting }) => isWaiting)
const owedOf = ({ debts }: Account): Amount => sum(debts.map(({ remaining }) => remaining))

describe('a merge of two accounts', () => {
  it('keeps what there is: balances add up, and open less owed is the balance', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const { first, second, now } = live(acts)
        const { account } = mergeAccounts(
          putTogether(first, second),
          { recordId: RECORD, change: second.balance },
          now,
        )
        expect(account.balance).toEqual(add(first.balance, second.balance))
        expect(subtract(openOf(account), owedOf(account))).toEqual(account.balance)
      }),
      { numRuns: 500 },
    )
  })

  it('leaves nobody who owes what they have, and pays the oldest debts first', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const { first, second, now } = live(acts)
        const both = putTogether(first, second)
        const { account, entries } = mergeAccounts(both, { recordId: RECORD, change: second.balance }, now)
        const [entry] = entries
        const paid = sum(entry?.kind === 'merge' ? entry.repayments.map(({ used }) => used) : [])
        for (const unit of UNITS) {
          expect(openOf(account)[unit] === ZERO || owedOf(account)[unit] === ZERO).toBe(true)
          expect(owedOf(both)[unit] - owedOf(account)[unit]).toBe(paid[unit])
          expect(openOf(both)[unit] - openOf(account)[unit]).toBe(paid[unit])
          const left = new Map(account.debts.map((debt) => [debt.recordId, debt.remaining[unit]]))
          const owing = both.debts.filter(({ remaining }) => remaining[unit] > ZERO)
          const firstLeft = owing.findIndex(({ recordId }) => (left.get(recordId) ?? ZERO) > ZERO)
          if (firstLeft < 0) continue
          for (const { recordId, remaining } of owing.slice(firstLeft + 1)) {
            expect(left.get(recordId)).toBe(remaining[unit])
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('changes no lot but by what it pays: neither its dates nor its order, and nothing that waits', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const { first, second, now } = live(acts)
        const both = putTogether(first, second)
        const { account, entries } = mergeAccounts(both, { recordId: RECORD, change: second.balance }, now)
        expect(waitingOf(account)).toEqual(waitingOf(both))
        const [entry] = entries
        const repayments = entry?.kind === 'merge' ? entry.repayments : []
        const now_ = new Map(account.lots.map((lot) => [lot.id, lot]))
        for (const lot of both.lots) {
          const used = sum(repayments.filter(({ lotId }) => lotId === lot.id).map((one) => one.used))
          const remaining = subtract(lot.remaining, used)
          if (isNothing(remaining)) expect(now_.has(lot.id)).toBe(false)
          else expect(now_.get(lot.id)).toEqual({ ...lot, remaining })
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is one event of what came, and none where nothing did', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const { first, second, now } = live(acts)
        const change = second.balance
        const { account, entries } = mergeAccounts(
          putTogether(first, second),
          { recordId: RECORD, change },
          now,
        )
        expect(entries).toHaveLength(1)
        const [entry] = entries
        if (isNothing(change)) {
          expect([entry?.event, account.sequence]).toEqual([null, first.sequence])
          return
        }
        expect(entry?.event).toMatchObject({ sequence: first.sequence + 1, change, balance: account.balance })
        expect(account.sequence).toBe(first.sequence + 1)
      }),
      { numRuns: 500 },
    )
  })

  it('asks for all debts, and for all that is open where something is owed', () => {
    const { first, second, now } = live([])
    const both = putTogether(first, second)
    const arrival = { recordId: RECORD, change: NOTHING }
    const some = { ...both, loaded: { ...both.loaded, debts: 0 } }
    expect(() => mergeAccounts(some, arrival, now)).toThrow(NotLoaded)
    const owing = {
      ...both,
      debts: [{ recordId: 1, remaining: { points: ONE, cashback: ZERO } }],
      loaded: { ...both.loaded, open: { at: 1, id: 1 } },
    }
    expect(() => mergeAccounts(owing, arrival, now)).toThrow(NotLoaded)
    expect(() =>
      mergeAccounts({ ...owing, loaded: { ...both.loaded, open: END } }, arrival, now),
    ).not.toThrow()
  })
})
