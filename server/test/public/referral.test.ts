/** What a customer sees of the friends they refer, and a friend of the offer: src/referrals/public-api. */
import { describe, expect, it } from 'vitest'
import type { OwnEnrolment, ShownProgram } from '../../src/http/storefront/schema.ts'
import type { FriendsOffer, OwnReferral } from '../../src/referrals/public-api/schema.ts'
import type { StorefrontConfig } from '../../src/tenancy/store/storefront.ts'
import { sealToken } from '../../src/tenancy/storefront-token.ts'
import { erasedCustomer, mergedCustomer, upsertCustomer } from '../support/customers.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { configure, ORIGIN, openStorefront, type Storefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const OFTEN = { perSecond: 1_000, perHour: 100_000 }
const shops = useShops({
  customerLimits: { read: OFTEN, long: OFTEN, redeem: OFTEN, quiz: OFTEN, join: OFTEN },
})
const limited = useShops()

const RULE = {
  id: 6,
  kind: 'referral',
  points: '150',
  waitingDays: 14,
  minimumOrder: '50',
  withinDays: 90,
  friendPoints: '30',
} as const
const REFER = { Scopes: ['read', 'refer', 'join'] }
const CONTENT = { switches: { referral: true }, referralUrl: 'https://shop.example/?ref={code}' }
const OFFER =
  'Your friend gets 30\u00a0points for the first order. You get 150\u00a0points when your friend places a first order of ' +
  'at least R$\u00a050.00 within 90 days of joining.'

async function open(rule: object | null = {}, change: Partial<StorefrontConfig> = {}) {
  const shop = await shops.open(rule === null ? program({}) : program({}, { ...RULE, ...rule }))
  await upsertCustomer(shop, { OriginalId: 'ana', Name: 'Ana Prado', IsEnrolled: true, ...ANA })
  return openStorefront(shops.api, shop, { content: CONTENT, ...change })
}

const ANA = { Email: 'ana@example.com', Phone: '+55 11 98888-0001', Document: '123.456.789-09' }

async function referralOf(storefront: Storefront, customer = 'ana', locale = 'en'): Promise<OwnReferral> {
  const token = await storefront.tokenOf(customer, REFER)
  return storefront.read('/referral', token, { 'accept-language': locale })
}

const codeOf = async (storefront: Storefront): Promise<string> => (await referralOf(storefront)).code ?? ''

/** As the page of the shop does, for someone whom only the shop knows. */
async function join(storefront: Storefront, customer: string, referralCode: string): Promise<OwnEnrolment> {
  const token = await storefront.tokenOf(customer, REFER)
  const answer = await storefront.api.server.inject({
    method: 'POST',
    url: '/v1/pub/me/enrolment',
    headers: { authorization: `Bearer ${token}` },
    payload: { terms: null, referralCode },
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

async function offered(storefront: Storefront, code: string, lang = 'en'): Promise<FriendsOffer> {
  const answer = await storefront.ofShop(`/referrals/${encodeURIComponent(code)}?lang=${lang}`)
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json()
}

const buys = (shop: Shop, friend: string, total: number) =>
  shop.completed(`first of ${friend}`, friend, total)

describe('the answer', () => {
  it('is this, to the last member', async () => {
    const storefront = await open()
    const before = await referralOf(storefront)
    const { code } = before
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    const url = `https://shop.example/?ref=${code}`
    const same = { code, url, whatsappUrl: `https://wa.me/?text=${encodeURIComponent(url)}`, offer: OFFER }
    expect(before).toEqual({
      ...same,
      text: 'No friends have joined yet.',
      ...{ joined: 0, bought: 0, rewarded: 0, points: '0', friends: [] },
    })
    await join(storefront, 'bia', code ?? '')
    shops.api.now += 60_000
    await join(storefront, 'caio', code ?? '')
    await buys(storefront.shop, 'bia', 64)
    expect(await referralOf(storefront)).toEqual({
      ...same,
      text: '2 friends have joined. 1 of them has made a purchase. You’ve earned 150\u00a0points. 150\u00a0points come with each first order.',
      ...{ joined: 2, bought: 1, rewarded: 1, points: '150' },
      friends: [
        {
          joinedAt: new Date(START + 60_000).toISOString(),
          state: 'joined',
          text: 'Joined. The first order counts until 15 Apr.',
        },
        {
          joinedAt: new Date(START).toISOString(),
          state: 'pending',
          text: 'Made a purchase. 150\u00a0points, available on 29 Jan.',
        },
      ],
    })
    shops.api.now = START + 14 * DAY_MS + 60_000
    expect((await referralOf(storefront)).friends[1]).toMatchObject({
      state: 'rewarded',
      text: 'Made a purchase. You got 150\u00a0points.',
    })
  })

  it('is in the language that is asked for, and names points as the merchant does', async () => {
    const storefront = await open()
    const answer = async (locale: string) => (await referralOf(storefront, 'ana', locale)).offer
    expect(await answer('pt-BR')).toContain('Você ganha 150\u00a0pontos quando seu amigo')
    expect(await answer('es')).toContain('Usted recibe 150\u00a0puntos cuando su amigo')
    await shops.reader.query(
      `update tenant set settings = jsonb_build_object('pointsName',
        jsonb_build_object('en', jsonb_build_object('one', 'bean', 'many', 'beans'))) where id = $1`,
      [storefront.shop.tenantId],
    )
    await until(async () => (await answer('en'))?.includes('150\u00a0beans') === true)
  })

  it('says the reward of the friend, and asks for nothing where the rule asks for nothing', async () => {
    const storefront = await open()
    const reward = await storefront.shop.makeReward({ title: '15 off' })
    const rule = { ...RULE, minimumOrder: '0', friendPoints: '0', friendReward: String(reward) }
    await storefront.shop.publish(program({}, rule))
    const { offer, code } = await referralOf(storefront)
    expect(offer).toBe(
      'Your friend gets “15 off” for joining. You get 150\u00a0points when your friend places a first order within 90 days of joining.',
    )
    expect(await offered(storefront, code ?? '')).toEqual({
      isGood: true,
      offer: 'Join and get “15 off”. Your first order counts within 90 days.',
    })
  })

  it('has a code and no address where the merchant has set none', async () => {
    const storefront = await open({}, { content: { switches: { referral: true } } })
    const own = await referralOf(storefront)
    expect(own).toMatchObject({ code: expect.any(String), url: null, whatsappUrl: null, offer: OFFER })
  })

  it('has no code where nothing is given for friends, and for who has left', async () => {
    const none = await open(null)
    const empty = { code: null, url: null, whatsappUrl: null, joined: 0, friends: [] }
    expect(await referralOf(none)).toMatchObject({ ...empty, offer: null })
    const storefront = await open()
    await upsertCustomer(storefront.shop, { OriginalId: 'ana', IsEnrolled: false })
    expect(await referralOf(storefront)).toMatchObject(empty)
    const rows = await shops.reader.query('select 1 from referral_code where tenant_id = any ($1)', [
      [none.shop.tenantId, storefront.shop.tenantId],
    ])
    expect(rows).toEqual([])
  })

  it('tells nothing of the friend', async () => {
    const storefront = await open()
    const code = await codeOf(storefront)
    const bia = {
      OriginalId: 'bia-7',
      Name: 'Beatriz Lima',
      Email: 'bia@example.com',
      Phone: '11 97777-0002',
    }
    await upsertCustomer(storefront.shop, bia)
    expect((await join(storefront, 'bia-7', code)).referral).toBe('accepted')
    await storefront.shop.completed('order-4711', 'bia-7', 64)
    const told = JSON.stringify(await referralOf(storefront))
    for (const secret of [...Object.values(bia), 'Beatriz', 'Lima', '4711', '64']) {
      expect(told).not.toContain(secret)
    }
  })

  it('has the friends of those who were merged into the customer', async () => {
    const storefront = await open()
    await upsertCustomer(storefront.shop, { OriginalId: 'old ana', IsEnrolled: true })
    const code = (await referralOf(storefront, 'old ana')).code ?? ''
    await join(storefront, 'bia', code)
    await buys(storefront.shop, 'bia', 64)
    await mergedCustomer(storefront.shop, 'old ana', 'ana')
    expect(await referralOf(storefront)).toMatchObject({ joined: 1, rewarded: 1, points: '150' })
    await join(storefront, 'caio', code)
    await buys(storefront.shop, 'caio', 64)
    expect(await referralOf(storefront)).toMatchObject({ joined: 2, rewarded: 2, points: '300' })
  })

  it('shows the newest 20, and counts all', async () => {
    const storefront = await open()
    const code = await codeOf(storefront)
    for (let at = 0; at < 23; at += 1) {
      shops.api.now = START + at * 1_000
      await join(storefront, `friend-${at}`, code)
    }
    const { joined, friends } = await referralOf(storefront)
    expect([joined, friends.length, friends[0]?.joinedAt]).toEqual([
      23,
      20,
      new Date(START + 22_000).toISOString(),
    ])
  })
})

describe('a friend', () => {
  it('joins with the code, buys, and both are rewarded', async () => {
    const storefront = await open()
    const code = await codeOf(storefront)
    expect(await join(storefront, 'bia', code.toLowerCase())).toMatchObject({
      state: 'member',
      referral: 'accepted',
    })
    // The same again, and another code after it, change nothing.
    expect((await join(storefront, 'bia', code)).referral).toBe('accepted')
    await upsertCustomer(storefront.shop, { OriginalId: 'zoe', IsEnrolled: true })
    const { code: other } = await referralOf(storefront, 'zoe')
    expect((await join(storefront, 'bia', other ?? '')).referral).toBe('ignored')
    expect((await referralOf(storefront, 'zoe')).friends).toEqual([])
    await buys(storefront.shop, 'bia', 64)
    expect(await referralOf(storefront)).toMatchObject({ joined: 1, bought: 1, rewarded: 1, points: '150' })
    shops.api.now = START + 15 * DAY_MS
    expect((await storefront.seen(await storefront.tokenOf('ana'))).points).toBe('150')
    expect((await storefront.seen(await storefront.tokenOf('bia'))).points).toBe('94')
  })

  it('who joins twenty times at once is one friend', async () => {
    const storefront = await open()
    const code = await codeOf(storefront)
    const answers = await Promise.all(Array.from({ length: 20 }, () => join(storefront, 'bia', code)))
    expect(new Set(answers.map(({ referral }) => referral))).toEqual(new Set(['accepted']))
    expect(await referralOf(storefront)).toMatchObject({ joined: 1 })
  })

  it('gets the reward of the rule at once', async () => {
    const storefront = await open()
    const reward = await storefront.shop.makeReward({ title: '15 off' })
    await storefront.shop.publish(program({}, { ...RULE, friendReward: String(reward) }))
    await join(storefront, 'bia', await codeOf(storefront))
    const token = await storefront.tokenOf('bia')
    expect(await storefront.read('/coupons', token)).toMatchObject({
      items: [{ title: '15 off', state: 'usable' }],
    })
  })

  it('joins all the same where the code does not count, and is not told why', async () => {
    const storefront = await open()
    const { shop } = storefront
    const code = await codeOf(storefront)
    await upsertCustomer(shop, { OriginalId: 'left', IsEnrolled: true })
    const { code: ofLeft } = await referralOf(storefront, 'left')
    await upsertCustomer(shop, { OriginalId: 'left', IsEnrolled: false })
    await upsertCustomer(shop, { OriginalId: 'known' })
    await buys(shop, 'known', 10)
    // A shop that does not match customers by what they have in common knows two with the same.
    await shops.reader.query(
      `update tenant set settings = settings || '{"matchesCustomers": false}' where id = $1`,
      [shop.tenantId],
    )
    for (const [customer, sent] of [
      ['of nobody', 'ZZZZZZZZ'],
      ['of one who left', ofLeft ?? ''],
      ['ana', code],
      ['known', code],
    ] as const) {
      const { state, referral } = await join(storefront, customer, sent)
      expect([customer, state, referral]).toEqual([customer, 'member', 'ignored'])
    }
    expect(await referralOf(storefront)).toMatchObject({ joined: 0, points: '0' })
    const rows = await shops.reader.query<{ friend: string; reason: number }>(
      `select original_id as friend, reason from referral
      join customer on customer.tenant_id = $1 and customer.id = customer_id
      where referral.tenant_id = $1 and state = 4 order by 1`,
      [shop.tenantId],
    )
    expect(rows).toEqual([
      { friend: 'ana', reason: 3 },
      { friend: 'known', reason: 4 },
      { friend: 'of one who left', reason: 2 },
    ])
  })

  it('whose order was cancelled is new, and one who has been here without an order is too', async () => {
    const storefront = await open()
    const code = await codeOf(storefront)
    await buys(storefront.shop, 'bia', 64)
    await storefront.shop.cancelled('first of bia')
    await upsertCustomer(storefront.shop, { OriginalId: 'caio', IsEnrolled: true })
    for (const friend of ['bia', 'caio']) {
      expect((await join(storefront, friend, code)).referral).toBe('accepted')
    }
  })

  it('is not referred where the shop has switched that off', async () => {
    const storefront = await open()
    const code = await codeOf(storefront)
    await configure(shops.api, storefront.shop.tenantId, { content: {} })
    await until(async () => (await storefront.ofShop(`/referrals/${code}`)).statusCode === 404)
    expect((await join(storefront, 'bia', code)).referral).toBe('ignored')
  })
})

describe('what a friend is offered', () => {
  it('is this, in each language, and never whose code it is', async () => {
    const storefront = await open()
    const code = await codeOf(storefront)
    expect(await offered(storefront, code)).toEqual({
      isGood: true,
      offer:
        'Join and get 30\u00a0points for your first order. Your first order counts from R$\u00a050.00 and within 90 days.',
    })
    expect((await offered(storefront, ` ${code.toLowerCase()} `)).isGood).toBe(true)
    expect((await offered(storefront, code, 'pt-BR')).offer).toContain('Participe e ganhe 30\u00a0pontos')
    expect((await offered(storefront, code, 'es')).offer).toContain('Únase y reciba 30\u00a0puntos')
    const answer = await storefront.ofShop(`/referrals/${code}`)
    for (const secret of ['Ana', 'ana', 'Prado', code]) expect(answer.body).not.toContain(secret)
  })

  it('is kept by caches for a minute', async () => {
    const storefront = await open()
    const path = `/referrals/${await codeOf(storefront)}?lang=en`
    const { headers } = await storefront.ofShop(path)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60, stale-while-revalidate=60',
    })
    expect((await storefront.ofShop(path, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  it('is nothing by a code that is no good, which all look alike', async () => {
    const [storefront, other] = [await open(), await open()]
    const code = await codeOf(storefront)
    for (const bad of ['ZZZZZZZZ', 'x', `${code}A`, "'; --", '<script>', '\u0000', await codeOf(other)]) {
      expect([bad, await offered(storefront, bad)]).toEqual([bad, { isGood: false, offer: null }])
    }
    await upsertCustomer(storefront.shop, { OriginalId: 'ana', IsEnrolled: false })
    expect((await offered(storefront, code)).isGood).toBe(false)
    await upsertCustomer(storefront.shop, { OriginalId: 'ana', IsEnrolled: true })
    await storefront.shop.publish(program({}, { ...RULE, isActive: false }))
    expect((await offered(storefront, code)).isGood).toBe(false)
    await storefront.shop.publish(program({}, RULE))
    expect((await offered(storefront, code)).isGood).toBe(true)
    await erasedCustomer(storefront.shop, 'ana')
    expect((await offered(storefront, code)).isGood).toBe(false)
  })

  it('is not there where it is switched off, and for more than a code', async () => {
    const storefront = await open({}, { content: {} })
    expect((await storefront.ofShop('/referrals/ZZZZZZZZ')).statusCode).toBe(404)
    const on = await open()
    expect((await on.ofShop(`/referrals/${'x'.repeat(65)}`)).statusCode).toBe(404)
    expect((await on.ofShop('/referrals/ZZZZZZZZ?x=1')).statusCode).toBe(422)
  })

  it('is not searched for: of one address five bad codes a second are answered, and good ones still are elsewhere', async () => {
    const storefront = await open()
    const code = await codeOf(storefront)
    const ask = (one: string, remoteAddress: string) =>
      shops.api.server.inject({ url: `/v1/pub/shops/${storefront.slug}/referrals/${one}`, remoteAddress })
    const statuses = (await Promise.all(Array.from({ length: 12 }, () => ask('ZZZZZZZZ', '192.0.2.7')))).map(
      ({ statusCode }) => statusCode,
    )
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(5)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
    expect((await ask(code, '192.0.2.8')).statusCode).toBe(200)
  })
})

describe('the program', () => {
  const shownBy = async (storefront: Storefront): Promise<ShownProgram['referral']> =>
    (await storefront.ofShop('/program?lang=en')).json().referral

  it('has the offer, unless it is off, hidden or switched off', async () => {
    expect(await shownBy(await open())).toEqual({ offer: OFFER })
    expect(await shownBy(await open(null))).toBeNull()
    expect(await shownBy(await open({ isActive: false }))).toBeNull()
    expect(await shownBy(await open({}, { content: {} }))).toBeNull()
    expect(await shownBy(await open({}, { content: { ...CONTENT, hiddenRules: [6] } }))).toBeNull()
  })
})

describe('what is refused', () => {
  const ask = (storefront: Storefront, token: string | null, headers: Record<string, string> = {}) =>
    storefront.own('/referral', token, { 'accept-language': 'en', ...headers })

  it('a token that is no good, in one way, and one without the scope', async () => {
    const [storefront, other] = [await open(), await open()]
    const token = await storefront.tokenOf('ana', REFER)
    const [prefix, tenant, key, sealed = ''] = token.split('.')
    const foreign = sealToken('pc1', storefront.shop.tenantId, await other.key(), {
      ...{ subject: 1, scopes: 31, keyId: 1, issuedAt: START / 1_000, expiresAt: START / 1_000 + 60 },
    })
    const bodies = new Set<string>()
    for (const bad of [
      ...[null, 'x', token.slice(0, -1), `pl1.${tenant}.${key}.${sealed}`, foreign],
      ...[[prefix, other.shop.tenantId, key, sealed].join('.')],
    ]) {
      const answer = await ask(storefront, bad)
      expect([bad, answer.statusCode]).toEqual([bad, 401])
      bodies.add(JSON.stringify({ ...answer.json(), requestId: '' }))
    }
    expect(bodies.size).toBe(1)
    // Whom only the shop knows has a token that is good for joining alone.
    const { Token, State } = await storefront.minted('new one', REFER)
    expect([State, (await ask(storefront, Token)).statusCode]).toEqual([2, 403])
    for (const Scopes of [['read'], ['redeem'], ['quiz'], ['join']]) {
      const answer = await ask(storefront, await storefront.tokenOf('ana', { Scopes }))
      expect([Scopes, answer.statusCode, answer.json().code]).toEqual([Scopes, 403, 'scope'])
    }
    expect((await ask(storefront, await storefront.tokenOf('ana', { Scopes: ['refer'] }))).statusCode).toBe(
      200,
    )
    shops.api.now = START + 3_700_000
    expect((await ask(storefront, token)).statusCode).toBe(401)
  })

  it('a page of another address', async () => {
    const storefront = await open()
    const token = await storefront.tokenOf('ana', REFER)
    const wrong = await ask(storefront, token, { origin: 'https://elsewhere.example' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'origin'])
    expect(wrong.headers).not.toHaveProperty('access-control-allow-origin')
    const good = await ask(storefront, token, { origin: ORIGIN, cookie: 'x=1' })
    expect(good.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'cache-control': 'no-store',
      'content-language': 'en',
    })
    expect(good.headers).not.toHaveProperty('etag')
    expect((await ask(storefront, null, { cookie: `x=${token}` })).statusCode).toBe(401)
  })

  it('a query, and another method', async () => {
    const storefront = await open()
    const token = await storefront.tokenOf('ana', REFER)
    expect((await storefront.own('/referral?x=1', token)).statusCode).toBe(422)
    const headers = { authorization: `Bearer ${token}` }
    const posted = await shops.api.server.inject({ method: 'POST', url: '/v1/pub/me/referral', headers })
    expect(posted.statusCode).toBe(404)
  })

  it('a customer who was erased, merged or signed out, and one whose key was revoked', async () => {
    const storefront = await open()
    const { shop } = storefront
    for (const id of ['bia', 'caio', 'davi']) await upsertCustomer(shop, { OriginalId: id, IsEnrolled: true })
    const tokenOf = (id: string) => storefront.tokenOf(id, REFER)
    const [ana, bia, caio, davi] = await Promise.all(['ana', 'bia', 'caio', 'davi'].map(tokenOf))
    await erasedCustomer(shop, 'bia')
    await mergedCustomer(shop, 'caio', 'ana')
    await shops.reader.query(
      `insert into storefront_block (tenant_id, customer_id, since)
      select tenant_id, id, $2 from customer where tenant_id = $1 and original_id = 'davi'`,
      [shop.tenantId, new Date(START + 1_000)],
    )
    for (const token of [bia, caio, davi]) expect((await ask(storefront, token ?? '')).statusCode).toBe(401)
    expect((await ask(storefront, ana ?? '')).statusCode).toBe(200)
    await shops.reader.query('update api_key set revoked_at = $2 where tenant_id = $1', [
      shop.tenantId,
      new Date(START),
    ])
    await until(async () => (await ask(storefront, ana ?? '')).statusCode === 401)
  })

  it('where it is switched off, or the storefront is', async () => {
    const storefront = await open()
    const token = await storefront.tokenOf('ana', REFER)
    await configure(shops.api, storefront.shop.tenantId, { content: { switches: { referral: false } } })
    await until(async () => (await ask(storefront, token)).statusCode === 404)
    await configure(shops.api, storefront.shop.tenantId, { isOn: false, content: CONTENT })
    expect((await ask(storefront, token)).statusCode).toBe(404)
  })

  it('more than five times a second, by each customer', async () => {
    const shop = await limited.open(program({}, RULE))
    for (const id of ['ana', 'bia']) await upsertCustomer(shop, { OriginalId: id, IsEnrolled: true })
    const storefront = await openStorefront(limited.api, shop, { content: CONTENT })
    const [ana, bia] = [await storefront.tokenOf('ana', REFER), await storefront.tokenOf('bia', REFER)]
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(storefront, ana)))
    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(2)
    expect((await ask(storefront, bia)).statusCode).toBe(200)
  })
})
