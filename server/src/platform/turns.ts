import { BatcherFullError } from './batcher.ts'

/** Lets so many at once, and groups in turn: one that floods the queue delays only itself. */
export interface Turns {
  /** Rejects with BatcherFullError when too much is waiting already. */
  take<T>(group: number, work: () => Promise<T>): Promise<T>
  readonly waiting: number
}

export function createTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Turns {
  /** Several groups share the queue fairly only if none may fill it. */
  const groupMax = Math.ceil(waitingMax / 2)
  const queues = new Map<number, (() => void)[]>()
  let busy = 0
  let waiting = 0

  function startNext(): void {
    const [first] = queues
    if (!first || busy >= atOnce) return
    const [group, queue] = first
    const start = queue.shift()
    // Set anew, a group goes to the end of the line.
    queues.delete(group)
    if (queue.length > 0) queues.set(group, queue)
    waiting -= 1
    busy += 1
    start?.()
  }

  function wait(group: number): Promise<void> {
    const queue = queues.get(group) ?? []
    if (waiting >= waitingMax || queue.length >= groupMax) {
      return Promise.reject(new BatcherFullError(`${waiting} calls are waiting already`))
    }
    return new Promise((resolve) => {
      queue.push(resolve)
      queues.set(group, queue)
      waiting += 1
    })
  }

  return {
    async take(group, work) {
      if (busy < atOnce) busy += 1
      else await wait(group)
      try {
        return await work()
      } finally {
        busy -= 1
        startNext()
      }
    },
    get waiting() {
      return waiting
    },
  }
}
