import { Type } from 'typebox'
import type { Customer } from '../../accounts/customer.ts'
import { findCustomer } from '../../accounts/store/accounts.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Failure, resultFailure } from '../../contract/private-api/envelopes.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isBlank } from '../../contract/schema.ts'
import type { Instant } from '../../platform/clock.ts'
import { ZERO } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { findTiers } from '../collections/tiers.ts'
import { loadProgress } from '../load-progress.ts'
import { currentTier, type Tiers } from '../tier.ts'
import { type TierView, toAvailableTiers } from './present.ts'
import { AvailableTiers, AvailableTiersBody, TierItem } from './schema.ts'

const operation: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: resultFailure }

/** Rewards that a customer has redeemed; the tables are the rewards' own. */
export type FindRedeemedRewards = (
  tx: Tx,
  tenantId: TenantId,
  customerId: CustomerId,
) => Promise<ReadonlySet<number>>

export interface TierRoutesOptions {
  readonly cells: Cells
  readonly clock: TenantClock
  readonly findRedeemedRewards: FindRedeemedRewards
}

export function tierRoutes(api: PrivateApi, { cells, clock, findRedeemedRewards }: TierRoutesOptions): void {
  api.addSchema(TierItem)
  api.addSchema(AvailableTiers)

  api.post<{ Body: AvailableTiersBody; Reply: AvailableTiers | Failure }>(
    '/v1/pvt/Tiers/available',
    {
      config: { operation, scope: 'read' },
      schema: {
        operationId: 'availableTiers',
        tags: ['Customization'],
        summary: "The program's tiers and a customer's way through them",
        description:
          'Without envelope. For a customer who is null or unknown: all tiers, none of them current, and no ' +
          'progress.',
        body: AvailableTiersBody,
        response: {
          200: Type.Unsafe<AvailableTiers | Failure>({
            anyOf: [{ $ref: 'AvailableTiers#' }, { $ref: 'Failure#' }],
          }),
        },
      },
    },
    async (request) => {
      const { tenant } = request
      const { CustomerId: customerId } = request.body
      const now = clock(tenant)
      return cells.of(tenant).read([tenant.id], async (tx) => {
        const [tiers, found] = await Promise.all([
          findTiers(tx, tenant),
          isBlank(customerId) ? null : findCustomer(tx, tenant.id, customerId),
        ])
        if (!found) return toAvailableTiers(tiers, null, { progress: () => ZERO, redeemed: new Set() })
        const { customer } = found
        const view = await viewOf(tx, tenant, customer, tiers, now)
        return toAvailableTiers(tiers, currentTier(tiers, customer), view)
      })
    },
  )

  async function viewOf(
    tx: Tx,
    tenant: Tenant,
    customer: Customer,
    tiers: Tiers,
    now: Instant,
  ): Promise<TierView> {
    const namesReward = tiers.some(({ benefits }) =>
      benefits.some(({ rewardConfigurationId }) => rewardConfigurationId !== null),
    )
    const [progress, redeemed] = await Promise.all([
      loadProgress(tx, tenant, customer, tiers, now),
      namesReward ? findRedeemedRewards(tx, tenant.id, customer.id) : new Set<number>(),
    ])
    return { progress, redeemed }
  }
}
