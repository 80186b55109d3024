import { describe, expect, it } from 'vitest'
import type { Posted } from '../../accounts/account.ts'
import { localDateFromText } from '../../platform/zone.ts'
import type { Order } from '../order.ts'
import { daysOfQuietOrder } from './quiet-order.ts'

const SAO_PAULO = 'America/Sao_Paulo'
const DETAILS = { status: null } as Order['details']
const day = (text: string): number => localDateFromText(text) ?? Number.NaN

const placedAt = (at: string, more: Partial<Order> = {}): Order =>
  ({ id: 5, placedAt: Date.parse(at), state: 2, details: { ...DETAILS }, ...more }) as Order
const EARNED = { kind: 'credit', id: 9, orderId: 5 } as Posted
const OF_ANOTHER = { kind: 'credit', id: 9, orderId: 6 } as Posted
const MOVED = { kind: 'move', id: 9 } as Posted

const daysOf = (
  stored: Order | undefined,
  order: Order,
  entries: readonly Posted[] = [],
  timeZone = SAO_PAULO,
) => daysOfQuietOrder(stored, order, { entries, timeZone })

describe('the days on which an order is counted again', () => {
  it('are told by its records, where it has made one', () => {
    const order = placedAt('2026-05-01T12:00:00Z')
    expect(daysOf(undefined, order, [EARNED])).toBeNull()
    expect(daysOf(placedAt('2026-05-01T12:00:00Z'), order, [MOVED])).toBeNull()
    expect(daysOf(undefined, order, [OF_ANOTHER])).toEqual({ day: day('2026-05-01'), formerDay: null })
  })

  it('are that of the merchant’s zone', () => {
    expect(daysOf(undefined, placedAt('2026-05-01T02:59:59.999Z'))?.day).toBe(day('2026-04-30'))
    expect(daysOf(undefined, placedAt('2026-05-01T03:00:00Z'))?.day).toBe(day('2026-05-01'))
    expect(daysOf(undefined, placedAt('2026-05-01T02:00:00Z'), [], 'Asia/Tokyo')?.day).toBe(day('2026-05-01'))
  })

  it.each([
    ['an evening and the next morning', '2026-05-01T02:00:00Z', '2026-05-01T04:00:00Z', '2026-04-30'],
    // 3 November 2018 ended at one o'clock: the clocks skipped midnight.
    ['a night without midnight', '2018-11-04T02:59:59Z', '2018-11-04T03:00:00Z', '2018-11-03'],
    // 16 February 2019 had 25 hours: it was eleven in the evening twice.
    ['a day of 25 hours', '2019-02-17T02:59:59Z', '2019-02-17T03:00:00Z', '2019-02-16'],
  ])('are both where it was placed on another one: %s', (_what, before, after, formerDay) => {
    const [stored, order] = [placedAt(before), placedAt(after)]
    const days = { day: day(formerDay) + 1, formerDay: day(formerDay) }
    expect(daysOf(stored, order)).toEqual(days)
    expect(daysOf(stored, order, [EARNED])).toEqual(days)
  })

  it('are one where it was placed at another hour of the day', () => {
    const [stored, order] = [placedAt('2026-05-01T12:00:00Z'), placedAt('2026-05-01T13:00:00Z')]
    expect(daysOf(stored, order)).toEqual({ day: day('2026-05-01'), formerDay: null })
    expect(daysOf(stored, order, [EARNED])).toBeNull()
  })

  it('are none where a newer message says nothing new', () => {
    const stored = placedAt('2026-05-01T12:00:00Z')
    expect(daysOf(stored, { ...stored, updatedAt: 1 })).toBeNull()
    expect(daysOf(stored, { ...stored, state: 3 })).not.toBeNull()
  })
})
