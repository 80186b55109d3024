import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../src/platform/random.ts'
import { type Answer, createJsonClient, type JsonClient } from '../support/json-client.ts'

/** A merchant as its backend knows it. */
export interface ShopKey {
  readonly tenantId: number
  readonly authorization: string
}

export interface SentOrder {
  readonly shop: ShopKey
  readonly body: { readonly OriginalId: string; readonly OrderTotal: number }
  readonly result: unknown
}

const DAY_MS = 86_400_000
const PAUSE_MS = 15

/**
 * What shops send all the time: orders (some changed or cancelled later, as whole bodies), cashback and redemptions.
 * Everything that is refused or fails is kept: while a server is upgraded nothing may be.
 */
export class Traffic {
  /** Acknowledged orders as they were last answered, by merchant and id. */
  readonly orders = new Map<string, SentOrder>()
  readonly failures: string[] = []
  /** Where requests go from now on. */
  url: string
  sent = 0
  /** How long the slowest answer took. */
  longestMs = 0
  readonly #shops: readonly { readonly shop: ShopKey; readonly client: JsonClient }[]
  readonly #customers: string
  readonly #random: Random
  #isStopped = false
  #underWay: Promise<unknown>[] = []

  constructor(url: string, shops: readonly ShopKey[], customers: string, seed: number) {
    this.url = url
    this.#shops = shops.map((shop) => ({
      shop,
      client: createJsonClient(shop.authorization),
    }))
    this.#customers = customers
    this.#random = new Random(seed)
  }

  /** Each strand sends one request after the other to customers of its own, `count` of them or until `stop`. */
  start(strands: number, count = Infinity): void {
    this.#isStopped = false
    this.#underWay = Array.from({ length: strands }, (_, strand) => this.#send(strand, count))
  }

  async finished(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.finished()
    for (const { client } of this.#shops) client.close()
  }

  async #send(strand: number, count: number): Promise<void> {
    for (let turn = 0; turn < count && !this.#isStopped; turn += 1) {
      const shop = this.#random.one(this.#shops)
      const customer = `${this.#customers}-${strand}-${this.#random.between(1, 5)}`
      const kind = this.#random.weighted({ order: 70, change: 10, cancel: 8, cashback: 12 })
      if (kind === 'cashback') await this.#addCashback(shop, customer, `${this.#customers}-${strand}-${turn}`)
      else await this.#placeOrder(shop, customer, `${this.#customers}-${strand}-${turn}`, kind)
      if (count === Infinity) await sleep(PAUSE_MS)
    }
  }

  async #placeOrder(
    { shop, client }: { shop: ShopKey; client: JsonClient },
    customer: string,
    id: string,
    kind: 'order' | 'change' | 'cancel',
  ): Promise<void> {
    const at = Date.now() - this.#random.between(0, 300) * DAY_MS
    const total = this.#random.between(100, 30_000) / 100
    const body = orderBody(id, customer, total, at)
    await this.#place(shop, client, body)
    if (kind === 'change') {
      const changed = orderBody(id, customer, this.#random.between(100, 30_000) / 100, at, at + 60_000)
      await this.#place(shop, client, changed)
    }
    if (kind === 'cancel') {
      this.orders.delete(`${shop.tenantId} ${id}`)
      await this.#post(client, `/v1/pvt/POS/orders/${id}/cancel`, {
        OrderCancelledDate: new Date(at + 120_000).toISOString(),
      })
    }
  }

  async #place(shop: ShopKey, client: JsonClient, body: ReturnType<typeof orderBody>): Promise<void> {
    const answer = await this.#post(client, '/v1/pvt/POS/orders', body)
    if (answer) {
      const order = { shop, body, result: answer.body.Result }
      this.orders.set(`${shop.tenantId} ${body.OriginalId}`, order)
    }
  }

  async #addCashback(
    { shop, client }: { shop: ShopKey; client: JsonClient },
    customer: string,
    key: string,
  ): Promise<void> {
    // Only somebody who is known has a balance.
    await this.#placeOrder({ shop, client }, customer, `${key}-first`, 'order')
    const value = this.#random.between(1, 500) / 100
    await this.#post(client, `/v1/pvt/Customer/${customer}/cashback`, {
      Value: value,
      OperationType: this.#random.chance(80) ? 0 : 1,
      Reason: 'upgrade',
      ChangeKey: key,
    })
  }

  async #post(client: JsonClient, path: string, body: object): Promise<Answer<unknown> | null> {
    this.sent += 1
    const startedAt = performance.now()
    try {
      const answer = await client.post<unknown>(this.url, path, body)
      this.longestMs = Math.max(this.longestMs, performance.now() - startedAt)
      if (answer.status === 200 && (!answer.body.HasError || answer.body.ErrorCode === NOT_ENOUGH))
        return answer
      this.failures.push(`${path} ${answer.status} ${answer.body.ErrorCode} ${answer.body.ErrorMessage}`)
    } catch (error) {
      this.failures.push(`${path} ${(error as NodeJS.ErrnoException).code ?? error}`)
    }
    return null
  }
}

/** Removing more cashback than there is is refused whatever the version. */
const NOT_ENOUGH = 94

function orderBody(id: string, customer: string, total: number, at: number, updatedAt = at) {
  const date = new Date(at).toISOString()
  return {
    OriginalId: id,
    OrderPlacementDate: date,
    OrderCompletedDate: date,
    IsCompleted: true,
    OrderTotal: total,
    UpdatedDate: new Date(updatedAt).toISOString(),
    Customer: { OriginalId: customer, Name: customer },
    Products: [{ OriginalId: 'espresso', Title: 'Espresso', ProductPrice: Math.min(total, 8.5) }],
  }
}
