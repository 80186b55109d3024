/**
 * What customers are told of the friends they referred: every reason why one does not count, and figures that add up.
 *
 * `REFERRAL_HISTORIES=1000 npx vitest run told-referrals` tells so many; `TEST_SEED=…` the same again.
 */
import { describe, expect, it, vi } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { LOCALES } from '../../src/contract/locale.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import { Random } from '../../src/platform/random.ts'
import type { OwnReferral } from '../../src/referrals/public-api/schema.ts'
import { REFERRAL_REASON, type ReferralReason } from '../../src/referrals/referral.ts'
import { decideReferral } from '../../src/referrals/reward.ts'
import { endReferrals } from '../../src/referrals/settle.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { upsertCustomer } from '../support/customers.ts'
import { seedOf } from '../support/seed.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { openStorefront, type Storefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const OFTEN = { perSecond: 10_000, perHour: 1_000_000 }
const HISTORIES = Number(process.env.REFERRAL_HISTORIES ?? 10)
// Each has a merchant of its own, whose ledger is verified after the test.
vi.setConfig({ hookTimeout: 180_000 + HISTORIES * 2_000 })
const test = useShops({
  customerLimits: { read: OFTEN, long: OFTEN, redeem: OFTEN, quiz: OFTEN, join: OFTEN },
})
const SEED = seedOf('TEST_SEED')
const RULE = {
  id: 6,
  kind: 'referral',
  points: '150',
  waitingDays: 14,
  minimumOrder: '50',
  withinDays: 90,
} as const
const CONTENT = { switches: { referral: true }, referralUrl: 'https://shop.example/?ref={code}' }
const ANA = { Email: 'ana.prado@gmail.com', Phone: '+55 11 98888-0001', Document: '123.456.789-09' }
const SCOPES = { Scopes: ['read', 'refer', 'join'] }

interface Told {
  readonly shop: Shop
  readonly storefront: Storefront
  readonly code: string
}

async function open(rule: object = {}): Promise<Told> {
  const shop = await test.open(program({}, { ...RULE, ...rule }))
  await upsertCustomer(shop, { OriginalId: 'ana', IsEnrolled: true, ...ANA })
  const storefront = await openStorefront(test.api, shop, { content: CONTENT })
  return { shop, storefront, code: (await tellAna(storefront)).code ?? '' }
}

async function tellAna(storefront: Storefront, locale = 'en'): Promise<OwnReferral> {
  const token = await storefront.tokenOf('ana', SCOPES)
  return storefront.read('/referral', token, { 'accept-language': locale })
}

async function join({ storefront, code }: Told, friend: string, profile: object = {}): Promise<string> {
  await upsertCustomer(storefront.shop, { OriginalId: friend, ...profile })
  const answer = await storefront.api.server.inject({
    method: 'POST',
    url: '/v1/pub/me/enrolment',
    headers: { authorization: `Bearer ${await storefront.tokenOf(friend, SCOPES)}` },
    payload: { terms: null, referralCode: code },
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().referral
}

const buys = ({ shop }: Told, friend: string, total = 64, more: object = {}) =>
  shop.completed(`first of ${friend}`, friend, total, { Customer: { OriginalId: friend, ...more } })

async function workerOf({ shop }: Told) {
  const tenant = await test.api.cells.directory.read([], (tx) => findTenant(tx, shop.tenantId))
  if (!tenant) throw new Error('there is no such merchant')
  const database = test.api.cells.of({ cell: MAIN_CELL })
  return {
    tenant,
    database,
    till: createTill({ database, clock: () => test.api.now, ...REWARDS_DUE }),
  }
}

async function daily(told: Told): Promise<void> {
  const { tenant, database, till } = await workerOf(told)
  await endReferrals({ database, till, tenant, now: test.api.now })
}

async function decide(told: Told, friend: string, counts: boolean): Promise<void> {
  const { tenant, till } = await workerOf(told)
  const [row] = await test.reader.query<{ customer_id: string; referrer_id: string }>(
    `select customer_id, referrer_id from referral
    join customer on customer.tenant_id = $1 and customer.id = customer_id
    where referral.tenant_id = $1 and original_id = $2`,
    [told.shop.tenantId, friend],
  )
  const [friendId, referrerId] = [Number(row?.customer_id), Number(row?.referrer_id)]
  await till.run(decideReferral, { tenant, friendId, referrerId, counts, note: null, decidedBy: 'Rui' })
}

const publish = ({ shop }: Told, rule: object) => shop.publish(program({}, { ...RULE, ...rule }))
const enrol = ({ shop }: Told, IsEnrolled: boolean) => upsertCustomer(shop, { OriginalId: 'ana', IsEnrolled })

/** How each comes about, and what the customer reads of it in English. */
const WAYS: Readonly<
  Record<
    Exclude<ReferralReason, 'codeUnknown'>,
    readonly [sentence: RegExp, (told: Told) => Promise<unknown>]
  >
> = {
  ruleOff: [
    /weren’t rewarded at that time/,
    async (told) => {
      await publish(told, { isActive: false })
      await join(told, 'bia')
      await publish(told, {})
    },
  ],
  referrerLeft: [
    /you weren’t enrolled/,
    async (told) => {
      await join(told, 'bia')
      await enrol(told, false)
      await buys(told, 'bia')
      await enrol(told, true)
    },
  ],
  ownCode: [/wasn’t new/, (told) => join(told, 'ana')],
  known: [
    /wasn’t new/,
    async (told) => {
      await buys(told, 'bia')
      await join(told, 'bia')
    },
  ],
  sameEmail: [/same contact details/, (told) => join(told, 'bia', { Email: 'AnaPrado+shop@googlemail.com' })],
  samePhone: [/same contact details/, (told) => join(told, 'bia', { Phone: '(11) 98888-0001' })],
  sameDocument: [
    /same contact details/,
    async (told) => {
      // It comes with the order alone.
      await join(told, 'bia')
      await buys(told, 'bia', 64, { Document: '12345678909' })
    },
  ],
  belowMinimum: [
    /below R\$\u00a050\.00/,
    async (told) => {
      await join(told, 'bia')
      await buys(told, 'bia', 49.99)
    },
  ],
  tooLate: [
    /no first order by 15 Apr/,
    async (told) => {
      await join(told, 'bia')
      test.api.now = START + 91 * DAY_MS
      await daily(told)
    },
  ],
  orderCancelled: [
    /cancelled or returned/,
    async (told) => {
      await join(told, 'bia')
      await buys(told, 'bia')
      await told.shop.cancelled('first of bia')
    },
  ],
  orderReturned: [
    /cancelled or returned/,
    async (told) => {
      await join(told, 'bia')
      await buys(told, 'bia')
      await told.shop.returned('first of bia', 20)
    },
  ],
  limit: [
    /rewarded 1 times, as often as the program allows/,
    async (told) => {
      await publish(told, { limits: { ever: 1 } })
      for (const friend of ['caio', 'bia']) {
        await join(told, friend)
        await buys(told, friend)
        await tellAna(told.storefront)
      }
    },
  ],
  declined: [
    /checked it and declined/,
    async (told) => {
      await publish(told, { limits: { perDay: 1 } })
      for (const friend of ['caio', 'bia']) {
        await join(told, friend)
        await buys(told, friend)
        await tellAna(told.storefront)
      }
      await decide(told, 'bia', false)
    },
  ],
}

describe('a friend who does not count', () => {
  it.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
    'is told with the reason, in three languages: %s',
    async (reason) => {
      const told = await open()
      const [sentence, happen] = WAYS[reason]
      await happen(told)
      await tellAna(told.storefront)
      const rows = await test.reader.query<{ reason: number }>(
        'select reason from referral where tenant_id = $1 and reason is not null',
        [told.shop.tenantId],
      )
      expect(rows).toEqual([{ reason: REFERRAL_REASON[reason] }])
      const texts = new Set<string>()
      for (const locale of LOCALES) {
        const { friends } = await tellAna(told.storefront, locale)
        const ended = friends.filter(({ state }) => state === 'ended')
        expect(ended.length).toBe(1)
        texts.add(ended[0]?.text ?? '')
      }
      expect(texts.size).toBe(LOCALES.length)
      expect([...texts].some((text) => sentence.test(text))).toBe(true)
    },
  )

  it('by a code that is no customer’s is no one’s friend', async () => {
    const told = await open()
    expect(await join({ ...told, code: 'ZZZZZZZZ' }, 'bia')).toBe('ignored')
    expect((await tellAna(told.storefront)).friends).toEqual([])
  })
})

/** So many at most are listed, and then every one of them is in the sums. */
const FRIENDS_MAX = 20
const STEPS = 24

const MOVES = [
  ...['join', 'join', 'join', 'buy', 'buy', 'buy', 'buy', 'tell', 'tell', 'tell'],
  ...['cancel', 'return', 'decide', 'time', 'daily'],
] as const

/** Something that can happen to the friends of a customer. */
async function happen(
  told: Told,
  { friends, orders }: { readonly friends: string[]; readonly orders: string[] },
  random: Random,
): Promise<void> {
  const { shop } = told
  const order = orders.length === 0 ? 'none' : random.one(orders)
  const friend = friends.length === 0 ? undefined : random.one(friends)
  const what = random.one(MOVES)
  if (friend === undefined || what === 'join') {
    if (friends.length === FRIENDS_MAX) return
    const name = `friend-${friends.length}`
    friends.push(name)
    await join(told, name, random.chance(15) ? { Phone: '11988880001' } : {})
  } else if (what === 'buy') {
    const id = `o${orders.length}`
    orders.push(id)
    await shop.completed(id, friend, random.one([64, 64, 20]))
  } else if (what === 'cancel') await shop.cancelOrder(order)
  else if (what === 'return') await shop.returnPart(order, { CancelKey: order, ValueToRefund: 20 })
  else if (what === 'decide') await decide(told, friend, random.chance(50))
  else if (what === 'daily') await daily(told)
  // As the worker does within seconds: who referred is rewarded.
  else if (what === 'tell') await tellAna(told.storefront)
  else if (what === 'time') {
    // A worker that stands still for weeks would leave what has opened meanwhile.
    await tellAna(told.storefront)
    test.api.now += random.one([1, 5, 15, 40]) * DAY_MS
  }
}

describe('the figures', () => {
  it(`add up over ${HISTORIES} histories (TEST_SEED=${SEED})`, {
    timeout: 60_000 + HISTORIES * 5_000,
  }, async () => {
    const seen = new Set<string>()
    let latest = START
    for (let history = 0; history < HISTORIES; history += 1) {
      const random = new Random(SEED + history)
      test.api.now = START
      const told = await open({ limits: { perDay: 1, ever: 4 } })
      const made = { friends: [], orders: [] }
      for (let step = 0; step < STEPS; step += 1) await happen(told, made, random)
      latest = Math.max(latest, test.api.now)
      // What is still to be done is done before it is told.
      const own = await tellAna(told.storefront)
      const states = own.friends.map(({ state }) => state)
      for (const state of states) seen.add(state)
      const count = (...wanted: string[]) => states.filter((state) => wanted.includes(state)).length
      const which = `TEST_SEED=${SEED + history}`
      expect([which, own.rewarded], which).toEqual([which, count('pending', 'rewarded')])
      expect([which, Number(own.points)]).toEqual([which, 150 * own.rewarded])
      expect(count('bought')).toBe(0)
      const counted = await countRows(told.shop)
      expect([which, own.joined, own.bought]).toEqual([which, counted.joined, counted.bought])
      // Not yet or too late, and rewarded, held or not counted.
      expect([which, own.joined]).toEqual([which, own.bought + counted.notBought])
      expect([which, own.bought]).toEqual([which, own.rewarded + count('checking') + counted.notCounted])
      const token = await told.storefront.tokenOf('ana', SCOPES)
      const { points } = await told.storefront.seen(token)
      const { pending } = await told.storefront.read<{ pending: { points: string } }>('/progress', token)
      expect([which, Number(points) + Number(pending.points)]).toEqual([which, Number(own.points)])
    }
    // All of them are explained when the test has ended: before none of their points opens.
    test.api.now = latest
    if (HISTORIES >= 20)
      expect([...seen].toSorted()).toEqual(['checking', 'ended', 'joined', 'pending', 'rewarded'])
  })
})

async function countRows({ tenantId }: Shop) {
  const [row] = await test.reader.query<Record<'joined' | 'bought' | 'notBought' | 'notCounted', number>>(
    `select (count(*) filter (where order_id is not null or state <> 4))::int as joined,
      (count(*) filter (where order_id is not null))::int as bought,
      (count(*) filter (where order_id is null and state in (0, 6)))::int as "notBought",
      (count(*) filter (where order_id is not null and state in (4, 5)))::int as "notCounted"
    from referral where tenant_id = $1`,
    [tenantId],
  )
  if (!row) throw new Error('nothing was counted')
  return row
}
