import { expect, it } from 'vitest'
import type { Amount } from '../../accounts/account.ts'
import { checkSums, type LedgerTotals } from './check-sums.ts'
import { CAUSE, type Delta, OUTCOME, SERIES, type Series, STOCK } from './delta.ts'

const amount = (points: number): Amount => ({ points: BigInt(points), cashback: BigInt(points * 2) })
const sum = (series: Series, a: number, b: number, points: number): Delta => ({
  ...{ series, day: 0, a, b, count: 0 },
  amount: amount(points),
})
const LEDGER: LedgerTotals = {
  ...{ balances: amount(60), open: amount(90), pending: amount(20), owed: amount(30) },
}
const RIGHT: readonly Delta[] = [
  sum(SERIES.flow, 0, CAUSE.credit, 100),
  sum(SERIES.flow, 6, CAUSE.debit, -40),
  sum(SERIES.flow, 0, CAUSE.pending, 20),
  sum(SERIES.stock, 202_701, STOCK.open, 50),
  sum(SERIES.stock, 0, STOCK.open, 40),
  sum(SERIES.stock, 202_701, STOCK.pending, 20),
  sum(SERIES.stock, 0, STOCK.owed, 30),
  sum(SERIES.vintage, 202_605, OUTCOME.issued, 120),
  sum(SERIES.vintage, 202_605, OUTCOME.redeemed, 150),
  sum(SERIES.vintage, 202_605, OUTCOME.refunded, 30),
]
const wrong = (deltas: readonly Delta[], ledger = LEDGER) => checkSums(deltas, ledger).map(({ what }) => what)

it('nothing is wrong where all adds up', () => {
  expect(wrong(RIGHT)).toEqual([])
})

it('each sum that is not what the ledger has is named', () => {
  expect(wrong([...RIGHT, sum(SERIES.flow, 3, CAUSE.credit, 1)])).toEqual(['all changes of balances'])
  expect(wrong([...RIGHT, sum(SERIES.stock, 202_702, STOCK.open, 1)])).toEqual([
    'open points less those owed',
    'open points',
  ])
  expect(wrong([...RIGHT, sum(SERIES.stock, 202_702, STOCK.pending, -1)])).toEqual(['pending points'])
  expect(wrong(RIGHT, { ...LEDGER, owed: amount(31) })).toEqual(['points owed'])
})

it('a month of which more went than came is named', () => {
  expect(wrong([...RIGHT, sum(SERIES.vintage, 202_605, OUTCOME.expired, 1)])).toEqual([
    'points issued in 202605, source 0',
  ])
  expect(wrong([...RIGHT, sum(SERIES.vintage, 202_604, OUTCOME.takenBack, 1)])).toEqual([
    'points issued in 202604, source 0',
  ])
})
