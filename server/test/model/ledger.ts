/**
 * A customer's account, as simply as it can be said: things are changed in place and looked for one by one. It
 * shares no code with the server's ledger, so that the two can disagree.
 */
import { least, share, type Units } from './arithmetic.ts'
import { type Day, dayOf, daysAfter, monthsBefore, startOf } from './calendar.ts'

export interface Amount {
  points: Units
  cashback: Units
}

/** A credit: it waits, is open, and ends spent or expired. */
export interface Lot {
  readonly order: string | null
  readonly original: Amount
  readonly left: Amount
  /** What of it has expired. */
  readonly ended: Amount
  availableAt: number
  expiresAt: number | null
  isWaiting: boolean
}

/** A row of the ledger. A credit is a lot; a debit may have a debt. */
export interface LedgerRecord {
  readonly type: number
  readonly at: number
  readonly amount: Amount
  readonly order: string | null
  readonly lot: Lot | null
  readonly debt: Amount | null
  /** What lots have paid of the debt since. */
  readonly paid: Use[]
  /** Which of all that were ever made it is: what two customers had is put in one order by it. */
  readonly number: number
}

/** What receivers are told: a change of the balance, or that the end of a record has moved. */
export interface EventMade {
  readonly topic: 'Point_Add' | 'Point_Update' | 'Point_Removed'
  /** Of its record. */
  readonly type: number
  /** By how much the balance changed; of an update, what its record was made with. */
  readonly amount: Amount
  /** After it. */
  readonly balance: Amount
}

/** Something that is spent until a deadline, and goes back then. */
export interface Hold {
  readonly until: number
  readonly release: (at: number) => void
}

/** What was taken of a lot. */
export interface Use {
  readonly lot: Lot
  readonly amount: Amount
}

export interface SpentAgain {
  readonly uses: Use[]
  /** What was taken, and what is owed for it. */
  readonly cost: Amount
  readonly record: LedgerRecord
}

export interface NewLot {
  readonly type: number
  readonly amount: Amount
  readonly order: string | null
  readonly availableAt: number
  readonly expiresAt: number | null
}

export const TYPE = {
  purchase: 0,
  signup: 1,
  quiz: 4,
  manual: 5,
  redeem: 6,
  redeemReturned: 7,
  expiry: 8,
  orderCancelled: 9,
  import: 10,
  orderAdjusted: 11,
  merge: 12,
  prize: 13,
} as const

/** After how long without anything happening all points end. */
export interface Inactivity {
  readonly months: number
  /** Nothing ends without a notice so many days before; 0: there is none. */
  readonly noticeDays: number
  readonly startsOn: Day
}

let made = 0

export class Account {
  /** Oldest first. */
  readonly records: LedgerRecord[] = []
  /** Oldest first. */
  readonly events: EventMade[] = []
  /** One at a time. */
  hold: Hold | null = null
  /** The last day on which the customer did something; null: none is known. */
  activeOn: Day | null = null
  noticeOn: Day | null = null
  /** How often the customer was told that the points will end. */
  notices = 0
  /** What else receivers are told that is no change of the balance, oldest first. */
  readonly others: string[] = []
  /** How many lots ended because nothing happened. */
  endedUnused = 0
  readonly timeZone: string
  readonly inactivity: Inactivity | null

  constructor(timeZone: string, inactivity: Inactivity | null) {
    this.timeZone = timeZone
    this.inactivity = inactivity
  }

  get lots(): Lot[] {
    return this.records.flatMap(({ lot }) => (lot && !isZero(lot.left) ? [lot] : []))
  }

  get openLots(): Lot[] {
    return this.lots.filter(({ isWaiting }) => !isWaiting)
  }

  get balance(): Amount {
    const balance = zero()
    for (const { left } of this.openLots) change(balance, left, 1n)
    for (const { debt } of this.records) if (debt) change(balance, debt, -1n)
    return balance
  }

  /** What all records of an order add up to. An expiry is a record of its lot's order. */
  recordedFor(order: string): Amount {
    const sum = zero()
    for (const record of this.records) if (record.order === order) change(sum, record.amount, 1n)
    return sum
  }

  /** How many points of an order have expired. */
  expiredFor(order: string): Units {
    const expiries = this.records.filter((record) => record.order === order && record.type === TYPE.expiry)
    return expiries.reduce((sum, { amount }) => sum - amount.points, 0n)
  }

  /** Opens and expires what is due, one after the other in time; what is held goes back after all else of its moment. */
  settle(now: number): void {
    for (;;) {
      const [next] = this.lots
        .map((lot) => ({
          lot,
          at: lot.isWaiting ? lot.availableAt : (lot.expiresAt ?? Number.POSITIVE_INFINITY),
        }))
        .filter(({ at }) => at <= now)
        .sort((a, b) => a.at - b.at || Number(b.lot.isWaiting) - Number(a.lot.isWaiting))
      const { hold } = this
      const end = this.inactivityEnd()
      const isFirst = (!next || (end ?? 0) <= next.at) && (!hold || (end ?? 0) <= hold.until)
      if (end !== null && end <= now && isFirst) {
        for (const lot of inSpendingOrder(this.openLots)) {
          this.expire(lot, end)
          this.endedUnused += 1
        }
        this.activeOn = null
        this.noticeOn = null
        continue
      }
      if (hold && hold.until <= now && (!next || hold.until < next.at)) {
        hold.release(hold.until)
        continue
      }
      if (!next) return
      if (!next.lot.isWaiting) {
        this.expire(next.lot, next.at)
        continue
      }
      this.open(next.lot)
      this.act(next.at)
      this.payDebts()
    }
  }

  /** The customer did something, or got something. */
  act(at: number): void {
    const day = dayOf(at, this.timeZone)
    if (this.noticeOn !== null && day >= this.noticeOn) this.noticeOn = null
    if (this.activeOn !== null && this.activeOn >= day) return
    this.activeOn = day
    this.noticeOn = null
  }

  private lastDay(): Day | null {
    if (!this.inactivity || (this.balance.points <= 0n && this.balance.cashback <= 0n)) return null
    const { months, startsOn } = this.inactivity
    const from = this.activeOn !== null && this.activeOn > startsOn ? this.activeOn : startsOn
    return monthsBefore(from, -months)
  }

  private isTold(last: Day): boolean {
    return this.noticeOn !== null && this.noticeOn >= daysAfter(last, -(this.inactivity?.noticeDays ?? 0))
  }

  /** When all that is open ends, if nothing happens; null: it does not, as far as it is known. */
  inactivityEnd(): number | null {
    const last = this.lastDay()
    if (last === null || !this.inactivity) return null
    const { noticeDays } = this.inactivity
    if (noticeDays === 0) return startOf(daysAfter(last, 1), this.timeZone)
    if (!this.isTold(last) || this.noticeOn === null) return null
    const told = daysAfter(this.noticeOn, noticeDays)
    return startOf(daysAfter(told > last ? told : last, 1), this.timeZone)
  }

  /** Once a day: the customer is told, if the end is near. */
  notice(now: number): void {
    this.settle(now)
    const last = this.lastDay()
    const { noticeDays = 0 } = this.inactivity ?? {}
    const today = dayOf(now, this.timeZone)
    if (last === null || noticeDays === 0 || this.isTold(last)) return
    if (daysAfter(last, -noticeDays) > today) return
    this.noticeOn = today
    this.notices += 1
  }

  credit({ type, amount, order, availableAt, expiresAt }: NewLot, now: number): Lot {
    const isWaiting = availableAt > now
    const amounts = { original: { ...amount }, left: { ...amount }, ended: zero() }
    const lot: Lot = { order, ...amounts, availableAt, expiresAt, isWaiting }
    this.add({ type, at: now, amount, order, lot, debt: null, paid: [] })
    if (isWaiting) return lot
    this.act(now)
    this.tell('Point_Add', type, amount)
    if (expiresAt !== null && expiresAt <= now) this.expire(lot, now)
    this.payDebts()
    return lot
  }

  /** What it took of which lots; null: there was not enough. */
  spend(measure: keyof Amount, quantity: Units, type: number, now: number): Use[] | null {
    if (this.balance[measure] < quantity) return null
    if (type === TYPE.redeem) this.act(now)
    const uses = takeInProportion(this.openLots, measure, quantity)
    this.debit(type, null, sumOf(uses), null, now)
    return uses
  }

  /** Undoes a redemption: each lot has back what was taken of it, and what is too old for that expires again. */
  giveBack(uses: readonly Use[], now: number): void {
    this.act(now)
    const amount = sumOf(uses)
    const type = TYPE.redeemReturned
    this.add({ type, at: now, amount, order: null, lot: null, debt: null, paid: [] })
    for (const { lot, amount: back } of uses) {
      change(lot.left, back, 1n)
      const { points, cashback } = minus(lot.original, lot.left)
      if (points < 0n || cashback < 0n) throw new Error('a lot has back more than it had')
    }
    this.tell('Point_Add', type, amount)
    // One lot may have paid twice.
    for (const lot of new Set(uses.map((use) => use.lot))) {
      if (lot.expiresAt !== null && lot.expiresAt <= now) this.expire(lot, now)
    }
    this.payDebts()
  }

  /**
   * Takes back what an order was given: from its own lots, those that wait first and without an event, then from
   * the customer's other lots, then as a debt. Where nobody owes, what is missing is let go, and returned.
   */
  takeBack(order: string, type: number, amount: Amount, owes: boolean, now: number): Amount {
    return this.takeFrom((lot) => lot.order === order, order, type, amount, owes, now)
  }

  /** The same of points that are of no order, which are one lot. */
  takeBackLot(own: Lot, type: number, amount: Amount, owes: boolean, now: number): void {
    this.takeFrom((lot) => lot === own, null, type, amount, owes, now)
  }

  private takeFrom(
    isOwn: (lot: Lot) => boolean,
    order: string | null,
    type: number,
    amount: Amount,
    owes: boolean,
    now: number,
  ): Amount {
    const waitingLots = this.lots.filter((lot) => lot.isWaiting && isOwn(lot))
    const waiting = takeExactly(waitingLots, amount)
    for (const lot of waitingLots) if (isZero(lot.left)) lot.isWaiting = false
    if (!isZero(waiting)) {
      this.add({ type, at: now, amount: negative(waiting), order, lot: null, debt: null, paid: [] })
    }
    const own = takeExactly(this.openLots.filter(isOwn), minus(amount, waiting))
    const spent = minus(minus(amount, waiting), own)
    const others = sumOf(
      takeInProportion(
        this.openLots.filter((lot) => !isOwn(lot)),
        'points',
        spent.points,
      ),
    )
    const points = spent.points - others.points
    const cashback = spent.points === 0n ? spent.cashback : share(spent.cashback, points, spent.points)
    // Nobody owes in a measure in which something is open.
    const atOnce = takeExactly(this.openLots, { points, cashback })
    const missing = minus({ points, cashback }, atOnce)
    const taken = sumOf([own, others, atOnce].map((part) => ({ amount: part })))
    if (owes) change(taken, missing, 1n)
    if (!isZero(taken)) this.debit(type, order, taken, owes && !isZero(missing) ? missing : null, now)
    return owes ? zero() : missing
  }

  /**
   * Spends what was spent before and went back since: of one measure what there is, with what belongs to it. What no lot
   * has is owed in both, as far as nothing is open; where nobody owes, it is let go. null: nothing was there to record.
   */
  spendAgain(measure: keyof Amount, amount: Amount, owes: boolean, now: number): SpentAgain | null {
    this.act(now)
    const there = this.balance[measure] > 0n ? this.balance[measure] : 0n
    const uses = takeInProportion(this.openLots, measure, least(amount[measure], there))
    const lacking = amount[measure] - sumOf(uses)[measure]
    const other = measure === 'points' ? 'cashback' : 'points'
    const missing = zero()
    missing[measure] = lacking
    // What stands again for the second time may have cost nothing in its own measure: nobody owed anything then.
    missing[other] = amount[measure] === 0n ? 0n : share(amount[other], lacking, amount[measure])
    for (const lot of inSpendingOrder(this.openLots)) {
      const part = takeExactly([lot], missing)
      if (isZero(part)) continue
      change(missing, part, -1n)
      uses.push({ lot, amount: part })
    }
    const cost = sumOf(uses)
    if (owes) change(cost, missing, 1n)
    if (isZero(cost)) return null
    const debt = owes && !isZero(missing) ? missing : null
    const record = this.debit(TYPE.redeem, null, cost, debt, now)
    return { uses, cost, record }
  }

  /** Ends all that is there: what waits silently, then what is open with one event. What is owed stays owed. */
  expireAll(now: number): void {
    const waiting = this.lots.filter(({ isWaiting }) => isWaiting)
    const closed = takeAll(waiting)
    for (const lot of waiting) lot.isWaiting = false
    const silent = { type: TYPE.expiry, at: now, order: null, lot: null, debt: null, paid: [] }
    if (!isZero(closed)) this.add({ ...silent, amount: negative(closed) })
    const ended = takeAll(this.openLots)
    if (!isZero(ended)) this.debit(TYPE.expiry, null, ended, null, now)
    this.activeOn = null
    this.noticeOn = null
  }

  /**
   * A lot that waits moves silently; one that is open keeps being so, and the move of its end is an event. What is past
   * its end then expires, when all have moved.
   */
  moveLots(
    lots: readonly Lot[],
    { availableAt, expiresAt }: Pick<Lot, 'availableAt' | 'expiresAt'>,
    now: number,
  ): void {
    for (const lot of lots) {
      const record = this.recordOf(lot)
      if (!lot.isWaiting && lot.expiresAt !== expiresAt) this.tell('Point_Update', record.type, record.amount)
      // What should have opened before opens now.
      if (lot.isWaiting) lot.availableAt = Math.max(availableAt, now)
      lot.expiresAt = expiresAt
      if (!lot.isWaiting || availableAt > now) continue
      this.open(lot)
      this.act(now)
    }
    for (const lot of lots) {
      if (!lot.isWaiting && expiresAt !== null && expiresAt <= now) this.expire(lot, now)
    }
    this.payDebts()
  }

  /** All that another account has is in this one from now on. Both are settled, and nothing of the other is held. */
  takeOver(other: Account, now: number): void {
    const came = other.balance
    const moved = other.records.splice(0)
    if (!isZero(came)) other.tell(topicOf(negative(came)), TYPE.merge, negative(came))
    if (other.activeOn !== null && other.activeOn > (this.activeOn ?? '')) this.activeOn = other.activeOn
    this.noticeOn = null
    const both = [...this.records, ...moved].sort((a, b) => a.number - b.number)
    this.records.splice(0, this.records.length, ...both)
    this.add({ type: TYPE.merge, at: now, amount: zero(), order: null, lot: null, debt: null, paid: [] })
    if (!isZero(came)) this.tell(topicOf(came), TYPE.merge, came)
    this.payDebts()
  }

  private add(record: Omit<LedgerRecord, 'number'>): LedgerRecord {
    made += 1
    const numbered = { ...record, number: made }
    this.records.push(numbered)
    return numbered
  }

  private open(lot: Lot): void {
    lot.isWaiting = false
    this.tell('Point_Add', this.recordOf(lot).type, { ...lot.left })
  }

  private debit(
    type: number,
    order: string | null,
    taken: Amount,
    debt: Amount | null,
    now: number,
  ): LedgerRecord {
    const record = this.add({ type, at: now, amount: negative(taken), order, lot: null, debt, paid: [] })
    this.tell('Point_Removed', type, record.amount)
    return record
  }

  private tell(topic: EventMade['topic'], type: number, amount: Amount): void {
    this.events.push({ topic, type, amount, balance: this.balance })
  }

  private recordOf(lot: Lot): LedgerRecord {
    const record = this.records.find((one) => one.lot === lot)
    if (!record) throw new Error('a lot is of a record')
    return record
  }

  private expire(lot: Lot, at: number): void {
    const left = { ...lot.left }
    change(lot.left, left, -1n)
    change(lot.ended, left, 1n)
    this.debit(TYPE.expiry, lot.order, left, null, at)
  }

  /** Oldest debt first, each measure for itself. */
  private payDebts(): void {
    for (const { debt, paid } of this.records) {
      if (!debt) continue
      for (const lot of inSpendingOrder(this.openLots)) {
        const amount = takeExactly([lot], debt)
        if (isZero(amount)) continue
        change(debt, amount, -1n)
        paid.push({ lot, amount })
      }
    }
  }
}

/** Where one measure is more and the other one less, it counts as less. */
function topicOf({ points, cashback }: Amount): EventMade['topic'] {
  return points < 0n || cashback < 0n ? 'Point_Removed' : 'Point_Add'
}

/** Soonest expiry first, then oldest: the sort keeps the order of those that expire together. */
function inSpendingOrder(lots: readonly Lot[]): Lot[] {
  const end = ({ expiresAt }: Lot): number => expiresAt ?? Number.MAX_SAFE_INTEGER
  return lots.toSorted((a, b) => end(a) - end(b))
}

/** Takes each measure for itself, and returns what there was to take. */
function takeExactly(lots: readonly Lot[], wanted: Amount): Amount {
  const taken = zero()
  for (const { left } of inSpendingOrder(lots)) {
    const part = {
      points: least(left.points, wanted.points - taken.points),
      cashback: least(left.cashback, wanted.cashback - taken.cashback),
    }
    change(left, part, -1n)
    change(taken, part, 1n)
  }
  return taken
}

function takeAll(lots: readonly Lot[]): Amount {
  const taken = zero()
  for (const { left } of lots) {
    change(taken, left, 1n)
    change(left, { ...left }, -1n)
  }
  return taken
}

/** Takes one measure, and of the other one what belongs to it: the last use of a lot takes all that is left. */
function takeInProportion(lots: readonly Lot[], measure: keyof Amount, quantity: Units): Use[] {
  const other = measure === 'points' ? 'cashback' : 'points'
  const uses: Use[] = []
  let wanted = quantity
  for (const lot of inSpendingOrder(lots)) {
    const { left } = lot
    const used = least(left[measure], wanted)
    if (used === 0n) continue
    const amount = zero()
    amount[measure] = used
    amount[other] = share(left[other], used, left[measure])
    change(left, amount, -1n)
    wanted -= used
    uses.push({ lot, amount })
  }
  return uses
}

export function sumOf(parts: readonly { readonly amount: Amount }[]): Amount {
  const sum = zero()
  for (const { amount } of parts) change(sum, amount, 1n)
  return sum
}

export function zero(): Amount {
  return { points: 0n, cashback: 0n }
}

export function isZero({ points, cashback }: Amount): boolean {
  return points === 0n && cashback === 0n
}

function change(amount: Amount, by: Amount, sign: 1n | -1n): void {
  amount.points += by.points * sign
  amount.cashback += by.cashback * sign
}

export function plus(a: Amount, b: Amount): Amount {
  return { points: a.points + b.points, cashback: a.cashback + b.cashback }
}

export function minus(a: Amount, b: Amount): Amount {
  return { points: a.points - b.points, cashback: a.cashback - b.cashback }
}

function negative(amount: Amount): Amount {
  return minus(zero(), amount)
}
