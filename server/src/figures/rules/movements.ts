import { type Amount, add, isNothing, NOTHING, POINT_TYPE, subtract } from '../../accounts/account.ts'
import type { Instant } from '../../platform/clock.ts'
import { CAUSE } from './delta.ts'
import type { LedgerEntry, LotFacts, LotUse, RecordFacts, Taken } from './entry.ts'
import { type Flow, flowOf } from './flow.ts'
import { effectiveAt } from './fold.ts'
import { type Share, sharesOf } from './shares.ts'

/** A change of a balance, as an export tells it. */
export interface Movement {
  readonly at: Instant
  readonly record: RecordFacts
  readonly flow: Flow | 'merged'
  readonly change: Amount
  /** What was used of lots, or came back to them. */
  readonly uses: readonly LotUse[]
  /** Of what was issued or taken back. */
  readonly shares: readonly Share[]
}

/** What points that are pending, dates that move and debts that are paid do is no change of a balance. */
export function movementsOf(
  entries: readonly LedgerEntry[],
  { from, until }: { readonly from: Instant | null; readonly until: Instant | null },
): Movement[] {
  return entries.flatMap((entry) => {
    const at = effectiveAt(entry)
    if (!('change' in entry) || isNothing(entry.change)) return []
    if ((from !== null && at < from) || (until !== null && at >= until)) return []
    const { record, change } = entry
    const flow = flowOf({ type: record.type, cause: CAUSE[entry.kind] }) ?? 'merged'
    const isByRules = flow === 'issued' || flow === 'takenBack'
    const uses = 'uses' in entry ? entry.uses : []
    return { at: entry.at, record, flow, change, uses, shares: isByRules ? sharesOf(record, change) : [] }
  })
}

/** What is left of a lot, or owed by a record, at a moment. */
export interface LotLeft {
  readonly lot: LotFacts
  readonly state: 'open' | 'pending'
  readonly left: Amount
}

/** The lots of an account that entries up to a day come to, with what was left of them, and what the account owed. */
export function lotsAsOf(
  entries: readonly LedgerEntry[],
  counts: (at: Instant) => boolean,
): { readonly lots: LotLeft[]; readonly owed: Amount } {
  const counting = new LotCount()
  for (const entry of entries) if (counts(effectiveAt(entry))) counting.add(entry)
  return counting.left()
}

/** Adds up what the series of stock adds up, but for each lot by itself. */
class LotCount {
  readonly #open = new Map<number, Amount>()
  readonly #pending = new Map<number, Amount>()
  readonly #lots = new Map<number, LotFacts>()
  #owed: Amount = NOTHING

  add(entry: LedgerEntry): void {
    switch (entry.kind) {
      case 'pendingCredit':
        this.#put(this.#pending, entry.lot, entry.record.amount, 1n)
        break
      case 'pendingDebit':
        this.#putAll(this.#pending, entry.uses, -1n)
        break
      case 'move':
      case 'pendingMove':
        this.#lots.set(entry.to.id, entry.to)
        break
      case 'credit':
      case 'opening':
        if (entry.kind === 'opening') this.#put(this.#pending, entry.lot, entry.change, -1n)
        this.#put(this.#open, entry.lot, entry.change, 1n)
        this.#repay([{ lot: entry.lot, amount: entry.repaid }])
        break
      case 'debit':
        this.#take(entry)
        break
      case 'refund':
        this.#putAll(this.#open, entry.uses, 1n)
        this.#repay(entry.repaid)
        break
      default:
        this.#repay(entry.repaid)
    }
  }

  /** What no lot covers is owed. */
  #take({ uses, change }: Taken): void {
    this.#putAll(this.#open, uses, -1n)
    const used = uses.reduce((sum, { amount }) => add(sum, amount), NOTHING)
    this.#owed = subtract(this.#owed, add(change, used))
  }

  left(): { readonly lots: LotLeft[]; readonly owed: Amount } {
    const states = [['open', this.#open] as const, ['pending', this.#pending] as const]
    const lots = states.flatMap(([state, amounts]) =>
      [...amounts].flatMap(([id, left]): LotLeft[] => {
        const lot = this.#lots.get(id)
        return lot && !isNothing(left) ? [{ lot, state, left }] : []
      }),
    )
    return { lots: lots.sort((a, b) => a.lot.id - b.lot.id), owed: this.#owed }
  }

  #repay(repaid: readonly LotUse[]): void {
    this.#putAll(this.#open, repaid, -1n)
    for (const { amount } of repaid) this.#owed = subtract(this.#owed, amount)
  }

  #putAll(amounts: Map<number, Amount>, uses: readonly LotUse[], sign: 1n | -1n): void {
    for (const { lot, amount } of uses) this.#put(amounts, lot, amount, sign)
  }

  #put(amounts: Map<number, Amount>, lot: LotFacts, amount: Amount, sign: 1n | -1n): void {
    const known = amounts.get(lot.id) ?? NOTHING
    amounts.set(lot.id, sign === 1n ? add(known, amount) : subtract(known, amount))
    // It came with its dates, which only a move changes: a use tells those of its own moment.
    if (!this.#lots.has(lot.id)) this.#lots.set(lot.id, lot)
  }
}

export const TYPE_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(POINT_TYPE).map(([name, number]) => [number, name]),
)
