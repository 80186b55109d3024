import { afterEach, describe, expect, it } from 'vitest'
import { REWARD_TYPE } from '../../src/rewards/reward-type.ts'
import { decimal, type RewardToMake } from '../support/rewards.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const opened: Shop[] = []
const NOW = iso(START)
const CODE = /^[2-9A-HJ-NP-Z]{10}$/

/** A merchant with 1 point per R$ 1, worth R$ 0.10, and a customer “ana” with so many points. */
async function open(points = 250, settings: Parameters<typeof test.open>[1] = {}): Promise<Shop> {
  const shop = await test.open(program(), settings)
  opened.push(shop)
  if (points > 0) await shop.completed('first', 'ana', points)
  return shop
}

afterEach(async () => {
  for (const shop of opened.splice(0)) expect(await shop.doubts()).toEqual([])
})

async function balanceOf(shop: Shop, customer: string): Promise<[number, number]> {
  return (await shop.events(customer)).at(-1)?.balance as [number, number]
}

/** The whole of a refusal. */
function refused({ code, says }: { code: number; says: string | number }) {
  return {
    answer: {
      Items: [],
      TotalItemCount: 0,
      PageSize: 0,
      PageNumber: 0,
      HasNextPage: false,
      HasError: true,
      ErrorCode: code,
      ErrorMessage: expect.stringContaining(String(says)),
      ErrorMessages: [expect.stringMatching(`^${code} \\w+: .*${says}`)],
    },
    originalKey: undefined,
    externalCode: undefined,
    couponCode: undefined,
  }
}

describe('the answer', () => {
  it('has exactly the five members of a list, and the configuration as it stands for the customer', async () => {
    const shop = await open(250)
    const id = await shop.makeReward({ couponValidDays: 30, codePrefix: 'DEZ' })
    const { answer, originalKey, externalCode, couponCode } = await shop.redeem(id, {
      CustomerId: 'ana',
      OriginalKey: 'cart-1',
    })
    const { Items, ...list } = answer
    expect(list).toStrictEqual({ TotalItemCount: 1, PageSize: 1, PageNumber: 1, HasNextPage: false })
    expect(originalKey).toBe('cart-1')
    expect(externalCode).toMatch(/^[2-9A-HJ-NP-Z]{16}$/)
    expect(couponCode?.slice(3)).toMatch(CODE)
    const { Result } = await shop.getReward(id)
    const couponId = Items[0]?.PreGeneratedCouponLists[0]?.PreGeneratedCoupons[0]?.CouponId
    expect(couponId).toEqual(expect.any(Number))
    expect(Items).toStrictEqual([
      {
        ...Result,
        PointBalance: 150,
        CashbackBalance: 15,
        AvailableCashback: 15,
        CashbackPointValue: 0.1,
        PreGeneratedCouponLists: [
          {
            Id: 0,
            ListName: 'DEZ',
            IsInternalList: true,
            CouponsType: 0,
            CouponsValue: 10,
            CouponCount: 1,
            UsedCoupons: 1,
            ReferralObjectiveId: null,
            PreGeneratedCoupons: [
              {
                Id: couponId,
                OriginalId: null,
                CouponCode: couponCode,
                CreatedDate: NOW,
                IsAssigned: true,
                CouponType: 0,
                CouponValue: 10,
                ValidDateStart: NOW,
                // 30 days from the 15th of January, good until that day ends in São Paulo.
                ValidDateEnd: '2026-02-15T02:59:59.000Z',
                CouponId: couponId,
                PreGeneratedCouponListId: 0,
              },
            ],
          },
        ],
      },
    ])
  })

  it('shows the list that the code was taken from, with this code alone', async () => {
    const shop = await open(250)
    const id = await shop.makeReward({}, ['mug-1', 'mug-2', 'mug-3'])
    const { item, couponCode } = await shop.redeemed(id, 'ana')
    expect(couponCode).toBe('mug-1')
    const list = item.PreGeneratedCouponLists[0]
    expect(item.PreGeneratedCouponLists).toStrictEqual([
      {
        Id: expect.any(Number),
        ListName: `Codes of ${id}`,
        IsInternalList: false,
        CouponsType: 4,
        CouponsValue: 0,
        CouponCount: 3,
        UsedCoupons: 1,
        ReferralObjectiveId: null,
        PreGeneratedCoupons: [
          {
            Id: expect.any(Number),
            OriginalId: null,
            CouponCode: 'mug-1',
            CreatedDate: NOW,
            IsAssigned: true,
            CouponType: 4,
            CouponValue: 0,
            ValidDateStart: NOW,
            ValidDateEnd: null,
            CouponId: expect.any(Number),
            PreGeneratedCouponListId: list?.Id,
          },
        ],
      },
    ])
    expect((await shop.getReward(id)).Result?.PreGeneratedCouponLists).toMatchObject([
      { Id: list?.Id, PreGeneratedCoupons: [], CouponCount: 3, UsedCoupons: 1 },
    ])
  })

  it.each<[string, RewardToMake, number, Partial<Record<'Enabled' | 'DisabledReason', unknown>>]>([
    ['can be redeemed again', {}, 200, { Enabled: true, DisabledReason: null }],
    [
      'takes more points than are left',
      {},
      199,
      { Enabled: false, DisabledReason: 'Você não tem pontos suficientes.' },
    ],
    ['is free', { points: 0n }, 1, { Enabled: true, DisabledReason: null }],
    [
      'may be had once by each',
      { customerUsageLimit: 1 },
      500,
      { Enabled: false, DisabledReason: 'Você já resgatou esta recompensa o número máximo de vezes.' },
    ],
    [
      'may be had once by all',
      { globalUsageLimit: 1 },
      500,
      { Enabled: false, DisabledReason: 'Esta recompensa já foi resgatada o número máximo de vezes.' },
    ],
  ])('says how a reward stands that %s', async (_case, reward, points, expected) => {
    const shop = await open(points)
    const id = await shop.makeReward(reward)
    expect((await shop.redeemed(id, 'ana')).item).toMatchObject(expected)
  })

  it('says so in the language of the tenant', async () => {
    const shop = await open(100, { locale: 'en' })
    const { item } = await shop.redeemed(await shop.makeReward(), 'ana')
    expect(item.DisabledReason).toBe('You do not have enough points.')
  })
})

describe('what it costs', () => {
  it.each([
    ['a percentage', REWARD_TYPE.percent, { value: decimal(12.5) }, { CouponType: 1, CouponValue: 12.5 }],
    ['a fixed value', REWARD_TYPE.fixedValue, { value: decimal(7.5) }, { CouponType: 0, CouponValue: 7.5 }],
    ['free shipping', REWARD_TYPE.freeShipping, { value: 0n }, { CouponType: 2, CouponValue: 0 }],
    ['something of the merchant', REWARD_TYPE.custom, { value: 0n }, { CouponType: 4, CouponValue: 0 }],
    ['a product', REWARD_TYPE.product, { value: 0n }, { CouponType: 4, CouponValue: 0 }],
  ])('%s costs its points', async (_case, type, reward, coupon) => {
    const shop = await open(250)
    const id = await shop.makeReward({ type, ...reward, points: decimal(99.5) })
    const { item } = await shop.redeemed(id, 'ana', { Value: 3 })
    expect(item).toMatchObject({ PointBalance: 150.5, CashbackBalance: 15.05, CashbackAmount: null })
    expect(item.PreGeneratedCouponLists[0]?.PreGeneratedCoupons).toMatchObject([coupon])
    expect(await shop.story('ana')).toEqual(['+250 / +25 → 250 / 25', '-99.5 / -9.95 → 150.5 / 15.05'])
    expect((await shop.records('ana')).map(({ type }) => type)).toEqual([0, 6])
  })

  it('a free reward leaves no record', async () => {
    const shop = await open(10)
    const { item } = await shop.redeemed(await shop.makeReward({ points: 0n }), 'ana')
    expect(item).toMatchObject({ NoPointCost: true, PointBalance: 10 })
    expect(await shop.records('ana')).toHaveLength(1)
  })

  it('points that wait or have expired do not count', async () => {
    const shop = await test.open(program({ waitingDays: 2, validityDays: 5 }))
    const id = await shop.makeReward()
    await shop.completed('o', 'ana', 100)
    expect(await shop.refusal(id, 'ana')).toBe(47)
    test.api.now += 2 * DAY_MS
    expect(await shop.refusal(id, 'ana', { OriginalKey: 'k' })).toBeNull()
    await shop.completed('o2', 'bia', 100)
    test.api.now += 9 * DAY_MS
    expect(await shop.refusal(id, 'bia')).toBe(47)
  })
})

describe('a cashback reward', () => {
  const cashback = { type: REWARD_TYPE.cashback, points: 0n, value: 0n }

  it('costs the Value, with the points that go with it', async () => {
    const shop = await open(250)
    const { item } = await shop.redeemed(await shop.makeReward(cashback), 'ana', { Value: 7.25 })
    expect(item).toMatchObject({
      PointBalance: 177.5,
      CashbackBalance: 17.75,
      CashbackAmount: 7.25,
      AvailableCashback: 17.75,
      Enabled: true,
    })
    expect(item.PreGeneratedCouponLists[0]?.PreGeneratedCoupons).toMatchObject([
      { CouponType: 0, CouponValue: 7.25 },
    ])
  })

  it.each([
    ['the whole balance', null, 25, 0],
    ['the most that the reward allows', decimal(10), 10, 15],
    ['the balance where the reward allows more', decimal(99), 25, 0],
  ])('without a Value costs %s', async (_case, cashbackMaximum, amount, left) => {
    const shop = await open(250)
    const id = await shop.makeReward({ ...cashback, cashbackMaximum })
    const { item } = await shop.redeemed(id, 'ana')
    expect(item).toMatchObject({ CashbackAmount: amount, CashbackBalance: left })
    expect(item.Enabled).toBe(left > 0)
    expect(await balanceOf(shop, 'ana')).toEqual([left * 10, left])
  })

  it.each([
    ['0', { Value: 0 }, 'Value must be above 0'],
    ['below 0', { Value: -1 }, 'Value must be above 0'],
    ['with a fraction of a cent', { Value: 7.255 }, 'Value must be in whole cents'],
    ['below a cent', { Value: 0.004 }, 'Value must be in whole cents'],
    ['above the balance', { Value: 25.01 }, 'Value is more than the cashback balance'],
    ['above the maximum', { Value: 20.01 }, 'Value is more than this reward allows'],
  ])('a Value %s is refused with 70', async (_case, body, text) => {
    const shop = await open(250)
    const id = await shop.makeReward({ ...cashback, cashbackMaximum: decimal(20) })
    expect(await shop.redeem(id, { CustomerId: 'ana', ...body })).toEqual(refused({ code: 70, says: text }))
    expect(await shop.refusal(id, 'ana', { Value: 20 })).toBeNull()
  })

  it('is redeemed in whole cents; what is shown can be redeemed, and what is below a cent not', async () => {
    const shop = await open(0)
    const id = await shop.makeReward({ ...cashback, cashbackMaximum: decimal(0.119) })
    await shop.publish({ ...program(), cashback: { isOn: true, pointValue: '0.0333' } })
    const { Customer } = await shop.completed('odd', 'ana', 5)
    expect(Customer.Cashback).toBe(0.16)
    const { item } = await shop.redeemed(id, 'ana')
    expect(item).toMatchObject({
      CashbackAmount: 0.11,
      CashbackBalance: 0.05,
      AvailableCashback: 0.05,
      Enabled: true,
    })
    expect((await shop.redeemed(id, 'ana')).item).toMatchObject({
      CashbackAmount: 0.05,
      CashbackBalance: 0,
      AvailableCashback: 0,
      Enabled: false,
      DisabledReason: 'Você não tem cashback disponível.',
    })
    expect((await balanceOf(shop, 'ana'))[1]).toBe(0.0065)
    expect(await shop.redeem(id, { CustomerId: 'ana' })).toEqual(
      refused({ code: 70, says: 'less than a cent' }),
    )
    expect(await shop.redeem(id, { CustomerId: 'ana', Value: 0.0065 })).toEqual(
      refused({ code: 70, says: 'less than a cent' }),
    )
  })

  it('is refused with 70 where there is no cashback, and with 69 where cashback is off', async () => {
    const shop = await open(0)
    const id = await shop.makeReward(cashback)
    await shop.completed('nothing', 'ana', 0)
    expect(await shop.redeem(id, { CustomerId: 'ana' })).toEqual(refused({ code: 70, says: 'Value' }))
    const { rules } = program()
    await shop.publish({ cashback: { isOn: false, pointValue: '0.1' }, rules })
    expect(await shop.redeem(id, { CustomerId: 'ana' })).toEqual(refused({ code: 69, says: 'Cashback' }))
    expect((await shop.getReward(id)).Result).toMatchObject({
      Enabled: false,
      DisabledReason: 'O cashback não está ativo.',
    })
  })

  it('shows no cashback in the answer of another reward while cashback is off', async () => {
    const shop = await open(250)
    const { rules } = program()
    await shop.publish({ cashback: { isOn: false, pointValue: '0.1' }, rules })
    const { item } = await shop.redeemed(await shop.makeReward(), 'ana')
    expect(item).toMatchObject({
      PointBalance: 150,
      CashbackBalance: 0,
      AvailableCashback: 0,
      CashbackPointValue: null,
    })
  })
})

describe('what is refused', () => {
  it.each([
    ['CustomerId missing', {}],
    ['CustomerId null', { CustomerId: null }],
    ['CustomerId blank', { CustomerId: '  ' }],
  ])('%s: 7', async (_case, body) => {
    const shop = await open()
    expect(await shop.redeem(await shop.makeReward(), body)).toEqual(refused({ code: 7, says: 'CustomerId' }))
  })

  it('a reward that there is not, with a key that was used for another one: 44', async () => {
    const shop = await open(250)
    await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'cart-1' })
    expect(await shop.redeem('999999', { CustomerId: 'ana', OriginalKey: 'cart-1' })).toEqual(
      refused({ code: 44, says: '999999' }),
    )
  })

  it.each(['0', '-1', '999999', '2147483648', 'abc', '1.5', 'null'])('the reward %s: 44', async (id) => {
    const shop = await open()
    expect(await shop.redeem(id, { CustomerId: 'ana' })).toEqual(refused({ code: 44, says: id }))
  })

  it('a customer who is not known: 46', async () => {
    const shop = await open()
    const id = await shop.makeReward()
    expect(await shop.redeem(id, { CustomerId: 'nobody' })).toEqual(refused({ code: 46, says: 'CustomerId' }))
    expect(await shop.redeem(id, { CustomerId: 'ANA' })).toEqual(refused({ code: 46, says: 'CustomerId' }))
  })

  it.each<[string, RewardToMake, string]>([
    ['that is not active', { isActive: false }, 'not active'],
    ['that has not begun', { validFrom: START + 1 }, 'not available yet'],
    ['that is over', { validUntil: START }, 'no longer available'],
    ['that costs too much', { points: decimal(250.0001) }, 'too few points'],
  ])('a reward %s: 47', async (_case, reward, text) => {
    const shop = await open(250)
    const before = await shop.everything()
    const id = await shop.makeReward(reward)
    expect(await shop.redeem(id, { CustomerId: 'ana' })).toEqual(refused({ code: 47, says: text }))
    expect(await shop.everything()).toEqual(before)
  })

  it.each<[string, RewardToMake]>([
    ['begins', { validFrom: START }],
    ['has a moment left', { validUntil: START + 1 }],
    ['costs all there is', { points: decimal(250) }],
  ])('not a reward that %s', async (_case, reward) => {
    const shop = await open(250)
    expect(await shop.refusal(await shop.makeReward(reward), 'ana')).toBeNull()
  })

  it('more than a customer may have: 47', async () => {
    const shop = await open(1_000)
    await shop.completed('other', 'bia', 1_000)
    const id = await shop.makeReward({ customerUsageLimit: 2 })
    expect([await shop.refusal(id, 'ana'), await shop.refusal(id, 'ana')]).toEqual([null, null])
    expect(await shop.redeem(id, { CustomerId: 'ana' })).toEqual(refused({ code: 47, says: 'CustomerId' }))
    expect(await shop.refusal(id, 'bia')).toBeNull()
  })

  it('more than all may have: 47, and it is shown to no customer as available', async () => {
    const shop = await open(1_000)
    await shop.completed('other', 'bia', 1_000)
    const id = await shop.makeReward({ globalUsageLimit: 2 })
    expect((await shop.redeemed(id, 'ana')).item).toMatchObject({ Enabled: true })
    expect((await shop.redeemed(id, 'bia')).item).toMatchObject({ Enabled: false })
    expect(await shop.redeem(id, { CustomerId: 'ana' })).toEqual(
      refused({ code: 47, says: 'as often as it may' }),
    )
    expect((await shop.getReward(id)).Result).toMatchObject({
      Enabled: false,
      DisabledReason: 'Esta recompensa já foi resgatada o número máximo de vezes.',
    })
  })

  it('a reward whose codes are all given away: 47', async () => {
    const shop = await open(1_000)
    const id = await shop.makeReward({}, ['only-1', 'only-2'])
    expect((await shop.redeemed(id, 'ana')).item).toMatchObject({ Enabled: true })
    expect((await shop.redeemed(id, 'ana')).item).toMatchObject({
      Enabled: false,
      DisabledReason: 'Não há mais cupons desta recompensa.',
    })
    expect(await shop.redeem(id, { CustomerId: 'ana' })).toEqual(refused({ code: 47, says: 'No coupons' }))
    expect(await balanceOf(shop, 'ana')).toEqual([800, 80])
    expect((await shop.getReward(id)).Result).toMatchObject({ Enabled: false })
  })

  it('a reward of an empty list: 47', async () => {
    const shop = await open(1_000)
    const id = await shop.makeReward({}, [])
    expect(await shop.redeem(id, { CustomerId: 'ana' })).toEqual(refused({ code: 47, says: 'No coupons' }))
  })

  it('a customer who does not take part: 47', async () => {
    const shop = await open(250)
    const id = await shop.makeReward()
    await shop.completed('leave', 'ana', 0, { Customer: { OriginalId: 'ana', IsEnrolled: false } })
    expect(await shop.redeem(id, { CustomerId: 'ana' })).toEqual(
      refused({ code: 47, says: 'does not take part' }),
    )
  })

  it('a customer in debt: 47, also where the reward is free', async () => {
    const shop = await open(250)
    await shop.changedCashback('ana', -20)
    await shop.cancelled('first')
    const costs = await shop.makeReward()
    const free = await shop.makeReward({ points: 0n })
    for (const id of [costs, free]) {
      expect(await shop.redeem(id, { CustomerId: 'ana' })).toEqual(refused({ code: 47, says: 'owes points' }))
    }
  })
})

describe('a reward for some tiers', () => {
  it('is refused to others with 47, and says for how many tiers it is', async () => {
    const shop = await open(1_000)
    const id = await shop.makeReward()
    const [gold, silver] = await test.reader.query<{ id: number }>(
      `insert into tier (tenant_id, key, name, position, is_base)
       values ($1, 'gold', 'Gold', 3, false), ($1, 'silver', 'Silver', 2, false), ($1, 'bronze', 'Bronze', 1, true)
       returning id::int`,
      [shop.tenantId],
    )
    const keepFor = (tier: number | undefined) =>
      test.reader.query(
        'insert into reward_configuration_tier (tenant_id, reward_configuration_id, tier_id) values ($1, $2, $3)',
        [shop.tenantId, id, tier],
      )
    const beIn = (tier: number | null | undefined) =>
      test.reader.query(
        `update customer set tier_id = $2::bigint, tier_since = case when $2::bigint is not null then now() end
         where tenant_id = $1`,
        [shop.tenantId, tier],
      )
    await keepFor(gold?.id)
    expect(await shop.redeem(id, { CustomerId: 'ana' })).toEqual(refused({ code: 47, says: 'tier' }))
    await beIn(silver?.id)
    expect(await shop.refusal(id, 'ana')).toBe(47)
    await beIn(gold?.id)
    const { item } = await shop.redeemed(id, 'ana')
    expect(item).toMatchObject({ TiersCountInformation: 'Disponível para 1 nível.', Enabled: true })
    expect(item.Tiers).toMatchObject([{ Id: gold?.id, Name: 'Gold' }])
    await keepFor(silver?.id)
    await beIn(silver?.id)
    expect(await shop.refusal(id, 'ana')).toBeNull()
    await beIn(null)
    expect(await shop.refusal(id, 'ana')).toBe(47)
  })

  it('may be for the base tier, which every customer has who is in no other', async () => {
    const shop = await open(1_000)
    const id = await shop.makeReward()
    await test.reader.query(
      `with made as (
         insert into tier (tenant_id, key, name, position, is_base) values ($1, 'bronze', 'Bronze', 1, true) returning tenant_id, id
       )
       insert into reward_configuration_tier (tenant_id, reward_configuration_id, tier_id)
       select tenant_id, $2, id from made`,
      [shop.tenantId, id],
    )
    expect(await shop.refusal(id, 'ana')).toBeNull()
  })
})

describe('the key', () => {
  it('that was used answers the first redemption again, and spends nothing', async () => {
    const shop = await open(250)
    const id = await shop.makeReward({ customerUsageLimit: 1 }, ['a', 'b'])
    const body = { CustomerId: 'ana', OriginalKey: 'cart-1' }
    const first = await shop.redeem(id, body)
    const stored = await shop.everything()
    expect(await shop.redeem(id, body)).toEqual(first)
    expect(await shop.redeem(id, { ...body, Value: -5, Metadatas: [{ Name: 'a', Value: 'b' }] })).toEqual(
      first,
    )
    expect(await shop.everything()).toEqual(stored)
  })

  it('answers also when the reward could not be redeemed now, as things stand by then', async () => {
    const shop = await open(250)
    const id = await shop.makeReward({ validUntil: START + DAY_MS })
    const first = await shop.redeemed(id, 'ana', { OriginalKey: 'k' })
    await shop.completed('more', 'ana', 50)
    test.api.now += DAY_MS
    const again = await shop.redeemed(id, 'ana', { OriginalKey: 'k' })
    expect(again).toEqual({
      ...first,
      item: {
        ...first.item,
        PointBalance: 200,
        CashbackBalance: 20,
        AvailableCashback: 20,
        Enabled: false,
        DisabledReason: 'Esta recompensa não está mais disponível.',
      },
    })
  })

  it('of another reward or customer is refused with 47', async () => {
    const shop = await open(250)
    await shop.completed('other', 'bia', 250)
    const [one, two] = [await shop.makeReward(), await shop.makeReward()]
    await shop.redeemed(one, 'ana', { OriginalKey: 'k' })
    const refusal = refused({ code: 47, says: 'OriginalKey' })
    expect(await shop.redeem(two, { CustomerId: 'ana', OriginalKey: 'k' })).toEqual(refusal)
    expect(await shop.redeem(one, { CustomerId: 'bia', OriginalKey: 'k' })).toEqual(refusal)
    expect(await balanceOf(shop, 'bia')).toEqual([250, 25])
    // Keys are compared exactly.
    expect(await shop.refusal(one, 'bia', { OriginalKey: 'K' })).toBeNull()
  })

  it('of another Value is refused with 47; one that is left out is no other', async () => {
    const shop = await open(250)
    const id = await shop.makeReward({ type: REWARD_TYPE.cashback, points: 0n, value: 0n })
    const body = { CustomerId: 'ana', OriginalKey: 'k' }
    const first = await shop.redeem(id, { ...body, Value: 5 })
    expect(await shop.redeem(id, { ...body, Value: 5 })).toEqual(first)
    expect(await shop.redeem(id, body)).toEqual(first)
    for (const Value of [4.99, 5.01, 0, -5, 0.004]) {
      expect(await shop.redeem(id, { ...body, Value })).toEqual(refused({ code: 47, says: 'OriginalKey' }))
    }
    expect(await balanceOf(shop, 'ana')).toEqual([200, 20])
  })

  it('of a redemption that was returned is refused with 47, and spends nothing', async () => {
    const shop = await open(250)
    const id = await shop.makeReward()
    await shop.redeemed(id, 'ana', { OriginalKey: 'k' })
    expect(await shop.returnReward('k')).toBeNull()
    expect(await shop.redeem(id, { CustomerId: 'ana', OriginalKey: 'k' })).toEqual(
      refused({ code: 47, says: 'returned' }),
    )
    expect(await balanceOf(shop, 'ana')).toEqual([250, 25])
    expect(await shop.refusal(id, 'ana', { OriginalKey: 'k2' })).toBeNull()
  })

  it.each([[{}], [{ OriginalKey: null }], [{ OriginalKey: ' ' }]])(
    'that was not sent (%j) is the external code',
    async (body) => {
      const shop = await open(250)
      const id = await shop.makeReward()
      const first = await shop.redeemed(id, 'ana', body)
      expect(first.originalKey).toBe(first.externalCode)
      expect(await shop.redeemed(id, 'ana', { OriginalKey: first.externalCode })).toEqual(first)
      const second = await shop.redeemed(id, 'ana', body)
      expect(second.originalKey).not.toBe(first.originalKey)
      expect(second.item.PointBalance).toBe(50)
    },
  )

  it('of a refused redemption stays unused', async () => {
    const shop = await open(50)
    const id = await shop.makeReward()
    expect(await shop.refusal(id, 'ana', { OriginalKey: 'k' })).toBe(47)
    await shop.completed('more', 'ana', 50)
    expect(await shop.refusal(id, 'ana', { OriginalKey: 'k' })).toBeNull()
  })

  it.each([
    ['plain key: 1+1=2 %', 'plain key: 1+1=2 %'],
    ['ação', 'a%C3%A7%C3%A3o'],
    ['two\nlines', 'two%0Alines'],
    [' in blanks ', '%20in%20blanks%20'],
  ])('%j travels in its header as %j', async (key, header) => {
    const shop = await open(250)
    const { originalKey } = await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: key })
    expect(originalKey).toBe(header)
  })
})

describe('the code of the coupon', () => {
  it('is made of 10 characters that cannot be mistaken, behind the prefix', async () => {
    const shop = await open(10_000)
    const id = await shop.makeReward({ codePrefix: 'pré-', points: decimal(1) })
    const codes = new Set<string>()
    for (let index = 0; index < 30; index += 1) {
      const [coupon] =
        (await shop.redeemed(id, 'ana')).item.PreGeneratedCouponLists[0]?.PreGeneratedCoupons ?? []
      expect(coupon?.CouponCode.slice(0, 4)).toBe('pré-')
      expect(coupon?.CouponCode.slice(4)).toMatch(CODE)
      codes.add(coupon?.CouponCode ?? '')
    }
    expect(codes.size).toBe(30)
  })

  it('comes from the lists in their order, and never one that was given to a customer otherwise', async () => {
    const shop = await open(1_000)
    const id = await shop.makeReward({}, ['l1', 'L2', 'l3'])
    // As an import may have brought a code at the moment when the merchant used it.
    await test.reader.query(
      `insert into coupon (tenant_id, code_key, id, code, customer_id, type, value, created_at, is_used)
       select $1, 'L2', 1, 'l2', id, 0, 1, now(), false from customer where tenant_id = $1`,
      [shop.tenantId],
    )
    const taken = [await shop.redeemed(id, 'ana'), await shop.redeemed(id, 'ana')]
    expect(taken.map(({ couponCode }) => couponCode)).toEqual(['l1', 'l3'])
    expect(await shop.refusal(id, 'ana')).toBe(47)
  })

  it('keeps the dates that it has in its list, and is not given out when it has expired', async () => {
    const shop = await open(1_000)
    const id = await shop.makeReward({ couponValidDays: 10 }, ['d1', 'd2', 'd3'])
    await test.reader.query(
      `update pre_generated_coupon set valid_from = $2, original_id = 'x',
         valid_until = case code when 'd1' then $2::timestamptz else $2::timestamptz + interval '3 days' end
       where tenant_id = $1 and code <> 'd3'`,
      [shop.tenantId, NOW],
    )
    const couponOf = async () =>
      (await shop.redeemed(id, 'ana')).item.PreGeneratedCouponLists[0]?.PreGeneratedCoupons[0]
    expect(await couponOf()).toMatchObject({
      CouponCode: 'd2',
      OriginalId: 'x',
      ValidDateStart: NOW,
      ValidDateEnd: iso(START + 3 * DAY_MS),
    })
    expect(await couponOf()).toMatchObject({ CouponCode: 'd3', ValidDateEnd: '2026-01-26T02:59:59.000Z' })
    expect(await shop.refusal(id, 'ana')).toBe(47)
  })

  it('that ends soonest is given out first, those without an end last, whatever their order in the list', async () => {
    const shop = await open(1_000)
    const id = await shop.makeReward({ points: 0n }, ['never1', 'late', 'soon2', 'soon1', 'over', 'never2'])
    await test.reader.query(
      `update pre_generated_coupon as code set valid_until = $2::timestamptz + days * interval '1 day'
       from (values ('late', 9), ('soon2', 5), ('soon1', 4), ('over', 0)) as dated (code, days)
       where tenant_id = $1 and code.code = dated.code`,
      [shop.tenantId, NOW],
    )
    const given: string[] = []
    for (let count = 0; count < 2; count++) given.push((await shop.redeemed(id, 'ana')).couponCode)
    test.api.now += 6 * DAY_MS
    // Two at once: the second takes what the first has left, also across the ends.
    const [one, two] = await Promise.all([shop.redeemed(id, 'ana'), shop.redeemed(id, 'ana')])
    given.push(...[one.couponCode, two.couponCode].sort())
    given.push((await shop.redeemed(id, 'ana')).couponCode)
    expect(given).toEqual(['soon1', 'soon2', 'late', 'never1', 'never2'])
    expect(await shop.refusal(id, 'ana')).toBe(47)
    expect(await shop.doubts()).toEqual([])
  })

  it('of a list in which all others have expired is the last: then the reward is not enabled any more', async () => {
    const shop = await open(1_000)
    const codes = Array.from({ length: 50 }, (_, index) => `x${index}`)
    const id = await shop.makeReward({}, codes)
    await test.reader.query(
      `update pre_generated_coupon set valid_until = case code when 'x30' then $2::timestamptz + interval '1 day' else $2 end
       where tenant_id = $1`,
      [shop.tenantId, NOW],
    )
    expect((await shop.getReward(id)).Result).toMatchObject({ Enabled: true, DisabledReason: null })
    const body = { CustomerId: 'ana', OriginalKey: 'k' }
    const first = await shop.redeem(id, body)
    const none = { Enabled: false, DisabledReason: 'Não há mais cupons desta recompensa.' }
    expect(first.couponCode).toBe('x30')
    expect(first.answer.Items).toMatchObject([none])
    expect(await shop.redeem(id, body)).toEqual(first)
    expect((await shop.getReward(id)).Result).toMatchObject({
      ...none,
      PreGeneratedCouponLists: [{ CouponCount: 50, UsedCoupons: 1 }],
    })
    expect(await shop.redeem(id, { CustomerId: 'ana' })).toEqual(refused({ code: 47, says: 'No coupons' }))
    expect(await shop.doubts()).toEqual([])
  })

  it('of a list in which 100,000 have expired is refused as quickly as of one with ten', async () => {
    const shop = await open(1_000)
    const rewards: [id: number, times: number[]][] = []
    for (const expired of [10, 100_000]) {
      const id = await shop.makeReward({}, [])
      // Little by little: a single statement for all of them may take too long on a busy machine.
      for (let first = 1; first <= expired; first += 10_000) {
        await test.reader.query(
          `with list as (
             update pre_generated_coupon_list set coupon_count = coupon_count + $4::int - $3::int + 1
             where tenant_id = $1 and reward_configuration_id = $2 returning id
           )
           insert into pre_generated_coupon (tenant_id, list_id, code, code_key, valid_until)
           select $1, list.id, key, key, $5::timestamptz
           from list, generate_series($3::int, $4::int) as number, concat('OLD-', list.id, '-', number) as key`,
          [shop.tenantId, id, first, Math.min(expired, first + 9_999), NOW],
        )
      }
      rewards.push([id, []])
    }
    for (let round = 0; round < 15; round++) {
      for (const [id, times] of rewards) {
        const start = performance.now()
        expect(await shop.refusal(id, 'ana')).toBe(47)
        times.push(performance.now() - start)
      }
    }
    // The quickest of each, because others may use the machine too.
    const [few = 0, many] = rewards.map(([, times]) => Math.min(...times))
    // Before they were left out by the index, it was more than ten times as long.
    expect(many).toBeLessThan(4 * few)
    for (const [id] of rewards) expect((await shop.getReward(id)).Result).toMatchObject({ Enabled: false })
  })

  it('of a list that is used up is not promised when the key is sent again', async () => {
    const shop = await open(1_000)
    const id = await shop.makeReward({}, ['only'])
    const body = { CustomerId: 'ana', OriginalKey: 'k' }
    const first = await shop.redeem(id, body)
    expect(first.answer.Items).toMatchObject([{ Enabled: false }])
    expect(await shop.redeem(id, body)).toEqual(first)
  })

  it('that was added late is found when nothing is left behind it', async () => {
    const shop = await open(1_000)
    const id = await shop.makeReward({}, ['e1', 'e2'])
    await test.reader.query(
      `update pre_generated_coupon_list
       set last_assigned_id = (select max(id) from pre_generated_coupon where tenant_id = $1)
       where tenant_id = $1`,
      [shop.tenantId],
    )
    const codes = [await shop.redeemed(id, 'ana'), await shop.redeemed(id, 'ana')]
    expect(codes.map(({ couponCode }) => couponCode)).toEqual(['e1', 'e2'])
  })
})

describe('members of the body', () => {
  it.each([
    ['CustomerId', { CustomerId: 1 }],
    ['OriginalKey', { CustomerId: 'ana', OriginalKey: {} }],
    ['Value', { CustomerId: 'ana', Value: '5' }],
    ['Metadatas', { CustomerId: 'ana', Metadatas: {} }],
    ['Metadatas\\[0\\].Value', { CustomerId: 'ana', Metadatas: [{ Name: 'a', Value: 1 }] }],
    ['Metadatas\\[1\\].Name', { CustomerId: 'ana', Metadatas: [{ Name: 'a' }, { Name: ' ' }] }],
    ['OriginalKey', { CustomerId: 'ana', OriginalKey: 'a\0b' }],
  ])('a wrong %s: 7', async (field, body) => {
    const shop = await open()
    const { answer } = await shop.redeem(await shop.makeReward(), body)
    expect(answer).toMatchObject({ ErrorCode: 7, Items: [], ErrorMessage: expect.stringMatching(field) })
  })

  it.each([
    ['CustomerId', { CustomerId: 'x'.repeat(251) }],
    ['OriginalKey', { CustomerId: 'ana', OriginalKey: 'x'.repeat(251) }],
    ['Value', { CustomerId: 'ana', Value: 1e11 }],
    ['Value', { CustomerId: 'ana', Value: 1.00001 }],
    ['Metadatas', { CustomerId: 'ana', Metadatas: Array.from({ length: 51 }, () => ({ Name: 'a' })) }],
    ['Metadatas[0].Value', { CustomerId: 'ana', Metadatas: [{ Name: 'a', Value: 'x'.repeat(4_001) }] }],
  ])('%s beyond its bounds: 10', async (field, body) => {
    const shop = await open()
    const { answer } = await shop.redeem(await shop.makeReward(), body)
    expect(answer).toMatchObject({ ErrorCode: 10, Items: [], ErrorMessage: expect.stringContaining(field) })
  })

  it('that are not known are ignored, and a body that is no object is HTTP 400', async () => {
    const shop = await open()
    const id = await shop.makeReward()
    expect(await shop.refusal(id, 'ana', { Extra: { deep: 1 } })).toBeNull()
    const { authorization } = shop.key
    const url = `/v1/pvt/RewardConfigurations/${id}/redeem`
    for (const payload of ['[]', '"x"', '']) {
      const headers = { authorization, 'content-type': 'application/json' }
      const response = await test.api.send({ method: 'POST', url, headers, payload })
      expect(response.statusCode).toBe(400)
    }
  })

  it('Metadatas are kept with the redemption', async () => {
    const shop = await open()
    const Metadatas = [
      { Name: 'channel', Value: 'app' },
      { Name: 'note', Value: null },
      { Name: 'channel', Value: 'web' },
    ]
    await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k', Metadatas })
    expect((await shop.updateMetadata({ OriginalKey: 'k' })).Result?.Point.Metadatas).toEqual([
      { Name: 'channel', Value: 'web' },
      { Name: 'note', Value: null },
    ])
  })
})

describe('another merchant', () => {
  it('has rewards, customers, keys and codes of its own', async () => {
    const [mine, theirs] = [await open(250), await open(0)]
    const myReward = await mine.makeReward({}, ['same-code'])
    const theirReward = await theirs.makeReward({}, ['same-code'])
    await theirs.completed('o', 'bia', 250)
    expect(await theirs.redeem(myReward, { CustomerId: 'bia' })).toEqual(
      refused({ code: 44, says: String(myReward) }),
    )
    expect(await mine.redeem(myReward, { CustomerId: 'bia' })).toEqual(
      refused({ code: 46, says: 'CustomerId' }),
    )
    const first = await mine.redeemed(myReward, 'ana', { OriginalKey: 'same-key' })
    const second = await theirs.redeemed(theirReward, 'bia', { OriginalKey: 'same-key' })
    expect([first.couponCode, second.couponCode]).toEqual(['same-code', 'same-code'])
    expect(second.item).toMatchObject({ Id: theirReward, PointBalance: 150 })
  })
})
