import { isConfigRefusal } from '../contract/config-refusal.ts'
import type { TenantId } from '../contract/ids.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { changeSettings } from '../tenancy/manage/settings.ts'
import { TenancyError } from '../tenancy/manage/tenants.ts'
import {
  type Closing,
  close,
  isNotChanged,
  type NotChanged,
  resume,
  suspend,
} from '../tenancy/rules/change-standing.ts'
import type { Standing } from '../tenancy/standing.ts'
import { lockTenant, saveStanding } from '../tenancy/store/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Operator } from './operator.ts'
import { tellOfMerchant } from './tell.ts'

/* What an operator does about a merchant. Each may be repeated: what is so already stays as it is, and is not told. */

/** From within a second on, both APIs refuse the merchant's requests. What they have done by then is done. */
export function suspendMerchant(
  tx: Tx,
  tenantId: TenantId,
  reason: string | null,
  done: Done,
): Promise<Tenant> {
  return changeStanding(tx, tenantId, 'tenant.suspend', done, ({ standing }) =>
    suspend(standing, reason, done.now),
  )
}

/** Ends a suspension, and the grace period of a merchant that was closed. */
export function resumeMerchant(tx: Tx, tenantId: TenantId, done: Done): Promise<Tenant> {
  return changeStanding(tx, tenantId, 'tenant.resume', done, ({ standing }) => resume(standing, done.now))
}

/** Begins the grace period, after which the merchant can be deleted. */
export function closeMerchant(
  tx: Tx,
  tenantId: TenantId,
  closing: Omit<Closing, 'isSandbox'>,
  done: Done,
): Promise<Tenant> {
  return changeStanding(tx, tenantId, 'tenant.close', done, ({ standing, isSandbox }) =>
    close(standing, { ...closing, isSandbox }, done.now),
  )
}

/** As a change of the settings: a person who edits them meanwhile is told. */
export async function renameMerchant(tx: Tx, tenantId: TenantId, name: string, done: Done): Promise<Tenant> {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > NAME_MAX) {
    throw new TenancyError(`The name must have 1 to ${NAME_MAX} characters.`)
  }
  const change = await changeSettings(
    tx,
    tenantId,
    { name: trimmed },
    {
      hasOrders: true,
      expected: null,
      clock: () => done.now,
    },
  )
  if (isConfigRefusal(change)) throw new TenancyError(`There is no tenant ${tenantId}.`)
  const { before, after } = change
  if (before && before.tenant.name !== after.tenant.name) {
    await tellOfMerchant(tx, after.tenant, done.by, {
      action: 'tenant.rename',
      at: done.now,
      before: { name: before.tenant.name },
      after: { name: after.tenant.name },
    })
  }
  return after.tenant
}

const NAME_MAX = 250

export interface Done {
  readonly by: Operator
  readonly now: Instant
}

export async function changeStanding(
  tx: Tx,
  tenantId: TenantId,
  action: string,
  { by, now }: Done,
  decide: (tenant: Tenant) => Standing | NotChanged,
): Promise<Tenant> {
  const tenant = await lockTenant(tx, tenantId)
  if (!tenant) throw new TenancyError(`There is no tenant ${tenantId}.`)
  const standing = decide(tenant)
  if (isNotChanged(standing)) throw new TenancyError(`Tenant ${tenantId}: ${standing.problem}`)
  if (isSame(standing, tenant.standing)) return tenant
  await saveStanding(tx, tenantId, standing)
  const changed = { ...tenant, standing }
  await tellOfMerchant(tx, changed, by, {
    action,
    at: now,
    before: { state: tenant.standing.state },
    after: {
      state: standing.state,
      ...(standing.deleteAfter === null ? {} : { deleteAfter: instantToText(standing.deleteAfter) }),
    },
    note: standing.reason,
  })
  return changed
}

function isSame(one: Standing, other: Standing): boolean {
  return one.state === other.state && one.reason === other.reason
}
