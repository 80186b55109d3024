import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Random } from '../../src/platform/random.ts'
import { createJsonClient, type JsonClient } from '../support/json-client.ts'
import type { ShopKey } from '../support/test-api.ts'

const BEAT_MS = 100
/** More than wait for an answer at once, even where each waits as long as it will. */
const CUSTOMERS = 300
/** Nobody at a till waits longer. */
const PATIENCE_MS = 20_000
const REWARD_POINTS = 100

interface Customer {
  readonly id: string
  points: number
  lastOrder: object | null
  /** What has not been answered yet. It is sent again first, as a till does. */
  pending: (() => Promise<void>) | null
}

export interface QuietShop extends ShopKey {
  /** For 100 points. */
  readonly rewardId: number
}

/** One request: when it was due, and how long after that its answer was there. */
export interface Timed {
  readonly dueAt: number
  readonly ms: number
}

/**
 * A merchant who sends a request every 100 ms: orders, the same order again, reads and redemptions. It knows what each
 * has to be answered, to the point; one whose answer is late, missing or different has failed.
 */
export class QuietSender {
  readonly failures: string[] = []
  requests = 0
  #timed: Timed[] = []
  readonly #url: string
  readonly #shop: QuietShop
  readonly #random: Random
  readonly #client: JsonClient
  readonly #idle: Customer[]
  readonly #underWay = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout

  constructor(url: string, shop: QuietShop, seed: number) {
    this.#url = url
    this.#shop = shop
    this.#random = new Random(seed)
    this.#client = createJsonClient(shop.authorization)
    this.#idle = Array.from({ length: CUSTOMERS }, (_, index) => ({
      id: `quiet-${index}`,
      points: 0,
      lastOrder: null,
      pending: null,
    }))
    this.#timer = setInterval(() => this.#beat(), BEAT_MS)
  }

  /** Since they were last taken. */
  takeTimes(): readonly Timed[] {
    const timed = this.#timed
    this.#timed = []
    return timed
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#underWay)
    this.#client.close()
  }

  #beat(): void {
    const dueAt = performance.now()
    this.requests += 1
    // A customer does one thing at a time, so that it is known what comes of it.
    const customer = this.#idle.shift()
    if (!customer) {
      this.failures.push('all customers are still waiting for an answer')
      return
    }
    const visit = this.#visit(customer, dueAt)
    this.#underWay.add(visit)
    void visit.then(() => this.#underWay.delete(visit))
  }

  async #visit(customer: Customer, dueAt: number): Promise<void> {
    const patience = new AbortController()
    const late = sleep(PATIENCE_MS, null, { signal: patience.signal }).then(() => {
      throw new Error(`no answer after ${PATIENCE_MS} ms`)
    })
    late.catch(() => {})
    try {
      customer.pending ??= this.#actOf(customer)
      await Promise.race([customer.pending(), late])
      customer.pending = null
      this.#timed.push({ dueAt, ms: performance.now() - dueAt })
    } catch (error) {
      this.failures.push(`${new Date().toISOString()} ${customer.id}: ${(error as Error).message}`)
    } finally {
      patience.abort()
      this.#idle.push(customer)
    }
  }

  /** Whatever it changes is decided here; what is returned may run again, and counts once. */
  #actOf(customer: Customer): () => Promise<void> {
    const kind = this.#random.weighted({ order: 40, again: 10, customer: 20, list: 15, redemption: 15 })
    if (kind === 'list') return () => this.#readList()
    if (customer.lastOrder !== null && kind === 'again') return () => this.#sendOrder(customer)
    if (customer.lastOrder !== null && kind === 'customer') return () => this.#readCustomer(customer)
    if (customer.points >= REWARD_POINTS && kind === 'redemption') return this.#redemptionOf(customer)
    return this.#orderOf(customer)
  }

  #orderOf(customer: Customer): () => Promise<void> {
    const total = this.#random.between(20, 300)
    const now = new Date().toISOString()
    customer.lastOrder = {
      OriginalId: crypto.randomUUID(),
      OrderPlacementDate: now,
      OrderCompletedDate: now,
      UpdatedDate: now,
      IsCompleted: true,
      OrderTotal: total,
      Customer: { OriginalId: customer.id },
      Products: [],
    }
    // A point for each R$ 1.
    customer.points += total
    return () => this.#sendOrder(customer)
  }

  async #sendOrder(customer: Customer): Promise<void> {
    const { body } = await this.#send('POST', '/v1/pvt/POS/orders', customer.lastOrder ?? {})
    const balance = (body.Result as { Customer?: { PointsBalance?: number } } | null)?.Customer?.PointsBalance
    expectSame('the balance after an order', balance, customer.points)
  }

  async #readCustomer(customer: Customer): Promise<void> {
    const { body } = await this.#send('GET', `/v1/pvt/Customer/${customer.id}`)
    expectSame('the customer', (body.Result as { OriginalId?: string } | null)?.OriginalId, customer.id)
  }

  async #readList(): Promise<void> {
    const { body } = await this.#send('GET', '/v1/pvt/RewardConfigurations')
    const { Items: items = [] } = body as { Items?: { Id: number }[] }
    const ids = items.map(({ Id }) => Id)
    expectSame('the list of rewards', ids, [this.#shop.rewardId])
  }

  #redemptionOf(customer: Customer): () => Promise<void> {
    customer.points -= REWARD_POINTS
    const path = `/v1/pvt/RewardConfigurations/${this.#shop.rewardId}/redeem`
    const request = { CustomerId: customer.id, OriginalKey: crypto.randomUUID() }
    return async () => {
      const { couponCode, body } = await this.#send('POST', path, request)
      if (!couponCode) throw new Error(`a redemption without a code: ${JSON.stringify(body)}`)
    }
  }

  async #send(method: 'GET' | 'POST', path: string, body?: object) {
    const answer = await this.#client.send(method, this.#url + path, body)
    if (answer.status !== 200 || answer.body.HasError) {
      throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer
  }
}

function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new Error(`${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`)
}
