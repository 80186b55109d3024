/** DELETE /v1/pvt/Customer/{id}: a person is erased. What is left of it is looked for in test/admin/erasing.test.ts. */
import { describe, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { awardSignups } from '../../src/actions/awards.ts'
import { ONE } from '../../src/platform/decimal.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { refused, resultOf } from '../support/answers.ts'
import {
  createCustomer,
  createdCustomer,
  eraseCustomer,
  erasedCustomer,
  foundCustomers,
  updateCustomer,
  updatedCustomer,
  upsertCustomer,
} from '../support/customers.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { availableTiers, giveTiers, sweepNow } from '../support/tiers.ts'
import { useShop } from '../support/use-shops.ts'

const SIGNUP = { id: 3, kind: 'signup', points: '50' } as const
const FIRST = { id: 4, kind: 'firstPurchase', points: '30' } as const
const PROGRAM = program({}, SIGNUP, FIRST)
const test = useShop(PROGRAM)
const openShop = () => test.open(PROGRAM)

const ANA = { OriginalId: 'ana', Name: 'Ana', Email: 'ana@example.com', Document: '123' }
const UNKNOWN = refused({ code: 59, says: 'no customer' })

interface Left {
  readonly id: number
  readonly original_id: string
  readonly public_id: string
}

async function leftOf(shop: Shop): Promise<Left[]> {
  return test.reader.query<Left>(
    'select id::int, original_id, public_id from customer where tenant_id = $1 and erased_at is not null',
    [shop.tenantId],
  )
}

describe('erasing', () => {
  it('answers when, once; then there is no such customer, by any id', async () => {
    const shop = await openShop()
    await createdCustomer(shop, ANA)
    await updatedCustomer(shop, 'ana', { OriginalId: 'ana-2' })
    expect(await eraseCustomer(shop, 'ana')).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: { IsErased: true, ErasedAt: iso(START) },
      HasError: false,
    })
    const [left] = await leftOf(shop)
    expect(left?.original_id).toBe(`erased-${left?.public_id}`)
    for (const id of ['ana', 'ana-2', left?.original_id ?? '']) {
      expect(await eraseCustomer(shop, id)).toEqual(UNKNOWN)
      expect(await updateCustomer(shop, id, { Name: 'Ana' })).toEqual(UNKNOWN)
    }
    for (const query of [{ Email: ANA.Email }, { Document: ANA.Document }]) {
      expect(await foundCustomers(shop, query)).toEqual([])
    }
    expect(await shop.getCustomer('ana')).toMatchObject({ ErrorCode: 59 })
  })

  it('refuses an id that is not there, that cannot be, and another merchant’s', async () => {
    const shop = await openShop()
    const other = await openShop()
    await createdCustomer(other, ANA)
    for (const id of ['ana', 'nobody', `x${'y'.repeat(250)}`, '\u0000']) {
      expect(await eraseCustomer(shop, id)).toEqual(UNKNOWN)
    }
    expect(resultOf(await other.getCustomer('ana'))).toMatchObject({ Name: 'Ana' })
    // The same id of two merchants: one of them is erased.
    await createdCustomer(shop, ANA)
    await erasedCustomer(shop, 'ana')
    expect(resultOf(await other.getCustomer('ana'))).toMatchObject({ Name: 'Ana' })
    // Nor does the other merchant know that the person was erased here.
    await createdCustomer(other, { ...ANA, OriginalId: 'ana-3', Email: null, Document: null })
    expect((await other.getPoints('ana-3')).PointsBalance).toBe(50)
  })

  it('ends all points with one event, closes what waits, and takes coupons out of use', async () => {
    const shop = await test.open(program({ waitingDays: 0 }, SIGNUP))
    const reward = await shop.makeReward({ points: 10n * ONE })
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'ana', 40)
    const { couponCode } = await shop.redeemed(reward, 'ana')
    const before = (await shop.events('ana')).length
    await erasedCustomer(shop, 'ana')
    const [left] = await leftOf(shop)
    const id = left?.original_id ?? ''
    const records = await shop.records(id)
    expect(records.filter(({ type }) => type === 8)).toHaveLength(1)
    expect((await shop.events(id)).slice(before)).toHaveLength(1)
    expect(await shop.getPoints(id)).toMatchObject({ PointsBalance: 0 })
    expect((await shop.getCoupon(couponCode)).Result).toMatchObject({ IsUsed: true })
    const orders = await shop.listOrders(id)
    expect(orders.TotalItemCount).toBe(2)
  })

  it('ends the tier, and nothing brings one back: no night, no order, no return', async () => {
    const shop = await test.open(program())
    const [, silver] = await giveTiers(test.api, shop)
    const heldBy = () =>
      test.reader.query('select tier_id, tier_since from customer where tenant_id = $1', [shop.tenantId])
    await shop.completed('o1', 'ana', 600)
    await shop.completed('o2', 'ana', 700)
    expect(await heldBy()).toEqual([{ tier_id: expect.anything(), tier_since: expect.anything() }])
    await erasedCustomer(shop, 'ana')
    const none = [{ tier_id: null, tier_since: null }]
    expect(await heldBy()).toEqual(none)
    const [left] = await leftOf(shop)
    const id = left?.original_id ?? ''
    expect((await availableTiers(shop, id)).CurrentTier).toBeNull()
    await sweepNow(test.api, shop)
    await shop.cancelled('o2')
    await shop.returnPart('o1', { ValueToRefund: 1, CancelKey: 'r1' })
    test.api.now += 40 * DAY_MS
    await sweepNow(test.api, shop)
    expect(await heldBy()).toEqual(none)
    // Whom an older version has erased loses the tier in the night.
    await test.reader.query('update customer set tier_id = $2, tier_since = now() where tenant_id = $1', [
      shop.tenantId,
      silver,
    ])
    await sweepNow(test.api, shop)
    expect(await heldBy()).toEqual(none)
  })

  it('closes what waits without an event', async () => {
    const shop = await test.open(program({ waitingDays: 10 }))
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'ana', 50)
    await erasedCustomer(shop, 'ana')
    const [left] = await leftOf(shop)
    expect(await shop.events(left?.original_id ?? '')).toEqual([])
    test.api.now = START + 20 * DAY_MS
    expect(await shop.getPoints(left?.original_id ?? '')).toMatchObject({ PointsBalance: 0 })
  })

  it('gives up what is reserved at checkout, and its points expire with the others', async () => {
    const shop = await test.open(program())
    await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
    await shop.completed('o1', 'ana', 100)
    await shop.reserved('ana', 'cart-9', { CashbackValue: 2 })
    await erasedCustomer(shop, 'ana')
    const [left] = await leftOf(shop)
    const [{ sum } = { sum: '' }] = await test.reader.query<{ sum: string }>(
      'select sum(points)::text as sum from point_record where tenant_id = $1 and customer_id = $2',
      [shop.tenantId, left?.id],
    )
    expect(Number(sum)).toBe(0)
    expect(
      await test.reader.query(
        'select released_by, returned_at is not null as is_returned from redemption where tenant_id = $1',
        [shop.tenantId],
      ),
    ).toEqual([{ released_by: 2, is_returned: true }])
    test.api.now = START + DAY_MS
    expect(await shop.refreshCheckout({ CustomerId: 'ana', CheckoutId: 'cart-9' })).toMatchObject({
      ErrorCode: 59,
    })
  })

  it('takes another id where somebody has, or had, the one that would be left', async () => {
    const shop = await openShop()
    const { PublicId: ofAna } = await createdCustomer(shop, ANA)
    const { PublicId: ofEva } = await createdCustomer(shop, { OriginalId: 'eva', Name: 'Eva' })
    await createdCustomer(shop, { OriginalId: `erased-${ofAna}`, Name: 'Ian' })
    await createdCustomer(shop, { OriginalId: `erased-${ofEva}`, Name: 'Zoe' })
    await updatedCustomer(shop, `erased-${ofEva}`, { OriginalId: 'zoe' })
    for (const id of ['ana', 'eva']) await erasedCustomer(shop, id)
    const left = await leftOf(shop)
    expect(left).toHaveLength(2)
    for (const { original_id, public_id } of left) {
      expect(original_id).toMatch(new RegExp(`^erased-${public_id}-[0-9a-f]{16}$`))
    }
    // Both ids still lead to who has them, and what they buy is their own.
    expect(await shop.completed('o1', `erased-${ofAna}`, 10)).toMatchObject({ Customer: { Name: 'Ian' } })
    expect(await shop.completed('o2', `erased-${ofEva}`, 20)).toMatchObject({ Customer: { Name: 'Zoe' } })
    expect((await shop.getPoints(`erased-${ofAna}`)).PointsBalance).toBe(10 + 50 + 30)
    expect((await shop.getPoints('zoe')).PointsBalance).toBe(20 + 50 + 30)
    // Who has had it for their own is erased like others, once more under an id of its own.
    await erasedCustomer(shop, `erased-${ofAna}`)
    expect(await leftOf(shop)).toHaveLength(3)
  })

  it('leaves a debt as it is', async () => {
    const shop = await test.open(program())
    const reward = await shop.makeReward({ points: 80n * ONE })
    await shop.completed('o1', 'ana', 100)
    await shop.redeemed(reward, 'ana')
    await shop.cancelled('o1')
    await erasedCustomer(shop, 'ana')
    const [left] = await leftOf(shop)
    expect((await shop.getPoints(left?.original_id ?? '')).PointsBalance).toBe(-80)
  })
})

describe('what was bought by an erased person', () => {
  it('is answered as it is stored when it comes again, and makes no customer', async () => {
    const shop = await openShop()
    const body = shop.completeOrder('o1', 'ana', 100, { Customer: ANA })
    const { Id } = resultOf(await shop.placeOrder(body))
    await erasedCustomer(shop, 'ana')
    const before = await shop.everything()
    for (const sent of [body, { ...body, OrderTotal: 500, UpdatedDate: iso(START + DAY_MS) }]) {
      expect(resultOf(await shop.placeOrder(sent))).toMatchObject({
        Id,
        OrderTotal: 100,
        Customer: { Name: null, Email: null, IsEnrolled: false },
      })
    }
    const bulk = await shop.placeOrders([body])
    expect(bulk.Items?.[0]).toMatchObject({ HasError: false, Result: { Id } })
    expect(await shop.everything()).toEqual(before)
    // Also while somebody else has the id.
    await shop.completed('o2', 'ana', 10)
    expect(resultOf(await shop.placeOrder(body))).toMatchObject({ Id, Customer: { Name: null } })
  })

  it('can be cancelled and returned: only the order changes', async () => {
    const shop = await openShop()
    const reward = await shop.makeReward({ points: 10n * ONE })
    await shop.completed('o0', 'ana', 100)
    const { couponCode, originalKey } = await shop.redeemed(reward, 'ana')
    await shop.completed('o1', 'ana', 100, { ExternalCoupon: couponCode })
    await shop.completed('o2', 'ana', 100)
    await erasedCustomer(shop, 'ana')
    const [left] = await leftOf(shop)
    const records = await shop.records(left?.original_id ?? '')
    // A coupon that was used stays what it is: only those that could be used have ended.
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: true, is_inactive: false })
    expect(await shop.cancelled('o1')).toMatchObject({ Status: 3 })
    expect(await shop.returnPart('o2', { ValueToRefund: 40, CancelKey: 'r1' })).toMatchObject({
      Result: { PointsTakenBack: 0, RemainingTotal: 60 },
    })
    expect(await shop.returnPart('o2', { ValueToRefund: 60, CancelKey: 'r2' })).toMatchObject({
      Result: { PointsTakenBack: 0, RemainingTotal: 0 },
    })
    expect(await shop.returnReward(originalKey)).toBe(73)
    expect(
      await shop.updateMetadata({ OriginalKey: originalKey, Metadatas: [{ Name: 'a', Value: 'b' }] }),
    ).toMatchObject({
      HasError: true,
    })
    expect(await shop.records(left?.original_id ?? '')).toEqual(records)
  })
})

describe('a person who comes back', () => {
  it('starts anew, without points for signing up or for a first purchase', async () => {
    const shop = await openShop()
    await shop.completed('o1', 'ana', 100, { Customer: ANA })
    expect((await shop.getPoints('ana')).PointsBalance).toBe(100 + 50 + 30)
    await erasedCustomer(shop, 'ana')
    const again = await shop.completed('o2', 'ana', 10)
    expect(again.Customer).toMatchObject({ OriginalId: 'ana', Name: null })
    expect((await shop.getPoints('ana')).PointsBalance).toBe(10)
    // Nor when the first purchase is cancelled, and the next one is the first.
    await shop.cancelled('o2')
    await shop.completed('o2b', 'ana', 10)
    expect((await shop.getPoints('ana')).PointsBalance).toBe(10)
    // By e-mail or document too, and whatever is sent.
    await shop.completed('o3', 'a', 10, { Customer: { OriginalId: 'a', Email: 'ANA@example.com ' } })
    expect((await shop.getPoints('a')).PointsBalance).toBe(10)
    await createdCustomer(shop, { OriginalId: 'b', Document: '1-2-3' })
    expect((await shop.getPoints('b')).PointsBalance).toBe(0)
    await shop.completed('o4', 'b', 10)
    expect((await shop.getPoints('b')).PointsBalance).toBe(10)
    expect(await upsertCustomer(shop, { OriginalId: 'c', Email: ANA.Email })).toMatchObject({
      Result: { BalanceOfPoints: 0 },
    })
    await shop.createCoupon({
      CouponCode: 'X1',
      CustomerId: 'd',
      Customer: { OriginalId: 'd', Email: ANA.Email },
      Type: 0,
      Value: 1,
    })
    expect((await shop.getPoints('d')).PointsBalance).toBe(0)
    // Others are rewarded as ever.
    await shop.completed('o5', 'eva', 10)
    expect((await shop.getPoints('eva')).PointsBalance).toBe(10 + 50 + 30)
  })

  it('is known by former ids too, and the worker awards nothing later', async () => {
    const shop = await openShop()
    await createdCustomer(shop, ANA)
    await updatedCustomer(shop, 'ana', { OriginalId: 'ana-2' })
    await erasedCustomer(shop, 'ana-2')
    await createdCustomer(shop, { OriginalId: 'ana', IsEnrolled: false })
    await updatedCustomer(shop, 'ana', { IsEnrolled: true })
    await createdCustomer(shop, { OriginalId: 'eva', IsEnrolled: false })
    await updatedCustomer(shop, 'eva', { IsEnrolled: true })
    test.api.now = START + DAY_MS
    // As if the rule were older than these customers.
    await test.reader.query(
      "update program_version set published_at = '2026-01-01T00:00:00Z' where tenant_id = $1",
      [shop.tenantId],
    )
    const database = test.api.cells.of({ cell: MAIN_CELL })
    const tenant = await database.read([], (tx) => findTenant(tx, shop.tenantId))
    if (!tenant) throw new Error('the merchant is gone')
    const till = createTill({ database, clock: () => test.api.now })
    const awarded = await awardSignups(START - DAY_MS, { database, till, tenant, now: test.api.now })
    expect(awarded).toBe(1)
    expect((await shop.getPoints('ana')).PointsBalance).toBe(0)
    expect((await shop.getPoints('eva')).PointsBalance).toBe(50)
  })

  it('is not brought back by what is sent with the id that is left', async () => {
    const shop = await openShop()
    await createdCustomer(shop, ANA)
    await erasedCustomer(shop, 'ana')
    const [left] = await leftOf(shop)
    const id = left?.original_id ?? ''
    expect(await createCustomer(shop, { ...ANA, OriginalId: id })).toMatchObject({ ErrorCode: 68 })
    expect(await upsertCustomer(shop, { ...ANA, OriginalId: id })).toMatchObject({
      Result: { Name: null, IsEnrolled: false, Operation: 'Unchanged' },
    })
    expect(await shop.completed('o9', id, 50, { Customer: { ...ANA, OriginalId: id } })).toMatchObject({
      State: 4,
      Customer: { Name: null },
    })
    expect(
      await shop.changePoints(id, { Points: 5, OperationType: 0, Reason: 'x', ChangeKey: 'k' }),
    ).toMatchObject({
      ErrorCode: 59,
    })
  })
})

it('is in the audit, which names nobody', async () => {
  const shop = await openShop()
  await shop.completed('o1', 'ana', 100, { Customer: ANA })
  await erasedCustomer(shop, 'ana')
  const entries = await test.reader.query<{ action: string; target_label: string; after: object }>(
    'select action, target_label, after from audit_entry where tenant_id = $1',
    [shop.tenantId],
  )
  const [left] = await leftOf(shop)
  expect(entries).toEqual([
    {
      action: 'customer.erase',
      target_label: left?.public_id,
      after: expect.objectContaining({ expired: { points: '180', cashback: expect.any(String) }, orders: 1 }),
    },
  ])
})
