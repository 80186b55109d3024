import type { OrderBody } from '../orders/private-api/schema.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import type { Person } from './people.ts'

export interface DemoProduct {
  readonly OriginalId: string
  readonly Title: string
  readonly ProductPrice: number
  readonly ProductBrand: { readonly OriginalId: string; readonly Name: string } | null
}

/** An order of the demo merchant, as it is sent the first time. */
export interface Bought {
  readonly id: string
  readonly body: OrderBody
  readonly products: readonly DemoProduct[]
  isCancelled: boolean
}

const BRANCHES = [
  { OriginalId: 'centro', Name: 'Centro' },
  { OriginalId: 'jardins', Name: 'Jardins' },
]
const WEB_SHOP = { OriginalId: 'online', Name: 'Loja online' }
const PAYMENTS = [
  { OriginalId: 'pix', Name: 'Pix' },
  { OriginalId: 'visa-credit', Name: 'Visa crédito' },
  { OriginalId: 'cash', Name: 'Dinheiro' },
]
const STAFF = [
  { OriginalId: 'marta', Name: 'Marta' },
  { OriginalId: 'ivo', Name: 'Ivo' },
]

/** What a customer buys on a visit, by its number: at the counter, or in the web shop, which delivers later. */
export function fillBasket(
  person: Person,
  visit: number,
  offered: readonly DemoProduct[],
  at: Instant,
  random: Random,
): Bought {
  const id = `${person.id}-${visit}`
  const products = Array.from({ length: random.between(...person.habit.basket) }, () =>
    chooseProduct(offered, random),
  )
  const isOnline = random.chance(25)
  const body: OrderBody = {
    OriginalId: id,
    OrderPlacementDate: instantToText(at),
    OrderCompletedDate: isOnline ? null : instantToText(at),
    IsCompleted: !isOnline,
    OrderStatus: isOnline ? 'pago' : 'entregue',
    OrderTotal: totalOf(products),
    Customer: { ...person.body, ...(person.hesitates ? { IsEnrolled: visit > 1 } : {}) },
    Products: linesOf(products),
    PaymentMethod: random.one(PAYMENTS),
    Branch: isOnline ? WEB_SHOP : random.one(BRANCHES),
    SalesPerson: isOnline ? null : random.one(STAFF),
    UpdatedDate: instantToText(at),
  }
  return { id, products, body, isCancelled: false }
}

/** Mostly coffee, now and then something to take home. */
function chooseProduct([coffee, ...others]: readonly DemoProduct[], random: Random): DemoProduct {
  if (coffee && random.chance(60)) return coffee
  return random.one(others.slice(0, random.between(1, others.length)))
}

export function delivered({ body }: Bought, at: Instant): OrderBody {
  return {
    ...body,
    IsCompleted: true,
    OrderCompletedDate: instantToText(at),
    OrderStatus: 'entregue',
    UpdatedDate: instantToText(at),
  }
}

/** The order after one of its products has gone back. */
export function withoutOne(bought: Bought, at: Instant): OrderBody {
  const products = bought.products.slice(1)
  return { ...delivered(bought, at), OrderTotal: totalOf(products), Products: linesOf(products) }
}

/** One line per product, however many pieces of it there are. */
function linesOf(products: readonly DemoProduct[]) {
  return [...new Set(products)].map((product) => {
    const pieces = products.filter((one) => one === product)
    return { ...product, ProductPrice: totalOf(pieces), Quantity: pieces.length }
  })
}

function totalOf(products: readonly DemoProduct[]): number {
  return products.reduce((cents, { ProductPrice }) => cents + Math.round(ProductPrice * 100), 0) / 100
}
