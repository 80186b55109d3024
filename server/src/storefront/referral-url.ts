import type { Database } from '../platform/postgres/database.ts'
import { readStorefront } from '../tenancy/store/storefront.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Content } from './content.ts'

/** Where friends of a merchant's customers come by a code; null: it has not said. */
export async function readReferralUrl(directory: Database, { id }: Tenant): Promise<string | null> {
  const config = await directory.read([id], (tx) => readStorefront(tx, id))
  return ((config?.content ?? {}) as Content).referralUrl ?? null
}
