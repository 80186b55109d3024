import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import {
  ProductEnvelope,
  productEnvelope,
  productFailure,
  ResultEnvelope,
  resultEnvelope,
  resultFailure,
} from '../../contract/private-api/envelopes.ts'
import { inApiTerms } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import { unlessDataRefused } from '../../platform/postgres/failures.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import { createCustomer, updateCustomer } from '../commands.ts'
import { CUSTOMER_ERRORS } from './errors.ts'
import { toCustomerResult, toUpsertResult } from './present.ts'
import { readCustomerToSave, readCustomerToUpdate } from './read.ts'
import { type CustomerResult, SaveCustomerBody, UpsertCustomerBody, UpsertCustomerResult } from './schema.ts'
import { type UpsertOptions, upserting, upsertSentCustomer } from './upsert.ts'

const creating: Operation = { wrongType: 'ApiExternalCustomer_Cant_Insert', refuse: resultFailure }
const updating: Operation = { wrongType: 'ApiExternalCustomer_Cant_Update', refuse: resultFailure }

export type SaveRoutesOptions = UpsertOptions

export function saveRoutes(api: PrivateApi, options: SaveRoutesOptions): void {
  createRoute(api, options)
  updateRoute(api, options)
  upsertRoute(api, options)
}

const answer = { 200: ResultEnvelope(Type.Unsafe<CustomerResult>(Type.Ref('Customer#'))) }

function createRoute(api: PrivateApi, { tillOf, findability }: SaveRoutesOptions): void {
  api.post<{ Body: SaveCustomerBody }>(
    '/v1/pvt/Customer',
    {
      config: { operation: creating },
      schema: {
        operationId: 'createCustomer',
        tags: ['Customers'],
        summary: 'Make a customer',
        description:
          'A new enrolled customer gets the points for signing up, once. An id that is or was the id of a customer ' +
          'is refused, and so is the e-mail or document of another one; the same request again answers as the ' +
          'first time.',
        body: SaveCustomerBody,
        response: answer,
      },
    },
    async ({ tenant, body }, reply) => {
      const sent = readCustomerToSave(body, tenant.timeZone)
      if (isRefusal(sent)) return resultFailure(sent)
      await findability.require(tenant)
      const result = await tillOf(tenant)
        .run(createCustomer, { tenant, sent, publicId: randomUUID() })
        .catch(unlessDataRefused(refusal('not-made', 'The customer could not be saved: send it again.')))
      const saved = inApiTerms(result, CUSTOMER_ERRORS)
      if (isRefusal(saved)) return resultFailure(saved)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, saved.account.sequence)
      return resultEnvelope(toCustomerResult(saved.customer, saved.tier))
    },
  )
}

function updateRoute(api: PrivateApi, { tillOf }: SaveRoutesOptions): void {
  api.put<{ Params: { id: string }; Body: SaveCustomerBody }>(
    '/v1/pvt/Customer/:id',
    {
      config: { operation: updating },
      schema: {
        operationId: 'updateCustomer',
        tags: ['Customers'],
        summary: 'Change a customer, also its id',
        description:
          'What is left out or null stays as it is. An OriginalId other than that of the path becomes the ' +
          "customer's id; the one it had stays good for orders and reads, and no other customer can take it. A " +
          'birthday that is stored is not changed.',
        params: Type.Object({
          id: Type.String({ description: "The customer's id in the merchant store, of now or before." }),
        }),
        body: SaveCustomerBody,
        response: answer,
      },
    },
    async ({ tenant, params: { id }, body }, reply) => {
      const sent = readCustomerToUpdate(id, body, tenant.timeZone)
      if (isRefusal(sent)) return resultFailure(sent)
      if (!isStorable(id)) {
        return resultFailure(refusal('Customer_NotFound', 'There is no customer with this id.', 'id'))
      }
      const result = await tillOf(tenant)
        .run(updateCustomer, { tenant, customerKey: id, sent })
        .catch(unlessDataRefused(refusal('not-changed', 'The customer could not be saved: send it again.')))
      const saved = inApiTerms(result, CUSTOMER_ERRORS)
      if (isRefusal(saved)) return resultFailure(saved)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, saved.account.sequence)
      return resultEnvelope(toCustomerResult(saved.customer, saved.tier))
    },
  )
}

function upsertRoute(api: PrivateApi, options: SaveRoutesOptions): void {
  api.post<{ Body: SaveCustomerBody }>(
    '/v1/pvt/Customer/upsert',
    {
      config: { operation: upserting },
      schema: {
        operationId: 'upsertCustomer',
        tags: ['Customers'],
        summary: 'Make or change a customer',
        description:
          'For syncs. By OriginalId; what is left out or null stays as it is, and a second time changes nothing ' +
          '(05 CustomerUnchanged). An e-mail or document that another customer has is saved and reported (04 ' +
          'ContactShared); a birthday that differs from the stored one is ignored and reported (08 BirthdayKept).',
        body: UpsertCustomerBody,
        response: { 200: ProductEnvelope(UpsertCustomerResult) },
      },
    },
    async ({ tenant, body }, reply) => {
      const upserted = await upsertSentCustomer(options, tenant, body)
      if ('refusal' in upserted) return productFailure(upserted.outcome, upserted.refusal)
      const { outcome, saved } = upserted
      void reply.header(CUSTOMER_SEQUENCE_HEADER, saved.account.sequence)
      return productEnvelope(outcome, toUpsertResult(saved))
    },
  )
}
