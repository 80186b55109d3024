/** What a client sends from a till: redemptions, uses of coupons, and their undoing. */
import { toNumber, type Units } from './arithmetic.ts'
import { lookAgain } from './cards.ts'
import type { ModelCommand, Scene } from './command.ts'
import type { ModelCoupon } from './counter.ts'
import { undoAtTill, useAtTill } from './coupons.ts'
import { essenceOfModelCheck, essenceOfModelTaken, expectedOf } from './essence.ts'
import { redeem } from './rewards.ts'

export function redeemAtTill(scene: Scene, now: number): ModelCommand {
  const { random, shop, ids, customer } = scene
  const known = random.chance(10) ? customer.coupons.find(({ redemption }) => redemption !== null) : undefined
  const reward = known?.redemption?.reward ?? random.one(shop.counter.rewards)
  const key = known?.redemption?.key ?? scene.newKey()
  const value = reward.points === null && random.chance(60) ? anyValue(scene) : null
  const purchase = random.chance(50) ? null : BigInt(random.between(0, 1_000)) * 100n
  const outcome = redeem(shop, { reward, customer: customer.id, key, value, till: { purchase } }, now)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'redeem at till',
    method: 'POST',
    path: `/v1/pvt/POS/rewards/${ids.rewards.get(reward.name)}/redeem`,
    body: {
      CustomerId: customer.id,
      OriginalKey: key,
      ...(value !== null && { Value: toNumber(value) }),
      ...(purchase !== null && { PurchaseValue: toNumber(purchase) }),
    },
    expected: expectedOf(outcome, essenceOfModelTaken),
    onAnswer({ body: { Result } }) {
      if (!('done' in outcome) || !Result || !('RewardId' in Result)) return
      const { coupon } = outcome.done
      if (coupon.redemption) coupon.redemption.number = Result.RewardId
      if (coupon.code !== '') return
      shop.counter.name(coupon, Result.Coupon?.CouponCode ?? '', Result.ExternalCode)
      customer.coupons.push(coupon)
    },
  }
}

function anyValue({ random }: Scene): Units {
  const cents = BigInt(random.between(0, 900)) * 100n
  return random.chance(90) ? cents : cents + BigInt(random.between(1, 99))
}

export function useAnyCoupon(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const code = anyCode(scene)
  const sale = anySale(scene, code)
  const sent = {
    code,
    customer: customer.id,
    sale,
    purchase: BigInt(random.between(0, 5_000)) * 100n,
    otherDiscounts: random.chance(85) ? 0n : BigInt(random.between(1, 500)) * 100n,
  }
  const outcome = useAtTill(shop, sent, now)
  if ('done' in outcome && !customer.sales.some(({ id }) => id === sale)) {
    customer.sales.push({ id: sale, code })
  }
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'use coupon',
    method: 'POST',
    path: `/v1/pvt/POS/coupons/${code}/use`,
    body: {
      CustomerId: customer.id,
      OrderId: sale,
      PurchaseValue: toNumber(sent.purchase),
      DiscountValue: toNumber(sent.otherDiscounts),
    },
    expected: expectedOf(outcome, (done) => essenceOfModelCheck(shop, done)),
  }
}

/** Mostly of a sale that was announced; then its order mostly comes no more. */
export function undoAnyUse(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const used = customer.coupons.filter(({ usedFor }) => usedFor !== null)
  const coupon = used.length > 0 && random.chance(80) ? random.one(used) : null
  const code = coupon ? codeOf(scene, coupon) : anyCode(scene)
  const sale = coupon?.usedFor && random.chance(85) ? coupon.usedFor : anySale(scene, code)
  const outcome = undoAtTill(shop, { code, customer: customer.id, sale }, now)
  const expected = expectedOf(outcome, (done) => essenceOfModelCheck(shop, done))
  const known = shop.customers.get(customer.id)
  if (known) lookAgain(known)
  if ('done' in outcome && random.chance(70)) {
    customer.sales.splice(0, customer.sales.length, ...customer.sales.filter(({ id }) => id !== sale))
  }
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'undo use',
    method: 'POST',
    path: `/v1/pvt/POS/coupons/${code}/undo`,
    body: { CustomerId: customer.id, OrderId: sale },
    expected,
  }
}

/** One of the customer's, mostly a free one; now and then another customer's, or none at all. */
export function anyCode(scene: Scene): string {
  const { random, customer, customers, newKey } = scene
  const owner = random.chance(92) ? customer : random.one(customers)
  const free = owner.coupons.filter(({ isUsed, isInactive }) => !isUsed && !isInactive)
  const among = free.length > 0 && random.chance(75) ? free : owner.coupons
  return among.length === 0 || random.chance(4) ? `NONE-${newKey()}` : codeOf(scene, random.one(among))
}

function codeOf({ random }: Scene, { code, redemption }: ModelCoupon): string {
  const name = redemption && random.chance(50) ? redemption.externalCode : code
  return random.chance(30) ? name.toLowerCase() : name
}

/** A new one, or one that was announced before, or is an order already. */
function anySale({ random, customer, newKey }: Scene, code: string): string {
  const same = customer.sales.find((sale) => sale.code === code)
  if (same && random.chance(60)) return same.id
  const known = [...customer.orders.keys()]
  return known.length > 0 && random.chance(15) ? random.one(known) : `sale-${newKey()}`
}
