/**
 * Gathers calls into batches without a timer: while all lanes are busy, arriving calls queue; when a lane
 * frees, what has queued is the next batch. A lone call therefore waits for nothing, and the busier the
 * lanes, the larger (and cheaper a call) the batches become.
 */
export interface Batcher<Input, Output> {
  /** Rejects with BatcherFullError when too much is waiting already. */
  call(input: Input): Promise<Output>
  readonly waiting: number
}

export interface BatcherOptions<Input, Output> {
  /** Batches under way at once. */
  readonly lanes: number
  readonly batchMax: number
  readonly waitingMax: number
  /** Groups take turns, so that one that floods the queue delays only itself. Default: all are one. */
  readonly groupOf?: (input: Input) => number | string
  /** Calls with the same name never run in two lanes at once. null: with nobody in particular. */
  readonly exclusiveOf?: (input: Input) => string | null
  /**
   * Answers all inputs, in their order. An answer that is still to come frees the lane and delays nobody but
   * calls with the same name.
   */
  readonly run: (inputs: readonly Input[]) => Promise<readonly (Output | Promise<Output>)[]>
  /** `waitedMs`: how long the call that came first of them has waited. */
  readonly onBatch?: (size: number, waitedMs: number) => void
}

export class BatcherFullError extends Error {
  override readonly name = 'BatcherFullError'
}

interface Call<Input, Output> {
  readonly input: Input
  readonly calledAt: number
  readonly exclusive: string | null
  readonly resolve: (output: Output | Promise<Output>) => void
  readonly reject: (error: unknown) => void
}

export function createBatcher<Input, Output>(options: BatcherOptions<Input, Output>): Batcher<Input, Output> {
  const { lanes, batchMax, waitingMax, groupOf, exclusiveOf } = options
  /** Several groups share the queue fairly only if none may fill it. */
  const groupMax = groupOf ? Math.ceil(waitingMax / 2) : waitingMax
  const queues = new Map<number | string, Call<Input, Output>[]>()
  const busyNames = new Set<string>()
  let waiting = 0
  let busyLanes = 0
  let isStartScheduled = false

  function start(): void {
    isStartScheduled = false
    while (busyLanes < lanes && waiting > 0) {
      const batch = takeBatch()
      if (batch.length === 0) return
      busyLanes += 1
      void runBatch(batch)
    }
  }

  /** One of each group in turn, until the batch is full or nobody is left who may go now. */
  function takeBatch(): Call<Input, Output>[] {
    const batch: Call<Input, Output>[] = []
    let turns = [...queues].map(([group, queue]) => ({ group, queue, next: 0, taken: new Set<number>() }))
    const all = turns
    while (turns.length > 0 && batch.length < batchMax) {
      turns = turns.filter((turn) => {
        if (batch.length === batchMax) return false
        while (turn.next < turn.queue.length) {
          const index = turn.next
          turn.next += 1
          const call = turn.queue[index]
          if (call && (call.exclusive === null || !busyNames.has(call.exclusive))) {
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
      // Set anew, a group goes to the end of the line.
      queues.delete(group)
      if (taken.size < queue.length)
        queues.set(
          group,
          queue.filter((_, index) => !taken.has(index)),
        )
    }
    waiting -= batch.length
    return batch
  }

  async function runBatch(batch: readonly Call<Input, Output>[]): Promise<void> {
    const names = new Set(batch.flatMap(({ exclusive }) => (exclusive === null ? [] : [exclusive])))
    for (const name of names) busyNames.add(name)
    const late = new Map<string, Promise<Output>[]>()
    options.onBatch?.(batch.length, performance.now() - Math.min(...batch.map(({ calledAt }) => calledAt)))
    try {
      const outputs = await options.run(batch.map(({ input }) => input))
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
    for (const name of names) {
      const answers = late.get(name)
      if (answers) void Promise.allSettled(answers).then(() => release(name))
      else busyNames.delete(name)
    }
    busyLanes -= 1
    start()
  }

  function release(name: string): void {
    busyNames.delete(name)
    start()
  }

  return {
    call(input) {
      const group = groupOf?.(input) ?? 0
      const queue = queues.get(group)
      if (waiting >= waitingMax || (queue && queue.length >= groupMax)) {
        return Promise.reject(new BatcherFullError(`${waiting} calls are waiting already`))
      }
      return new Promise((resolve, reject) => {
        const call = {
          input,
          calledAt: performance.now(),
          exclusive: exclusiveOf?.(input) ?? null,
          resolve,
          reject,
        }
        if (queue) queue.push(call)
        else queues.set(group, [call])
        waiting += 1
        // Requests read from the sockets in one turn of the event loop start together, not one by one.
        if (!isStartScheduled && busyLanes < lanes) {
          isStartScheduled = true
          setImmediate(start)
        }
      })
    },
    get waiting() {
      return waiting
    },
  }
}
