import type { RecordId } from '../../contract/ids.ts'
import { TOPIC } from '../../events/event.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import {
  type Account,
  type DebitEntry,
  type Entry,
  isShortfall,
  mayBeDue,
  NOTHING,
  type RecordIds,
  type Shortfall,
  type Step,
  type Unit,
  type UpdateEntry,
} from '../account.ts'
import { endAll } from './end-all.ts'
import {
  type Credit,
  credit,
  debit,
  type GiveBack,
  giveBack,
  type Purpose,
  type SpendAgain,
  type SpentAgain,
  spendAgain,
  type TakeBack,
  type TakenBack,
  takeBack,
} from './ledger.ts'
import { NotLoaded } from './loaded.ts'
import { withDeadline, withEvent } from './lots.ts'
import { type Arrival, mergeAccounts } from './merge-accounts.ts'
import { type LotMove, moveLots } from './move-lots.ts'
import { settle } from './settle.ts'

/**
 * What one command does to an account: the account as it becomes step by step, and what is to be written. It knows the
 * moment and hands out ids, so that a rule is given one thing and not four.
 */
export class Posting {
  readonly now: Instant
  readonly entries: (Entry | UpdateEntry)[] = []
  /** Why a record has its points, by record id. */
  readonly explanations = new Map<RecordId, object>()
  readonly #ids: RecordIds
  #account: Account

  /** The account is settled: nothing in it is due. */
  constructor(account: Account, now: Instant, ids: RecordIds) {
    this.#account = account
    this.now = now
    this.#ids = ids
  }

  get account(): Account {
    return this.#account
  }

  /** For records, and for whatever else a command makes. */
  nextId(): number {
    return this.#ids.next()
  }

  /** Adds a lot. Returns the id of its record. */
  credit(input: Credit, explanation?: object): number {
    return this.#record(credit(this.#account, input, this.now, this.#ids), explanation)
  }

  /** Spends points or cashback, with what goes with them of the other. */
  debit(unit: Unit, quantity: Decimal, purpose: Purpose): DebitEntry | Shortfall {
    const step = debit(this.#account, { unit, quantity, ...purpose }, this.now, this.#ids)
    if (isShortfall(step)) return step
    this.#take(step)
    const [entry] = step.entries
    if (entry?.kind !== 'debit') throw new Error('what is spent is a debit')
    return entry
  }

  /** Undoes a redemption. Returns the id of the record. */
  giveBack(spent: GiveBack): number {
    return this.#record(giveBack(this.#account, spent, this.now, this.#ids))
  }

  /** Takes back what an order had earned. */
  takeBack(input: TakeBack): TakenBack {
    const taken = takeBack(this.#account, input, this.now, this.#ids)
    this.#take(taken)
    return taken
  }

  /** Spends what was spent before and was given back since; what nothing is left for is owed, or let go. */
  spendAgain(input: SpendAgain): SpentAgain {
    const spent = spendAgain(this.#account, input, this.now, this.#ids)
    this.#take(spent)
    return spent
  }

  /** Ends all that there is, open or waiting. */
  endAll(): void {
    this.#take(endAll(this.#account, this.now, this.#ids))
  }

  /** What is reserved has this deadline from now on; null: nothing is reserved any more. */
  reserveUntil(deadline: Instant | null): void {
    this.#account = withDeadline(this.#account, deadline)
  }

  /** For a command that is given an account as it is: opens and expires what is due by now, its deadline apart. */
  settle(): void {
    const settled = settle(withDeadline(this.#account, null), this.now, this.#ids)
    if (mayBeDue(settled.account, this.now)) throw new NotLoaded({ kind: 'due' })
    this.#take(settled)
  }

  /** What another account had is in this one by now. It is settled after that: what is due may be of either. */
  mergeAccounts(arrival: Arrival): void {
    this.#take(mergeAccounts(this.#account, arrival, this.now))
    const settled = settle(this.#account, this.now, this.#ids)
    if (mayBeDue(settled.account, this.now)) throw new NotLoaded({ kind: 'due' })
    this.#take(settled)
  }

  /** A trial: what is posted there counts only when it is taken over. */
  fork(): Posting {
    return new Posting(this.#account, this.now, this.#ids)
  }

  takeOver(trial: Posting): void {
    this.#take({ account: trial.account, entries: trial.entries as Entry[] })
    for (const [id, explanation] of trial.explanations) this.explain(id, explanation)
  }

  /** Gives the untouched lots of an order other dates. */
  moveLots(move: LotMove): void {
    this.#take(moveLots(this.#account, move, this.now, this.#ids))
  }

  /** Tells receivers that what is kept with a record has changed; its points have not. */
  update(recordId: RecordId): void {
    const { account, event } = withEvent(this.#account, TOPIC.update, NOTHING)
    this.#account = account
    this.entries.push({ kind: 'update', id: recordId, at: this.now, event })
  }

  explain(recordId: RecordId, explanation: object): void {
    this.explanations.set(recordId, explanation)
  }

  #record(step: Step, explanation?: object): RecordId {
    const [first] = step.entries
    if (!first) throw new Error('a step that records something has an entry')
    this.#take(step)
    if (explanation) this.explain(first.id, explanation)
    return first.id
  }

  /** Not all as arguments of one call: there may be more than a call can take. */
  #take({ account, entries }: Step): void {
    this.#account = account
    for (const entry of entries) this.entries.push(entry)
  }
}
