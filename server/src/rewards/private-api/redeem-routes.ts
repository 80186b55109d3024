import { Type } from 'typebox'
import type { Till } from '../../accounts/till/till.ts'
import {
  errorLine,
  ResultEnvelope,
  resultEnvelope,
  resultFailure,
} from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, codeOf, inApiTerms, wrongField } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { idFromText } from '../../contract/private-api/query.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isBlank } from '../../contract/schema.ts'
import { decimalFromNumber } from '../../platform/decimal.ts'
import { unlessDataRefused } from '../../platform/postgres/failures.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { redeemReward } from '../commands/redeem.ts'
import { updateRewardMetadata } from '../commands/redemptions.ts'
import { randomCodes } from '../random-codes.ts'
import { unknownReward } from '../rules/redeem.ts'
import { REWARD_ERRORS } from './errors.ts'
import { toRedeemed, toRedeemedReward } from './present.ts'
import { readMetadata } from './read.ts'
import { MetadataBody, RedeemAnswer, RedeemBody, RedeemedReward } from './schema.ts'

const redeeming: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: refuseRedemption }
const updating: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: resultFailure }

export function redeemRoutes(api: PrivateApi, tillOf: (tenant: Tenant) => Till): void {
  api.addSchema(RedeemedReward)

  api.post<{ Params: { id: string }; Body: RedeemBody }>(
    '/v1/pvt/RewardConfigurations/:id/redeem',
    {
      config: { operation: redeeming },
      schema: {
        operationId: 'redeemReward',
        tags: ['Rewards'],
        summary: 'Redeem a reward for a customer',
        description:
          'Once for each OriginalKey. The one item is the configuration as it is now for this customer; ' +
          'its PreGeneratedCouponLists holds one list with just the issued coupon. The headers ' +
          '`Punchcard-Original-Key`, `Punchcard-External-Code` and `Punchcard-Coupon-Code` name the ' +
          'redemption and its coupon (percent-encoded where they are not plain ASCII). A refusal has no item, ' +
          'and the members for errors beside.',
        params: Type.Object({ id: Type.Integer({ description: 'Id of the reward configuration.' }) }),
        body: RedeemBody,
        response: { 200: RedeemAnswer },
      },
    },
    async (request, reply) => {
      const { tenant } = request
      const { CustomerId, OriginalKey, Value, Metadatas } = request.body
      const rewardId = idFromText(request.params.id)
      if (isBlank(CustomerId)) return refuseRedemption(blank('CustomerId'))
      const metadata = readMetadata(Metadatas)
      if (isRefusal(metadata)) return refuseRedemption(metadata)
      if (rewardId === null) {
        return refuseRedemption(inApiTerms(unknownReward(request.params.id), REWARD_ERRORS))
      }
      const outcome = await tillOf(tenant)
        .run(redeemReward, {
          tenant,
          rewardId,
          customerKey: CustomerId,
          originalKey: isBlank(OriginalKey) ? null : OriginalKey,
          value: typeof Value === 'number' ? decimalFromNumber(Value) : null,
          metadata,
          place: null,
          reservation: null,
          ...randomCodes(),
        })
        .catch(unlessDataRefused(refusal('redemption-not-saved', 'The redemption could not be saved.')))
      const redeemed = inApiTerms(outcome, REWARD_ERRORS)
      if (isRefusal(redeemed)) return refuseRedemption(redeemed)
      const { redemption, coupon } = redeemed
      void reply.headers({
        'Punchcard-Original-Key': headerText(redemption.originalKey),
        'Punchcard-External-Code': headerText(redemption.externalCode),
        'Punchcard-Coupon-Code': headerText(coupon.code),
      })
      return {
        Items: [toRedeemed(redeemed, tenant)],
        TotalItemCount: 1,
        PageSize: 1,
        PageNumber: 1,
        HasNextPage: false,
      }
    },
  )

  api.post<{ Body: MetadataBody }>(
    '/v1/pvt/Rewards/updatemetadata',
    {
      config: { operation: updating },
      schema: {
        operationId: 'updateRewardMetadata',
        tags: ['Rewards'],
        summary: 'Add metadata to a redeemed reward',
        description: 'Pairs are added to those that it has; the same Name is replaced.',
        body: MetadataBody,
        response: { 200: ResultEnvelope(Type.Unsafe<RedeemedReward>(Type.Ref('RedeemedReward#'))) },
      },
    },
    async (request) => {
      const { tenant } = request
      const { OriginalKey, Metadatas } = request.body
      if (isBlank(OriginalKey)) return resultFailure(blank('OriginalKey'))
      const metadata = readMetadata(Metadatas)
      if (isRefusal(metadata)) return resultFailure(metadata)
      const input = { tenant, originalKey: OriginalKey, metadata }
      const updated = inApiTerms(await tillOf(tenant).run(updateRewardMetadata, input), REWARD_ERRORS)
      return isRefusal(updated) ? resultFailure(updated) : resultEnvelope(toRedeemedReward(updated))
    },
  )
}

function refuseRedemption(refused: ApiRefusal): RedeemAnswer {
  return {
    Items: [],
    TotalItemCount: 0,
    PageSize: 0,
    PageNumber: 0,
    HasNextPage: false,
    HasError: true,
    ErrorCode: codeOf(refused),
    ErrorMessage: refused.message,
    ErrorMessages: [errorLine(refused)],
  }
}

function blank(field: string): ApiRefusal {
  return wrongField('General_FieldCannotBeNullOrBlank', field, 'is missing or blank.')
}

/** A header carries plain ASCII alone; anything else is percent-encoded, as in an address. */
function headerText(text: string): string {
  return /^[!-~]([ -~]*[!-~])?$/.test(text) ? text : encodeURIComponent(text)
}
