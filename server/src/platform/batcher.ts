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
  /** Answers all inputs, in their order. */
  readonly run: (inputs: readonly Input[]) => Promise<readonly Output[]>
  readonly onBatch?: (size: number) => void
}

export class BatcherFullError extends Error {
  override readonly name = 'BatcherFullError'
}

interface Waiting<Input, Output> {
  readonly input: Input
  readonly resolve: (output: Output) => void
  readonly reject: (error: unknown) => void
}

export function createBatcher<Input, Output>(options: BatcherOptions<Input, Output>): Batcher<Input, Output> {
  let queue: Waiting<Input, Output>[] = []
  let busyLanes = 0
  let isStartScheduled = false

  function start(): void {
    isStartScheduled = false
    while (busyLanes < options.lanes && queue.length > 0) {
      const batch = queue.slice(0, options.batchMax)
      queue = queue.slice(options.batchMax)
      busyLanes += 1
      void runBatch(batch)
    }
  }

  async function runBatch(batch: readonly Waiting<Input, Output>[]): Promise<void> {
    options.onBatch?.(batch.length)
    try {
      const outputs = await options.run(batch.map((item) => item.input))
      batch.forEach((item, index) => {
        item.resolve(outputs[index] as Output)
      })
    } catch (error) {
      for (const item of batch) item.reject(error)
    }
    busyLanes -= 1
    start()
  }

  return {
    call(input) {
      if (queue.length >= options.waitingMax) {
        return Promise.reject(new BatcherFullError(`${queue.length} calls are waiting already`))
      }
      return new Promise((resolve, reject) => {
        queue.push({ input, resolve, reject })
        // Requests read from the sockets in one turn of the event loop start together, not one by one.
        if (!isStartScheduled && busyLanes < options.lanes) {
          isStartScheduled = true
          setImmediate(start)
        }
      })
    },
    get waiting() {
      return queue.length
    },
  }
}
