import { Type } from 'typebox'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import { PageEnvelope, pageEnvelope, pageFailure } from '../../contract/private-api/envelopes.ts'
import type { ApiRefusal } from '../../contract/private-api/errors.ts'
import { ASKING_FOR_PAGE, type Operation } from '../../contract/private-api/operation.ts'
import { offsetOf } from '../../contract/private-api/paging.ts'
import { emptyBodyIsNone, QUESTION_BODY_MAX, textsOf } from '../../contract/private-api/query-or-body.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { loadHistoryPage } from '../load-page.ts'
import { loadPending } from '../load-pending.ts'
import { NOTHING_PENDING, toPendingPoints } from './pending.ts'
import { toHistoryItem } from './present.ts'
import { readHistoryInput } from './read.ts'
import { Explanation, HistoryBody, HistoryItem, HistoryQuery, PendingPoints } from './schema.ts'

const asking: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: pageFailure }

const CustomerParams = Type.Object({
  id: Type.String({ description: "The customer's id in the merchant store." }),
})

export interface HistoryRoutesOptions {
  readonly reads: SettledReads
}

export function historyRoutes(api: PrivateApi, options: HistoryRoutesOptions): void {
  api.addSchema(Explanation)
  pageRoutes(api, options)
  pendingRoutes(api, options)
}

function pageRoutes(api: PrivateApi, options: HistoryRoutesOptions): void {
  api.addSchema(HistoryItem)
  const schema = {
    tags: ['Customers'],
    description:
      'Newest first: every record with why it has its points, and moves between tiers as separate rows with 0 ' +
      'points. Points that wait, and what was taken back of them, are listed with their AvailableDate and are in ' +
      'no balance yet. GET and POST answer the same.',
    params: CustomerParams,
    response: { 200: PageEnvelope(Type.Unsafe<HistoryItem>(Type.Ref('HistoryItem#'))) },
  }

  api.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    '/v1/pvt/Customer/:id/history',
    {
      config: { operation: ASKING_FOR_PAGE },
      schema: {
        operationId: 'getCustomerHistory',
        summary: "Read a customer's history, explained",
        querystring: HistoryQuery,
        ...schema,
      },
    },
    async ({ tenant, params, query }, reply) => {
      const page = await answerPage(options, tenant, params.id, query)
      if (isRefusal(page)) return pageFailure(page)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, page.sequence)
      return page.envelope
    },
  )

  api.post<{ Params: { id: string }; Querystring: Record<string, unknown>; Body: HistoryBody }>(
    '/v1/pvt/Customer/:id/history',
    {
      config: { operation: asking, scope: 'read', takesQuestion: true },
      bodyLimit: QUESTION_BODY_MAX,
      preValidation: emptyBodyIsNone,
      schema: {
        operationId: 'listCustomerHistory',
        summary: "Read a customer's history, explained (asked by POST)",
        body: HistoryBody,
        ...schema,
      },
    },
    async ({ tenant, params, query, body }, reply) => {
      const page = await answerPage(options, tenant, params.id, textsOf(query, body))
      if (isRefusal(page)) return pageFailure(page)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, page.sequence)
      return page.envelope
    },
  )
}

async function answerPage(
  { reads }: HistoryRoutesOptions,
  tenant: Tenant,
  customerKey: string,
  sent: Readonly<Record<string, unknown>>,
) {
  const input = readHistoryInput(sent, tenant.timeZone)
  if (isRefusal(input)) return input
  if (!isStorable(customerKey)) return unknownCustomer(customerKey)
  const { page, filter } = input
  const found = await reads.of(tenant, customerKey, async (tx, { customer, account }, now) => {
    const [history, program] = await Promise.all([
      loadHistoryPage(tx, tenant, customer.id, filter, { offset: offsetOf(page), limit: page.size }),
      findCurrentProgram(tx, tenant.id, now),
    ])
    return { ...history, sequence: account.sequence, now, isCashbackOn: program.cashback.isOn }
  })
  if (!found) return unknownCustomer(customerKey)
  const { items, total, sequence, now, isCashbackOn } = found
  const presenting = { tenant, now, isCashbackOn }
  const shown = items.map((item) => toHistoryItem(item, presenting))
  return { sequence, envelope: pageEnvelope(shown, total, page) }
}

function unknownCustomer(id: string): ApiRefusal {
  return refusal('Customer_NotFound', `There is no customer with the id ${id}.`, 'id')
}

function pendingRoutes(api: PrivateApi, { reads }: HistoryRoutesOptions): void {
  api.addSchema(PendingPoints)
  api.get<{ Params: { id: string } }>(
    '/v1/pvt/Customer/:id/pendingpoints',
    {
      schema: {
        operationId: 'getPendingPoints',
        tags: ['Customers'],
        summary: 'Read the points that a customer will have',
        description:
          'Without envelope. Points that wait are exact; what orders that are not complete yet would earn is ' +
          'estimated with the current program. For a customer who is not known: zeros.',
        params: CustomerParams,
        response: { 200: Type.Unsafe<PendingPoints>(Type.Ref('PendingPoints#')) },
      },
    },
    async ({ tenant, params: { id } }, reply) => {
      if (!isStorable(id)) return NOTHING_PENDING
      const found = await reads.of(tenant, id, async (tx, { customer, account }, now) => ({
        pending: await loadPending(tx, tenant, customer, findCurrentProgram(tx, tenant.id, now)),
        sequence: account.sequence,
      }))
      if (!found) return NOTHING_PENDING
      void reply.header(CUSTOMER_SEQUENCE_HEADER, found.sequence)
      return toPendingPoints(found.pending)
    },
  )
}
