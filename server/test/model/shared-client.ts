/** A client of customers whom all clients share. Its orders and keys are its own; their sums are everybody's. */
import type { Random } from '../../src/platform/random.ts'
import { share, times, total, units, written } from './arithmetic.ts'
import { describeOrder } from './describe.ts'
import type { Program } from './earning.ts'

const CUSTOMERS = 12
const STATE = { complete: 2, cancelled: 3 } as const

interface SharedOrder {
  readonly id: string
  readonly customer: string
  readonly placedAt: number
  /** Whole units, which are as many points. */
  total: number
  updatedAt: number
  isCancelled: boolean
  /** How often it has changed the balance. */
  events: number
}

/** What is known of a customer without knowing in which order things happened. */
interface SharedState {
  readonly balance: string
  readonly orderCount: number
  readonly events: number
}

export interface SharedCommand {
  readonly path: string
  readonly body: object
  /** Whoever comes too late is refused, and who that is depends on chance. */
  readonly mayBeRefused?: true
}

export class SharedClient {
  readonly name: string
  readonly random: Random
  readonly #orders: SharedOrder[] = []
  readonly #changes: { readonly customer: string; readonly value: bigint }[] = []

  constructor(name: string, random: Random) {
    this.name = name
    this.random = random
  }

  /** `mugs`: the id of a reward that costs nothing and has fewer codes than are asked for. */
  next(now: number, mugs: number): SharedCommand {
    const action = this.random.weighted({
      order: 47,
      repeat: 8,
      update: 15,
      cancel: 10,
      cashback: 14,
      mug: 6,
    })
    const standing = this.#orders.filter(({ isCancelled }) => !isCancelled)
    if (action === 'order' || standing.length === 0) return this.#newOrder(now)
    const order = this.random.one(standing)
    switch (action) {
      case 'cashback':
        return this.#addCashback(order.customer)
      case 'mug':
        return this.#redeemMug(order.customer, mugs)
      case 'cancel':
        return this.#cancel(order, now)
      case 'update':
        return this.#update(order)
      default:
        return this.#send(order)
    }
  }

  #newOrder(now: number) {
    const order: SharedOrder = {
      id: `shared-${this.name}-${this.#orders.length}`,
      customer: `shared-${this.random.between(1, CUSTOMERS)}`,
      placedAt: now,
      total: this.random.between(1, 300),
      updatedAt: now,
      isCancelled: false,
      events: 1,
    }
    this.#orders.push(order)
    return this.#send(order)
  }

  #update(order: SharedOrder) {
    const total = this.random.between(1, 300)
    if (total !== order.total) order.events += 1
    order.total = total
    order.updatedAt += 1_000
    return this.#send(order)
  }

  #send({ id, customer, placedAt, total, updatedAt }: SharedOrder) {
    return {
      path: '/v1/pvt/POS/orders',
      body: {
        OriginalId: id,
        OrderPlacementDate: new Date(placedAt).toISOString(),
        OrderCompletedDate: new Date(placedAt).toISOString(),
        IsCompleted: true,
        OrderTotal: total,
        Customer: { OriginalId: customer },
        UpdatedDate: new Date(updatedAt).toISOString(),
      },
    }
  }

  #cancel(order: SharedOrder, now: number) {
    order.isCancelled = true
    order.events += 1
    order.updatedAt = Math.max(order.updatedAt, now)
    return {
      path: `/v1/pvt/Order/${order.id}/cancel`,
      body: { OrderCancelledDate: new Date(now).toISOString() },
    }
  }

  /** Only to someone whom an order of this client has made known. */
  #addCashback(customer: string) {
    const cents = this.random.between(1, 1_000)
    this.#changes.push({ customer, value: BigInt(cents) * 100n })
    return {
      path: `/v1/pvt/Customer/${customer}/cashback`,
      body: {
        Value: cents / 100,
        OperationType: 0,
        Reason: 'model',
        ChangeKey: `shared-${this.name}-${this.#changes.length}`,
      },
    }
  }

  #redeemMug(customer: string, mugs: number): SharedCommand {
    return {
      path: `/v1/pvt/RewardConfigurations/${mugs}/redeem`,
      body: { CustomerId: customer },
      mayBeRefused: true,
    }
  }

  /** What the commands of all clients together must have come to. */
  static sum(clients: readonly SharedClient[], { signupPoints, pointValue }: Program) {
    const orders = clients.flatMap((client) => client.#orders)
    const changes = clients.flatMap((client) => client.#changes)
    const customers: Record<string, SharedState> = {}
    for (const id of new Set(orders.map(({ customer }) => customer))) {
      const own = orders.filter(({ customer }) => customer === id)
      const standing = own.filter(({ isCancelled }) => !isCancelled)
      const changed = changes.filter(({ customer }) => customer === id)
      const earned = signupPoints + total(standing.map((order) => units(order.total)))
      const points = earned + total(changed.map(({ value }) => share(value, units(1), pointValue)))
      const cashback = times(earned, pointValue) + total(changed.map(({ value }) => value))
      customers[id] = {
        balance: `${written(points)} / ${written(cashback)}`,
        orderCount: standing.length,
        events: 1 + own.reduce((sum, { events }) => sum + events, 0) + changed.length,
      }
    }
    const states = orders.map(({ id, total, placedAt, isCancelled, updatedAt }) => [
      id,
      describeOrder({
        state: isCancelled ? STATE.cancelled : STATE.complete,
        total: written(units(total)),
        returned: written(0n),
        placed_at: new Date(placedAt),
        completed_at: new Date(placedAt),
        updated_at: new Date(updatedAt),
      }),
    ])
    return { customers, orders: Object.fromEntries(states) }
  }
}
