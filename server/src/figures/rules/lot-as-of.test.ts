import { describe, expect, it } from 'vitest'
import { POINT_TYPE } from '../../accounts/account.ts'
import { lotAsOf, lotBeforeMove, type MovedLot } from './lot-as-of.ts'

const ANA = 7
const BOB = 8
const END = { first: 100, second: 200, third: 300, now: 400 }

/** Moved while it was pending, by Ana's event 3, and by Bob's event 2, when Ana had been merged into Bob. */
const LOT: MovedLot = {
  id: 11,
  type: POINT_TYPE.purchase,
  recordedAt: 5,
  expiresAt: END.now,
  moves: [
    { id: 50, sequence: null, ofCustomer: ANA, expiresAt: END.first },
    { id: 60, sequence: 3, ofCustomer: ANA, expiresAt: END.second },
    { id: 90, sequence: 2, ofCustomer: BOB, expiresAt: END.third },
  ],
}

describe('a lot whose dates have changed', () => {
  it.each([
    // Also of the transaction that moved it, whose numbers of the log say nothing.
    ['before the first move by an event', { customerId: ANA, sequence: 2, id: 61 }, END.second],
    ['with that move', { customerId: ANA, sequence: 3, id: 59 }, END.third],
    ['after it', { customerId: ANA, sequence: 9, id: 70 }, END.third],
    [
      'after the merge, whatever the numbers of the other one were',
      { customerId: BOB, sequence: 1, id: 80 },
      END.third,
    ],
    ['with the last move', { customerId: BOB, sequence: 2, id: 91 }, END.now],
    ['after all', { customerId: BOB, sequence: 5, id: 99 }, END.now],
  ])('is what it was %s', (_when, event, expiresAt) => {
    expect(lotAsOf(LOT, event)).toEqual({ id: 11, type: POINT_TYPE.purchase, recordedAt: 5, expiresAt })
  })

  it('is known as it was before the move that an event tells of', () => {
    expect(lotBeforeMove(LOT, { customerId: ANA, sequence: 3, id: 60 })?.expiresAt).toBe(END.second)
    expect(lotBeforeMove(LOT, { customerId: BOB, sequence: 2, id: 91 })?.expiresAt).toBe(END.third)
    expect(lotBeforeMove(LOT, { customerId: BOB, sequence: 3, id: 92 })).toBeNull()
  })
})
