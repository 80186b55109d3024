import { add, NOTHING } from '../../accounts/account.ts'
import { instantToText } from '../../platform/clock.ts'
import { decimalToNumber, moneyToNumber } from '../../platform/decimal.ts'
import type { OrderReturn } from '../order-return.ts'
import type { ReturnResult } from './return-schema.ts'

/** As it was when it was made, whatever has become of the order since. */
export function toReturnResult({
  at,
  state,
  taken,
  writtenOff,
  refunds,
  remaining,
}: OrderReturn): ReturnResult {
  const refunded = refunds.reduce((sum, { amount }) => add(sum, amount), NOTHING)
  return {
    isCanceled: true,
    UpdatedAt: instantToText(at),
    Status: state,
    PointsTakenBack: decimalToNumber(taken.points),
    CashbackTakenBack: moneyToNumber(taken.cashback),
    WrittenOff: {
      Points: decimalToNumber(writtenOff.points),
      Cashback: moneyToNumber(writtenOff.cashback),
    },
    PointsReturned: decimalToNumber(refunded.points),
    CashbackReturned: moneyToNumber(refunded.cashback),
    RemainingTotal: moneyToNumber(remaining),
  }
}
