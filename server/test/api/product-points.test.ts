import { beforeAll, describe, expect, it } from 'vitest'
import { type Body, DAY_MS, DEMO_PROGRAM, iso, program } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(DEMO_PROGRAM)

const item = (members: Body = {}): Body => ({
  Id: 'espresso',
  Price: 8.5,
  PriceCurrency: 'BRL',
  Name: 'Espresso',
  ...members,
})

const answered = (Result: Body[]) => ({
  HasError: false,
  ErrorMessages: [],
  ErrorMessage: '',
  ErrorDescriptions: [],
  Result,
})

/** The message is said in three places, and names the field. */
function expectRefused(answer: unknown, code: number, field: string): void {
  const { ErrorMessage } = answer as { ErrorMessage: string }
  expect(ErrorMessage).toContain(field)
  expect(answer).toEqual({
    HasError: true,
    ErrorMessages: [ErrorMessage],
    ErrorMessage,
    ErrorDescriptions: [{ Description: code, Field: field, FieldText: ErrorMessage }],
    Result: null,
  })
}

const CATEGORY = {
  OriginalId: 'beans',
  Name: 'Beans',
  Description: null,
  ParentCategory: { OriginalId: 'coffee', Name: 'Coffee', Description: null, ParentCategory: null },
}

beforeAll(async () => {
  await test.shop.savedProduct('beans-250', {
    ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' },
    ProductCategory: CATEGORY,
  })
})

describe('the answer', () => {
  it('has every member, an item for each that was asked, in that order', async () => {
    const items = [
      item(),
      item({ Id: 'beans-250', Price: 39.9 }),
      item({ Price: 100 }),
      item({ Id: 'x', Price: 0 }),
    ]
    expect(await test.shop.productPoints(items)).toEqual(
      answered([
        { Id: 'espresso', Points: 8, Cashback: 0.4 },
        { Id: 'beans-250', Points: 79, Cashback: 3.95 },
        { Id: 'espresso', Points: 100, Cashback: 5 },
        { Id: 'x', Points: 0, Cashback: 0 },
      ]),
    )
  })

  it('to no question is empty', async () => {
    expect(await test.shop.productPoints([])).toEqual(answered([]))
  })

  it('needs no more than an id and a price', async () => {
    expect(await test.shop.productPoints([{ Id: 'a', Price: 1 }])).toEqual(
      answered([{ Id: 'a', Points: 1, Cashback: 0.05 }]),
    )
    const nulls = { Id: 'a', Price: 1, PriceCurrency: null, Name: null, Unknown: 1 }
    expect(await test.shop.productPoints([nulls])).toMatchObject({ Result: [{ Id: 'a', Points: 1 }] })
  })

  it('records nothing', async () => {
    const before = await test.shop.everything()
    await test.shop.productPoints([item()])
    expect(await test.shop.everything()).toEqual(before)
  })

  it.each(['BRL', 'brl', '', ' '])('takes “%s” for the currency of the program', async (PriceCurrency) => {
    expect(await test.shop.productPoints([item({ PriceCurrency })])).toMatchObject({ HasError: false })
  })
})

describe('the points', () => {
  const running = { startsAt: iso(START), endsAt: iso(START + DAY_MS) }
  const past = { startsAt: iso(START - DAY_MS), endsAt: iso(START) }
  const brand = { id: 2, kind: 'brand' as const, ids: ['aurora'], multiplier: '2' }
  const category = { id: 3, kind: 'category' as const, ids: ['coffee'], multiplier: '3' }
  const product = { id: 4, kind: 'product' as const, ids: ['beans-250'], multiplier: '4' }
  const campaign = { id: 5, kind: 'campaign' as const, multiplier: '5', ...running }
  const off = { isActive: false } as const

  it.each<[string, ReturnType<typeof program>, number, number]>([
    ['the rate', program({ points: '2' }), 20, 2],
    ['a rate per 3', program({ points: '1', perAmount: '3' }), 3, 0.3],
    ['the brand', program({}, brand), 20, 2],
    ['a category above its own', program({}, category), 30, 3],
    ['the product', program({}, product), 40, 4],
    ['a running campaign', program({}, campaign), 50, 5],
    ['a campaign that is over', program({}, { ...campaign, ...past }), 10, 1],
    ['the best of all', program({}, campaign, product, category, brand), 50, 5],
    ['the best of those that are active', program({}, { ...campaign, ...off }, brand, product), 40, 4],
    ['no fixed points', program({}, { id: 2, kind: 'product', ids: ['beans-250'], points: '7' }), 10, 1],
    ['no order minimum', program({ minimumOrder: '1000' }), 10, 1],
    ['rounded down, whatever the rule rounds to', program({ points: '0.19', rounding: 'ceiling' }), 1, 0.1],
    ['no payment bonus', program({}, { id: 2, kind: 'paymentMethod', ids: ['pix'], points: '9' }), 10, 1],
    [
      'no welcome',
      program({}, { id: 2, kind: 'signup', points: '9' }, { id: 3, kind: 'firstPurchase', points: '9' }),
      10,
      1,
    ],
  ])('with %s', async (_case, published, points, cashback) => {
    const shop = await test.open(published)
    await shop.savedProduct('beans-250', {
      ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' },
      ProductCategory: CATEGORY,
    })
    expect(await shop.productPoints([item({ Id: 'beans-250', Price: 10 })])).toEqual(
      answered([{ Id: 'beans-250', Points: points, Cashback: cashback }]),
    )
  })

  it('are worth nothing in cashback while that is off', async () => {
    const shop = await test.open({ ...program(), cashback: { isOn: false, pointValue: '0.1' } })
    expect(await shop.productPoints([item()])).toEqual(answered([{ Id: 'espresso', Points: 8, Cashback: 0 }]))
  })

  it('have their cashback with two decimals', async () => {
    const shop = await test.open({ ...program(), cashback: { isOn: true, pointValue: '0.0333' } })
    const answer = await shop.productPoints([item({ Price: 1 }), item({ Price: 5 }), item({ Price: 100 })])
    expect(answer.Result?.map(({ Cashback }) => Cashback)).toEqual([0.03, 0.17, 3.33])
  })

  it('are those that an order of just this product earns', async () => {
    const shop = await test.open(program({ points: '1.5' }, brand, campaign))
    await shop.savedProduct('beans-250', { ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' } })
    const { Result } = await shop.productPoints([item({ Id: 'beans-250', Price: 13.37 })])
    const { Customer } = await shop.completed('o1', 'ana', 13.37, {
      Products: [{ OriginalId: 'beans-250', ProductPrice: 13.37 }],
    })
    expect(Result).toEqual([{ Id: 'beans-250', Points: Customer.PointsBalance, Cashback: Customer.Cashback }])
  })

  it("follow this tenant's own catalogue and program", async () => {
    const other = await test.open(DEMO_PROGRAM)
    const question = [item({ Id: 'beans-250', Price: 10 })]
    expect(await other.productPoints(question)).toMatchObject({ Result: [{ Points: 10 }] })
    expect(await test.shop.productPoints(question)).toMatchObject({ Result: [{ Points: 20 }] })
  })
})

describe('what is wrong is refused by number and name', () => {
  it.each<[string, Body, number, string]>([
    ['Id missing', { Id: undefined }, 7, 'Id'],
    ['Id null', { Id: null }, 7, 'Id'],
    ['Id blank', { Id: ' ' }, 7, 'Id'],
    ['Price missing', { Price: undefined }, 7, 'Price'],
    ['Price null', { Price: null }, 7, 'Price'],
    ['Price below 0', { Price: -0.01 }, 9, 'Price'],
    ['another currency', { PriceCurrency: 'USD' }, 35, 'PriceCurrency'],
    ['Id too long', { Id: 'x'.repeat(251) }, 10, 'Id'],
    ['Name too long', { Name: 'x'.repeat(251) }, 10, 'Name'],
    ['currency too long', { PriceCurrency: 'x'.repeat(251) }, 10, 'PriceCurrency'],
    ['five decimals', { Price: 0.00001 }, 10, 'Price'],
    ['a price of 1e11', { Price: 1e11 }, 10, 'Price'],
    ['an Id that is a number', { Id: 5 }, 7, 'Id'],
    ['a price that is text', { Price: '5' }, 7, 'Price'],
    ['a name that is a list', { Name: [] }, 7, 'Name'],
    ['a currency that is a number', { PriceCurrency: 986 }, 7, 'PriceCurrency'],
    ['an Id with a NUL', { Id: 'a\0' }, 7, 'Id'],
    ['a name with half a character', { Name: '\ud83d' }, 7, 'Name'],
  ])('%s', async (_case, members, code, field) => {
    const answer = await test.shop.productPoints([item(), item(members), item({ Id: null })])
    expectRefused(answer, code, `[1].${field}`)
  })

  it('an item that is no object', async () => {
    expectRefused(await test.shop.productPoints([item(), null]), 7, '[1]')
  })

  it('a price of 1e400', async () => {
    const body = JSON.stringify([item({ Price: '#' })]).replace('"#"', '1e400')
    expectRefused(await test.shop.sendText('POST', '/v1/pvt/Product/points', body), 10, '[0].Price')
  })

  it('250 items are answered, 251 are too many', async () => {
    const items = Array.from({ length: 251 }, (_, index) =>
      item({ Id: `😀${'x'.repeat(200)}${index}`, Price: index }),
    )
    const { Result } = await test.shop.productPoints(items.slice(1))
    expect(Result).toHaveLength(250)
    expect(Result?.at(-1)).toMatchObject({ Points: 250 })
    const answer = await test.shop.productPoints(items)
    expect(answer).toMatchObject({ HasError: true, ErrorDescriptions: [{ Description: 10 }], Result: null })
    expect(answer.ErrorMessage).toContain('250')
  })

  it.each<[string, Parameters<typeof test.open>[0]]>([
    ['no program at all', null],
    ['no purchase rule', { ...program(), rules: [{ id: 1, kind: 'signup', points: '5' }] }],
    ['a purchase rule that is off', program({ isActive: false })],
  ])('with %s: 34', async (_case, published) => {
    const shop = await test.open(published)
    const answer = await shop.productPoints([item()])
    expectRefused(answer, 34, '')
    expect(answer.ErrorMessage).toContain('purchase rule')
  })

  it.each(['{}', '"a"', '', 'null'])('a body that is no array is malformed: %s', async (payload) => {
    const response = await test.api.send({
      method: 'POST',
      url: '/v1/pvt/Product/points',
      headers: { authorization: test.shop.key.authorization, 'content-type': 'application/json' },
      payload,
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ HasError: true, ErrorCode: null, Result: null })
  })
})
