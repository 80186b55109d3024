import type { Cells } from '../../tenancy/cells.ts'
import type { BulkOperation } from '../../tenancy/private-api/bulk-operation.ts'
import { saveSentProduct, savingProduct } from './save.ts'
import { BulkProductResult, EXAMPLE_PRODUCT, ProductBody } from './schema.ts'

/** Each is a transaction of its own, on connections that the reads of all merchants share. */
const AT_ONCE = 4

export function bulkProducts(cells: Cells): BulkOperation<ProductBody, BulkProductResult> {
  return {
    url: '/v1/pvt/Product/bulk',
    operationId: 'updateProducts',
    tag: 'POS',
    summary: 'Insert or update many products',
    description: 'Each is a product as `PUT /v1/pvt/Product/{id}` takes it, with its OriginalId as the id.',
    body: ProductBody,
    example: EXAMPLE_PRODUCT,
    result: BulkProductResult,
    single: savingProduct,
    atOnce: AT_ONCE,
    turnOf: ({ OriginalId }) => ({ name: OriginalId ?? '', queue: null }),
    async run(tenant, body) {
      const saved = await saveSentProduct(cells, tenant, body.OriginalId ?? '', body)
      if ('refusal' in saved) return saved.refusal
      const { code, name, severity } = saved.outcome
      return { Code: code, CodeName: name, Severity: severity }
    },
  }
}
