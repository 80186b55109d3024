import type { Account } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import { resultFailure } from '../../contract/private-api/envelopes.ts'
import type { ApiRefusal } from '../../contract/private-api/errors.ts'
import { instantToText, lastSecondBefore } from '../../platform/clock.ts'
import { balanceToNumber, decimalToNumber, moneyToNumber } from '../../platform/decimal.ts'
import { expiringOf } from '../rules/expiring.ts'
import type { HistoryRow, ListedPoints } from '../store.ts'
import type { CustomerPoints } from './schema.ts'

/** Of a customer who is not known. */
export const NOBODY: CustomerPoints = {
  CustomerExists: false,
  InternalId: null,
  PointsBalance: 0,
  PointsToExpire: [],
  CashbackBalance: 0,
  RedeemKey: null,
  PointHistory: [],
  Name: null,
  Error: null,
}

/** Of an unknown customer, the result says that there is none. */
export function refuseChange(refused: ApiRefusal) {
  const Result = refused.reason === 'Customer_NotFound' ? { ...NOBODY, Error: refused.message } : null
  return { ...resultFailure(refused), Result }
}

export interface PointsAnswer extends ListedPoints {
  readonly customer: Customer
  readonly account: Account
  /** With cashback off, what the points once were worth is not shown. */
  readonly isCashbackOn: boolean
}

export function toCustomerPoints(answer: PointsAnswer): CustomerPoints {
  const { customer, account, history, expiring, isCashbackOn } = answer
  return {
    CustomerExists: true,
    InternalId: String(customer.id),
    PointsBalance: decimalToNumber(account.balance.points),
    PointsToExpire: expiringOf(account, expiring).map(({ points, when }) => ({
      Points: decimalToNumber(points),
      When: instantToText(lastSecondBefore(when)),
    })),
    CashbackBalance: isCashbackOn ? balanceToNumber(account.balance.cashback) : 0,
    RedeemKey: null,
    PointHistory: history.map(toHistoryItem),
    Name: customer.profile.name,
    Error: null,
  }
}

function toHistoryItem(row: HistoryRow): CustomerPoints['PointHistory'][number] {
  return {
    Id: row.id,
    DateReceived: row.recorded_at.toISOString(),
    ExpirationDate: row.expires_at && instantToText(lastSecondBefore(row.expires_at.getTime())),
    Amount: decimalToNumber(row.points),
    CashbackAmount: moneyToNumber(row.cashback),
    BranchId: row.branch?.[0] ?? null,
    BranchName: row.branch?.[1] ?? null,
  }
}
