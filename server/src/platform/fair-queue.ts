import { BatcherFullError } from './batcher.ts'

/** Runs at most `atOnce` at a time, and groups in turn: one that floods the queue delays only itself. */
export class FairQueue {
  readonly #atOnce: number
  readonly #waitingMax: number
  readonly #groupMax: number
  readonly #queues = new Map<number, (() => void)[]>()
  #busy = 0
  #waiting = 0

  constructor({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
    this.#atOnce = atOnce
    this.#waitingMax = waitingMax
    // Several groups share the queue fairly only if none may fill it.
    this.#groupMax = Math.ceil(waitingMax / 2)
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Rejects with BatcherFullError when too much is waiting already. */
  async run<T>(group: number, work: () => Promise<T>): Promise<T> {
    if (this.#busy < this.#atOnce) this.#busy += 1
    else await this.#wait(group)
    try {
      return await work()
    } finally {
      this.#busy -= 1
      this.#startNext()
    }
  }

  #wait(group: number): Promise<void> {
    const queue = this.#queues.get(group) ?? []
    if (this.#waiting >= this.#waitingMax || queue.length >= this.#groupMax) {
      return Promise.reject(new BatcherFullError(`${this.#waiting} calls are waiting already`))
    }
    return new Promise((resolve) => {
      queue.push(resolve)
      this.#queues.set(group, queue)
      this.#waiting += 1
    })
  }

  #startNext(): void {
    const [first] = this.#queues
    if (!first || this.#busy >= this.#atOnce) return
    const [group, queue] = first
    const start = queue.shift()
    // Deleted and set again, a group goes to the end of the line.
    this.#queues.delete(group)
    if (queue.length > 0) this.#queues.set(group, queue)
    this.#waiting -= 1
    this.#busy += 1
    start?.()
  }
}
