import { type Static, Type } from 'typebox'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import { keyText } from '../../accounts/till/collection.ts'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import { PageEnvelope, pageEnvelope, pageFailure } from '../../contract/private-api/envelopes.ts'
import { wrongField } from '../../contract/private-api/errors.ts'
import { ASKING_FOR_PAGE, type Operation } from '../../contract/private-api/operation.ts'
import { offsetOf, PAGE_PARAMETERS, readPage } from '../../contract/private-api/paging.ts'
import { booleanFromQuery } from '../../contract/private-api/query.ts'
import { emptyBodyIsNone, QUESTION_BODY_MAX, textsOf } from '../../contract/private-api/query-or-body.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isStorable, Nullable, Sent } from '../../contract/schema.ts'
import { localDate, startOfDay } from '../../platform/zone.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { coupons } from '../collections/coupons.ts'
import { listCoupons } from '../store.ts'
import { toCouponItem } from './present.ts'
import type { CouponItem } from './schema.ts'

const ALL = 'true: also those that were used, have expired or were made inactive.'

const CouponListBody = Type.Object(
  {
    PageNumber: Sent(Type.Number({ description: 'Which page, from 1.' })),
    PageSize: Sent(Type.Number({ description: 'How many items a page has: 1 to 50.' })),
    All: Sent(Type.Boolean({ description: ALL })),
  },
  { examples: [{ PageNumber: 1, PageSize: 10 }] },
)
type CouponListBody = Static<typeof CouponListBody>

const asking: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: pageFailure }

export function couponListRoutes(api: PrivateApi, reads: SettledReads): void {
  const schema = {
    tags: ['Customers'],
    description: 'Newest first. GET and POST answer the same.',
    params: Type.Object({ id: Type.String({ description: "The customer's id in the merchant store." }) }),
    response: { 200: PageEnvelope(Type.Unsafe<CouponItem>(Type.Ref('Coupon#'))) },
  }

  api.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    '/v1/pvt/Customer/:id/availablecoupons',
    {
      config: { operation: ASKING_FOR_PAGE },
      schema: {
        operationId: 'getCustomerCoupons',
        summary: 'List the coupons that a customer can use',
        querystring: Type.Object({
          ...PAGE_PARAMETERS,
          All: Type.Optional(Nullable(Type.Boolean({ default: false, description: ALL }))),
        }),
        ...schema,
      },
    },
    async ({ tenant, params, query }, reply) => {
      const { sequence, envelope } = await answerList(reads, tenant, params.id, query)
      if (sequence !== null) void reply.header(CUSTOMER_SEQUENCE_HEADER, sequence)
      return envelope
    },
  )

  api.post<{ Params: { id: string }; Querystring: Record<string, unknown>; Body: CouponListBody }>(
    '/v1/pvt/Customer/:id/availablecoupons',
    {
      config: { operation: asking, scope: 'read', takesQuestion: true },
      bodyLimit: QUESTION_BODY_MAX,
      preValidation: emptyBodyIsNone,
      schema: {
        operationId: 'listCustomerCoupons',
        summary: 'List the coupons that a customer can use (asked by POST)',
        body: CouponListBody,
        ...schema,
      },
    },
    async ({ tenant, params, query, body }, reply) => {
      const { sequence, envelope } = await answerList(reads, tenant, params.id, textsOf(query, body))
      if (sequence !== null) void reply.header(CUSTOMER_SEQUENCE_HEADER, sequence)
      return envelope
    },
  )
}

async function answerList(
  reads: SettledReads,
  tenant: Tenant,
  customerKey: string,
  sent: Readonly<Record<string, unknown>>,
) {
  const page = readPage(sent)
  if (isRefusal(page)) return { sequence: null, envelope: pageFailure(page) }
  const all = booleanFromQuery(sent.All)
  if (all === null) {
    const wrong = wrongField('General_FieldCannotBeNullOrBlank', 'All', 'must be true or false.')
    return { sequence: null, envelope: pageFailure(wrong) }
  }
  const found = isStorable(customerKey)
    ? await reads.of(tenant, customerKey, async (tx, { customer, account }, now) => {
        const { keys, total } = await listCoupons(tx, tenant.id, {
          customerId: customer.id,
          goodFrom: all ? null : startOfDay(localDate(now, tenant.timeZone), tenant.timeZone),
          offset: offsetOf(page),
          limit: page.size,
        })
        const named = keys.map((key) => ({ tenantId: tenant.id, key }))
        const stored = await coupons.load(tx, named)
        const items = named.flatMap((key) => stored.get(keyText(key)) ?? [])
        return { items, total, sequence: account.sequence }
      })
    : null
  if (!found) {
    const message = `There is no customer with the id ${customerKey}.`
    return { sequence: null, envelope: pageFailure(refusal('Customer_NotFound', message, 'id')) }
  }
  const { items, total, sequence } = found
  return { sequence, envelope: pageEnvelope(items.map(toCouponItem), total, page) }
}
