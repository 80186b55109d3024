/** `POST /v1/pvt/Customer/bulk`. */
import { describe, expect, it } from 'vitest'
import { BULK_ITEMS_MAX } from '../../src/contract/private-api/bulk.ts'
import { type ResultEnvelope, refusedPage } from '../support/answers.ts'
import { program } from '../support/shop.ts'
import { useShop } from '../support/use-shops.ts'

const SIGNUP = program({}, { id: 2, kind: 'signup', points: '50' })
const test = useShop(SIGNUP)

describe('many customers', () => {
  it('are answered one by one, to the last member', async () => {
    const shop = await test.open(SIGNUP)
    await shop.upsertCustomers([{ OriginalId: 'known', Name: 'Known', BirthdayDate: '1990-05-17' }])
    const answer = await shop.upsertCustomers([
      { OriginalId: 'new', Name: 'New', Email: 'new@example.com' },
      { OriginalId: 'known', Name: 'Known' },
      { OriginalId: 'known', Name: 'Better known' },
      { OriginalId: 'known', BirthdayDate: '1991-05-17' },
      { OriginalId: 'other', Email: 'NEW@example.com' },
      { Name: 'Nobody' },
    ])
    const done = (Index: number, OriginalId: string, Result: object) => ({
      Index,
      OriginalId,
      HasError: false,
      ErrorCode: null,
      ErrorMessage: null,
      Result,
    })
    expect(answer).toStrictEqual({
      Items: [
        done(0, 'new', { Operation: 'Created', Code: '06', CodeName: 'CustomerCreated' }),
        done(1, 'known', { Operation: 'Unchanged', Code: '05', CodeName: 'CustomerUnchanged' }),
        done(2, 'known', { Operation: 'Updated', Code: '07', CodeName: 'CustomerUpdated' }),
        done(3, 'known', { Operation: 'Unchanged', Code: '08', CodeName: 'BirthdayKept' }),
        done(4, 'other', { Operation: 'Created', Code: '04', CodeName: 'ContactShared' }),
        {
          Index: 5,
          OriginalId: null,
          HasError: true,
          ErrorCode: 39,
          ErrorMessage: expect.stringContaining('OriginalId'),
          Result: null,
        },
      ],
      TotalItemCount: 6,
      PageSize: 6,
      PageNumber: 1,
      HasNextPage: false,
      HasError: false,
      ErrorMessages: [],
      SucceededCount: 5,
      FailedCount: 1,
    })
    // Who signs up gets the points for it once.
    expect((await shop.getPoints('new')).PointsBalance).toBe(50)
    expect((await shop.getPoints('known')).PointsBalance).toBe(50)
  })

  it.each([
    [39, 'OriginalId', { OriginalId: ' ' }],
    [41, 'Name', { OriginalId: 'ana', Name: 5 }],
    [41, 'IsEnrolled', { OriginalId: 'ana', IsEnrolled: 'yes' }],
    [10, 'Email', { OriginalId: 'ana', Email: 'x'.repeat(251) }],
    [10, 'OriginalId', { OriginalId: 'x'.repeat(251) }],
    [41, 'must be a JSON object', ['ana']],
    [41, 'must be a JSON object', null],
  ])('%i %s: refused as alone, without its neighbours', async (code, says, body) => {
    const shop = await test.open(SIGNUP)
    const { Items } = await shop.upsertCustomers([{ OriginalId: 'bob' }, body, { OriginalId: 'eva' }])
    expect(Items?.map(({ HasError }) => HasError)).toEqual([false, true, false])
    const { ErrorCode, ErrorMessage } = Items?.[1] ?? {}
    expect([ErrorCode, ErrorMessage]).toEqual([code, expect.stringContaining(says)])
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return
    const single = await shop.sendText<ResultEnvelope<unknown>>(
      'POST',
      '/v1/pvt/Customer/upsert',
      JSON.stringify(body),
    )
    expect([single.ErrorCode, single.ErrorMessage]).toEqual([ErrorCode, ErrorMessage])
  })

  it('of one id are saved in their order', async () => {
    const shop = await test.open(SIGNUP)
    const { Items } = await shop.upsertCustomers(
      Array.from({ length: 200 }, (_, index) => ({ OriginalId: `c-${index % 3}`, Name: `Name ${index}` })),
    )
    expect(Items?.map(({ Result }) => Result?.Code)).toEqual(
      Array.from({ length: 200 }, (_, index) => (index < 3 ? '06' : '07')),
    )
    expect((await shop.getCustomer('c-1')).Result?.Name).toBe('Name 199')
  })

  it('may be sent again: nothing changes, and nobody signs up twice', async () => {
    const shop = await test.open(SIGNUP)
    const customers = Array.from({ length: BULK_ITEMS_MAX }, (_, index) => ({
      OriginalId: `c-${index}`,
      Email: `c-${index}@example.com`,
    }))
    expect(await shop.upsertCustomers(customers)).toMatchObject({ SucceededCount: BULK_ITEMS_MAX })
    const again = await shop.upsertCustomers(customers)
    expect(new Set(again.Items?.map(({ Result }) => Result?.CodeName))).toEqual(
      new Set(['CustomerUnchanged']),
    )
    expect((await shop.getPoints('c-999')).PointsBalance).toBe(50)
  })

  it('of another merchant are not met', async () => {
    const [one, other] = [await test.open(SIGNUP), await test.open(SIGNUP)]
    await one.upsertCustomers([{ OriginalId: 'ana', Name: 'Mine', Email: 'ana@example.com' }])
    const { Items } = await other.upsertCustomers([{ OriginalId: 'ana', Email: 'ana@example.com' }])
    expect(Items?.[0]?.Result?.CodeName).toBe('CustomerCreated')
    expect((await other.getCustomer('ana')).Result?.Name).toBeNull()
  })
})

it.each([
  [7, 'empty', []],
  [10, 'more than 1000 items', Array(BULK_ITEMS_MAX + 1).fill({ OriginalId: 'ana' })],
])('refuses the whole list with %i: %s', async (code, says, bodies) => {
  expect(await test.shop.upsertCustomers(bodies)).toEqual({
    ...refusedPage({ code, says }),
    SucceededCount: 0,
    FailedCount: 0,
  })
  expect((await test.shop.getPoints('ana')).CustomerExists).toBe(false)
})

it('takes no single customer', async () => {
  const response = await test.api.send({
    method: 'POST',
    url: '/v1/pvt/Customer/bulk',
    headers: { authorization: test.shop.key.authorization },
    payload: { OriginalId: 'ana' },
  })
  expect([response.statusCode, response.json().ErrorMessage]).toEqual([400, 'The body must be a JSON array.'])
})
