/** POST /v1/pvt/Customer/{id}/merge: one person with two accounts gets one. After each test the ledger must verify. */
import { describe, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { awardBirthday, awardSignup } from '../../src/actions/commands.ts'
import type { FoundCustomer } from '../../src/actions/store/candidates.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import { ONE } from '../../src/platform/decimal.ts'
import { localDate } from '../../src/platform/zone.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { runHere } from '../cli/run-here.ts'
import { refused, resultOf } from '../support/answers.ts'
import {
  createdCustomer,
  erasedCustomer,
  foundCustomers,
  mergeCustomer,
  mergedCustomer,
  updatedCustomer,
} from '../support/customers.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { giveTiers, tenantOf } from '../support/tiers.ts'
import { useShop } from '../support/use-shops.ts'

const SIGNUP = { id: 3, kind: 'signup', points: '50' } as const
const FIRST = { id: 4, kind: 'firstPurchase', points: '30' } as const
const BIRTHDAY = { id: 5, kind: 'birthday', points: '70' } as const
const test = useShop()

function completeOrder(id: string, Customer: object) {
  const now = iso(test.api.now)
  return {
    OriginalId: id,
    OrderPlacementDate: now,
    OrderCompletedDate: now,
    OrderTotal: 10,
    IsCompleted: true,
    Customer,
  }
}
const open = (...rules: Parameters<typeof program>) => test.open(program(...rules))

async function balanceOf(shop: Shop, customer: string): Promise<number> {
  return (await shop.getPoints(customer)).PointsBalance
}

interface Merged {
  readonly original_id: string
  readonly merged_id: string | null
  readonly into: string
}

/** What is left of those who were merged. */
function leftOf(shop: Shop): Promise<Merged[]> {
  return test.reader.query<Merged>(
    `select merged.original_id, merged.merged_id, stays.original_id as into
     from customer as merged
     join customer as stays on stays.tenant_id = merged.tenant_id and stays.id = merged.merged_into
     where merged.tenant_id = $1 order by merged.id`,
    [shop.tenantId],
  )
}

describe('merging two customers', () => {
  it('moves all points, and both ids lead to the customer who stays', async () => {
    const shop = await open()
    await createdCustomer(shop, { OriginalId: 'guest', Email: 'ana@example.com', Phone: '11999990000' })
    await createdCustomer(shop, { OriginalId: 'ana', Name: 'Ana' })
    await shop.completed('o1', 'guest', 100)
    await shop.completed('o2', 'ana', 40)
    const { PublicId } = resultOf(await shop.getCustomer('ana'))
    expect(await mergeCustomer(shop, 'guest', 'ana')).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      HasError: false,
      Result: {
        Customer: { Id: expect.any(Number), OriginalId: 'ana', PublicId },
        MergedAt: iso(START),
        Points: 100,
        Cashback: expect.any(Number),
        PendingPoints: 0,
        PendingCashback: 0,
        Orders: 1,
        Redemptions: 0,
        Coupons: 0,
        PointsBalance: 140,
        CashbackBalance: expect.any(Number),
      },
    })
    for (const id of ['guest', 'ana']) expect(await balanceOf(shop, id)).toBe(140)
    // What the one did not have is the other's.
    expect(resultOf(await shop.getCustomer('guest'))).toMatchObject({
      OriginalId: 'ana',
      Name: 'Ana',
      Email: 'ana@example.com',
      Phone: '11999990000',
    })
    expect(await foundCustomers(shop, { Email: 'ana@example.com' })).toEqual(['ana'])
    await shop.completed('o3', 'guest', 10)
    expect(await balanceOf(shop, 'ana')).toBe(150)
    expect((await shop.listOrders('ana')).TotalItemCount).toBe(3)
    const [left] = await leftOf(shop)
    expect(left).toMatchObject({
      original_id: expect.stringMatching(/^merged-/),
      merged_id: 'guest',
      into: 'ana',
    })
  })

  it('is done once for each key, and the key is refused for anything else', async () => {
    const shop = await open()
    for (const id of ['a', 'b', 'c']) await shop.completed(`o-${id}`, id, 10)
    const first = await mergeCustomer(shop, 'a', 'b', 'key')
    expect(await mergeCustomer(shop, 'a', 'b', 'key')).toEqual(first)
    expect(await mergeCustomer(shop, 'c', 'b', 'key')).toEqual(refused({ code: 66, says: 'MergeKey' }))
    expect(await mergeCustomer(shop, 'a', 'b', 'other')).toEqual(refused({ code: 41, says: 'same customer' }))
    expect(await balanceOf(shop, 'b')).toBe(20)
    expect(await balanceOf(shop, 'c')).toBe(10)
  })

  it('is done once when it is sent many times at the same moment', async () => {
    const shop = await open()
    await shop.completed('o1', 'a', 10)
    await shop.completed('o2', 'b', 10)
    const answers = await Promise.all(Array.from({ length: 12 }, () => mergeCustomer(shop, 'a', 'b', 'key')))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(resultOf(answers[0] as (typeof answers)[0])).toMatchObject({ Points: 10, PointsBalance: 20 })
    // While orders of both arrive.
    await Promise.all([
      mergeCustomer(shop, 'c', 'b', 'again'),
      ...Array.from({ length: 20 }, (_, index) => shop.completed(`p${index}`, index % 2 ? 'a' : 'b', 5)),
    ])
    expect(await balanceOf(shop, 'a')).toBe(120)
  })

  it('refuses who is not there, the same customer, and what is missing', async () => {
    const shop = await open()
    await shop.completed('o1', 'a', 10)
    await shop.completed('o2', 'gone', 10)
    await erasedCustomer(shop, 'gone')
    const unknown = refused({ code: 59, says: 'no customer' })
    for (const [id, into] of [
      ['nobody', 'a'],
      ['a', 'nobody'],
      ['gone', 'a'],
      ['a', 'gone'],
      ['nobody', 'nobody'],
    ] as const) {
      expect(await mergeCustomer(shop, id, into)).toEqual(unknown)
    }
    expect(await mergeCustomer(shop, 'a', 'a')).toEqual(refused({ code: 41, says: 'same customer' }))
    expect(await mergeCustomer(shop, 'a', '')).toEqual(refused({ code: 7, says: 'Into' }))
    expect(await mergeCustomer(shop, 'a', 'b', '')).toEqual(refused({ code: 7, says: 'MergeKey' }))
    expect(await balanceOf(shop, 'a')).toBe(10)
  })

  it('pays what the one owes with what the other one has, whichever stays', async () => {
    for (const [from, into] of [
      ['owes', 'has'],
      ['has', 'owes'],
    ] as const) {
      const shop = await open()
      const reward = await shop.makeReward({ points: 60n * ONE })
      await shop.completed('o1', 'owes', 60)
      await shop.redeemed(reward, 'owes')
      await shop.cancelled('o1')
      expect(await balanceOf(shop, 'owes')).toBe(-60)
      await shop.completed('o2', 'has', 40)
      expect((await mergedCustomer(shop, from, into)).PointsBalance).toBe(-20)
      await shop.completed('o3', from, 100)
      expect(await balanceOf(shop, into)).toBe(80)
      const debts = await test.reader.query(
        'select id from point_record where tenant_id = $1 and debt_points > 0',
        [shop.tenantId],
      )
      expect(debts).toEqual([])
    }
  })

  it('keeps every date: what expires and what opens does so in its time', async () => {
    const shop = await open({ waitingDays: 5, validityDays: 30 })
    await shop.completed('o1', 'a', 10)
    test.api.now = START + 4 * DAY_MS
    await shop.completed('o2', 'b', 20)
    expect(await mergedCustomer(shop, 'a', 'b')).toMatchObject({ Points: 0, PendingPoints: 10 })
    expect(await balanceOf(shop, 'b')).toBe(0)
    test.api.now = START + 6 * DAY_MS
    expect(await balanceOf(shop, 'b')).toBe(10)
    test.api.now = START + 10 * DAY_MS
    expect(await balanceOf(shop, 'a')).toBe(30)
    test.api.now = START + 36 * DAY_MS
    expect(await balanceOf(shop, 'b')).toBe(20)
    test.api.now = START + 60 * DAY_MS
    expect(await balanceOf(shop, 'b')).toBe(0)
  })

  it('settles what is due on either account at that moment', async () => {
    const shop = await open({ waitingDays: 5, validityDays: 30 })
    await shop.completed('o1', 'a', 10)
    await shop.completed('o2', 'b', 20)
    test.api.now = START + 7 * DAY_MS
    expect((await mergedCustomer(shop, 'a', 'b')).PointsBalance).toBe(30)
    await shop.completed('o3', 'c', 5)
    test.api.now = START + 60 * DAY_MS
    expect((await mergedCustomer(shop, 'c', 'b')).PointsBalance).toBe(0)
  })

  it('lets old orders change as if there had always been one customer', async () => {
    const shop = await open()
    await shop.completed('o1', 'a', 100)
    await shop.completed('o2', 'a', 60)
    await shop.completed('o3', 'b', 40)
    await mergedCustomer(shop, 'a', 'b')
    await shop.returned('o1', 30)
    expect(await balanceOf(shop, 'b')).toBe(170)
    await shop.completed('o2', 'a', 80)
    expect(await balanceOf(shop, 'b')).toBe(190)
    await shop.cancelled('o2')
    expect(await balanceOf(shop, 'a')).toBe(110)
    expect((await shop.history('b')).some(({ PointType }) => PointType === 12)).toBe(true)
  })

  it('gives a redemption of the one back to the lots it came from', async () => {
    const shop = await open({ validityDays: 30 })
    const reward = await shop.makeReward({ points: 60n * ONE })
    await shop.completed('o1', 'a', 100)
    const { originalKey } = await shop.redeemed(reward, 'a')
    await shop.completed('o2', 'b', 5)
    await mergedCustomer(shop, 'a', 'b')
    expect(await shop.returnReward(originalKey)).toBeNull()
    expect(await balanceOf(shop, 'b')).toBe(105)
    test.api.now = START + 32 * DAY_MS
    expect(await balanceOf(shop, 'b')).toBe(0)
  })

  it('lets the customer who stays use the coupons of the other, within the limits of one', async () => {
    const shop = await open()
    const reward = await shop.makeReward({ points: 10n * ONE, customerUsageLimit: 2 })
    await shop.completed('o1', 'a', 100)
    await shop.completed('o2', 'b', 100)
    const { couponCode } = await shop.redeemed(reward, 'a')
    await shop.redeemed(reward, 'b')
    expect(await mergedCustomer(shop, 'a', 'b')).toMatchObject({ Redemptions: 1, Coupons: 1 })
    expect(await shop.refusal(reward, 'b')).not.toBeNull()
    await shop.completed('o3', 'b', 50, { Coupon: couponCode })
    expect((await shop.getCoupon(couponCode)).Result).toMatchObject({ IsUsed: true })
  })

  it('refuses while a reward is reserved for a basket of the one who goes, and says until when', async () => {
    const shop = await open()
    await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
    await shop.completed('o1', 'a', 100)
    await shop.completed('o2', 'b', 100)
    await shop.reserved('a', 'basket', { Total: 50 })
    expect(await mergeCustomer(shop, 'a', 'b')).toEqual(refused({ code: 41, says: 'reserved' }))
    // Into a customer for whom something is reserved it goes.
    expect(await mergeCustomer(shop, 'b', 'a')).toMatchObject({ HasError: false })
    test.api.now = START + DAY_MS
    await shop.completed('o3', 'c', 1)
    expect((await mergedCustomer(shop, 'a', 'c')).PointsBalance).toBe(201)
  })

  it('adds up progress towards tiers, and keeps the higher tier', async () => {
    const shop = await open()
    const [, silver] = await giveTiers(test.api, shop)
    const tierOf = async (id: string) =>
      (
        await test.reader.query<{ tier_id: string | null }>(
          'select tier_id from customer where tenant_id = $1 and original_id = $2',
          [shop.tenantId, id],
        )
      )[0]?.tier_id
    await shop.completed('o1', 'a', 300)
    await shop.completed('o2', 'b', 300)
    expect(await tierOf('b')).toBeNull()
    await mergedCustomer(shop, 'a', 'b')
    expect(Number(await tierOf('b'))).toBe(silver)
    await shop.completed('o3', 'c', 10)
    await mergedCustomer(shop, 'b', 'c')
    expect(Number(await tierOf('c'))).toBe(silver)
    const [left] = await leftOf(shop)
    expect(left?.into).toBe('c')
  })

  it('gives nothing for a first purchase or for signing up a second time, and takes none back', async () => {
    const shop = await open({}, SIGNUP, FIRST)
    await createdCustomer(shop, { OriginalId: 'a', IsEnrolled: true })
    await createdCustomer(shop, { OriginalId: 'b', IsEnrolled: true })
    await shop.completed('o1', 'a', 10)
    const before = (await balanceOf(shop, 'a')) + (await balanceOf(shop, 'b'))
    await mergedCustomer(shop, 'a', 'b')
    expect(await balanceOf(shop, 'b')).toBe(before)
    await shop.completed('o2', 'b', 10)
    expect(await balanceOf(shop, 'b')).toBe(before + 10)
  })

  it('takes along who was merged before, and former ids', async () => {
    const shop = await open()
    for (const id of ['a', 'b', 'c']) await shop.completed(`o-${id}`, id, 10)
    await updatedCustomer(shop, 'a', { OriginalId: 'a2' })
    await mergedCustomer(shop, 'a', 'b')
    await mergedCustomer(shop, 'a2', 'c')
    for (const id of ['a', 'a2', 'b', 'c']) expect(await balanceOf(shop, id)).toBe(30)
    expect((await leftOf(shop)).map(({ into }) => into)).toEqual(['c', 'c'])
    // The id of who was merged is not free for anybody else.
    expect(await createdCustomer(shop, { OriginalId: 'a2' })).toMatchObject({ OriginalId: 'c' })
  })

  it('tells receivers of both: the one has nothing any more, the other one all', async () => {
    const shop = await open()
    await shop.completed('o1', 'a', 100)
    await shop.completed('o2', 'b', 40)
    await mergedCustomer(shop, 'a', 'b')
    const read = await shop.sendText<{ Items: { Payload: { Customer: object; Points: number } }[] }>(
      'GET',
      '/v1/pvt/Events',
    )
    const told = JSON.stringify(read)
    expect(told).not.toContain('merged-')
    expect((await shop.events('b')).map(({ points, balance }) => [points, balance[0]])).toEqual([
      [40, 40],
      [100, 140],
    ])
    const [left] = await leftOf(shop)
    expect(
      (await shop.events(left?.original_id ?? '')).map(({ points, balance }) => [points, balance[0]]),
    ).toEqual([
      [100, 100],
      [-100, 0],
    ])
  })

  it('knows the person by every contact of both, which stay as they are', async () => {
    const shop = await open({}, SIGNUP, FIRST)
    await createdCustomer(shop, { OriginalId: 'c-1', Email: 'Old@x.com', Document: '111', IsEnrolled: true })
    await createdCustomer(shop, { OriginalId: 'c-2', Email: 'new@x.com', Document: '222', IsEnrolled: true })
    const pending = { ...completeOrder('p1', { Email: 'Old@x.com' }), IsCompleted: false }
    await shop.placed(pending)
    await mergedCustomer(shop, 'c-1', 'c-2')
    const before = await balanceOf(shop, 'c-2')
    await shop.placed({ ...pending, IsCompleted: true })
    const contacts = [
      { Email: 'Old@x.com' },
      { Email: 'old@x.com' },
      { Document: '111' },
      { Email: 'new@x.com' },
    ]
    for (const [index, contact] of contacts.entries()) await shop.placed(completeOrder(`o${index}`, contact))
    expect(await balanceOf(shop, 'c-2')).toBe(before + 30 + 5 * 10)
    expect(resultOf(await shop.getCustomer('c-2'))).toMatchObject({ Email: 'new@x.com', Document: '222' })
    await erasedCustomer(shop, 'c-2')
    // Who comes back by a contact of before gets nothing for it.
    await shop.placed(completeOrder('again', { Document: '111' }))
    expect(await balanceOf(shop, '111')).toBe(10)
  })

  it('leaves an account that nobody can reach, whatever id is sent', async () => {
    const shop = await open()
    await shop.completed('o1', 'a', 10)
    await shop.completed('o2', 'b', 10)
    const { PublicId } = resultOf(await shop.getCustomer('a'))
    // Somebody may have the id that is left, or what looks like it.
    await shop.completed('o3', `merged-${PublicId}`, 5)
    await mergedCustomer(shop, 'a', 'b')
    await shop.completed('o4', `merged-${PublicId}`, 100)
    expect(await balanceOf(shop, 'b')).toBe(20)
    expect(await balanceOf(shop, `merged-${PublicId}`)).toBe(105)
    expect(await leftOf(shop)).toMatchObject([
      { original_id: expect.stringMatching(/^merged-.+-[0-9a-f]{32}$/), into: 'b' },
    ])
  })

  it('is not awarded again by a worker that found it before', async () => {
    const shop = await open({}, SIGNUP, BIRTHDAY)
    for (const OriginalId of ['a', 'b']) {
      await createdCustomer(shop, { OriginalId, IsEnrolled: true, BirthdayDate: iso(START) })
    }
    const found = await test.reader.query<{ id: number; originalId: string }>(
      'select id::int, original_id as "originalId" from customer where tenant_id = $1 order by original_id',
      [shop.tenantId],
    )
    const tenant = await tenantOf(test.api, shop)
    const date = localDate(START, tenant.timeZone)
    const database = test.api.cells.of({ cell: MAIN_CELL })
    const till = createTill({ database, clock: () => test.api.now, ...REWARDS_DUE })
    const award = async (index: 0 | 1) =>
      till.run(awardBirthday, { tenant, found: found[index] as FoundCustomer, date })
    expect(await award(1)).toBe(true)
    await mergedCustomer(shop, 'a', 'b')
    const before = await balanceOf(shop, 'b')
    expect(await award(0)).toBe(false)
    expect(await till.run(awardSignup, { tenant, found: found[0] as FoundCustomer })).toBe(false)
    expect(await balanceOf(shop, 'b')).toBe(before)
  })

  it('is told by the audit, also where an operator has done it', async () => {
    const shop = await open()
    for (const id of ['a', 'b']) await shop.completed(`o-${id}`, id, 10)
    const command = ['customer', 'merge', '--tenant', String(shop.tenantId), '--json']
    const names = ['--customer', 'a', '--into', 'b', '--key', 'by hand']
    const database = { DATABASE_URL: test.api.databaseUrl }
    for (let time = 0; time < 2; time += 1) {
      expect(await runHere([...command, ...names], database)).toMatchObject({ exitCode: 0, stderr: '' })
    }
    const told = await test.reader.query(
      'select action, actor_label, after from audit_entry where tenant_id = $1',
      [shop.tenantId],
    )
    expect(told).toMatchObject([{ action: 'customer.merge', actor_label: 'punchcard', after: { orders: 1 } }])
  })

  it('can be erased whatever keys were used for merges', async () => {
    const shop = await open()
    for (const id of ['a', 'b', 'x', 'y']) await shop.completed(`o-${id}`, id, 10)
    const [a] = await test.reader.query<{ id: string }>(
      `select id from customer where tenant_id = $1 and original_id = 'a'`,
      [shop.tenantId],
    )
    resultOf(await mergeCustomer(shop, 'x', 'y', `erased-${a?.id}`))
    await mergedCustomer(shop, 'a', 'b')
    await erasedCustomer(shop, 'b')
  })

  it('leaves nothing of the person when the customer who stays is erased', async () => {
    const shop = await open()
    await createdCustomer(shop, { OriginalId: 'ana-old', Name: 'Ana', Email: 'ana@example.com' })
    await shop.completed('o1', 'ana-old', 10)
    await shop.completed('o2', 'ana', 10)
    await mergedCustomer(shop, 'ana-old', 'ana')
    await erasedCustomer(shop, 'ana-old')
    const rows = await test.reader.query('select * from customer where tenant_id = $1', [shop.tenantId])
    expect(JSON.stringify(rows)).not.toMatch(/ana/i)
    expect(await shop.getCustomer('ana-old')).toMatchObject({ ErrorCode: 59 })
  })
})
