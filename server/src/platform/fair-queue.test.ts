import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BatcherFullError } from './batcher.ts'
import { FairQueue } from './fair-queue.ts'

function isRefused(ask: () => void): boolean {
  try {
    ask()
    return false
  } catch {
    return true
  }
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('queue', () => {
  it('are given to groups one after the other, however many calls one of them has', async () => {
    const queue = new FairQueue({ atOnce: 1, waitingMax: 100 })
    const done: string[] = []
    const call = (group: number, name: string): Promise<void> =>
      queue.run(group, async () => {
        await soon()
        done.push(name)
      })
    const calls = Array.from({ length: 10 }, (_, index) => call(1, `a${index}`))
    calls.push(call(2, 'b0'), call(3, 'c0'), call(2, 'b1'))
    await Promise.all(calls)
    expect(done.slice(0, 6)).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1'])
    expect(done).toHaveLength(13)
  })

  it('are never more at once than allowed, are all had, and survive failures', async () => {
    const calls = fc.array(fc.record({ group: fc.nat(3), fails: fc.boolean() }), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(calls, fc.integer({ min: 1, max: 4 }), async (wanted, atOnce) => {
        const queue = new FairQueue({ atOnce, waitingMax: 1_000 })
        let busy = 0
        const outcomes = await Promise.allSettled(
          wanted.map(({ group, fails }) =>
            queue.run(group, async () => {
              busy += 1
              expect(busy).toBeLessThanOrEqual(atOnce)
              await soon()
              busy -= 1
              if (fails) throw new Error('failed')
            }),
          ),
        )
        expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(wanted.map(({ fails }) => fails))
        expect([busy, queue.waiting]).toEqual([0, 0])
      }),
      { numRuns: 50 },
    )
  })

  it('are never more of one group than it may have, and others go past it', async () => {
    const groups = fc.array(fc.nat(3), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(groups, fc.integer({ min: 1, max: 4 }), async (wanted, perGroup) => {
        const queue = new FairQueue({ atOnce: 4, perGroup, waitingMax: 1_000 })
        const busy = [0, 0, 0, 0]
        await Promise.all(
          wanted.map((group) =>
            queue.run(group, async () => {
              busy[group] = (busy[group] ?? 0) + 1
              expect(busy[group]).toBeLessThanOrEqual(perGroup)
              expect(busy.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(4)
              await soon()
              busy[group] = (busy[group] ?? 0) - 1
            }),
          ),
        )
        expect([busy, queue.waiting]).toEqual([[0, 0, 0, 0], 0])
      }),
      { numRuns: 50 },
    )
    const queue = new FairQueue({ atOnce: 2, perGroup: 1, waitingMax: 100 })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const held = [queue.run(1, () => released), queue.run(1, soon)]
    await queue.run(2, soon)
    expect(queue.waiting).toBe(1)
    release()
    await Promise.all(held)
  })

  it('are waited for no longer than allowed', async () => {
    const queue = new FairQueue({ atOnce: 1, waitingMax: 10, groupWaitingMax: 2, waitMs: 20 })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const held = queue.run(1, () => released)
    const late = [queue.run(1, soon), queue.run(1, soon)]
    await expect(queue.run(1, soon)).rejects.toMatchObject({ why: 'groupFull' })
    for (const one of late) await expect(one).rejects.toMatchObject({ why: 'waited' })
    expect(queue.waiting).toBe(0)
    release()
    await held
    await expect(queue.run(1, soon)).resolves.toBeUndefined()
  })

  it('are refused to who floods the queue, and to nobody else', async () => {
    const queue = new FairQueue({ atOnce: 1, waitingMax: 10 })
    const flood = Array.from({ length: 7 }, () => queue.run(1, soon))
    await expect(flood.at(-1)).rejects.toThrow(BatcherFullError)
    await Promise.all([...flood.slice(0, -1), queue.run(2, soon)])
    await expect(queue.run(1, soon)).resolves.toBeUndefined()
  })

  it('tell beforehand to whom they would be refused', async () => {
    const groups = fc.array(fc.nat(2), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(groups, async (wanted) => {
        const queue = new FairQueue({ atOnce: 2, perGroup: 1, waitingMax: 12, groupWaitingMax: 3 })
        const calls = wanted.map((group) => {
          const isFull = isRefused(() => queue.refuseIfFull(group))
          return queue.run(group, soon).then(
            () => expect(isFull).toBe(false),
            () => expect(isFull).toBe(true),
          )
        })
        await Promise.all(calls)
      }),
    )
  })
})
