import { describe, expect, it } from 'vitest'
import { succeededItem } from '../../contract/private-api/bulk.ts'
import { BulkRun, type ReadItem } from './run.ts'

interface Item {
  readonly name: string
  readonly queue: string | null
}

/** Begins what may begin, and says in which order; `finish` ends one of those under way. */
function runOf(items: readonly Item[], atOnce = 64) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const read = items.map(
    ({ name, queue }, index): ReadItem<string> => ({
      index,
      originalId: name,
      body: `${name} ${index}`,
      turn: { name, queue },
    }),
  )
  const run = new BulkRun<string, string>({
    items: read,
    atOnce,
    whyNot: () => null,
    run: (item) => {
      begun.push(item.body)
      return new Promise((resolve) => ends.set(item.body, () => resolve(succeededItem(item, item.body))))
    },
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    run,
    begun,
    async finish(body: string): Promise<void> {
      ends.get(body)?.()
      await settled()
    },
    settled,
    async rest(): Promise<void> {
      while (ends.size > 0) {
        for (const [body, end] of [...ends]) {
          ends.delete(body)
          end()
        }
        await settled()
      }
      await run.ended
    },
  }
}

describe('a list', () => {
  it('begins an item of the same order under another customer when the one before it is done', async () => {
    const { begun, finish, settled, rest } = runOf([
      { name: 'o1', queue: 'ana' },
      { name: 'o1', queue: 'bob' },
      { name: 'o2', queue: 'bob' },
    ])
    await settled()
    expect(begun).toEqual(['o1 0'])
    await finish('o1 0')
    expect(begun).toEqual(['o1 0', 'o1 1', 'o2 2'])
    await rest()
  })

  it('begins items of one customer together, as the till keeps their order', async () => {
    const { begun, settled, rest } = runOf([
      { name: 'o1', queue: 'ana' },
      { name: 'o1', queue: 'ana' },
      { name: 'o2', queue: 'bob' },
    ])
    await settled()
    expect(begun).toEqual(['o1 0', 'o1 1', 'o2 2'])
    await rest()
  })

  it('keeps an order waiting for another customer while any item of it is under way', async () => {
    const { begun, finish, settled, rest } = runOf([
      { name: 'o1', queue: 'ana' },
      { name: 'o1', queue: 'ana' },
      { name: 'o1', queue: 'bob' },
    ])
    await settled()
    await finish('o1 0')
    expect(begun).toEqual(['o1 0', 'o1 1'])
    await finish('o1 1')
    expect(begun).toEqual(['o1 0', 'o1 1', 'o1 2'])
    await rest()
  })

  it('begins no more while too many answers wait to be taken', async () => {
    const { run, begun, finish, settled, rest } = runOf(
      ['a', 'b'].map((name) => ({ name, queue: name })),
      1,
    )
    await settled()
    await finish('a 0')
    expect(begun).toEqual(['a 0'])
    expect((await run.answers().next()).value).toHaveLength(1)
    await settled()
    expect(begun).toEqual(['a 0', 'b 1'])
    await rest()
  })

  it('ends when nothing is under way, and begins nothing after it is stopped', async () => {
    const { run, begun, finish, settled } = runOf(
      ['a', 'b'].map((name) => ({ name, queue: name })),
      1,
    )
    let isEnded = false
    void run.ended.then(() => {
      isEnded = true
    })
    await settled()
    run.stop()
    await settled()
    expect(isEnded).toBe(false)
    await finish('a 0')
    expect(isEnded).toBe(true)
    expect(begun).toEqual(['a 0'])
  })

  it('is stopped by who leaves its answers before the end', async () => {
    const { run, begun, finish, settled, rest } = runOf(
      ['a', 'b', 'c', 'd'].map((name) => ({ name, queue: name })),
      2,
    )
    await settled()
    await finish('a 0')
    for await (const answers of run.answers()) {
      expect(answers).toHaveLength(1)
      break
    }
    await finish('b 1')
    await rest()
    expect(begun).toEqual(['a 0', 'b 1', 'c 2'])
  })

  it('begins no two of a name that has no queue, and no more at once than it may', async () => {
    const alone = runOf([
      { name: 'p1', queue: null },
      { name: 'p1', queue: null },
    ])
    await alone.settled()
    expect(alone.begun).toEqual(['p1 0'])
    await alone.finish('p1 0')
    expect(alone.begun).toEqual(['p1 0', 'p1 1'])
    await alone.rest()

    const two = runOf(
      ['a', 'b', 'c'].map((name) => ({ name, queue: name })),
      2,
    )
    await two.settled()
    expect(two.begun).toEqual(['a 0', 'b 1'])
    two.rest().catch(() => {})
  })
})
