/**
 * Recomputes what is left of an account's lots and debts from its records and origins. The balance stays as it is: each
 * of its changes was an event that the merchant's systems have seen.
 */
import type { RecordId } from '../../contract/ids.ts'
import { minimum, ZERO } from '../../platform/decimal.ts'
import {
  type Amount,
  add,
  amountToText,
  isBelowZero,
  isNothing,
  type Lot,
  NOTHING,
  negate,
  type Repayment,
  subtract,
} from '../account.ts'
import { comparePositions } from './loaded.ts'
import { spendingPosition, sumUsed, useExactly } from './lots.ts'

/** A record as it is stored. */
export interface LedgerRecord {
  readonly id: RecordId
  readonly amount: Amount
  /** null: it is no lot. */
  readonly remaining: Amount | null
  /** null: it never owed anything. */
  readonly debt: Amount | null
  readonly isWaiting: boolean
  readonly expiresAt: number | null
}

export interface Ledger {
  readonly balance: Amount
  /** Oldest first. */
  readonly records: readonly LedgerRecord[]
  /** Oldest first. */
  readonly origins: readonly Repayment[]
}

export interface Repair {
  readonly lots: readonly Corrected[]
  readonly debts: readonly Corrected[]
  /** What is added so that no lot has given more than it had: a debit gives up a use and gets others in its place. */
  readonly origins: readonly Repayment[]
}

export interface Corrected {
  readonly id: RecordId
  readonly stored: Amount
  readonly recomputed: Amount
}

/** A text: why the records alone do not say what is right. */
export function repairOf(ledger: Ledger): Repair | string {
  const recount = new Recount(ledger)
  recount.giveUpOverdrafts()
  recount.coverDebts()
  return recount.wrong ?? recount.repair
}

class Recount {
  readonly #ledger: Ledger
  readonly #lots: readonly LedgerRecord[]
  readonly #others: readonly LedgerRecord[]
  /** By lot. */
  readonly #left = new Map<RecordId, Amount>()
  /** By any other record: what it took and no lot has given. */
  readonly #owed = new Map<RecordId, Amount>()
  readonly #added: Repayment[] = []

  constructor(ledger: Ledger) {
    this.#ledger = ledger
    this.#lots = ledger.records.filter(({ remaining }) => remaining !== null)
    this.#others = ledger.records.filter(({ remaining }) => remaining === null)
    for (const { id, amount } of this.#lots) this.#left.set(id, amount)
    for (const { id, amount } of this.#others) this.#owed.set(id, negate(amount))
    for (const origin of ledger.origins) this.#book(origin)
  }

  #book({ debitId, lotId, used }: Repayment): void {
    this.#left.set(lotId, subtract(this.#left.get(lotId) ?? NOTHING, used))
    this.#owed.set(debitId, subtract(this.#owed.get(debitId) ?? NOTHING, used))
  }

  #add(origin: Repayment): void {
    this.#added.push(origin)
    this.#book(origin)
  }

  /** The newest debits of a lot that has given more than it had give up what was too much. */
  giveUpOverdrafts(): void {
    const uses = Map.groupBy(this.#ledger.origins, ({ lotId }) => lotId)
    for (const { id: lotId } of this.#lots) {
      let missing = negate(belowZero(this.#left.get(lotId) ?? NOTHING))
      if (isNothing(missing)) continue
      const byDebit = Map.groupBy(uses.get(lotId) ?? [], ({ debitId }) => debitId)
      for (const [debitId, origins] of [...byDebit].sort(([a], [b]) => b - a)) {
        const used = aboveZero(sumUsed(origins))
        const cut = smaller(missing, used)
        if (!isNothing(cut)) this.#add({ debitId, lotId, used: negate(cut) })
        missing = subtract(missing, cut)
      }
    }
  }

  /** Nothing is owed in a unit in which something is open. */
  coverDebts(): void {
    for (const { id: debitId } of this.#others) {
      const owed = aboveZero(this.#owed.get(debitId) ?? NOTHING)
      if (isNothing(owed)) continue
      for (const origin of useExactly(this.#open(), owed)) this.#add({ debitId, ...origin })
    }
  }

  *#open(): Generator<Pick<Lot, 'id' | 'remaining'>, void> {
    const inOrder = (a: LedgerRecord, b: LedgerRecord) =>
      comparePositions(spendingPosition(a), spendingPosition(b))
    for (const { id } of this.#lots.filter(({ isWaiting }) => !isWaiting).toSorted(inOrder)) {
      yield { id, remaining: aboveZero(this.#left.get(id) ?? NOTHING) }
    }
  }

  /** Why this is no repair; null: it is one. */
  get wrong(): string | null {
    for (const { id, amount } of this.#others) {
      const owed = this.#owed.get(id) ?? NOTHING
      if (isBelowZero(owed)) return `Record ${id} used more than it took.`
      if (isBelowZero(subtract(aboveZero(negate(amount)), owed)))
        return `Record ${id} owes more than it took.`
    }
    for (const { id, amount } of this.#lots) {
      const left = this.#left.get(id) ?? NOTHING
      if (isBelowZero(left) || isBelowZero(subtract(amount, left))) {
        return `Lot ${id} was given ${amountToText(amount)}, and ${amountToText(left)} would be left.`
      }
    }
    const sum = (records: readonly LedgerRecord[], amounts: ReadonlyMap<RecordId, Amount>): Amount =>
      records.reduce((total, { id }) => add(total, amounts.get(id) ?? NOTHING), NOTHING)
    const open = this.#lots.filter(({ isWaiting }) => !isWaiting)
    const recomputed = subtract(sum(open, this.#left), sum(this.#others, this.#owed))
    const { balance } = this.#ledger
    if (isNothing(subtract(recomputed, balance))) return null
    return `The records add up to ${amountToText(recomputed)}, and the balance is ${amountToText(balance)}.`
  }

  get repair(): Repair {
    return {
      lots: this.#lots.flatMap(({ id, remaining }) => corrected(id, remaining, this.#left.get(id))),
      debts: this.#others.flatMap(({ id, debt }) => corrected(id, debt, this.#owed.get(id))),
      origins: this.#added,
    }
  }
}

function corrected(id: RecordId, stored: Amount | null, recomputed: Amount = NOTHING): Corrected[] {
  const before = stored ?? NOTHING
  return isNothing(subtract(before, recomputed)) ? [] : [{ id, stored: before, recomputed }]
}

function aboveZero({ points, cashback }: Amount): Amount {
  return { points: points > ZERO ? points : ZERO, cashback: cashback > ZERO ? cashback : ZERO }
}

function belowZero(amount: Amount): Amount {
  return subtract(amount, aboveZero(amount))
}

function smaller(a: Amount, b: Amount): Amount {
  return { points: minimum(a.points, b.points), cashback: minimum(a.cashback, b.cashback) }
}
