import type { Span } from './tracing/span.ts'
import type { Tracer } from './tracing/tracer.ts'

export interface BatcherOptions<Input, Output> {
  /** Batches under way at once. */
  readonly lanes: number
  readonly batchMax: number
  readonly waitingMax: number
  /** Groups take turns, so that one that floods the queue delays only itself. Default: all are one. */
  readonly groupOf?: (input: Input) => number | string
  /** Calls with the same name never run in two lanes at once. null: the call excludes no other. */
  readonly exclusiveOf?: (input: Input) => string | null
  /**
   * Answers all inputs, in their order. An answer that is still a promise frees the lane and delays only calls with
   * the same name.
   */
  readonly run: (inputs: readonly Input[]) => Promise<readonly (Output | Promise<Output>)[]>
  /** `waitedMs`: how long the first call of the batch has waited. */
  readonly onBatch?: (size: number, waitedMs: number) => void
  /** The batch has its answers, or has failed. */
  readonly onBatchDone?: (tookMs: number) => void
  /** How its lane makes way for others before the next batch, when the answers are given. Default: not at all. */
  readonly rest?: ((tookMs: number) => Promise<void>) | undefined
  readonly trace?: BatchTrace | undefined
}

/** Where traces are made: by whom, and what the batches are called in them. */
export interface BatchTrace {
  readonly tracer: Tracer
  readonly batcher: string
}

export class BatcherFullError extends Error {
  override readonly name = 'BatcherFullError'
}

interface Call<Input, Output> {
  readonly input: Input
  readonly group: number | string
  readonly calledAt: number
  readonly exclusive: string | null
  /** Of the request that made the call, if that is traced. */
  readonly span: Span | undefined
  readonly resolve: (output: Output | Promise<Output>) => void
  readonly reject: (error: unknown) => void
}

/** A batch that has a lane. */
interface UnderWay {
  readonly size: number
  readonly groups: ReadonlySet<number | string>
  readonly names: ReadonlySet<string>
  /** It takes longer than batches do: no further lane waits for it. */
  isHeldUp: boolean
}

/** More than a batch takes, unless it is held up: then it is no longer waited for. */
const COMPANY_MS = 50

/**
 * Gathers calls into batches: while all lanes are busy, arriving calls queue; when a lane frees, what has queued is the
 * next batch. A lone call therefore waits for nothing, and the busier the lanes, the larger the batches become, and the
 * cheaper each call in them.
 *
 * Calls of groups that are under way already begin a further lane only when they are as many as those. Otherwise batches
 * become ever more unequal, many of them small: measured with 128 connections, an order then cost 8% more CPU. A group
 * with nothing under way does not wait for others.
 *
 * What changes with every batch is made anew, and not kept in one Map or Set: such a table leaves its former ones behind,
 * each of which points to the next. Once one of them is old, V8 takes all that was in them for alive until it looks
 * through the whole heap: collections copied 16 MB each instead of 10, and an order took a third more of Node.
 */
export class Batcher<Input, Output> {
  readonly #options: BatcherOptions<Input, Output>
  readonly #groupMax: number
  #queues = new Map<number | string, Call<Input, Output>[]>()
  #waiting = 0
  #underWay: readonly UnderWay[] = []
  /** Names whose answers are still to come after their batch. */
  readonly #lateNames = new Set<string>()
  #isStartScheduled = false
  #companyTimer: NodeJS.Timeout | null = null

  constructor(options: BatcherOptions<Input, Output>) {
    const { groupOf, waitingMax } = options
    this.#options = options
    // Several groups share the queue fairly only if none may fill it.
    this.#groupMax = groupOf ? Math.ceil(waitingMax / 2) : waitingMax
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Rejects with BatcherFullError when too much is waiting already. */
  call(input: Input): Promise<Output> {
    const { groupOf, exclusiveOf, waitingMax, trace } = this.#options
    const group = groupOf?.(input) ?? 0
    const queue = this.#queues.get(group)
    if (this.#waiting >= waitingMax || (queue && queue.length >= this.#groupMax)) {
      return Promise.reject(new BatcherFullError(`${this.#waiting} calls are waiting already`))
    }
    return new Promise((resolve, reject) => {
      const call = {
        input,
        group,
        calledAt: performance.now(),
        exclusive: exclusiveOf?.(input) ?? null,
        span: trace?.tracer.current(),
        resolve,
        reject,
      }
      if (queue) queue.push(call)
      else this.#queues.set(group, [call])
      this.#waiting += 1
      // Requests read from the sockets in one turn of the event loop start together, not one by one.
      if (!this.#isStartScheduled && this.#hasFreeLane) {
        this.#isStartScheduled = true
        setImmediate(() => this.#start())
      }
    })
  }

  #start(): void {
    this.#isStartScheduled = false
    while (this.#hasFreeLane && this.#waiting > 0) {
      if (this.#isTooFew()) {
        this.#waitForCompany()
        return
      }
      const batch = this.#takeBatch()
      if (batch.length === 0) return
      this.#stopWaitingForCompany()
      void this.#runBatch(batch)
    }
  }

  get #hasFreeLane(): boolean {
    return this.#underWay.length < this.#options.lanes
  }

  /** Whether what waits would make a batch that is smaller than those under way, and all of it is of the same groups. */
  #isTooFew(): boolean {
    const others = this.#underWay.filter(({ isHeldUp }) => !isHeldUp)
    const size = others.reduce((count, batch) => count + batch.size, 0)
    if (this.#waiting >= size) return false
    return this.#queues.keys().every((group) => others.some(({ groups }) => groups.has(group)))
  }

  #isBusy(name: string): boolean {
    return this.#lateNames.has(name) || this.#underWay.some(({ names }) => names.has(name))
  }

  /** Those that are still under way then are held up, and count no more: or all others would wait so long each time. */
  #waitForCompany(): void {
    this.#companyTimer ??= setTimeout(() => {
      this.#companyTimer = null
      for (const batch of this.#underWay) batch.isHeldUp = true
      this.#start()
    }, COMPANY_MS)
  }

  #stopWaitingForCompany(): void {
    if (this.#companyTimer) clearTimeout(this.#companyTimer)
    this.#companyTimer = null
  }

  /** One call of each group in turn, until the batch is full or no call is left that may run now. */
  #takeBatch(): Call<Input, Output>[] {
    const { batchMax } = this.#options
    const batch: Call<Input, Output>[] = []
    let turns = [...this.#queues].map(([group, queue]) => ({
      group,
      queue,
      next: 0,
      taken: new Set<number>(),
    }))
    const all = turns
    while (turns.length > 0 && batch.length < batchMax) {
      turns = turns.filter((turn) => {
        if (batch.length === batchMax) return false
        while (turn.next < turn.queue.length) {
          const index = turn.next
          turn.next += 1
          const call = turn.queue[index]
          if (call && (call.exclusive === null || !this.#isBusy(call.exclusive))) {
            batch.push(call)
            turn.taken.add(index)
            return true
          }
        }
        return false
      })
    }
    const passedOver = all.filter(({ taken }) => taken.size === 0)
    this.#queues = new Map(passedOver.map(({ group, queue }) => [group, queue]))
    // Those that had a turn go to the end of the line.
    for (const { group, queue, taken } of all) {
      const left = taken.size > 0 ? queue.filter((_, index) => !taken.has(index)) : []
      if (left.length > 0) this.#queues.set(group, left)
    }
    this.#waiting -= batch.length
    return batch
  }

  async #runBatch(batch: readonly Call<Input, Output>[]): Promise<void> {
    const { onBatch, onBatchDone, rest } = this.#options
    const names = new Set(batch.flatMap(({ exclusive }) => (exclusive === null ? [] : [exclusive])))
    const groups = new Set(batch.map(({ group }) => group))
    const underWay = { size: batch.length, groups, names, isHeldUp: false }
    this.#underWay = [...this.#underWay, underWay]
    const late = new Map<string, Promise<Output>[]>()
    const startedAt = performance.now()
    onBatch?.(batch.length, startedAt - Math.min(...batch.map(({ calledAt }) => calledAt)))
    try {
      const outputs = await this.#runTraced(batch)
      batch.forEach((call, index) => {
        const output = outputs[index] as Output | Promise<Output>
        call.resolve(output)
        if (output instanceof Promise && call.exclusive !== null) {
          late.set(call.exclusive, [...(late.get(call.exclusive) ?? []), output])
        }
      })
    } catch (error) {
      for (const call of batch) call.reject(error)
    }
    const tookMs = performance.now() - startedAt
    onBatchDone?.(tookMs)
    if (rest) await rest(tookMs).catch(() => {})
    for (const [name, answers] of late) {
      this.#lateNames.add(name)
      void Promise.allSettled(answers).then(() => this.#release(name))
    }
    this.#underWay = this.#underWay.filter((one) => one !== underWay)
    this.#start()
  }

  #runTraced(batch: readonly Call<Input, Output>[]): Promise<readonly (Output | Promise<Output>)[]> {
    const { run, trace } = this.#options
    const work = () => run(batch.map(({ input }) => input))
    if (!trace) return work()
    const spans = batch.flatMap(({ span }) => span ?? [])
    return trace.tracer.runBatch(spans, { batcher: trace.batcher, size: batch.length }, work)
  }

  #release(name: string): void {
    this.#lateNames.delete(name)
    this.#start()
  }
}
