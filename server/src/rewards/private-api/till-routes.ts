import { Type } from 'typebox'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import type { Till } from '../../accounts/till/till.ts'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import {
  type Failure,
  ResultEnvelope,
  resultEnvelope,
  resultFailure,
} from '../../contract/private-api/envelopes.ts'
import { inApiTerms, wrongField } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { idFromText } from '../../contract/private-api/query.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isBlank } from '../../contract/schema.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { unlessDataRefused } from '../../platform/postgres/failures.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { redeemReward } from '../commands/redeem.ts'
import { loadRewardsForCustomer } from '../load-for-customer.ts'
import { randomCodes } from '../random-codes.ts'
import { REWARD_CHANNEL } from '../reward.ts'
import type { Buyer } from '../rules/eligibility.ts'
import { unknownReward } from '../rules/redeem.ts'
import { TILL_ERRORS } from './errors.ts'
import { toRedeemedReward } from './present.ts'
import { type AtTill, toAvailableRewards } from './present-till.ts'
import { readMetadata } from './read.ts'
import { blankMember, decimalOrNull, readPurchase } from './read-till.ts'
import type { RedeemedReward } from './schema.ts'
import { AvailableRewards, AvailableRewardsBody, TillRedeemBody } from './till-schema.ts'

export interface TillRoutesOptions {
  readonly cells: Cells
  readonly clock: TenantClock
  readonly reads: SettledReads
  readonly tillOf: (tenant: Tenant) => Till
}

const asking: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: resultFailure }
/** What can be redeemed at a till. */
const CHANNELS = [REWARD_CHANNEL.all, REWARD_CHANNEL.pointOfSale] as const
const AT_TILL = { channels: CHANNELS, newest: null, isOverToo: true } as const

export function tillRoutes(api: PrivateApi, options: TillRoutesOptions): void {
  api.addSchema(AvailableRewards)
  availableRoute(api, options)
  redeemRoute(api, options)
}

function availableRoute(api: PrivateApi, options: TillRoutesOptions): void {
  api.post<{ Body: AvailableRewardsBody }>(
    '/v1/pvt/POS/rewards/available',
    {
      config: { operation: asking, scope: 'read' },
      schema: {
        operationId: 'listRewardsForPurchase',
        tags: ['POS'],
        summary: 'List the rewards that a customer can use for a purchase',
        description:
          'Without envelope: the active rewards that can be redeemed at a till, also those that this customer ' +
          'cannot use for this purchase, with the reason. An unknown customer is no error. It changes nothing.',
        body: AvailableRewardsBody,
        response: {
          200: Type.Unsafe<AvailableRewards | Failure>({
            anyOf: [{ $ref: 'AvailableRewards#' }, { $ref: 'Failure#' }],
          }),
        },
      },
    },
    async ({ tenant, body }, reply) => {
      const { CustomerId } = body
      const refused = blankMember({ CustomerId })
      if (refused) return resultFailure(refused)
      const purchase = readPurchase(body)
      if (isRefusal(purchase)) return resultFailure(purchase)
      const at = await findAtTill(options, tenant, CustomerId ?? '')
      if (at.customer) void reply.header(CUSTOMER_SEQUENCE_HEADER, at.customer.account.sequence)
      return toAvailableRewards(at, purchase)
    },
  )
}

async function findAtTill(
  { cells, clock, reads }: TillRoutesOptions,
  tenant: Tenant,
  customerKey: string,
): Promise<AtTill> {
  const known = await reads.of(tenant, customerKey, (tx, stored, now) => readAtTill(tx, tenant, stored, now))
  return known ?? cells.of(tenant).read([tenant.id], (tx) => readAtTill(tx, tenant, null, clock(tenant)))
}

async function readAtTill(
  tx: Tx,
  tenant: Tenant,
  stored: Pick<Buyer, 'customer' | 'account'> | null,
  now: Instant,
): Promise<AtTill> {
  return { tenant, customer: stored, ...(await loadRewardsForCustomer(tx, tenant, stored, now, AT_TILL)) }
}

function redeemRoute(api: PrivateApi, { tillOf }: TillRoutesOptions): void {
  api.post<{ Params: { id: string }; Body: TillRedeemBody }>(
    '/v1/pvt/POS/rewards/:id/redeem',
    {
      config: { operation: asking },
      schema: {
        operationId: 'redeemRewardAtTill',
        tags: ['POS'],
        summary: 'Redeem a reward at a till',
        description:
          'As redeeming a reward elsewhere, once for each OriginalKey; with the errors of a till, and only ' +
          'rewards that are for a till. Where PurchaseValue is sent, the minimum of the reward and the most ' +
          'cashback for the purchase hold.',
        params: Type.Object({ id: Type.Integer({ description: 'Id of the reward configuration.' }) }),
        body: TillRedeemBody,
        response: { 200: ResultEnvelope(Type.Unsafe<RedeemedReward>(Type.Ref('RedeemedReward#'))) },
      },
    },
    async ({ tenant, params, body }, reply) => {
      const { CustomerId, OriginalKey, PurchaseValue } = body
      const blank = blankMember({ CustomerId })
      if (blank) return resultFailure(blank)
      const metadata = readMetadata(body.Metadatas)
      if (isRefusal(metadata)) return resultFailure(metadata)
      const purchase = typeof PurchaseValue === 'number' ? readPurchase({ PurchaseValue }) : null
      if (isRefusal(purchase)) return resultFailure(purchase)
      const points = decimalOrNull(body.Points)
      if (points !== null && points <= 0n) {
        return resultFailure(wrongField('PdvReward_CashbackValueInvalid', 'Points', 'must be above 0.'))
      }
      const rewardId = idFromText(params.id)
      if (rewardId === null) return resultFailure(inApiTerms(unknownReward(params.id), TILL_ERRORS))
      const outcome = await tillOf(tenant)
        .run(redeemReward, {
          tenant,
          rewardId,
          customerKey: CustomerId ?? '',
          originalKey: isBlank(OriginalKey) ? null : OriginalKey,
          value: decimalOrNull(body.Value),
          metadata,
          place: { channels: CHANNELS, purchase, points },
          reservation: null,
          ...randomCodes(),
        })
        .catch(unlessDataRefused(refusal('redemption-not-saved', 'The redemption could not be saved.')))
      const redeemed = inApiTerms(outcome, TILL_ERRORS)
      if (isRefusal(redeemed)) return resultFailure(redeemed)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, redeemed.account.sequence)
      return resultEnvelope(toRedeemedReward(redeemed))
    },
  )
}
