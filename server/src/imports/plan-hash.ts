import { createHash } from 'node:crypto'
import { findCurrentProgram } from '../earning/store.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { findTiers } from '../tiers/collections/tiers.ts'
import type { Import } from './import.ts'
import type { ReadingPlan } from './plan-reading.ts'

export interface Planned {
  readonly tenant: Tenant
  readonly import: Pick<Import, 'kind' | 'options' | 'answers' | 'preset'>
  readonly fileSha256: Buffer
  readonly plan: Pick<ReadingPlan, 'format' | 'mapping'>
}

/** All that the numbers of a dry run depend on, beside the customers: when it changes, the dry run says something else. */
export async function planHash(tx: Tx, planned: Planned, now: Instant): Promise<Buffer> {
  const { tenant, fileSha256, plan } = planned
  const { kind, options, answers, preset } = planned.import
  const [program, tiers] = await Promise.all([findCurrentProgram(tx, tenant.id, now), findTiers(tx, tenant)])
  const parts = {
    ...{ file: fileSha256.toString('hex'), kind, preset, options, answers },
    ...{ format: plan.format, mapping: plan.mapping, zone: tenant.timeZone },
    ...{ program: program.version, tiers },
  }
  return createHash('sha256')
    .update(JSON.stringify(inOrder(parts)))
    .digest()
}

/** The database gives members of JSON back in another order. */
function inOrder(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, inOrder(member)] as const)
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
