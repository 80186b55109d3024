import type { Command } from '../../accounts/till/command.ts'
import type { CustomerId } from '../../contract/ids.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { withdrawCustomers } from '../store/withdraw.ts'

export interface WithdrawInput {
  readonly tenant: Tenant
  /** Whom the import made, and whose lines are undone. */
  readonly customerIds: readonly CustomerId[]
}

/**
 * Deletes customers whom an undone import made, where nothing else hangs on them. All of them in one transaction: there
 * is no account to decide about. How many went.
 */
export const withdrawMade: Command<WithdrawInput, number> = {
  name: 'withdraw customers',
  customerOf: () => null,
  prepare: (tx, { tenant, customerIds }) => withdrawCustomers(tx, tenant.id, customerIds),
  loads: () => [],
  decide: ({ prepared }) => ({ result: Number(prepared) }),
}
