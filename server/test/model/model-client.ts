/** One client of the model test: it makes up commands, and knows from the model how each must be answered. */
import { decimalToNumber } from '../../src/platform/decimal.ts'
import type { Random } from '../../src/platform/random.ts'
import type { Answer } from '../support/json-client.ts'
import { type CounterIds, redeemAnyReward, sendAnyAnswer, sendAnyCoupon } from './counter-client.ts'
import {
  type AnyResult,
  type Essence,
  essenceOfModelOrder,
  essenceOfModelPoints,
  expectedOf,
  text,
} from './essence.ts'
import type { ModelCoupon } from './reward-model.ts'
import type { ModelShop, OrderToPlace } from './shop-model.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface ModelCommand {
  readonly shop: number
  readonly path: string
  readonly body: object
  readonly expected: Essence
  /** For what only the answer tells. */
  readonly onAnswer?: (answer: Answer<AnyResult>) => void
}

/** A customer of this client alone, so that the order of its commands is known. */
export interface OwnCustomer {
  readonly shop: number
  readonly id: string
  readonly orders: OrderToPlace[]
  /** Issued or made for this customer. */
  readonly coupons: ModelCoupon[]
}

const ACTIONS = {
  newOrder: 28,
  updateOrder: 17,
  repeatOrder: 3,
  ordersOfOthers: 2,
  cancel: 13,
  cancelBadly: 2,
  addCashback: 7,
  removeCashback: 8,
  repeatKey: 2,
  unknownCustomer: 2,
  redeem: 18,
  coupon: 7,
  quiz: 4,
}

export class ModelClient {
  readonly #customers: OwnCustomer[]
  readonly #usedKeys: { readonly shop: number; readonly key: string }[] = []
  #count = 0

  readonly name: string
  readonly random: Random
  readonly shops: readonly ModelShop[]

  /** Of each shop. */
  readonly ids: readonly CounterIds[]

  constructor(
    name: string,
    random: Random,
    shops: readonly ModelShop[],
    ids: readonly CounterIds[],
    customersPerShop: number,
  ) {
    this.ids = ids
    this.name = name
    this.random = random
    this.shops = shops
    this.#customers = shops.flatMap((_, shop) =>
      Array.from({ length: customersPerShop }, (_, index) => newCustomer(shop, `${name}-${index}`)),
    )
  }

  /** Makes up a command and lets the model do it. */
  next(now: number): ModelCommand {
    this.#count += 1
    const customer = this.random.one(this.#customers)
    const action = this.random.weighted(ACTIONS)
    const order = this.#anyOrder(customer)
    switch (action) {
      case 'updateOrder':
        return this.#place(
          customer,
          order ? this.#changed(customer, order, now) : this.#newOrder(customer, now),
          now,
        )
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
        const stranger = newCustomer(customer.shop, `${this.name}-nobody`)
        if (this.random.chance(50)) return this.#atCounter(redeemAnyReward, stranger, now)
        return this.#change(stranger, this.#cents(1, 500), this.random.chance(50), `none-${this.name}`, now)
      }
      case 'redeem':
        return this.#atCounter(redeemAnyReward, customer, now)
      case 'coupon':
        return this.#atCounter(sendAnyCoupon, customer, now)
      case 'quiz':
        return this.#atCounter(sendAnyAnswer, customer, now)
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

  /** Often one that has used a coupon: whether that is over when the order changes is what there is to find out. */
  #anyOrder({ shop, orders }: OwnCustomer): OrderToPlace | null {
    if (orders.length === 0) return null
    const stored = this.#shop(shop).orders
    const withCoupon = orders.filter(({ id }) => (stored.get(id)?.coupons.length ?? 0) > 0)
    return this.random.one(withCoupon.length > 0 && this.random.chance(35) ? withCoupon : orders)
  }

  #atCounter(send: typeof redeemAnyReward, customer: OwnCustomer, now: number): ModelCommand {
    const ids = this.ids[customer.shop]
    if (!ids) throw new Error(`no shop ${customer.shop}`)
    const shop = this.#shop(customer.shop)
    const { random } = this
    return send({ random, shop, ids, customer, newKey: () => `${customer.id}-${this.#count}` }, now)
  }

  /** Mostly none. Of one's own, now and then of somebody else, and sometimes two. */
  #anyCoupons(customer: OwnCustomer): ModelCoupon[] {
    const { random } = this
    if (!random.chance(45)) return []
    const owner = random.chance(8)
      ? random.one(this.#customers.filter(({ shop }) => shop === customer.shop))
      : customer
    const open = owner.coupons.filter(({ isUsed, isInactive }) => !isUsed && !isInactive)
    const choice = open.length > 0 && random.chance(85) ? open : owner.coupons
    if (choice.length === 0) return []
    return random.chance(10) ? [random.one(choice), random.one(choice)] : [random.one(choice)]
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
      coupons: this.#anyCoupons(customer),
    }
  }

  #changed(customer: OwnCustomer, order: OrderToPlace, now: number): OrderToPlace {
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
      coupons: random.chance(75) ? order.coupons : this.#anyCoupons(customer),
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
    return { shop: customer.shop, path, body: this.#toOrderBody(order), expected }
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

  #toOrderBody(order: OrderToPlace): object {
    const [coupon, externalCoupon] = order.coupons.map((one) => this.#codeOf(one))
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
      ...(coupon === undefined ? {} : { Coupon: coupon }),
      ...(externalCoupon === undefined ? {} : { ExternalCoupon: externalCoupon }),
      ...(order.updatedAt === null ? {} : { UpdatedDate: text(order.updatedAt) }),
    }
  }

  /** A redemption has two names, and nobody minds the case of a code. */
  #codeOf({ code, redemption }: ModelCoupon): string {
    const name = redemption && this.random.chance(50) ? redemption.externalCode : code
    return this.random.chance(20) ? name.toLowerCase() : name
  }

  #shop(index: number): ModelShop {
    const shop = this.shops[index]
    if (!shop) throw new Error(`no shop ${index}`)
    return shop
  }
}

function newCustomer(shop: number, id: string): OwnCustomer {
  return { shop, id, orders: [], coupons: [] }
}
