import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { shortText } from '../../earning/explanation.ts'
import type { LineFacts } from '../../earning/order-facts.ts'
import { type Decimal, floorCents, minimum, ZERO } from '../../platform/decimal.ts'
import type { OrderDetails, OrderProduct, ReturnedLine } from '../order.ts'
import type { SentReturn } from '../order-return.ts'
import { type OrderReason, wrong } from './reasons.ts'

type Lines = Pick<OrderDetails, 'products' | 'returnedLines'>

/** The lines at what is left of their prices. Most orders have no returns, and then they are the lines themselves. */
export function linesLeft(details: Lines): readonly OrderProduct[] {
  const { products, returnedLines } = details
  if (returnedLines.length === 0) return products
  const left = leftOf(details)
  return products.map((product, line) => ({ ...product, price: left[line] ?? null }))
}

/** The lines with what they were before something was returned of them. */
export function withReturned(lines: LineFacts[], details: Lines): LineFacts[] {
  if (details.returnedLines.length === 0) return lines
  const returned = returnedByLine(details)
  return lines.map((line, position) => ({
    ...line,
    before: { price: details.products[position]?.price ?? null, returned: returned[position] ?? ZERO },
  }))
}

/** What is left of the price of each line; null: it has none. */
function leftOf(details: Lines): (Decimal | null)[] {
  const returned = returnedByLine(details)
  return details.products.map(({ price }, line) => {
    if (price === null) return null
    const left = price - (returned[line] ?? ZERO)
    return left > ZERO ? left : ZERO
  })
}

/**
 * What was returned of each line. A message may bring other lines: those of one product are matched in the order in
 * which they appear.
 */
export function returnedByLine({ products, returnedLines }: Lines): Decimal[] {
  const entries = Map.groupBy(returnedLines, ({ productId }) => productId)
  const met = new Map<string, number>()
  return products.map(({ originalId }) => {
    const position = met.get(originalId) ?? 0
    met.set(originalId, position + 1)
    return entries.get(originalId)?.[position]?.value ?? ZERO
  })
}

/** What is returned of the lines once this return is among it. Refused where the lines do not have so much. */
export function addToReturnedLines(
  details: Lines,
  { value, lines }: Pick<SentReturn, 'value' | 'lines'>,
): readonly ReturnedLine[] | Refusal<OrderReason> {
  const left = leftOf(details)
  const taken = lines ? takeFromNamed(details.products, left, lines) : takeInProportion(left, value)
  if (isRefusal(taken)) return taken
  const all = returnedByLine(details).map((before, line) => before + (taken[line] ?? ZERO))
  const touched = new Set(
    details.products.filter((_, line) => all[line] !== ZERO).map((one) => one.originalId),
  )
  return details.products.flatMap(({ originalId }, line) =>
    touched.has(originalId) ? [{ productId: originalId, value: all[line] ?? ZERO }] : [],
  )
}

/** Of several lines of one product, the first gives first. A line without a price can't be compared, and gives all. */
function takeFromNamed(
  products: readonly OrderProduct[],
  left: readonly (Decimal | null)[],
  sent: readonly ReturnedLine[],
): Decimal[] | Refusal<OrderReason> {
  const taken = products.map(() => ZERO)
  for (const [index, { productId, value }] of sent.entries()) {
    const own = products.flatMap(({ originalId }, line) => (originalId === productId ? [line] : []))
    if (own.length === 0) {
      return wrong(
        'return-lines-wrong',
        `Products[${index}].OriginalId`,
        `${productId} is no line of the order.`,
      )
    }
    let wanted = value
    for (const line of own) {
      const price = left[line] ?? null
      const given = price === null ? wanted : minimum(wanted, price - (taken[line] ?? ZERO))
      taken[line] = (taken[line] ?? ZERO) + given
      wanted -= given
    }
    if (wanted > ZERO) {
      const there = shortText(value - wanted)
      const text = `is ${shortText(value)}, more than the ${there} that is left of ${productId}.`
      return wrong('return-lines-wrong', `Products[${index}].ValueToRefund`, text)
    }
  }
  return taken
}

/** In whole cents; the cents that remain are taken from the last lines. What no line covers is the order's alone. */
function takeInProportion(left: readonly (Decimal | null)[], value: Decimal): Decimal[] {
  const prices = left.map((price) => price ?? ZERO)
  const whole = prices.reduce((sum, price) => sum + price, ZERO)
  if (whole === ZERO) return prices
  const wanted = minimum(value, whole)
  const taken = prices.map((price) => floorCents((price * wanted) / whole))
  let rest = wanted - taken.reduce((sum, one) => sum + one, ZERO)
  for (let line = taken.length - 1; rest > ZERO; line -= 1) {
    const before = taken[line] ?? ZERO
    const more = minimum(rest, (prices[line] ?? ZERO) - before)
    taken[line] = before + more
    rest -= more
  }
  return taken
}
