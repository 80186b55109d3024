import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SWITCHES } from '../../src/contract/storefront-switch.ts'
import { completeAppearance } from '../../src/storefront/content.ts'
import { loadAbout } from '../../src/storefront/public-api/routes.ts'
import { ELEMENT_TEXTS } from '../../src/storefront/texts.ts'
import { program } from '../support/shop.ts'
import { configure, openStorefront } from '../support/storefront.ts'
import { tenantOf } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const shops = useShops()

async function open(change = {}, settings = {}) {
  const shop = await shops.open(program(), settings)
  return openStorefront(shops.api, shop, change)
}

describe('what a shop says of itself', () => {
  it('is this, to the last member', async () => {
    const storefront = await open({
      content: {
        programName: 'Aurora Club',
        appearance: { accent: '#9a3b1d' },
        switches: { join: false },
        links: { page: 'https://shop.example/club' },
      },
    })
    const answer = await storefront.about('?lang=en')
    expect(answer.json()).toEqual({
      name: 'Shop',
      programName: 'Aurora Club',
      language: 'en',
      languages: ['pt-BR', 'en', 'es'],
      currency: 'BRL',
      timeZone: 'America/Sao_Paulo',
      pointsName: { one: 'point', many: 'points' },
      cashback: true,
      appearance: { ...completeAppearance({ accent: '#9a3b1d' }), logo: null, logoSize: null },
      switches: { ...DEFAULT_SWITCHES, join: false },
      links: { page: 'https://shop.example/club', signIn: null, privacy: null },
      terms: null,
      texts: ELEMENT_TEXTS.en,
    })
  })

  it('leads to its page on this server where the merchant names none of its own', async () => {
    const { shop, slug } = await open()
    const tenant = await tenantOf(shops.api, shop)
    const { cells } = shops.api
    const pageWith = async (origin: string | null, links: object) => {
      await configure(shops.api, shop.tenantId, { content: { links } })
      const options = { cells, clock: () => shops.api.now, origin }
      const about = await loadAbout(options, { shop: { slug } as never, tenant, locale: 'en' })
      return about.links.page
    }
    const here = `https://club.example/shop/${slug}`
    expect(await pageWith('https://club.example', {})).toBe(here)
    expect(await pageWith('https://club.example', { page: 'https://shop.example/club' })).toBe(
      'https://shop.example/club',
    )
    // The way to sign in is the way that its visitors know.
    expect(await pageWith('https://club.example', { signIn: 'https://shop.example/login' })).toBeNull()
    expect(await pageWith(null, {})).toBeNull()
  })

  it('may be kept by any cache, and read from any page', async () => {
    const storefront = await open()
    const { headers } = await storefront.about('', { origin: 'https://anywhere.example' })
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
      'content-language': 'pt-BR',
      'content-type': 'application/json; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      'punchcard-request-id': expect.any(String),
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('is the same in each encoding, and each has an ETag of its own', async () => {
    const storefront = await open()
    const plain = await storefront.about()
    const br = await storefront.about('', { 'accept-encoding': 'gzip, deflate, br' })
    const gz = await storefront.about('', { 'accept-encoding': 'gzip, br;q=0' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body)
    expect(new Set([plain, br, gz].map(({ headers }) => headers.etag)).size).toBe(3)
  })

  it('is not sent again to a cache that has it', async () => {
    const storefront = await open()
    const { etag = '' } = (await storefront.about()).headers
    const again = await storefront.about('', { 'if-none-match': `"other", W/${etag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect((await storefront.about('', { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it.each([
    ['', 'pt-BR'],
    ['?lang=es', 'es'],
    ['?lang=en-GB', 'en'],
    ['?lang=fr', 'pt-BR'],
  ])('is in the language that is asked for, else in the merchant’s: %s', async (query, language) => {
    const storefront = await open()
    const answer = await storefront.about(query, { 'accept-language': 'es' })
    expect(answer.json()).toMatchObject({ language, texts: ELEMENT_TEXTS[language as 'es'] })
    expect(answer.headers['content-language']).toBe(language)
  })

  it('shows what has changed', async () => {
    const storefront = await open()
    const before = await storefront.about()
    await configure(shops.api, storefront.shop.tenantId, { content: { programName: 'New Club' } })
    await until(async () => (await storefront.about()).json().programName === 'New Club')
    expect((await storefront.about()).headers.etag).not.toBe(before.headers.etag)
  })

  it('shows that cashback was switched off within three seconds', async () => {
    const storefront = await open()
    expect((await storefront.about()).json().cashback).toBe(true)
    await storefront.shop.publish({ ...program(), cashback: { isOn: false, pointValue: '0.1' } })
    const changedAt = performance.now()
    await until(async () => (await storefront.about()).json().cashback === false)
    expect(performance.now() - changedAt).toBeLessThan(3_000 + 3_000)
  })
})

describe('a shop that can’t be shown', () => {
  it('looks the same whether there is none, it is off or suspended', async () => {
    const storefront = await open()
    const { tenantId } = storefront.shop
    const unknown = await shops.api.server.inject({ url: '/v1/pub/shops/no-such-shop' })
    expect(unknown.statusCode).toBe(404)
    expect(unknown.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=10',
      'content-type': 'application/problem+json; charset=utf-8',
    })
    const without = (body: string) => ({ ...JSON.parse(body), requestId: '' })
    await configure(shops.api, tenantId, { isOn: false })
    await until(async () => (await storefront.about()).statusCode === 404)
    expect(without((await storefront.about()).body)).toEqual(without(unknown.body))
    await configure(shops.api, tenantId, { isOn: true })
    await until(async () => (await storefront.about()).statusCode === 200)
    await shops.reader.query(`update tenant set state = 'suspended', state_since = now() where id = $1`, [
      tenantId,
    ])
    await until(async () => (await storefront.about()).statusCode === 404)
    expect(without((await storefront.about()).body)).toEqual(without(unknown.body))
  })

  it.each(['Upper', 'a', '-a', 'a--b', '%00', 'x'.repeat(41)])('has no such name: %s', async (slug) => {
    expect((await shops.api.server.inject({ url: `/v1/pub/shops/${slug}` })).statusCode).toBe(404)
  })
})

it('refuses what could walk past a cache', async () => {
  const storefront = await open()
  const answer = await storefront.about('?x=1')
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({
    type: 'urn:punchcard:problem:validation',
    status: 422,
    errors: [{ pointer: '/x' }],
  })
  expect(answer.headers['cache-control']).toBe('no-store')
})

it('counts strangers by their address: 100 at once, then 50 a second', async () => {
  const storefront = await open()
  const send = () =>
    shops.api.server.inject({ url: `/v1/pub/shops/${storefront.slug}`, remoteAddress: '203.0.113.9' })
  const answers = await Promise.all(Array.from({ length: 130 }, send))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThan(10)
  expect(refused.length).toBeLessThanOrEqual(30)
  expect(refused[0]?.headers['retry-after']).toBe('1')
  expect(refused[0]?.headers['access-control-allow-origin']).toBe('*')
})
