import { describe, expect, it } from 'vitest'
import { sealToken } from '../../src/tenancy/storefront-token.ts'
import { DAY_MS, program } from '../support/shop.ts'
import { configure, ORIGIN, openStorefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const shops = useShops()

async function open(rules: Parameters<typeof program>[0] = { validityDays: 30 }) {
  const shop = await shops.open(program(rules))
  return openStorefront(shops.api, shop)
}

async function bought() {
  const storefront = await open()
  await storefront.shop.completed('o1', 'ana', 100, {
    Customer: { OriginalId: 'ana', Name: '  Ana  Souza ' },
  })
  return storefront
}

const BAD_TOKEN = {
  type: 'urn:punchcard:problem:unauthenticated',
  title: 'Sign in again',
  status: 401,
  detail: 'Sign in to the shop again to see your points.',
}

describe('the answer', () => {
  it('is this, to the last member', async () => {
    const storefront = await bought()
    const answer = await storefront.me(await storefront.tokenOf('ana'))
    expect(answer.json()).toEqual({
      state: 'member',
      firstName: 'Ana',
      points: '100',
      cashback: '10.00',
      owed: '0',
      expiring: [{ points: '100', at: '2026-02-15T02:59:59.000Z' }],
      tier: null,
      sequence: 1,
    })
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-language': 'pt-BR',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(answer.headers).not.toHaveProperty('etag')
    expect(answer.headers).not.toHaveProperty('last-modified')
  })

  it('agrees with operation 22, and is settled first', async () => {
    const storefront = await bought()
    const token = await storefront.tokenOf('ana', { ExpiresInSeconds: 3_600 })
    shops.api.now = START + 31 * DAY_MS
    // Tokens go by the same clock here.
    const later = await storefront.tokenOf('ana')
    expect((await storefront.me(token)).statusCode).toBe(401)
    const seen = await storefront.seen(later)
    const listed = await storefront.shop.getPoints('ana')
    expect([seen.points, seen.cashback, seen.expiring]).toEqual(['0', '0.00', []])
    expect([listed.PointsBalance, listed.CashbackBalance]).toEqual([0, 0])
  })

  it('tells at most three dates, within 60 days', async () => {
    const storefront = await open({ validityDays: 40 })
    for (const day of [0, 5, 10, 15]) {
      shops.api.now = START + day * DAY_MS
      await storefront.shop.completed(`o${day}`, 'ana', 10 + day)
    }
    const { expiring } = await storefront.seen(await storefront.tokenOf('ana'))
    expect(expiring.map(({ points }) => points)).toEqual(['10', '15', '20'])
    const far = await open({ validityDays: 61 })
    await far.shop.completed('o1', 'ana', 10)
    expect((await far.seen(await far.tokenOf('ana'))).expiring).toEqual([])
  })

  it('says what is owed', async () => {
    const storefront = await open()
    await storefront.shop.completed('o1', 'ana', 100)
    await storefront.shop.changedCashback('ana', -6)
    await storefront.shop.cancelled('o1')
    const seen = await storefront.seen(await storefront.tokenOf('ana'))
    expect(seen).toMatchObject({ points: '-60', owed: '60', state: 'member' })
  })

  it('is in the customer’s language where there is a problem', async () => {
    const storefront = await open()
    const answer = await storefront.me('nonsense', { 'accept-language': 'es' })
    expect(answer.json().title).toBe('Inicie sesión de nuevo')
    expect(answer.headers['content-language']).toBe('es')
  })
})

describe('a token that is not good', () => {
  async function refused(storefront: Awaited<ReturnType<typeof open>>, token: string | null) {
    const answer = await storefront.me(token)
    return { status: answer.statusCode, headers: answer.headers, body: { ...answer.json(), requestId: '' } }
  }

  it('is refused with one text, whatever is wrong with it', async () => {
    const [storefront, other] = [await bought(), await bought()]
    const token = await storefront.tokenOf('ana')
    const [prefix, tenant, key, sealed = ''] = token.split('.')
    const flipped = `${sealed.slice(0, 30)}${sealed[30] === 'A' ? 'B' : 'A'}${sealed.slice(31)}`
    const expired = await storefront.tokenOf('ana', { ExpiresInSeconds: 60 })
    const none = await refused(storefront, null)
    expect(none).toMatchObject({ status: 401, body: BAD_TOKEN })
    expect(none.headers).toMatchObject({
      'www-authenticate': 'Bearer',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
    const tokens = {
      'no token at all': 'x',
      'of another kind': `pl1.${tenant}.${key}.${sealed}`,
      cut: token.slice(0, -1),
      longer: `${token}A`,
      changed: [prefix, tenant, key, flipped].join('.'),
      'of another merchant': [prefix, other.shop.tenantId, key, sealed].join('.'),
      'of no merchant': [prefix, 999_999_999, key, sealed].join('.'),
      'of another key': [prefix, tenant, '7', sealed].join('.'),
      'written in another way': [prefix, `0${tenant}`, key, sealed].join('.'),
    }
    for (const [name, bad] of Object.entries(tokens)) {
      expect([name, (await refused(storefront, bad)).body]).toEqual([name, none.body])
    }
    shops.api.now = START + 69_000
    expect((await storefront.me(expired)).statusCode).toBe(200)
    shops.api.now = START + 70_000
    expect(await refused(storefront, expired)).toMatchObject({ status: 401, body: none.body })
  })

  it('of a customer who was erased or merged', async () => {
    const storefront = await bought()
    await storefront.shop.completed('o2', 'bia', 10)
    const [ana, bia] = [await storefront.tokenOf('ana'), await storefront.tokenOf('bia')]
    const { tenantId } = storefront.shop
    await shops.reader.query(
      `insert into storefront_block (tenant_id, customer_id, since)
      select tenant_id, id, $2 from customer where tenant_id = $1 and original_id = 'ana'`,
      [tenantId, new Date(START + 1_000)],
    )
    expect((await refused(storefront, ana)).body).toMatchObject(BAD_TOKEN)
    shops.api.now = START + 2_000
    expect((await storefront.me(await storefront.tokenOf('ana'))).statusCode).toBe(200)
    expect((await storefront.me(bia)).statusCode).toBe(200)
    const headers = { authorization: storefront.shop.key.authorization }
    await shops.api.server.inject({ method: 'DELETE', url: '/v1/pvt/Customer/bia', headers })
    expect((await refused(storefront, bia)).body).toMatchObject(BAD_TOKEN)
    const rows = await shops.reader.query('select 1 from storefront_block where tenant_id = $1', [tenantId])
    expect(rows.length).toBe(2)
  })

  it('after its API key was revoked', async () => {
    const storefront = await bought()
    const token = await storefront.tokenOf('ana')
    await shops.reader.query('update api_key set revoked_at = $2 where tenant_id = $1', [
      storefront.shop.tenantId,
      new Date(START),
    ])
    await until(async () => (await storefront.me(token)).statusCode === 401)
    expect((await refused(storefront, token)).body).toMatchObject(BAD_TOKEN)
  })

  it('tells apart only what is not about the token', async () => {
    const storefront = await bought()
    const token = await storefront.tokenOf('ana')
    await configure(shops.api, storefront.shop.tenantId, { isOn: false })
    await until(async () => (await storefront.me(token)).statusCode === 404)
    expect((await storefront.me('x')).statusCode).toBe(401)
  })
})

describe('where it is asked from', () => {
  it('is one of the merchant’s addresses, exactly', async () => {
    const storefront = await bought()
    const token = await storefront.tokenOf('ana')
    const good = await storefront.me(token, { origin: ORIGIN })
    expect(good.statusCode).toBe(200)
    expect(good.headers).toMatchObject({ 'access-control-allow-origin': ORIGIN, vary: 'Origin' })
    expect(good.headers).not.toHaveProperty('access-control-allow-credentials')
    const wrong = [
      'https://www.shop.example',
      'https://shop.example:8443',
      'http://shop.example',
      'https://SHOP.example',
      'https://shop.example.',
      'null',
    ]
    for (const origin of wrong) {
      const answer = await storefront.me(token, { origin })
      expect([origin, answer.statusCode, answer.json().code]).toEqual([origin, 403, 'origin'])
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('may be this server itself, or no browser', async () => {
    const storefront = await bought()
    const token = await storefront.tokenOf('ana')
    expect((await storefront.me(token)).statusCode).toBe(200)
    const own = await storefront.me(token, { origin: 'http://localhost:80', host: 'localhost:80' })
    expect(own.statusCode).toBe(200)
  })

  it('is not looked at in a preflight', async () => {
    for (const url of ['/v1/pub/me', '/v1/pub/anything/else']) {
      const answer = await shops.api.server.inject({
        method: 'OPTIONS',
        url,
        headers: { origin: 'https://anywhere.example', 'access-control-request-method': 'POST' },
      })
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'Authorization, Content-Type, Accept-Language',
        'access-control-max-age': '7200',
      })
    }
    for (const url of ['/v1/pvt/Token', '/v1/admin/me']) {
      const answer = await shops.api.server.inject({ method: 'OPTIONS', url, headers: { origin: ORIGIN } })
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    }
  })
})

it('ignores cookies', async () => {
  const storefront = await bought()
  expect((await storefront.me(null, { cookie: '__Host-punchcard=x' })).statusCode).toBe(401)
})

it('needs the scope read', async () => {
  const storefront = await bought()
  const answer = await storefront.me(await storefront.tokenOf('ana', { Scopes: ['quiz'] }))
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'scope'])
})

it('knows no query, and no other method', async () => {
  const storefront = await bought()
  const token = await storefront.tokenOf('ana')
  const headers = { authorization: `Bearer ${token}` }
  expect((await shops.api.server.inject({ url: '/v1/pub/me?x=1', headers })).statusCode).toBe(422)
  expect((await shops.api.server.inject({ method: 'POST', url: '/v1/pub/me', headers })).statusCode).toBe(404)
})

it('shows someone who is no customer yet as that, and then as a customer', async () => {
  const storefront = await open()
  const token = await storefront.tokenOf('new one')
  expect(await storefront.seen(token)).toEqual({
    state: 'prospect',
    firstName: null,
    points: null,
    cashback: null,
    owed: null,
    expiring: [],
    tier: null,
    sequence: 0,
  })
  await storefront.shop.completed('o1', 'new one', 10)
  expect(await storefront.seen(token)).toMatchObject({ state: 'member', points: '10' })
})

it('limits a customer to 5 requests a second, and no other one', async () => {
  const storefront = await bought()
  await storefront.shop.completed('o2', 'bia', 10)
  const [ana, bia] = [await storefront.tokenOf('ana'), await storefront.tokenOf('bia')]
  const answers = await Promise.all(Array.from({ length: 12 }, () => storefront.me(ana)))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThanOrEqual(2)
  expect(refused[0]?.headers['retry-after']).toBe('1')
  expect((await storefront.me(bia)).statusCode).toBe(200)
})

it('opens nothing that was sealed with the key of another merchant', async () => {
  const [storefront, other] = [await bought(), await bought()]
  const key = await other.key()
  const { Customer } = await storefront.shop.completed('o9', 'ana', 10)
  const seconds = START / 1_000
  const token = sealToken('pc1', storefront.shop.tenantId, key, {
    ...{ subject: Customer.Id, scopes: 1, keyId: 1, issuedAt: seconds, expiresAt: seconds + 60 },
  })
  expect((await storefront.me(token)).statusCode).toBe(401)
})
