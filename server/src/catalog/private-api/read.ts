import { type Outcome, SEVERITY } from '../../contract/private-api/envelopes.ts'
import type { ApiRefusal } from '../../contract/private-api/errors.ts'
import { refusal } from '../../contract/refusal.ts'
import { isBlank } from '../../contract/schema.ts'
import { decimalFromNumber, ZERO } from '../../platform/decimal.ts'
import { CATEGORY_DEPTH_MAX, type Category, type Product } from '../product.ts'
import type { CategoryBody, ProductBody } from './schema.ts'

/** The business codes of a product update. */
export const PRODUCT_OUTCOME = {
  originalIdRequired: { code: '01', name: 'OriginalIdRequired', severity: SEVERITY.error },
  invalid: { code: '02', name: 'ProductInvalid', severity: SEVERITY.error },
  idMismatch: { code: '03', name: 'ProductIdMismatch', severity: SEVERITY.error },
  saveFailed: { code: '04', name: 'ProductSaveFailed', severity: SEVERITY.error },
  unchanged: { code: '05', name: 'ProductUnchanged', severity: SEVERITY.warning },
  created: { code: '06', name: 'ProductCreated', severity: SEVERITY.success },
  updated: { code: '07', name: 'ProductUpdated', severity: SEVERITY.success },
} as const satisfies Record<string, Outcome>

/** The outcome for a wrong member. A missing id has one of its own. */
export function outcomeOfRefusal(problem: ApiRefusal): Outcome {
  return problem.reason === 'ApiExternalErro_Original_Id_Cant_Be_Null'
    ? PRODUCT_OUTCOME.originalIdRequired
    : PRODUCT_OUTCOME.invalid
}

export type ProductDecision =
  | { readonly product: Product }
  | { readonly outcome: Outcome; readonly refusal: ApiRefusal }

/** Turns the body of a product update into the product to be saved, or says why not. */
export function decideProduct(pathId: string, body: ProductBody): ProductDecision {
  const problem = findProblem(body)
  if (problem) return { outcome: outcomeOfRefusal(problem), refusal: problem }
  const originalId = body.OriginalId ?? ''
  if (originalId !== pathId) {
    return {
      outcome: PRODUCT_OUTCOME.idMismatch,
      refusal: refusal(
        'ApiExternalProduct_Cant_Insert_Update',
        'OriginalId differs from the id in the path: send the same in both.',
        'OriginalId',
      ),
    }
  }
  const brand = body.ProductBrand
  return {
    product: {
      originalId,
      title: body.Title ?? '',
      url: body.Url ?? null,
      imageUrl: body.ImageUrl ?? null,
      isActive: body.IsActive ?? true,
      price: typeof body.ProductPrice === 'number' ? decimalFromNumber(body.ProductPrice) : null,
      brand: brand ? { originalId: brand.OriginalId ?? '', name: brand.Name ?? null } : null,
      categories: categoryPath(body.ProductCategory),
    },
  }
}

function findProblem(body: ProductBody): ApiRefusal | null {
  if (isBlank(body.OriginalId)) return originalIdRequired('OriginalId')
  if (isBlank(body.Title)) {
    return refusal(
      'General_FieldCannotBeNullOrBlank',
      'Title is blank: send the name of the product.',
      'Title',
    )
  }
  const price = typeof body.ProductPrice === 'number' ? decimalFromNumber(body.ProductPrice) : null
  if (price !== null && price < ZERO) {
    return refusal('General_BiggerThanZero', 'ProductPrice is below 0.', 'ProductPrice')
  }
  if (body.ProductBrand && isBlank(body.ProductBrand.OriginalId)) {
    return originalIdRequired('ProductBrand.OriginalId')
  }
  return findCategoryProblem(body.ProductCategory)
}

function findCategoryProblem(first: CategoryBody | null | undefined): ApiRefusal | null {
  const seen = new Set<string>()
  let field = 'ProductCategory'
  for (let category = first; category; category = category.ParentCategory) {
    if (seen.size === CATEGORY_DEPTH_MAX) {
      return invalidCategory(`ProductCategory is nested deeper than ${CATEGORY_DEPTH_MAX} levels.`)
    }
    const { OriginalId } = category
    if (isBlank(OriginalId)) return originalIdRequired(`${field}.OriginalId`)
    if (seen.has(OriginalId)) return invalidCategory(`${field} “${OriginalId}” is its own ancestor.`)
    seen.add(OriginalId)
    field += '.ParentCategory'
  }
  return null
}

function originalIdRequired(field: string): ApiRefusal {
  return refusal('ApiExternalErro_Original_Id_Cant_Be_Null', `${field} is missing or blank.`, field)
}

function invalidCategory(message: string): ApiRefusal {
  return refusal('ApiExternalProduct_Cant_Insert_Update', message, 'ProductCategory')
}

function categoryPath(first: CategoryBody | null | undefined): Category[] {
  const path: Category[] = []
  for (let category = first; category; category = category.ParentCategory) {
    path.push({
      originalId: category.OriginalId ?? '',
      name: category.Name ?? null,
      description: category.Description ?? null,
      parentOriginalId: category.ParentCategory?.OriginalId ?? null,
    })
  }
  return path
}
