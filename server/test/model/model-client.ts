/** One client of the model test: it makes up commands, and knows from the model how each must be answered. */
import type { CustomerPoints } from '../../src/cashback/schema.ts'
import type { CancelResult, OrderResult } from '../../src/orders/schema.ts'
import { decimalFromNumber, decimalToNumber, moneyToNumber } from '../../src/platform/decimal.ts'
import type { Random } from '../../src/platform/random.ts'
import type { Answer } from '../support/json-client.ts'
import type { ModelCustomer, ModelOrder, ModelShop, OrderToPlace, Outcome } from './shop-model.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface ModelCommand {
  readonly shop: number
  readonly path: string
  readonly body: object
  readonly expected: Essence
}

/** What of an answer the model can tell; ids and dates of our own are not among it. */
export type Essence = Readonly<Record<string, unknown>>

/** A customer of this client alone, so that the order of its commands is known. */
interface OwnCustomer {
  readonly shop: number
  readonly id: string
  readonly orders: OrderToPlace[]
}

const ACTIONS = {
  newOrder: 34,
  updateOrder: 20,
  repeatOrder: 4,
  ordersOfOthers: 2,
  cancel: 12,
  cancelBadly: 2,
  addCashback: 10,
  removeCashback: 12,
  repeatKey: 2,
  unknownCustomer: 2,
}

export class ModelClient {
  readonly #customers: OwnCustomer[]
  readonly #usedKeys: { readonly shop: number; readonly key: string }[] = []
  #count = 0

  readonly name: string
  readonly random: Random
  readonly shops: readonly ModelShop[]

  constructor(name: string, random: Random, shops: readonly ModelShop[], customersPerShop: number) {
    this.name = name
    this.random = random
    this.shops = shops
    this.#customers = shops.flatMap((_, shop) =>
      Array.from({ length: customersPerShop }, (_, index) => ({ shop, id: `${name}-${index}`, orders: [] })),
    )
  }

  /** Makes up a command and lets the model do it. */
  next(now: number): ModelCommand {
    this.#count += 1
    const customer = this.random.one(this.#customers)
    const action = this.random.weighted(ACTIONS)
    const order = customer.orders.length > 0 ? this.random.one(customer.orders) : null
    switch (action) {
      case 'updateOrder':
        return this.#place(customer, order ? this.#changed(order, now) : this.#newOrder(customer, now), now)
      case 'repeatOrder':
        return this.#place(customer, order ?? this.#newOrder(customer, now), now)
      case 'ordersOfOthers':
        return this.#sendOrderOfOther(customer, now)
      case 'cancel':
        if (!order) return this.#place(customer, this.#newOrder(customer, now), now)
        return this.#cancel(customer.shop, order.id, now + this.random.between(0, 5) * HOUR_MS, now)
      case 'cancelBadly':
        return this.#cancelBadly(customer, order, now)
      case 'addCashback':
        return this.#change(customer, this.#cents(1, 2_000), false, this.#newKey(customer.shop), now)
      case 'removeCashback':
        return this.#change(customer, this.#toRemove(customer), true, this.#newKey(customer.shop), now)
      case 'repeatKey':
        return this.#repeatKey(customer, now)
      case 'unknownCustomer': {
        const stranger = { shop: customer.shop, id: `${this.name}-nobody`, orders: [] }
        return this.#change(stranger, this.#cents(1, 500), this.random.chance(50), `none-${this.name}`, now)
      }
      default:
        return this.#place(customer, this.#newOrder(customer, now), now)
    }
  }

  /** For settling every account at the end: a change that each customer can make. */
  *touchAll(now: number): Generator<ModelCommand> {
    for (const customer of this.#customers) {
      this.#count += 1
      yield this.#change(customer, 10_000n, false, `last-${this.name}-${customer.shop}-${customer.id}`, now)
    }
  }

  #newOrder(customer: OwnCustomer, now: number): OrderToPlace {
    const { random } = this
    const kind = random.weighted({ complete: 76, pending: 19, cancelled: 5 })
    const placedAt = now - random.between(0, 9 * 24) * HOUR_MS
    const completedAt = placedAt + random.between(0, 4 * 24) * HOUR_MS
    return {
      id: `${customer.id}-${this.#count}`,
      customer: customer.id,
      total: this.#total(),
      placedAt,
      isCompleted: kind === 'complete',
      completedAt: kind === 'complete' ? completedAt : null,
      isCancelled: kind === 'cancelled',
      cancelledAt: kind === 'cancelled' ? completedAt : null,
      updatedAt: random.chance(10) ? null : now - random.between(0, 60) * 60_000,
      isEnrolled: random.chance(4) ? false : random.chance(10) ? true : null,
    }
  }

  #changed(order: OrderToPlace, now: number): OrderToPlace {
    const { random } = this
    const kind = random.weighted({ complete: 70, pending: 20, cancelled: 10 })
    const completedAt = order.completedAt ?? order.placedAt + random.between(0, 48) * HOUR_MS
    const updatedAt = random.weighted({ newer: 70, older: 15, same: 5, missing: 10 })
    return {
      ...order,
      total: random.chance(80) ? this.#total() : order.total,
      isCompleted: kind === 'complete',
      completedAt: kind === 'complete' ? completedAt : null,
      isCancelled: kind === 'cancelled',
      cancelledAt: kind === 'cancelled' ? completedAt + HOUR_MS : null,
      updatedAt: {
        newer: now + random.between(0, 60) * 1_000,
        older: now - random.between(1, 20) * DAY_MS,
        same: order.updatedAt ?? now,
        missing: null,
      }[updatedAt],
      isEnrolled: random.chance(4) ? false : random.chance(10) ? true : null,
    }
  }

  #sendOrderOfOther(customer: OwnCustomer, now: number): ModelCommand {
    const others = this.#customers.filter((one) => one.shop === customer.shop && one.id !== customer.id)
    const [order] = this.random.one(others).orders
    if (!order) return this.#place(customer, this.#newOrder(customer, now), now)
    return this.#place(customer, { ...order, customer: customer.id }, now)
  }

  #place(customer: OwnCustomer, order: OrderToPlace, now: number): ModelCommand {
    const outcome = this.#shop(customer.shop).placeOrder(order, now)
    const known = customer.orders.findIndex(({ id }) => id === order.id)
    if (known >= 0) customer.orders[known] = order
    else if ('done' in outcome) customer.orders.push(order)
    const path = this.random.chance(50) ? '/v1/pvt/POS/orders' : '/v1/pvt/Order'
    const expected = expectedOf(outcome, ({ order, customer: owner }) =>
      essenceOfModelOrder(order, owner, this.#shop(customer.shop)),
    )
    return { shop: customer.shop, path, body: toOrderBody(order), expected }
  }

  #cancelBadly(customer: OwnCustomer, order: OrderToPlace | null, now: number): ModelCommand {
    if (!order || this.random.chance(40))
      return this.#cancel(customer.shop, `${this.name}-no-order`, now, now)
    const tooEarly = order.placedAt - 1
    return this.#cancel(customer.shop, order.id, this.random.chance(50) ? null : tooEarly, now)
  }

  #cancel(shop: number, order: string, cancelledAt: number | null, now: number): ModelCommand {
    const outcome = this.#shop(shop).cancel(order, cancelledAt, now)
    const expected = expectedOf(outcome, ({ state, updatedAt }) => ({
      isCanceled: true,
      Status: state,
      UpdatedAt: text(updatedAt),
    }))
    return {
      shop,
      path: `/v1/pvt/POS/orders/${order}/cancel`,
      body: { OrderCancelledDate: text(cancelledAt) },
      expected,
    }
  }

  #repeatKey(customer: OwnCustomer, now: number): ModelCommand {
    const used = this.#usedKeys.filter(({ shop }) => shop === customer.shop)
    const key = used.length > 0 ? this.random.one(used).key : this.#newKey(customer.shop)
    return this.#change(customer, this.#cents(1, 300), this.random.chance(50), key, now)
  }

  #change(customer: OwnCustomer, value: bigint, isRemoval: boolean, key: string, now: number): ModelCommand {
    const outcome = this.#shop(customer.shop).changeCashback(customer.id, value, isRemoval, key, now)
    const sign = isRemoval && this.random.chance(50) ? -1 : 1
    return {
      shop: customer.shop,
      path: `/v1/pvt/Customer/${customer.id}/cashback`,
      body: {
        Value: sign * decimalToNumber(value),
        OperationType: isRemoval ? 1 : 0,
        Reason: 'model',
        ChangeKey: key,
      },
      expected: expectedOf(outcome, essenceOfModelPoints),
    }
  }

  #newKey(shop: number): string {
    const key = `key-${this.name}-${this.#count}`
    this.#usedKeys.push({ shop, key })
    return key
  }

  /** Part of the balance, all of it, or more than there is. */
  #toRemove({ shop, id }: OwnCustomer): bigint {
    const balance = this.#shop(shop).customers.get(id)?.account.balance.cashback ?? 0n
    if (balance <= 0n) return this.#cents(1, 100)
    if (this.random.chance(10)) return balance
    const value = (balance * BigInt(this.random.between(1, 115))) / 100n
    return value > 0n ? value : 1n
  }

  #total(): bigint {
    if (this.random.chance(3)) return 0n
    return this.random.chance(15) ? this.#cents(1, 2_500) : this.#cents(2_500, 40_000)
  }

  #cents(least: number, most: number): bigint {
    return BigInt(this.random.between(least, most)) * 100n
  }

  #shop(index: number): ModelShop {
    const shop = this.shops[index]
    if (!shop) throw new Error(`no shop ${index}`)
    return shop
  }
}

function toOrderBody(order: OrderToPlace): object {
  return {
    OriginalId: order.id,
    OrderPlacementDate: text(order.placedAt),
    IsCompleted: order.isCompleted,
    OrderCompletedDate: text(order.completedAt),
    IsCancelledOrReturned: order.isCancelled,
    OrderCancelledDate: text(order.cancelledAt),
    OrderTotal: decimalToNumber(order.total),
    Customer: {
      OriginalId: order.customer,
      ...(order.isEnrolled === null ? {} : { IsEnrolled: order.isEnrolled }),
    },
    ...(order.updatedAt === null ? {} : { UpdatedDate: text(order.updatedAt) }),
  }
}

function expectedOf<T>(outcome: Outcome<T>, essence: (done: T) => Essence): Essence {
  return 'error' in outcome ? { error: outcome.error } : essence(outcome.done)
}

function essenceOfModelOrder(order: ModelOrder, customer: ModelCustomer, { program }: ModelShop): Essence {
  const { points, cashback } = customer.account.balance
  return {
    id: order.id,
    state: order.state,
    total: decimalToNumber(order.total),
    placed: text(order.placedAt),
    completed: text(order.completedAt),
    cancelled: text(order.cancelledAt),
    updated: text(order.updatedAt),
    customer: customer.id,
    isEnrolled: customer.isEnrolled,
    orderCount: customer.orderCount,
    points: decimalToNumber(points),
    cashback: program.isCashbackOn ? moneyToNumber(cashback) : 0,
  }
}

function essenceOfOrder({ Customer, ...order }: OrderResult): Essence {
  return {
    id: order.OriginalId,
    state: order.State,
    total: order.OrderTotal,
    placed: order.OrderPlacementDate,
    completed: order.OrderCompletedDate,
    cancelled: order.OrderCancelledDate,
    updated: order.UpdatedDate,
    customer: Customer.OriginalId,
    isEnrolled: Customer.IsEnrolled,
    orderCount: Customer.OrderCount,
    points: Customer.PointsBalance,
    cashback: Customer.Cashback,
  }
}

function essenceOfModelPoints({ account }: ModelCustomer): Essence {
  const { points, cashback } = account.balance
  const expiring = new Map<number, bigint>()
  for (const { expiresAt, left } of account.openLots) {
    if (expiresAt === null || left.points === 0n) continue
    expiring.set(expiresAt, (expiring.get(expiresAt) ?? 0n) + left.points)
  }
  return {
    points: decimalToNumber(points),
    cashback: moneyToNumber(cashback),
    expiring: [...expiring]
      .sort(([a], [b]) => a - b)
      .map(([when, amount]) => ({ Points: decimalToNumber(amount), When: text(when) })),
  }
}

export function essenceOfAnswer({
  status,
  body,
}: Answer<OrderResult | CustomerPoints | CancelResult>): Essence {
  if (status !== 200) return { status, ...body }
  if (body.HasError) return { error: body.ErrorCode }
  const result = body.Result
  if (!result) return { ...body }
  if ('State' in result) return essenceOfOrder(result)
  if ('Status' in result) return result
  const { PointsBalance, CashbackBalance, PointsToExpire } = result
  return { points: PointsBalance, cashback: CashbackBalance, expiring: PointsToExpire }
}

function text(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}

/** A decimal of the model from how a person writes it. */
export function decimal(value: number): bigint {
  const exact = decimalFromNumber(value)
  if (exact === null) throw new Error(`${value} has more than four places`)
  return exact
}
