/** What a client sends of many at once: every item is answered as if it had been sent alone. */
import { moneyNumber, toNumber } from './arithmetic.ts'
import { HOUR_MS } from './calendar.ts'
import { anySentProduct, toProductBody } from './catalog-client.ts'
import type { ModelCommand, Scene } from './command.ts'
import { anyName, anySentCustomer, toCustomerBody } from './customer-client.ts'
import { upsertCustomer } from './customers.ts'
import { type Essence, expectedOf } from './essence.ts'
import { anyOrder, anySentOrder, placeSent, toBody } from './order-client.ts'
import { changedOrder } from './order-maker.ts'
import type { SentOrder } from './orders.ts'

interface Item {
  readonly body: object
  readonly expected: Essence
}

const ITEMS_MAX = 6
/** How many lots a customer has that has many: more than a batch loads at first. */
const LOTS_MIN = 100
const LOTS_MAX = 300
const FILLED_AT_ONCE = 100

/** Of one customer or several. The items of one are done in their order, so each is named by one id only. */
export function sendOrders(scene: Scene, now: number): ModelCommand {
  const { random } = scene
  // One account a person: which of two has its records first is chance in a list, and shows when they are merged.
  const others = scene.customers.filter(({ person }) => person !== scene.customer.person)
  const customers = [scene.customer, ...new Map(others.map((one) => [one.person, one])).values()]
  const named = new Map(customers.map((customer) => [customer.id, anyName({ ...scene, customer })]))
  const items = Array.from({ length: random.between(1, ITEMS_MAX) }, (_, index): Item => {
    const customer = random.one(customers)
    const own = { ...scene, customer, newKey: () => `${scene.newKey()}-${index}` }
    return itemOf(own, { ...anySentOrder(own, now), named: named.get(customer.id) ?? customer.id }, now)
  })
  return list(scene, 'Order', items)
}

/** Several messages about one order, which the till mostly decides in one batch. */
export function sendOneOrderOften(scene: Scene, now: number): ModelCommand {
  const { random } = scene
  const order = anyOrder(scene)
  if (!order) return sendOrders(scene, now)
  const named = anyName(scene)
  const items = Array.from(
    { length: random.between(2, ITEMS_MAX) },
    (): Item => itemOf(scene, { ...changedOrder(scene, order, now), named }, now),
  )
  const command = list(scene, 'Order', items)
  return { ...command, traits: [...(command.traits ?? []), 'one order several times'] }
}

/** Many small orders: as many lots. */
export function* fill(scene: Scene, now: number): Generator<ModelCommand> {
  const { random, customer } = scene
  const count = random.between(LOTS_MIN, LOTS_MAX)
  for (let done = 0; done < count; done += FILLED_AT_ONCE) {
    const items = Array.from({ length: Math.min(FILLED_AT_ONCE, count - done) }, (_, index): Item => {
      const at = now - random.between(0, 20 * 24) * HOUR_MS
      const sent: SentOrder = {
        id: `${customer.id}-filled-${done + index}`,
        customer: customer.id,
        total: BigInt(random.between(1_000, 9_000)) * 100n,
        placedAt: at,
        isCompleted: true,
        completedAt: at,
        updatedAt: at,
      }
      return itemOf(scene, sent, now)
    })
    const command = list(scene, 'Order', items)
    yield { ...command, traits: ['filled with lots'] }
  }
}

function itemOf(scene: Scene, sent: SentOrder, now: number): Item {
  const outcome = placeSent(scene, sent, now)
  return {
    body: toBody(sent),
    expected: expectedOf(outcome, ({ order, customer: { account } }) => {
      const { points, cashback } = account.recordedFor(order.id)
      return { state: order.state, points: toNumber(points), cashback: moneyNumber(cashback) }
    }),
  }
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

/** As an array, or as lines. */
function list({ random, customer }: Scene, what: string, items: readonly Item[]): ModelCommand {
  const isLines = random.chance(50)
  const failed = items.filter(({ expected }) => 'error' in expected)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: `list of ${what}`,
    method: 'POST',
    path: `/v1/pvt/${what}/bulk`,
    body: items.map(({ body }) => body),
    isLines,
    expected: { failed: failed.length, items: items.map(({ expected }) => expected) },
    traits: [
      `list of ${what}`,
      ...(isLines ? ['list as lines'] : []),
      ...failed.map(() => `refused in a list of ${what}`),
    ],
  }
}
