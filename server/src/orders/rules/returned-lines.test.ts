import { describe, expect, it } from 'vitest'
import type { OrderProduct } from '../order.ts'
import { addToReturnedLines } from './returned-lines.ts'

const line = (originalId: string, price: bigint | null): OrderProduct => ({
  originalId,
  price,
  title: null,
  url: null,
  imageUrl: null,
  brandId: null,
  brandName: null,
  isActive: true,
})
const mug = (value: bigint) => ({ productId: 'mug', value })

describe('a return that names a product twice', () => {
  const details = { products: [line('mug', 10n), line('mug', 5n)], returnedLines: [] }

  it('takes from the next line what the first no longer has', () => {
    const lines = [mug(8n), mug(4n)]
    expect(addToReturnedLines(details, { value: 12n, lines })).toEqual([mug(10n), mug(2n)])
  })

  it('is refused where both together are more than its lines have', () => {
    const lines = [mug(8n), mug(8n)]
    expect(addToReturnedLines(details, { value: 16n, lines })).toMatchObject({
      reason: 'return-lines-wrong',
      field: 'Products[1].ValueToRefund',
    })
  })
})
