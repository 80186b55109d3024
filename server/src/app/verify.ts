import type { WriteStream } from 'node:tty'
import { countAccounts, type Verification, verifyTenant } from '../accounts/verify.ts'
import { verifyCoupons } from '../coupons/verify.ts'
import { verifyCustomers } from '../customers/verify.ts'
import { verifyPrograms } from '../earning/verify.ts'
import { verifyLotDates } from '../history/verify/lots.ts'
import { verifyReasons } from '../history/verify/reasons.ts'
import { verifyOrders } from '../orders/verify/orders.ts'
import { verifyReturns, verifyTaken } from '../orders/verify/returns.ts'
import type { Database } from '../platform/postgres/database.ts'
import { progressBar } from '../platform/progress.ts'
import { verifyRewards } from '../rewards/verify.ts'
import type { Cells } from '../tenancy/cells.ts'
import { TenancyError } from '../tenancy/manage/tenants.ts'
import { readSettingsVersion } from '../tenancy/store/settings.ts'
import { listTenants } from '../tenancy/store/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { verifyCustomerCounts, verifyProgress, verifyTierHistory } from '../tiers/verify.ts'

/** Verifies all accounts of one tenant, or of every tenant, showing how far it is on a terminal. */
export async function verify(
  cells: Cells,
  tenantId: number | undefined,
  terminal: WriteStream,
): Promise<Verification> {
  const all = await cells.directory.read([], listTenants)
  const tenants = all.filter(({ id }) => tenantId === undefined || id === tenantId)
  if (tenantId !== undefined && tenants.length === 0)
    throw new TenancyError(`There is no tenant ${tenantId}.`)
  let total = 0
  for (const tenant of tenants) {
    total += await cells.of(tenant).read([tenant.id], (tx) => countAccounts(tx, tenant.id))
  }
  const bar = progressBar(terminal, total, (done) => `${done} of ${total} accounts`)
  const results: Verification[] = []
  for (const tenant of tenants) {
    results.push(await verifyMerchant(cells.of(tenant), tenant, cells.directory, bar.advance))
  }
  bar.clear()
  return {
    accounts: results.reduce((sum, { accounts }) => sum + accounts, 0),
    differences: results.flatMap(({ differences }) => differences),
  }
}

/**
 * Everything of a merchant that follows from something else: accounts, orders, returns, progress, dates of lots, and the
 * counts of rewards, codes and customers.
 */
export async function verifyMerchant(
  database: Database,
  tenant: Tenant,
  directory: Database,
  onProgress: (accounts: number) => void = () => {},
): Promise<Verification> {
  const { accounts, differences } = await verifyTenant(database, tenant.id, onProgress)
  const settingsVersion = await directory.read([tenant.id], (tx) => readSettingsVersion(tx, tenant.id))
  const counts = await Promise.all([
    verifyReturns(database, tenant.id),
    verifyRewards(database, tenant.id),
    verifyCustomerCounts(database, tenant.id),
    verifyProgress(database, tenant),
    verifyPrograms(database, tenant.id),
    verifyCoupons(database, tenant),
    verifyTierHistory(database, tenant.id),
  ])
  const reasons = await verifyReasons(database, tenant.id)
  const orders = await verifyOrders(database, tenant.id)
  const taken = await verifyTaken(database, tenant.id)
  const customers = await verifyCustomers(database, tenant.id)
  // Whether the settings changed is known, not which of them.
  const dates = await verifyLotDates(database, tenant, settingsVersion === 1)
  return {
    accounts,
    differences: [...differences, ...counts.flat(), ...reasons, ...orders, ...taken, ...customers, ...dates],
  }
}
