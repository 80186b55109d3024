import { beforeAll, describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { type Body, DAY_MS, iso, type ProgramToPublish, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())
const NOW = iso(START)
const ADD = 0
const REMOVE = 1

let keys = 0
function aChange(members: Body = {}): Body {
  keys += 1
  return { Value: 5, OperationType: ADD, Reason: 'Late delivery', ChangeKey: `key-${keys}`, ...members }
}

const withCashbackOff: ProgramToPublish = { ...program(), cashback: { isOn: false, pointValue: '0.1' } }

const NOBODY = {
  CustomerExists: false,
  InternalId: null,
  PointsBalance: 0,
  PointsToExpire: [],
  CashbackBalance: 0,
  RedeemKey: null,
  PointHistory: [],
  Name: null,
  Error: expect.stringContaining('customer'),
}
const unknownCustomer = { ...refused({ code: 59, says: 'customer' }), Result: NOBODY }

describe('the answer', () => {
  it('has every member', async () => {
    const shop = await test.open(program({ validityDays: 30 }))
    const { Customer } = await shop.completed('o1', 'ana', 100, {
      Customer: { OriginalId: 'ana', Name: 'Ana Souza' },
      Branch: { OriginalId: 'centro', Name: 'Centro' },
    })
    test.api.now = START + DAY_MS
    await shop.completed('o2', 'ana', 50)
    test.api.now = START + 2 * DAY_MS
    const change = { Value: 2.5, OperationType: ADD, Reason: 'Late delivery', ChangeKey: 'ticket-4711' }
    expect(await shop.changeCashback('ana', change)).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: {
        CustomerExists: true,
        InternalId: String(Customer.Id),
        PointsBalance: 175,
        PointsToExpire: [
          { Points: 100, When: '2026-02-15T02:59:59.000Z' },
          { Points: 50, When: '2026-02-16T02:59:59.000Z' },
        ],
        CashbackBalance: 17.5,
        RedeemKey: null,
        PointHistory: [
          {
            Id: expect.any(Number),
            DateReceived: iso(START + 2 * DAY_MS),
            ExpirationDate: null,
            Amount: 25,
            CashbackAmount: 2.5,
            BranchId: null,
            BranchName: null,
          },
          {
            Id: expect.any(Number),
            DateReceived: iso(START + DAY_MS),
            ExpirationDate: '2026-02-16T02:59:59.000Z',
            Amount: 50,
            CashbackAmount: 5,
            BranchId: null,
            BranchName: null,
          },
          {
            Id: expect.any(Number),
            DateReceived: NOW,
            ExpirationDate: '2026-02-15T02:59:59.000Z',
            Amount: 100,
            CashbackAmount: 10,
            BranchId: 'centro',
            BranchName: 'Centro',
          },
        ],
        Name: 'Ana Souza',
        Error: null,
      },
      HasError: false,
    })
  })

  it('says what is left of the lots that expire, soonest first, those of one day together', async () => {
    const shop = await test.open(program({ validityDays: 30 }))
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'ana', 20)
    test.api.now = START + DAY_MS
    await shop.completed('o3', 'ana', 7)
    await shop.changedCashback('ana', 1)
    const { PointsToExpire, PointsBalance } = await shop.changedCashback('ana', -4.5)
    expect(PointsToExpire).toEqual([
      { Points: 75, When: '2026-02-15T02:59:59.000Z' },
      { Points: 7, When: '2026-02-16T02:59:59.000Z' },
    ])
    expect(PointsBalance).toBe(92)
  })

  it('shows nothing that waits', async () => {
    const shop = await test.open(program({ waitingDays: 5, validityDays: 30 }))
    await shop.completed('o1', 'ana', 100)
    const { PointHistory, PointsToExpire, PointsBalance } = await shop.changedCashback('ana', 1)
    expect(PointHistory).toMatchObject([{ Amount: 10, CashbackAmount: 1 }])
    expect(PointsToExpire).toEqual([])
    expect(PointsBalance).toBe(10)
  })

  it('shows what was taken back of points that wait when those open', async () => {
    const shop = await test.open(program({ waitingDays: 5 }))
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o1', 'ana', 60)
    const amounts = async () =>
      (await shop.changedCashback('ana', 1)).PointHistory.map(({ Amount }) => Amount)
    expect(await amounts()).toEqual([10])
    test.api.now = START + 5 * DAY_MS
    expect(await amounts()).toEqual([10, 10, -40, 100])
  })

  it('shows the newest 100 records', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 1)
    const changes = Array.from({ length: 100 }, (_, index) => aChange({ Value: index + 1 }))
    await Promise.all(changes.map((change) => shop.changeCashback('ana', change)))
    test.api.now += 1
    const { PointHistory, CashbackBalance } = await shop.changedCashback('ana', 0.5)
    expect(PointHistory).toHaveLength(100)
    expect(PointHistory[0]?.CashbackAmount).toBe(0.5)
    expect(CashbackBalance).toBe(5_050.6)
  })
})

describe('adding', () => {
  it('makes a lot worth the value, which never expires', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 1)
    await shop.changedCashback('ana', 5)
    const [, lot] = await shop.records('ana')
    expect(lot).toEqual({
      type: 5,
      points: 50,
      cashback: 5,
      order: null,
      recordedAt: NOW,
      availableAt: NOW,
      expiresAt: null,
      isWaiting: false,
      left: 50,
      owed: null,
      explanation: null,
    })
    expect(await shop.events('ana')).toMatchObject([
      { sequence: 1 },
      { sequence: 2, topic: 'Point_Add', points: 50, cashback: 5, balance: [51, 5.1], at: NOW },
    ])
  })

  it.each([
    ['0.03', 1, 33.3333, 1],
    ['0.03', 0.0001, 0.0033, 0],
    ['3', 1, 0.3333, 1],
    ['1', 99_999_999_999, 99_999_999_999, 99_999_999_999],
    ['0', 5, 0, 5],
  ])('with a point worth %s, %d is %d points', async (pointValue, value, points, cashback) => {
    const shop = await test.open({ cashback: { isOn: true, pointValue }, rules: [] })
    await shop.completed('o1', 'ana', 1)
    expect(await shop.changedCashback('ana', value)).toMatchObject({
      PointsBalance: points,
      CashbackBalance: cashback,
    })
  })

  it('more than an account can hold is out of range, and nothing is added', async () => {
    const shop = await test.open({ cashback: { isOn: true, pointValue: '0.0001' }, rules: [] })
    await shop.completed('o1', 'ana', 1)
    const change = aChange({ Value: 99_999_999_999 })
    expect(await shop.changeCashback('ana', change)).toEqual(refused({ code: 10, says: 'Value' }))
    expect(resultOf(await shop.changeCashback('ana', { ...change, Value: 1 })).PointsBalance).toBe(10_000)
  })
})

describe('removing', () => {
  it.each([3, -3])('takes %d with either sign', async (value) => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    const change = aChange({ Value: value, OperationType: REMOVE })
    expect(resultOf(await shop.changeCashback('ana', change))).toMatchObject({
      PointsBalance: 70,
      CashbackBalance: 7,
      PointHistory: [{ Amount: -30, CashbackAmount: -3, ExpirationDate: null }, { Amount: 100 }],
    })
    expect(await shop.records('ana')).toMatchObject([
      { left: 70 },
      { type: 5, points: -30, cashback: -3, order: null, owed: null, left: null },
    ])
    expect(await shop.events('ana')).toMatchObject([
      {},
      { sequence: 2, topic: 'Point_Removed', points: -30, cashback: -3, balance: [70, 7] },
    ])
  })

  it('goes to the last cent and not beyond', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    const remove = (value: number) =>
      shop.changeCashback('ana', aChange({ Value: value, OperationType: REMOVE }))
    expect(await remove(10.0001)).toEqual(refused({ code: 94, says: 'Value' }))
    expect(await remove(10)).toMatchObject({
      Result: { PointsBalance: 0, CashbackBalance: 0, PointsToExpire: [] },
    })
    expect(await remove(0.0001)).toEqual(refused({ code: 94, says: 'Value' }))
  })

  it('shows no more than can be removed', async () => {
    const shop = await test.open({ ...program(), cashback: { isOn: true, pointValue: '0.0333' } })
    await shop.completed('o1', 'ana', 5)
    // 0.1665 + 0.0001: rounded to the nearest cent it would read 0.17, and removing that would be refused.
    const { CashbackBalance } = await shop.changedCashback('ana', 0.0001)
    expect(CashbackBalance).toBe(0.16)
    expect(await shop.changedCashback('ana', -CashbackBalance)).toMatchObject({ CashbackBalance: 0 })
    expect((await shop.events('ana')).at(-1)?.balance[1]).toBe(0.0066)
  })

  it('takes from the lots that expire first, each with the points its cashback stands for', async () => {
    const shop = await test.open(program({ validityDays: 30 }))
    await shop.completed('o1', 'ana', 100)
    await shop.publish({ ...program({ validityDays: 10 }), cashback: { isOn: true, pointValue: '0.3' } })
    await shop.completed('o2', 'ana', 10)
    await shop.changedCashback('ana', 6)
    expect(await shop.changedCashback('ana', -5)).toMatchObject({ PointsBalance: 100, CashbackBalance: 14 })
    // 3.00 of the second order's 10 points, then 2.00 of the first one's 100; the lot without expiry is last.
    expect((await shop.records('ana')).map(({ left }) => left)).toEqual([80, 0, 20, null])
  })

  it('is not possible for what waits', async () => {
    const shop = await test.open(program({ waitingDays: 5 }))
    await shop.completed('o1', 'ana', 100)
    const change = aChange({ Value: 1, OperationType: REMOVE })
    expect(await shop.changeCashback('ana', change)).toEqual(refused({ code: 94, says: 'Value' }))
    test.api.now = START + 5 * DAY_MS
    expect(await shop.changeCashback('ana', change)).toMatchObject({ Result: { CashbackBalance: 9 } })
  })
})

describe('the key', () => {
  it('changes the balance once', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'bia', 100)
    const change = aChange({ ChangeKey: 'once' })
    expect(await shop.changeCashback('ana', change)).toMatchObject({ HasError: false })
    const stored = await shop.everything()
    const other = { ...change, Value: 1, OperationType: REMOVE, Reason: 'another' }
    for (const [customer, body] of [
      ['ana', change],
      ['ana', other],
      ['bia', change],
    ] as const) {
      expect(await shop.changeCashback(customer, body)).toEqual(refused({ code: 66, says: 'once' }))
    }
    expect(await shop.everything()).toEqual(stored)
  })

  it('of several changes at once goes to one of them', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'bia', 100)
    const change = aChange({ ChangeKey: 'race' })
    const answers = await Promise.all(
      ['ana', 'bia', 'ana', 'bia', 'ana'].map((customer) => shop.changeCashback(customer, change)),
    )
    expect(answers.map(({ ErrorCode }) => ErrorCode).sort()).toEqual([66, 66, 66, 66, null])
  })

  it('is another one in another tenant, and in other letters', async () => {
    const [one, other] = [await test.open(program()), await test.open(program())]
    await one.completed('o1', 'ana', 1)
    await other.completed('o1', 'ana', 1)
    for (const [shop, ChangeKey] of [
      [one, 'k'],
      [other, 'k'],
      [one, 'K'],
      [one, ' k'],
    ] as const) {
      expect(await shop.changeCashback('ana', aChange({ ChangeKey }))).toMatchObject({ HasError: false })
    }
  })
})

describe('the checks, in their order', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    resultOf(await shop.changeCashback('ana', aChange({ ChangeKey: 'used' })))
  })

  const good = { ChangeKey: 'fresh', Reason: 'r', Value: 5, OperationType: ADD }
  const tooMuch = { Value: 15.01, OperationType: REMOVE }

  // Each request has the fault it is refused for, and as many of the later ones as go together.
  it.each<[number, string, 'on' | 'off', string, Body]>([
    [65, 'ChangeKey', 'off', 'nobody', {}],
    [65, 'ChangeKey', 'off', 'nobody', { ChangeKey: ' ', Reason: ' ', Value: 0, OperationType: 2 }],
    [65, 'ChangeKey', 'on', 'ana', { ...good, ChangeKey: null }],
    [67, 'Reason', 'off', 'nobody', { ChangeKey: 'used' }],
    [67, 'Reason', 'off', 'nobody', { ChangeKey: 'used', Reason: '\n', Value: 0, OperationType: 2 }],
    [67, 'Reason', 'on', 'ana', { ...good, Reason: null }],
    [64, 'Value', 'off', 'nobody', { ChangeKey: 'used', Reason: 'r' }],
    [64, 'Value', 'off', 'nobody', { ChangeKey: 'used', Reason: 'r', Value: -0, OperationType: -1 }],
    [64, 'Value', 'on', 'ana', { ...good, Value: null }],
    [8, 'OperationType', 'off', 'nobody', { ChangeKey: 'used', Reason: 'r', Value: -5 }],
    [8, 'OperationType', 'off', 'nobody', { ChangeKey: 'used', Reason: 'r', Value: -5, OperationType: 2 }],
    [8, 'OperationType', 'on', 'ana', { ...good, OperationType: 0.5 }],
    [8, 'OperationType', 'on', 'ana', { ...good, OperationType: null }],
    [63, 'Value', 'off', 'nobody', { ChangeKey: 'used', Reason: 'r', Value: -5, OperationType: ADD }],
    [63, 'Value', 'on', 'ana', { ...good, Value: -0.0001 }],
    [69, 'Cashback', 'off', 'nobody', { ChangeKey: 'used', Reason: 'r', ...tooMuch }],
    [69, 'Cashback', 'off', 'ana', good],
    [59, 'customer', 'on', 'nobody', { ChangeKey: 'used', Reason: 'r', ...tooMuch }],
    [59, 'customer', 'on', 'nobody', good],
    [66, 'ChangeKey', 'on', 'ana', { ChangeKey: 'used', Reason: 'r', ...tooMuch }],
    [66, 'ChangeKey', 'on', 'ana', { ...good, ChangeKey: 'used' }],
    [94, 'Value', 'on', 'ana', { ...good, ...tooMuch }],
  ])('%i for %s, with cashback %s, of %s: %j', async (code, field, cashback, customer, body) => {
    if (cashback === 'off') await shop.publish(withCashbackOff)
    const stored = await shop.everything()
    const answer = await shop.changeCashback(customer, body)
    expect(answer).toEqual(code === 59 ? unknownCustomer : refused({ code, says: field }))
    expect(await shop.everything()).toEqual(stored)
    if (cashback === 'off') await shop.publish(program())
  })

  it('a refused change leaves its key unused', async () => {
    expect(await shop.changeCashback('ana', good)).toMatchObject({
      HasError: false,
      Result: { CashbackBalance: 20 },
    })
    expect(await shop.changeCashback('ana', good)).toEqual(refused({ code: 66, says: 'fresh' }))
  })
})

describe('with no program, cashback is off', () => {
  it('69', async () => {
    const shop = await test.open(null)
    await shop.completed('o1', 'ana', 100)
    expect(await shop.changeCashback('ana', aChange())).toEqual(refused({ code: 69, says: 'Cashback' }))
  })
})

describe('bounds', () => {
  it.each<[string, Body, string, number | null]>([
    ['a key of 250 characters', { ChangeKey: '😀'.repeat(250) }, 'ChangeKey', null],
    ['a key of 251', { ChangeKey: 'x'.repeat(251) }, 'ChangeKey', 10],
    ['a reason of 250 characters', { Reason: '😀'.repeat(250) }, 'Reason', null],
    ['a reason of 251', { Reason: 'x'.repeat(251) }, 'Reason', 10],
    ['a key with a NUL', { ChangeKey: 'a\0' }, 'ChangeKey', 7],
    ['a reason with half a character', { Reason: '\ud83d' }, 'Reason', 7],
    ['a key that is a number', { ChangeKey: 5 }, 'ChangeKey', 7],
    ['a reason that is a list', { Reason: [] }, 'Reason', 7],
    ['a value that is text', { Value: '5' }, 'Value', 7],
    ['an operation that is text', { OperationType: '0' }, 'OperationType', 7],
    ['an operation that is true', { OperationType: true }, 'OperationType', 7],
    ['four decimals', { Value: 0.0001 }, 'Value', null],
    ['five decimals', { Value: 1.00001 }, 'Value', 10],
    ['1e11', { Value: 1e11 }, 'Value', 10],
    ['-1e11', { Value: -1e11, OperationType: REMOVE }, 'Value', 10],
  ])('%s', async (_case, members, field, code) => {
    await test.shop.completed('o1', 'ana', 1)
    const answer = await test.shop.changeCashback('ana', aChange(members))
    expect(answer).toEqual(
      code === null ? expect.objectContaining({ HasError: false }) : refused({ code, says: field }),
    )
  })

  it.each(['1e400', '-1e400'])('the number %s is out of range', async (number) => {
    const body = JSON.stringify(aChange({ Value: '#' })).replace('"#"', number)
    expect(await test.shop.sendText('POST', '/v1/pvt/Customer/ana/cashback', body)).toEqual(
      refused({ code: 10, says: 'Value' }),
    )
  })

  it.each(['[]', '5', '', 'null'])('a body that is no object is malformed: %s', async (payload) => {
    const response = await test.api.send({
      method: 'POST',
      url: '/v1/pvt/Customer/ana/cashback',
      headers: { authorization: test.shop.key.authorization, 'content-type': 'application/json' },
      payload,
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ HasError: true, ErrorCode: null, Result: null })
  })
})

describe('the id in the path', () => {
  it.each(['%00', 'ana%00', 'x'.repeat(4_000), 'ANA', 'ana%20'])('%s is nobody', async (encoded) => {
    await test.shop.completed('o1', 'ana', 1)
    const url = `/v1/pvt/Customer/${encoded}/cashback`
    expect(await test.shop.sendText('POST', url, JSON.stringify(aChange()))).toEqual(unknownCustomer)
  })

  it.each([
    ['a%2Fb', 'a/b'],
    ['%F0%9F%98%80%20%C3%A7', '😀 ç'],
    ['100%25', '100%'],
  ])('%s is %s', async (encoded, id) => {
    await test.shop.completed(`order of ${id}`, id, 1)
    const url = `/v1/pvt/Customer/${encoded}/cashback`
    const answer = await test.shop.sendText('POST', url, JSON.stringify(aChange()))
    expect(answer).toMatchObject({ HasError: false, Result: { CustomerExists: true } })
  })

  it("of another tenant's customer finds none", async () => {
    const other = await test.open(program())
    await other.completed('o1', 'only-there', 1)
    expect(await test.shop.changeCashback('only-there', aChange())).toEqual(unknownCustomer)
    expect(await other.story('only-there')).toEqual(['+1 / +0.1 → 1 / 0.1'])
  })
})
