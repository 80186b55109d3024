/** The sum behind a balance, as its customer reads it. */
import { POINT_TYPE, type PointType } from '../../accounts/account.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { type LotSum, partsOfBalance, type RecordSum } from './explain-balance.ts'
import { kindOf } from './kinds.ts'

/** All records of one type. */
export interface OwnRecordSum extends RecordSum {
  /** How many orders they are of. */
  readonly orders: number
  /** The order's id in the merchant's store, where they are of one. */
  readonly onlyOrder: string | null
}

export interface OwnPart {
  readonly of: OwnRecordSum | 'pending'
  readonly points: Decimal
}

/** The same parts as a merchant's people see, with each kind of earning by itself, and without what is of no points. */
export function ownPartsOf(sums: readonly OwnRecordSum[], waiting: LotSum): OwnPart[] {
  const byType = sums.toSorted((one, other) => one.type - other.type)
  return partsOfBalance(sums, waiting)
    .flatMap(({ kind, amount }): OwnPart[] =>
      kind === 'waiting'
        ? [{ of: 'pending', points: amount.points }]
        : byType
            .filter(({ type, isByHand }) => kindOf(type, isByHand) === kind)
            .map((sum) => ({ of: sum, points: sum.amount.points })),
    )
    .filter(({ points }) => points !== ZERO)
}

const OF_ORDERS: readonly PointType[] = [
  POINT_TYPE.purchase,
  POINT_TYPE.orderAdjusted,
  POINT_TYPE.orderCancelled,
]

/** How many there are, as people count: an order that changed twice is one that changed. */
export function countOf({ type, count, orders }: OwnRecordSum): number {
  return OF_ORDERS.includes(type) && orders > 0 ? orders : count
}
