import { beforeAll, describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from '../../src/contract/locale.ts'
import { COUPON_TYPE } from '../../src/coupons/coupon.ts'
import { decimalFromText } from '../../src/platform/decimal.ts'
import { run, type Tx } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { COLLECTION_SELECTION } from '../../src/rewards/reward.ts'
import { REWARD_TYPE } from '../../src/rewards/reward-type.ts'
import { insertCouponList } from '../../src/rewards/store/code-lists.ts'
import { insertReward } from '../../src/rewards/store/rewards.ts'
import { type ShopKey, START, useTestApi } from '../support/test-api.ts'

const test = useTestApi()

async function get(id: number | string, shop: ShopKey = test.api.key): Promise<unknown> {
  const response = await test.api.send({
    method: 'GET',
    url: `/v1/pvt/RewardConfigurations/${id}`,
    headers: { authorization: shop.authorization },
  })
  expect(response.statusCode).toBe(200)
  return response.json()
}

function inTenant<T>(shop: ShopKey, work: (tx: Tx) => Promise<T>): Promise<T> {
  return test.api.cells.directory.transaction([shop.tenantId], work)
}

const addReward = (reward: Partial<Parameters<typeof insertReward>[2]>): Promise<number> =>
  inTenant(test.api.key, (tx) => insertReward(tx, test.api.key.tenantId, { title: 'T', type: 4, ...reward }))

interface FullIds {
  readonly reward: number
  readonly email: number
  readonly gold: number
  readonly silver: number
  readonly lists: readonly number[]
}

/** A reward with everything set that can be. */
async function addFullReward(shop: ShopKey): Promise<FullIds> {
  const tenant = shop.tenantId
  return inTenant(shop, async (tx) => {
    const ids = async (query: Promise<{ rows: { id: number }[] }>): Promise<number[]> =>
      (await query).rows.map(({ id }) => id)
    const [email = 0] = await ids(
      run(
        tx,
        sql<{ id: number }>`
        insert into email_configuration (tenant_id, subject, email_body, pre_header, title, description, type,
          sub_type, email_group, objective_linked_type, variables, is_logo_hidden, is_background_color_changed,
          background_color, recommends_products)
        values (${tenant}, 'Your coupon', '<p>{{code}}</p>', 'It is here', 'Coupon', 'Sent when redeemed', 3, 4, 5,
          6, '[{"Name":"code","Value":"{{code}}","Description":"The coupon"}]', true, true, '#fafafa', true)
        returning id`,
      ),
    )
    // Made in another order than they stand: the answer lists them by position.
    const [gold = 0, silver = 0] = await ids(
      run(
        tx,
        sql<{ id: number }>`
        insert into tier (tenant_id, key, name, color, icon_url, is_active, is_base, position, identifier, caption)
        values (${tenant}, 'gold', 'Gold', '#d4af37', 'https://x.example/g.png', true, false, 3, 'gold', 'R$ 2.000'),
          (${tenant}, 'silver', 'Silver', null, null, false, true, 2, null, null)
        returning id`,
      ),
    )
    const reward = await insertReward(tx, tenant, {
      type: 1,
      channel: 2,
      points: decimalFromText('200.5'),
      value: decimalFromText('10'),
      preTitle: 'Pre',
      title: 'R$ 10 off',
      description: 'Ten off',
      longDescription: 'Ten off everything',
      customTitle: 'Custom',
      usageInstructions: 'Show the code',
      usesCustomInstruction: true,
      customIconUrl: 'https://x.example/i.png',
      isWidgetIconActive: true,
      widgetIcon: 'gift',
      isLandingPageIconActive: true,
      landingPageIcon: 'star',
      validFrom: START,
      validUntil: START + 1,
      customerUsageLimit: 2,
      globalUsageLimit: 100,
      notifiesTeam: true,
      teamEmails: ['a@x.example', 'b@x.example'],
      notifiesCustomer: true,
      emailId: email,
      codePrefix: 'DEZ',
      couponValidDays: 30,
      isCumulative: false,
      minimumPurchase: decimalFromText('1234.5'),
      generatesCouponByHand: true,
      expiresCouponsMissingInPlatform: true,
      cashbackMaximum: decimalFromText('50'),
      cashbackPurchasePercent: decimalFromText('12.5'),
      isCashbackInformativeOnly: true,
      cashbackInformativeText: 'Informative',
      cashbackRules: 'Rules of cashback',
      allowsProductCollection: true,
      collectionSelection: 1,
      productCollections: ['summer', 'winter'],
    })
    await run(
      tx,
      sql`insert into reward_configuration_tier (tenant_id, reward_configuration_id, tier_id)
      values (${tenant}, ${reward}, ${gold}), (${tenant}, ${reward}, ${silver})`,
    )
    for (const name of ['First', 'Second']) {
      const codes = [`${name}-1`, `${name}-2`, `${name}-3`]
      await insertCouponList(tx, tenant, { name, rewardId: reward, couponType: COUPON_TYPE.others, codes })
    }
    const lists = await ids(
      run(
        tx,
        sql<{ id: number }>`
        update pre_generated_coupon_list
        set used_count = 3, is_internal = true, coupon_value = 7.505
        where name = 'First'
        returning id`,
      ),
    )
    lists.push(
      ...(await ids(
        run(tx, sql<{ id: number }>`select id from pre_generated_coupon_list where name = 'Second'`),
      )),
    )
    return { reward, email, gold, silver, lists }
  })
}

/** What customers read, and how money is written where they live. */
const WORDS: Record<Locale, Record<string, string>> = {
  'pt-BR': {
    tiers: 'Disponível para 2 níveis.',
    nonCumulative: 'Não cumulativo com outras promoções.',
    maximum: 'Até R$\u00a050,00 de cashback por compra.',
    minimum: 'Válido para compras a partir de R$\u00a01.234,50.',
    validity: 'O cupom vale por 30 dias.',
  },
  en: {
    tiers: 'Available to 2 tiers.',
    nonCumulative: 'Cannot be combined with other promotions.',
    maximum: 'Up to R$50.00 of cashback a purchase.',
    minimum: 'Valid for purchases from R$1,234.50.',
    validity: 'The coupon is valid for 30 days.',
  },
  es: {
    tiers: 'Disponible para 2 niveles.',
    nonCumulative: 'No acumulable con otras promociones.',
    maximum: 'Hasta 50,00\u00a0R$ de cashback por compra.',
    minimum: 'Válido para compras desde 1234,50\u00a0R$.',
    validity: 'El cupón vale por 30 días.',
  },
}

describe('a reward with everything set', () => {
  it.each(LOCALES)('is answered with every member, its sentences in %s', async (locale) => {
    const shop = await test.api.openShop({ locale })
    const ids = await addFullReward(shop)
    const words = WORDS[locale]
    const couponList = (id: number | undefined, name: string) => ({
      Id: id,
      ListName: name,
      PreGeneratedCoupons: [],
      IsInternalList: name === 'First',
      CouponsType: 4,
      CouponsValue: name === 'First' ? 7.51 : 0,
      CouponCount: 3,
      UsedCoupons: name === 'First' ? 3 : 0,
      ReferralObjectiveId: null,
    })
    expect(await get(ids.reward, shop)).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      HasError: false,
      Result: {
        Id: ids.reward,
        Points: 200.5,
        RewardType: 1,
        IsActive: true,
        Value: 10,
        PreTitle: 'Pre',
        Title: 'R$ 10 off',
        Description: 'Ten off',
        LongDescription: 'Ten off everything',
        HasValidDate: true,
        ValidDateStart: '2026-01-15T12:00:00.000Z',
        ValidDateEnd: '2026-01-15T12:00:00.001Z',
        HasSameCustomerUsageLimit: true,
        SameCustomerUsageLimit: 2,
        HasGlobalUsageLimit: true,
        GlobalUsageLimit: 100,
        CustomTitle: 'Custom',
        UsageInstructions: 'Show the code',
        CustomIconUrl: 'https://x.example/i.png',
        SendClientRedeemNotification: true,
        ClientEmailsNotification: ['a@x.example', 'b@x.example'],
        SendCustomerRedeemNotification: true,
        CustomerEmailConfigurationId: ids.email,
        CustomerEmailConfiguration: {
          Id: ids.email,
          EmailBody: '<p>{{code}}</p>',
          Subject: 'Your coupon',
          IsActive: true,
          Type: 3,
          Variables: [{ Name: 'code', Value: '{{code}}', Description: 'The coupon' }],
          Title: 'Coupon',
          Description: 'Sent when redeemed',
          Group: 5,
          SubType: 4,
          HideLogoIsActive: true,
          ChangeBackgroundColorIsActive: true,
          ProductsRecommendationIsActive: true,
          EmailBackgroundColor: '#fafafa',
          ObjectiveLinkedType: 6,
          PreHeader: 'It is here',
        },
        CodePrefix: 'DEZ',
        CumulativeDiscount: false,
        MinimalValue: 1234.5,
        ValidDays: 30,
        CashbackMaxPurchaseValue: 50,
        MinimumPercentPurchase: 12.5,
        ManualCouponGeneration: true,
        PreGeneratedCouponLists: [couponList(ids.lists[0], 'First'), couponList(ids.lists[1], 'Second')],
        Tiers: [
          {
            Id: ids.silver,
            Name: 'Silver',
            Color: null,
            IconUrl: null,
            IsActive: false,
            IsBase: true,
            Order: 2,
            CustomerCount: 0,
            Identifier: null,
            Caption: null,
          },
          {
            Id: ids.gold,
            Name: 'Gold',
            Color: '#d4af37',
            IconUrl: 'https://x.example/g.png',
            IsActive: true,
            IsBase: false,
            Order: 3,
            CustomerCount: 0,
            Identifier: 'gold',
            Caption: 'R$ 2.000',
          },
        ],
        AvailableCashback: null,
        TiersCountInformation: words.tiers,
        IsCashbackInformativeOnly: true,
        CashbackInformativeText: 'Informative',
        CashbackRules: 'Rules of cashback',
        CashbackBalance: null,
        PointBalance: null,
        CashbackPointValue: null,
        CashbackAmount: null,
        MaxCashbackForCurrentPurchase: null,
        Enabled: true,
        DisabledReason: null,
        NoPointCost: false,
        RequiredToAddMoreText: null,
        ShouldUseCustomInstruction: true,
        ShouldExpireCouponsWhenNotAvailableInPlatform: true,
        RewardChannel: 2,
        ProductCollections: ['summer', 'winter'],
        ValidOnlyProductCollections: ['summer', 'winter'],
        WidgetIconActive: true,
        LandingPageIconActive: true,
        WidgetIcon: 'gift',
        LandingPageIcon: 'star',
        AllowProductCollection: true,
        HasProductCollection: true,
        ProductCollectionSelection: 1,
        Rules: {
          RewardDescription: 'Ten off',
          NonCumulativePromotion: words.nonCumulative,
          MaximumPurchaseCashback: words.maximum,
          MinimalPurchaseRequirement: words.minimum,
          CouponValidityDays: words.validity,
          // It is stored that the customer is to be told, and nothing is sent.
          CouponEmailConfirmation: null,
        },
      },
    })
  })
})

describe('a reward with nothing but a title', () => {
  it('is the same whether we or the table set the defaults', async () => {
    const { tenantId } = test.api.key
    const { rows } = await inTenant(test.api.key, (tx) =>
      run(
        tx,
        sql<{ id: number }>`
        insert into reward_configuration (tenant_id, key, title, reward_type)
        values (${tenantId}, 't-of-table', 'T', 4) returning id`,
      ),
    )
    const ofTable = (await get(rows[0]?.id ?? 0)) as { Result: object }
    const id = await addReward({})
    expect(await get(id)).toEqual({ ...ofTable, Result: { ...ofTable.Result, Id: id } })
  })

  it('is answered with every member: null, false or empty where nothing is set', async () => {
    const id = await addReward({ title: 'Bare', type: 2, isCumulative: true })
    expect(await get(id)).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      HasError: false,
      Result: {
        ...{ Id: id, Points: 0, RewardType: 2, IsActive: true, Value: 0 },
        ...{ PreTitle: null, Title: 'Bare', Description: null, LongDescription: null },
        ...{ HasValidDate: false, ValidDateStart: null, ValidDateEnd: null },
        ...{ HasSameCustomerUsageLimit: false, SameCustomerUsageLimit: null },
        ...{ HasGlobalUsageLimit: false, GlobalUsageLimit: null },
        ...{ CustomTitle: null, UsageInstructions: null, CustomIconUrl: null },
        ...{ SendClientRedeemNotification: false, ClientEmailsNotification: [] },
        ...{ SendCustomerRedeemNotification: false, CustomerEmailConfigurationId: null },
        ...{ CustomerEmailConfiguration: null, CodePrefix: null, CumulativeDiscount: true },
        ...{
          MinimalValue: null,
          ValidDays: null,
          CashbackMaxPurchaseValue: null,
          MinimumPercentPurchase: null,
        },
        ...{ ManualCouponGeneration: false, PreGeneratedCouponLists: [], Tiers: [] },
        ...{ AvailableCashback: null, TiersCountInformation: null, IsCashbackInformativeOnly: false },
        ...{ CashbackInformativeText: null, CashbackRules: null, CashbackBalance: null, PointBalance: null },
        ...{ CashbackPointValue: null, CashbackAmount: null, MaxCashbackForCurrentPurchase: null },
        ...{ Enabled: true, DisabledReason: null, NoPointCost: true, RequiredToAddMoreText: null },
        ...{ ShouldUseCustomInstruction: false, ShouldExpireCouponsWhenNotAvailableInPlatform: false },
        ...{ RewardChannel: 0, ProductCollections: [], ValidOnlyProductCollections: [] },
        ...{ WidgetIconActive: false, LandingPageIconActive: false, WidgetIcon: null, LandingPageIcon: null },
        ...{ AllowProductCollection: false, HasProductCollection: false, ProductCollectionSelection: 0 },
        Rules: {
          RewardDescription: null,
          NonCumulativePromotion: null,
          MaximumPurchaseCashback: null,
          MinimalPurchaseRequirement: null,
          CouponValidityDays: null,
          CouponEmailConfirmation: null,
        },
      },
    })
  })
})

describe('members that follow from others', () => {
  const HOUR = 3_600_000
  const open = { Enabled: true, DisabledReason: null }
  const closed = (reason: string) => ({ Enabled: false, DisabledReason: reason })
  const NOT_YET = 'Esta recompensa ainda não está disponível.'
  const NO_LONGER = 'Esta recompensa não está mais disponível.'

  it.each([
    ['begins this moment', { validFrom: START }, open],
    ['begins a moment later', { validFrom: START + 1 }, closed(NOT_YET)],
    ['ends a moment later', { validUntil: START + 1 }, open],
    ['ends this moment', { validUntil: START }, closed(NO_LONGER)],
    ['is inactive', { isActive: false }, closed('Esta recompensa não está ativa.')],
    [
      'is inactive and over',
      { isActive: false, validUntil: START - HOUR },
      closed('Esta recompensa não está ativa.'),
    ],
  ])('a reward that %s', async (_case, reward, expected) => {
    expect(await get(await addReward(reward))).toMatchObject({ Result: expected })
  })

  it('a reward closes when the time comes, without a change of its row', async () => {
    const id = await addReward({ validUntil: START + HOUR })
    expect(await get(id)).toMatchObject({ Result: open })
    test.api.now = START + HOUR
    expect(await get(id)).toMatchObject({ Result: closed(NO_LONGER) })
    test.api.now = START
  })

  it('a reward whose coupons are all used is closed', async () => {
    const id = await addReward({})
    await inTenant(test.api.key, async (tx) => {
      const codes = ['used-1', 'used-2']
      const list = { name: 'Used', rewardId: id, couponType: COUPON_TYPE.others, codes }
      await insertCouponList(tx, test.api.key.tenantId, list)
    })
    const use = (count: number) =>
      inTenant(test.api.key, (tx) =>
        run(tx, sql`update pre_generated_coupon_list set used_count = ${count} where name = 'Used'`),
      )
    await use(1)
    expect(await get(id)).toMatchObject({ Result: open })
    await use(2)
    expect(await get(id)).toMatchObject({ Result: closed('Não há mais cupons desta recompensa.') })
  })

  it('free codes are never shown', async () => {
    const id = await addReward({})
    const list = { name: 'Secret', rewardId: id, couponType: COUPON_TYPE.others, codes: ['SECRET-1'] }
    await inTenant(test.api.key, (tx) => insertCouponList(tx, test.api.key.tenantId, list))
    expect(JSON.stringify(await get(id))).not.toContain('SECRET-1')
  })

  it.each([
    ['free', { type: REWARD_TYPE.fixedValue }, { NoPointCost: true }],
    ['for points', { type: REWARD_TYPE.fixedValue, points: 1n }, { NoPointCost: false, Points: 0.0001 }],
    ['cashback, which costs what it is worth', { type: REWARD_TYPE.cashback }, { NoPointCost: false }],
    [
      'for all but some collections',
      { collectionSelection: COLLECTION_SELECTION.except, productCollections: ['old'] },
      { HasProductCollection: true, ProductCollections: ['old'], ValidOnlyProductCollections: [] },
    ],
    [
      'with one day of validity',
      { couponValidDays: 1 },
      { ValidDays: 1, Rules: { CouponValidityDays: 'O cupom vale por 1 dia.' } },
    ],
    [
      'for 33.335 percent',
      { type: REWARD_TYPE.percent, value: decimalFromText('33.335') },
      { RewardType: 0, Value: 33.34 },
    ],
  ])('a reward %s', async (_case, reward, expected) => {
    expect(await get(await addReward(reward))).toMatchObject({ Result: expected })
  })
})

describe('an id that is not known', () => {
  const unknown = (id: string) => ({
    ErrorMessage: `There is no reward configuration with the id ${id}.`,
    ErrorCode: 44,
    Result: null,
    HasError: true,
  })

  it.each([
    '0',
    '-1',
    '2147483647',
    '2147483648',
    '-2147483649',
    '9223372036854775807',
    '99999999999999999999999999',
    'abc',
    '1.0',
    '1e3',
    'NaN',
    'null',
    '1;drop',
  ])('%s is unknown', async (id) => expect(await get(id)).toEqual(unknown(id)))

  it('that is a thousand digits long is unknown', async () => {
    const id = '9'.repeat(1_000)
    expect(await get(id)).toEqual(unknown(id))
  })

  it('that needs percent-encoding is named as it was meant', async () => {
    expect(await get('%C3%A7%20%2F%00')).toEqual(unknown('ç /\0'))
  })

  describe('or another merchant’s', () => {
    let other: ShopKey
    let theirs: number
    beforeAll(async () => {
      other = await test.api.openShop()
      theirs = (await addFullReward(other)).reward
    })

    it('is unknown', async () => {
      expect(await get(theirs)).toEqual(unknown(String(theirs)))
      expect(await get(theirs, other)).toMatchObject({ HasError: false, Result: { Id: theirs } })
    })
  })
})
