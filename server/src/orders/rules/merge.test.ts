import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '../../contract/refusal.ts'
import { ORDER_ORIGIN, ORDER_STATE, type Order } from '../order.ts'
import type { SentDetails, SentOrder } from '../sent-order.ts'
import { isSameOrder, type MergedOrder, mergeOrder, problemOf, updatedAtOf } from './merge.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const DAY_MS = 86_400_000

const CUSTOMER = {
  originalId: 'ana',
  name: null,
  email: null,
  phone: null,
  document: null,
  birthday: null,
  signupAt: null,
  isEnrolled: null,
}

const text = fc.option(fc.constantFrom('', 'a', 'b'))
const reference = fc.option(fc.record({ originalId: fc.constantFrom('a', 'b'), name: fc.constant(null) }))
const instant = fc.option(fc.integer({ min: NOW - 3 * DAY_MS, max: NOW + DAY_MS }))
const product = fc.constantFrom('a', 'b').map((originalId) => ({
  originalId,
  title: null,
  url: null,
  imageUrl: null,
  isActive: true,
  price: 10_000n,
  brandId: null,
  brandName: null,
}))
const details: fc.Arbitrary<SentDetails> = fc.record({
  status: text,
  products: fc.option(fc.array(product, { maxLength: 2 })),
  coupon: text,
  externalCoupon: text,
  metadatas: fc.option(fc.array(fc.record({ name: fc.constant('n'), value: text }), { maxLength: 2 })),
  paymentMethod: fc.oneof(reference, fc.constant('none' as const)),
  branch: reference,
  salesPerson: reference,
  shipping: fc.option(fc.constantFrom(0n, 10_000n)),
})
const message: fc.Arbitrary<SentOrder> = fc.record({
  originalId: fc.constant('o1'),
  customer: fc.constant(CUSTOMER),
  total: fc.option(fc.constantFrom(0n, 10_000n)),
  placedAt: instant,
  isCompleted: fc.option(fc.boolean()),
  completedAt: instant,
  isCancelled: fc.constant(null),
  cancelledAt: instant,
  // Far ahead is far ahead also a day later: who is sent again just as that ends is then compared as sent.
  updatedAt: fc.option(
    fc.oneof(fc.integer({ min: NOW - DAY_MS, max: NOW + DAY_MS }), fc.constant(NOW + 3 * DAY_MS)),
  ),
  details,
})
const first = message.map((sent) => ({
  ...sent,
  total: sent.total ?? 10_000n,
  placedAt: sent.placedAt ?? NOW,
}))

/** What is stored of an order that is complete without having earned anything. */
function stored(sent: SentOrder, before?: Order, now = NOW): Order {
  const { isCompleted, isCancelled, ...merged } = merge(sent, before)
  return {
    ...merged,
    id: 1,
    originalId: 'o1',
    customerId: 1,
    state: isCompleted ? ORDER_STATE.ignored : ORDER_STATE.pending,
    origin: ORDER_ORIGIN.externalApi,
    earned: null,
    updatedAt: updatedAtOf(before, sent, { isCompleted, isCancelled, ...merged }, now),
  }
}

function merge(sent: SentOrder, before?: Order): MergedOrder {
  const merged = mergeOrder(before, sent)
  if (isRefusal(merged)) throw new Error(merged.message)
  return merged
}

const NOTHING_SAID: SentOrder = {
  originalId: 'o1',
  customer: CUSTOMER,
  total: null,
  placedAt: null,
  isCompleted: null,
  completedAt: null,
  isCancelled: null,
  cancelledAt: null,
  updatedAt: null,
  details: {
    status: null,
    products: null,
    coupon: null,
    externalCoupon: null,
    metadatas: null,
    paymentMethod: null,
    branch: null,
    salesPerson: null,
    shipping: null,
  },
}

describe('an order and a message about it', () => {
  it('are the same order when the message comes directly again, with the same date', () => {
    fc.assert(
      fc.property(first, message, fc.nat({ max: DAY_MS }), (one, two, laterMs) => {
        const before = stored(two, stored(one))
        expect(isSameOrder(before, merge(two, before))).toBe(true)
        expect(stored(two, before, NOW + laterMs)).toEqual(before)
      }),
    )
  })

  it('that says nothing are the order', () => {
    fc.assert(
      fc.property(first, (sent) => {
        const before = stored(sent)
        expect(stored(NOTHING_SAID, before)).toEqual(before)
      }),
    )
  })

  it('have each member of the message that was sent, and the order’s where it was not', () => {
    fc.assert(
      fc.property(first, message, (one, two) => {
        const before = stored(one)
        const after = merge(two, before)
        for (const name of ['total', 'placedAt', 'completedAt', 'cancelledAt'] as const) {
          expect(after[name]).toBe(two[name] ?? before[name])
        }
        for (const name of ['status', 'metadatas', 'branch', 'salesPerson'] as const) {
          expect(after.details[name]).toEqual(two.details[name] ?? before.details[name])
        }
        expect(after.isCompleted).toBe(one.isCompleted === true || two.isCompleted === true)
      }),
    )
  })

  it('are refused when it is the first and leaves out what an order needs', () => {
    expect(mergeOrder(undefined, { ...NOTHING_SAID, total: 1n })).toMatchObject({
      reason: 'placement-date-missing',
    })
    expect(mergeOrder(undefined, { ...NOTHING_SAID, placedAt: NOW })).toMatchObject({
      reason: 'total-missing',
    })
  })

  it('are sound in their dates, or refused in words that begin with the field', () => {
    fc.assert(
      fc.property(first, message, fc.boolean(), (one, two, isCancelled) => {
        const before = stored(one)
        const merged = merge({ ...two, isCancelled }, before)
        const problem = problemOf(undefined, merged, NOW)
        if (problem) {
          expect(problem.message.startsWith(`${problem.field} `)).toBe(true)
          return
        }
        if (merged.isCompleted) expect(merged.completedAt).toBeGreaterThanOrEqual(merged.placedAt)
        if (merged.isCancelled) expect(merged.cancelledAt).toBeGreaterThanOrEqual(merged.placedAt)
      }),
    )
  })
})
