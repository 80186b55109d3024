/**
 * A customer's account, as simply as it can be said: things are changed in place and looked for one by one. It
 * shares no code with the server's ledger, so that the two can disagree.
 */
import { least, share, type Units } from './arithmetic.ts'

export interface Amount {
  points: Units
  cashback: Units
}

/** A credit: it waits, is open, and ends spent or expired. */
export interface Lot {
  readonly order: string | null
  readonly original: Amount
  readonly left: Amount
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
}

/** What was taken of a lot. */
export interface Use {
  readonly lot: Lot
  readonly amount: Amount
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
  orderAdjusted: 11,
} as const

export class Account {
  /** Oldest first. */
  readonly records: LedgerRecord[] = []
  events = 0

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

  /** Opens and expires what is due, one after the other in time. */
  settle(now: number): void {
    for (;;) {
      const [next] = this.lots
        .map((lot) => ({
          lot,
          at: lot.isWaiting ? lot.availableAt : (lot.expiresAt ?? Number.POSITIVE_INFINITY),
        }))
        .filter(({ at }) => at <= now)
        .sort((a, b) => a.at - b.at || Number(b.lot.isWaiting) - Number(a.lot.isWaiting))
      if (!next) return
      if (!next.lot.isWaiting) {
        this.expire(next.lot, next.at)
        continue
      }
      next.lot.isWaiting = false
      this.events += 1
      this.payDebts()
    }
  }

  credit({ type, amount, order, availableAt, expiresAt }: NewLot, now: number): void {
    const isWaiting = availableAt > now
    const lot = { order, original: { ...amount }, left: { ...amount }, availableAt, expiresAt, isWaiting }
    this.records.push({ type, at: now, amount, order, lot, debt: null })
    if (isWaiting) return
    this.events += 1
    if (expiresAt !== null && expiresAt <= now) this.expire(lot, now)
    this.payDebts()
  }

  /** What it took of which lots; null: there was not enough. */
  spend(measure: keyof Amount, quantity: Units, type: number, now: number): Use[] | null {
    if (this.balance[measure] < quantity) return null
    const uses = takeInProportion(this.openLots, measure, quantity)
    this.debit(type, null, sumOf(uses), null, now)
    return uses
  }

  /** Undoes a redemption: each lot has back what was taken of it, and what is too old for that expires again. */
  giveBack(uses: readonly Use[], now: number): void {
    const amount = sumOf(uses)
    this.records.push({ type: TYPE.redeemReturned, at: now, amount, order: null, lot: null, debt: null })
    this.events += 1
    for (const use of uses) change(use.lot.left, use.amount, 1n)
    for (const { lot } of uses) if (lot.expiresAt !== null && lot.expiresAt <= now) this.expire(lot, now)
    this.payDebts()
  }

  /**
   * Takes back what an order was given: from its own lots, those that wait first and without an event, then from
   * the customer's other lots, then as a debt. Where nobody owes, what is missing is let go, and returned.
   */
  takeBack(order: string, type: number, amount: Amount, owes: boolean, now: number): Amount {
    const isOwn = (lot: Lot): boolean => lot.order === order
    const waitingLots = this.lots.filter((lot) => lot.isWaiting && isOwn(lot))
    const waiting = takeExactly(waitingLots, amount)
    for (const lot of waitingLots) if (isZero(lot.left)) lot.isWaiting = false
    if (!isZero(waiting)) {
      this.records.push({ type, at: now, amount: negative(waiting), order, lot: null, debt: null })
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

  /** A lot that waits moves silently; one that is open keeps being so, and the move of its end is an event. */
  moveLot(lot: Lot, { availableAt, expiresAt }: Pick<Lot, 'availableAt' | 'expiresAt'>, now: number): void {
    const opens = lot.isWaiting && availableAt <= now
    if (opens || (!lot.isWaiting && lot.expiresAt !== expiresAt)) this.events += 1
    if (lot.isWaiting) lot.availableAt = availableAt
    if (opens) lot.isWaiting = false
    lot.expiresAt = expiresAt
    if (!lot.isWaiting && expiresAt !== null && expiresAt <= now) this.expire(lot, now)
    this.payDebts()
  }

  private debit(type: number, order: string | null, taken: Amount, debt: Amount | null, now: number): void {
    this.records.push({ type, at: now, amount: negative(taken), order, lot: null, debt })
    this.events += 1
  }

  private expire(lot: Lot, at: number): void {
    const left = { ...lot.left }
    change(lot.left, left, -1n)
    this.debit(TYPE.expiry, lot.order, left, null, at)
  }

  /** Oldest debt first, each measure for itself. */
  private payDebts(): void {
    for (const { debt } of this.records) {
      if (debt && !isZero(debt)) change(debt, takeExactly(this.openLots, debt), -1n)
    }
  }
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

export function minus(a: Amount, b: Amount): Amount {
  return { points: a.points - b.points, cashback: a.cashback - b.cashback }
}

function negative(amount: Amount): Amount {
  return minus(zero(), amount)
}
