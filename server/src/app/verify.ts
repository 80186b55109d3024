import { verifyCloses } from '../accounting/verify.ts'
import { nextPage, type Shard, WHOLE } from '../accounts/store/account-pages.ts'
import {
  type AccountCheck,
  countAccounts,
  type Difference,
  expectManyRows,
  type FoundDifference,
  verifyLedger,
  verifyNoOrphans,
} from '../accounts/verify.ts'
import { verifyInactivity } from '../accounts/verify-inactivity.ts'
import { verifyNoStrays, verifyTerms } from '../accounts/verify-terms.ts'
import { verifyCards } from '../cards/verify.ts'
import type { TenantId } from '../contract/ids.ts'
import { verifyCoupons } from '../coupons/verify.ts'
import { verifyCustomers } from '../customers/verify.ts'
import { verifyPrograms } from '../earning/verify.ts'
import { verifyEvents } from '../events/verify.ts'
import { figuresCheck, verifyAllFigures } from '../figures/verify.ts'
import { verifyAwards } from '../history/verify/awards.ts'
import { lotDatesCheck } from '../history/verify/lots.ts'
import { verifyReasons } from '../history/verify/reasons.ts'
import { verifyReferrals } from '../history/verify/referrals.ts'
import { verifyImported } from '../imports/verify.ts'
import { verifyCounted } from '../orders/verify/counted.ts'
import { verifyOrders } from '../orders/verify/orders.ts'
import { verifyReturns, verifyTaken } from '../orders/verify/returns.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { systemClock } from '../platform/system-clock.ts'
import { verifyRewards } from '../rewards/verify.ts'
import type { Cells } from '../tenancy/cells.ts'
import { TenancyError } from '../tenancy/manage/tenants.ts'
import { isWhole } from '../tenancy/standing.ts'
import { readSettingsVersion } from '../tenancy/store/settings.ts'
import { listTenants } from '../tenancy/store/tenants.ts'
import { findTimeZones } from '../tenancy/store/zones.ts'
import { type Tenant, tenantClock } from '../tenancy/tenant.ts'
import { progressCheck, verifyCustomerCounts, verifyTierHistory } from '../tiers/verify.ts'

/** 2,000 accounts with four orders each take about a second of one processor. */
const PAGE = 2_000

/** How far a verification is: everything of this merchant up to this account is behind it. */
export interface Place {
  readonly tenantId: TenantId
  /** 0: what concerns the merchant as a whole was looked at, and no account yet. */
  readonly account: number
}

export interface VerifiedPage {
  readonly place: Place
  readonly accounts: number
  readonly differences: readonly Difference[]
}

export interface VerifyingOptions {
  readonly shard?: Shard
  /** Where an earlier verification of the same merchants and shard has ended. */
  readonly after?: Place | null
  readonly pageSize?: number
  /** Says what should have ended by now. */
  readonly clock?: Clock
  /**
   * Whether every figure is counted again, with one look at all accounts of a merchant. Default: yes. The worker has its
   * own, shorter way.
   */
  readonly countsFigures?: boolean
}

/** The merchants that one tenant or none names, in the order in which they are verified. */
export async function merchantsToVerify(cells: Cells, tenantId: TenantId | undefined): Promise<Tenant[]> {
  const all = await cells.directory.read([], listTenants)
  // One whose rows are not all there adds up to nothing yet, or no more.
  const tenants = all.filter(({ id, standing }) =>
    tenantId === undefined ? isWhole(standing) : id === tenantId,
  )
  if (tenantId !== undefined && tenants.length === 0)
    throw new TenancyError(`There is no tenant ${tenantId}.`)
  return tenants.toSorted((one, other) => one.id - other.id)
}

export async function countAccountsOf(cells: Cells, tenants: readonly Tenant[]): Promise<number> {
  let total = 0
  for (const tenant of tenants) {
    total += await cells.of(tenant).read([tenant.id], (tx) => countAccounts(tx, tenant.id))
  }
  return total
}

/**
 * Everything that follows from something else: accounts, orders, returns, progress, dates of lots, and the counts of
 * rewards, codes and customers. In bounded memory, a page of accounts at a time, each page in one snapshot. It ends
 * when it is not asked for the next page, and goes on later behind the place of the last.
 */
export async function* verifyPages(
  cells: Pick<Cells, 'of' | 'directory'>,
  tenants: readonly Tenant[],
  {
    shard = WHOLE,
    after = null,
    pageSize = PAGE,
    clock = systemClock,
    countsFigures = true,
  }: VerifyingOptions = {},
): AsyncGenerator<VerifiedPage> {
  for (const tenant of tenants) {
    if (after && tenant.id < after.tenantId) continue
    const database = cells.of(tenant)
    let account = after?.tenantId === tenant.id ? after.account : null
    if (account === null) {
      const isOwn = tenant.id % shard.of === shard.number - 1
      const found = isOwn ? await verifyAsAWhole(database, tenant, clock) : []
      const figures = isOwn && countsFigures ? await verifyFiguresOf(database, tenant, cells.directory) : []
      yield pageOf(tenant, 0, 0, [...found, ...figures])
      account = 0
    }
    const checks = await checksOf(tenant, cells.directory)
    for (;;) {
      const behind: number = account
      const page = await database.read([tenant.id], async (tx) => {
        const range = await nextPage(tx, tenant.id, behind, { shard, size: pageSize })
        if (!range) return null
        const differences: FoundDifference[] = []
        for (const check of checks.lookingUp) differences.push(...(await check(tx, range)))
        await expectManyRows(tx)
        for (const check of checks.comparing) differences.push(...(await check(tx, range)))
        return pageOf(tenant, range.last, range.accounts, differences)
      })
      if (!page) break
      yield page
      account = page.place.account
    }
  }
}

function pageOf(
  { id: tenantId }: Tenant,
  account: number,
  accounts: number,
  found: readonly FoundDifference[],
): VerifiedPage {
  const differences = found.map((difference) => ({ tenantId, ...difference }))
  return { place: { tenantId, account }, accounts, differences }
}

/** What is looked up row by row comes before what compares many rows with many, and changes the plans of its transaction. */
async function checksOf(
  tenant: Tenant,
  directory: Database,
): Promise<{ readonly lookingUp: readonly AccountCheck[]; readonly comparing: readonly AccountCheck[] }> {
  const [settingsVersion, spans] = await directory.read([tenant.id], (tx) =>
    Promise.all([readSettingsVersion(tx, tenant.id), findTimeZones(tx, tenant.id)]),
  )
  return {
    lookingUp: [
      verifyTerms,
      progressCheck(tenant),
      verifyCounted,
      verifyCards,
      figuresCheck(spans),
      // Whether the settings changed is known, not which of them.
      lotDatesCheck(tenant.timeZone, settingsVersion === 1),
    ],
    comparing: [
      verifyLedger,
      verifyReasons,
      verifyAwards,
      verifyReferrals,
      verifyOrders,
      verifyTaken,
      verifyCustomers,
      verifyImported,
    ],
  }
}

async function verifyFiguresOf(
  database: Database,
  { id }: Tenant,
  directory: Database,
): Promise<readonly FoundDifference[]> {
  const spans = await directory.read([id], (tx) => findTimeZones(tx, id))
  return verifyAllFigures(database, id, spans)
}

/** What no page of accounts would show: counts, the log of events, and rows without a customer. */
async function verifyAsAWhole(
  database: Database,
  tenant: Tenant,
  clock: Clock,
): Promise<readonly FoundDifference[]> {
  const { id } = tenant
  const whole = await database.read([id], async (tx) => {
    await expectManyRows(tx)
    return [...(await verifyEvents(tx, id)), ...(await verifyNoOrphans(tx, id))]
  })
  // One after the other: a worker has other work for its connections.
  return [
    ...whole,
    ...(await verifyNoStrays(database, id)),
    ...(await verifyReturns(database, id)),
    ...(await verifyRewards(database, id)),
    ...(await verifyCustomerCounts(database, id)),
    ...(await verifyPrograms(database, id)),
    ...(await verifyCoupons(database, tenant)),
    ...(await verifyCloses(database, tenant)),
    ...(await verifyTierHistory(database, id)),
    ...(await verifyInactivity(database, tenant, tenantClock(clock)(tenant))),
  ]
}

export interface Verification {
  readonly accounts: number
  readonly differences: readonly Difference[]
}

/** One merchant at once. */
export async function verifyMerchant(
  database: Database,
  tenant: Tenant,
  directory: Database,
  options: VerifyingOptions = {},
): Promise<Verification> {
  let accounts = 0
  const differences: Difference[] = []
  for await (const page of verifyPages({ of: () => database, directory }, [tenant], options)) {
    accounts += page.accounts
    differences.push(...page.differences)
  }
  return { accounts, differences }
}
