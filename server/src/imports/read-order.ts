import { type Amount, isNothing } from '../accounts/account.ts'
import { isBlank } from '../contract/schema.ts'
import type { SentCustomer } from '../customers/sent-customer.ts'
import { type OrderProduct, PRODUCTS_MAX, QUANTITY_MAX, type Reference } from '../orders/order.ts'
import type { SentDetails } from '../orders/sent-order.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import { localDate } from '../platform/zone.ts'
import type { LineValues } from './kinds/kind.ts'
import { OF_ORDER, OF_PRODUCT } from './kinds/order-members.ts'
import type { LineRefusal, ReadLine } from './line.ts'
import { lineKey } from './line-key.ts'
import { LineReading } from './line-reading.ts'
import type { Member } from './members.ts'
import type { OrderContext } from './order-context.ts'
import type { OrderLine, OrderValues, ProductValues } from './order-line.ts'
import { customerNamed, Refused, shown, unlessRefused } from './read-line.ts'

/** What an order of a file asks for, or why it can't be done. */
export function readOrder(read: ReadLine<OrderValues>, context: OrderContext): OrderLine | LineRefusal {
  return unlessRefused(() => new OrderReading(read, context).line())
}

/** As our own export calls what became of an order. */
const STATES = ['initial', 'pending', 'complete', 'cancelled', 'ignored'] as const
type State = (typeof STATES)[number]

/** Whom the line names by the id that we have given: the id of the shop is looked for. */
const NAMED_BY_US: SentCustomer = {
  ...{ originalId: '', name: null, email: null, phone: null, document: null },
  ...{ birthday: null, signupAt: null, isEnrolled: null },
}

interface Progress {
  readonly isCompleted: boolean
  readonly isCancelled: boolean
  readonly isIgnored: boolean
}

class OrderReading {
  readonly #read: ReadLine<OrderValues>
  readonly #values: OrderValues
  readonly #context: OrderContext
  readonly #line: LineReading

  constructor(read: ReadLine<OrderValues>, context: OrderContext) {
    this.#read = read
    this.#values = read.values
    this.#context = context
    this.#line = new LineReading(read.values, context)
  }

  line(): OrderLine {
    const line = this.#line
    const originalId = line.text('orderId')
    if (originalId === null) throw new Refused('no-order', 'orderId')
    const { publicId, customer } = this.#customer()
    const progress = this.#progress()
    const placedAt = line.past('placedAt')
    if (placedAt === null) throw new Refused('value-missing', 'placedAt')
    const completedAt = this.#since('completedAt', placedAt)
    if (progress.isCompleted && completedAt === null) throw new Refused('value-missing', 'completedAt')
    const { kind, salt } = this.#context
    return {
      line: this.#read.line,
      key: lineKey(salt, { by: 'key', kind, key: originalId }),
      publicId,
      sent: {
        ...{ originalId, customer, total: this.#total(progress), placedAt, completedAt },
        ...{ isCompleted: progress.isCompleted, isCancelled: progress.isCancelled },
        cancelledAt: progress.isCancelled ? this.#cancelledAt(placedAt, completedAt) : null,
        updatedAt: null,
        details: this.#details(),
      },
      isIgnored: progress.isIgnored,
      elsewhere: this.#elsewhere(progress),
    }
  }

  /** Without an id of the shop or a contact, the customer may be named by the id that we have given. */
  #customer(): { readonly publicId: string | null; readonly customer: SentCustomer } {
    const publicId = this.#line.uuid('publicId')
    const { originalId, email, document } = this.#line.texts(['originalId', 'email', 'document'])
    const isNamed = [originalId, email, document].some((text) => text !== null)
    const named = isNamed || publicId === null ? customerNamed(this.#values) : NAMED_BY_US
    return {
      publicId: isNamed ? null : publicId,
      customer: { ...named, name: this.#line.name(), phone: this.#line.text('phone') },
    }
  }

  #progress(): Progress {
    const { isCompleted, isCancelled } = this.#values
    const state = this.#state()
    if (isCompleted && isCancelled) throw new Refused('complete-and-cancelled', 'isCancelled')
    if (state !== null) {
      const isCancelled = state === 'cancelled'
      return { isCompleted: state === 'complete', isCancelled, isIgnored: state === 'ignored' }
    }
    const isGone = isCancelled ?? (isCompleted !== true && this.#values.cancelledAt !== undefined)
    const isDone = isCompleted ?? this.#values.completedAt !== undefined
    return { isCompleted: isDone && !isGone, isCancelled: isGone, isIgnored: false }
  }

  #state(): State | null {
    const text = this.#line.text('state')
    if (text === null) return null
    const state = STATES.find((one) => one === text.toLowerCase())
    if (!state) throw new Refused('unknown-state', 'state', { value: shown(text) })
    return state
  }

  /** What is left of it. What was returned elsewhere is no part of it here; one that was cancelled is kept as it was. */
  #total({ isCancelled }: Progress): Decimal {
    const total = this.#line.positive('total')
    if (total === null) throw new Refused('value-missing', 'total')
    const returned = this.#line.positive('returned') ?? ZERO
    if (isCancelled) return total
    if (returned > total) throw new Refused('returned-above-total', 'returned')
    return total - returned
  }

  /** A day on which it was placed as well is the same moment at the earliest. */
  #since(member: 'completedAt' | 'cancelledAt', placedAt: Instant): Instant | null {
    const at = this.#line.past(member)
    if (at === null || at >= placedAt) return at
    const { timeZone } = this.#context
    const moment = this.#values[member]
    if (moment?.kind === 'day' && moment.day === localDate(placedAt, timeZone)) return placedAt
    throw new Refused('before-placed', member)
  }

  /** One that does not say when it was cancelled was at the earliest when it was complete. */
  #cancelledAt(placedAt: Instant, completedAt: Instant | null): Instant {
    return this.#since('cancelledAt', placedAt) ?? completedAt ?? placedAt
  }

  #details(): SentDetails {
    const line = this.#line
    const products = this.#values.products?.map((product) => this.#product(product)) ?? null
    if (products && products.length > PRODUCTS_MAX) throw new Refused('too-many-lines', null)
    return {
      ...{ status: line.text('status'), products, coupon: line.text('coupon'), externalCoupon: null },
      metadatas: null,
      paymentMethod: this.#reference('paymentMethod'),
      branch: this.#reference('branch'),
      salesPerson: this.#reference('salesPerson'),
      shipping: line.positive('shipping'),
    }
  }

  #reference(member: 'paymentMethod' | 'branch' | 'salesPerson'): Reference | null {
    const text = this.#line.text(member)
    return text === null ? null : { originalId: text, name: null }
  }

  #product(values: ProductValues): OrderProduct {
    const line = new LineReading(values as LineValues, this.#context)
    const originalId = line.text('productId')
    if (originalId === null) throw new Refused('value-missing', 'productId')
    const { quantity = 1 } = values
    if (quantity < 1 || quantity > QUANTITY_MAX) throw new Refused('wrong-quantity', 'quantity')
    return {
      ...{ originalId, title: line.text('productName'), url: null, imageUrl: null, isActive: true },
      ...{
        price: line.positive('productPrice'),
        brandId: line.text('brandId'),
        brandName: line.text('brandName'),
      },
      ...(quantity !== 1 && { quantity }),
    }
  }

  /** What it has earned elsewhere and stands for still. What was cancelled there was taken back there. */
  #elsewhere({ isCompleted, isCancelled }: Progress): Amount | null {
    const amount = this.#line.amount('earnedPoints', 'earnedCashback')
    if (amount.points < ZERO) throw new Refused('below-zero', 'earnedPoints')
    if (amount.cashback < ZERO) throw new Refused('below-zero', 'earnedCashback')
    if (isNothing(amount) || isCancelled) return null
    if (!isCompleted) throw new Refused('earned-before-complete', 'earnedPoints')
    return amount
  }
}

/** What a line does, and for whom. All of it: two orders of one id that differ are not the same. */
export function contentOfOrder(values: OrderValues): string[] {
  return Object.entries(values)
    .map(([member, value]) => `${member} ${JSON.stringify(value, asText)}`)
    .toSorted()
}

function asText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** The lines of one order as one: what is said of the order is the same on all of them, or blank. */
export function joinOrder(lines: readonly LineValues[]): OrderValues | LineRefusal {
  const order: Partial<Record<Member, unknown>> = {}
  const products: ProductValues[] = []
  for (const line of lines) {
    for (const member of Object.keys(OF_ORDER) as (keyof typeof OF_ORDER)[]) {
      const value = line[member]
      if (value === undefined) continue
      const known = order[member]
      if (known !== undefined && !isSame(known, value)) {
        return { kind: 'refusal', reason: 'lines-differ', member, facts: {} }
      }
      order[member] = value
    }
    const product = Object.fromEntries(
      (Object.keys(OF_PRODUCT) as (keyof typeof OF_PRODUCT)[]).flatMap((member) =>
        line[member] === undefined ? [] : [[member, line[member]]],
      ),
    ) as ProductValues
    if (Object.keys(product).length > 0) products.push(product)
  }
  return { ...(order as OrderValues), ...(products.length > 0 && { products }) }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, asText) === JSON.stringify(other, asText)
}

export function keyOfOrder({ orderId }: OrderValues): string | undefined {
  return isBlank(orderId) ? undefined : orderId.trim()
}
