import { Type } from 'typebox'
import { ProductEnvelope, productEnvelope, productFailure } from '../../contract/private-api/envelopes.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { refusal } from '../../contract/refusal.ts'
import { moneyToNumber } from '../../platform/decimal.ts'
import { isRace, isUnavailable } from '../../platform/postgres/failures.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Product } from '../product.ts'
import { type SaveOutcome, saveProduct } from '../store.ts'
import { decideProduct, outcomeOfRefusal, PRODUCT_OUTCOME } from './read.ts'
import { ProductBody, ProductCategoryBody, ProductResult } from './schema.ts'

const operation: Operation = {
  wrongType: 'ApiExternalProduct_Cant_Insert_Update',
  refuse: (problem) => productFailure(outcomeOfRefusal(problem), problem),
}

export function catalogRoutes(api: PrivateApi, cells: Cells): void {
  api.addSchema(ProductCategoryBody)

  api.put<{ Params: { id: string }; Body: ProductBody }>(
    '/v1/pvt/Product/:id',
    {
      config: { operation },
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
    async (request) => {
      const decision = decideProduct(request.params.id, request.body)
      if ('refusal' in decision) return productFailure(decision.outcome, decision.refusal)
      const { product } = decision
      const saved = await save(cells, request.tenant, product)
      if (saved === null) {
        const message = 'The product could not be saved: send it again.'
        const problem = refusal('ApiExternalProduct_Cant_Insert_Update', message)
        return productFailure(PRODUCT_OUTCOME.saveFailed, problem)
      }
      return productEnvelope(PRODUCT_OUTCOME[saved], toResult(product))
    },
  )
}

const TRIES = 3

/** null: it was tried several times, and each time another request changed the same rows. */
async function save(cells: Cells, tenant: Tenant, product: Product): Promise<SaveOutcome | null> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      return await cells.of(tenant).transaction([tenant.id], (tx) => saveProduct(tx, tenant.id, product))
    } catch (error) {
      if (isUnavailable(error) || !isRace(error)) throw error
    }
  }
  return null
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
