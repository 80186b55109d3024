import { loadOne } from '../accounts/till/collection.ts'
import { AT_ONCE_FOR_EVER } from '../earning/program.ts'
import { findCurrentProgram } from '../earning/store.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { configuredTiers, TIERS } from '../tiers/collections/tiers.ts'
import { graceDaysOf } from '../tiers/promote.ts'
import { NO_TIERS } from '../tiers/tier.ts'
import type { AccountContext } from './account-context.ts'
import type { Import } from './import.ts'
import { findSalt, ownSalt } from './store/salt.ts'

const NO_SALT = Buffer.alloc(32)

/**
 * What the lines of an import are understood by at this moment. It makes the merchant's salt where there is none, but not
 * for a dry run: where no line was ever done, none is known by it.
 */
export async function loadAccountContext(
  tx: Tx,
  tenant: Tenant,
  { kind, options, createdAt }: Pick<Import, 'kind' | 'options' | 'createdAt'>,
  now: Instant,
  { isDryRun = false }: { readonly isDryRun?: boolean } = {},
): Promise<AccountContext> {
  const [program, tiers, salt] = await Promise.all([
    findCurrentProgram(tx, tenant.id, now),
    tenant.settings.usesTiers
      ? loadOne(tx, configuredTiers, { tenantId: tenant.id, key: TIERS })
      : Promise.resolve(NO_TIERS),
    isDryRun ? findSalt(tx, tenant.id) : ownSalt(tx, tenant.id),
  ])
  const asOf = options.asOf === null ? createdAt : Date.parse(options.asOf)
  return {
    ...{ kind, options, now, salt: salt ?? NO_SALT, timeZone: tenant.timeZone },
    asOf: Math.min(asOf, now),
    tiers: tiers ?? NO_TIERS,
    graceDays: graceDaysOf(tenant),
    cashback: program.cashback,
    validity: program.index.purchase ?? AT_ONCE_FOR_EVER,
  }
}
