/** What making an adjustment and agreeing to one have in common. */
import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { type Load, load } from '../../accounts/till/collection.ts'
import type { Facts } from '../../accounts/till/command.ts'
import type { RecordId } from '../../contract/ids.ts'
import { CURRENT, currentProgram, programSchedule } from '../../earning/collections.ts'
import { orders } from '../../orders/collections/orders.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { countGains, gainsOfActions, progressLoads, tierLoads } from '../../tiers/promote.ts'
import { type Adjustment, type MadeAdjustment, USES_MAX } from '../adjustment.ts'
import type { AdjustContext, Adjusted } from '../rules/adjust.ts'

export function loadsOfAny(tenant: Tenant): Load[] {
  return [load(programSchedule, CURRENT), ...tierLoads(tenant)]
}

/** The order that it is about. */
export function loadsOfOrder({ orderKey }: Pick<Adjustment, 'orderKey'>): Load[] {
  return orderKey === null ? [] : [load(orders, orderKey)]
}

/** What is taken was spent, and takes nothing from what was earned. */
export function loadsOfGains(
  facts: Facts,
  tenant: Tenant,
  { kind }: Pick<Adjustment, 'kind'>,
  now: Instant,
): readonly Load[] {
  return kind === 'add' ? progressLoads(facts, tenant, now) : []
}

export function contextOf(
  facts: Facts,
  { tenant, customer, adjustment }: { tenant: Tenant; customer: Customer; adjustment: Adjustment },
  now: Instant,
): Pick<AdjustContext, 'customer' | 'program' | 'timeZone' | 'order'> {
  const { orderKey } = adjustment
  return {
    customer,
    program: currentProgram(facts, now),
    timeZone: tenant.timeZone,
    order: orderKey === null ? undefined : facts.get(orders, orderKey),
  }
}

/** What is given counts for tiers. */
export function countGiven(facts: Facts, tenant: Tenant, customer: Customer, posting: Posting) {
  return countGains(facts, { tenant, customer, gains: gainsOfActions(posting.entries, tenant) }, posting)
}

/** Who has made it, and who has agreed to it. */
interface Names {
  readonly requestHash: Buffer
  readonly madeBy: string
  readonly approvedBy: string | null
}

export function madeOf(
  { customer, order }: Pick<AdjustContext, 'customer' | 'order'>,
  { unit, reason, note, orderKey }: Adjustment,
  { recordId, recorded, expiresAt, used }: Adjusted,
  { requestHash, madeBy, approvedBy }: Names,
  ends: ReadonlyMap<RecordId, Instant | null>,
): MadeAdjustment {
  return {
    customerId: customer.id,
    unit,
    recordId,
    reason,
    note,
    requestHash,
    madeBy,
    approvedBy,
    orderId: orderKey === null ? null : (order?.id ?? null),
    recorded,
    expiresAt,
    used: used.slice(0, USES_MAX).map((use) => ({ ...use, expiresAt: ends.get(use.lotId) ?? null })),
  }
}
