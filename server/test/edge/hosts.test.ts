/** PUNCHCARD_SHOP_ORIGIN: src/http/hosts.ts. */
import { describe, expect, it } from 'vitest'
import { configure } from '../support/storefront.ts'
import { useTestApi } from '../support/test-api.ts'
import { until } from '../support/workers.ts'

const test = useTestApi({ shopOrigin: 'https://club.example' })

function ask(host: string, url: string, more = {}) {
  return test.api.server.inject({ url, headers: { host }, ...more })
}

describe('with a host of its own for shops', () => {
  it('each path is on its own host alone', async () => {
    const slug = 'aurora'
    await configure(test.api, test.api.key.tenantId, { isOn: true, slug })
    await until(async () => (await ask('club.example', `/shop/${slug}`)).statusCode === 200)
    const ofShops = [`/shop/${slug}`, `/shop/${slug}?lang=en`, `/v1/pub/shops/${slug}`]
    const others = [
      ['/docs/', 200],
      ['/openapi.json', 200],
      ['/v1/pvt/Customer?OriginalId=a', 401],
    ] as const
    for (const url of ofShops) {
      expect([url, (await ask('club.example', url)).statusCode]).toEqual([url, 200])
      expect([url, (await ask('Club.Example', url)).statusCode]).toEqual([url, 200])
      const elsewhere = await ask('loyalty.example', url)
      expect([url, elsewhere.statusCode]).toEqual([url, url.startsWith('/shop/') ? 308 : 404])
    }
    for (const [url, status] of others) {
      expect([url, (await ask('club.example', url)).statusCode]).toEqual([url, 404])
      expect([url, (await ask('loyalty.example', url)).statusCode]).toEqual([url, status])
    }
  })

  it('however an address or a host is written', async () => {
    const slug = 'aurora'
    for (const url of [`/%73hop/${slug}`, `/v1/%70ub/shops/${slug}`, `/%761/pub/shops/${slug}`]) {
      expect([url, (await ask('loyalty.example', url)).statusCode]).toEqual([
        url,
        url.includes('hop') && !url.includes('shops') ? 308 : 404,
      ])
      expect([url, (await ask('club.example', url)).statusCode]).toEqual([url, 200])
    }
    for (const host of ['club.example.', 'CLUB.example:443', 'club.example:8443', 'club.example.:443']) {
      expect([host, (await ask(host, `/shop/${slug}`)).statusCode]).toEqual([host, 200])
      expect([host, (await ask(host, '/openapi.json')).statusCode]).toEqual([host, 404])
      expect([host, (await ask(host, '/%6fpenapi.json')).statusCode]).toEqual([host, 404])
    }
  })

  it('a page that was printed with the old host leads to the new one', async () => {
    const answer = await ask('loyalty.example', '/shop/aurora?lang=en')
    expect([answer.statusCode, answer.headers.location]).toEqual([308, 'https://club.example/shop/aurora'])
    const terms = await ask('loyalty.example', '/shop/aurora/terms')
    expect([terms.statusCode, terms.headers.location]).toEqual([
      308,
      'https://club.example/shop/aurora/terms',
    ])
    const strange = await ask('loyalty.example', '/shop/%2f%2fevil.example')
    expect(String(strange.headers.location ?? 'https://club.example/')).toMatch(/^https:\/\/club\.example\//)
  })

  it('health is asked on any host, and an order only on that of sales', async () => {
    for (const host of ['club.example', 'loyalty.example', '10.0.0.7:3000']) {
      expect((await ask(host, '/livez')).statusCode).toBe(200)
      expect((await ask(host, '/readyz')).statusCode).toBe(200)
    }
    const order = { method: 'POST', payload: {} }
    expect((await ask('club.example', '/v1/pvt/POS/orders', order)).statusCode).toBe(404)
    expect((await ask('loyalty.example', '/v1/pvt/POS/orders', order)).statusCode).toBe(401)
  })
})
