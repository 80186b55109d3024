import { createTill } from '../../src/accounts/till/till.ts'
import { grantAction } from '../../src/actions/grant.ts'
import { insertVersion } from '../../src/earning/store.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { BENEFIT_TYPE } from '../../src/tiers/tier.ts'
import { resultOf } from '../support/answers.ts'
import { createdCustomer, erasedCustomer, updatedCustomer } from '../support/customers.ts'
import { befriend, codeOf, settleFriends } from '../support/friends.ts'
import { importLines } from '../support/imports.ts'
import { answerQuiz, COFFEE_OR_TEA, fullAnswer, listQuizzes, makeQuiz } from '../support/quizzes.ts'
import { decimal } from '../support/rewards.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START, type TestApi } from '../support/test-api.ts'
import { giveTiers, spend, tenantOf } from '../support/tiers.ts'

const rules = (waitingDays: number) =>
  program(
    { validityDays: 365, waitingDays },
    { id: 2, kind: 'firstPurchase', points: '50' },
    { id: 3, kind: 'signup', points: '10', validityDays: 30 },
    { id: 4, kind: 'referral', points: '20' },
    { id: 5, kind: 'custom', key: 'review', points: '7', validityDays: 90 },
  )

/**
 * Vera does everything that a customer can do, under the id `vera` first; Dora owes points, Rita has returned all, Walt
 * waits, Carla's date of completion was corrected, Eva was erased, Kate buys under a cap, with a gift
 * card, Gil is given something for a tier at once, and something three days later, and Rosa has friends: Fay counts,
 * Finn returned in time, Fred is held, Flo bought too little, and Fern nothing yet. Ivo comes from another system.
 */
export async function fillMerchant(api: TestApi, shop: Shop): Promise<void> {
  const database = api.cells.of({ cell: MAIN_CELL })
  const on = (day: number): void => {
    api.now = START + day * DAY_MS
  }
  on(0)
  await shop.publish(rules(0))
  const silver = [{ description: 'More', type: BENEFIT_TYPE.multiplier, multiplier: decimal(1.5) }]
  const [, silverId] = await giveTiers(api, shop, [
    { name: 'Bronze', order: 1, isBase: true },
    { name: 'Silver', order: 2, goals: [spend(500)], benefits: silver },
  ])
  const tenOff = await shop.makeReward({ title: 'R$ 10 off' })
  const mug = await shop.makeReward({ title: 'Mug', points: decimal(50) }, ['MUG-1', 'MUG-2', 'MUG-3'])
  const cashback = await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })

  await shop.completed('v1', 'vera', 600)
  on(1)
  await shop.completed('v2', 'vera', 100)
  await shop.completed('v3', 'vera', 50)
  await shop.returnPart('v1', { ValueToRefund: 40, CancelKey: 'r1' })
  await shop.changePoints('vera', { Points: 500, OperationType: 0, Reason: 'x', ChangeKey: 'pk1' })
  await shop.changeCashback('vera', { Value: 5, OperationType: 0, Reason: 'x', ChangeKey: 'ck1' })
  await shop.changeCashback('vera', { Value: 1, OperationType: 1, Reason: 'x', ChangeKey: 'ck2' })
  await shop.grant('review', { CustomerId: 'vera', Key: 'review-1' })
  const till = createTill({ database, clock: () => api.now })
  const referral = { customer: 'vera', action: 'referral', key: 'friend-1' }
  await till.run(grantAction, { tenant: await tenantOf(api, shop), ...referral })
  const quizId = await makeQuiz(database, shop.tenantId, COFFEE_OR_TEA)
  const quiz = resultOf(await listQuizzes(shop)).find(({ Id }) => Id === quizId)
  if (!quiz) throw new Error('there is no quiz')
  resultOf(await answerQuiz(shop, 'vera', fullAnswer(quiz)))

  on(2)
  const { couponCode } = await shop.redeemed(cashback, 'vera', { Value: 30, OriginalKey: 'rk1' })
  await shop.completed('v4', 'vera', 60, { Coupon: couponCode })
  await shop.returnPart('v4', { ValueToRefund: 20, CancelKey: 'r4', ShouldRefundRedeem: true })
  await shop.redeemed(tenOff, 'vera', { OriginalKey: 'rk2' })
  await shop.redeemed(mug, 'vera', { OriginalKey: 'rk3' })
  await shop.cancelRewardByKey('rk2')
  await shop.redeemed(tenOff, 'vera', { OriginalKey: 'rk4' })
  await shop.cancelled('v3')
  await shop.createCoupon({ CustomerId: 'vera', CouponCode: 'OWN', CouponType: 0, CouponValue: 4 })
  const pending = { IsCompleted: false, OrderCompletedDate: null }
  await shop.placed(shop.completeOrder('v5', 'vera', 80, pending))
  await shop.placed(shop.completeOrder('v7', 'vera', 15, pending))
  await shop.cancelled('v7')

  await shop.completed('d1', 'dora', 100)
  await shop.redeemed(tenOff, 'dora', { OriginalKey: 'rk5' })
  await shop.cancelled('d1')
  await shop.completed('r1', 'rita', 90)
  await shop.returnPart('r1', { ValueToRefund: 30, CancelKey: 'rr1' })
  await shop.returnPart('r1', { ValueToRefund: 60, CancelKey: 'rr2' })
  await shop.completed('c1', 'carla', 70)
  await shop.completed('c2', 'carla', 30)
  await shop.completed('e1', 'eva', 40, { Customer: { OriginalId: 'eva', Email: 'eva@example.com' } })
  await erasedCustomer(shop, 'eva')

  on(3)
  const corrected = { OrderCompletedDate: iso(START + 2.5 * DAY_MS), UpdatedDate: iso(api.now) }
  await shop.placed({
    ...shop.completeOrder('c2', 'carla', 30),
    OrderPlacementDate: iso(START + 2 * DAY_MS),
    ...corrected,
  })
  await updatedCustomer(shop, 'vera', { OriginalId: 'vera2', Email: 'vera@example.com' })
  await createdCustomer(shop, { OriginalId: 'bob', Email: 'bob@example.com' })
  // From the fourth day on points are pending for a week.
  await database.transaction([shop.tenantId], (tx) =>
    insertVersion(tx, shop.tenantId, rules(7), {
      publishedAt: api.now,
      effectiveAt: START + 4 * DAY_MS,
      publishedBy: null,
      note: null,
      source: null,
    }),
  )
  on(5)
  await shop.completed('w1', 'walt', 200)
  await shop.completed('w2', 'walt', 20)
  await shop.returnPart('w1', { ValueToRefund: 50, CancelKey: 'rw' })
  // What signing up gave Carla has expired.
  on(40)
  await shop.getPoints('carla')
  await shop.completed('v6', 'vera2', 10.4)
  await shop.completed('v6', 'vera2', 10.8)
  await shop.reserved('vera2', 'cart', { CashbackValue: 20, Total: 90 })

  on(41)
  const { cashback: worth, rules: before } = rules(7)
  const ids = [String(silverId)]
  const reward = String(tenOff)
  await shop.publish({
    cashback: worth,
    rules: [
      ...before,
      { id: 10, kind: 'tierReached', ids, points: '15', reward },
      { id: 11, kind: 'tierReached', ids, reward, waitingDays: 3 },
      { id: 6, kind: 'exclude', of: 'brand', ids: ['gifts'] },
      { id: 7, kind: 'cap', points: '120', per: 'day' },
      { id: 8, kind: 'order', points: '5', when: { minimumOrder: '10' }, limit: { times: 1, per: 'month' } },
      { id: 9, kind: 'card', counts: 'orders', stamps: 2, stampsGoodDays: 30, points: '10' },
    ],
  })
  const giftCard = { OriginalId: 'card', ProductPrice: 30, ProductBrand: { OriginalId: 'gifts' } }
  const Products = [{ OriginalId: 'beans', ProductPrice: 70 }, giftCard]
  await shop.completed('k1', 'kate', 100, { Products })
  await shop.completed('k2', 'kate', 100, { Products })
  await shop.completed('k3', 'kate', 100, { Products })
  await shop.completed('g1', 'gil', 600)
  await shop.getPoints('gil')
  await befriendAll(api, shop)
  const ivo = {
    originalId: 'ivo',
    points: decimal(30),
    pendingPoints: decimal(5),
    orderCount: 2,
    spend: decimal(20),
  }
  await importLines(api, shop, [{ ...ivo, availableOn: { kind: 'instant', instant: api.now + DAY_MS } }])
}

const FRIENDS = {
  id: 4,
  kind: 'referral',
  points: '20',
  friendPoints: '10',
  waitingDays: 14,
  minimumOrder: '50',
  limits: { perDay: 2 },
} as const

async function befriendAll(api: TestApi, shop: Shop): Promise<void> {
  const database = api.cells.of({ cell: MAIN_CELL })
  const { cashback, rules: before } = rules(7)
  const welcome = await shop.makeReward({ title: 'Welcome' })
  const rule = { ...FRIENDS, friendReward: String(welcome) } as const
  await shop.publish({ cashback, rules: before.map((one) => (one.kind === 'referral' ? rule : one)) })
  await shop.completed('ro1', 'rosa', 5)
  const code = await codeOf(shop, 'rosa')
  for (const friend of ['fay', 'finn', 'fred', 'flo', 'fern']) await befriend(shop, code, friend)
  for (const [friend, total] of [
    ['fay', 60],
    ['finn', 60],
    ['fred', 60],
    ['flo', 10],
  ] as const) {
    await shop.completed(`of ${friend}`, friend, total)
    await settleFriends(api, shop, database)
  }
  await shop.cancelled('of finn')
  await settleFriends(api, shop, database)
}
