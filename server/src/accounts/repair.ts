import type { TenantId } from '../contract/ids.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { type Repair, repairOf } from './rules/repair.ts'
import { lockAccounts, type StoredAccount } from './store/accounts.ts'
import { loadLedger, saveRepair } from './store/ledger.ts'
import { keyText } from './till/collection.ts'

export interface RepairedAccount extends Repair {
  readonly stored: StoredAccount
}

/**
 * Recomputes what is left of a customer's lots and debts from the records, under the lock that every command takes.
 * `isTrial`: nothing is written. null: there is no such customer. A text: why the records do not say what is right.
 */
export async function repairAccount(
  tx: Tx,
  tenantId: TenantId,
  customerKey: string,
  isTrial: boolean,
): Promise<RepairedAccount | string | null> {
  const key = { tenantId, key: customerKey }
  const { accounts, aliases } = await lockAccounts(tx, [key])
  const stored = accounts.get(aliases?.get(keyText(key)) ?? keyText(key))
  if (stored === undefined || stored === 'busy') return null
  const ref = { tenantId, customerId: stored.customer.id }
  const repair = repairOf({ balance: stored.account.balance, ...(await loadLedger(tx, ref)) })
  if (typeof repair === 'string') return repair
  if (!isTrial && repair.lots.length + repair.debts.length > 0) await saveRepair(tx, ref, repair)
  return { ...repair, stored }
}
