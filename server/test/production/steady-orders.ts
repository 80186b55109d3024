import { setTimeout as sleep } from 'node:timers/promises'
import { createJsonClient } from '../support/json-client.ts'
import { orderToSend } from '../support/order-to-send.ts'

const STRANDS = 4
/** Between the orders of one strand: about as many per second as four tills make at noon. */
const PAUSE_MS = 25
export const POINTS_PER_ORDER = 10

/** Shops that send each order until it is answered, as they should, and remember what was answered when. */
export class SteadyOrders implements AsyncDisposable {
  readonly answered = new Set<string>()
  readonly statuses = new Map<number, number>()
  readonly #answeredAt: number[] = []
  readonly #sending: Promise<unknown>
  #isOver = false

  constructor(name: string, urls: readonly string[], authorization: string) {
    const client = createJsonClient(authorization)
    const strands = Array.from({ length: STRANDS }, async (_, strand) => {
      for (let count = 0; !this.#isOver; count += 1) {
        const id = `${name}-${strand}-${count}`
        // Each attempt goes to the other process: what one had committed, the other must not count again.
        for (let attempt = strand; !this.#isOver; attempt += 1) {
          const url = urls[attempt % urls.length] ?? ''
          const order = orderToSend(id, `c-${strand}`, POINTS_PER_ORDER)
          const { status, body } = await client.post(url, '/v1/pvt/POS/orders', order)
          this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
          if (status === 200 && !body.HasError) {
            this.answered.add(id)
            this.#answeredAt.push(performance.now())
            break
          }
          await sleep(200)
        }
        await sleep(PAUSE_MS)
      }
    })
    this.#sending = Promise.all(strands).finally(() => client.close())
  }

  /** Until so many more orders are answered. */
  async untilMore(count: number, patienceMs: number): Promise<void> {
    const wanted = this.answered.size + count
    const deadline = performance.now() + patienceMs
    while (this.answered.size < wanted) {
      if (performance.now() > deadline) throw new Error(`no orders were answered for ${patienceMs} ms`)
      await sleep(50)
    }
  }

  /** The longest time without an order that was answered, since a moment. */
  longestGapSeconds(since: number): number {
    const moments = [since, ...this.#answeredAt.filter((at) => at > since), performance.now()]
    return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at))) / 1_000
  }

  secondsUntilAnswer(since: number): number {
    return ((this.#answeredAt.find((at) => at > since) ?? Number.POSITIVE_INFINITY) - since) / 1_000
  }

  /** Those that were lost are counted once. */
  forget(lost: readonly string[]): number {
    for (const id of lost) this.answered.delete(id)
    return lost.length
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#sending
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}
