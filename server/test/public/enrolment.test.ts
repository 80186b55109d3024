/** Joining and leaving in a page of the shop: src/http/storefront/enrolment.ts. */
import { describe, expect, it } from 'vitest'
import type { OwnEnrolment } from '../../src/http/storefront/schema.ts'
import { erasedCustomer, mergedCustomer, upsertCustomer } from '../support/customers.ts'
import { personFileOf } from '../support/person-file.ts'
import { publishTerms } from '../support/published-terms.ts'
import { decimal } from '../support/rewards.ts'
import { program } from '../support/shop.ts'
import { configure, ORIGIN, openStorefront, type Storefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const OFTEN = { perSecond: 1_000, perHour: 100_000 }
const shops = useShops({
  customerLimits: { read: OFTEN, long: OFTEN, redeem: OFTEN, quiz: OFTEN, join: OFTEN },
})
const limited = useShops()
const SIGNUP = { id: 3, kind: 'signup', points: '50' } as const
const NOW = new Date(START).toISOString()
const ENGLISH = { 'accept-language': 'en' }
const JOIN = { Scopes: ['read', 'join', 'redeem'] }
const NOTHING_AGREED = { terms: null, referralCode: null }

async function open(terms: string | null = 'Termos') {
  const shop = await shops.open(program({}, SIGNUP))
  if (terms !== null) await publishTerms(shops.api, shop.tenantId, { 'pt-BR': terms })
  return { shop, storefront: await openStorefront(shops.api, shop) }
}

function send(
  { api }: Storefront,
  path: string,
  token: string | null,
  body?: unknown,
  headers: Record<string, string> = ENGLISH,
) {
  return api.server.inject({
    method: 'POST',
    url: `/v1/pub/me${path}`,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  })
}

const join = (storefront: Storefront, token: string, body: unknown = { terms: 1, referralCode: null }) =>
  send(storefront, '/enrolment', token, body)
const leave = (storefront: Storefront, token: string) => send(storefront, '/opt-out', token)

function consentsOf({ tenantId }: { readonly tenantId: number }) {
  return shops.reader.query<{ customer: string; version: number; at: Date; withdrawn_at: Date | null }>(
    `select original_id as customer, version, at, withdrawn_at from consent
    join customer on customer.tenant_id = consent.tenant_id and customer.id = customer_id
    where consent.tenant_id = $1 order by 1, 2`,
    [tenantId],
  )
}

function customersOf({ tenantId }: { readonly tenantId: number }) {
  return shops.reader.query<{ original_id: string; is_enrolled: boolean; points: string }>(
    `select original_id, is_enrolled, trim_scale(points_balance)::text as points from customer
    where tenant_id = $1 order by 1`,
    [tenantId],
  )
}

describe('someone whom only the shop knows', () => {
  it('joins, with the points for signing up, and their consent is kept', async () => {
    const { shop, storefront } = await open()
    const minted = await storefront.minted('ana', JOIN)
    expect(minted.State).toBe(2)
    expect(await storefront.seen(minted.Token)).toMatchObject({ state: 'prospect', points: null })
    const answer = await join(storefront, minted.Token)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-language': 'en' })
    expect(answer.json()).toEqual({
      state: 'member',
      firstName: null,
      points: '50',
      cashback: '5.00',
      owed: '0',
      expiring: [],
      tier: null,
      sequence: 1,
      referral: null,
    })
    const { referral: _, ...me } = answer.json<OwnEnrolment>()
    expect(await storefront.seen(minted.Token)).toEqual(me)
    expect((await storefront.minted('ana')).State).toBe(0)
    expect(await consentsOf(shop)).toEqual([
      { customer: 'ana', version: 1, at: new Date(START), withdrawn_at: null },
    ])
    // The shop sends who it is with the next order, which is no second signup.
    await shop.completed('o1', 'ana', 100, { Customer: { OriginalId: 'ana', Name: 'Ana Prado' } })
    expect(await storefront.seen(minted.Token)).toMatchObject({ firstName: 'Ana', points: '150' })
    const records = await shops.reader.query<{ type: number }>(
      'select type from point_record where tenant_id = $1 order by type',
      [shop.tenantId],
    )
    expect(records.map(({ type }) => type)).toEqual([0, 1])
  })

  it('joins once, however often it is sent', async () => {
    const { shop, storefront } = await open()
    const token = await storefront.tokenOf('ana', JOIN)
    const sent = Array.from({ length: 20 }, () => join(storefront, token))
    const answers = await Promise.all(sent)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    const later = await join(storefront, token)
    expect(later.body).toBe(answers[0]?.body)
    expect(await customersOf(shop)).toEqual([{ original_id: 'ana', is_enrolled: true, points: '50' }])
    expect(await consentsOf(shop)).toHaveLength(1)
  })

  it('and is met in orders of the shop at the same moment, is one customer who signed up once', async () => {
    const { shop, storefront } = await open()
    for (let round = 0; round < 8; round += 1) {
      const customer = `c${round}`
      const token = await storefront.tokenOf(customer, JOIN)
      const [first, , second] = await Promise.all([
        join(storefront, token),
        shop.completed(`o${round}`, customer, 100),
        join(storefront, token),
      ])
      expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    }
    const all = await customersOf(shop)
    expect(all.map(({ points }) => points)).toEqual(Array.from({ length: 8 }, () => '150'))
    expect(await consentsOf(shop)).toHaveLength(8)
  })

  it('agrees to nothing where no terms are published', async () => {
    const { shop, storefront } = await open(null)
    const token = await storefront.tokenOf('ana', JOIN)
    const wrong = await join(storefront, token)
    expect([wrong.statusCode, wrong.json()]).toMatchObject([409, { code: 'termsChanged', version: null }])
    expect((await join(storefront, token, NOTHING_AGREED)).json()).toMatchObject({ state: 'member' })
    expect(await consentsOf(shop)).toEqual([])
  })

  it('leaves, and nothing happens', async () => {
    const { shop, storefront } = await open()
    const token = await storefront.tokenOf('ana', JOIN)
    expect((await leave(storefront, token)).json()).toMatchObject({ state: 'prospect', sequence: 0 })
    expect(await customersOf(shop)).toEqual([])
  })

  it('whose tokens were ended, can’t join', async () => {
    const { shop, storefront } = await open()
    const token = await storefront.tokenOf('ana', JOIN)
    await shop.completed('o1', 'ana', 10)
    await shops.reader.query(
      `insert into storefront_block (tenant_id, customer_id, since)
      select tenant_id, id, $2 from customer where tenant_id = $1`,
      [shop.tenantId, new Date(START + 1_000)],
    )
    expect((await join(storefront, token)).statusCode).toBe(401)
    expect((await leave(storefront, token)).statusCode).toBe(401)
    expect(await consentsOf(shop)).toEqual([])
  })
})

describe('the terms', () => {
  it('that were shown are those that are agreed to, or nothing happens', async () => {
    const { shop, storefront } = await open()
    const token = await storefront.tokenOf('ana', JOIN)
    await publishTerms(shops.api, shop.tenantId, { 'pt-BR': 'Novos' })
    for (const terms of [1, 3, null]) {
      const answer = await join(storefront, token, { terms })
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        {
          type: 'urn:punchcard:problem:conflict',
          code: 'termsChanged',
          version: 2,
          detail: 'The terms have changed. Read them again before you join.',
        },
      ])
    }
    expect(await customersOf(shop)).toEqual([])
    expect((await join(storefront, token, { terms: 2 })).statusCode).toBe(200)
  })

  it('are agreed to by a member too, each version once, at its first moment', async () => {
    const { shop, storefront } = await open()
    await upsertCustomer(shop, { OriginalId: 'ana', IsEnrolled: true })
    const token = await storefront.tokenOf('ana', JOIN)
    await join(storefront, token)
    shops.api.now = START + 60_000
    await join(storefront, token)
    await publishTerms(shops.api, shop.tenantId, { 'pt-BR': 'Novos' })
    expect((await join(storefront, token, { terms: 2 })).json()).toMatchObject({ points: '50' })
    expect(await consentsOf(shop)).toEqual([
      { customer: 'ana', version: 1, at: new Date(START), withdrawn_at: null },
      { customer: 'ana', version: 2, at: new Date(START + 60_000), withdrawn_at: null },
    ])
  })
})

describe('a member', () => {
  it('leaves: points stay, nothing is earned or redeemed, and consents are withdrawn', async () => {
    const { shop, storefront } = await open()
    const reward = await shop.makeReward({ points: decimal(10) })
    const token = await storefront.tokenOf('ana', JOIN)
    await join(storefront, token)
    shops.api.now = START + 60_000
    const answer = await leave(storefront, token)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { state: 'optedOut', points: '50' }])
    expect((await leave(storefront, token)).json()).toEqual(answer.json())
    expect(await consentsOf(shop)).toMatchObject([{ version: 1, withdrawn_at: new Date(START + 60_000) }])
    await shop.completed('o1', 'ana', 100)
    expect((await storefront.seen(token)).points).toBe('50')
    const member = await storefront.tokenOf('ana', JOIN)
    const redeemed = await send(storefront, '/redemptions', member, {
      ...{ reward, points: '10', key: 'k'.repeat(16) },
    })
    expect([redeemed.statusCode, redeemed.json().code]).toEqual([409, 'notEnrolled'])
  })

  it('comes back without a second signup, and agrees again', async () => {
    const { shop, storefront } = await open()
    const token = await storefront.tokenOf('ana', JOIN)
    for (const minute of [0, 1, 2]) {
      shops.api.now = START + minute * 60_000
      expect((await join(storefront, token)).json()).toMatchObject({ state: 'member', points: '50' })
      if (minute < 2) await leave(storefront, token)
    }
    expect(await consentsOf(shop)).toMatchObject([
      { version: 1, at: new Date(START + 120_000), withdrawn_at: null },
    ])
    await shop.completed('o1', 'ana', 100)
    expect((await storefront.seen(token)).points).toBe('150')
  })

  it('who joins and leaves at the same moment is one or the other', async () => {
    const { shop, storefront } = await open()
    const token = await storefront.tokenOf('ana', JOIN)
    await join(storefront, token)
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([leave(storefront, token), join(storefront, token), leave(storefront, token)])
      const [ana] = await customersOf(shop)
      const [consent] = await consentsOf(shop)
      expect([ana?.is_enrolled, ana?.points]).toEqual([consent?.withdrawn_at === null, '50'])
    }
  })

  it('has what they agreed to in the file about them, and nothing of it is left when they are erased', async () => {
    const { shop, storefront } = await open()
    const token = await storefront.tokenOf('ana', JOIN)
    await join(storefront, token)
    const [ana] = await shops.reader.query<{ id: number }>('select id from customer where tenant_id = $1', [
      shop.tenantId,
    ])
    expect((await personFileOf(shops.api, shop.tenantId, ana?.id ?? 0)).consents).toEqual([
      { kind: 'terms', version: 1, at: NOW, withdrawnAt: null },
    ])
    const member = await storefront.tokenOf('ana', JOIN)
    await erasedCustomer(shop, 'ana')
    expect(await consentsOf(shop)).toEqual([])
    for (const answer of [await join(storefront, member), await leave(storefront, member)]) {
      expect([answer.statusCode, answer.json().detail]).toEqual([
        401,
        'Sign in to the shop again to see your points.',
      ])
    }
    expect(await customersOf(shop)).toHaveLength(1)
  })

  it('who was merged into another one signs in to the shop again', async () => {
    const { shop, storefront } = await open()
    for (const id of ['ana', 'bia']) await upsertCustomer(shop, { OriginalId: id })
    const token = await storefront.tokenOf('bia', JOIN)
    await mergedCustomer(shop, 'bia', 'ana')
    expect((await join(storefront, token)).statusCode).toBe(401)
    expect((await join(storefront, await storefront.tokenOf('bia', JOIN))).statusCode).toBe(200)
    expect(await consentsOf(shop)).toMatchObject([{ customer: 'ana' }])
  })
})

describe('a friend’s code', () => {
  it.each([
    [undefined, null],
    [null, null],
    ['K7QM2XPT', 'ignored'],
    ['', 'ignored'],
    ['<script>', 'ignored'],
  ])('never keeps anyone from joining: %j', async (referralCode, referral) => {
    const { storefront } = await open()
    const answer = await join(storefront, await storefront.tokenOf('ana', JOIN), { terms: 1, referralCode })
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { state: 'member', referral }])
  })
})

describe('what is refused', () => {
  it('all at once: what was sent', async () => {
    const { shop, storefront } = await open()
    const token = await storefront.tokenOf('ana', JOIN)
    const pointersOf = async (body: unknown) => {
      const answer = await join(storefront, token, body)
      expect(answer.statusCode).toBe(422)
      return answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)
    }
    expect(await pointersOf({ terms: '1', referralCode: 5, more: 1 })).toEqual(
      expect.arrayContaining(['/terms', '/referralCode', '/more']),
    )
    expect(await pointersOf({})).toEqual(['/terms'])
    expect(await pointersOf({ terms: 0 })).toEqual(['/terms'])
    expect(await pointersOf({ terms: 1, referralCode: 'x'.repeat(65) })).toEqual(['/referralCode'])
    const broken = await send(storefront, '/enrolment', token, '{', {
      ...ENGLISH,
      'content-type': 'application/json',
    })
    expect(broken.statusCode).toBe(400)
    expect((await send(storefront, '/enrolment?x=1', token, { terms: 1 })).statusCode).toBe(422)
    expect(await customersOf(shop)).toEqual([])
  })

  it('a token that is no good for it, and a page of another address', async () => {
    const { shop, storefront } = await open()
    const other = await open()
    const token = await storefront.tokenOf('ana', JOIN)
    const [prefix, , key, sealed] = token.split('.')
    await upsertCustomer(shop, { OriginalId: 'bia', IsEnrolled: true })
    const reading = await storefront.tokenOf('bia')
    for (const path of ['/enrolment', '/opt-out']) {
      const body = path === '/enrolment' ? { terms: 1 } : undefined
      const ofOther = [prefix, other.shop.tenantId, key, sealed].join('.')
      const bad = [null, token.slice(0, -1), ofOther].map((one) => send(storefront, path, one, body))
      expect((await Promise.all(bad)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
      const wrongScope = await send(storefront, path, reading, body)
      expect([wrongScope.statusCode, wrongScope.json().code]).toEqual([403, 'scope'])
      const origin = 'https://elsewhere.example'
      const wrongOrigin = await send(storefront, path, token, body, { ...ENGLISH, origin })
      expect([wrongOrigin.statusCode, wrongOrigin.json().code]).toEqual([403, 'origin'])
      expect(wrongOrigin.headers).not.toHaveProperty('access-control-allow-origin')
      const known = await send(storefront, path, token, body, { ...ENGLISH, origin: ORIGIN, cookie: 'x=1' })
      expect([known.statusCode, known.headers['access-control-allow-origin']]).toEqual([200, ORIGIN])
    }
    expect(await customersOf(shop)).toMatchObject([
      { original_id: 'ana', is_enrolled: false },
      { original_id: 'bia', is_enrolled: true },
    ])
    expect(await customersOf(other.shop)).toEqual([])
  })

  it('joining where it is switched off, and leaving never is', async () => {
    const { shop, storefront } = await open()
    await upsertCustomer(shop, { OriginalId: 'ana', IsEnrolled: true })
    const token = await storefront.tokenOf('ana', JOIN)
    await configure(shops.api, shop.tenantId, { content: { switches: { join: false } } })
    await until(async () => (await join(storefront, token)).statusCode === 404)
    expect((await leave(storefront, token)).json()).toMatchObject({ state: 'optedOut' })
    await configure(shops.api, shop.tenantId, { isOn: false })
    await until(async () => (await leave(storefront, token)).statusCode === 404)
  })

  it('more than five times an hour, together, by each customer', async () => {
    const shop = await limited.open(program({}, SIGNUP))
    const storefront = await openStorefront(limited.api, shop)
    const [ana, bia] = [await storefront.tokenOf('ana', JOIN), await storefront.tokenOf('bia', JOIN)]
    const statuses: number[] = []
    for (let round = 0; round < 3; round += 1) {
      statuses.push((await join(storefront, ana, NOTHING_AGREED)).statusCode)
      statuses.push((await leave(storefront, ana)).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await join(storefront, bia, NOTHING_AGREED)).statusCode).toBe(200)
  })
})
