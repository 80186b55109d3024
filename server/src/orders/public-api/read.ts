import type { FieldProblem } from '../../contract/field-problem.ts'
import { type LocalizedText, localized } from '../../contract/locale.ts'
import { invalid, type Problem } from '../../contract/problem.ts'
import type { PricedProduct } from '../../earning/evaluate-products.ts'
import { type Decimal, decimalFromText } from '../../platform/decimal.ts'
import { type EarnQuery, PRODUCT_ID_LENGTH_MAX } from './schema.ts'

/** What is asked for, before it is known where the products stand. */
export interface Asked {
  readonly products: readonly PricedProduct[]
  readonly total: Decimal | null
}

/** An id may have colons: the last one stands before the price. */
const PRODUCT = /^(.+):(\d{1,11}(?:\.\d{1,4})?)$/s

export function readAsked({ p, total }: EarnQuery): Asked | Problem {
  const problems: FieldProblem[] = []
  const products = p.flatMap((text, place) => {
    const [, originalId = '', price = ''] = PRODUCT.exec(text) ?? []
    if (originalId.trim() !== '' && originalId.length <= PRODUCT_ID_LENGTH_MAX) {
      return [{ originalId, price: decimalFromText(price), brandId: null, categoryIds: [] }]
    }
    problems.push({ pointer: `/p/${place}`, message: NO_PRODUCT })
    return []
  })
  if (problems.length > 0) return invalid(problems)
  return { products, total: total === undefined ? null : decimalFromText(total) }
}

const NO_PRODUCT: LocalizedText = localized(
  'Give the id of a product, a colon and its price, like espresso:8.50.',
  'Informe o id de um produto, dois-pontos e o preço, como espresso:8.50.',
  'Indique el id de un producto, dos puntos y su precio, como espresso:8.50.',
)
