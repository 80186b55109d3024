/** What a client reserves at checkout, and what becomes of its baskets. */
import { moneyNumber, toNumber, type Units } from './arithmetic.ts'
import { HOUR_MS } from './calendar.ts'
import {
  type LookedAt,
  openBaskets,
  type Reserved,
  refresh,
  remove,
  reserve,
  type ToReserve,
} from './checkout.ts'
import type { ModelCommand, Scene } from './command.ts'
import { isHeld, RELEASED_BY, type Redeemed } from './counter.ts'
import { standingOf } from './coupons.ts'
import { type Essence, essenceOfModelTaken, expectedOf, text } from './essence.ts'
import { place, sendNewOrder } from './order-client.ts'
import { newOrder } from './order-maker.ts'
import type { SentOrder } from './orders.ts'
import { type Order, STATE } from './shop.ts'

export function reserveAny(scene: Scene, now: number): ModelCommand {
  const { shop, ids, customer } = scene
  const sent = sameAgain(scene) ?? anyReservation(scene)
  const outcome = reserve(shop, sent, `reserved-${scene.newKey()}`, now)
  const isNew = 'done' in outcome && !outcome.done.isAgain
  return {
    ...of(scene, 'reserve'),
    path: '/v1/pvt/Checkout/redeem',
    body: {
      CustomerId: customer.id,
      CheckoutId: sent.checkout,
      RewardConfigurationId: sent.reward && ids.rewards.get(sent.reward.name),
      CashbackValue: sent.value === null ? null : toNumber(sent.value),
      Total: sent.total === null ? null : toNumber(sent.total),
      OriginalKey: sent.key,
      ExpiresInMinutes: sent.minutes,
    },
    expected: expectedOf(outcome, essenceOf),
    traits: 'done' in outcome ? [isNew ? 'reserved' : 'reserved again'] : ['not reserved'],
    onAnswer({ body: { Result } }) {
      if (!('done' in outcome) || !Result || !('RewardId' in Result)) return
      const { coupon } = outcome.done
      if (coupon.redemption) coupon.redemption.number = Result.RewardId
      if (coupon.code !== '') return
      if (sent.key === null) shop.counter.rename(coupon, Result.OriginalKey)
      shop.counter.name(coupon, Result.Coupon?.CouponCode ?? '', Result.ExternalCode)
      customer.coupons.push(coupon)
    },
  }
}

function anyReservation(scene: Scene): ToReserve {
  const { random, shop, customer } = scene
  const known = random.chance(8) ? customer.coupons.find(({ redemption }) => redemption !== null) : undefined
  return {
    customer: customer.id,
    checkout: anyBasket(scene),
    reward: random.chance(60) ? null : random.one(shop.counter.rewards),
    value: random.chance(40) ? null : anyValue(scene),
    total: anyTotal(scene),
    key: known?.redemption?.key ?? (random.chance(30) ? scene.newKey() : null),
    minutes: anyMinutes(scene),
  }
}

/** What is reserved, once more: its deadline starts anew. */
function sameAgain(scene: Scene): ToReserve | null {
  const { random, customer } = scene
  const { redemption } = standing(scene) ?? {}
  if (!redemption || redemption.checkout === null || !random.chance(35)) return null
  const { reward, checkout, cost, key } = redemption
  const value = reward.points === null ? cost.cashback : null
  const isNamed = random.chance(30)
  return {
    customer: customer.id,
    checkout,
    reward,
    value,
    total: null,
    key: isNamed ? key : null,
    minutes: anyMinutes(scene),
  }
}

/** Mostly over when the clock has moved; some are held for three days. */
function anyMinutes({ random }: Scene): number | null {
  return random.one([null, null, 5, 700, 4_320])
}

/** An order with the code of a basket: in time, too late, or placed in time and sent too late. */
export function buyBasket(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const known = shop.customers.get(customer.id)
  const baskets = known ? openBaskets(known).filter(({ coupon }) => coupon.code !== '') : []
  // Mostly one of the last: of those that are long over there are many.
  const basket = baskets.length > 0 ? random.one(baskets.slice(-3)) : undefined
  const deadline = basket?.redemption.deadline
  if (!basket || !deadline) return sendNewOrder(scene, now)
  const { coupon, redemption } = basket
  const isLate = !isHeld(redemption)
  const isDisplaced = redemption.releasedBy === RELEASED_BY.reservation
  const whole = newOrder(scene, now)
  // Often it is not complete yet: only then can it give its code up.
  const { isCompleted: _, completedAt: __, isCancelled: ___, cancelledAt: ____, ...waiting } = whole
  const made: SentOrder = random.chance(50) ? waiting : whole
  const placedAt = placedFor(scene, deadline, now)
  const later = {
    placedAt,
    ...(made.isCompleted && { completedAt: Math.max(placedAt, made.completedAt ?? 0) }),
  }
  const code = random.chance(70) ? redemption.externalCode : coupon.code.toLowerCase()
  const sent = { ...made, ...later, coupon: code, externalCoupon: null }
  const command = place(scene, sent, isLate ? 'buy late' : 'buy basket', now)
  const isBought = shop.orders.get(sent.id)?.linked.includes(coupon) ?? false
  const kinds = [
    isLate ? 'basket bought late' : 'basket bought',
    ...(isDisplaced ? ['basket bought that another one had displaced'] : []),
    ...(placedAt > now ? ['basket bought by an order of tomorrow'] : []),
  ]
  return isBought ? { ...command, traits: [...(command.traits ?? []), ...kinds] } : command
}

/** Before the deadline, now, or with a date that is ahead. */
function placedFor({ random }: Scene, deadline: number, now: number): number {
  const kind = random.weighted({ before: 70, now: 15, ahead: 15 })
  if (kind === 'before') return Math.min(now, deadline - random.between(1, 9) * 60_000)
  return kind === 'now' ? now : now + random.between(1, 20) * HOUR_MS
}

/** An order that has not been delivered gives the code of its basket up, or takes another one in its place. */
export function giveCodeUp(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const known = shop.customers.get(customer.id)
  const orders = known?.orders.filter(isPendingWithBasket) ?? []
  const order = orders.length > 0 ? random.one(orders) : null
  if (!known || !order) return buyBasket(scene, now)
  const others = openBaskets(known).filter(({ coupon }) => coupon.code !== '')
  const other = random.chance(30) && others.length > 0 ? random.one(others).redemption.externalCode : ''
  const sent = { id: order.id, customer: customer.id, coupon: other, externalCoupon: '' }
  const wasLinked = order.linked
  const command = place(scene, sent, 'give code up', now)
  const given = wasLinked.filter(({ redemption, order: of }) => of === null && redemption?.checkout)
  const traits = given.map((coupon) =>
    coupon.redemption?.isReturned ? 'code given up and released' : 'code given up and held again',
  )
  return { ...command, traits: [...(command.traits ?? []), ...traits] }
}

function isPendingWithBasket({ state, linked }: Order): boolean {
  return state === STATE.pending && linked.some(({ redemption }) => redemption?.checkout)
}

/** The key is not among it: the server may have made it up. */
function essenceOf(reserved: Reserved): Essence {
  const { key: _, ...taken } = essenceOfModelTaken(reserved)
  return {
    ...taken,
    code: reserved.isAgain ? '09' : '08',
    expires: text(reserved.redemption.deadline),
  }
}

export function refreshAny(scene: Scene, now: number): ModelCommand {
  const basket = { customer: scene.customer.id, checkout: anyBasket(scene), total: anyTotal(scene) }
  const outcome = refresh(scene.shop, basket, now)
  return {
    ...of(scene, 'refresh basket'),
    path: '/v1/pvt/Checkout/redeem/refresh',
    body: {
      CustomerId: basket.customer,
      CheckoutId: basket.checkout,
      Total: basket.total === null ? null : toNumber(basket.total),
    },
    expected: expectedOf(outcome, essenceOfLook),
    traits: 'done' in outcome ? [`basket ${outcome.done.code}`] : [],
  }
}

function essenceOfLook({ code, held, most }: LookedAt): Essence {
  return {
    code,
    isRemoved: code === '06',
    value: held && moneyNumber(held.redemption.cost.cashback),
    most: most === null ? null : moneyNumber(most),
    expires: text(held?.redemption.deadline ?? null),
  }
}

export function removeAny(scene: Scene, now: number): ModelCommand {
  const basket = { customer: scene.customer.id, checkout: anyBasket(scene) }
  const outcome = remove(scene.shop, basket, now)
  return {
    ...of(scene, 'give basket up'),
    path: '/v1/pvt/Checkout/redeem/remove',
    body: { CustomerId: basket.customer, CheckoutId: basket.checkout },
    expected: expectedOf(outcome, (code) => ({ code })),
    traits: 'done' in outcome ? [`given up ${outcome.done}`] : [],
  }
}

function of({ customer }: Scene, action: string) {
  return { shop: customer.shop, customer: customer.id, action, method: 'POST' as const }
}

function standing({ shop, customer }: Scene): Redeemed | null {
  const known = shop.customers.get(customer.id)
  return known ? standingOf(known) : null
}

/** Few, so that the same one comes again; mostly the one for which something is reserved. */
function anyBasket(scene: Scene): string {
  const { random, customer } = scene
  const held = standing(scene)?.redemption.checkout
  if (held && random.chance(75)) return held
  return `cart-${customer.id}-${random.between(1, 2)}`
}

function anyTotal({ random }: Scene): Units | null {
  return random.chance(30) ? null : BigInt(random.between(0, random.chance(40) ? 300 : 3_000)) * 100n
}

/** Whole cents, mostly; little, so that it is often there. */
function anyValue({ random }: Scene): Units {
  const cents = BigInt(random.between(0, 500)) * 100n
  return random.chance(92) ? cents : cents + BigInt(random.between(1, 99))
}
