import { expect, it } from 'vitest'
import { Random } from '../../src/platform/random.ts'
import { program } from '../support/shop.ts'
import { useShop } from '../support/use-shops.ts'

const world = useShop(program())
const ORDERS = 300

it('takes orders whose totals a shop computed with binary floats, and the noise counts for nothing', async () => {
  const random = new Random(1)
  const price = (): number => random.between(1, 99_999) / 100
  const sales = Array.from({ length: ORDERS }, (_, index) => {
    const [first, second, shipping] = [price(), price(), price()]
    const cents = [first, second, -shipping].reduce((sum, part) => sum + Math.round(part * 100), 0)
    return { id: `o-${index}`, total: first + second - shipping, cents }
  }).filter(({ cents }) => cents >= 0)
  const noisy = sales.filter(({ total, cents }) => total !== cents / 100)
  expect(noisy.length).toBeGreaterThan(ORDERS / 10)
  const orders = sales.map(({ id, total }) => world.shop.completeOrder(id, `customer-of-${id}`, total))
  const { Items, FailedCount } = await world.shop.placeOrders(orders)
  expect(FailedCount).toBe(0)
  expect(Items?.map(({ Result }) => Result?.PointsGranted)).toEqual(
    sales.map(({ cents }) => Math.floor(cents / 100)),
  )
  const [sample = { id: '', cents: 0 }] = noisy
  expect((await world.shop.getOrder(sample.id)).OrderTotal).toBe(sample.cents / 100)
})
