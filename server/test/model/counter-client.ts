/** What a client sends at the counter: redemptions, coupons, quiz answers and cashback changes. */
import { toNumber, type Units } from './arithmetic.ts'
import { HOUR_MS } from './calendar.ts'
import type { ModelCommand, OwnCustomer, Scene } from './command.ts'
import { createCoupon, inactivate } from './coupons.ts'
import {
  essenceOfModelAnswer,
  essenceOfModelCoupon,
  essenceOfModelPoints,
  essenceOfModelRedeemed,
  expectedOf,
  text,
} from './essence.ts'
import { answerQuiz, changeCashback, redeem } from './rewards.ts'

export function redeemAnyReward(scene: Scene, now: number): ModelCommand {
  const { random, shop, ids, customer } = scene
  const known = random.chance(12) ? customer.coupons.find(({ redemption }) => redemption !== null) : undefined
  const isSame = known !== undefined && random.chance(50)
  const reward = (isSame && known.redemption?.reward) || random.one(shop.counter.rewards)
  const key = known?.redemption?.key ?? scene.newKey()
  const again = isSame && random.chance(70) ? (known.redemption?.cost.cashback ?? null) : anyValue(scene)
  const value = reward.points === null ? again : null
  const outcome = redeem(shop, { reward, customer: customer.id, key, value }, now)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'redeem',
    method: 'POST',
    path: `/v1/pvt/RewardConfigurations/${ids.rewards.get(reward.name)}/redeem`,
    body: { CustomerId: customer.id, OriginalKey: key, ...(value !== null && { Value: toNumber(value) }) },
    expected: expectedOf(outcome, (done) => essenceOfModelRedeemed(shop, done)),
    onAnswer({ couponCode: code = '', externalCode = '' }) {
      if (!('done' in outcome)) return
      const { coupon, redemption } = outcome.done
      if (coupon.code === '') {
        shop.counter.name(coupon, code, externalCode)
        customer.coupons.push(coupon)
      } else if (coupon.code !== code) {
        throw new Error(`the redemption ${redemption.key} had the code ${coupon.code}, and now has ${code}`)
      }
    },
  }
}

/** As much as there is, whole cents, or what is no money. */
function anyValue({ random }: Scene): Units | null {
  const kind = random.weighted({ all: 30, cents: 62, parts: 8 })
  if (kind === 'all') return null
  const cents = BigInt(random.between(1, 900)) * 100n
  return kind === 'cents' ? cents : cents - BigInt(random.between(1, 99))
}

export function sendAnyCoupon(scene: Scene, now: number): ModelCommand {
  return scene.random.chance(30) && scene.customer.coupons.length > 0
    ? inactivateAny(scene, now)
    : createAny(scene, now)
}

function createAny({ random, shop, customer, newKey }: Scene, now: number): ModelCommand {
  const own = customer.coupons.filter(({ redemption }) => redemption === null)
  const known = own.length > 0 && random.chance(20) ? random.one(own) : null
  const value = BigInt(random.between(100, 5_000)) * 100n
  const validFrom = random.chance(60) ? null : now + random.between(-60, 60) * HOUR_MS
  const validUntil = random.chance(30) ? null : (validFrom ?? now) + random.between(0, 4 * 24) * HOUR_MS
  const sent = {
    code: known?.code ?? `COUPON-${newKey().toUpperCase()}`,
    customer: customer.id,
    value: known && random.chance(60) ? known.value : value,
    validFrom: known ? known.validFrom : validFrom,
    validUntil: known ? known.validUntil : validUntil,
    bringsCustomer: random.chance(50),
  }
  const outcome = createCoupon(shop, sent, now)
  if ('done' in outcome && outcome.done !== known) customer.coupons.push(outcome.done)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'create coupon',
    method: 'POST',
    path: '/v1/pvt/Coupons',
    body: {
      CouponCode: sent.code,
      CouponType: 0,
      CouponValue: toNumber(sent.value),
      ValidDateStart: text(sent.validFrom),
      ValidDateEnd: text(sent.validUntil),
      CustomerId: sent.customer,
      ...(sent.bringsCustomer ? { Customer: { OriginalId: sent.customer } } : {}),
    },
    expected: expectedOf(outcome, essenceOfModelCoupon),
  }
}

function inactivateAny({ random, shop, customer, newKey }: Scene, now: number): ModelCommand {
  const coupon = random.chance(10) ? null : random.one(customer.coupons)
  const outcome = inactivate(shop, coupon, now)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'inactivate coupon',
    method: 'POST',
    path: `/v1/pvt/Coupons/${coupon?.code ?? `NONE-${newKey()}`}/inactive`,
    body: {},
    expected: expectedOf(outcome, essenceOfModelCoupon),
  }
}

export function sendAnyAnswer({ random, shop, ids, customer }: Scene, now: number): ModelCommand {
  const quiz = random.one(shop.counter.quizzes)
  const outcome = answerQuiz(shop, quiz, customer.id, now)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'quiz',
    method: 'POST',
    path: `/v1/pvt/Quiz/answer?customerId=${customer.id}`,
    body: [{ QuizQuestionId: ids.questions.get(quiz.name), OpenAnswer: 'Strong', OptionIds: null }],
    expected: expectedOf(outcome, essenceOfModelAnswer),
  }
}

export function addCashback(scene: Scene, now: number): ModelCommand {
  return change(scene, BigInt(scene.random.between(1, 2_000)) * 100n, false, scene.newKey(), now)
}

/** Part of the balance, all of it, what is shown of it, or more than there is. */
export function removeCashback(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const balance = shop.customers.get(customer.id)?.account.balance.cashback ?? 0n
  const parts = random.one([100n, (balance / 100n) * 100n, (balance * BigInt(random.between(1, 115))) / 100n])
  const value = balance <= 0n ? BigInt(random.between(1, 100)) * 100n : random.chance(35) ? balance : parts
  return change(scene, value > 0n ? value : 1n, true, scene.newKey(), now)
}

export function repeatKey(scene: Scene, usedKeys: readonly string[], now: number): ModelCommand {
  const { random } = scene
  const key = usedKeys.length > 0 ? random.one(usedKeys) : scene.newKey()
  return change(scene, BigInt(random.between(1, 300)) * 100n, random.chance(50), key, now)
}

export function change(
  scene: Scene,
  value: Units,
  isRemoval: boolean,
  key: string,
  now: number,
): ModelCommand {
  const { shop, customer, random } = scene
  const outcome = changeCashback(shop, { customer: customer.id, value, isRemoval, key }, now)
  const sign = isRemoval && random.chance(50) ? -1 : 1
  return {
    shop: customer.shop,
    customer: customer.id,
    action: isRemoval ? 'remove cashback' : 'add cashback',
    method: 'POST',
    path: `/v1/pvt/Customer/${customer.id}/cashback`,
    body: {
      Value: sign * toNumber(value),
      OperationType: isRemoval ? 1 : 0,
      Reason: 'model',
      ChangeKey: key,
    },
    expected: expectedOf(outcome, (done) => essenceOfModelPoints(shop, done)),
  }
}

/** Somebody whom no server has heard of. */
export function askForStranger(scene: Scene, now: number): ModelCommand {
  const stranger: OwnCustomer = {
    ...scene.customer,
    id: `${scene.name}-nobody`,
    orders: new Map(),
    coupons: [],
    sales: [],
  }
  const asking = { ...scene, customer: stranger }
  return scene.random.chance(50)
    ? redeemAnyReward(asking, now)
    : change(asking, 100n * BigInt(scene.random.between(1, 500)), scene.random.chance(50), 'no-key', now)
}
