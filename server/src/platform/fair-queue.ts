import { BatcherFullError } from './batcher.ts'

/** Why work was not begun: too much waits already, or it has waited too long. Sending it again later may help. */
export class QueueRefusedError extends BatcherFullError {
  /** `groupFull`: of its own group; `full`: of all together; `waited`: its turn did not come in time. */
  readonly why: 'groupFull' | 'full' | 'waited'
  constructor(why: QueueRefusedError['why'], message: string) {
    super(message)
    this.why = why
  }
}

export interface FairQueueOptions {
  readonly atOnce: number
  /** Of one group. Default: as many as there are. */
  readonly perGroup?: number
  readonly waitingMax: number
  /** Of one group. Default: half of all, because groups share the queue fairly only if none may fill it. */
  readonly groupWaitingMax?: number
  /** How long work waits. Default: as long as it takes. */
  readonly waitMs?: number
}

/** Runs at most `atOnce` at a time, and groups in turn: one that floods the queue delays only itself. */
export class FairQueue {
  readonly #options: Required<FairQueueOptions>
  readonly #queues = new Map<number, (() => void)[]>()
  readonly #busyOf = new Map<number, number>()
  #busy = 0
  #waiting = 0

  constructor(options: FairQueueOptions) {
    this.#options = {
      perGroup: options.atOnce,
      groupWaitingMax: Math.ceil(options.waitingMax / 2),
      waitMs: Number.POSITIVE_INFINITY,
      ...options,
    }
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Throws QueueRefusedError if the work of this group would be refused now. */
  refuseIfFull(group: number): void {
    if (this.#hasRoom(group) && !this.#queues.has(group)) return
    const why = this.#whyFull(group)
    if (why) throw this.#refusal(why)
  }

  /** Rejects with QueueRefusedError when too much is waiting already, or its turn does not come in time. */
  async run<T>(group: number, work: () => Promise<T>): Promise<T> {
    if (this.#hasRoom(group) && !this.#queues.has(group)) this.#begin(group)
    else await this.#wait(group)
    try {
      return await work()
    } finally {
      this.#end(group)
    }
  }

  #hasRoom(group: number): boolean {
    return this.#busy < this.#options.atOnce && (this.#busyOf.get(group) ?? 0) < this.#options.perGroup
  }

  #whyFull(group: number): 'groupFull' | 'full' | null {
    const { waitingMax, groupWaitingMax } = this.#options
    const own = this.#queues.get(group)?.length ?? 0
    return own >= groupWaitingMax ? 'groupFull' : this.#waiting >= waitingMax ? 'full' : null
  }

  #refusal(why: 'groupFull' | 'full'): QueueRefusedError {
    return new QueueRefusedError(why, `${this.#waiting} calls are waiting already`)
  }

  #begin(group: number): void {
    this.#busy += 1
    this.#busyOf.set(group, (this.#busyOf.get(group) ?? 0) + 1)
  }

  #end(group: number): void {
    this.#busy -= 1
    const left = (this.#busyOf.get(group) ?? 0) - 1
    if (left > 0) this.#busyOf.set(group, left)
    else this.#busyOf.delete(group)
    this.#startNext()
  }

  #wait(group: number): Promise<void> {
    const { waitMs } = this.#options
    const queue = this.#queues.get(group) ?? []
    const why = this.#whyFull(group)
    if (why) {
      return Promise.reject(this.#refusal(why))
    }
    return new Promise((resolve, reject) => {
      const timer = Number.isFinite(waitMs)
        ? setTimeout(() => {
            this.#leave(group, start)
            reject(new QueueRefusedError('waited', `its turn did not come within ${waitMs} ms`))
          }, waitMs)
        : undefined
      const start = (): void => {
        clearTimeout(timer)
        resolve()
      }
      queue.push(start)
      this.#queues.set(group, queue)
      this.#waiting += 1
    })
  }

  #leave(group: number, start: () => void): void {
    const queue = this.#queues.get(group) ?? []
    const place = queue.indexOf(start)
    if (place < 0) return
    queue.splice(place, 1)
    if (queue.length === 0) this.#queues.delete(group)
    this.#waiting -= 1
  }

  #startNext(): void {
    for (const [group, queue] of this.#queues) {
      if (!this.#hasRoom(group)) continue
      const start = queue.shift()
      // Deleted and set again, a group goes to the end of the line.
      this.#queues.delete(group)
      if (queue.length > 0) this.#queues.set(group, queue)
      this.#waiting -= 1
      this.#begin(group)
      start?.()
      return
    }
  }
}
