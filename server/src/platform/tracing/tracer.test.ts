import { describe, expect, it } from 'vitest'
import { readTraceparent, type Span } from './span.ts'
import { Tracer, type TracerOptions } from './tracer.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

function open(options: Partial<TracerOptions> = {}) {
  const ended: Span[] = []
  const tracer = new Tracer({
    ratio: 1,
    followsCallers: false,
    random: () => 0.5,
    onEnd: (span) => ended.push(span),
    ...options,
  })
  return { tracer, ended }
}

describe('which requests are traced', () => {
  it('is a matter of the ratio, whatever the caller has decided', () => {
    for (const [ratio, isTraced] of [
      [0.4, false],
      [0.6, true],
    ] as const) {
      const { tracer } = open({ ratio })
      for (const header of [undefined, `00-${TRACE}-${PARENT}-00`, `00-${TRACE}-${PARENT}-01`]) {
        expect(tracer.startRequest(header) !== undefined, `${ratio} ${header}`).toBe(isTraced)
      }
    }
  })

  it('is what the caller has decided, where callers are followed', () => {
    const { tracer } = open({ ratio: 0, followsCallers: true })
    expect(tracer.startRequest(undefined)).toBeUndefined()
    expect(tracer.startRequest(`00-${TRACE}-${PARENT}-00`)).toBeUndefined()
    expect(tracer.startRequest(`00-${TRACE}-${PARENT}-01`)).toMatchObject({
      traceId: TRACE,
      parentId: PARENT,
    })
  })

  it.each([
    'x',
    `01-${TRACE}-${PARENT}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${PARENT}-01-more`,
    ['00', TRACE],
    undefined,
  ])('a header that is not one begins a trace of its own: %j', (header) => {
    expect(readTraceparent(header)).toBeNull()
    const span = open().tracer.startRequest(header)
    expect(span?.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(span?.parentId).toBeUndefined()
  })
})

describe('a batch', () => {
  it('is a part of its first request, is linked to each, and has its transactions as parts', async () => {
    const { tracer, ended } = open()
    const [one, two] = [tracer.startRequest(undefined), tracer.startRequest(undefined)] as [Span, Span]
    await tracer.runBatch([one, two], { batcher: 'till', size: 3 }, async () => {
      const transaction = tracer.startTransaction({})
      await Promise.resolve()
      transaction?.next('statements')
      transaction?.next('commit')
      transaction?.end(false)
    })
    const [connect, statements, commit, transaction, batch] = ended
    expect(ended.map(({ name }) => name)).toEqual([
      'connect',
      'statements',
      'commit',
      'transaction',
      'batch till',
    ])
    expect(batch).toMatchObject({ traceId: one.traceId, parentId: one.spanId, links: [one, two] })
    expect(transaction).toMatchObject({ traceId: one.traceId, parentId: batch?.spanId })
    for (const part of [connect, statements, commit]) expect(part?.parentId).toBe(transaction?.spanId)
  })

  it('of requests that are not traced is no part of the one that happens to start it', async () => {
    const { tracer, ended } = open()
    await tracer.run(tracer.startRequest(undefined), () =>
      tracer.runBatch([], { batcher: 'till', size: 1 }, async () => {
        expect(tracer.startTransaction({})).toBeUndefined()
      }),
    )
    expect(ended).toEqual([])
  })

  it('that fails has failed in its trace, and rejects', async () => {
    const { tracer, ended } = open()
    const span = tracer.startRequest(undefined) as Span
    const running = tracer.runBatch([span], { batcher: 'till', size: 1 }, async () => {
      throw new Error('no')
    })
    await expect(running).rejects.toThrow('no')
    expect(ended[0]?.hasFailed).toBe(true)
  })
})
