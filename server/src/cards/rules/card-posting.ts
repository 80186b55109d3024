import {
  type Account,
  add,
  type DebitEntry,
  type Entry,
  NOTHING,
  POINT_TYPE,
  type Posted,
  type RecordIds,
} from '../../accounts/account.ts'
import type { TakeBack } from '../../accounts/rules/ledger.ts'
import { inSpendingOrder, withLots } from '../../accounts/rules/lots.ts'
import { Posting } from '../../accounts/rules/posting.ts'
import { repay } from '../../accounts/rules/repay.ts'
import type { OrderId, RecordId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, minimum, ZERO } from '../../platform/decimal.ts'
import { type LocalDate, localDate } from '../../platform/zone.ts'
import {
  type CardTerms,
  isBegun,
  LOTS_MAX,
  type MovedStamps,
  type PaidStamps,
  STAMP_TYPE,
  type StampCard,
  type StampEntry,
  type StampType,
  type StandingPrize,
  type UsedStamps,
} from '../card.ts'
import { encodePrize } from '../prize.ts'

/** What is recorded, beside how many stamps. */
export interface StampReason {
  readonly type: StampType
  readonly day?: LocalDate
  readonly orderId?: OrderId | null
  readonly key?: string | null
  readonly explanation?: object | null
}

const STAMPS = (points: Decimal) => ({ points, cashback: ZERO })

/**
 * What one command does to one card: the card as it becomes step by step, and what is to be written. The ledger is that of
 * points; what it records is a record of stamps here.
 */
export class CardPosting {
  readonly now: Instant
  readonly timeZone: string
  readonly entries: StampEntry[] = []
  readonly paid: PaidStamps[] = []
  readonly moved: MovedStamps[] = []
  /** After each of the entries: how many stamps were there, and of which card they were. */
  readonly states: { readonly balance: Decimal; readonly size: Decimal; readonly number: number }[] = []
  readonly #ids: RecordIds
  #posting: Posting
  #card: StampCard

  /** `main`: the posting of the customer's points, whose ids the records share. What is due on the card is settled at once. */
  constructor(card: StampCard, main: Posting, timeZone: string) {
    this.now = main.now
    this.timeZone = timeZone
    this.#card = card
    this.#ids = { next: () => main.nextId() }
    this.#posting = new Posting(card.account, main.now, this.#ids)
    this.#posting.settle()
    this.#record({ type: STAMP_TYPE.ended })
  }

  get account(): Account {
    return this.#posting.account
  }

  get ruleId(): number {
    return this.#card.ruleId
  }

  get terms(): CardTerms {
    return this.#card
  }

  get completed(): number {
    return this.#card.completed
  }

  /** Stamps less what is owed. */
  get balance(): Decimal {
    return this.account.balance.points
  }

  get isBegun(): boolean {
    return isBegun(this)
  }

  /** The card as it is now. */
  get card(): StampCard {
    const { ofBatch } = this.#card
    const entries = withAdded([...ofBatch.entries, ...this.entries], this)
    return { ...this.#card, account: this.account, ofBatch: { ...ofBatch, entries } }
  }

  setTerms({ size, prize, begunVersion }: CardTerms): void {
    this.#card = { ...this.#card, size, prize, begunVersion }
  }

  give(stamps: Decimal, expiresAt: Instant | null, reason: StampReason): void {
    this.#posting.credit({
      type: POINT_TYPE.purchase,
      amount: STAMPS(stamps),
      availableAt: this.now,
      expiresAt,
      orderId: reason.orderId ?? null,
    })
    this.#record(reason)
    while (this.account.lots.length > LOTS_MAX) this.#joinFirst()
  }

  /** The two that end first become one, good as long as the later of them. */
  #joinFirst(): void {
    const [first, second] = inSpendingOrder(this.account.lots)
    if (!first || !second) return
    const id = this.#ids.next()
    const remaining = add(first.remaining, second.remaining)
    const { expiresAt, availableAt } = second
    const joined = {
      id,
      original: remaining,
      remaining,
      availableAt,
      expiresAt,
      isWaiting: false,
      orderId: null,
    }
    const spent = [first, second].map((lot) => ({ ...lot, remaining: NOTHING }))
    this.#posting = new Posting(withLots(this.account, [...spent, joined]), this.now, this.#ids)
    this.#addEmpty(
      id,
      { type: STAMP_TYPE.joined },
      {
        expiresAt,
        origins: [first, second].map((lot) => ({ lotId: lot.id, used: lot.remaining.points })),
      },
    )
  }

  /** From what is left of an order's stamps, or of one record's, then from others. What is missing is owed, or let go. */
  takeBack(
    stamps: Decimal,
    from: { readonly orderId: OrderId } | { readonly orderId: null; readonly lot: TakenLot },
    policy: TakeBack['policy'],
    reason: StampReason,
  ): Decimal {
    const input = { type: POINT_TYPE.orderAdjusted, amount: STAMPS(stamps), policy, ...from }
    const { writtenOff } = this.#posting.takeBack(input)
    this.#record(reason, writtenOff.points)
    return writtenOff.points
  }

  /** Records what came to nothing, so that it is not done again. */
  note(reason: StampReason): void {
    this.#addEmpty(this.#ids.next(), reason, {})
  }

  /** Takes a whole card. */
  fill(): Pick<StandingPrize, 'terms' | 'origins' | 'lots'> & { readonly recordId: RecordId } {
    const { size, prize, begunVersion } = this.#card
    const lots = this.account.lots
    const entry = this.#posting.debit('points', size, { type: POINT_TYPE.redeem, orderId: null })
    if ('shortfall' in entry) throw new Error('the card is not full')
    const used = new Set(entry.origins.map(({ lotId }) => lotId))
    this.#record({ type: STAMP_TYPE.full, explanation: { v: begunVersion, prize: encodePrize(prize) } })
    this.#card = { ...this.#card, completed: this.#card.completed + 1 }
    return {
      recordId: entry.id,
      terms: { size, prize, begunVersion },
      origins: entry.origins.map(({ lotId, used: { points } }) => ({ lotId, used: points })),
      lots: lots
        .filter(({ id }) => used.has(id))
        .map(({ id, original, orderId, expiresAt }) => ({
          id,
          original: original.points,
          orderId,
          expiresAt,
        })),
    }
  }

  keepPrize(prize: StandingPrize): void {
    const { ofBatch } = this.#card
    this.#card = { ...this.#card, ofBatch: { ...ofBatch, made: [prize, ...ofBatch.made] } }
  }

  /** Those that stand, newest first; `stored`: as they were before this batch. */
  *prizes(stored: Iterable<StandingPrize>): Generator<StandingPrize> {
    const { made, undone } = this.#card.ofBatch
    for (const prize of made) if (!undone.includes(prize.award.id)) yield prize
    for (const prize of stored) if (!undone.includes(prize.award.id)) yield prize
  }

  /** The stamps of a full card go back to where they were, but for those that were written off meanwhile. */
  unfill({ award, origins, lots, terms }: StandingPrize): void {
    if (!this.isBegun) this.setTerms(terms)
    const { ofBatch, completed } = this.#card
    const undone = [...ofBatch.undone, award.id]
    this.#card = { ...this.#card, completed: completed - 1, ofBatch: { ...ofBatch, undone } }
    const left = withoutFirst(origins, award.lost ?? ZERO)
    const used = new Set(left.map(({ lotId }) => lotId))
    const reason = { type: STAMP_TYPE.fullUndone }
    if (left.length === 0) {
      this.note(reason)
      return
    }
    this.#posting.giveBack({
      origins: left.map((origin) => ({ lotId: origin.lotId, used: STAMPS(origin.used) })),
      lots: lots
        .filter(({ id }) => used.has(id))
        .map(({ id, original, orderId, expiresAt }) => {
          return { id, original: STAMPS(original), orderId, expiresAt, availableAt: this.now }
        }),
    })
    this.#record(reason)
  }

  /** Stamps of an order of which nothing was used are of another day. */
  moveStamps(orderId: OrderId, day: LocalDate, expiresAt: Instant | null): void {
    const own = this.account.lots.filter((lot) => lot.orderId === orderId)
    for (const { id } of own.filter(({ original, remaining }) => original.points === remaining.points)) {
      this.moved.push({ id, day, expiresAt })
    }
    this.#posting.moveLots({ orderId, availableAt: this.now, expiresAt })
    this.#record({ type: STAMP_TYPE.ended })
  }

  /** Of two cards that became one: what the one owed is paid by what the other one has. */
  payDebts(): void {
    const { account, repayments } = repay(this.account, this.now)
    this.#posting = new Posting(account, this.now, this.#ids)
    for (const { debitId, lotId, used } of repayments) this.paid.push({ debitId, lotId, used: used.points })
  }

  endAll(reason: StampReason): void {
    this.#posting.endAll()
    this.#record(reason)
  }

  /** Makes records of all that the ledger has done since. */
  #record(reason: StampReason, writtenOff: Decimal = ZERO): void {
    const posted = this.#posting.entries.splice(0)
    let isFirst = true
    for (const entry of posted) {
      if ('repayments' in entry) {
        for (const { debitId, lotId, used } of entry.repayments) {
          this.paid.push({ debitId, lotId, used: used.points })
        }
      }
      if (!('amount' in entry)) continue
      this.#add(
        entry,
        isFirst ? { reason, writtenOff } : { reason: { type: STAMP_TYPE.ended }, writtenOff: ZERO },
      )
      isFirst = false
    }
    // Nothing was there to be taken: the record is of what was let go.
    if (isFirst && writtenOff > ZERO) this.#addEmpty(this.#ids.next(), reason, { writtenOff })
  }

  #add(
    entry: Extract<Posted, { amount: unknown }>,
    { reason, writtenOff }: { readonly reason: StampReason; readonly writtenOff: Decimal },
  ): void {
    const isExpiry = entry.type === POINT_TYPE.expiry
    const why = isExpiry && reason.type !== STAMP_TYPE.erased ? { type: STAMP_TYPE.ended } : reason
    this.entries.push({
      id: entry.id,
      ruleId: this.#card.ruleId,
      type: why.type,
      stamps: entry.amount.points,
      at: entry.at,
      day: ('day' in why ? why.day : undefined) ?? localDate(entry.at, this.timeZone),
      orderId: 'orderId' in entry ? entry.orderId : null,
      key: ('key' in why ? why.key : null) ?? null,
      expiresAt: entry.kind === 'credit' ? entry.expiresAt : null,
      debt: entry.kind === 'debit' ? entry.debt.points : ZERO,
      writtenOff,
      origins: originsOf(entry),
      explanation: ('explanation' in why ? why.explanation : null) ?? null,
    })
    const balance = 'event' in entry && entry.event ? entry.event.balance.points : this.balance
    this.#keepState(balance)
  }

  /** A record without stamps of its own. */
  #addEmpty(
    id: RecordId,
    reason: StampReason,
    more: Partial<Pick<StampEntry, 'writtenOff' | 'origins' | 'expiresAt'>>,
  ): void {
    this.entries.push({
      id,
      ruleId: this.#card.ruleId,
      type: reason.type,
      stamps: ZERO,
      at: this.now,
      day: reason.day ?? localDate(this.now, this.timeZone),
      orderId: reason.orderId ?? null,
      key: reason.key ?? null,
      expiresAt: null,
      debt: ZERO,
      writtenOff: ZERO,
      origins: [],
      explanation: reason.explanation ?? null,
      ...more,
    })
    this.#keepState(this.balance)
  }

  #keepState(balance: Decimal): void {
    const { size, completed } = this.#card
    this.states.push({ balance, size, number: completed + 1 })
  }
}

/** What is let go is of the stamps that end first. */
function withoutFirst(origins: readonly UsedStamps[], lost: Decimal): UsedStamps[] {
  let left = lost
  return origins.flatMap(({ lotId, used }) => {
    const taken = minimum(used, left)
    left -= taken
    return used > taken ? [{ lotId, used: used - taken }] : []
  })
}

type TakenLot = { readonly id: RecordId; readonly expiresAt: Instant | null }

function originsOf(entry: Entry | DebitEntry): UsedStamps[] {
  const origins = 'origins' in entry ? entry.origins : []
  return origins.map(({ lotId, used }) => ({ lotId, used: used.points }))
}

/** Records that are not saved yet get what is added to them, and what was moved, themselves. */
function withAdded(
  entries: readonly StampEntry[],
  { paid, moved }: Pick<CardPosting, 'paid' | 'moved'>,
): StampEntry[] {
  if (paid.length === 0 && moved.length === 0) return [...entries]
  return entries.map((entry) => {
    const added = paid.filter(({ debitId }) => debitId === entry.id)
    const move = moved.find(({ id }) => id === entry.id)
    return {
      ...entry,
      origins: [...entry.origins, ...added.map(({ lotId, used }) => ({ lotId, used }))],
      ...(move && { day: move.day, expiresAt: move.expiresAt }),
    }
  })
}
