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
  readonly calledAt: number
  readonly exclusive: string | null
  /** Of the request that made the call, if that is traced. */
  readonly span: Span | undefined
  readonly resolve: (output: Output | Promise<Output>) => void
  readonly reject: (error: unknown) => void
}

/**
 * Gathers calls into batches without a timer: while all lanes are busy, arriving calls queue; when a lane
 * frees, what has queued is the next batch. A lone call therefore waits for nothing, and the busier the
 * lanes, the larger the batches become, and the cheaper each call in them.
 */
export class Batcher<Input, Output> {
  readonly #options: BatcherOptions<Input, Output>
  readonly #groupMax: number
  readonly #queues = new Map<number | string, Call<Input, Output>[]>()
  readonly #busyNames = new Set<string>()
  #waiting = 0
  #busyLanes = 0
  #isStartScheduled = false

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
    const { groupOf, exclusiveOf, waitingMax, lanes, trace } = this.#options
    const group = groupOf?.(input) ?? 0
    const queue = this.#queues.get(group)
    if (this.#waiting >= waitingMax || (queue && queue.length >= this.#groupMax)) {
      return Promise.reject(new BatcherFullError(`${this.#waiting} calls are waiting already`))
    }
    return new Promise((resolve, reject) => {
      const call = {
        input,
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
      if (!this.#isStartScheduled && this.#busyLanes < lanes) {
        this.#isStartScheduled = true
        setImmediate(() => this.#start())
      }
    })
  }

  #start(): void {
    this.#isStartScheduled = false
    while (this.#busyLanes < this.#options.lanes && this.#waiting > 0) {
      const batch = this.#takeBatch()
      if (batch.length === 0) return
      this.#busyLanes += 1
      void this.#runBatch(batch)
    }
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
          if (call && (call.exclusive === null || !this.#busyNames.has(call.exclusive))) {
            batch.push(call)
            turn.taken.add(index)
            return true
          }
        }
        return false
      })
    }
    for (const { group, queue, taken } of all) {
      if (taken.size === 0) continue
      // Deleted and set again, a group goes to the end of the line.
      this.#queues.delete(group)
      const left = queue.filter((_, index) => !taken.has(index))
      if (left.length > 0) this.#queues.set(group, left)
    }
    this.#waiting -= batch.length
    return batch
  }

  async #runBatch(batch: readonly Call<Input, Output>[]): Promise<void> {
    const { onBatch, onBatchDone } = this.#options
    const names = new Set(batch.flatMap(({ exclusive }) => (exclusive === null ? [] : [exclusive])))
    for (const name of names) this.#busyNames.add(name)
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
    onBatchDone?.(performance.now() - startedAt)
    for (const name of names) {
      const answers = late.get(name)
      if (answers) void Promise.allSettled(answers).then(() => this.#release(name))
      else this.#busyNames.delete(name)
    }
    this.#busyLanes -= 1
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
    this.#busyNames.delete(name)
    this.#start()
  }
}
