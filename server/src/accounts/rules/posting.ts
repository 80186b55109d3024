import type { RecordId } from '../../contract/ids.ts'
import { type OtherFacts, type OtherTopic, TOPIC } from '../../events/event.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { localDate, localDateToText } from '../../platform/zone.ts'
import {
  type Account,
  type Amount,
  type DebitEntry,
  type Entry,
  inactivityEnd,
  isShortfall,
  type Lot,
  mayBeDue,
  NOTHING,
  POINT_TYPE,
  type Posted,
  type RecordIds,
  type Shortfall,
  type Step,
  type Unit,
} from '../account.ts'
import { endAll } from './end-all.ts'
import { NO_ACTIVITY } from './inactivity.ts'
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
import { assertLotsLoaded, withActivity, withDeadline, withEvent } from './lots.ts'
import { type Arrival, mergeAccounts } from './merge-accounts.ts'
import { type LotMove, moveLots } from './move-lots.ts'
import { settle } from './settle.ts'

/**
 * What one command does to an account: the account as it becomes step by step, and what is to be written. It knows the
 * moment and hands out ids, so that a rule is given one thing and not four.
 */
export class Posting {
  readonly now: Instant
  readonly entries: Posted[] = []
  /** Why a record has its points, by record id. */
  readonly explanations = new Map<RecordId, object>()
  readonly #ids: RecordIds
  #account: Account
  #isSilent = false

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
    const id = this.#record(credit(this.#account, input, this.now, this.#ids), explanation)
    // What waits is something that happens when it opens.
    if (input.availableAt <= this.now) this.markActive(this.now)
    return id
  }

  /** Whether all points would have ended by now because nothing happened for long. */
  get isInactive(): boolean {
    const endsAt = inactivityEnd(this.#account)
    return endsAt !== null && endsAt <= this.now
  }

  /** What is posted from now on is in the log of events, and not sent. */
  silence(): void {
    this.#isSilent = true
  }

  /** Adds a lot that comes from elsewhere: the customer did nothing. Returns the id of its record. */
  bring(input: Credit, explanation: object): number {
    return this.#record(credit(this.#account, input, this.now, this.#ids), explanation)
  }

  /** What is left of a lot, open or pending. */
  remainingOf(lot: Pick<Lot, 'id' | 'expiresAt'>): Amount {
    assertLotsLoaded(this.#account, [lot])
    return this.#account.lots.find(({ id }) => id === lot.id)?.remaining ?? NOTHING
  }

  /** Spends points or cashback, with what goes with them of the other. */
  debit(unit: Unit, quantity: Decimal, purpose: Purpose): DebitEntry | Shortfall {
    const step = debit(this.#account, { unit, quantity, ...purpose }, this.now, this.#ids)
    if (isShortfall(step)) return step
    this.#take(step)
    if (purpose.type === POINT_TYPE.redeem) this.markActive(this.now)
    const [entry] = step.entries
    if (entry?.kind !== 'debit') throw new Error('what is spent is a debit')
    return entry
  }

  /** Undoes a redemption. Returns the id of the record. */
  giveBack(spent: GiveBack): number {
    const id = this.#record(giveBack(this.#account, spent, this.now, this.#ids))
    this.markActive(this.now)
    return id
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
    this.markActive(this.now)
    return spent
  }

  /** Ends all that there is, open or waiting, and what was still to be given. */
  endAll(): void {
    this.#take(endAll(this.#account, this.now, this.#ids))
    this.#account = { ...this.#account, ...NO_ACTIVITY, awardsDueAt: null, hasNewAwards: false }
  }

  /** The customer did something on the day of this moment, at most today: where points end when nothing happens, not yet. */
  markActive(at: Instant): void {
    const active = withActivity(this.#account, Math.min(at, this.now))
    const endsAt = active === this.#account ? null : inactivityEnd(active)
    // An order of long ago, of a customer who has nothing: there is nothing that could end.
    if (endsAt === null || endsAt > this.now) this.#account = active
  }

  /** What is reserved has this deadline from now on; null: nothing is reserved any more. */
  reserveUntil(deadline: Instant | null): void {
    this.#account = withDeadline(this.#account, deadline)
  }

  /** A reward is to be given at this moment. */
  awardDueAt(at: Instant): void {
    const { awardsDueAt } = this.#account
    this.#account = {
      ...this.#account,
      awardsDueAt: Math.min(at, awardsDueAt ?? at),
      hasNewAwards: true,
    }
  }

  /** Something was given for reaching a tier. */
  markTierPrizes(): void {
    this.#account = { ...this.#account, hasTierPrizes: true }
  }

  /** All that was due is given or can't be; `next`: of those that were loaded, the next one is due then; null: none is. */
  leaveAwardsDueAt(next: Instant | null): void {
    const { hasNewAwards, awardsDueAt } = this.#account
    const moments = [next, hasNewAwards ? awardsDueAt : null].filter((moment) => moment !== null)
    this.#account = { ...this.#account, awardsDueAt: moments.length === 0 ? null : Math.min(...moments) }
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
    const moved = moveLots(this.#account, move, this.now, this.#ids)
    this.#take(moved)
    if (moved.entries.some(({ kind }) => kind === 'opening')) this.markActive(this.now)
  }

  /** Tells receivers that what is kept with a record has changed; its points have not. */
  update(recordId: RecordId): void {
    const { account, event } = withEvent(this.#account, TOPIC.update, NOTHING)
    this.#account = account
    this.#push({ kind: 'update', id: recordId, at: this.now, event })
  }

  /** The customer is told today that the points will end: only from now on they can. */
  noticeInactivity(): void {
    const { inactivity, activeOn } = this.#account
    if (inactivity === null) throw new Error('the points of this account do not end by inactivity')
    const noticeOn = localDate(this.now, inactivity.timeZone)
    this.#account = { ...this.#account, noticeOn }
    const endsAt = inactivityEnd(this.#account)
    if (endsAt === null) throw new Error('there is no end to be told of')
    const facts = {
      endsAt: instantToText(endsAt),
      activeOn: localDateToText(activeOn ?? inactivity.startsOn),
    }
    this.tell(TOPIC.expiring, facts)
  }

  /** Tells receivers of something that is no change of the balance. `at`: when it happened, if not now. */
  tell(topic: OtherTopic, facts: OtherFacts, at: Instant = this.now): void {
    const otherSequence = this.#account.otherSequence + 1
    const { balance } = this.#account
    this.#account = { ...this.#account, otherSequence }
    const event = { topic, sequence: -otherSequence, change: NOTHING, balance, facts }
    this.#push({ kind: 'notice', id: 0, at, event })
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
    for (const entry of entries) this.#push(entry)
  }

  #push(entry: Posted): void {
    this.entries.push(this.#isSilent ? { ...entry, isSilent: true } : entry)
  }
}
