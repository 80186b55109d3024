import type { BulkOperation } from '../../tenancy/private-api/bulk-operation.ts'
import { OPERATION } from './present.ts'
import { BulkCustomerResult, EXAMPLE_CUSTOMER, type SaveCustomerBody, UpsertCustomerBody } from './schema.ts'
import { type UpsertOptions, upserting, upsertSentCustomer } from './upsert.ts'

/** So that the sales of the moment find room in every batch of the till. */
const AT_ONCE = 64

export function bulkCustomers(options: UpsertOptions): BulkOperation<SaveCustomerBody, BulkCustomerResult> {
  return {
    url: '/v1/pvt/Customer/bulk',
    operationId: 'upsertCustomers',
    tag: 'Customers',
    summary: 'Make or change many customers',
    description: 'Each is a customer as `POST /v1/pvt/Customer/upsert` takes it.',
    body: UpsertCustomerBody,
    example: EXAMPLE_CUSTOMER,
    result: BulkCustomerResult,
    single: upserting,
    atOnce: AT_ONCE,
    // Once it is known no item asks, so they come to the till as they stand in the list, and it keeps their order.
    prepare: (tenant) => options.findability.require(tenant),
    turnOf: ({ OriginalId }) => ({ name: OriginalId ?? '', queue: 'till' }),
    async run(tenant, body) {
      const upserted = await upsertSentCustomer(options, tenant, body)
      if ('refusal' in upserted) return upserted.refusal
      const { code, name } = upserted.outcome
      return { Operation: OPERATION[upserted.saved.operation], Code: code, CodeName: name }
    },
  }
}
