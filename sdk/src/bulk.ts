import type { Answer, Bulk, BulkItem, CallOptions } from './call.ts'
import type { OperationId } from './operations.gen.ts'
import { pause, waitAfter } from './retry.ts'
import { BULK_TIMEOUTS, type Transport } from './transport.ts'

const ITEMS_MAX = 1_000
/** A character takes up to three bytes, and a list has at most 8 MiB. */
const CHARACTERS_MAX = 2_700_000
/** It was not tried: the server was busy or stopping. */
const NOT_TRIED = 103

interface Sending {
  readonly id: OperationId
  readonly options: CallOptions
  readonly end: number
}

/**
 * Lists of any length, of one client one after the other: the server takes one list at a time for each key. Sends them
 * in parts that it takes, and sends again what it had no time for.
 */
export class BulkQueue {
  readonly #transport: Transport
  #last: Promise<unknown> = Promise.resolve()

  constructor(transport: Transport) {
    this.#transport = transport
  }

  send(id: OperationId, items: readonly unknown[], options: CallOptions = {}): Promise<Answer<unknown>> {
    const sent = this.#last.then(() => this.#sendAll(id, items, options))
    this.#last = sent.catch(() => {})
    return sent
  }

  async #sendAll(id: OperationId, items: readonly unknown[], options: CallOptions): Promise<Answer<unknown>> {
    const parts = partsOf(items)
    const timeoutMs = options.timeoutMs ?? BULK_TIMEOUTS.timeoutMs * parts.length
    const sending = { id, options, end: performance.now() + timeoutMs }
    const done: BulkItem<unknown>[] = []
    let [attempts, last] = [1, null as Answer<unknown> | null]
    for (const part of parts) {
      last = await this.#sendPart(sending, part, done)
      attempts = Math.max(attempts, last.attempts)
    }
    const FailedCount = done.filter(({ HasError }) => HasError).length
    const result: Bulk<unknown> = {
      Items: done,
      TotalItemCount: done.length,
      PageSize: done.length,
      PageNumber: 1,
      HasNextPage: false,
      SucceededCount: done.length - FailedCount,
      FailedCount,
    }
    return { ...(last as Answer<unknown>), result, attempts }
  }

  /** Adds the answers to `done`, which knows by its length where the part begins. */
  async #sendPart(
    sending: Sending,
    part: readonly unknown[],
    done: BulkItem<unknown>[],
  ): Promise<Answer<unknown>> {
    const { id, options, end } = sending
    const first = done.length
    let left = part.map((_, index) => index)
    for (let attempts = 1; ; attempts += 1) {
      const rest = { ...options, timeoutMs: end - performance.now() }
      const body = left.map((index) => part[index])
      const answer = await this.#transport.send(id, { body }, rest)
      const { Items } = answer.result as Bulk<unknown>
      for (const item of Items) {
        const index = first + (left[item.Index] ?? 0)
        done[index] = { ...item, Index: index }
      }
      left = left.filter((index) => done[first + index]?.ErrorCode === NOT_TRIED)
      const waitMs = waitAfter(attempts, null, Math.random())
      const isOver = left.length === 0 || options.retries === 0 || performance.now() + waitMs >= end
      if (isOver) return { ...answer, attempts: Math.max(attempts, answer.attempts) }
      await pause(waitMs, options.signal)
    }
  }
}

/** An empty list stays one, for the server to refuse. */
function partsOf(items: readonly unknown[]): unknown[][] {
  const parts: unknown[][] = []
  let part: unknown[] = []
  let characters = 0
  for (const item of items) {
    const length = JSON.stringify(item)?.length ?? 0
    if (part.length >= ITEMS_MAX || (part.length > 0 && characters + length > CHARACTERS_MAX)) {
      parts.push(part)
      part = []
      characters = 0
    }
    part.push(item)
    characters += length
  }
  return [...parts, part]
}
