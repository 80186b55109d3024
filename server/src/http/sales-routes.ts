import { SettledReads } from '../accounts/settled-reads.ts'
import type { Till } from '../accounts/till/till.ts'
import { actionRoutes } from '../actions/private-api/routes.ts'
import { Balances, readBalances } from '../balances/balances.ts'
import { pointsRoutes } from '../balances/private-api/points-routes.ts'
import { cashbackRoutes } from '../balances/private-api/routes.ts'
import { cardRoutes } from '../cards/private-api/routes.ts'
import { readTitles } from '../cards/read-shown.ts'
import { bulkProducts } from '../catalog/private-api/bulk.ts'
import { productPointsRoutes } from '../catalog/private-api/points-routes.ts'
import { catalogRoutes } from '../catalog/private-api/routes.ts'
import { couponListRoutes } from '../coupons/private-api/list-routes.ts'
import { couponRoutes } from '../coupons/private-api/routes.ts'
import { Findability } from '../customers/findability.ts'
import { bulkCustomers } from '../customers/private-api/bulk.ts'
import { customerRoutes } from '../customers/private-api/routes.ts'
import { erasingRoutes } from '../erasing/private-api/routes.ts'
import { orderReadRoutes } from '../history/private-api/order-routes.ts'
import { historyRoutes } from '../history/private-api/routes.ts'
import { mergingRoutes } from '../merging/private-api/routes.ts'
import { bulkOrders } from '../orders/private-api/bulk.ts'
import { returnRoutes } from '../orders/private-api/return-routes.ts'
import { orderRoutes } from '../orders/private-api/routes.ts'
import { quizRoutes } from '../quizzes/private-api/routes.ts'
import { referralRoutes } from '../referrals/private-api/routes.ts'
import { readAddress } from '../referrals/read-address.ts'
import { checkoutRoutes } from '../rewards/private-api/checkout-routes.ts'
import { tillCouponRoutes } from '../rewards/private-api/coupon-routes.ts'
import { redeemRoutes } from '../rewards/private-api/redeem-routes.ts'
import { redeemedRoutes } from '../rewards/private-api/redeemed-routes.ts'
import { rewardRoutes } from '../rewards/private-api/routes.ts'
import { tillRoutes } from '../rewards/private-api/till-routes.ts'
import { findRedeemedRewards, listRewards } from '../rewards/store/rewards.ts'
import { customizationRoutes } from '../storefront/private-api/routes.ts'
import type { ReferralUrls } from '../storefront/referral-url.ts'
import type { Cells } from '../tenancy/cells.ts'
import { keyNamedBy } from '../tenancy/manage/keys.ts'
import type { PrivateApi } from '../tenancy/private-api/protection.ts'
import type { Tenant, TenantClock } from '../tenancy/tenant.ts'
import { termsRoutes } from '../terms/private-api/routes.ts'
import { tierRoutes } from '../tiers/private-api/routes.ts'
import { eventRoutes } from '../webhooks/private-api/routes.ts'
import { accountRoutes } from './account-routes.ts'
import type { ApiOptions } from './api-options.ts'
import { batcherOfEachCell } from './batchers.ts'
import type { BulkListOptions } from './bulk/list.ts'
import { bulkRoute, takeLists } from './bulk/routes.ts'

export interface SalesOptions {
  /** In which tenants take turns. */
  readonly cells: Cells
  readonly clock: TenantClock
  readonly tillOf: (tenant: Tenant) => Till
  readonly ofTenant: number
  readonly list: BulkListOptions
  readonly referralUrls: ReferralUrls
}

/** What a shop's backend sends and asks. */
export async function salesRoutes(
  api: PrivateApi,
  options: ApiOptions,
  { cells, clock, tillOf, ofTenant, list, referralUrls }: SalesOptions,
): Promise<void> {
  const reads = new SettledReads({ cells, clock, tillOf })
  const balances = new Balances(
    batcherOfEachCell(options, 'balances', (database, inputs) => readBalances(database, inputs, clock)),
    reads,
  )
  catalogRoutes(api, cells)
  productPointsRoutes(api, { cells, clock })
  customerRoutes(api, {
    ...{ cells, tillOf },
    async referralsOf(tenant) {
      const url = await referralUrls.of(tenant)
      return url === null
        ? null
        : (tx, customer) => readAddress(tx, tenant, { url, customer, now: clock(tenant) })
    },
  })
  const audited = { tillOf, clock: options.clock, keyNamed: keyNamedBy(cells.directory) }
  erasingRoutes(api, audited)
  mergingRoutes(api, audited)
  orderRoutes(api, { tillOf })
  returnRoutes(api, { tillOf })
  cashbackRoutes(api, { cells, tillOf })
  pointsRoutes(api, { balances, tillOf })
  historyRoutes(api, { reads })
  orderReadRoutes(api, { cells, reads })
  for (const routes of [actionRoutes, cardRoutes]) routes(api, { cells, clock, reads, tillOf, readTitles })
  accountRoutes(api, { cells, clock, requestsPerSecond: Math.min(options.rateLimitPerSecond, ofTenant) })
  eventRoutes(api, { cells, clock })
  referralRoutes(api, {
    ...{ cells, reads, tillOf },
    findability: new Findability(cells),
    referralUrlOf: async (tenant) => referralUrls.of(tenant),
  })
  quizRoutes(api, { cells, tillOf, clock })
  termsRoutes(api, { cells })
  const origin = options.shopOrigin ?? options.storefront?.publicUrl ?? options.admin?.publicUrl ?? null
  customizationRoutes(api, { cells, origin })
  tierRoutes(api, { cells, clock, findRedeemedRewards })
  couponRoutes(api, tillOf)
  couponListRoutes(api, reads)
  redeemRoutes(api, tillOf)
  redeemedRoutes(api, { cells, reads, tillOf })
  tillRoutes(api, { cells, clock, reads, tillOf })
  tillCouponRoutes(api, { cells, reads, tillOf })
  checkoutRoutes(api, tillOf)
  rewardRoutes(api, {
    cells,
    clock,
    listsOf: batcherOfEachCell(options, 'reward-lists', (database, queries) =>
      database.read([...new Set(queries.map(({ tenantId }) => tenantId))], (tx) => listRewards(tx, queries)),
    ),
  })
  await listRoutes(api, { cells, tillOf, list, tryForMs: options.bulkTryForMs })
}

interface ListRoutesOptions {
  readonly cells: Cells
  readonly tillOf: (tenant: Tenant) => Till
  readonly list: BulkListOptions
  readonly tryForMs: number | undefined
}

async function listRoutes(
  api: PrivateApi,
  { cells, tillOf, list, tryForMs }: ListRoutesOptions,
): Promise<void> {
  const options = tryForMs === undefined ? list : { ...list, tryForMs }
  await api.register(async (lists) => {
    takeLists(lists)
    bulkRoute(lists, bulkOrders(tillOf), options)
    bulkRoute(lists, bulkCustomers({ tillOf, findability: new Findability(cells) }), options)
    bulkRoute(lists, bulkProducts(cells), options)
  })
}
