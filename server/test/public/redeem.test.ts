/** What a customer redeems in a browser: src/http/storefront/redeem.ts. */
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OwnRedemption } from '../../src/http/storefront/schema.ts'
import type { OwnReward, OwnRewards } from '../../src/rewards/public-api/schema.ts'
import { erasedCustomer, mergedCustomer, upsertCustomer } from '../support/customers.ts'
import { decimal, type RewardToMake } from '../support/rewards.ts'
import { seedOf } from '../support/seed.ts'
import { program } from '../support/shop.ts'
import { configure, openStorefront, type Storefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const OFTEN = { perSecond: 1_000, perHour: 100_000 }
const shops = useShops({
  customerLimits: { read: OFTEN, long: OFTEN, redeem: OFTEN, quiz: OFTEN, join: OFTEN },
})
const SEED = seedOf()
const DAY_MS = 86_400_000
const ENGLISH = { 'accept-language': 'en' }
/** Merchants with random rewards; by name as many as one likes: `REDEEM_MERCHANTS=200 npm test -- public/redeem`. */
const MERCHANTS = Number(process.env.REDEEM_MERCHANTS ?? 6)

const newKey = (): string => randomBytes(15).toString('base64url')

/** Ana has 100 points, worth R$ 10. */
async function open(...rewards: readonly RewardToMake[]) {
  const shop = await shops.open(program())
  const ids: number[] = []
  for (const reward of rewards) ids.push(await shop.makeReward(reward))
  await shop.completed('o1', 'ana', 100)
  const storefront = await openStorefront(shops.api, shop)
  return { shop, storefront, ids, token: await storefront.tokenOf('ana', { Scopes: ['read', 'redeem'] }) }
}

function redeem(
  storefront: Storefront,
  token: string,
  body: object,
  headers: Record<string, string> = ENGLISH,
) {
  return storefront.api.server.inject({
    method: 'POST',
    url: '/v1/pub/me/redemptions',
    headers: { authorization: `Bearer ${token}`, ...headers },
    payload: body,
  })
}

async function couponsOf(storefront: Storefront, customer = 'ana'): Promise<number> {
  const token = await storefront.tokenOf(customer)
  return (await storefront.read<{ items: unknown[] }>('/coupons', token)).items.length
}

describe('a redemption', () => {
  it('is this, to the last member, and the balance is that of the next read', async () => {
    const { storefront, ids, token } = await open({
      title: 'R$ 10 off',
      points: decimal(60),
      value: decimal(10),
      type: 1,
      couponValidDays: 30,
    })
    const answer = await redeem(storefront, token, { reward: ids[0], points: '60', key: newKey() })
    expect(answer.statusCode).toBe(201)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-language': 'en' })
    expect(answer.headers).not.toHaveProperty('idempotent-replayed')
    const { coupon, me } = answer.json<OwnRedemption>()
    expect(coupon).toEqual({
      title: 'R$ 10 off',
      code: expect.stringMatching(/^\w{10}$/),
      kind: 'fixedValue',
      value: '10.00',
      from: null,
      until: expect.stringMatching(/Z$/),
      state: 'usable',
      instructions: null,
    })
    expect(me).toMatchObject({ state: 'member', points: '40', cashback: '4.00' })
    expect(me).toEqual(await storefront.seen(token))
  })

  it('is done once, however often it is sent', async () => {
    const { storefront, ids, token } = await open({ points: decimal(60) })
    const body = { reward: ids[0], points: '60', key: newKey() }
    // The shop's limit of writes a second lets so many in at once.
    const answers = []
    for (let wave = 0; wave < 3; wave += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 33 }, () => redeem(storefront, token, body)))))
      await until(async () => (await redeem(storefront, token, { ...body, key: 'no' })).statusCode === 422)
    }
    const done = answers.filter(({ statusCode }) => statusCode !== 429)
    expect(done.length).toBeGreaterThanOrEqual(33)
    expect(done.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    const again = done.filter(({ statusCode }) => statusCode === 200)
    expect(again).toHaveLength(done.length - 1)
    expect(new Set(again.map(({ headers }) => headers['idempotent-replayed']))).toEqual(new Set(['true']))
    expect(new Set(done.map((one) => one.json<OwnRedemption>().coupon.code)).size).toBe(1)
    expect([(await storefront.seen(token)).points, await couponsOf(storefront)]).toEqual(['40', 1])
  })

  it('of two tabs with points for one is done in one', async () => {
    const { storefront, ids, token } = await open({ points: decimal(60) })
    const inTab = () => redeem(storefront, token, { reward: ids[0], points: '60', key: newKey() })
    const [one, other] = await Promise.all([inTab(), inTab()])
    expect([one.statusCode, other.statusCode].toSorted()).toEqual([201, 409])
    const refused = one.statusCode === 409 ? one : other
    expect(refused.json()).toMatchObject({
      code: 'tooFewPoints',
      detail: 'You don’t have enough points for this yet.',
    })
  })

  it('costs what was shown, or nothing is spent', async () => {
    const { shop, storefront, ids, token } = await open({ points: decimal(60) })
    const changed = await redeem(storefront, token, { reward: ids[0], points: '50', key: newKey() })
    expect([changed.statusCode, changed.json()]).toMatchObject([409, { code: 'priceChanged', points: '60' }])
    expect((await storefront.seen(token)).points).toBe('100')
    // What was redeemed at another price is told again as it was.
    const key = newKey()
    const first = await redeem(storefront, token, { reward: ids[0], points: '60', key })
    await shops.reader.query('update reward_configuration set points = 70 where tenant_id = $1', [
      shop.tenantId,
    ])
    const again = await redeem(storefront, token, { reward: ids[0], points: '60', key })
    expect([first.statusCode, again.statusCode]).toEqual([201, 200])
    expect(again.json<OwnRedemption>().coupon).toEqual(first.json<OwnRedemption>().coupon)
  })

  it('under a key that was used for something else is refused', async () => {
    const { storefront, ids, token } = await open({ points: decimal(10) }, { points: decimal(10) })
    const key = newKey()
    expect((await redeem(storefront, token, { reward: ids[0], points: '10', key })).statusCode).toBe(201)
    for (const other of [
      { reward: ids[1], points: '10' },
      { reward: ids[0], points: '20' },
    ]) {
      const answer = await redeem(storefront, token, { ...other, key })
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'keyUsed'])
    }
    expect((await storefront.seen(token)).points).toBe('90')
  })

  it('under the key of another customer is refused, and a key of the shop never meets it', async () => {
    const { shop, storefront, ids, token } = await open({ points: decimal(10) })
    await shop.completed('o2', 'bia', 100)
    const key = newKey()
    const ofBia = await storefront.tokenOf('bia', { Scopes: ['read', 'redeem'] })
    const body = { reward: ids[0], points: '10', key }
    expect((await redeem(storefront, token, body)).statusCode).toBe(201)
    const refused = await redeem(storefront, ofBia, body)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'keyUsed'])
    expect(refused.body).not.toMatch(/ana/i)
    await shop.redeemed(ids[0] ?? 0, 'ana', { OriginalKey: key })
    expect([(await storefront.seen(token)).points, (await storefront.seen(ofBia)).points]).toEqual([
      '80',
      '100',
    ])
  })

  it('whose answer was lost is told again after the customer was merged into another one', async () => {
    const { shop, storefront, ids, token } = await open({ points: decimal(10) })
    await shop.completed('o2', 'bia', 100)
    const body = { reward: ids[0], points: '10', key: newKey() }
    const first = await redeem(storefront, token, body)
    await mergedCustomer(shop, 'ana', 'bia')
    expect((await redeem(storefront, token, body)).statusCode).toBe(401)
    const next = await storefront.tokenOf('ana', { Scopes: ['read', 'redeem'] })
    const again = await redeem(storefront, next, body)
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(again.json<OwnRedemption>().coupon.code).toBe(first.json<OwnRedemption>().coupon.code)
    expect([(await storefront.seen(next)).points, await couponsOf(storefront, 'bia')]).toEqual(['190', 1])
  })

  it('that was returned is not done again under its key', async () => {
    const { shop, storefront, ids, token } = await open({ points: decimal(10) })
    const key = newKey()
    const body = { reward: ids[0], points: '10', key }
    expect((await redeem(storefront, token, body)).statusCode).toBe(201)
    expect((await shop.cancelRewardByKey(`me:${key}`)).HasError).toBe(false)
    const refused = await redeem(storefront, token, body)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'keyUsed', detail: 'This was already sent before. Start again.' },
    ])
    expect((await storefront.seen(token)).points).toBe('100')
  })

  it('of cashback is of what is asked for, in whole cents', async () => {
    const { storefront, ids, token } = await open({ type: 3, points: decimal(0) })
    const ask = (value: unknown, points: string | null = null) =>
      redeem(storefront, token, { reward: ids[0], points, value, key: newKey() })
    for (const wrong of ['0', '-1.00', '1.005', '99.00', null]) {
      const answer = await ask(wrong)
      expect([wrong, answer.statusCode, answer.json().errors?.[0]?.pointer]).toEqual([wrong, 422, '/value'])
    }
    expect((await ask('1.00', '5')).statusCode).toBe(422)
    const done = await ask('2.50')
    expect([done.statusCode, done.json<OwnRedemption>().me]).toMatchObject([201, { cashback: '7.50' }])
  })
})

describe('who may redeem', () => {
  it('needs the scope, the switch, and a token that is good', async () => {
    const { shop, storefront, ids, token } = await open({ points: decimal(10) })
    const body = { reward: ids[0], points: '10', key: newKey() }
    const reading = await storefront.tokenOf('ana')
    const wrongScope = await redeem(storefront, reading, body)
    expect([wrongScope.statusCode, wrongScope.json().code]).toEqual([403, 'scope'])
    expect((await redeem(storefront, `${token.slice(0, -3)}abc`, body)).statusCode).toBe(401)
    const elsewhere = await redeem(storefront, token, body, { origin: 'https://evil.example' })
    expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([403, 'origin'])
    expect(elsewhere.headers).not.toHaveProperty('access-control-allow-origin')
    await configure(shops.api, shop.tenantId, { content: { switches: { redeem: false } } })
    // At another price nothing is spent meanwhile.
    const atAnother = () => redeem(storefront, token, { ...body, points: '1' })
    await until(async () => (await atAnother()).statusCode === 404)
    await configure(shops.api, shop.tenantId, { content: {} })
    await until(async () => (await atAnother()).statusCode === 409)
    expect((await storefront.seen(token)).points).toBe('100')
    await erasedCustomer(shop, 'ana')
    expect((await redeem(storefront, token, body)).statusCode).toBe(401)
  })

  it('is not someone who has not joined, or has left', async () => {
    const { shop, storefront, ids, token } = await open({ points: decimal(10) })
    await upsertCustomer(shop, { OriginalId: 'ana', IsEnrolled: false })
    const answer = await redeem(storefront, token, { reward: ids[0], points: '10', key: newKey() })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'notEnrolled', detail: 'Join the program to redeem this.' },
    ])
  })

  it('is told all at once what is wrong with what was sent', async () => {
    const { storefront, token } = await open()
    const answer = await redeem(storefront, token, { reward: 'x', points: 5, key: '<b>', more: 1 })
    expect([
      answer.statusCode,
      answer.json().errors.map(({ pointer }: { pointer: string }) => pointer),
    ]).toEqual([422, expect.arrayContaining(['/reward', '/points', '/key', '/more'])])
  })

  it('does not get what is not shown: unknown, for tills alone, only a prize, another merchant’s', async () => {
    const other = await open({ points: decimal(10) })
    const { storefront, ids, token } = await open(
      { points: decimal(10), channel: 2 },
      { points: decimal(10), isActive: false },
    )
    for (const reward of [...ids, ...other.ids, 2_147_483_647]) {
      const answer = await redeem(storefront, token, { reward, points: '10', key: newKey() })
      expect([reward, answer.statusCode, answer.json().detail]).toEqual([
        reward,
        404,
        'This reward is no longer available.',
      ])
    }
  })
})

describe('law: what is shown as ready is redeemed, and nothing else', () => {
  const reward: fc.Arbitrary<RewardToMake> = fc.record({
    type: fc.constantFrom(0, 1, 2, 4),
    points: fc.constantFrom(0, 40, 100, 160).map(decimal),
    validFrom: fc.constantFrom(null, START - DAY_MS, START + DAY_MS),
    globalUsageLimit: fc.constantFrom(null, 1),
    customerUsageLimit: fc.constantFrom(null, 1),
  }) as never

  it('for random rewards, one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(reward, { minLength: 1, maxLength: 5 }), async (rewards) => {
        const { storefront, token } = await open(...rewards)
        for (let round = 0; round < 3; round += 1) {
          const { items } = await storefront.read<OwnRewards>('/rewards', token, ENGLISH)
          for (const item of items.filter(({ state }) => state !== 'ready')) {
            const refused = await redeem(storefront, token, bodyFor(item))
            expect([item.state, refused.statusCode]).toEqual([item.state, 409])
            if (item.reason !== null) expect(refused.json().detail).toBe(item.reason)
          }
          const ready = items.find(({ state }) => state === 'ready')
          if (!ready) return
          expect((await redeem(storefront, token, bodyFor(ready))).statusCode).toBe(201)
        }
      }),
      { numRuns: MERCHANTS, seed: SEED },
    )
  })
})

function bodyFor({ id, points }: OwnReward) {
  return { reward: id, points, key: newKey() }
}
