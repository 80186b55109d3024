import { type Outcome, productFailure } from '../../contract/private-api/envelopes.ts'
import type { ApiRefusal } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { refusal } from '../../contract/refusal.ts'
import { isRace, isUnavailable } from '../../platform/postgres/failures.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Product } from '../product.ts'
import { type SaveOutcome, saveProduct } from '../store.ts'
import { decideProduct, outcomeOfRefusal, PRODUCT_OUTCOME } from './read.ts'
import type { ProductBody } from './schema.ts'

export const savingProduct: Operation = {
  wrongType: 'ApiExternalProduct_Cant_Insert_Update',
  refuse: (problem) => productFailure(outcomeOfRefusal(problem), problem),
}

export type SavedProduct =
  | { readonly outcome: Outcome; readonly product: Product }
  | { readonly outcome: Outcome; readonly refusal: ApiRefusal }

/** One product as it was sent, whose body has the form of its schema. */
export async function saveSentProduct(
  cells: Cells,
  tenant: Tenant,
  id: string,
  body: ProductBody,
): Promise<SavedProduct> {
  const decision = decideProduct(id, body)
  if ('refusal' in decision) return decision
  const { product } = decision
  const saved = await save(cells, tenant, product)
  if (saved === null) {
    const message = 'The product could not be saved: send it again.'
    const problem = refusal('ApiExternalProduct_Cant_Insert_Update' as const, message)
    return { outcome: PRODUCT_OUTCOME.saveFailed, refusal: problem }
  }
  return { outcome: PRODUCT_OUTCOME[saved], product }
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
