import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import type { Till } from '../../accounts/till/till.ts'
import { ResultEnvelope, resultEnvelope, resultFailure } from '../../contract/private-api/envelopes.ts'
import { errorName, type Refusal, refusal } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { idFromText } from '../../contract/private-api/query.ts'
import { isBlank } from '../../contract/schema.ts'
import { codeFromBytes } from '../../coupons/coupon.ts'
import { decimalFromNumber } from '../../platform/decimal.ts'
import { isRefusedData } from '../../platform/postgres/failures.ts'
import type { PrivateApi } from '../../tenancy/private-api/door.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { redeemReward, updateRewardMetadata } from '../commands.ts'
import type { Metadata } from '../redemption.ts'
import { unknownReward } from '../rules/redeem.ts'
import { toRedeemed, toRedeemedReward } from './present.ts'
import { MetadataBody, type MetadatasBody, RedeemAnswer, RedeemBody, RedeemedReward } from './schema.ts'

const COUPON_CODE_LENGTH = 10
/** Longer, because it also stands in for a key that was not sent. */
const EXTERNAL_CODE_LENGTH = 16

const redeeming: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: refuseRedemption }
const updating: Operation = {
  wrongType: 'General_FieldCannotBeNullOrBlank',
  refuse: ({ message, code }) => resultFailure(message, code),
}

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
          'Once for each OriginalKey. The one item is the configuration as it now stands for this customer; ' +
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
      if ('code' in metadata) return refuseRedemption(metadata)
      if (rewardId === null) return refuseRedemption(unknownReward(request.params.id))
      const redeemed = await tillOf(tenant)
        .run(redeemReward, {
          tenant,
          rewardId,
          customerId: CustomerId,
          originalKey: isBlank(OriginalKey) ? null : OriginalKey,
          value: typeof Value === 'number' ? decimalFromNumber(Value) : null,
          metadata,
          externalCode: codeFromBytes(randomBytes(EXTERNAL_CODE_LENGTH)),
          couponCode: codeFromBytes(randomBytes(COUPON_CODE_LENGTH)),
        })
        .catch(refusalOfData)
      if ('code' in redeemed) return refuseRedemption(redeemed)
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
      if (isBlank(OriginalKey)) return updating.refuse(blank('OriginalKey'))
      const metadata = readMetadata(Metadatas)
      if ('code' in metadata) return updating.refuse(metadata)
      const input = { tenant, originalKey: OriginalKey, metadata }
      const updated = await tillOf(tenant).run(updateRewardMetadata, input)
      return 'code' in updated ? updating.refuse(updated) : resultEnvelope(toRedeemedReward(updated))
    },
  )
}

function refuseRedemption({ code, message }: Refusal): RedeemAnswer {
  return {
    Items: [],
    TotalItemCount: 0,
    PageSize: 0,
    PageNumber: 0,
    HasNextPage: false,
    HasError: true,
    ErrorCode: code,
    ErrorMessage: message,
    ErrorMessages: [`${code} ${errorName(code)}: ${message}`],
  }
}

function readMetadata(sent: MetadatasBody | null | undefined): readonly Metadata[] | Refusal {
  const pairs = sent ?? []
  const unnamed = pairs.findIndex(({ Name }) => isBlank(Name))
  if (unnamed >= 0) return blank(`Metadatas[${unnamed}].Name`)
  return pairs.map(({ Name, Value }) => ({ name: Name ?? '', value: Value ?? null }))
}

function blank(field: string): Refusal {
  return refusal('General_FieldCannotBeNullOrBlank', `${field} is missing or blank.`, field)
}

/** A header carries plain ASCII alone; anything else is percent-encoded, as in an address. */
function headerText(text: string): string {
  return /^[!-~]([ -~]*[!-~])?$/.test(text) ? text : encodeURIComponent(text)
}

/** Data that the database won't keep is a refusal; all else is a fault. */
function refusalOfData(error: unknown): Refusal {
  if (isRefusedData(error)) {
    const message = 'The redemption could not be saved.'
    return refusal('ApiExternalRewardRedeem_Error_Unable_to_Reedem', message)
  }
  throw error
}
