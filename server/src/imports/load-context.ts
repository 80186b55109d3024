import { createSecretKey } from 'node:crypto'
import { loadOne } from '../accounts/till/collection.ts'
import { AT_ONCE_FOR_EVER } from '../earning/program.ts'
import { findCurrentProgram } from '../earning/store.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { findNamedRewards } from '../rewards/named-rewards.ts'
import { configuredTiers, TIERS } from '../tiers/collections/tiers.ts'
import { graceDaysOf } from '../tiers/promote.ts'
import { NO_TIERS } from '../tiers/tier.ts'
import type { AccountContext } from './account-context.ts'
import type { CouponContext } from './coupon-line.ts'
import type { ContextOf, LineContext } from './kinds/kind.ts'
import { findSalt } from './store/salt.ts'

/** Where no line was ever done, none is known by it. */
const NO_SALT = createSecretKey(Buffer.alloc(32))

/** What the lines of an import are understood by at this moment, whatever its kind. */
export async function loadLineContext(
  tx: Tx,
  { tenant, imported: { kind, options, createdAt }, now }: ContextOf,
): Promise<LineContext> {
  const salt = await findSalt(tx, tenant.id)
  const asOf = options.asOf === null ? createdAt : Date.parse(options.asOf)
  return {
    ...{ kind, options, now, salt: salt ? createSecretKey(salt) : NO_SALT, timeZone: tenant.timeZone },
    asOf: Math.min(asOf, now),
  }
}

export async function loadCouponContext(tx: Tx, of: ContextOf): Promise<CouponContext> {
  const [common, rewards] = await Promise.all([loadLineContext(tx, of), findNamedRewards(tx, of.tenant.id)])
  return { ...common, rewards }
}

export async function loadAccountContext(tx: Tx, of: ContextOf): Promise<AccountContext> {
  const { tenant, now } = of
  const [common, program, tiers] = await Promise.all([
    loadLineContext(tx, of),
    findCurrentProgram(tx, tenant.id, now),
    tenant.settings.usesTiers
      ? loadOne(tx, configuredTiers, { tenantId: tenant.id, key: TIERS })
      : Promise.resolve(NO_TIERS),
  ])
  return {
    ...common,
    tiers: tiers ?? NO_TIERS,
    graceDays: graceDaysOf(tenant),
    cashback: program.cashback,
    validity: program.index.purchase ?? AT_ONCE_FOR_EVER,
  }
}
