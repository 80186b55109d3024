import { findDueMoments } from '../../accounts/store/accounts.ts'
import { askInactive, findLongestInactive } from '../../accounts/store/inactive.ts'
import { countFigures } from '../../figures/count-figures.ts'
import { rangesOfPeriod } from '../../figures/rules/day-ranges.ts'
import { firstDayOfMonth, lastDayOfMonth } from '../../figures/rules/period.ts'
import type { Month, ZoneSpan } from '../../figures/rules/zones.ts'
import { noteVerification, verifySums } from '../../figures/verify.ts'
import { type MonthDifferences, verifyMonth } from '../../figures/verify-month.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Blocker } from './blockers.ts'
import { firstOpenMonth, type Ledger, readFigures, readLedger, runningMonth } from './read-books.ts'

/** A worker needs seconds to catch up; one that needs more steps is behind. */
const STEPS_MAX = 200

export interface CloseDeps {
  readonly cells: Cells
  readonly clock: Clock
}

export interface MonthOfTenant {
  readonly tenant: Tenant
  readonly month: Month
  /** By the tenant's clock. */
  readonly now: Instant
  /** The time zones that the merchant has had: which of them the month was in decides when it ended. */
  readonly spans: readonly ZoneSpan[]
}

/** Why a month is not closed; of figures that differ from the ledger, which do. */
export interface Obstacle {
  readonly code: Blocker
  readonly differences?: MonthDifferences
}

/**
 * Before the transaction that closes a month: what is in its way. Where nothing is, brings the figures up to the ledger
 * and compares every day of the month with it. Whatever is sold meanwhile is of a later month, or is posted in one.
 */
export async function checkMonth(deps: CloseDeps, of: MonthOfTenant): Promise<Obstacle | null> {
  const { tenant, month } = of
  const database = deps.cells.of(tenant)
  const known = await database.read([tenant.id], async (tx) => {
    const ledger = await readLedger(tx, tenant)
    if (ledger.closes.some((one) => one.month === month)) return { isClosed: true, blocker: null }
    const blocker = await findBlocker(tx, of, ledger)
    if (blocker) return { isClosed: false, blocker }
    // The first count is of all accounts: the worker does that.
    return { isClosed: false, blocker: (await readFigures(tx, tenant)) ? null : ('counting' as const) }
  })
  if (known.blocker) return { code: known.blocker }
  return known.isClosed ? null : checkFigures(deps, of)
}

async function checkFigures(
  { cells, clock }: CloseDeps,
  { tenant, month, spans }: MonthOfTenant,
): Promise<Obstacle | null> {
  const { id: tenantId } = tenant
  const database = cells.of(tenant)
  let isMore = true
  for (let step = 0; isMore && step < STEPS_MAX; step += 1) {
    const counted = await countFigures({ database, tenantId, spans, now: clock() })
    isMore = counted.isMore
  }
  if (isMore) return { code: 'behind' }
  const [totals, ofDays] = [
    await verifySums(database, tenantId, spans),
    await verifyMonth(database, tenantId, { month, spans }),
  ]
  if (totals === null || ofDays === null) return { code: 'counting' }
  const { sums, customers } = ofDays
  const count = totals.length + sums.length + customers.length
  if (count === 0) return null
  // Shown on Home until a verification finds them right.
  await noteVerification(database, tenantId, { differences: count, now: clock() })
  return { code: 'differs', differences: { totals, sums, customers } }
}

/** What keeps a month from being closed, as far as it is known without looking at all accounts. */
export async function findBlocker(
  tx: Tx,
  { tenant, now, month, spans }: MonthOfTenant,
  ledger: Ledger,
): Promise<Blocker | null> {
  const first = firstOpenMonth(ledger)
  if (first === null) return 'off'
  if (month >= runningMonth(tenant, now)) return 'running'
  if (month !== first) return 'earlierMonth'
  if (ledger.estimates.length === 0) return 'noEstimate'
  return (await isDue(tx, tenant, { month, spans })) ? 'due' : null
}

/** From when on nothing belongs to a month any more. */
export function endOfMonth({ month, spans }: Pick<MonthOfTenant, 'month' | 'spans'>): Instant {
  const days = { from: firstDayOfMonth(month), to: lastDayOfMonth(month) }
  const last = rangesOfPeriod(days, spans).at(-1)
  if (!last) throw new Error(`month ${month} never was`)
  return last.to
}

/**
 * Whether something of a month is not settled: what expires at the midnight that ends it belongs to it, and so does what
 * ends then because nothing happened.
 */
export async function isDue(
  tx: Tx,
  tenant: Tenant,
  ofMonth: Pick<MonthOfTenant, 'month' | 'spans'>,
): Promise<boolean> {
  const end = endOfMonth(ofMonth)
  const due = await findDueMoments(tx, [{ tenantId: tenant.id, now: end }])
  if (due.has(tenant.id)) return true
  const ask = askInactive(tenant, end)
  return ask !== null && (await findLongestInactive(tx, [ask]))[0] !== undefined
}
