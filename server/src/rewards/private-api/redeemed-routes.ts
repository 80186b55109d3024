import { Type } from 'typebox'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import { keyText, loadOne } from '../../accounts/till/collection.ts'
import type { Till } from '../../accounts/till/till.ts'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import {
  type Failure,
  PageEnvelope,
  pageEnvelope,
  pageFailure,
  ResultEnvelope,
  resultEnvelope,
  resultFailure,
} from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, inApiTerms, wrongField } from '../../contract/private-api/errors.ts'
import { ASKING_FOR_ONE, ASKING_FOR_PAGE } from '../../contract/private-api/operation.ts'
import { offsetOf, PAGE_PARAMETERS, readPage } from '../../contract/private-api/paging.ts'
import { booleanFromQuery, idFromText } from '../../contract/private-api/query.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isBlank, isStorable, Nullable } from '../../contract/schema.ts'
import { unlessDataRefused } from '../../platform/postgres/failures.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { findTiers } from '../../tiers/collections/tiers.ts'
import { redeemedRewards } from '../collections/redeemed-rewards.ts'
import { returnReward } from '../commands/redemptions.ts'
import { unknownRedemption } from '../rules/return.ts'
import { findRedemptionById, listRedemptions, type RedemptionOfCustomer } from '../store/redemptions.ts'
import { RETURN_ERRORS } from './errors.ts'
import { toRewardResult } from './present-redeemed.ts'
import { RewardResult, RewardResultRef } from './redeemed-schema.ts'

export interface RedeemedRoutesOptions {
  readonly cells: Cells
  readonly reads: SettledReads
  readonly tillOf: (tenant: Tenant) => Till
}

const RewardParams = Type.Object({
  id: Type.Integer({ description: 'The RewardId of a redemption, not the id of its configuration.' }),
})

export function redeemedRoutes(api: PrivateApi, options: RedeemedRoutesOptions): void {
  api.addSchema(RewardResult)
  readRoutes(api, options)
  cancelRoutes(api, options)
  listRoutes(api, options)
}

function readRoutes(api: PrivateApi, options: RedeemedRoutesOptions): void {
  api.get<{ Params: { id: string } }>(
    '/v1/pvt/Rewards/:id',
    {
      schema: {
        operationId: 'getRedeemedReward',
        tags: ['Rewards'],
        summary: 'Read a redeemed reward',
        description: 'Without envelope. A refusal has the members for errors.',
        params: RewardParams,
        response: {
          200: Type.Unsafe<RewardResult | Failure>({
            anyOf: [{ $ref: 'RewardResult#' }, { $ref: 'Failure#' }],
          }),
        },
      },
    },
    async ({ tenant, params: { id } }, reply) => {
      const named = await findNamed(options, tenant, id)
      const found = named && (await readResult(options, tenant, named))
      if (!found) {
        const message = `id: there is no redeemed reward with the number ${id}.`
        return resultFailure(refusal('PdvReward_RewardNotFound', message, 'id'))
      }
      void reply.header(CUSTOMER_SEQUENCE_HEADER, found.sequence)
      return found.result
    },
  )
}

function cancelRoutes(api: PrivateApi, options: RedeemedRoutesOptions): void {
  const schema = {
    tags: ['POS'],
    description:
      'What it cost goes back to the points it came from, with their own end; what has expired meanwhile expires ' +
      'again at once. Its coupon can no longer be used. It is done once and cannot be undone: redeem again with a ' +
      'new key. Where its coupon was used, cancel the order first.',
    response: { 200: ResultEnvelope(RewardResultRef) },
  }

  api.delete<{ Params: { id: string } }>(
    '/v1/pvt/POS/rewards/:id',
    {
      schema: {
        operationId: 'cancelReward',
        summary: 'Cancel a redemption by its number',
        params: RewardParams,
        ...schema,
      },
    },
    async ({ tenant, params: { id } }, reply) => {
      const named = await findNamed(options, tenant, id)
      if (!named) {
        const message = `id: there is no redeemed reward with the number ${id}.`
        return resultFailure(refusal('ApiRewardCancel_NotFound', message, 'id'))
      }
      const cancelled = await cancelReward(options, tenant, named.originalKey)
      if (isRefusal(cancelled)) return resultFailure(cancelled)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, cancelled.sequence)
      return resultEnvelope(cancelled.result)
    },
  )

  api.delete<{ Querystring: Record<string, unknown> }>(
    '/v1/pvt/POS/rewards',
    {
      config: { operation: ASKING_FOR_ONE },
      schema: {
        operationId: 'cancelRewardByKey',
        summary: 'Cancel a redemption by its key',
        querystring: Type.Object({
          OriginalKey: Type.String({ description: 'The key with which the reward was redeemed.' }),
        }),
        ...schema,
      },
    },
    async ({ tenant, query: { OriginalKey: key } }, reply) => {
      if (typeof key !== 'string' || isBlank(key)) {
        const text = 'is missing or blank.'
        return resultFailure(wrongField('General_FieldCannotBeNullOrBlank', 'OriginalKey', text))
      }
      const cancelled = isStorable(key)
        ? await cancelReward(options, tenant, key)
        : inApiTerms(unknownRedemption(key), RETURN_ERRORS)
      if (isRefusal(cancelled)) return resultFailure(cancelled)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, cancelled.sequence)
      return resultEnvelope(cancelled.result)
    },
  )
}

/** null: there is no redemption with this number. */
async function findNamed(
  { cells }: RedeemedRoutesOptions,
  tenant: Tenant,
  idText: string,
): Promise<RedemptionOfCustomer | null> {
  const id = idFromText(idText)
  if (id === null) return null
  return cells.of(tenant).read([tenant.id], (tx) => findRedemptionById(tx, tenant.id, id))
}

interface ShownReward {
  readonly result: RewardResult
  readonly sequence: number
}

async function cancelReward(
  options: RedeemedRoutesOptions,
  tenant: Tenant,
  originalKey: string,
): Promise<ShownReward | ApiRefusal> {
  const outcome = await options
    .tillOf(tenant)
    .run(returnReward, { tenant, originalKey })
    .catch(unlessDataRefused(refusal('redemption-not-saved', 'The redemption could not be cancelled.')))
  const returned = inApiTerms(outcome, RETURN_ERRORS)
  if (isRefusal(returned)) return returned
  const shown = await readResult(options, tenant, { originalKey, customerKey: returned.customerKey })
  if (!shown) throw new Error(`redemption ${returned.redemption.id} was returned and is not there`)
  return shown
}

/** null: there is no such redemption, or it lost its customer. */
async function readResult(
  { reads }: RedeemedRoutesOptions,
  tenant: Tenant,
  { originalKey, customerKey }: RedemptionOfCustomer,
): Promise<ShownReward | null> {
  return reads.of(tenant, customerKey, async (tx, { customer, account }) => {
    const [redeemed, tiers] = await Promise.all([
      loadOne(tx, redeemedRewards, { tenantId: tenant.id, key: originalKey }),
      findTiers(tx, tenant),
    ])
    if (!redeemed) return null
    return { result: toRewardResult(redeemed, { customer, tiers }), sequence: account.sequence }
  })
}

function listRoutes(api: PrivateApi, { reads }: RedeemedRoutesOptions): void {
  api.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    '/v1/pvt/Customer/:id/rewards',
    {
      config: { operation: ASKING_FOR_PAGE },
      schema: {
        operationId: 'listCustomerRewards',
        tags: ['Customers'],
        summary: 'List the rewards that a customer has redeemed',
        description: 'Newest first.',
        params: Type.Object({ id: Type.String({ description: "The customer's id in the merchant store." }) }),
        querystring: Type.Object({
          ...PAGE_PARAMETERS,
          IsCanceled: Type.Optional(
            Nullable(Type.Boolean({ description: 'true: only cancelled ones; false: only others.' })),
          ),
        }),
        response: { 200: PageEnvelope(RewardResultRef) },
      },
    },
    async ({ tenant, params: { id }, query }, reply) => {
      const page = readPage(query)
      if (isRefusal(page)) return pageFailure(page)
      const isReturned = booleanFromQuery(query.IsCanceled)
      if (isReturned === null) {
        const text = 'must be true or false.'
        return pageFailure(wrongField('General_FieldCannotBeNullOrBlank', 'IsCanceled', text))
      }
      const found = isStorable(id)
        ? await reads.of(tenant, id, async (tx, { customer, account }) => {
            const [{ keys, total }, tiers] = await Promise.all([
              listRedemptions(tx, tenant.id, {
                customerId: customer.id,
                isReturned: isReturned ?? null,
                offset: offsetOf(page),
                limit: page.size,
              }),
              findTiers(tx, tenant),
            ])
            const named = keys.map((key) => ({ tenantId: tenant.id, key }))
            const redeemed = await redeemedRewards.load(tx, named)
            const items = named.flatMap((key) => redeemed.get(keyText(key)) ?? [])
            return { items, total, by: { customer, tiers }, sequence: account.sequence }
          })
        : null
      if (!found) {
        return pageFailure(refusal('Customer_NotFound', `There is no customer with the id ${id}.`, 'id'))
      }
      void reply.header(CUSTOMER_SEQUENCE_HEADER, found.sequence)
      return pageEnvelope(
        found.items.map((item) => toRewardResult(item, found.by)),
        found.total,
        page,
      )
    },
  )
}
