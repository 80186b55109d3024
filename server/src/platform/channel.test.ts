import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Answers, Channel, type ChannelEnd } from './channel.ts'

/** Two ends, and every message that went from the first to the second; as JSON, as between processes. */
function connect(ofFirst: Answers, ofSecond: Answers) {
  const listeners: ((message: object) => void)[] = []
  const sent: object[] = []
  const end = (own: number, other: number): ChannelEnd => ({
    send(message) {
      if (own === 0) sent.push(message)
      const text = JSON.stringify(message)
      setImmediate(() => listeners[other]?.(JSON.parse(text)))
    },
    onMessage(listener) {
      listeners[own] = listener
    },
  })
  const first = new Channel(end(0, 1), ofFirst)
  const second = new Channel(end(1, 0), ofSecond)
  return { first, second, sent }
}

describe('a channel', () => {
  it('gives each question its own answer, also where some come later', async () => {
    const slow = Promise.withResolvers<string>()
    const { first } = connect({}, { double: (value: number) => value * 2, slow: () => slow.promise })
    const late = first.ask('slow')
    expect(await Promise.all([1, 2, 3].map((value) => first.ask('double', value)))).toEqual([2, 4, 6])
    slow.resolve('at last')
    expect(await late).toBe('at last')
  })

  it('asks in one message what is asked in one turn', async () => {
    let count = 0
    const { first, sent } = connect({}, { count: () => ++count })
    const counts = await Promise.all(Array.from({ length: 20 }, () => first.ask<number>('count')))
    expect(counts).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(sent).toHaveLength(1)
    await first.ask('count')
    expect(sent).toHaveLength(2)
  })

  it('is asked from both ends, and answers null where there is nothing to say', async () => {
    const { first, second } = connect({ where: () => 'first' }, { note: () => undefined })
    expect(await Promise.all([second.ask('where'), first.ask('note', 1), first.ask('unknown')])).toEqual([
      'first',
      null,
      null,
    ])
  })

  it('never answers what the other end does not', async () => {
    const { first } = connect({}, { never: () => new Promise(() => {}) })
    let isAnswered = false
    void first.ask('never').then(() => {
      isAnswered = true
    })
    for (let turns = 0; turns < 10; turns += 1) await turn()
    expect(isAnswered).toBe(false)
  })
})
