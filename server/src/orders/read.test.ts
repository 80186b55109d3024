import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal, readOrder } from './read.ts'
import type { OrderBody } from './schema.ts'

const RECEIVED = Date.UTC(2026, 0, 15, 12)
const ZONE = 'America/Sao_Paulo'

const GOOD: OrderBody = {
  OriginalId: 'o1',
  OrderPlacementDate: '2026-01-15T09:00:00',
  OrderTotal: 120.5,
  Customer: { OriginalId: 'ana' },
}

function read(members: Partial<OrderBody> = {}) {
  const order = readOrder({ ...GOOD, ...members }, ZONE, RECEIVED)
  if (isRefusal(order)) throw new Error(order.message)
  return order
}

describe('an order that was sent', () => {
  it('is read with nothing but what it needs', () => {
    expect(read()).toEqual({
      originalId: 'o1',
      customer: {
        originalId: 'ana',
        name: null,
        email: null,
        phone: null,
        document: null,
        birthday: null,
        signupAt: null,
        isEnrolled: null,
      },
      total: 1_205_000n,
      placedAt: RECEIVED,
      isCompleted: false,
      completedAt: null,
      isCancelled: false,
      cancelledAt: null,
      updatedAt: RECEIVED,
      details: {
        status: null,
        products: [],
        coupon: null,
        externalCoupon: null,
        linkedCoupons: [],
        metadatas: [],
        paymentMethod: null,
        branch: null,
        salesPerson: null,
      },
    })
  })

  it('has no coupon when it is blank', () => {
    expect(read({ Coupon: ' ', ExternalCoupon: '' }).details).toMatchObject({
      coupon: null,
      externalCoupon: null,
    })
    expect(read({ Coupon: ' a ' }).details.coupon).toBe(' a ')
  })

  it('may be complete and cancelled at the moment of its placement', () => {
    const date = GOOD.OrderPlacementDate ?? null
    expect(read({ IsCompleted: true, OrderCompletedDate: date }).completedAt).toBe(RECEIVED)
    expect(read({ IsCancelledOrReturned: true, OrderCancelledDate: date }).cancelledAt).toBe(RECEIVED)
  })

  it('takes a date of completion of an order that is not complete for what it is: a date', () => {
    const early = '2026-01-01T00:00:00Z'
    expect(read({ OrderCompletedDate: early })).toMatchObject({
      isCompleted: false,
      completedAt: Date.parse(early),
    })
  })

  const date = fc.constantFrom(
    null,
    '',
    '0001-01-01T00:00:00',
    'never',
    '2026-01-14',
    '2026-01-15T12:00:00Z',
    '2026-02-01',
  )
  const body = fc.record<OrderBody>(
    {
      OriginalId: fc.constantFrom('o1', ' ', null),
      OrderPlacementDate: date,
      OrderCompletedDate: date,
      OrderCancelledDate: date,
      UpdatedDate: date,
      IsCompleted: fc.constantFrom(true, false, null),
      IsCancelledOrReturned: fc.constantFrom(true, false, null),
      OrderTotal: fc.constantFrom(0, 10.5, -1, null),
      Customer: fc.constantFrom(
        null,
        {},
        { OriginalId: 'ana' },
        { OriginalId: 'ana', BirthdayDate: 'never' },
      ),
      Products: fc.constantFrom(
        null,
        [],
        [{}],
        [{ OriginalId: 'a', ProductPrice: -1 }],
        [{ OriginalId: 'a' }],
      ),
      Metadatas: fc.constantFrom(null, [{ Name: 'a' }], [{ Name: ' ' }]),
    },
    { requiredKeys: [] },
  )

  it('is sound once it is read, or refused in words that begin with the field', () => {
    fc.assert(
      fc.property(body, (sent) => {
        const order = readOrder(sent, ZONE, RECEIVED)
        if (isRefusal(order)) {
          expect(order.field).toBeTruthy()
          expect(order.message.startsWith(`${order.field} `)).toBe(true)
          return
        }
        expect(order.originalId).toBe('o1')
        expect(order.isCompleted && order.isCancelled).toBe(false)
        if (order.isCompleted) expect(order.completedAt).toBeGreaterThanOrEqual(order.placedAt)
        if (order.isCancelled) expect(order.cancelledAt).toBeGreaterThanOrEqual(order.placedAt)
        expect(order.total).toBeGreaterThanOrEqual(0n)
      }),
      { numRuns: 2_000 },
    )
  })
})
