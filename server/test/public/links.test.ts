/** Links to the page of a program: operation 62, and what they are exchanged for. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { rotateStorefrontKey } from '../../src/tenancy/manage/storefront.ts'
import { createKey, revokeKey } from '../../src/tenancy/manage/tenants.ts'
import { program } from '../support/shop.ts'
import { configure, openStorefront, type Storefront } from '../support/storefront.ts'
import { basic } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const shops = useShops()
const WEEK = 604_800

async function open() {
  const shop = await shops.open(program())
  await shop.completed('o1', 'ana', 80, { Customer: { OriginalId: 'ana', Name: 'Ana' } })
  // Tokens are dated by the real clock, as the database’s is.
  shops.api.now = Date.now()
  return openStorefront(shops.api, shop)
}

const ask = ({ api, shop }: Storefront, payload: object, authorization = shop.key.authorization) =>
  api.server.inject({ method: 'POST', url: '/v1/pvt/Link', headers: { authorization }, payload })

async function linkOf(storefront: Storefront, more: object = {}, authorization?: string): Promise<string> {
  const answer = (await ask(storefront, { CustomerId: 'ana', ...more }, authorization)).json()
  if (answer.HasError) throw new Error(JSON.stringify(answer))
  return answer.Result.Url.split('#l=')[1]
}

let addresses = 0
function exchange({ api, slug }: Storefront, payload: unknown, headers: Record<string, string> = {}) {
  addresses += 1
  return api.server.inject({
    method: 'POST',
    url: `/v1/pub/shops/${slug}/sessions`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
    remoteAddress: `198.18.7.${addresses % 250}`,
  })
}

async function tokenFor(storefront: Storefront, link: string): Promise<string> {
  const answer = await exchange(storefront, { link })
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json().token
}

describe('a link', () => {
  it('is this, and opens the page of the shop for its customer, again and again', async () => {
    const storefront = await open()
    const answer = (await ask(storefront, { CustomerId: 'ana' })).json()
    expect(answer).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      HasError: false,
      Result: {
        Url: expect.stringMatching(
          `^http://localhost(:80)?/shop/${storefront.slug}#l=pl1\\.\\d+\\.1\\.[\\w-]+$`,
        ),
        ExpiresAt: expect.any(String),
      },
    })
    expect(Math.round((Date.parse(answer.Result.ExpiresAt) - Date.now()) / 60_000)).toBe(10)
    const link = answer.Result.Url.split('#l=')[1]
    for (let load = 0; load < 2; load += 1) {
      const session = await exchange(storefront, { link })
      expect([session.statusCode, session.json()]).toEqual([
        201,
        { token: expect.stringMatching(/^pc1\./), expiresIn: expect.any(Number), scopes: ['read'] },
      ])
      expect(session.json().expiresIn).toBeLessThanOrEqual(600)
      expect(session.headers).toMatchObject({ 'cache-control': 'no-store' })
      expect(session.headers).not.toHaveProperty('access-control-allow-origin')
      expect((await storefront.seen(session.json().token)).points).toBe('80')
    }
  })

  it('says what it was made for, which its tokens may do', async () => {
    const storefront = await open()
    for (const Scopes of [
      ['read', 'redeem', 'join'],
      ['refer', 'read'],
    ]) {
      const session = await exchange(storefront, { link: await linkOf(storefront, { Scopes }) })
      expect([...session.json().scopes].sort()).toEqual([...Scopes].sort())
    }
  })

  it('that is good for longer only reads, and shows no codes', async () => {
    const storefront = await open()
    const reward = await storefront.shop.makeReward({ points: 100_000n })
    await storefront.shop.redeemed(reward, 'ana')
    const codeWith = async (seconds: number) => {
      const token = await tokenFor(storefront, await linkOf(storefront, { ExpiresInSeconds: seconds }))
      return (await storefront.read<{ items: { code: string | null }[] }>('/coupons', token)).items[0]?.code
    }
    expect([await codeWith(600), await codeWith(601), await codeWith(WEEK)]).toEqual([
      expect.any(String),
      null,
      null,
    ])
    for (const scope of ['redeem', 'quiz', 'join']) {
      const refused = await ask(storefront, { CustomerId: 'ana', Scopes: [scope], ExpiresInSeconds: 601 })
      expect([scope, refused.json().ErrorCode]).toEqual([scope, 10])
    }
    const refer = await ask(storefront, {
      CustomerId: 'ana',
      Scopes: ['read', 'refer'],
      ExpiresInSeconds: WEEK,
    })
    expect(refer.json().HasError).toBe(false)
  })

  it.each([
    [{}, 7],
    [{ CustomerId: ' ' }, 7],
    [{ CustomerId: 'nobody' }, 59],
    [{ CustomerId: 'ana', Scopes: ['all'] }, 8],
    [{ CustomerId: 'ana', ExpiresInSeconds: 59 }, 10],
    [{ CustomerId: 'ana', ExpiresInSeconds: WEEK + 1 }, 10],
  ])('for %j is refused with %i', async (body, code) => {
    expect((await ask(await open(), body)).json()).toMatchObject({
      HasError: true,
      ErrorCode: code,
      Result: null,
    })
  })

  it('is not made while the storefront is off, nor for more than the key may', async () => {
    const storefront = await open()
    const { token, secret } = await createKey(shops.api.cells.directory, storefront.shop.tenantId, 'reads', [
      'read',
    ])
    const reading = basic(token, secret)
    expect((await ask(storefront, { CustomerId: 'ana' }, reading)).json().HasError).toBe(false)
    expect((await ask(storefront, { CustomerId: 'ana', Scopes: ['redeem'] }, reading)).statusCode).toBe(403)
    await configure(shops.api, storefront.shop.tenantId, { isOn: false })
    await until(async () => (await ask(storefront, { CustomerId: 'ana' })).json().ErrorCode === 79)
  })
})

describe('what is exchanged', () => {
  it('is a link of this shop and nothing else: all else is one text', async () => {
    const [storefront, other] = [await open(), await open()]
    const link = await linkOf(storefront)
    const wrong = [
      await linkOf(other),
      await storefront.tokenOf('ana'),
      `${link.slice(0, -2)}xx`,
      'pl1.1.1.x',
      'x',
    ]
    const texts = new Set<string>()
    for (const one of wrong) {
      const answer = await exchange(storefront, { link: one })
      expect([one, answer.statusCode]).toEqual([one, 401])
      texts.add(answer.json().detail)
    }
    expect(texts.size).toBe(1)
    // Nor is a link a token.
    expect((await storefront.me(link)).statusCode).toBe(401)
    expect((await exchange(storefront, {})).statusCode).toBe(422)
    expect((await exchange(storefront, { link, more: 1 })).statusCode).toBe(422)
  })

  it('ends with its time, its API key, the storefront’s key, and with all tokens of the customer', async () => {
    const storefront = await open()
    const { shop } = storefront
    const short = await linkOf(storefront, { ExpiresInSeconds: 60 })
    shops.api.now += 71_000
    expect((await exchange(storefront, { link: short })).statusCode).toBe(401)
    shops.api.now = Date.now()

    const { token, secret } = await createKey(shops.api.cells.directory, shop.tenantId, 'mine', [
      'read',
      'write',
    ])
    const ofKey = await linkOf(storefront, {}, basic(token, secret))
    await revokeKey(shops.api.cells.directory, token, shops.api.now)
    await until(async () => (await exchange(storefront, { link: ofKey })).statusCode === 401)

    const before = await linkOf(storefront)
    await sleep(1_100)
    await shops.api.server.inject({
      method: 'POST',
      url: '/v1/pvt/Token/revoke',
      headers: { authorization: shop.key.authorization },
      payload: { CustomerId: 'ana' },
    })
    expect((await exchange(storefront, { link: before })).statusCode).toBe(401)

    await sleep(1_100)
    shops.api.now = Date.now()
    const ofKeyOne = await linkOf(storefront, { ExpiresInSeconds: WEEK })
    const { directory } = shops.api.sealedCells
    const rotate = (endsNow: boolean) =>
      directory.transaction([shop.tenantId], (tx) =>
        rotateStorefrontKey(tx, shop.tenantId, { now: shops.api.now, endsNow }),
      )
    await rotate(false)
    // The key that was replaced opens links for a week.
    expect((await exchange(storefront, { link: ofKeyOne })).statusCode).toBe(201)
    await rotate(true)
    await until(async () => (await exchange(storefront, { link: ofKeyOne })).statusCode === 401)
  })

  it('is not guessed often from one address, and a good one opens always', async () => {
    const storefront = await open()
    const link = await linkOf(storefront)
    const from = (sent: string, remoteAddress: string) =>
      storefront.api.server.inject({
        method: 'POST',
        url: `/v1/pub/shops/${storefront.slug}/sessions`,
        payload: { link: sent },
        remoteAddress,
      })
    const tries = await Promise.all(Array.from({ length: 12 }, () => from('pl1.1.1.guess', '198.18.9.9')))
    const statuses = tries.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(statuses).toContain(429)
    // Many customers of a mobile network have one address, and good links.
    const good = await Promise.all(Array.from({ length: 20 }, () => from(link, '198.18.9.10')))
    expect(new Set(good.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  })
})
