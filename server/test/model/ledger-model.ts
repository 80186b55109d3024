/**
 * A customer's account once more, as simply as it can be said: things are changed in place and looked for one
 * by one. It shares no code with the server's ledger, so that the two can disagree.
 */
import { minimum, proportion } from '../../src/platform/decimal.ts'

export interface Amount {
  points: bigint
  cashback: bigint
}

export interface ModelLot {
  readonly order: string | null
  readonly left: Amount
  readonly availableAt: number
  readonly expiresAt: number | null
  isWaiting: boolean
}

/** A row of the ledger. A credit is a lot; a debit may have a debt. */
export interface ModelRecord {
  readonly type: number
  readonly amount: Amount
  readonly order: string | null
  readonly lot: ModelLot | null
  readonly debt: Amount | null
}

/** What was taken of a lot. */
export interface Use {
  readonly lot: ModelLot
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

export class ModelAccount {
  /** Oldest first. */
  readonly records: ModelRecord[] = []
  events = 0

  get lots(): ModelLot[] {
    return this.records.flatMap(({ lot }) => (lot && !isZero(lot.left) ? [lot] : []))
  }

  get openLots(): ModelLot[] {
    return this.lots.filter(({ isWaiting }) => !isWaiting)
  }

  get balance(): Amount {
    const balance = zero()
    for (const { left } of this.openLots) change(balance, left, 1n)
    for (const { debt } of this.records) if (debt) change(balance, debt, -1n)
    return balance
  }

  /** What all records of an order add up to. */
  recordedFor(order: string): Amount {
    const sum = zero()
    for (const record of this.records) if (record.order === order) change(sum, record.amount, 1n)
    return sum
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
        this.expire(next.lot)
        continue
      }
      next.lot.isWaiting = false
      this.events += 1
      this.payDebts()
    }
  }

  credit({ type, amount, order, availableAt, expiresAt }: NewLot, now: number): void {
    const isWaiting = availableAt > now
    const lot = { order, left: { ...amount }, availableAt, expiresAt, isWaiting }
    this.records.push({ type, amount, order, lot, debt: null })
    if (isWaiting) return
    this.events += 1
    if (expiresAt !== null && expiresAt <= now) this.expire(lot)
    this.payDebts()
  }

  get isInDebt(): boolean {
    const { points, cashback } = this.balance
    return points < 0n || cashback < 0n
  }

  /** What it took of which lots; null: there was not enough. */
  spend(measure: keyof Amount, quantity: bigint, type: number): Use[] | null {
    if (this.balance[measure] < quantity) return null
    const uses = usesInProportion(this.openLots, measure, quantity)
    const amount = negative(sumOf(uses))
    this.records.push({ type, amount, order: null, lot: null, debt: null })
    this.events += 1
    return uses
  }

  /** Undoes a redemption: each lot has back what was taken of it, and what is too old for that expires again. */
  giveBack(uses: readonly Use[], now: number): void {
    const amount = sumOf(uses)
    this.records.push({ type: TYPE.redeemReturned, amount, order: null, lot: null, debt: null })
    this.events += 1
    for (const use of uses) change(use.lot.left, use.amount, 1n)
    for (const { lot } of uses) if (lot.expiresAt !== null && lot.expiresAt <= now) this.expire(lot)
    this.payDebts()
  }

  takeBack(order: string, type: number, amount: Amount, owes: boolean): void {
    const isOwn = (lot: ModelLot): boolean => lot.order === order
    const waitingLots = this.lots.filter((lot) => lot.isWaiting && isOwn(lot))
    const waiting = takeExactly(waitingLots, amount)
    for (const lot of waitingLots) if (isZero(lot.left)) lot.isWaiting = false
    if (!isZero(waiting)) {
      this.records.push({ type, amount: negative(waiting), order, lot: null, debt: null })
    }
    const own = takeExactly(this.openLots.filter(isOwn), minus(amount, waiting))
    const spent = minus(minus(amount, waiting), own)
    const others = takeInProportion(
      this.openLots.filter((lot) => !isOwn(lot)),
      'points',
      spent.points,
    )
    const points = spent.points - others.points
    const cashback = spent.points === 0n ? spent.cashback : proportion(spent.cashback, points, spent.points)
    const atOnce = takeExactly(this.openLots, { points, cashback })
    const missing = minus({ points, cashback }, atOnce)
    const debt = owes ? missing : zero()
    const taken = zero()
    for (const part of [own, others, atOnce, debt]) change(taken, part, 1n)
    if (isZero(taken)) return
    const hasDebt = !isZero(debt)
    this.records.push({ type, amount: negative(taken), order, lot: null, debt: hasDebt ? debt : null })
    this.events += 1
  }

  private expire(lot: ModelLot): void {
    const amount = negative(lot.left)
    change(lot.left, amount, 1n)
    this.records.push({ type: TYPE.expiry, amount, order: lot.order, lot: null, debt: null })
    this.events += 1
  }

  /** Oldest debt first. */
  private payDebts(): void {
    for (const { debt } of this.records) {
      if (debt && !isZero(debt)) change(debt, takeExactly(this.openLots, debt), -1n)
    }
  }
}

/** Soonest expiry first, then oldest: the sort keeps the order of those that expire together. */
function inSpendingOrder(lots: readonly ModelLot[]): ModelLot[] {
  const end = ({ expiresAt }: ModelLot): number => expiresAt ?? Number.MAX_SAFE_INTEGER
  return lots.toSorted((a, b) => end(a) - end(b))
}

/** Takes each measure for itself, and returns what there was to take. */
function takeExactly(lots: readonly ModelLot[], wanted: Amount): Amount {
  const taken = zero()
  for (const { left } of inSpendingOrder(lots)) {
    const part = {
      points: minimum(left.points, wanted.points - taken.points),
      cashback: minimum(left.cashback, wanted.cashback - taken.cashback),
    }
    change(left, part, -1n)
    change(taken, part, 1n)
  }
  return taken
}

function takeInProportion(lots: readonly ModelLot[], measure: keyof Amount, wanted: bigint): Amount {
  return sumOf(usesInProportion(lots, measure, wanted))
}

/** Takes one measure, and of the other one what belongs to it. */
function usesInProportion(lots: readonly ModelLot[], measure: keyof Amount, quantity: bigint): Use[] {
  const other = measure === 'points' ? 'cashback' : 'points'
  const uses: Use[] = []
  let wanted = quantity
  for (const lot of inSpendingOrder(lots)) {
    const { left } = lot
    const used = minimum(left[measure], wanted)
    if (used === 0n) continue
    const amount = zero()
    amount[measure] = used
    amount[other] = proportion(left[other], used, left[measure])
    change(left, amount, -1n)
    wanted -= used
    uses.push({ lot, amount })
  }
  return uses
}

function sumOf(uses: readonly Use[]): Amount {
  const sum = zero()
  for (const { amount } of uses) change(sum, amount, 1n)
  return sum
}

function zero(): Amount {
  return { points: 0n, cashback: 0n }
}

function isZero({ points, cashback }: Amount): boolean {
  return points === 0n && cashback === 0n
}

function change(amount: Amount, by: Amount, times: 1n | -1n): void {
  amount.points += by.points * times
  amount.cashback += by.cashback * times
}

function minus(a: Amount, b: Amount): Amount {
  return { points: a.points - b.points, cashback: a.cashback - b.cashback }
}

function negative(amount: Amount): Amount {
  return minus(zero(), amount)
}
