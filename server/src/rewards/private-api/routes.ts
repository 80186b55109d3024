import { Type } from 'typebox'
import {
  PageEnvelope,
  pageEnvelope,
  pageFailure,
  ResultEnvelope,
  resultEnvelope,
  resultFailure,
} from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, inApiTerms, wrongField } from '../../contract/private-api/errors.ts'
import { ASKING_FOR_PAGE } from '../../contract/private-api/operation.ts'
import { PAGE_PARAMETERS, readPageOfFew } from '../../contract/private-api/paging.ts'
import { booleanFromQuery, idFromText } from '../../contract/private-api/query.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { Nullable } from '../../contract/schema.ts'
import { EMPTY_PROGRAM } from '../../earning/program.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import type { Batcher } from '../../platform/batcher.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { TenantClock } from '../../tenancy/tenant.ts'
import { unknownReward } from '../rules/redeem.ts'
import { findReward, type RewardList, type RewardListQuery } from '../store/rewards.ts'
import { REWARD_ERRORS } from './errors.ts'
import { toFull, toItem } from './present.ts'
import { FullReward, RewardItem } from './schema.ts'

export interface RewardRoutesOptions {
  readonly cells: Cells
  readonly clock: TenantClock
  /** Lists asked for at the same time are read together. */
  readonly listsOf: (cell: string) => Batcher<RewardListQuery, RewardList>
}

export function rewardRoutes(api: PrivateApi, { cells, clock, listsOf }: RewardRoutesOptions): void {
  api.addSchema(RewardItem)
  api.addSchema(FullReward)

  api.get<{ Querystring: Record<string, unknown> }>(
    '/v1/pvt/RewardConfigurations',
    {
      config: { operation: ASKING_FOR_PAGE },
      schema: {
        operationId: 'listRewardConfigurations',
        tags: ['Rewards'],
        summary: 'List the reward configurations',
        description: 'A page of the rewards in the order in which they were made.',
        querystring: Type.Object({
          IsActive: Type.Optional(
            Nullable(Type.Boolean({ description: 'true: only active ones; false: only inactive ones.' })),
          ),
          PageNumber: Type.Optional(
            Type.Integer({ minimum: 1, default: 1, description: 'Which page, from 1.' }),
          ),
          PageSize: PAGE_PARAMETERS.PageSize,
        }),
        response: { 200: PageEnvelope(Type.Unsafe<RewardItem>(Type.Ref('RewardConfigurationItem#'))) },
      },
    },
    async (request) => {
      const input = readListQuery(request.query)
      if (isRefusal(input)) return pageFailure(input)
      const { isActive, page } = input
      const { tenant } = request
      const { total, rewards } = await listsOf(tenant.cell).call({
        tenantId: tenant.id,
        isActive,
        offset: (page.number - 1) * page.size,
        limit: page.size,
      })
      return pageEnvelope(rewards.map(toItem), total, page)
    },
  )

  api.get<{ Params: { id: string } }>(
    '/v1/pvt/RewardConfigurations/:id',
    {
      schema: {
        operationId: 'getRewardConfiguration',
        tags: ['Rewards'],
        summary: 'Read one reward configuration',
        description:
          'The whole configuration. Members that depend on a customer or a purchase are null here.',
        params: Type.Object({ id: Type.Integer({ description: 'Id of the reward configuration.' }) }),
        response: { 200: ResultEnvelope(Type.Unsafe<FullReward>(Type.Ref('RewardConfiguration#'))) },
      },
    },
    async (request) => {
      const { tenant } = request
      const now = clock(tenant)
      const id = idFromText(request.params.id)
      const [found, program] =
        id === null
          ? [null, EMPTY_PROGRAM]
          : await cells
              .of(tenant)
              .read([tenant.id], (tx) =>
                Promise.all([findReward(tx, tenant.id, id, now), findCurrentProgram(tx, tenant.id, now)]),
              )
      if (!found) {
        return resultFailure(inApiTerms(unknownReward(request.params.id), REWARD_ERRORS))
      }
      return resultEnvelope(toFull({ ...found, program, now }, tenant))
    },
  )
}

interface ListInput {
  readonly isActive: boolean | null
  readonly page: { readonly number: number; readonly size: number }
}

function readListQuery(query: Record<string, unknown>): ListInput | ApiRefusal {
  const isActive = booleanFromQuery(query.IsActive)
  if (isActive === null) {
    return wrongField('General_FieldCannotBeNullOrBlank', 'IsActive', 'must be true or false.')
  }
  const page = readPageOfFew(query)
  return isRefusal(page) ? page : { isActive: isActive ?? null, page }
}
