import { type Amount, add, NOTHING, negate } from '../../accounts/account.ts'
import { decimalToText } from '../../platform/decimal.ts'
import { CAUSE, type Delta, OUTCOME, partsOfVintage, SERIES, STOCK } from './delta.ts'

/** What a merchant's accounts have in all. */
export interface LedgerTotals {
  readonly balances: Amount
  readonly open: Amount
  readonly pending: Amount
  readonly owed: Amount
}

/** A sum that is not what the ledger has in all. */
export interface WrongSum {
  readonly what: string
  readonly sums: string
  readonly ledger: string
}

/**
 * What must hold of the sums whatever happened: all changes are the balances, so is what is open less what is owed; the
 * stocks are those of the lots and debts; and of no month more was used, expired or taken back than was issued.
 */
export function checkSums(sums: readonly Delta[], ledger: LedgerTotals): WrongSum[] {
  const stock = (wanted: number) => total(sums, ({ series, b }) => series === SERIES.stock && b === wanted)
  const [open, owed] = [stock(STOCK.open), stock(STOCK.owed)]
  const changes = total(sums, ({ series, b }) => series === SERIES.flow && b !== CAUSE.pending)
  return [
    ...compare('all changes of balances', changes, ledger.balances),
    ...compare('open points less those owed', add(open, negate(owed)), ledger.balances),
    ...compare('open points', open, ledger.open),
    ...compare('pending points', stock(STOCK.pending), ledger.pending),
    ...compare('points owed', owed, ledger.owed),
    ...checkVintages(sums),
  ]
}

function checkVintages(sums: readonly Delta[]): WrongSum[] {
  const byMonth = Map.groupBy(
    sums.filter(({ series }) => series === SERIES.vintage),
    ({ a, b }) => `${a}, source ${partsOfVintage(b).source}`,
  )
  return [...byMonth].flatMap(([month, ofMonth]) => {
    const of = (outcome: number) => total(ofMonth, ({ b }) => partsOfVintage(b).outcome === outcome)
    const issued = of(OUTCOME.issued)
    const back = negate(of(OUTCOME.refunded))
    const gone = [OUTCOME.takenBack, OUTCOME.redeemed, OUTCOME.expired, OUTCOME.endedEarly, OUTCOME.repaid]
      .map(of)
      .reduce(add, back)
    const isMore = gone.points > issued.points || gone.cashback > issued.cashback
    return isMore
      ? [
          {
            what: `points issued in ${month}`,
            sums: text(issued),
            ledger: `at least ${text(gone)} that went`,
          },
        ]
      : []
  })
}

function compare(what: string, sum: Amount, ledger: Amount): WrongSum[] {
  const [sums, is] = [text(sum), text(ledger)]
  return sums === is ? [] : [{ what, sums, ledger: is }]
}

function total(deltas: readonly Delta[], isOf: (delta: Delta) => boolean): Amount {
  return deltas.filter(isOf).reduce((sum, { amount }) => add(sum, amount), NOTHING)
}

function text({ points, cashback }: Amount): string {
  return `${decimalToText(points)} / ${decimalToText(cashback)}`
}
