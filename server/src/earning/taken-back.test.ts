import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Account } from '../accounts/account.ts'
import { isShortfall, NEW_ACCOUNT, POINT_TYPE } from '../accounts/account.ts'
import { credit, debit, takeBack } from '../accounts/rules/ledger.ts'
import { decimalFromText, decimalToText } from '../platform/decimal.ts'
import { explainTakenBack, sumOfLines } from './taken-back.ts'

const NOW = 1_000
const ORDER = 7

/** What has become of an order: points of it that wait, that are open, that were spent. */
interface Life {
  readonly waiting: bigint
  readonly open: bigint
  readonly spent: bigint
  readonly other: bigint
}

function accountOf({ waiting, open, spent, other }: Life, ids: { next(): number }): Account {
  let account = NEW_ACCOUNT
  const creditEarning = (points: bigint, orderId: number | null, availableAt: number): void => {
    if (points === 0n) return
    const amount = { points, cashback: points / 20n }
    const input = { type: POINT_TYPE.purchase, amount, availableAt, expiresAt: null, orderId }
    account = credit(account, input, NOW, ids).account
  }
  creditEarning(open + spent, ORDER, NOW)
  if (spent > 0n) {
    const spending = { unit: 'points', quantity: spent, type: POINT_TYPE.redeem, orderId: null } as const
    const step = debit(account, spending, NOW, ids)
    if (isShortfall(step)) throw new Error(step.shortfall)
    account = step.account
  }
  creditEarning(waiting, ORDER, NOW + 1)
  creditEarning(other, null, NOW)
  return account
}

const points = fc.bigInt({ min: 0n, max: 300n }).map((value) => value * 5_000n)
const someLife = fc.record({ waiting: points, open: points, spent: points, other: points })

describe('what is taken back', () => {
  it('is explained in every record of it, to the last ten-thousandth', () => {
    fc.assert(
      fc.property(
        someLife,
        fc.constantFrom('debt' as const, 'clamp' as const),
        points,
        (life, policy, keeps) => {
          let last = 0
          const ids = { next: () => ++last }
          const account = accountOf(life, ids)
          const recorded = life.waiting + life.open + life.spent
          const amount = { points: keeps < recorded ? recorded - keeps : 0n, cashback: 0n }
          const input = { type: POINT_TYPE.orderAdjusted, orderId: ORDER, amount, policy }
          const { entries } = takeBack(account, input, NOW, ids)
          const lines = [
            { kind: 'recorded', points: decimalToText(-recorded) } as const,
            { kind: 'purchase', rule: 1, points: decimalToText(recorded - amount.points) } as const,
          ]
          const explained = explainTakenBack({ v: 3, lines }, entries)
          expect([...explained.keys()]).toEqual(entries.map(({ id }) => id))
          for (const entry of entries) {
            if (entry.kind !== 'debit') throw new Error('something was added')
            expect(sumOfLines(explained.get(entry.id)?.lines ?? [])).toBe(entry.amount.points)
          }
          const writtenOff = [...explained.values()].map(({ lines: all }) =>
            all.filter(({ kind }) => kind === 'writtenOff').map(({ points: text }) => decimalFromText(text)),
          )
          const taken = entries.reduce(
            (sum, entry) => sum + ('amount' in entry ? entry.amount.points : 0n),
            0n,
          )
          const left = amount.points + taken
          if (policy === 'debt') expect(left).toBe(0n)
          for (const all of writtenOff) expect(all).toEqual(left === 0n ? [] : [left])
        },
      ),
      { numRuns: 500 },
    )
  })

  it('says what is in the other record, and what was written off', () => {
    let last = 0
    const ids = { next: () => ++last }
    const account = accountOf({ waiting: 300_000n, open: 200_000n, spent: 1_000_000n, other: 0n }, ids)
    const amount = { points: 1_500_000n, cashback: 0n }
    const input = { type: POINT_TYPE.orderCancelled, orderId: ORDER, amount, policy: 'clamp' as const }
    const { entries } = takeBack(account, input, NOW, ids)
    const explanation = { v: 3, lines: [{ kind: 'recorded', points: '-150' } as const] }
    expect([...explainTakenBack(explanation, entries).values()].map(({ lines }) => lines)).toEqual([
      [
        { kind: 'recorded', points: '-150' },
        { kind: 'writtenOff', points: '100' },
        { kind: 'otherRecord', points: '20' },
      ],
      [
        { kind: 'recorded', points: '-150' },
        { kind: 'writtenOff', points: '100' },
        { kind: 'otherRecord', points: '30' },
      ],
    ])
  })
})
