/** Every operation of the API, called by the library at a real server. */
import { describe, expect, it } from 'vitest'
import { publishTerms } from '../../server/test/support/published-terms.ts'
import { COFFEE_OR_TEA, makeQuiz } from '../../server/test/support/quizzes.ts'
import { decimal } from '../../server/test/support/rewards.ts'
import { program, type Shop } from '../../server/test/support/shop.ts'
import { openStorefront } from '../../server/test/support/storefront.ts'
import { giveTiers } from '../../server/test/support/tiers.ts'
import { everyItem, type OrderInput, type Punchcard } from '../src/punchcard.ts'
import { ALL_OPERATIONS, NotingFetch } from './support/called.ts'
import { useClients } from './support/use-client.ts'

const test = useClients()
const noting = new NotingFetch()

const REVIEW = { id: 2, kind: 'custom', key: 'review', points: '20' } as const
const CARD = { id: 3, kind: 'card', name: 'Card', counts: 'orders', stamps: 5, points: '30' } as const

async function open(): Promise<{ shop: Shop; punchcard: Punchcard }> {
  const shop = await test.open(program({}, REVIEW, CARD))
  return { shop, punchcard: test.clientOf(shop, { fetch: noting.fetch }) }
}

/** With Ana, who has 100 points, worth R$ 10. */
async function openWithAna(): Promise<{ shop: Shop; punchcard: Punchcard }> {
  const opened = await open()
  await opened.punchcard.orders.place(order('o1', 100))
  return opened
}

function order(id: string, total: number, more: Partial<OrderInput> = {}): OrderInput {
  const now = new Date(test.api.now)
  return {
    OriginalId: id,
    OrderTotal: total,
    IsCompleted: true,
    OrderPlacementDate: now,
    OrderCompletedDate: now,
    Customer: { OriginalId: 'ana', Name: 'Ana' },
    ...more,
  }
}

const today = () => ({ OrderCancelledDate: new Date(test.api.now) })

describe('orders', () => {
  it('are placed, read, returned in part and cancelled', async () => {
    const { punchcard } = await open()
    const placed = await punchcard.orders.place(order('a/b ?', 80))
    expect(placed).toMatchObject({
      OriginalId: 'a/b ?',
      State: 2,
      Customer: { PointsBalance: 80, Cashback: 8 },
    })
    const read = await punchcard.orders.get('a/b ?')
    expect(read).toMatchObject({ PointsGranted: 80, Explanation: { Lines: [{ Points: 80 }] } })
    const returned = await punchcard.orders.returnPart('a/b ?', { ValueToRefund: 30, CancelKey: 'r1' })
    expect(returned).toMatchObject({ PointsTakenBack: 30, RemainingTotal: 50 })
    expect(await punchcard.orders.cancel('a/b ?', today())).toMatchObject({ isCanceled: true, Status: 3 })
    expect(await punchcard.customers.points('ana')).toMatchObject({ PointsBalance: 0 })
  })

  it('are placed, returned and cancelled at a till', async () => {
    const { punchcard } = await open()
    await punchcard.pos.placeOrder(order('t1', 80))
    const { result, outcome } = await punchcard.pos
      .returnOrderPart('t1', { ValueToRefund: 30, CancelKey: 'r1' })
      .answer()
    expect(result.PointsTakenBack).toBe(30)
    expect(outcome).toMatchObject({ code: expect.stringMatching(/^\d\d$/), isWarning: false })
    expect((await punchcard.pos.cancelOrder('t1', today())).isCanceled).toBe(true)
  })

  it('are placed many at once, each with its own outcome', async () => {
    const { punchcard } = await open()
    const { Items, SucceededCount, FailedCount } = await punchcard.orders.placeMany([
      order('m1', 10),
      order('m2', -1),
    ])
    expect({ SucceededCount, FailedCount }).toEqual({ SucceededCount: 1, FailedCount: 1 })
    expect(Items).toMatchObject([
      { Index: 0, HasError: false, Result: { PointsGranted: 10 } },
      { Index: 1, HasError: true, ErrorCode: 9, Result: null },
    ])
  })
})

describe('customers', () => {
  it('are made, changed, found and read', async () => {
    const { punchcard } = await open()
    const ana = { OriginalId: 'ana', Name: 'Ana', Email: 'ana@example.com' }
    expect(await punchcard.customers.create(ana)).toMatchObject({ OriginalId: 'ana', IsEnrolled: true })
    expect(await punchcard.customers.update('ana', { Name: 'Ana Lima' })).toMatchObject({ Name: 'Ana Lima' })
    const { result, outcome } = await punchcard.customers.upsert({ ...ana, Name: 'Ana Lima' }).answer()
    expect(result.Operation).toBe('Unchanged')
    expect(outcome).toEqual({ code: '05', name: 'CustomerUnchanged', isWarning: true })
    const synced = await punchcard.customers.upsertMany([{ OriginalId: 'bia' }, { OriginalId: 'ana' }])
    expect(synced).toMatchObject({ SucceededCount: 2, FailedCount: 0 })
    const found = await punchcard.customers.find({ Email: 'ANA@example.com' })
    expect(found).toEqual({
      Items: [expect.objectContaining({ OriginalId: 'ana' })],
      TotalItemCount: 1,
      PageSize: 10,
      PageNumber: 1,
      HasNextPage: false,
    })
    expect(await punchcard.customers.get('ana')).toMatchObject({ Name: 'Ana Lima' })
    await punchcard.customers.upsert({ OriginalId: 'ana-2' })
    const merged = await punchcard.customers.merge('ana-2', { Into: 'ana', MergeKey: 'one-person' })
    expect(merged).toMatchObject({ Customer: { OriginalId: 'ana' }, Orders: 0 })
    expect(await punchcard.customers.erase('bia')).toEqual({ IsErased: true, ErasedAt: expect.any(String) })
  })

  it('have points and cashback changed, and their history read', async () => {
    const { punchcard } = await openWithAna()
    const change = { OperationType: 0, Reason: 'a gift' }
    const points = await punchcard.customers.changePoints('ana', { ...change, Points: 5, ChangeKey: 'p1' })
    expect(points.PointsBalance).toBe(105)
    const cashback = await punchcard.customers.changeCashback('ana', { ...change, Value: 1, ChangeKey: 'c1' })
    expect(cashback).toMatchObject({ PointsBalance: 115, CashbackBalance: 11.5 })
    const { result, customerSequence } = await punchcard.customers.points('ana').answer()
    expect(result).toEqual(cashback)
    expect(customerSequence).toBe(3)

    const history = await punchcard.customers.history('ana', { PageSize: 2, From: new Date(0) })
    expect(history).toMatchObject({
      TotalItemCount: 3,
      HasNextPage: true,
      Items: [{ Points: 10 }, { Points: 5 }],
    })
    expect(await punchcard.customers.historyByPost('ana', { PageSize: 2 })).toEqual(history)
    const all: number[] = []
    for await (const { Points } of everyItem((page) => punchcard.customers.history('ana', page))) {
      all.push(Points)
    }
    expect(all).toEqual([10, 5, 100])
  })

  it('have orders and points to come', async () => {
    const { punchcard } = await openWithAna()
    await punchcard.orders.place(order('o2', 40, { IsCompleted: false, OrderCompletedDate: null }))
    expect(await punchcard.customers.pendingPoints('ana')).toMatchObject({ TotalPendingPoints: 40 })
    const orders = await punchcard.customers.orders('ana', { State: 2 })
    expect(orders.Items).toMatchObject([{ OriginalId: 'o1', PointsGranted: 100 }])
  })
})

describe('products', () => {
  it('are saved, and say what they would earn', async () => {
    const { punchcard } = await open()
    const mug = { OriginalId: 'mug', Title: 'Mug', ProductCategory: { OriginalId: 'cups', Name: 'Cups' } }
    expect((await punchcard.products.save('mug', mug).answer()).outcome?.name).toBe('ProductCreated')
    const again = await punchcard.products.save('mug', mug).answer()
    expect(again.outcome).toEqual({ code: '05', name: 'ProductUnchanged', isWarning: true })
    expect(again.result).toMatchObject({ Title: 'Mug', IsActive: true })
    expect(await punchcard.products.saveMany([mug])).toMatchObject({ SucceededCount: 1 })
    expect(await punchcard.products.points([{ Id: 'mug', Price: 30 }])).toEqual([
      { Id: 'mug', Points: 30, Cashback: 3 },
    ])
  })
})

describe('rewards', () => {
  it('are listed, redeemed once for a key, and told about', async () => {
    const { shop, punchcard } = await openWithAna()
    const reward = await shop.makeReward({ points: decimal(30) })
    expect((await punchcard.rewards.list({ IsActive: true })).Items).toMatchObject([{ Id: reward }])
    expect(await punchcard.rewards.get(reward)).toMatchObject({ Points: 30, Value: 10 })
    const redeemed = await punchcard.rewards.redeem(reward, { CustomerId: 'ana', OriginalKey: 'açaí' })
    expect(redeemed).toMatchObject({ OriginalKey: 'açaí', Reward: { Id: reward } })
    expect(redeemed.ExternalCode).toMatch(/^[2-9A-Z]{16}$/)
    expect(await punchcard.rewards.redeem(reward, { CustomerId: 'ana', OriginalKey: 'açaí' })).toEqual(
      redeemed,
    )
    const told = await punchcard.rewards.updateMetadata({
      OriginalKey: 'açaí',
      Metadatas: [{ Name: 'cart', Value: '9' }],
    })
    expect(told.Coupon?.CouponCode).toBe(redeemed.CouponCode)
    expect(await punchcard.rewards.getRedeemed(told.RewardId)).toMatchObject({
      ExternalCode: redeemed.ExternalCode,
    })
    const ofAna = await punchcard.customers.rewards('ana', { IsCanceled: false })
    expect(ofAna.Items).toMatchObject([{ OriginalKey: 'açaí' }])
    const coupons = await punchcard.customers.coupons('ana')
    expect(coupons.Items).toMatchObject([{ CouponCode: redeemed.CouponCode }])
    expect(await punchcard.customers.couponsByPost('ana')).toEqual(coupons)
  })

  it('without a key are redeemed with one that is made', async () => {
    const { shop, punchcard } = await openWithAna()
    const reward = await shop.makeReward({ points: decimal(30) })
    const first = await punchcard.rewards.redeem(reward, { CustomerId: 'ana' })
    const second = await punchcard.rewards.redeem(reward, { CustomerId: 'ana', OriginalKey: ' ' })
    expect(first.OriginalKey).toMatch(/^[\da-f-]{36}$/)
    expect(second.OriginalKey).not.toBe(first.OriginalKey)
    expect(await punchcard.customers.points('ana')).toMatchObject({ PointsBalance: 40 })
  })
})

describe('at a till', () => {
  it('rewards are offered, redeemed and cancelled', async () => {
    const { shop, punchcard } = await openWithAna()
    const reward = await shop.makeReward({ points: decimal(30) })
    const offer = await punchcard.pos.availableRewards({ CustomerId: 'ana', PurchaseValue: 50 })
    expect(offer).toMatchObject({ AvailablePoints: 100, Rewards: [{ Id: reward, CanUse: true }] })
    const one = await punchcard.pos.redeemReward(reward, { CustomerId: 'ana', PurchaseValue: 50 })
    const other = await punchcard.pos.redeemReward(reward, { CustomerId: 'ana', OriginalKey: 'till-2' })
    expect(one.OriginalKey).toMatch(/^[\da-f-]{36}$/)
    expect(await punchcard.pos.cancelReward(one.RewardId)).toMatchObject({ IsCanceled: true })
    expect(await punchcard.pos.cancelRewardByKey('till-2')).toMatchObject({
      Id: other.RewardId,
      IsCanceled: true,
    })
    expect(await punchcard.customers.points('ana')).toMatchObject({ PointsBalance: 100 })
  })

  it('coupons are made, looked at, used, freed and taken out of use', async () => {
    const { punchcard } = await openWithAna()
    const made = await punchcard.coupons.create({
      CouponCode: 'TEN OFF',
      CouponType: 0,
      CouponValue: 10,
      CustomerId: 'ana',
    })
    expect(made).toMatchObject({ CouponCode: 'TEN OFF', IsUsed: false })
    expect(await punchcard.coupons.get('TEN OFF')).toEqual(made)
    expect(await punchcard.coupons.rules('TEN OFF')).toMatchObject({ Value: 10, IsActive: true })
    const sale = { CustomerId: 'ana', PurchaseValue: 50, OrderId: 't-1' }
    expect(await punchcard.pos.validateCoupon('TEN OFF', sale)).toMatchObject({
      CanUse: true,
      DiscountValue: 10,
    })
    expect(await punchcard.pos.useCoupon('TEN OFF', sale)).toMatchObject({ IsUsed: true, OrderId: 't-1' })
    expect(await punchcard.pos.undoCouponUse('TEN OFF', sale)).toMatchObject({ IsUsed: false })
    expect(await punchcard.coupons.inactivate('TEN OFF')).toMatchObject({ IsUsed: true })
  })
})

describe('at checkout', () => {
  it('cashback is reserved, looked at again and given up, with warnings that are reachable', async () => {
    const { shop, punchcard } = await openWithAna()
    await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
    const basket = { CustomerId: 'ana', CheckoutId: 'cart-9', Total: 90 }
    const reserved = await punchcard.checkout.reserve({ ...basket, CashbackValue: 2.5 })
    expect(reserved).toMatchObject({ Point: { Quantity: -25 }, Coupon: { CouponValue: 2.5 } })
    const kept = await punchcard.checkout.refresh(basket).answer()
    expect(kept.outcome).toEqual({ code: '05', name: 'CashbackStillApplied', isWarning: true })
    expect(kept.result).toMatchObject({ CashbackRemoved: false, CashbackValue: 2.5 })
    expect(await punchcard.checkout.remove(basket)).toMatchObject({ Success: true })
    const unknown = await punchcard.checkout.remove({ ...basket, CheckoutId: 'other' }).answer()
    expect(unknown.outcome).toEqual({ code: '03', name: 'CheckoutNotFound', isWarning: true })
  })
})

describe('all the rest', () => {
  it('tiers, quizzes, objectives, cards, events and the account', async () => {
    const { shop, punchcard } = await open()
    await giveTiers(test.api, shop)
    await makeQuiz(test.api.cells.directory, shop.tenantId, COFFEE_OR_TEA)
    await punchcard.orders.place(order('o1', 600))
    expect((await punchcard.tiers.available({ CustomerId: 'ana' })).CurrentTier?.Name).toBe('Silver')

    await openStorefront(test.api, shop)
    const minted = await punchcard.storefront.token({ CustomerId: 'ana', Include: ['me'] })
    expect(minted).toMatchObject({ ExpiresInSeconds: 900, State: 0, Initial: { me: { state: 'member' } } })
    expect((await punchcard.storefront.link({ CustomerId: 'ana' })).Url).toContain('#l=pl1.')
    expect(await punchcard.storefront.revoke({ CustomerId: 'ana' })).toMatchObject({ IsRevoked: true })

    expect(await punchcard.storefront.customization()).toMatchObject({ CompanyName: expect.any(String) })
    expect(await punchcard.storefront.terms()).toBeNull()
    await publishTerms(test.api, shop.tenantId, { 'pt-BR': '# Pontos' })
    expect(await punchcard.storefront.terms({ Language: 'en' })).toMatchObject({
      ...{ Version: 1, Language: 'pt-BR', Html: '<h2>Pontos</h2>\n' },
    })

    expect(await punchcard.referrals.of('ana')).toMatchObject({ ReferralCode: null, RegisteredFriends: 0 })
    const friend = { OriginalId: 'bia', Name: 'Bia', IsEnrolled: true }
    const code = 'K7QM2XPT'
    await expect(punchcard.referrals.friend({ ReferralCode: code, Friend: friend })).rejects.toMatchObject({
      code: 59,
    })

    const [quiz] = await punchcard.quizzes.list('ana')
    const answers = (quiz?.QuestionList ?? []).map(({ Id, Options }) => ({
      QuizQuestionId: Id,
      ...(Options[0] ? { OptionIds: [Options[0].Id] } : { OpenAnswer: 'Strong' }),
    }))
    expect(await punchcard.quizzes.answer('ana', answers)).toMatchObject({ Success: true, PointsAwarded: 50 })
    expect(await punchcard.quizzes.list('ana')).toMatchObject([{ IsCompleted: true }])

    const objectives = await punchcard.objectives.list({ CustomerId: 'ana' })
    expect(objectives.Items.map(({ Details }) => Details.Key)).toEqual([null, 'review'])
    const granted = await punchcard.objectives.grant('review', { CustomerId: 'ana', Key: 'order o1' })
    expect(granted).toMatchObject({ IsNew: true, PointsAwarded: 20, PointsBalance: 670 })

    expect(await punchcard.cards.list()).toMatchObject([{ CardId: 3, Size: 5 }])
    expect(await punchcard.cards.ofCustomer('ana')).toMatchObject([{ CardId: 3, Stamps: 1 }])
    const stamps = { Key: 'a/b ?', Stamps: 2 }
    expect(await punchcard.cards.giveStamps('ana', '3', stamps)).toMatchObject({
      IsNew: true,
      StampsGiven: 2,
    })
    expect(await punchcard.cards.cancelStamps('ana', '3', 'a/b ?')).toMatchObject({
      StampsTakenBack: 2,
      Card: { Stamps: 1 },
    })
    expect((await punchcard.cards.stamps('ana', '3', { PageNumber: 3, PageSize: 1 })).Items).toMatchObject([
      { OrderId: 'o1', Stamps: 1 },
    ])

    const page = await punchcard.events.list({ Topic: ['Point_Add'], PageSize: 2 })
    expect(
      page.Items.map(({ Topic, Payload }) => [Topic, 'Points' in Payload ? Payload.Points : null]),
    ).toEqual([
      ['Point_Add', 600],
      ['Point_Add', 50],
    ])
    const next = await punchcard.events.list({ Cursor: page.NextCursor })
    expect(next.Items.map(({ CustomerSequence }) => CustomerSequence)).toEqual([3])
    expect(await punchcard.account.get()).toMatchObject({ Name: 'Shop', Currency: 'BRL', PointValue: 0.1 })
  })
})

it('no operation of the API is missing', () => {
  expect(noting.called).toEqual(ALL_OPERATIONS)
})
