import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Till } from '../../accounts/till/till.ts'
import { forbidden } from '../../contract/edge-error.ts'
import type { TenantId } from '../../contract/ids.ts'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import { ResultEnvelope, resultEnvelope, resultFailure } from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, inApiTerms, wrongField } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isBlank, isStorable } from '../../contract/schema.ts'
import { type Clock, instantToText } from '../../platform/clock.ts'
import { balanceToNumber, decimalToNumber, moneyToNumber } from '../../platform/decimal.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import { needsTwoToMerge } from '../../tenancy/settings.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { certified } from '../certificate.ts'
import type { Merged } from '../commands.ts'
import type { MergeInput } from '../merge.ts'
import { requestHashOf } from '../request-hash.ts'
import { MERGE_ERRORS } from './errors.ts'
import { MergeBody, MergeResult } from './schema.ts'

export interface MergingRoutesOptions {
  readonly tillOf: (tenant: Tenant) => Till
  /** The time of day: a sandbox's own clock can be moved, and the audit's can't. */
  readonly clock: Clock
  /** A key as the audit names it. */
  readonly keyNamed: (tenantId: TenantId, token: string) => Promise<string>
}

const operation: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: resultFailure }

const NEEDS_TWO = 'Merging needs a second approval for this merchant: merge the customers in the panel.'

export function mergingRoutes(api: PrivateApi, { tillOf, clock, keyNamed }: MergingRoutesOptions): void {
  api.post<{ Params: { id: string }; Body: MergeBody }>(
    '/v1/pvt/Customer/:id/merge',
    {
      config: { operation, scope: 'points' },
      schema: {
        operationId: 'mergeCustomers',
        tags: ['Customers'],
        summary: 'Merge a customer into another one, for good',
        description:
          'For one person with two accounts. All that the customer in the path has goes to the customer `Into`: ' +
          'points and cashback with their own dates, pending points, what is owed, orders, redemptions, coupons, ' +
          'progress towards tiers. Both ids lead to the customer who stays from then on, so a shop may go on sending ' +
          'either. It is one transaction, and can’t be undone. Refused while a reward is reserved for a basket of the ' +
          'customer in the path. Members of the profile that the customer who stays does not have are taken from the ' +
          'other one. The key needs the scope `points`. Where merging needs a second approval, the answer is 403: merge ' +
          'in the panel.',
        params: Type.Object({
          id: Type.String({
            description: 'The id of the customer whose account ends, in the merchant store.',
          }),
        }),
        body: MergeBody,
        response: { 200: ResultEnvelope(MergeResult) },
      },
    },
    async (request, reply) => {
      const { tenant } = request
      if (needsTwoToMerge(tenant)) throw forbidden(NEEDS_TWO)
      const input = readMerge(request)
      if (isRefusal(input)) return resultFailure(input)
      const by = await keyNamed(tenant.id, request.apiToken)
      const told = {
        at: clock(),
        actor: { kind: 'system', id: null, label: by.slice(0, 250) },
        via: 'token',
        requestId: request.id,
        address: request.ip,
      } as const
      const merged = inApiTerms(await tillOf(tenant).run(certified(told), input), MERGE_ERRORS)
      if (isRefusal(merged)) return resultFailure(merged)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, merged.account.sequence)
      return resultEnvelope(present(merged))
    },
  )
}

function readMerge({
  tenant,
  params: { id },
  body: { Into, MergeKey },
}: FastifyRequest<{ Params: { id: string }; Body: MergeBody }>): MergeInput | ApiRefusal {
  if (isBlank(Into)) return wrongField('General_FieldCannotBeNullOrBlank', 'Into', 'is missing or blank.')
  if (isBlank(MergeKey)) {
    return wrongField('General_FieldCannotBeNullOrBlank', 'MergeKey', 'is missing or blank.')
  }
  if (!isStorable(id)) return refusal('Customer_NotFound', 'There is no customer with this id.', 'id')
  const requestHash = requestHashOf(id, Into)
  return { tenant, from: { key: id }, into: { key: Into }, mergeKey: MergeKey, requestHash }
}

function present({ customer, account, mergedAt, effect, isCashbackOn }: Merged): MergeResult {
  const { balance, pending, orders, redemptions, coupons } = effect
  return {
    Customer: { Id: customer.id, OriginalId: customer.originalId, PublicId: customer.publicId },
    MergedAt: instantToText(mergedAt),
    Points: decimalToNumber(balance.points),
    Cashback: isCashbackOn ? moneyToNumber(balance.cashback) : 0,
    PendingPoints: decimalToNumber(pending.points),
    PendingCashback: isCashbackOn ? moneyToNumber(pending.cashback) : 0,
    Orders: orders,
    Redemptions: redemptions,
    Coupons: coupons,
    PointsBalance: decimalToNumber(account.balance.points),
    CashbackBalance: isCashbackOn ? balanceToNumber(account.balance.cashback) : 0,
  }
}
