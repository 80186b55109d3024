/** `POST /v1/pvt/Product/bulk`. */
import { describe, expect, it } from 'vitest'
import { BULK_ITEMS_MAX } from '../../src/contract/private-api/bulk.ts'
import { refusedPage } from '../support/answers.ts'
import type { Shop } from '../support/shop.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop()

const stored = (shop: Shop) =>
  test.reader.query<{ original_id: string; title: string; brand_original_id: string | null }>(
    'select original_id, title, brand_original_id from product where tenant_id = $1 order by original_id',
    [shop.tenantId],
  )

describe('many products', () => {
  it('are answered one by one, to the last member', async () => {
    const shop = await test.open()
    await shop.savedProduct('known', { Title: 'Known' })
    const answer = await shop.saveProducts([
      { OriginalId: 'new', Title: 'New', ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' } },
      { OriginalId: 'known', Title: 'Known' },
      { OriginalId: 'known', Title: 'Better known' },
      { OriginalId: 'untitled' },
    ])
    const item = (
      Index: number,
      OriginalId: string,
      [Code, CodeName, Severity]: [string, string, number],
    ) => ({
      Index,
      OriginalId,
      HasError: false,
      ErrorCode: null,
      ErrorMessage: null,
      Result: { Code, CodeName, Severity },
    })
    expect(answer).toStrictEqual({
      Items: [
        item(0, 'new', ['06', 'ProductCreated', 0]),
        item(1, 'known', ['05', 'ProductUnchanged', 1]),
        item(2, 'known', ['07', 'ProductUpdated', 0]),
        {
          Index: 3,
          OriginalId: 'untitled',
          HasError: true,
          ErrorCode: 7,
          ErrorMessage: expect.stringContaining('Title'),
          Result: null,
        },
      ],
      TotalItemCount: 4,
      PageSize: 4,
      PageNumber: 1,
      HasNextPage: false,
      HasError: false,
      ErrorMessages: [],
      SucceededCount: 3,
      FailedCount: 1,
    })
    expect(await stored(shop)).toEqual([
      { original_id: 'known', title: 'Better known', brand_original_id: null },
      { original_id: 'new', title: 'New', brand_original_id: 'aurora' },
    ])
  })

  it.each([
    [39, 'OriginalId', { Title: 'Mug' }],
    [39, 'ProductBrand.OriginalId', { OriginalId: 'mug', Title: 'Mug', ProductBrand: {} }],
    [39, 'ProductCategory.OriginalId', { OriginalId: 'mug', Title: 'Mug', ProductCategory: {} }],
    [7, 'Title', { OriginalId: 'mug', Title: ' ' }],
    [9, 'ProductPrice', { OriginalId: 'mug', Title: 'Mug', ProductPrice: -1 }],
    [10, 'Title', { OriginalId: 'mug', Title: 'x'.repeat(251) }],
    [10, 'ProductPrice', { OriginalId: 'mug', Title: 'Mug', ProductPrice: 1e11 }],
    [38, 'Colour', { OriginalId: 'mug', Title: 'Mug', Colour: 'red' }],
    [38, 'Title', { OriginalId: 'mug', Title: 5 }],
    [38, 'nested deeper than 10 levels', { OriginalId: 'mug', Title: 'Mug', ProductCategory: nested(11) }],
    [38, 'must be a JSON object', 'mug'],
    [38, 'must be a JSON object', null],
  ])('%i %s: refused as alone, without its neighbours', async (code, says, body) => {
    const shop = await test.open()
    const good = { OriginalId: 'good', Title: 'Good' }
    const { Items } = await shop.saveProducts([good, body, { ...good, OriginalId: 'also' }])
    expect(Items?.map(({ HasError }) => HasError)).toEqual([false, true, false])
    expect(Items?.[1]).toMatchObject({
      ErrorCode: code,
      ErrorMessage: expect.stringContaining(says),
      Result: null,
    })
    expect((await stored(shop)).map(({ original_id }) => original_id)).toEqual(['also', 'good'])
  })

  it('of one id are saved in their order', async () => {
    const shop = await test.open()
    const { Items } = await shop.saveProducts(
      Array.from({ length: 200 }, (_, index) => ({ OriginalId: `p-${index % 3}`, Title: `Title ${index}` })),
    )
    expect(Items?.map(({ Result }) => Result?.Code)).toEqual(
      Array.from({ length: 200 }, (_, index) => (index < 3 ? '06' : '07')),
    )
    expect((await stored(shop)).map(({ title }) => title)).toEqual(['Title 198', 'Title 199', 'Title 197'])
  })

  it('that share brands and categories do not stop each other', async () => {
    const shop = await test.open()
    const products = Array.from({ length: BULK_ITEMS_MAX }, (_, index) => ({
      OriginalId: `p-${index}`,
      Title: 'Mug',
      ProductBrand: { OriginalId: `b-${index % 2}`, Name: `Name ${index % 5}` },
      ProductCategory: {
        OriginalId: `c-${index % 3}`,
        Name: `Name ${index % 7}`,
        ParentCategory: { OriginalId: `c-${(index + 1) % 3}`, Name: `Name ${index % 4}` },
      },
    }))
    expect(await shop.saveProducts(products)).toMatchObject({
      SucceededCount: BULK_ITEMS_MAX,
      FailedCount: 0,
    })
    expect(await stored(shop)).toHaveLength(BULK_ITEMS_MAX)
  })

  it('of another merchant are not met', async () => {
    const [one, other] = [await test.open(), await test.open()]
    await one.saveProducts([{ OriginalId: 'mug', Title: 'Mine' }])
    const { Items } = await other.saveProducts([{ OriginalId: 'mug', Title: 'Yours' }])
    expect(Items?.[0]?.Result?.CodeName).toBe('ProductCreated')
    expect(await stored(one)).toMatchObject([{ title: 'Mine' }])
  })
})

it.each([
  [7, 'empty', []],
  [10, 'more than 1000 items', Array(BULK_ITEMS_MAX + 1).fill({ OriginalId: 'mug', Title: 'Mug' })],
])('refuses the whole list with %i: %s', async (code, says, bodies) => {
  expect(await test.shop.saveProducts(bodies)).toEqual({
    ...refusedPage({ code, says }),
    SucceededCount: 0,
    FailedCount: 0,
  })
  expect(await stored(test.shop)).toEqual([])
})

it('takes no single product', async () => {
  const response = await test.api.send({
    method: 'POST',
    url: '/v1/pvt/Product/bulk',
    headers: { authorization: test.shop.key.authorization },
    payload: { OriginalId: 'mug', Title: 'Mug' },
  })
  expect([response.statusCode, response.json().ErrorMessage]).toEqual([400, 'The body must be a JSON array.'])
})

function nested(levels: number): object | null {
  return levels === 0 ? null : { OriginalId: `c-${levels}`, ParentCategory: nested(levels - 1) }
}
