/** Makes up what a client sends at the counter: redemptions, coupons and quiz answers. */
import { decimalToNumber } from '../../src/platform/decimal.ts'
import type { Random } from '../../src/platform/random.ts'
import { answerQuiz, createCoupon, inactivate, redeem } from './counter-model.ts'
import {
  essenceOfModelAnswer,
  essenceOfModelCoupon,
  essenceOfModelRedeemed,
  expectedOf,
  text,
} from './essence.ts'
import type { ModelCommand, OwnCustomer } from './model-client.ts'
import type { ModelShop } from './shop-model.ts'

const DAY_MS = 86_400_000

/** The ids that the server has given to what a shop offers, by name. */
export interface CounterIds {
  readonly rewards: ReadonlyMap<string, number>
  /** The one question of each quiz. */
  readonly questions: ReadonlyMap<string, number>
}

interface AtCounter {
  readonly random: Random
  readonly shop: ModelShop
  readonly ids: CounterIds
  readonly customer: OwnCustomer
  readonly newKey: () => string
}

export function redeemAnyReward(
  { random, shop, ids, customer, newKey }: AtCounter,
  now: number,
): ModelCommand {
  const reward = random.one(shop.counter.rewards)
  const known = random.chance(12) ? customer.coupons.find(({ redemption }) => redemption !== null) : undefined
  const key = known?.redemption?.key ?? newKey()
  const value = reward.points === null && random.chance(70) ? BigInt(random.between(1, 900)) * 100n : null
  const outcome = redeem(shop, reward, customer.id, key, value, now)
  return {
    shop: customer.shop,
    path: `/v1/pvt/RewardConfigurations/${ids.rewards.get(reward.name)}/redeem`,
    body: {
      CustomerId: customer.id,
      OriginalKey: key,
      ...(value === null ? {} : { Value: decimalToNumber(value) }),
    },
    expected: expectedOf(outcome, (done) => essenceOfModelRedeemed(done, shop)),
    onAnswer({ couponCode: code = '', externalCode = '' }) {
      if (!('done' in outcome)) return
      const { coupon, redemption } = outcome.done
      if (coupon.code === '') {
        coupon.code = code
        redemption.externalCode = externalCode
        customer.coupons.push(coupon)
      } else if (coupon.code !== code) {
        throw new Error(`the redemption ${redemption.key} had the code ${coupon.code}, and now has ${code}`)
      }
    },
  }
}

export function sendAnyCoupon(counter: AtCounter, now: number): ModelCommand {
  const { random, customer } = counter
  return random.chance(30) && customer.coupons.length > 0
    ? inactivateAny(counter, now)
    : createAny(counter, now)
}

function createAny({ random, shop, customer, newKey }: AtCounter, now: number): ModelCommand {
  const own = customer.coupons.filter(({ redemption }) => redemption === null)
  const known = own.length > 0 && random.chance(20) ? random.one(own) : null
  const value = BigInt(random.between(100, 5_000)) * 100n
  const sent = {
    code: known?.code ?? `COUPON-${newKey().toUpperCase()}`,
    customer: customer.id,
    value: known && random.chance(60) ? known.value : value,
    validUntil: known ? known.validUntil : random.chance(30) ? null : now + random.between(0, 4) * DAY_MS,
    bringsCustomer: random.chance(50),
  }
  const outcome = createCoupon(shop, sent, now)
  if ('done' in outcome && outcome.done !== known) customer.coupons.push(outcome.done)
  return {
    shop: customer.shop,
    path: '/v1/pvt/Coupons',
    body: {
      CouponCode: sent.code,
      CouponType: 0,
      CouponValue: decimalToNumber(sent.value),
      ValidDateEnd: text(sent.validUntil),
      CustomerId: sent.customer,
      ...(sent.bringsCustomer ? { Customer: { OriginalId: sent.customer } } : {}),
    },
    expected: expectedOf(outcome, essenceOfModelCoupon),
  }
}

function inactivateAny({ random, shop, customer, newKey }: AtCounter, now: number): ModelCommand {
  const coupon = random.chance(10) ? null : random.one(customer.coupons)
  const outcome = inactivate(shop, coupon, now)
  return {
    shop: customer.shop,
    path: `/v1/pvt/Coupons/${coupon?.code ?? `NONE-${newKey()}`}/inactive`,
    body: {},
    expected: expectedOf(outcome, essenceOfModelCoupon),
  }
}

export function sendAnyAnswer({ random, shop, ids, customer }: AtCounter, now: number): ModelCommand {
  const quiz = random.one(shop.counter.quizzes)
  const outcome = answerQuiz(shop, quiz, customer.id, now)
  return {
    shop: customer.shop,
    path: `/v1/pvt/Quiz/answer?customerId=${customer.id}`,
    body: [{ QuizQuestionId: ids.questions.get(quiz.name), OpenAnswer: 'Strong', OptionIds: null }],
    expected: expectedOf(outcome, essenceOfModelAnswer),
  }
}
