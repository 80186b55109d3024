import type { Input } from '../../../api/client.ts'
import { isBelowZero, isZero, subtract } from '../../../format/decimal.ts'

/** A line of an order, as it can come back. */
export interface ReturnableLine {
  readonly originalId: string
  readonly title: string | null
  /** What is left of its price; null: it has none. */
  readonly left: string | null
}

interface OrderLine {
  readonly originalId: string
  readonly title: string | null
  readonly price: string | null
  readonly returned: string
}

/** As it is typed. */
export interface ReturnValues {
  readonly by: 'products' | 'value'
  /** What is refunded for each line: decimal text, empty where nothing is. */
  readonly ofLine: readonly string[]
  /** What is refunded of the order as a whole. */
  readonly value: string
  /** Whether the cashback that was used for the order goes back in its share. */
  readonly cashback: CashbackChoice
}

export const CASHBACK_CHOICES = ['bySettings', 'refund', 'keep'] as const
export type CashbackChoice = (typeof CASHBACK_CHOICES)[number]

export function linesOf(products: readonly OrderLine[]): ReturnableLine[] {
  return products.map(({ originalId, title, price, returned }) => {
    const left = price === null ? null : subtract(price, returned)
    return { originalId, title, left: left !== null && isBelowZero(left) ? '0' : left }
  })
}

/** By products, unless no line has a price of which something is left. */
export function newValues(lines: readonly ReturnableLine[]): ReturnValues {
  const canByProducts = lines.some(({ left }) => left !== null && !isZero(left))
  return {
    by: canByProducts ? 'products' : 'value',
    ofLine: lines.map(() => ''),
    value: '',
    cashback: 'bySettings',
  }
}

type Body = Omit<NonNullable<Input<'orders.returnPart'>['body']>, 'note'>

/** What is sent; null: nothing is typed that could be tried out. */
export function bodyOf(values: ReturnValues, lines: readonly ReturnableLine[]): Body | null {
  const refund = values.cashback === 'bySettings' ? {} : { refundsRedeem: values.cashback === 'refund' }
  if (values.by === 'value') return values.value.trim() === '' ? null : { value: values.value, ...refund }
  const products = sentLines(values).map((line) => ({
    originalId: lines[line]?.originalId ?? '',
    value: values.ofLine[line] ?? '',
  }))
  return products.length === 0 ? null : { products, ...refund }
}

/** The lines of which something is refunded, in the order in which they are sent. */
function sentLines({ ofLine }: ReturnValues): number[] {
  return ofLine.flatMap((value, line) => (value.trim() === '' ? [] : [line]))
}

/** The field that a problem's pointer means: a line by its place in the order, or the value. */
export function fieldOf(pointer: string, values: ReturnValues): number | 'value' | null {
  if (values.by === 'value') return pointer === '/value' ? 'value' : null
  const [, place] = /^\/products\/(\d+)\//.exec(pointer) ?? []
  // Of the whole order is left less than the products add up to: said at the last one.
  if (pointer === '/value') return sentLines(values).at(-1) ?? null
  return place === undefined ? null : (sentLines(values)[Number(place)] ?? null)
}
