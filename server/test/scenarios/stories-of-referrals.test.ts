import { describe, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import type { CustomerPoints } from '../../src/balances/private-api/schema.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import type { FriendResult, ReferralResult } from '../../src/referrals/private-api/schema.ts'
import { decideReferral } from '../../src/referrals/reward.ts'
import { endReferrals, settleReferrals } from '../../src/referrals/settle.ts'
import { findToSettle } from '../../src/referrals/store/referrals.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import type { ResultEnvelope } from '../support/answers.ts'
import { resultOf } from '../support/answers.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

const RULE = {
  id: 6,
  kind: 'referral',
  points: '150',
  waitingDays: 14,
  minimumOrder: '50',
  withinDays: 90,
  friendPoints: '30',
  limits: { perDay: 5, ever: 50 },
} as const

/** A shop in which Ana has a code. */
async function open(rule: object = {}, settings: Parameters<typeof story.open>[1] = {}) {
  const shop = await story.open(program({}, { ...RULE, ...rule }), settings)
  await shop.completed('first of ana', 'ana', 80, { Customer: { OriginalId: 'ana', ...ANA } })
  return { shop, code: (await referralOf(shop)).ReferralCode ?? '' }
}

const ANA = { Name: 'Ana', Email: 'ana@example.com', Phone: '+55 11 98888-0001', Document: '123.456.789-09' }

async function referralOf(shop: Shop, customer = 'ana'): Promise<ReferralResult> {
  return resultOf(await shop.sendText('GET', `/v1/pvt/Customer/${customer}/referral`))
}

const friendBody = (code: string, id: string, more: object = {}) => ({
  ReferralCode: code,
  Friend: { OriginalId: id, Name: id, IsEnrolled: true, ...more },
})

function refer(shop: Shop, code: string, id: string, more: object = {}) {
  return shop.sendText<ResultEnvelope<FriendResult>>(
    'POST',
    '/v1/pvt/Referral/friend',
    JSON.stringify(friendBody(code, id, more)),
  )
}

async function referred(shop: Shop, code: string, id: string, more: object = {}): Promise<FriendResult> {
  return resultOf(await refer(shop, code, id, more))
}

/** As the worker does, within seconds. */
async function settle(shop: Shop) {
  const { tenant, till } = await workerOf(shop)
  const found = await story.database.read([shop.tenantId], (tx) => findToSettle(tx, [shop.tenantId], 100))
  await settleReferrals(found, () => tenant, till)
}

async function workerOf(shop: Shop) {
  const { database } = story
  const tenant = await story.api.cells.directory.read([], (tx) => findTenant(tx, shop.tenantId))
  if (!tenant) throw new Error('there is no such merchant')
  return { tenant, till: createTill({ database, clock: () => story.api.now, ...REWARDS_DUE }) }
}

async function pointsOf(shop: Shop, customer: string) {
  const { PointsBalance } = await shop.sendText<CustomerPoints>('GET', `/v1/pvt/Customer/${customer}/points`)
  const waiting = await story.query(
    `select coalesce(sum(remaining_points), 0)::float as points from point_record
     join customer on customer.tenant_id = $1 and customer.id = customer_id
     where point_record.tenant_id = $1 and original_id = $2 and available_at > to_timestamp($3::double precision / 1000)`,
    [shop.tenantId, customer, story.api.now],
  )
  return { has: PointsBalance, waiting: waiting[0]?.points }
}

async function stateOf(shop: Shop, friend: string) {
  const [row] = await story.query(
    `select state, reason from referral join customer on customer.tenant_id = $1 and customer.id = customer_id
     where referral.tenant_id = $1 and original_id = $2`,
    [shop.tenantId, friend],
  )
  return row ? [STATES[Number(row.state)], row.reason === null ? null : REASONS[Number(row.reason)]] : null
}

const STATES = ['registered', 'earned', 'granted', 'held', 'refused', 'undone', 'expired']
const REASONS = [
  ...['ruleOff', 'codeUnknown', 'referrerLeft', 'ownCode', 'known', 'sameEmail', 'samePhone', 'sameDocument'],
  ...['belowMinimum', 'tooLate', 'orderCancelled', 'orderReturned', 'limit', 'declined'],
]

describe('a friend who is referred and buys', () => {
  it('a friend’s first order rewards both, after the days that a return may take', async () => {
    story.on('2026-01-15T12:00:00Z')
    const { shop, code } = await open()
    expect(await referred(shop, code, 'bia')).toMatchObject({
      Status: 0,
      Friend: { OriginalId: 'bia' },
      Coupon: null,
    })
    expect(await stateOf(shop, 'bia')).toEqual(['registered', null])
    await shop.completed('first of bia', 'bia', 64)
    expect(await stateOf(shop, 'bia')).toEqual(['earned', null])
    await settle(shop)
    expect(await stateOf(shop, 'bia')).toEqual(['granted', null])
    expect(await pointsOf(shop, 'ana')).toEqual({ has: 80, waiting: 150 })
    expect(await pointsOf(shop, 'bia')).toEqual({ has: 64, waiting: 30 })
    expect(await referralOf(shop)).toMatchObject({
      RegisteredFriends: 1,
      RewardedFriends: 1,
      PointsAwarded: 150,
    })
    story.on('2026-01-29T12:00:00Z')
    expect([await pointsOf(shop, 'ana'), await pointsOf(shop, 'bia')]).toEqual([
      { has: 230, waiting: 0 },
      { has: 94, waiting: 0 },
    ])
  })

  it('an order that comes back in time rewards neither, and one that comes back too late rewards both', async () => {
    story.on('2026-01-15T12:00:00Z')
    const { shop, code } = await open()
    for (const friend of ['bia', 'caio', 'davi']) {
      await referred(shop, code, friend)
      await shop.completed(`first of ${friend}`, friend, 64)
    }
    await settle(shop)
    story.on('2026-01-28T12:00:00Z')
    await shop.returned('first of bia', 20)
    await shop.cancelled('first of caio')
    await settle(shop)
    expect(await stateOf(shop, 'bia')).toEqual(['undone', 'orderReturned'])
    expect(await stateOf(shop, 'caio')).toEqual(['undone', 'orderCancelled'])
    expect(await pointsOf(shop, 'bia')).toEqual({ has: 44, waiting: 0 })
    expect(await pointsOf(shop, 'caio')).toEqual({ has: 0, waiting: 0 })
    expect(await pointsOf(shop, 'ana')).toEqual({ has: 80, waiting: 150 })
    story.on('2026-01-29T12:00:00Z')
    await shop.cancelled('first of davi')
    await settle(shop)
    expect(await stateOf(shop, 'davi')).toEqual(['granted', null])
    expect(await pointsOf(shop, 'ana')).toEqual({ has: 230, waiting: 0 })
    expect(await pointsOf(shop, 'davi')).toEqual({ has: 30, waiting: 0 })
  })

  it('nothing is given for an order that is taken back at once', async () => {
    story.on('2026-01-15T12:00:00Z')
    const { shop, code } = await open()
    await referred(shop, code, 'bia')
    await shop.completed('first of bia', 'bia', 64)
    await shop.cancelled('first of bia')
    await settle(shop)
    expect(await stateOf(shop, 'bia')).toEqual(['undone', 'orderCancelled'])
    expect(await pointsOf(shop, 'ana')).toEqual({ has: 80, waiting: 0 })
  })

  it('a friend is given a reward for joining, before anything is bought', async () => {
    story.on('2026-01-15T12:00:00Z')
    const { shop } = await open()
    const reward = await shop.makeReward({ title: 'Welcome' })
    await shop.publish(program({}, { ...RULE, friendReward: String(reward) }))
    const { ReferralCode } = await referralOf(shop)
    const { Coupon } = await referred(shop, ReferralCode ?? '', 'bia')
    expect(Coupon?.CouponCode).toEqual(expect.any(String))
    // The same again answers the same.
    expect((await referred(shop, ReferralCode ?? '', 'bia')).Coupon).toEqual(Coupon)
  })
})

describe('a referral does not count', () => {
  it.each([
    ['of an order below the minimum', 49.99, 'belowMinimum'],
    ['of an order that came too late', 64, 'tooLate'],
  ])('because %s', async (_, total, reason) => {
    story.on('2026-01-15T12:00:00Z')
    const { shop, code } = await open()
    await referred(shop, code, 'bia')
    if (reason === 'tooLate') story.on('2026-04-16T12:00:00Z')
    await shop.completed('first of bia', 'bia', total)
    expect(await stateOf(shop, 'bia')).toEqual(['refused', reason])
    // Only the first order counts.
    await shop.completed('second of bia', 'bia', 500)
    await settle(shop)
    expect((await pointsOf(shop, 'ana')).waiting).toBe(0)
  })

  it.each([
    ['e-mail', { Email: 'ana@example.com' }],
    ['phone', { Phone: '(11) 98888-0001' }],
    ['document', { Document: '12345678909' }],
    ['own id', {}],
  ])('of a friend who is known by %s, and none is made', async (how, more) => {
    story.on('2026-01-15T12:00:00Z')
    const { shop, code } = await open()
    const answer = await refer(shop, code, how === 'own id' ? 'ana' : 'bia', more)
    expect(answer.ErrorCode).toBe(58)
    expect((await story.query('select from customer where tenant_id = $1', [shop.tenantId])).length).toBe(1)
    expect((await story.query('select from referral where tenant_id = $1', [shop.tenantId])).length).toBe(0)
  })

  it('an order that shows that the friend is the one who referred does not count', async () => {
    story.on('2026-01-15T12:00:00Z')
    const { shop, code } = await open()
    await referred(shop, code, 'bia')
    await shop.completed('first of bia', 'bia', 64, {
      Customer: { OriginalId: 'bia', Phone: '11 98888 0001' },
    })
    expect(await stateOf(shop, 'bia')).toEqual(['refused', 'samePhone'])
  })

  it('beyond the limit of a day a referral is held, beyond that in all it is refused', async () => {
    story.on('2026-01-15T12:00:00Z')
    const { shop, code } = await open({ limits: { perDay: 1, ever: 2 } })
    for (const friend of ['bia', 'caio']) {
      await referred(shop, code, friend)
      await shop.completed(`first of ${friend}`, friend, 64)
      await settle(shop)
    }
    expect([await stateOf(shop, 'bia'), await stateOf(shop, 'caio')]).toEqual([
      ['granted', null],
      ['held', null],
    ])
    story.on('2026-01-16T12:00:00Z')
    for (const friend of ['davi', 'eva']) {
      await referred(shop, code, friend)
      await shop.completed(`first of ${friend}`, friend, 64)
      await settle(shop)
    }
    expect([await stateOf(shop, 'davi'), await stateOf(shop, 'eva')]).toEqual([
      ['granted', null],
      ['refused', 'limit'],
    ])
    expect(await pointsOf(shop, 'ana')).toEqual({ has: 80, waiting: 300 })
  })

  it('a code that is unknown, or a rule that is not there or off, refers no friend', async () => {
    story.on('2026-01-15T12:00:00Z')
    const { shop, code } = await open()
    for (const wrong of ['ZZZZZZZZ', 'no code', '', `${code}A`, "'; --"]) {
      const { ErrorCode } = await refer(shop, wrong, 'bia')
      expect(ErrorCode).toBe(wrong === '' ? 7 : 59)
    }
    await shop.publish(program({}, { ...RULE, isActive: false }))
    expect((await refer(shop, code, 'bia')).ErrorCode).toBe(49)
    expect(await referralOf(shop)).toMatchObject({ ReferralCode: null, ReferralURL: null })
    await shop.publish(program({}))
    expect((await refer(shop, code, 'bia')).ErrorCode).toBe(48)
  })
})

describe('what is held', () => {
  async function openHeld() {
    story.on('2026-01-15T12:00:00Z')
    const { shop, code } = await open({ limits: { perDay: 1, ever: 2 } })
    for (const friend of ['bia', 'caio', 'davi']) {
      await referred(shop, code, friend)
      await shop.completed(`first of ${friend}`, friend, 64)
      await settle(shop)
    }
    return shop
  }

  async function decide(shop: Shop, friend: string, counts: boolean) {
    const [row] = await story.query(
      `select customer_id, referrer_id from referral
       join customer on customer.tenant_id = $1 and customer.id = customer_id
       where referral.tenant_id = $1 and original_id = $2`,
      [shop.tenantId, friend],
    )
    const { tenant, till } = await workerOf(shop)
    const [friendId, referrerId] = [Number(row?.customer_id), Number(row?.referrer_id)]
    return till.run(decideReferral, { tenant, friendId, referrerId, counts, note: 'seen', decidedBy: 'Rui' })
  }

  it('a held referral counts once a person says so, by two at once too, and never beyond the limit in all', async () => {
    const shop = await openHeld()
    const [one, other] = await Promise.all([decide(shop, 'caio', true), decide(shop, 'caio', true)])
    expect([one, other].filter(isRefusal).map(({ reason }) => reason)).toEqual(['referral-not-held'])
    expect(await decide(shop, 'davi', true)).toMatchObject({ reason: 'limit-reached' })
    expect(await decide(shop, 'davi', false)).toMatchObject({
      state: 'refused',
      decidedBy: 'Rui',
      note: 'seen',
    })
    expect([await stateOf(shop, 'caio'), await stateOf(shop, 'davi')]).toEqual([
      ['granted', null],
      ['refused', 'declined'],
    ])
    expect(await pointsOf(shop, 'ana')).toEqual({ has: 80, waiting: 300 })
  })

  it('an order that comes back takes only what still waits: points of the friend that are open stay', async () => {
    const shop = await openHeld()
    story.on('2026-02-04T12:00:00Z')
    expect(await decide(shop, 'caio', true)).toMatchObject({ state: 'granted' })
    expect(await pointsOf(shop, 'caio')).toEqual({ has: 94, waiting: 0 })
    expect(await pointsOf(shop, 'ana')).toEqual({ has: 230, waiting: 150 })
    story.on('2026-02-09T12:00:00Z')
    await shop.cancelled('first of caio')
    await settle(shop)
    expect(await stateOf(shop, 'caio')).toEqual(['undone', 'orderCancelled'])
    expect(await pointsOf(shop, 'caio')).toEqual({ has: 30, waiting: 0 })
    expect(await pointsOf(shop, 'ana')).toEqual({ has: 230, waiting: 0 })
  })

  it('a held referral is declined after 30 days, and friends who never buy expire', async () => {
    const shop = await openHeld()
    const { ReferralCode } = await referralOf(shop)
    await referred(shop, ReferralCode ?? '', 'eva')
    for (const [date, ...states] of [
      ['2026-02-14T11:00:00Z', 'held', 'registered'],
      ['2026-02-14T13:00:00Z', 'refused', 'registered'],
      // To the end of the 90th day of the merchant’s calendar.
      ['2026-04-16T02:59:59Z', 'refused', 'registered'],
      ['2026-04-16T03:00:00Z', 'refused', 'expired'],
    ] as const) {
      story.on(date)
      const { tenant, till } = await workerOf(shop)
      await endReferrals({ database: story.database, till, tenant, now: story.api.now })
      expect([(await stateOf(shop, 'caio'))?.[0], (await stateOf(shop, 'eva'))?.[0]]).toEqual(states)
    }
    await shop.completed('first of eva', 'eva', 64)
    expect(await stateOf(shop, 'eva')).toEqual(['expired', 'tooLate'])
  })
})

describe('a customer', () => {
  it('a customer has one code, which is good at their own merchant alone', async () => {
    story.on('2026-01-15T12:00:00Z')
    const [one, other] = [await open(), await open()]
    expect(one.code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    expect((await referralOf(one.shop)).ReferralCode).toBe(one.code)
    expect((await refer(other.shop, one.code, 'bia')).ErrorCode).toBe(59)
    expect((await referred(one.shop, one.code.toLowerCase(), 'bia')).Status).toBe(0)
    expect((await refer(one.shop, one.code, 'bia')).ErrorCode).toBeNull()
    const unknown = await one.shop.sendText<{ ErrorCode: number }>('GET', '/v1/pvt/Customer/none/referral')
    expect(unknown.ErrorCode).toBe(59)
  })
})
