import { beforeAll, describe, expect, it } from 'vitest'
import { decimalFromText } from '../../src/platform/decimal.ts'
import { insertReward } from '../../src/rewards/store/rewards.ts'
import { type ShopKey, useTestApi } from '../support/test-api.ts'

const test = useTestApi()

async function list(query: string, shop: ShopKey = test.api.key): Promise<unknown> {
  const response = await test.api.send({
    method: 'GET',
    url: `/v1/pvt/RewardConfigurations${query}`,
    headers: { authorization: shop.authorization },
  })
  expect(response.statusCode).toBe(200)
  return response.json()
}

/** Rewards called so, one after the other; names that end in “off” are inactive. */
async function addRewards(shop: ShopKey, titles: readonly string[]): Promise<number[]> {
  return test.api.cells.directory.transaction([shop.tenantId], async (tx) => {
    const ids: number[] = []
    for (const title of titles) {
      const isActive = !title.endsWith('off')
      ids.push(await insertReward(tx, shop.tenantId, { title, type: 4, isActive }))
    }
    return ids
  })
}

const titlesOf = (answer: unknown): string[] =>
  ((answer as { Items: { Title: string }[] | null }).Items ?? []).map(({ Title }) => Title)

const refused = (message: string) => ({
  Items: null,
  TotalItemCount: 0,
  PageSize: 0,
  PageNumber: 0,
  HasNextPage: false,
  HasError: true,
  ErrorMessages: [message],
})

const WRONG_SIZE = refused('45 ApiExternal_Error_Page_Size: PageSize must be from 1 to 50.')
const WRONG_NUMBER = refused('9 General_BiggerThanZero: PageNumber must be 1 or more.')
const WRONG_ACTIVE = refused('7 General_FieldCannotBeNullOrBlank: IsActive must be true or false.')

describe('an item', () => {
  it('has the reduced members and no other, with money of two decimals and points of four', async () => {
    const shop = await test.api.openShop()
    const [full, bare] = await test.api.cells.directory.transaction([shop.tenantId], async (tx) => [
      await insertReward(tx, shop.tenantId, {
        title: 'R$ 10 off',
        description: 'R$ 10 de desconto',
        longDescription: 'not in the list',
        type: 1,
        value: decimalFromText('10.055'),
        points: decimalFromText('200.1234'),
      }),
      await insertReward(tx, shop.tenantId, { title: 'Bare', type: 3, isActive: false }),
    ])
    expect(await list('', shop)).toEqual({
      Items: [
        {
          Id: full,
          Title: 'R$ 10 off',
          Description: 'R$ 10 de desconto',
          IsActive: true,
          Value: 10.06,
          Points: 200.1234,
          RewardType: 1,
        },
        { Id: bare, Title: 'Bare', Description: null, IsActive: false, Value: 0, Points: 0, RewardType: 3 },
      ],
      TotalItemCount: 2,
      PageSize: 10,
      PageNumber: 1,
      HasNextPage: false,
      HasError: false,
      ErrorMessages: [],
    })
  })
})

describe('a merchant without rewards', () => {
  it('has an empty list, which is no error', async () => {
    const shop = await test.api.openShop()
    const page = { PageSize: 10, HasNextPage: false, HasError: false, ErrorMessages: [] }
    expect(await list('', shop)).toEqual({ Items: [], TotalItemCount: 0, PageNumber: 1, ...page })
    expect(await list('?PageNumber=3', shop)).toEqual({
      Items: [],
      TotalItemCount: 0,
      PageNumber: 3,
      ...page,
    })
  })
})

describe('pages', () => {
  const TITLES = Array.from({ length: 60 }, (_, index) => `reward ${index + 1}`)
  beforeAll(() => addRewards(test.api.key, TITLES))

  const page = (number: number, size: number, from: number, to: number) => ({
    Items: TITLES.slice(from - 1, to).map((title) => expect.objectContaining({ Title: title })),
    TotalItemCount: 60,
    PageSize: size,
    PageNumber: number,
    HasNextPage: to < 60,
    HasError: false,
    ErrorMessages: [],
  })

  it.each([
    ['no parameter', '', page(1, 10, 1, 10)],
    ['empty parameters', '?PageNumber=&PageSize=', page(1, 10, 1, 10)],
    ['parameters null', '?PageNumber=null&PageSize=null', page(1, 10, 1, 10)],
    ['a page number', '?PageNumber=2', page(2, 10, 11, 20)],
    ['a page size', '?PageSize=7', page(1, 7, 1, 7)],
    ['the smallest page', '?PageSize=1', page(1, 1, 1, 1)],
    ['the last of the smallest pages', '?PageSize=1&PageNumber=60', page(60, 1, 60, 60)],
    ['the one before it', '?PageSize=1&PageNumber=59', page(59, 1, 59, 59)],
    ['the largest page', '?PageSize=50', page(1, 50, 1, 50)],
    ['a last page that is not full', '?PageSize=50&PageNumber=2', page(2, 50, 51, 60)],
    ['a last page that is just full', '?PageSize=20&PageNumber=3', page(3, 20, 41, 60)],
    ['the page before it', '?PageSize=20&PageNumber=2', page(2, 20, 21, 40)],
  ])('with %s', async (_case, query, expected) => expect(await list(query)).toEqual(expected))

  it.each([
    ['just beyond the end', '?PageSize=20&PageNumber=4', 4, 20],
    ['as far as a number can say', '?PageSize=50&PageNumber=2147483647', 2_147_483_647, 50],
  ])('%s are empty and keep the total', async (_case, query, number, size) => {
    expect(await list(query)).toEqual({
      Items: [],
      TotalItemCount: 60,
      PageSize: size,
      PageNumber: number,
      HasNextPage: false,
      HasError: false,
      ErrorMessages: [],
    })
  })

  it.each(['0', '51', '-1', '2147483648', 'abc', '10.5', '1e1', '%2010', '0x10'])(
    'cannot have the size %s',
    async (size) => expect(await list(`?PageSize=${size}`)).toEqual(WRONG_SIZE),
  )

  it.each(['0', '-1', '-2147483648', '2147483648', 'abc', '1.5', '99999999999999999999'])(
    'cannot have the number %s',
    async (number) => expect(await list(`?PageNumber=${number}`)).toEqual(WRONG_NUMBER),
  )

  it('cannot be asked for with a parameter twice: it would not be clear which is meant', async () => {
    expect(await list('?PageSize=5&PageSize=5')).toEqual(WRONG_SIZE)
    expect(await list('?PageNumber=1&PageNumber=2')).toEqual(WRONG_NUMBER)
    expect(await list('?IsActive=true&IsActive=false')).toEqual(WRONG_ACTIVE)
  })

  it('together hold every reward once, in the order in which they were made', async () => {
    const seen: string[] = []
    for (let number = 1, more = true; more; number += 1) {
      const answer = await list(`?PageSize=7&PageNumber=${number}`)
      seen.push(...titlesOf(answer))
      more = (answer as { HasNextPage: boolean }).HasNextPage
    }
    expect(seen).toEqual(TITLES)
  })

  it('ignore parameters that they do not know', async () => {
    expect(await list('?Sort=Title&PageSize=2')).toEqual(page(1, 2, 1, 2))
  })
})

describe('IsActive', () => {
  let shop: ShopKey
  beforeAll(async () => {
    shop = await test.api.openShop()
    await addRewards(shop, ['a', 'b off', 'c', 'd off', 'e'])
  })

  it.each([
    ['true', ['a', 'c', 'e']],
    ['True', ['a', 'c', 'e']],
    ['false', ['b off', 'd off']],
    ['', ['a', 'b off', 'c', 'd off', 'e']],
    ['null', ['a', 'b off', 'c', 'd off', 'e']],
  ])('“%s” lists only what it says, and counts only that', async (value, titles) => {
    const answer = await list(`?IsActive=${value}`, shop)
    expect(titlesOf(answer)).toEqual(titles)
    expect(answer).toMatchObject({ TotalItemCount: titles.length, HasNextPage: false })
  })

  it('pages through what it lists', async () => {
    const first = await list('?IsActive=true&PageSize=2', shop)
    expect(first).toMatchObject({ TotalItemCount: 3, HasNextPage: true })
    const second = await list('?IsActive=true&PageSize=2&PageNumber=2', shop)
    expect(second).toMatchObject({ TotalItemCount: 3, HasNextPage: false })
    expect([titlesOf(first), titlesOf(second)]).toEqual([['a', 'c'], ['e']])
  })

  it.each(['1', '0', 'yes', 'truee', '%20', '{}'])('“%s” is refused', async (value) => {
    expect(await list(`?IsActive=${value}`, shop)).toEqual(WRONG_ACTIVE)
  })
})

describe('200 lists at once of 3 merchants', () => {
  it('are each answered with the rewards of the merchant who asked, and of what was asked for', async () => {
    const shops = await Promise.all(Array.from({ length: 3 }, () => test.api.openShop()))
    for (const [index, shop] of shops.entries()) {
      await addRewards(
        shop,
        Array.from(
          { length: 12 + index },
          (_, number) => `${index}.${number}${number % 3 === 0 ? ' off' : ''}`,
        ),
      )
    }
    const questions = Array.from({ length: 200 }, (_, number) => ({
      shop: number % 3,
      size: 1 + (number % 9),
      page: 1 + (number % 2),
      isActive: [null, true, false][number % 5] ?? null,
    }))
    const answers = await Promise.all(
      questions.map(({ shop, size, page, isActive }) =>
        list(`?PageSize=${size}&PageNumber=${page}&IsActive=${isActive}`, shops[shop]),
      ),
    )
    for (const [number, { shop, size, page, isActive }] of questions.entries()) {
      const all = Array.from({ length: 12 + shop }, (_, count) => ({
        title: `${shop}.${count}${count % 3 === 0 ? ' off' : ''}`,
        isActive: count % 3 !== 0,
      })).filter((reward) => isActive === null || reward.isActive === isActive)
      expect(titlesOf(answers[number])).toEqual(
        all.slice((page - 1) * size, page * size).map(({ title }) => title),
      )
      expect(answers[number]).toMatchObject({
        TotalItemCount: all.length,
        PageSize: size,
        PageNumber: page,
        HasNextPage: page * size < all.length,
      })
    }
  })
})
