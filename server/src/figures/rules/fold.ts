import { type Amount, add, isNothing, NOTHING, negate, POINT_TYPE, subtract } from '../../accounts/account.ts'
import type { Line } from '../../earning/explanation.ts'
import type { Instant } from '../../platform/clock.ts'
import { decimalFromText, notBelowZero, ZERO } from '../../platform/decimal.ts'
import type { LocalDate } from '../../platform/zone.ts'
import {
  CAUSE,
  type Delta,
  NEVER_ENDS,
  OUTCOME,
  ofVintage,
  REWARD,
  SERIES,
  type Series,
  STOCK,
} from './delta.ts'
import type {
  Arrived,
  LedgerEntry,
  LotFacts,
  LotUse,
  Merged,
  Moved,
  PendingCredit,
  PendingDebit,
  RecordFacts,
  Refunded,
  Taken,
} from './entry.ts'
import { isOver } from './repaid.ts'
import { sharesOf } from './shares.ts'
import { dayOf, type Month, monthAsOf, type ZoneSpan } from './zones.ts'

/** What one entry adds to the sums. */
export function fold(entry: LedgerEntry, spans: readonly ZoneSpan[]): Delta[] {
  const folding = new Folding(dayOf(effectiveAt(entry), spans), spans)
  folding.add(entry)
  return folding.deltas
}

/** When an entry counts: what expires at midnight had the day before as its last day, and counts on that. */
export function effectiveAt(entry: LedgerEntry): Instant {
  return isExpiry(entry) ? entry.at - 1 : entry.at
}

class Folding {
  /** What one entry used of 100,000 lots comes to a few sums: they are added up at once. */
  readonly #deltas = new Map<string, Delta>()
  readonly #day: LocalDate
  readonly #spans: readonly ZoneSpan[]

  constructor(day: LocalDate, spans: readonly ZoneSpan[]) {
    this.#day = day
    this.#spans = spans
  }

  get deltas(): Delta[] {
    return [...this.#deltas.values()].filter(({ amount, count }) => !isNothing(amount) || count !== 0)
  }

  add(entry: LedgerEntry): void {
    if ('repaid' in entry && 'lot' in entry) this.#arrived(entry)
    else if (entry.kind === 'debit') this.#taken(entry)
    else if (entry.kind === 'refund') this.#refunded(entry)
    else if (entry.kind === 'pendingCredit') this.#pending(entry)
    else if (entry.kind === 'pendingDebit') this.#takenWhilePending(entry)
    else if (entry.kind === 'merge') this.#merged(entry)
    else if (entry.kind === 'repayment') this.#repaid(entry.repaid)
    else this.#moved(entry)
  }

  #pending({ lot, record }: PendingCredit): void {
    this.#flow(record, CAUSE.pending, record.amount)
    this.#stock(lot, STOCK.pending, record.amount)
    this.#issued(lot, record)
  }

  #takenWhilePending(entry: PendingDebit): void {
    this.#flow(entry.record, CAUSE.pending, entry.record.amount)
    for (const { lot, amount } of entry.uses) this.#stock(lot, STOCK.pending, negate(amount))
    this.#used(entry)
  }

  /** Nothing was used of a lot whose dates change: all of it moves. */
  #moved({ kind, from, to, record }: Moved): void {
    const stock = kind === 'move' ? STOCK.open : STOCK.pending
    this.#stock(from, stock, negate(record.amount))
    this.#stock(to, stock, record.amount)
  }

  #merged({ record, change, repaid }: Merged): void {
    this.#add(SERIES.flow, record.type, CAUSE.merge, change, 0)
    this.#repaid(repaid)
  }

  #arrived({ kind, record, lot, change, repaid }: Arrived): void {
    this.#flow(record, CAUSE[kind], change)
    this.#rules(record, change)
    if (kind === 'opening') this.#stock(lot, STOCK.pending, negate(change))
    else this.#issued(lot, record)
    this.#stock(lot, STOCK.open, change)
    this.#repaid([{ lot, amount: repaid }])
  }

  #taken(entry: Taken): void {
    const { record, change, uses } = entry
    this.#flow(record, CAUSE.debit, change)
    if (record.type === POINT_TYPE.redeem) {
      this.#add(SERIES.reward, rewardOf(record), REWARD.redeemed, negate(change))
    } else if (record.type !== POINT_TYPE.expiry) {
      this.#rules(record, change)
    }
    for (const { lot, amount } of uses) this.#stock(lot, STOCK.open, negate(amount))
    const owed = subtract(negate(change), sumOfUses(uses))
    this.#add(SERIES.stock, NEVER_ENDS, STOCK.owed, owed, 0)
    this.#used(entry)
  }

  #refunded({ record, change, uses, repaid }: Refunded): void {
    this.#flow(record, CAUSE.refund, change)
    this.#add(SERIES.reward, rewardOf(record), REWARD.refunded, change)
    for (const { lot, amount } of uses) {
      this.#stock(lot, STOCK.open, amount)
      this.#vintage(lot, OUTCOME.refunded, amount)
    }
    this.#repaid(repaid)
  }

  /** What an open lot paid of a debt is neither open nor owed any more. */
  #repaid(repaid: readonly LotUse[]): void {
    for (const { lot, amount } of repaid) {
      this.#stock(lot, STOCK.open, negate(amount))
      this.#add(SERIES.stock, NEVER_ENDS, STOCK.owed, negate(amount), 0)
      this.#vintage(lot, OUTCOME.repaid, amount)
    }
  }

  #issued(lot: LotFacts, record: RecordFacts): void {
    this.#vintage(lot, OUTCOME.issued, record.amount)
    if (record.amount.cashback === ZERO) this.#vintage(lot, OUTCOME.withoutWorth, record.amount)
    const sales = salesOf(record)
    if (sales !== null) this.#add(SERIES.sales, 0, 0, { points: ZERO, cashback: sales })
  }

  #used({ record, at, uses }: Pick<Taken, 'record' | 'at' | 'uses'>): void {
    for (const { lot, amount } of uses) {
      this.#vintage(lot, outcomeOf(record, isOver(lot, at)), amount)
    }
  }

  #flow(record: RecordFacts, cause: number, change: Amount): void {
    this.#add(SERIES.flow, record.type, cause, change)
  }

  #rules(record: RecordFacts, change: Amount): void {
    const takes = change.points < ZERO || (change.points === ZERO && change.cashback < ZERO) ? 1 : 0
    for (const { rule, amount } of sharesOf(record, change)) {
      this.#add(SERIES.rule, rule, 2 * (record.explanation?.v ?? 0) + takes, amount)
    }
  }

  #stock(lot: LotFacts, stock: number, amount: Amount): void {
    this.#add(SERIES.stock, this.#endMonth(lot), stock, amount, 0)
  }

  #add(series: Series, a: number, b: number, amount: Amount, count = 1): void {
    if (isNothing(amount)) return
    const key = `${series} ${a} ${b}`
    const sum = this.#deltas.get(key)
    this.#deltas.set(key, {
      ...{ series, day: this.#day, a, b },
      amount: sum ? add(sum.amount, amount) : amount,
      count: count + (sum?.count ?? 0),
    })
  }

  #vintage({ recordedAt, type }: LotFacts, outcome: number, amount: Amount): void {
    const month = monthAsOf(recordedAt, recordedAt, this.#spans)
    this.#add(SERIES.vintage, month, ofVintage(outcome, type), amount, 0)
  }

  /** The month of its last day: a lot that ends at the first midnight of November is October's. */
  #endMonth({ recordedAt, expiresAt }: LotFacts): Month {
    return expiresAt === null ? NEVER_ENDS : monthAsOf(expiresAt - 1, recordedAt, this.#spans)
  }
}

function sumOfUses(uses: readonly LotUse[]): Amount {
  return uses.reduce(
    (sum, { amount }) => ({
      points: sum.points + amount.points,
      cashback: sum.cashback + amount.cashback,
    }),
    NOTHING,
  )
}

function outcomeOf(record: RecordFacts, isLotOver: boolean): number {
  if (record.type === POINT_TYPE.redeem) return OUTCOME.redeemed
  if (record.type !== POINT_TYPE.expiry) return OUTCOME.takenBack
  return isLotOver || isInactivity(record) ? OUTCOME.expired : OUTCOME.endedEarly
}

/** What expired, by its own time or by inactivity; not what ended early with its customer. */
function isExpiry(entry: LedgerEntry): boolean {
  if (entry.record.type !== POINT_TYPE.expiry || entry.kind !== 'debit') return false
  return isInactivity(entry.record) || entry.uses.some(({ lot }) => isOver(lot, entry.at))
}

function isInactivity({ explanation }: RecordFacts): boolean {
  return explanation?.lines.some(({ kind }) => kind === 'inactive') ?? false
}

const REWARD_LINES: ReadonlySet<Line['kind']> = new Set(['reward', 'refunded', 'returned'])

/** Of a redemption or its refund. 0: it is not known. */
export function rewardOf({ explanation, rewardId }: Pick<RecordFacts, 'explanation' | 'rewardId'>): number {
  const line = explanation?.lines.find(({ kind }) => REWARD_LINES.has(kind))
  return line && 'id' in line ? Number(line.id) : (rewardId ?? 0)
}

/** The money that the purchase rule counted; of an order that grew, what it grew by. null: it was no sale. */
function salesOf({ type, explanation, before }: RecordFacts): bigint | null {
  if (type !== POINT_TYPE.purchase && type !== POINT_TYPE.orderAdjusted) return null
  const counted = purchaseAmount(explanation?.lines)
  const earlier = type === POINT_TYPE.orderAdjusted ? purchaseAmount(before?.lines) : ZERO
  return notBelowZero(counted - earlier)
}

function purchaseAmount(lines: readonly Line[] = []): bigint {
  const purchase = lines.find((line) => line.kind === 'purchase')
  return purchase && 'amount' in purchase && purchase.amount ? decimalFromText(purchase.amount) : ZERO
}
