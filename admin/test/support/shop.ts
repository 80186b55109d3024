import { expect, inject } from 'vitest'

interface Envelope<Result> {
  readonly HasError?: boolean
  readonly Result: Result
}

/** Calls the private API as the demo merchant's shop does. */
export async function shopCall<Result>(path: string, body?: unknown, method = 'POST'): Promise<Result> {
  const { url, token, key } = inject('devServer')
  const response = await fetch(`${url}/v1/pvt/${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${token}:${key}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const envelope = JSON.parse(text) as Envelope<Result>
  expect(response.ok && !envelope.HasError, `${path}: ${response.status} ${text}`).toBe(true)
  return envelope.Result
}

interface Bought {
  readonly id: string
  readonly customer: string
  readonly total: number
  readonly isComplete?: boolean
  readonly products?: readonly Record<string, unknown>[]
  readonly coupon?: string
}

/** An order of today. */
export async function buy(bought: Bought): Promise<void> {
  const { id, customer, total, isComplete = true, products, coupon } = bought
  const now = `${new Date().toISOString().slice(0, 19)}Z`
  await shopCall('POS/orders', {
    OriginalId: id,
    OrderTotal: total,
    IsCompleted: isComplete,
    OrderPlacementDate: now,
    ...(isComplete ? { OrderCompletedDate: now } : {}),
    ...(products ? { Products: products } : {}),
    ...(coupon === undefined ? {} : { Coupon: coupon }),
    Customer: { OriginalId: customer, Name: `Ana ${customer}`, Email: `${customer}@example.com` },
  })
}
