import { describe, expect, it } from 'vitest'
import { refusedPage, resultOf } from '../support/answers.ts'
import { DAY_MS, program } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const review = { id: 7, kind: 'custom', key: 'review', points: '15', limits: { perDay: 2, ever: 3 } } as const
const test = useShop(program({}, review))

describe('the answer', () => {
  it('has every member, of every kind of action and no bonus', async () => {
    const shop = await test.open(
      program(
        { name: 'Shopping' },
        { id: 2, kind: 'signup', points: '20' },
        { id: 3, kind: 'birthday', points: '30' },
        { id: 4, kind: 'referral', points: '40' },
        { id: 5, kind: 'quiz' },
        { id: 6, kind: 'firstPurchase', points: '60' },
        review,
        { id: 8, kind: 'brand', ids: ['aurora'], multiplier: '2' },
        { id: 9, kind: 'custom', key: 'off', points: '1', isActive: false },
      ),
      { locale: 'en' },
    )
    const { Items, ...envelope } = await shop.listObjectives()
    expect(envelope).toEqual({
      TotalItemCount: 7,
      PageSize: 10,
      PageNumber: 1,
      HasNextPage: false,
      HasError: false,
      ErrorMessages: [],
    })
    expect(Items?.map(({ Id, Type, Title, AmountOfPoints }) => [Id, Type, Title, AmountOfPoints])).toEqual([
      [1, 0, 'Shopping', 1],
      [2, 1, 'Sign-up', 20],
      [3, 2, 'Birthday', 30],
      [4, 3, 'Referral', 40],
      [5, 4, 'Quiz', null],
      [6, 6, 'First purchase', 60],
      [7, 5, 'Action', 15],
    ])
    expect(Items?.at(-1)).toEqual({
      Id: 7,
      Title: 'Action',
      Description: expect.stringContaining('review'),
      AmountOfPoints: 15,
      Active: true,
      Details: { Key: 'review', LimitPerDay: 2, LimitEver: 3, Completed: null, RemainingToday: null },
      Type: 5,
    })
  })

  it('for a customer: how often it was done, and can be done today', async () => {
    const shop = await test.open(program({}, review))
    await shop.completed('o1', 'ana', 10)
    const details = async () => {
      const { Items } = await shop.listObjectives('?CustomerId=ana')
      return Items?.find(({ Id }) => Id === 7)?.Details
    }
    expect(await details()).toMatchObject({ Completed: 0, RemainingToday: 2 })
    resultOf(await shop.grant('review', { CustomerId: 'ana', Key: 'r1' }))
    expect(await details()).toMatchObject({ Completed: 1, RemainingToday: 1 })
    resultOf(await shop.grant('review', { CustomerId: 'ana', Key: 'r2' }))
    expect(await details()).toMatchObject({ Completed: 2, RemainingToday: 0 })
    test.api.now = START + DAY_MS
    expect(await details()).toMatchObject({ Completed: 2, RemainingToday: 1 })
    resultOf(await shop.grant('review', { CustomerId: 'ana', Key: 'r3' }))
    expect(await details()).toMatchObject({ Completed: 3, RemainingToday: 0 })
    const { sequence } = await shop.send('GET', '/v1/pvt/Objectives/active?CustomerId=ana')
    expect(sequence).toBe(4)
  })

  it('is empty without a program', async () => {
    expect(await (await test.open(null)).listObjectives()).toMatchObject({ Items: [], TotalItemCount: 0 })
  })

  it('page by page', async () => {
    const shop = await test.open(program({}, { id: 2, kind: 'signup', points: '20' }, review))
    const page = await shop.listObjectives('?PageSize=2&PageNumber=2&CustomerId=')
    expect(page).toMatchObject({ TotalItemCount: 3, HasNextPage: false, Items: [{ Id: 7 }] })
  })
})

describe('refusals', () => {
  it.each([
    ['?PageSize=0', 45, 'PageSize'],
    ['?PageSize=51', 45, 'PageSize'],
    ['?PageNumber=0', 9, 'PageNumber'],
    ['?PageSize=50&PageNumber=201', 10, 'PageNumber'],
    ['?CustomerId=nobody', 59, 'customer'],
    ['?CustomerId=%00', 59, 'customer'],
  ])('%s is %i', async (query, code, says) => {
    expect(await test.shop.listObjectives(query)).toEqual(refusedPage({ code, says }))
  })

  it('another tenant’s customer is 59', async () => {
    const other = await test.open()
    await other.completed('o1', 'only-there', 1)
    expect(await test.shop.listObjectives('?CustomerId=only-there')).toEqual(
      refusedPage({ code: 59, says: 'customer' }),
    )
  })
})
