/** What a client sends of its orders, and how that must be answered. */
import { toNumber } from './arithmetic.ts'
import { HOUR_MS } from './calendar.ts'
import type { ModelCommand, Scene } from './command.ts'
import { anyName } from './customer-client.ts'
import { essenceOfModelOrder, expectedOf, text } from './essence.ts'
import { changedOrder, newOrder } from './order-maker.ts'
import { cancelOrder, type Placed, placeOrder, type SentOrder } from './orders.ts'
import { type Line, type Order, type Outcome, STATE } from './shop.ts'
import { traitsOf } from './traits.ts'

/** What is sent of an order; null: there is none to send that of. */
type Making = (scene: Scene, now: number) => SentOrder | null

function newSale(scene: Scene, now: number): SentOrder {
  const { random, customer } = scene
  const sale = random.chance(60) ? customer.sales.shift() : undefined
  // Now and then the till names no code, or the code of a sale comes with another order.
  const code = sale && random.chance(85) ? { coupon: sale.code } : {}
  const id = sale && random.chance(85) ? { id: sale.id } : {}
  return { ...newOrder(scene, now), ...code, ...id }
}

const changed: Making = (scene, now) => {
  const order = anyOrder(scene)
  return order && changedOrder(scene, order, now)
}

/** The same body directly again. */
const again: Making = (scene) => {
  const order = anyOrder(scene)
  return (order && scene.customer.orders.get(order.id)) ?? null
}

const ofOther: Making = ({ random, customer, customers }) => {
  const [sent] = random.one(customers).orders.values()
  return sent ? { ...sent, customer: customer.id } : null
}

export function sendNewOrder(scene: Scene, now: number): ModelCommand {
  return place(scene, newSale(scene, now), 'new order', now)
}

export function sendUpdate(scene: Scene, now: number): ModelCommand {
  return place(scene, changed(scene, now) ?? newSale(scene, now), 'update', now)
}

export function repeatOrder(scene: Scene, now: number): ModelCommand {
  return place(scene, again(scene, now) ?? newSale(scene, now), 'repeat', now)
}

export function sendOrderOfOther(scene: Scene, now: number): ModelCommand {
  return place(scene, ofOther(scene, now) ?? newSale(scene, now), 'order of another', now)
}

/** Any of them, for a list. */
export function anySentOrder(scene: Scene, now: number): SentOrder {
  const kind = scene.random.weighted({ newSale: 45, changed: 40, again: 10, ofOther: 5 })
  return { newSale, changed, again, ofOther }[kind](scene, now) ?? newSale(scene, now)
}

export function place(scene: Scene, made: SentOrder, action: string, now: number): ModelCommand {
  const { shop, customer, random } = scene
  const sent = { ...made, named: anyName(scene) }
  const stored = shop.orders.get(sent.id)
  const before = stored && { ...stored }
  const outcome = placeSent(scene, sent, now)
  return {
    shop: customer.shop,
    customer: customer.id,
    action,
    method: 'POST',
    path: random.chance(50) ? '/v1/pvt/POS/orders' : '/v1/pvt/Order',
    body: toBody(sent),
    expected: expectedOf(outcome, (placed) => essenceOfModelOrder(shop, placed)),
    traits: traitsOf(shop, sent, before, 'done' in outcome ? outcome.done.order : undefined, now),
  }
}

/** The model does it, and the client remembers the body. */
export function placeSent({ shop, customer }: Scene, sent: SentOrder, now: number): Outcome<Placed> {
  const outcome = placeOrder(shop, sent, now)
  if ('done' in outcome && outcome.done.order.customer === customer.id) customer.orders.set(sent.id, sent)
  return outcome
}

export function cancelAnyOrder(scene: Scene, now: number): ModelCommand {
  const { random } = scene
  const order =
    (random.chance(50) && prizedOrder(scene, now)) ||
    (random.chance(50) && spentOrder(scene)) ||
    anyOrder(scene)
  if (!order) return sendNewOrder(scene, now)
  return cancel(scene, order.id, Math.max(now, order.placedAt) - random.between(0, 5) * HOUR_MS, now)
}

export function cancelBadly(scene: Scene, now: number): ModelCommand {
  const { random } = scene
  const order = anyOrder(scene)
  if (!order || random.chance(30)) return cancel(scene, `${scene.name}-no-order`, now, now)
  return cancel(scene, order.id, random.one([null, order.placedAt - 1, now + 24 * HOUR_MS + 1]), now)
}

export function cancel(scene: Scene, order: string, cancelledAt: number | null, now: number): ModelCommand {
  const outcome = cancelOrder(scene.shop, order, cancelledAt, now)
  return {
    shop: scene.customer.shop,
    customer: scene.customer.id,
    action: 'cancel',
    method: 'POST',
    path: `/v1/pvt/${scene.random.one(['POS/orders', 'Order'])}/${order}/cancel`,
    body: { OrderCancelledDate: text(cancelledAt) },
    expected: expectedOf(outcome, ({ state, updatedAt }) => ({
      isCanceled: true,
      Status: state,
      UpdatedAt: text(updatedAt),
    })),
  }
}

/** Often one that has used a coupon: whether that is over when the order changes is what there is to find out. */
export function anyOrder({ shop, customer, random }: Scene): Order | null {
  const orders = shop.customers.get(customer.id)?.orders ?? []
  if (orders.length === 0) return null
  const withCoupon = orders.filter(({ linked }) => linked.length > 0)
  // An old order is mostly over; the last ones are those that still change.
  const recent = random.chance(60) ? orders.slice(-4) : orders
  return random.one(withCoupon.length > 0 && random.chance(35) ? withCoupon : recent)
}

/** One whose points are spent, at least in part: to take them back leads to other lots, a debt, or a loss. */
function spentOrder({ shop, customer, random }: Scene): Order | null {
  const known = shop.customers.get(customer.id)
  const spent = new Set<string | null>()
  for (const { lot } of known?.account.records ?? []) {
    if (lot && lot.left.points < lot.original.points) spent.add(lot.order)
  }
  const standing = known?.orders.filter(({ id, state }) => state === STATE.complete && spent.has(id)) ?? []
  return standing.length > 0 ? random.one(standing.slice(-5)) : null
}

/** One whose stamps have filled a card: to take them back undoes a prize, or leads to stamps that are owed or let go. */
export function prizedOrder({ shop, customer, random }: Scene, now: number): Order | null {
  const known = shop.customers.get(customer.id)
  const cards = [...(known?.cards.values() ?? [])]
  const prizes = cards.flatMap(({ standing }) => standing)
  const uses = prizes.flatMap((prize) => prize.uses)
  const isOver = ({ lot }: (typeof uses)[number]): boolean => lot.expiresAt !== null && lot.expiresAt <= now
  const over = uses.filter(isOver)
  // Of a reward it matters whether its coupon was used.
  const gifts = prizes.flatMap(({ award, uses: own }) => (award?.given ? own : []))
  const fresh = gifts.filter((use) => !isOver(use))
  const others = over.length > 0 && random.chance(60) ? over : uses
  const ids = new Set((fresh.length > 0 && random.chance(60) ? fresh : others).map(({ lot }) => lot.order))
  const standing = known?.orders.filter(({ id, state }) => state === STATE.complete && ids.has(id)) ?? []
  return standing.length > 0 ? random.one(standing) : null
}

/** Members that are undefined are left out of JSON. */
export function toBody(sent: SentOrder): object {
  const date = (at: number | null | undefined) => (at === undefined ? undefined : text(at))
  const { total, lines, paymentMethod, paymentMethods, branch, shipping, isEnrolled } = sent
  return {
    OriginalId: sent.id,
    OrderStatus: sent.status,
    OrderPlacementDate: date(sent.placedAt),
    IsCompleted: sent.isCompleted,
    OrderCompletedDate: date(sent.completedAt),
    IsCancelledOrReturned: sent.isCancelled,
    OrderCancelledDate: date(sent.cancelledAt),
    OrderTotal: total === undefined || total === null ? total : toNumber(total),
    Customer: { OriginalId: sent.named ?? sent.customer, IsEnrolled: isEnrolled },
    Products: lines?.map(toProduct) ?? lines,
    Coupon: sent.coupon,
    ExternalCoupon: sent.externalCoupon,
    PaymentMethod: paymentMethod ? { OriginalId: paymentMethod, Name: paymentMethod } : paymentMethod,
    PaymentMethods:
      paymentMethods?.map(({ id, paid }) => ({ OriginalId: id, Name: id, PaidAmount: toNumber(paid) })) ??
      paymentMethods,
    Branch: branch ? { OriginalId: branch, Name: branch } : branch,
    ShippingValue: typeof shipping === 'bigint' ? toNumber(shipping) : shipping,
    UpdatedDate: date(sent.updatedAt),
  }
}

function toProduct({ product, price, brand, isMarked, quantity }: Line): object {
  return {
    OriginalId: product,
    Title: product,
    ProductPrice: price === null ? null : toNumber(price),
    ...(brand !== null && { ProductBrand: { OriginalId: brand, Name: brand } }),
    ...(isMarked !== undefined && { EarnsPoints: !isMarked }),
    ...(quantity !== undefined && { Quantity: quantity }),
  }
}
