import type { WriteStream } from 'node:tty'
import { countAccounts, type Verification, verifyTenant } from '../accounts/verify.ts'
import { verifyReturns } from '../orders/verify.ts'
import type { Database } from '../platform/postgres/database.ts'
import { progressBar } from '../platform/progress.ts'
import { verifyRewards } from '../rewards/verify.ts'
import type { Cells } from '../tenancy/cells.ts'
import { TenancyError } from '../tenancy/manage/tenants.ts'
import { listTenants } from '../tenancy/store/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { verifyCustomerCounts, verifyProgress } from '../tiers/verify.ts'

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
    results.push(await verifyMerchant(cells.of(tenant), tenant, bar.advance))
  }
  bar.clear()
  return {
    accounts: results.reduce((sum, { accounts }) => sum + accounts, 0),
    differences: results.flatMap(({ differences }) => differences),
  }
}

/** Everything of a merchant that is derived: accounts, returns, progress, and the counts of rewards, codes and customers. */
export async function verifyMerchant(
  database: Database,
  tenant: Tenant,
  onProgress: (accounts: number) => void = () => {},
): Promise<Verification> {
  const { accounts, differences } = await verifyTenant(database, tenant.id, onProgress)
  const counts = await Promise.all([
    verifyReturns(database, tenant.id),
    verifyRewards(database, tenant.id),
    verifyCustomerCounts(database, tenant.id),
    verifyProgress(database, tenant),
  ])
  return { accounts, differences: [...differences, ...counts.flat()] }
}
