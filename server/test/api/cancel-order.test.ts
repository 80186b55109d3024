import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { type Body, DAY_MS, iso, PLACE_PATHS, program } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop()
const NOW = iso(START)
const later = (days: number): string => iso(START + days * DAY_MS)
const earlier = (days: number): string => iso(START - days * DAY_MS)

const cancelledBody = (date = later(1)): Body => ({
  IsCompleted: false,
  IsCancelledOrReturned: true,
  OrderCancelledDate: date,
})

describe('the answer', () => {
  it.each(PLACE_PATHS)('has every member: %s', async (path) => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 100, { OrderStatus: 'delivered' })
    test.api.now = START + DAY_MS
    const answer = await shop.cancelOrder(
      'o1',
      { OrderCancelledDate: later(1), OrderStatus: 'returned' },
      path,
    )
    expect(answer).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: { isCanceled: true, UpdatedAt: later(1), Status: 3 },
      HasError: false,
    })
    const stored = { State: 3, IsCancelledOrReturned: true, IsCompleted: false, OrderStatus: 'returned' }
    const older = await shop.completed('o1', 'ana', 100, { UpdatedDate: earlier(1) })
    expect(older).toMatchObject({ ...stored, OrderCancelledDate: later(1), UpdatedDate: later(1) })
    expect(older.Customer).toMatchObject({ PointsBalance: 0, Cashback: 0, OrderCount: 0 })
  })

  it('a status that is not sent stays', async () => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 100, { OrderStatus: 'delivered' })
    await shop.cancelOrder('o1', { OrderCancelledDate: NOW, OrderStatus: null })
    const order = await shop.completed('o1', 'ana', 100, { UpdatedDate: earlier(1) })
    expect(order.OrderStatus).toBe('delivered')
  })
})

describe('an order can be cancelled in every state', () => {
  const stranger = { Customer: { OriginalId: 'ana', IsEnrolled: false } }
  it.each<[string, Body, string[]]>([
    ['pending', { IsCompleted: false, OrderCompletedDate: null }, []],
    ['complete', {}, ['+100 / +5 → 100 / 5', '-100 / -5 → 0 / 0']],
    ['ignored', stranger, []],
    ['cancelled in the body', cancelledBody(NOW), []],
  ])('%s', async (_state, members, story) => {
    const shop = await test.open()
    const { Id } = await shop.completed('o1', 'ana', 100, members)
    const first = await shop.cancelOrder('o1')
    expect(first).toMatchObject({ HasError: false, Result: { isCanceled: true, Status: 3 } })
    const stored = await shop.everything()
    test.api.now = START + 5 * DAY_MS
    for (const path of PLACE_PATHS) {
      const again = { OrderCancelledDate: later(5), OrderStatus: 'cancelled again' }
      expect(await shop.cancelOrder('o1', again, path)).toEqual(first)
    }
    expect(await shop.everything()).toEqual(stored)
    expect(await shop.story('ana')).toEqual(story)
    const order = await shop.completed('o1', 'ana', 100, { UpdatedDate: earlier(1) })
    expect(order).toMatchObject({ Id, State: 3, OrderCancelledDate: NOW, Customer: { OrderCount: 0 } })
  })

  it('waiting: its lot closes without an event', async () => {
    const shop = await test.open(program({ waitingDays: 10 }))
    await shop.completed('o1', 'ana', 100)
    test.api.now = START + 3 * DAY_MS
    await shop.cancelled('o1')
    test.api.now = START + 30 * DAY_MS
    const { Customer } = await shop.completed('o2', 'ana', 1)
    expect(Customer).toMatchObject({ PointsBalance: 0, Cashback: 0 })
    expect(await shop.story('ana')).toEqual([])
    expect(await shop.records('ana')).toMatchObject([
      { type: 0, points: 100, cashback: 10, isWaiting: false, left: 0 },
      { type: 9, points: -100, cashback: -10, order: 'o1', owed: null },
      { type: 0, points: 1, isWaiting: true },
    ])
  })
})

describe('what is taken back', () => {
  it('is what was recorded for the order, adjustments included, whatever the program is by then', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o1', 'ana', 150, { UpdatedDate: later(1) })
    await shop.completed('other', 'ana', 7)
    await shop.publish(program({ points: '3' }))
    await shop.cancelled('o1')
    expect(await shop.story('ana')).toEqual([
      '+100 / +10 → 100 / 10',
      '+50 / +5 → 150 / 15',
      '+7 / +0.7 → 157 / 15.7',
      '-150 / -15 → 7 / 0.7',
    ])
    const [, , , back] = await shop.records('ana')
    expect(back).toMatchObject({
      type: 9,
      points: -150,
      cashback: -15,
      order: 'o1',
      recordedAt: NOW,
      owed: null,
    })
  })

  it('is nothing of what has expired', async () => {
    const shop = await test.open(program({ validityDays: 10 }))
    await shop.completed('o1', 'ana', 100)
    test.api.now = START + 11 * DAY_MS
    await shop.cancelled('o1')
    expect(await shop.story('ana')).toEqual(['+100 / +10 → 100 / 10', '-100 / -10 → 0 / 0'])
    expect((await shop.records('ana')).map(({ type }) => type)).toEqual([0, 8])
  })

  it('leaves the points that welcomed the customer', async () => {
    const shop = await test.open(program({}, { id: 2, kind: 'signup', points: '50' }))
    await shop.completed('o1', 'ana', 100)
    await shop.cancelled('o1')
    expect((await shop.completed('o2', 'ana', 1)).Customer.PointsBalance).toBe(51)
  })

  it('does not come back: the order cannot be completed again', async () => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 100)
    await shop.cancelled('o1')
    const again = {
      OriginalId: 'o1',
      OrderPlacementDate: NOW,
      OrderTotal: 100,
      Customer: { OriginalId: 'ana' },
    }
    const completed = { ...again, IsCompleted: true, OrderCompletedDate: NOW, UpdatedDate: later(1) }
    expect(await shop.placeOrder(completed)).toEqual(refused({ code: 33, says: 'o1' }))
    // Sent before the cancellation and arriving after it: too late, and no error.
    expect(await shop.placed({ ...completed, UpdatedDate: iso(START - 1) })).toMatchObject({ State: 3 })
  })

  it('an update that was sent before the cancellation stays older than it', async () => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 100, { UpdatedDate: later(1) })
    const { UpdatedAt } = await shop.cancelled('o1')
    expect(UpdatedAt).toBe(later(1))
  })
})

describe('what is wrong is refused by number and name', () => {
  it.each<[string, string, Body, number, string]>([
    ['an unknown order', 'unknown', { OrderCancelledDate: NOW }, 37, 'unknown'],
    ['an unknown order comes before its date', 'unknown', {}, 37, 'unknown'],
    ['no date', 'known', {}, 14, 'OrderCancelledDate'],
    ['a date of null', 'known', { OrderCancelledDate: null }, 14, 'OrderCancelledDate'],
    ['a blank date', 'known', { OrderCancelledDate: ' ' }, 14, 'OrderCancelledDate'],
    ['an empty date', 'known', { OrderCancelledDate: '0001-01-01T00:00:00' }, 14, 'OrderCancelledDate'],
    ['garbage for a date', 'known', { OrderCancelledDate: 'today' }, 14, 'OrderCancelledDate'],
    ['before placement', 'known', { OrderCancelledDate: iso(START - 1) }, 15, 'OrderCancelledDate'],
    ['too far ahead', 'known', { OrderCancelledDate: iso(START + DAY_MS + 1) }, 15, 'OrderCancelledDate'],
    ['a date of the wrong type', 'known', { OrderCancelledDate: 5 }, 7, 'OrderCancelledDate'],
    ['a status of the wrong type', 'known', { OrderCancelledDate: NOW, OrderStatus: 5 }, 7, 'OrderStatus'],
    ['a status with a NUL', 'known', { OrderCancelledDate: NOW, OrderStatus: '\0' }, 7, 'OrderStatus'],
    ['a long status', 'known', { OrderCancelledDate: NOW, OrderStatus: 'x'.repeat(251) }, 10, 'OrderStatus'],
  ])('%s', async (_case, order, body, code, field) => {
    const known = { IsCompleted: false, OrderCompletedDate: null }
    await test.shop.completed('known', 'ana', 100, known)
    const before = await test.shop.everything()
    for (const path of PLACE_PATHS) {
      expect(await test.shop.cancelOrder(order, body, path)).toEqual(refused({ code, says: field }))
    }
    expect(await test.shop.everything()).toEqual(before)
  })

  it('a cancellation that the database will not keep is 97, and changes nothing', async () => {
    const shop = await test.open()
    await shop.completed('stuck', 'ana', 100)
    const before = await shop.everything()
    await test.reader.query(
      `alter table customer_order add constraint stuck check (original_id <> 'stuck' or state <> 3) not valid`,
    )
    expect(await shop.cancelOrder('stuck')).toEqual(refused({ code: 97, says: 'cancel' }))
    await test.reader.query('alter table customer_order drop constraint stuck')
    expect(await shop.everything()).toEqual(before)
    expect(await shop.cancelOrder('stuck')).toMatchObject({ HasError: false })
  })

  it('a status of 250 characters and the moment of placement are fine', async () => {
    await test.shop.completed('fine', 'ana', 100)
    const body = { OrderCancelledDate: NOW, OrderStatus: '😀'.repeat(250) }
    expect(resultOf(await test.shop.cancelOrder('fine', body)).isCanceled).toBe(true)
  })

  it.each(['[]', '"now"', '', 'null'])('a body that is no object is malformed: %s', async (payload) => {
    const response = await test.api.send({
      method: 'POST',
      url: '/v1/pvt/Order/known/cancel',
      headers: { authorization: test.shop.key.authorization, 'content-type': 'application/json' },
      payload,
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ HasError: true, ErrorCode: null, Result: null })
  })
})

describe('the id in the path', () => {
  it.each([
    ['%00', 37],
    ['a%00b', 37],
    ['x'.repeat(4_000), 37],
    ['%F0%9F%98%80', null],
    ['a%2Fb', null],
    ['100%25', null],
    ['a+b', null],
  ])('%s is answered with %s', async (encoded, code) => {
    if (code === null) await test.shop.completed(decodeURIComponent(encoded), 'path', 10)
    const body = JSON.stringify({ OrderCancelledDate: NOW })
    for (const path of PLACE_PATHS) {
      const answer = await test.shop.sendText('POST', `${path}/${encoded}/cancel`, body)
      expect(answer).toMatchObject({ ErrorCode: code, HasError: code !== null })
    }
  })

  it("of another tenant's order is unknown, and that order stays", async () => {
    const other = await test.open()
    await other.completed('theirs', 'ana', 100)
    expect(await test.shop.cancelOrder('theirs')).toEqual(refused({ code: 37, says: 'theirs' }))
    expect((await other.completed('next', 'ana', 1)).Customer.PointsBalance).toBe(101)
  })
})

describe('dates', () => {
  it.each([
    ['2026-01-16T00:00:00', '2026-01-16T03:00:00.000Z'],
    ['2026-01-16', '2026-01-16T03:00:00.000Z'],
    ['2026-01-16T00:00:00+00:00', '2026-01-16T00:00:00.000Z'],
    ['2026-01-16T00:00:00Z', '2026-01-16T00:00:00.000Z'],
  ])('%s is %s', async (sent, stored) => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 100)
    await shop.cancelOrder('o1', { OrderCancelledDate: sent })
    const { OrderCancelledDate } = await shop.completed('o1', 'ana', 100, { UpdatedDate: earlier(1) })
    expect(OrderCancelledDate).toBe(stored)
  })
})
