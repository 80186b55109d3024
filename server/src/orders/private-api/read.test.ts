import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '../../contract/refusal.ts'
import { readOrder } from './read.ts'
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
  const order = readOrder({ ...GOOD, ...members }, ZONE)
  if (isRefusal(order)) throw new Error(order.message)
  return order
}

describe('an order that was sent', () => {
  it('is read with nothing but what it says', () => {
    expect(read()).toEqual({
      originalId: 'o1',
      customer: {
        originalId: 'ana',
        isNamedByContact: false,
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
    })
  })

  it('says that there is no coupon when it is blank', () => {
    expect(read({ Coupon: ' ', ExternalCoupon: '' }).details).toMatchObject({
      coupon: '',
      externalCoupon: '',
    })
    expect(read({ Coupon: ' a ' }).details.coupon).toBe(' a ')
  })

  it('is paid as PaymentMethod says, else with what most was paid with, the first of equals', () => {
    const paid = (OriginalId: string, PaidAmount: number | null) => ({ OriginalId, Name: null, PaidAmount })
    const methodOf = (members: Partial<OrderBody>) => read(members).details.paymentMethod
    const pix = { originalId: 'pix', name: null }
    expect(methodOf({ PaymentMethods: [paid('visa', 10), paid('pix', 30.5), paid('cash', 30.5)] })).toEqual(
      pix,
    )
    expect(
      methodOf({ PaymentMethods: [{ OriginalId: 'pix' }, paid('cash', null), paid('visa', 0)] }),
    ).toEqual(pix)
    const both = { PaymentMethod: { OriginalId: 'pix' }, PaymentMethods: [paid('visa', 10)] }
    expect(methodOf(both)).toEqual(pix)
    expect(methodOf({ ...both, PaymentMethods: [] })).toEqual(pix)
    expect(methodOf({ PaymentMethods: [] })).toBe('none')
    expect(methodOf({ PaymentMethod: null, PaymentMethods: null })).toBeNull()
  })

  it('takes a date of completion of an order that is not complete for what it is: a date', () => {
    const early = '2026-01-01T00:00:00Z'
    expect(read({ OrderCompletedDate: early })).toMatchObject({
      isCompleted: null,
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
      PaymentMethods: fc.constantFrom(null, [], [{ OriginalId: 'a', PaidAmount: 1 }]),
    },
    { requiredKeys: [] },
  )

  it('is sound once it is read, or refused in words that begin with the field', () => {
    fc.assert(
      fc.property(body, (sent) => {
        const order = readOrder(sent, ZONE)
        if (isRefusal(order)) {
          expect(order.field).toBeTruthy()
          expect(order.message.startsWith(`${order.field} `)).toBe(true)
          return
        }
        expect(order.originalId).toBe('o1')
        expect(order.isCompleted === true && order.isCancelled === true).toBe(false)
        if (order.total !== null) expect(order.total).toBeGreaterThanOrEqual(0n)
      }),
      { numRuns: 2_000 },
    )
  })
})
