import { describe, expect, it, vi } from 'vitest'
import { Batcher, BatcherFullError, type BatcherOptions } from './batcher.ts'

/** One turn of the event loop: whatever was going to start by itself has started. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

interface Started {
  readonly inputs: readonly number[]
  readonly finish: () => void
  readonly fail: (error: Error) => void
}

/** A batcher whose batches end when the test says so. */
function createControlledBatcher(options: Partial<BatcherOptions<number, string>> = {}) {
  const batches: Started[] = []
  let underWay = 0
  let mostUnderWay = 0
  const batcher = new Batcher<number, string>({
    lanes: 2,
    batchMax: 3,
    waitingMax: 10,
    run: async (inputs) => {
      underWay += 1
      mostUnderWay = Math.max(mostUnderWay, underWay)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      batches.push({ inputs, finish: resolve, fail: reject })
      try {
        await promise
      } finally {
        underWay -= 1
      }
      return inputs.map((input) => `answer ${input}`)
    },
    ...options,
  })
  return {
    batcher,
    inputs: () => batches.map((batch) => [...batch.inputs]),
    batch(index: number): Started {
      const batch = batches[index]
      if (!batch) throw new Error(`batch ${index} has not started`)
      return batch
    },
    mostUnderWay: () => mostUnderWay,
  }
}

describe('a batcher', () => {
  it('starts a lone call at once, alone', async () => {
    const { batcher, inputs, batch } = createControlledBatcher()
    const answer = batcher.call(1)
    await nextTurn()
    expect(inputs()).toEqual([[1]])
    expect(batcher.waiting).toBe(0)
    batch(0).finish()
    expect(await answer).toBe('answer 1')
  })

  it('starts calls of one turn of the event loop together, in their order', async () => {
    const { batcher, inputs } = createControlledBatcher()
    for (const input of [1, 2, 3]) void batcher.call(input)
    await nextTurn()
    expect(inputs()).toEqual([[1, 2, 3]])
  })

  it('queues while all lanes are busy, and makes the queue the next batch', async () => {
    const { batcher, inputs, batch } = createControlledBatcher()
    void batcher.call(1)
    await nextTurn()
    void batcher.call(2)
    await nextTurn()
    for (const input of [3, 4]) void batcher.call(input)
    await nextTurn()
    void batcher.call(5)
    await nextTurn()
    expect(inputs()).toEqual([[1], [2]])
    expect(batcher.waiting).toBe(3)
    batch(1).finish()
    await nextTurn()
    expect(inputs()).toEqual([[1], [2], [3, 4, 5]])
    expect(batcher.waiting).toBe(0)
  })

  it('begins a further lane when as many calls wait as are under way', async () => {
    const { batcher, inputs } = createControlledBatcher()
    for (const input of [1, 2, 3]) void batcher.call(input)
    await nextTurn()
    for (const input of [4, 5]) void batcher.call(input)
    await nextTurn()
    expect(inputs()).toEqual([[1, 2, 3]])
    void batcher.call(6)
    await nextTurn()
    expect(inputs()).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ])
  })

  it('begins it with fewer when the batch under way ends', async () => {
    const { batcher, inputs, batch } = createControlledBatcher()
    for (const input of [1, 2, 3]) void batcher.call(input)
    await nextTurn()
    void batcher.call(4)
    await nextTurn()
    batch(0).finish()
    await nextTurn()
    expect(inputs()).toEqual([[1, 2, 3], [4]])
  })

  it('begins it with fewer after a while, where the batch under way is held up', async () => {
    const { batcher, inputs, batch } = createControlledBatcher()
    for (const input of [1, 2, 3]) void batcher.call(input)
    await nextTurn()
    void batcher.call(4)
    await vi.waitFor(() => expect(inputs()).toEqual([[1, 2, 3], [4]]))
    // And from then on at once: it is not waited for again.
    batch(1).finish()
    await nextTurn()
    void batcher.call(5)
    await nextTurn()
    expect(inputs()).toEqual([[1, 2, 3], [4], [5]])
  })

  it('answers each call with its own answer, whichever batch ends first', async () => {
    const { batcher, batch } = createControlledBatcher()
    const ended: number[] = []
    const answers = [1, 2, 3, 4, 5, 6].map((input) =>
      batcher.call(input).then((answer) => {
        ended.push(input)
        return answer
      }),
    )
    await nextTurn()
    batch(1).finish()
    await nextTurn()
    expect(ended).toEqual([4, 5, 6])
    batch(0).finish()
    expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6].map((input) => `answer ${input}`))
  })

  it('never has more batches under way than lanes, nor more calls in one than allowed', async () => {
    let underWay = 0
    let mostUnderWay = 0
    const sizes: number[] = []
    const batcher = new Batcher<number, number>({
      lanes: 3,
      batchMax: 7,
      waitingMax: 1_000,
      run: async (inputs) => {
        underWay += 1
        mostUnderWay = Math.max(mostUnderWay, underWay)
        // Batches that end in another order than they began are what mixes answers up.
        for (let turns = inputs[0] ?? 0; turns % 4 > 0; turns -= 1) await nextTurn()
        underWay -= 1
        return inputs.map((input) => input * 2)
      },
      onBatch: (size) => sizes.push(size),
    })
    const calls: Promise<number>[] = []
    for (let input = 0; input < 500; input += 1) {
      calls.push(batcher.call(input))
      if (input % 11 === 0) await nextTurn()
    }
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 500 }, (_, input) => input * 2))
    expect(mostUnderWay).toBe(3)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(7)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(500)
  })

  it('refuses a call when too many wait, and takes calls again when they no longer do', async () => {
    const { batcher, batch } = createControlledBatcher({ lanes: 1, batchMax: 2, waitingMax: 2 })
    const first = batcher.call(1)
    await nextTurn()
    const waiting = [batcher.call(2), batcher.call(3)]
    await expect(batcher.call(4)).rejects.toThrow(BatcherFullError)
    batch(0).finish()
    await first
    await nextTurn()
    const later = batcher.call(5)
    batch(1).finish()
    expect(await Promise.all(waiting)).toEqual(['answer 2', 'answer 3'])
    await nextTurn()
    batch(2).finish()
    expect(await later).toBe('answer 5')
  })

  it('rejects the calls of a failed batch with its error, and goes on with the next', async () => {
    const { batcher, inputs, batch } = createControlledBatcher({ lanes: 1 })
    const failed = [1, 2].map((input) => batcher.call(input))
    await nextTurn()
    const next = batcher.call(3)
    const error = new Error('the database is gone')
    batch(0).fail(error)
    const outcomes = await Promise.allSettled(failed)
    expect(outcomes).toEqual([
      { status: 'rejected', reason: error },
      { status: 'rejected', reason: error },
    ])
    await nextTurn()
    expect(inputs()).toEqual([[1, 2], [3]])
    batch(1).finish()
    expect(await next).toBe('answer 3')
  })

  it('goes on after a run that throws before it even promises something', async () => {
    let isBroken = true
    const batcher = new Batcher<number, number>({
      lanes: 1,
      batchMax: 1,
      waitingMax: 10,
      run: (inputs) => {
        if (isBroken) throw new Error('broken')
        return Promise.resolve(inputs)
      },
    })
    await expect(batcher.call(1)).rejects.toThrow('broken')
    isBroken = false
    expect(await batcher.call(2)).toBe(2)
  })
})

describe('groups of calls', () => {
  /** Tens are the group, ones the call: 23 is the third call of group 2. */
  const groupOf = (input: number): number => Math.floor(input / 10)

  it('take turns, so that one that floods the queue delays only itself', async () => {
    const { batcher, inputs, batch } = createControlledBatcher({ lanes: 1, waitingMax: 20, groupOf })
    void batcher.call(0)
    await nextTurn()
    for (const input of [11, 12, 13, 14, 15, 16, 21, 31]) void batcher.call(input)
    batch(0).finish()
    await nextTurn()
    expect(inputs().at(-1)).toEqual([11, 21, 31])
    batch(1).finish()
    await nextTurn()
    expect(inputs().at(-1)).toEqual([12, 13, 14])
  })

  it('wait for no company of others: one with nothing under way begins the further lane alone', async () => {
    const { batcher, inputs } = createControlledBatcher({ groupOf })
    for (const input of [11, 12, 13]) void batcher.call(input)
    await nextTurn()
    void batcher.call(14)
    await nextTurn()
    expect(inputs()).toEqual([[11, 12, 13]])
    void batcher.call(21)
    await nextTurn()
    expect(inputs()).toEqual([
      [11, 12, 13],
      [14, 21],
    ])
  })

  it('are served one after the other also where a batch holds fewer calls than there are groups', async () => {
    const { batcher, inputs, batch } = createControlledBatcher({
      lanes: 1,
      batchMax: 1,
      waitingMax: 20,
      groupOf,
    })
    void batcher.call(0)
    await nextTurn()
    for (const input of [11, 12, 13, 21, 22, 31]) void batcher.call(input)
    for (let count = 0; count < 6; count += 1) {
      batch(count).finish()
      await nextTurn()
    }
    expect(inputs().flat()).toEqual([0, 11, 21, 31, 12, 22, 13])
  })

  it('may each fill only half of the queue', async () => {
    const { batcher } = createControlledBatcher({ lanes: 1, waitingMax: 4, groupOf })
    void batcher.call(0)
    await nextTurn()
    for (const input of [11, 12]) void batcher.call(input)
    await expect(batcher.call(13)).rejects.toThrow(BatcherFullError)
    for (const input of [21, 22]) void batcher.call(input)
    await expect(batcher.call(31)).rejects.toThrow(BatcherFullError)
    expect(batcher.waiting).toBe(4)
  })
})

describe('calls that exclude each other', () => {
  /** Calls of the same ones have the same name; 0 is with nobody in particular. */
  const exclusiveOf = (input: number): string | null => (input % 10 === 0 ? null : String(input % 10))

  it('never run in two lanes at once, share a batch, and hold nobody else up', async () => {
    const { batcher, inputs, batch } = createControlledBatcher({ exclusiveOf })
    for (const input of [11, 21]) void batcher.call(input)
    await nextTurn()
    for (const input of [31, 41, 12, 10]) void batcher.call(input)
    await nextTurn()
    expect(inputs()).toEqual([
      [11, 21],
      [12, 10],
    ])
    void batcher.call(20)
    batch(0).finish()
    await nextTurn()
    expect(inputs().at(-1)).toEqual([31, 41, 20])
  })

  it('wait for a lane without taking one, and keep their order', async () => {
    const { batcher, inputs, batch } = createControlledBatcher({ batchMax: 1, exclusiveOf })
    for (const input of [11, 21, 31]) void batcher.call(input)
    await nextTurn()
    expect(inputs()).toEqual([[11]])
    void batcher.call(12)
    await nextTurn()
    expect(inputs()).toEqual([[11], [12]])
    for (let count = 0; count < 3; count += 1) {
      batch(count).finish()
      await nextTurn()
    }
    expect(inputs()).toEqual([[11], [12], [21], [31]])
  })

  it('are free again after a batch that failed', async () => {
    const { batcher, inputs, batch } = createControlledBatcher({ exclusiveOf })
    const first = batcher.call(11)
    await nextTurn()
    void batcher.call(21)
    batch(0).fail(new Error('broken'))
    await expect(first).rejects.toThrow('broken')
    await nextTurn()
    expect(inputs()).toEqual([[11], [21]])
  })

  it('wait for an answer that is still to come, also one that fails, while others go on in the lane it left', async () => {
    const started: number[][] = []
    const late = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const batcher = new Batcher<number, string>({
      lanes: 1,
      batchMax: 3,
      waitingMax: 10,
      exclusiveOf,
      run: async (inputs) => {
        started.push([...inputs])
        return inputs.map((input) => late[[11, 21].indexOf(input)]?.promise ?? `answer ${input}`)
      },
    })
    const first = [11, 21, 12].map((input) => batcher.call(input))
    await nextTurn()
    expect(await first[2]).toBe('answer 12')
    const [same, other] = [batcher.call(31), batcher.call(22)]
    expect(await other).toBe('answer 22')
    late[1]?.reject(new Error('broken'))
    await expect(first[1]).rejects.toThrow('broken')
    await nextTurn()
    expect(started).toEqual([[11, 21, 12], [22]])
    late[0]?.resolve('late')
    expect([await first[0], await same]).toEqual(['late', 'answer 31'])
    expect(started.at(-1)).toEqual([31])
  })
})
