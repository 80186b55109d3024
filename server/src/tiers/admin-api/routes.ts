import { isConfigRefusal } from '../../contract/config-refusal.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { problemOf } from '../../people/admin-api/config-refusal.ts'
import { changesBetween } from '../../people/audit.ts'
import { instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { findCustomerCounts } from '../collections/customer-counts.ts'
import { announceTiers, replaceTiers as replace, type TierSet, tiersOf, writtenOf } from '../manage.ts'
import { graceDaysOf } from '../promote.ts'
import { getTiers, replaceTiers, type TiersAnswer } from './schema.ts'

/** All tiers of a merchant are one thing: they are read, changed and told of together. */
const SUBJECT = { kind: 'tiers', id: 'all' } as const

export function tierAdminRoutes(api: AdminApi, { directory }: Pick<Cells, 'directory'>): void {
  api.read(getTiers, 'cell', async (tx, { tenant }) => {
    const set = await tiersOf(tx, tenant.id)
    return { answer: await present(tx, tenant, set), version: set.version }
  })

  api.write(replaceTiers, 'cell', async (tx, { tenant, body, ifMatch, now }) => {
    const change = await replace(tx, tenant, body.tiers, ifMatch, now)
    if (isConfigRefusal(change)) {
      return problemOf(tx, change, { ...SUBJECT, place: 'cell', tenantId: tenant.id })
    }
    const { before, after } = change
    if (after.tiers.length > 0 && !tenant.settings.usesTiers) {
      await directory.transaction([], (other) => announceTiers(other, tenant.id))
    }
    const label = after.tiers.map(({ name }) => name).join(', ')
    const changes = changesBetween(byKey(before), byKey(after))
    return {
      answer: await present(tx, tenant, after),
      version: after.version,
      audit: before === after ? null : { target: { ...SUBJECT, label }, ...changes },
    }
  })
}

function byKey({ tiers }: TierSet): Record<string, unknown> {
  return {
    order: tiers.map(({ key }) => key),
    ...Object.fromEntries(tiers.map((tier) => [tier.key, writtenOf(tier)])),
  }
}

async function present(tx: Tx, tenant: Tenant, { tiers, version }: TierSet): Promise<TiersAnswer> {
  const counts = await findCustomerCounts(
    tx,
    tiers.map(({ id }) => ({ tenantId: tenant.id, id })),
  )
  return {
    tiers: tiers.map((tier) => ({
      id: tier.id,
      ...writtenOf(tier),
      archivedAt: tier.archivedAt === null ? null : instantToText(tier.archivedAt),
      goals: [...tier.goals],
      benefits: [...tier.benefits],
      customers: counts.get(tier.id) ?? 0,
    })),
    graceDays: graceDaysOf(tenant),
    version,
  }
}
