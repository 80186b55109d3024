/** That the pieces of the model are what they say, by examples that a person can check. */
import { describe, expect, test } from 'vitest'
import {
  balanceNumber,
  below,
  moneyNumber,
  nearest,
  share,
  times,
  units,
  wholePoints,
  written,
} from './arithmetic.ts'
import { dayOf, daysAfter, endAfter, monthsBefore, startOf } from './calendar.ts'
import { Card, STAMP } from './card.ts'
import { Account } from './ledger.ts'

describe('the arithmetic of the model', () => {
  test.each([
    ['12.5', 125_000n, '12.5000'],
    ['-0.05', -500n, '-0.0500'],
    ['0', 0n, '0.0000'],
    ['0.0333', 333n, '0.0333'],
  ])('%s is read and written', (text, value, database) => {
    expect(units(text)).toBe(value)
    expect(written(value)).toBe(database)
  })

  test('halves go away from zero, and a balance goes down', () => {
    expect([nearest(5n, 2n), nearest(-5n, 2n), nearest(7n, 3n), nearest(-8n, 3n)]).toEqual([3n, -3n, 2n, -3n])
    expect([below(7n, 2n), below(-7n, 2n), below(-8n, 2n)]).toEqual([3n, -4n, -4n])
    expect([moneyNumber(units('0.1665')), balanceNumber(units('0.1665'))]).toEqual([0.17, 0.16])
    expect([moneyNumber(units('-0.005')), balanceNumber(units('-0.0001'))]).toEqual([-0.01, -0.01])
  })

  test('products and shares are rounded once, points are whole', () => {
    expect(times(units('33'), units('0.0333'))).toBe(units('1.0989'))
    expect(times(units('0.5'), units('0.0001'))).toBe(1n)
    expect(share(units('10'), units('1'), units('3'))).toBe(units('3.3333'))
    expect(wholePoints(29n, 10n)).toBe(units('2'))
  })
})

describe('the calendar of the model', () => {
  test('a day starts at midnight where one is, and at one where the clocks skip it', () => {
    expect(startOf('2026-03-08', 'America/New_York')).toBe(Date.parse('2026-03-08T05:00:00Z'))
    expect(startOf('2026-03-09', 'America/New_York')).toBe(Date.parse('2026-03-09T04:00:00Z'))
    expect(startOf('2018-11-04', 'America/Sao_Paulo')).toBe(Date.parse('2018-11-04T03:00:00Z'))
    expect(startOf('2026-03-09', 'Asia/Tokyo')).toBe(Date.parse('2026-03-08T15:00:00Z'))
  })

  test('days are those of the zone', () => {
    expect(dayOf(Date.parse('2026-03-08T02:59:59Z'), 'America/Sao_Paulo')).toBe('2026-03-07')
    expect(daysAfter('2026-02-27', 2)).toBe('2026-03-01')
    expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28')
    expect(monthsBefore('2028-02-29', 12)).toBe('2027-02-28')
    expect(monthsBefore('2026-01-15', 1)).toBe('2025-12-15')
    expect(endAfter('2026-03-07', 0, 'America/New_York')).toBe(Date.parse('2026-03-08T05:00:00Z'))
  })
})

describe('the cards of the model', () => {
  const terms = { size: units(10), prize: { points: units(100), waitingDays: 0, validityDays: null } }
  const told: string[] = []
  const tell = (event: string) => told.push(event)

  function cardWith(stamps: Readonly<Record<string, number>>, end: number | null = null): Card {
    const card = new Card(12, terms)
    for (const [order, count] of Object.entries(stamps)) {
      card.give(
        { type: STAMP.order, stamps: units(count), order, day: '2026-03-01', expiresAt: end },
        0,
        tell,
      )
    }
    return card
  }

  function fill(card: Card): void {
    const amount = { points: units(100), cashback: 0n }
    const lot = { type: 13, amount, order: null, availableAt: 0, expiresAt: null }
    card.fill(new Account('UTC', null).credit(lot, 0), null, 0, tell)
  }

  test('stamps of a prize that is undone go back to their lots, and an order gives up its own (C1)', () => {
    const card = cardWith({ a: 4, b: 6 })
    fill(card)
    expect([card.on, card.standing.length]).toEqual([0n, 1])
    for (const prize of card.standing) card.unfill(prize, 0, tell)
    card.takeBack('a', STAMP.cancelled, units(4), true, 0, tell)
    expect(card.lots.map(({ order, left }) => [order, left])).toEqual([['b', units(6)]])
  })

  test('what is missing is owed and paid by what comes, or let go (C2, C3)', () => {
    const card = cardWith({ a: 4, b: 6 })
    fill(card)
    card.takeBack('a', STAMP.cancelled, units(4), true, 0, tell)
    const given = { type: STAMP.order, order: 'c', day: '2026-03-02', expiresAt: null }
    card.give({ ...given, stamps: units(3) }, 0, tell)
    expect([card.on, card.owed, card.recordedFor('a')]).toEqual([0n, units(1), 0n])
    const clamping = cardWith({ a: 4, b: 6 })
    fill(clamping)
    clamping.takeBack('a', STAMP.cancelled, units(4), false, 0, tell)
    expect([clamping.on, clamping.owed, clamping.recordedFor('a')]).toEqual([0n, 0n, 0n])
  })

  test('stamps that have ended are gone, each at its own moment (C7)', () => {
    const card = cardWith({ a: 3 }, 50)
    card.settle(90, tell)
    expect(card.records.at(-1)).toMatchObject({ type: STAMP.ended, stamps: units(-3), at: 50 })
    expect([card.on, card.recordedFor('a')]).toEqual([0n, 0n])
  })
})
