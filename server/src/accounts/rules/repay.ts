import type { Account, Repayment } from '../account.ts'
import { repayDebts } from './lots.ts'

/**
 * Pays debts from what is open, and keeps with the account which lots have paid: a redemption that is undone in the same
 * batch gives back to these lots too, although no origin of theirs is stored yet.
 */
export function repay(account: Account, at: number): { account: Account; repayments: Repayment[] } {
  const { account: after, repayments } = repayDebts(account, at)
  if (repayments.length === 0) return { account: after, repayments }
  const payers = new Map(account.lots.map((lot) => [lot.id, lot]))
  const repaid = repayments.flatMap((repayment) => {
    const lot = payers.get(repayment.lotId)
    return lot ? [{ ...repayment, lot }] : []
  })
  return { account: { ...after, repaid: [...after.repaid, ...repaid] }, repayments }
}
