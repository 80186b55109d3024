/** What a client sends of many at once: every item is answered as if it had been sent alone. */
import { moneyNumber, toNumber } from './arithmetic.ts'
import { anySentProduct, toProductBody } from './catalog-client.ts'
import type { ModelCommand, Scene } from './command.ts'
import { anyName, anySentCustomer, toCustomerBody } from './customer-client.ts'
import { upsertCustomer } from './customers.ts'
import { type Essence, expectedOf } from './essence.ts'
import { anySentOrder, placeSent, toBody } from './order-client.ts'

interface Item {
  readonly body: object
  readonly expected: Essence
}

const ITEMS_MAX = 6

/** Of one customer or several. The items of one are done in their order, so each is named by one id only. */
export function sendOrders(scene: Scene, now: number): ModelCommand {
  const { random } = scene
  const named = new Map(scene.customers.map((customer) => [customer.id, anyName({ ...scene, customer })]))
  const items = Array.from({ length: random.between(1, ITEMS_MAX) }, (_, index): Item => {
    const customer = random.one(scene.customers)
    const own = { ...scene, customer, newKey: () => `${scene.newKey()}-${index}` }
    const sent = { ...anySentOrder(own, now), named: named.get(customer.id) ?? customer.id }
    const outcome = placeSent(own, sent, now)
    return {
      body: toBody(sent),
      expected: expectedOf(outcome, ({ order, customer: { account } }) => {
        const { points, cashback } = account.recordedFor(order.id)
        return { state: order.state, points: toNumber(points), cashback: moneyNumber(cashback) }
      }),
    }
  })
  return list(scene, 'Order', items)
}

/** Of one customer alone: whether an e-mail is shared depends on which of two is first. */
export function sendCustomers(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const name = anyName(scene)
  const items = Array.from({ length: random.between(1, ITEMS_MAX) }, (_, index): Item => {
    const isOther = random.chance(15)
    const id = isOther ? `${scene.newKey()}-listed-${index}` : customer.id
    const sent = isOther ? { name: 'Eva' } : anySentCustomer(scene)
    const { operation, code } = upsertCustomer(shop, id, sent, now)
    return {
      body: { OriginalId: isOther ? id : name, ...toCustomerBody(sent) },
      expected: { operation, code },
    }
  })
  return list(scene, 'Customer', items)
}

/** Of one product alone: products share categories, and which of two is first decides where those stand. */
export function sendProducts(scene: Scene): ModelCommand {
  const { random, shop } = scene
  const { id } = anySentProduct(scene)
  const items = Array.from({ length: random.between(1, ITEMS_MAX) }, (): Item => {
    const product = { ...anySentProduct(scene), id }
    return { body: toProductBody(product), expected: { code: shop.catalog.save(product) } }
  })
  return list(scene, 'Product', items)
}

function list({ customer }: Scene, what: string, items: readonly Item[]): ModelCommand {
  const failed = items.filter(({ expected }) => 'error' in expected)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: `list of ${what}`,
    method: 'POST',
    path: `/v1/pvt/${what}/bulk`,
    body: items.map(({ body }) => body),
    expected: { failed: failed.length, items: items.map(({ expected }) => expected) },
    traits: [`list of ${what}`, ...failed.map(() => `refused in a list of ${what}`)],
  }
}
