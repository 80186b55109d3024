import { Type } from 'typebox'
import { ProductEnvelope, productEnvelope, productFailure } from '../../contract/private-api/envelopes.ts'
import { moneyToNumber } from '../../platform/decimal.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Product } from '../product.ts'
import { saveSentProduct, savingProduct } from './save.ts'
import { ProductBody, ProductCategoryBody, ProductResult } from './schema.ts'

export function catalogRoutes(api: PrivateApi, cells: Cells): void {
  api.addSchema(ProductCategoryBody)

  api.put<{ Params: { id: string }; Body: ProductBody }>(
    '/v1/pvt/Product/:id',
    {
      config: { operation: savingProduct },
      schema: {
        operationId: 'updateProduct',
        tags: ['POS'],
        summary: 'Insert or update a product',
        description:
          'Saves the product with its brand and its path in the category tree. Sending the same product ' +
          'again changes nothing and answers the warning 05 ProductUnchanged.',
        params: Type.Object({ id: Type.String({ description: 'Product id in the merchant store.' }) }),
        body: ProductBody,
        response: { 200: ProductEnvelope(ProductResult) },
      },
    },
    async ({ tenant, params, body }) => {
      const saved = await saveSentProduct(cells, tenant, params.id, body)
      return 'refusal' in saved
        ? productFailure(saved.outcome, saved.refusal)
        : productEnvelope(saved.outcome, toResult(saved.product))
    },
  )
}

function toResult(product: Product): ProductResult {
  return {
    OriginalId: product.originalId,
    Title: product.title,
    Url: product.url,
    ImageUrl: product.imageUrl,
    IsActive: product.isActive,
    ProductPrice: product.price === null ? null : moneyToNumber(product.price),
  }
}
