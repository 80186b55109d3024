import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const review = { id: 7, kind: 'custom', key: 'review', points: '15', limits: { perDay: 2, ever: 3 } } as const
const test = useShop(program({}, review))

async function shopWithAna(...rules: Parameters<typeof program>[1][]): Promise<Shop> {
  const shop = await test.open(program({}, review, ...rules))
  await shop.completed('o1', 'ana', 100)
  return shop
}

describe('the answer', () => {
  it('has every member, and the points are of type 5', async () => {
    const shop = await shopWithAna()
    const url = '/v1/pvt/Objectives/7/redeem'
    const { answer, sequence } = await shop.send('POST', url, '{"CustomerId":"ana","Key":"r1"}')
    const [item] = await shop.history('ana')
    expect(answer).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: {
        IsNew: true,
        PointsAwarded: 15,
        PointId: item?.Id,
        AvailableDate: '2026-01-15T12:00:00.000Z',
        PointsBalance: 115,
        CashbackBalance: 11.5,
      },
      HasError: false,
    })
    expect(sequence).toBe(2)
    expect(item).toMatchObject({
      PointType: 5,
      Points: 15,
      Explanation: { Lines: [{ Kind: 'custom', RuleId: 7 }] },
    })
  })

  it('the same again is not new: by its id, by its key, by the command line', async () => {
    const shop = await shopWithAna()
    const first = resultOf(await shop.grant(7, { CustomerId: 'ana', Key: 'r1' }))
    const before = await shop.everything()
    for (const action of [7, 'review']) {
      expect(resultOf(await shop.grant(action, { CustomerId: 'ana', Key: 'r1' }))).toEqual({
        ...first,
        IsNew: false,
        PointsAwarded: 0,
      })
    }
    expect(await shop.everything()).toEqual(before)
  })

  it('also where the rule is off or its limit reached since', async () => {
    const shop = await shopWithAna()
    resultOf(await shop.grant('review', { CustomerId: 'ana', Key: 'r1' }))
    await shop.publish(program({}, { ...review, isActive: false }))
    expect(await shop.grant('review', { CustomerId: 'ana', Key: 'r1' })).toMatchObject({
      HasError: false,
      Result: { IsNew: false },
    })
  })

  it('waits and expires as its rule says', async () => {
    const shop = await shopWithAna({
      id: 8,
      kind: 'custom',
      key: 'slow',
      points: '5',
      waitingDays: 3,
      validityDays: 10,
    })
    expect(resultOf(await shop.grant('slow', { CustomerId: 'ana', Key: 'k' }))).toMatchObject({
      PointsAwarded: 5,
      AvailableDate: '2026-01-18T03:00:00.000Z',
      PointsBalance: 100,
    })
    test.api.now = START + 3 * DAY_MS
    expect(resultOf(await shop.grant('slow', { CustomerId: 'ana', Key: 'k' }))).toMatchObject({
      IsNew: false,
      PointsBalance: 105,
    })
  })

  it('a key that is called like one of our own actions is the merchant’s', async () => {
    const shop = await shopWithAna(
      { id: 8, kind: 'referral', points: '40' },
      { id: 9, kind: 'custom', key: 'signup', points: '3' },
    )
    expect(await shop.grant('referral', { CustomerId: 'ana', Key: 'k' })).toEqual(
      refused({ code: 48, says: 'referral' }),
    )
    expect(resultOf(await shop.grant('signup', { CustomerId: 'ana', Key: 'k' }))).toMatchObject({
      PointsAwarded: 3,
    })
  })

  it('many at once are one', async () => {
    const shop = await shopWithAna()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => shop.grant('review', { CustomerId: 'ana', Key: 'r1' })),
    )
    expect(answers.filter(({ Result }) => Result?.IsNew)).toHaveLength(1)
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 115 })
  })
})

describe('refusals', () => {
  it.each([
    [{ Key: 'k' }, 7, 'CustomerId'],
    [{ CustomerId: ' ', Key: 'k' }, 7, 'CustomerId'],
    [{ CustomerId: 'ana' }, 7, 'Key'],
    [{ CustomerId: 'ana', Key: '' }, 7, 'Key'],
    [{ CustomerId: 5, Key: 'k' }, 7, 'CustomerId'],
    [{ CustomerId: 'ana', Key: 'x'.repeat(251) }, 10, 'Key'],
    [{ CustomerId: 'nobody', Key: 'k' }, 59, 'customer'],
  ])('%j is %i', async (body, code, says) => {
    await test.shop.completed('o1', 'ana', 100)
    expect(await test.shop.grant('review', body)).toEqual(refused({ code, says }))
  })

  it.each(['nothing', '99', '9'.repeat(30), 'REVIEW', '-7', '7.0', '\0', 'x'.repeat(4_000)])(
    'an unknown action is 48: %j',
    async (action) => {
      await test.shop.completed('o1', 'ana', 100)
      expect(await test.shop.grant(action, { CustomerId: 'ana', Key: 'k' })).toMatchObject({ ErrorCode: 48 })
    },
  )

  it('a rule that is off is 49, by its id and by its key', async () => {
    const shop = await shopWithAna({ id: 8, kind: 'custom', key: 'off', points: '1', isActive: false })
    for (const action of [8, 'off']) {
      expect(await shop.grant(action, { CustomerId: 'ana', Key: 'k' })).toEqual(
        refused({ code: 49, says: 'off' }),
      )
    }
  })

  it('a customer who is not enrolled is 49', async () => {
    const shop = await shopWithAna()
    await shop.completed('o2', 'bia', 1, { Customer: { OriginalId: 'bia', IsEnrolled: false } })
    expect(await shop.grant('review', { CustomerId: 'bia', Key: 'k' })).toEqual(
      refused({ code: 49, says: 'enrolled' }),
    )
  })

  it('the limits of a day and in all are 53', async () => {
    const shop = await shopWithAna()
    for (const Key of ['r1', 'r2']) resultOf(await shop.grant('review', { CustomerId: 'ana', Key }))
    expect(await shop.grant('review', { CustomerId: 'ana', Key: 'r3' })).toEqual(
      refused({ code: 53, says: 'often' }),
    )
    test.api.now = START + DAY_MS
    resultOf(await shop.grant('review', { CustomerId: 'ana', Key: 'r3' }))
    expect(await shop.grant('review', { CustomerId: 'ana', Key: 'r4' })).toEqual(
      refused({ code: 53, says: 'often' }),
    )
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 145 })
  })

  it('another kind of rule is 54', async () => {
    const shop = await shopWithAna({ id: 8, kind: 'signup', points: '5' })
    for (const action of [1, 8]) {
      expect(await shop.grant(action, { CustomerId: 'ana', Key: 'k' })).toEqual(
        refused({ code: 54, says: String(action) }),
      )
    }
  })

  it('another tenant’s customer is 59, and its actions 48', async () => {
    const other = await test.open(program({}, { ...review, key: 'theirs', id: 11 }))
    await other.completed('o1', 'only-there', 1)
    await test.shop.completed('o1', 'ana', 100)
    expect(await test.shop.grant('review', { CustomerId: 'only-there', Key: 'k' })).toMatchObject({
      ErrorCode: 59,
    })
    for (const action of [11, 'theirs']) {
      expect(await test.shop.grant(action, { CustomerId: 'ana', Key: 'k' })).toMatchObject({ ErrorCode: 48 })
    }
  })
})
