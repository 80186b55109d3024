import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventKey, LogPosition } from '../../events/event.ts'
import { type HeldEvent, Window, type WindowChanges } from './window.ts'

const START: LogPosition = { transaction: '0', id: 0 }
const event = (id: number, customerId: number): EventKey => ({ transaction: String(id), id, customerId })

/** What the database would hold. */
class Saved {
  cursor: LogPosition = START
  readonly held = new Map<number, HeldEvent>()
  readonly parked = new Map<number, HeldEvent>()

  save({ cursor, held, parked, released }: WindowChanges): void {
    if (cursor) this.cursor = cursor
    for (const one of held) this.held.set(one.id, one)
    for (const one of parked) {
      this.held.delete(one.id)
      this.parked.set(one.id, one)
    }
    for (const { id } of released) this.held.delete(id)
  }

  open(): Window {
    return new Window(this.cursor, [...this.held.values()])
  }
}

describe('a window', () => {
  it('sends to many customers at once, and to each one event after the other', () => {
    const window = new Window(START, [])
    for (const [id, customer] of [
      [1, 7],
      [2, 7],
      [3, 8],
      [4, 9],
    ] as const) {
      window.add(event(id, customer), true)
    }
    const first = window.next(0)
    expect([first, window.next(0), window.next(0), window.next(0)].map((key) => key?.id)).toEqual([
      1,
      3,
      4,
      undefined,
    ])
    window.received(event(3, 8))
    expect(window.changes().cursor).toBeNull()
    window.received(event(1, 7))
    expect(window.changes().cursor).toMatchObject({ id: 1 })
    expect(window.next(0)?.id).toBe(2)
    window.received(event(2, 7))
    window.received(event(4, 9))
    expect(window.changes()).toMatchObject({ cursor: { id: 4 }, held: [], parked: [], released: [] })
  })

  it('holds a customer whose event failed, and moves the cursor past it', () => {
    const window = new Window(START, [])
    for (const [id, customer] of [
      [1, 7],
      [2, 7],
      [3, 8],
    ] as const) {
      window.add(event(id, customer), true)
    }
    window.next(0)
    window.next(0)
    window.failed(event(1, 7), 100)
    window.received(event(3, 8))
    window.add(event(4, 7), true)
    expect(window.next(50)).toBeNull()
    expect(window.nextDueAt()).toBe(100)
    const changes = window.changes()
    expect(changes).toMatchObject({
      cursor: { id: 4 },
      held: [
        { id: 1, attempts: 1, nextAttemptAt: 100 },
        { id: 2, attempts: 0, nextAttemptAt: null },
        { id: 4, attempts: 0, nextAttemptAt: null },
      ],
    })
    window.saved(changes)
    expect(window.changes()).toEqual({ cursor: null, held: [], parked: [], released: [] })
    expect(window.next(100)?.id).toBe(1)
    window.gaveUp(event(1, 7))
    expect(window.next(100)?.id).toBe(2)
    window.received(event(2, 7))
    expect(window.changes()).toMatchObject({ parked: [{ id: 1, attempts: 2 }], released: [{ id: 2 }] })
    expect([window.heldCount, window.unsettledCount]).toEqual([1, 0])
  })

  it('knows which order of a person it has carried out', () => {
    const replayed = { ...event(1, 7), replays: 2, attempts: 0, nextAttemptAt: null }
    const window = new Window(START, [replayed])
    window.next(0)
    window.failed(event(1, 7), 5)
    expect(window.changes().held).toMatchObject([{ id: 1, replays: 2 }])
    window.next(5)
    window.received(event(1, 7))
    expect(window.changes().released).toMatchObject([{ id: 1, replays: 2 }])
  })

  it('passes over what the endpoint does not want', () => {
    const window = new Window(START, [])
    window.add(event(1, 7), false)
    window.add(event(2, 7), false)
    expect(window.next(0)).toBeNull()
    expect(window.changes().cursor).toMatchObject({ id: 2 })
    expect(window.unsettledCount).toBe(0)
  })

  it('knows what it held before, when that is read again behind a cursor that could not move', () => {
    const window = new Window(START, [{ ...event(2, 8), attempts: 1, nextAttemptAt: 0 }])
    expect(window.next(0)?.id).toBe(2)
    window.add(event(1, 7), true)
    window.received(event(2, 8))
    window.add(event(2, 8), true)
    window.add(event(3, 8), true)
    const keys = [window.next(0), window.next(0), window.next(0)]
    expect(keys.map((key) => key?.id)).toEqual([1, 3, undefined])
    window.received(event(1, 7))
    window.received(event(3, 8))
    expect(window.changes()).toMatchObject({ cursor: { id: 3 }, held: [], released: [{ id: 2 }] })
    expect([window.heldCount, window.unsettledCount]).toEqual([0, 0])
  })

  it('puts back a probe as if it had not been tried', () => {
    const window = new Window(START, [])
    window.add(event(1, 7), true)
    window.add(event(2, 8), true)
    window.next(0)
    window.putBack(event(1, 7))
    expect(window.changes()).toEqual({ cursor: null, held: [], parked: [], released: [] })
    expect(window.next(0)?.id).toBe(1)
  })

  it('never sends out of order, loses nothing and repeats nothing, whatever fails and whenever it ends', () => {
    const step = fc.record({
      action: fc.constantFrom(
        'add',
        'add',
        'next',
        'next',
        'next',
        'finish',
        'finish',
        'finish',
        'save',
        'crash',
      ),
      customer: fc.integer({ min: 1, max: 4 }),
      pick: fc.nat(),
      outcome: fc.constantFrom('received', 'received', 'received', 'failed', 'gaveUp', 'putBack'),
      wait: fc.integer({ min: 0, max: 50 }),
      isWanted: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
        const saved = new Saved()
        let window = saved.open()
        let now = 0
        const log: (EventKey & { isWanted: boolean })[] = []
        const underWay: EventKey[] = []
        const received: EventKey[] = []
        /** Since the last crash: those are sent again only by mistake. */
        let known = new Set<number>()
        const attempt = (): void => {
          const key = window.next(now)
          if (!key) return
          expect(known.has(key.id), `event ${key.id} again`).toBe(false)
          expect(underWay.some(({ customerId }) => customerId === key.customerId)).toBe(false)
          const earlier = log.filter(
            (one) => one.isWanted && one.customerId === key.customerId && one.id < key.id,
          )
          for (const { id } of earlier) {
            const isDone = received.some((one) => one.id === id) || saved.parked.has(id) || parked.has(id)
            expect(isDone, `event ${key.id} before ${id}`).toBe(true)
          }
          underWay.push(key)
        }
        const parked = new Set<number>()
        const save = (): void => {
          const changes = window.changes()
          saved.save(changes)
          window.saved(changes)
        }
        const finish = (key: EventKey, outcome: string, wait: number): void => {
          if (outcome === 'received') {
            received.push(key)
            known.add(key.id)
            window.received(key)
          } else if (outcome === 'failed') window.failed(key, now + wait)
          else if (outcome === 'gaveUp') {
            parked.add(key.id)
            known.add(key.id)
            window.gaveUp(key)
          } else window.putBack(key)
        }
        for (const { action, customer, pick, outcome, wait, isWanted } of steps) {
          now += 1
          if (action === 'add') {
            const key = event(log.length + 1, customer)
            log.push({ ...key, isWanted })
            if (window.end.id === key.id - 1) window.add(key, isWanted)
          } else if (action === 'next') attempt()
          else if (action === 'finish' && underWay.length > 0) {
            const [key] = underWay.splice(pick % underWay.length, 1)
            if (key) finish(key, outcome, wait)
          } else if (action === 'save') save()
          else if (action === 'crash') {
            window = saved.open()
            underWay.length = 0
            known = new Set()
            for (const one of log.slice(window.end.id)) window.add(one, one.isWanted)
          }
        }
        for (const one of log.slice(window.end.id)) window.add(one, one.isWanted)
        while (underWay.length > 0) finish(underWay.pop() as EventKey, 'received', 0)
        now += 1_000
        for (attempt(); underWay.length > 0; attempt()) finish(underWay.pop() as EventKey, 'received', 0)
        save()
        const done = new Set([...received.map(({ id }) => id), ...saved.parked.keys()])
        expect(log.filter(({ id, isWanted }) => isWanted && !done.has(id))).toEqual([])
        expect(saved.held.size).toBe(0)
        expect(saved.cursor.id).toBe(log.length)
        expect(window.heldCount).toBe(0)
      }),
      { numRuns: 300 },
    )
  })
})
