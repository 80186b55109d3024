import { expect, it } from 'vitest'
import type { Customer } from '../accounts/customer.ts'
import { certificateOf } from './certificate.ts'
import { NO_BELONGINGS } from './erasure.ts'

it('a certificate tells what could be spent and what was waiting, and names nobody', () => {
  const customer = { id: 7, publicId: 'public', originalId: 'ana' } as Customer
  const certificate = certificateOf({
    customer,
    expired: { points: 30_000n, cashback: 1_500n },
    closed: { points: 50_000n, cashback: 2_500n },
    belongings: { ...NO_BELONGINGS, orders: 2, notes: 3 },
  })
  expect(certificate).toEqual({
    target: { kind: 'customer', id: '7', label: 'public' },
    before: null,
    after: {
      expired: { points: '3', cashback: '0.15' },
      waiting: { points: '5', cashback: '0.25' },
      ...NO_BELONGINGS,
      orders: 2,
      notes: 3,
    },
  })
})
