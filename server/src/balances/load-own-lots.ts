import type { Account } from '../accounts/account.ts'
import type { CustomerId } from '../contract/ids.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { NOTHING_EXPIRES } from './rules/expiring.ts'
import { type OwnLots, ownLotsOf } from './rules/own-lots.ts'
import { readExpiring } from './store.ts'

/** A till's “final consumer” may have a million. */
const LOTS_MAX = 20_000

/** What of a customer's points ends in which month. */
export async function loadOwnLots(
  tx: Tx,
  { id: tenantId, timeZone }: Pick<Tenant, 'id' | 'timeZone'>,
  { customerId, account }: { readonly customerId: CustomerId; readonly account: Account },
  monthsMax: number,
): Promise<OwnLots> {
  const owner = { tenantId, customerId }
  const [expiring = NOTHING_EXPIRES] = await readExpiring(tx, [owner], LOTS_MAX + 1, LOTS_MAX)
  return ownLotsOf(account, expiring, { timeZone, monthsMax })
}
