import type { TenantId } from '../contract/ids.ts'
import { findPlacedOrders } from '../orders/collections/placed-orders.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { type LocalDate, localDate, startOfDay } from '../platform/zone.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { checkOrders, isEarned } from './check-orders.ts'
import { programsOfOrders } from './programs-of-orders.ts'
import { type CheckSum, NOTHING_CHECKED } from './result.ts'
import { saveCheck } from './store/checks.ts'
import { deleteLeftSums } from './store/customer-sums.ts'

/** Of one merchant in one night. */
const ORDERS_MAX = 50_000
const PAGE = 500

export interface CheckOptions {
  readonly database: Database
  readonly tenant: Tenant
  readonly now: Instant
  readonly signal: AbortSignal
  readonly log: Logger
  readonly onDifferences: (count: number) => void
}

/**
 * Whether yesterday's orders earned what the program gives that they earned with. It runs again as often as one likes:
 * it only reads, and keeps what it found last.
 */
export async function checkYesterday(options: CheckOptions): Promise<void> {
  const { database, tenant, now, log, onDifferences } = options
  await database.transaction([tenant.id], (tx) => deleteLeftSums(tx, tenant.id))
  const day = localDate(now, tenant.timeZone) - 1
  const found = await checkDay(options, day)
  if (found === null) return
  await database.transaction([tenant.id], (tx) => saveCheck(tx, tenant.id, { ...found, day, now }))
  onDifferences(found.differences)
  for (const order of found.first) {
    log.error({ tenant: tenant.id, order }, 'an order did not earn what its program gives')
  }
}

/** null: the worker stops. */
async function checkDay(
  { database, tenant, signal }: CheckOptions,
  day: LocalDate,
): Promise<CheckSum | null> {
  const [from, until] = [day, day + 1].map((date) => startOfDay(date, tenant.timeZone)) as [Instant, Instant]
  let sum = NOTHING_CHECKED
  let after = { at: instantToText(from), id: -1 }
  for (let read = 0; read < ORDERS_MAX; read += PAGE) {
    if (signal.aborted) return null
    const page = await database.read([tenant.id], (tx) => checkPage(tx, tenant.id, { after, until }, sum))
    sum = page.sum
    if (page.next === null) break
    after = page.next
  }
  return sum
}

async function checkPage(
  tx: Tx,
  tenantId: TenantId,
  { after, until }: { readonly after: { readonly at: string; readonly id: number }; readonly until: Instant },
  before: CheckSum,
) {
  const { orders, next } = await findPlacedOrders(tx, tenantId, { after, until, limit: PAGE })
  const earned = orders.filter(isEarned)
  const programOf = await programsOfOrders(tx, tenantId, earned)
  return { sum: await checkOrders(tx, tenantId, { earned, programOf }, before), next }
}
