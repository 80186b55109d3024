/** The page of a shop: src/http/storefront/page.ts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostedPage } from '../../src/http/storefront/page.ts'
import type { ShownProgram } from '../../src/http/storefront/schema.ts'
import type { About } from '../../src/storefront/public-api/schema.ts'
import { decimal } from '../support/rewards.ts'
import { seedOf } from '../support/seed.ts'
import { program } from '../support/shop.ts'
import { configure, openStorefront, type Storefront } from '../support/storefront.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const shops = useShops()
const SEED = seedOf()
/** By name as many as one likes: `PAGES=10000 npm test -- public/page`. */
const PAGES = Number(process.env.PAGES ?? 300)

async function open(content = {}) {
  const shop = await shops.open(program({ validityDays: 365 }))
  await shop.makeReward({ title: 'Barista class', type: 4, points: decimal(1_500) })
  return openStorefront(shops.api, shop, { content })
}

let addresses = 0
function visit({ api }: Storefront, url: string, headers: Record<string, string> = {}) {
  addresses += 1
  return api.server.inject({ url, headers, remoteAddress: `198.19.0.${addresses % 250}` })
}

function page(storefront: Storefront, query = '?lang=en', headers = {}) {
  return visit(storefront, `/shop/${storefront.slug}${query}`, headers)
}

describe('the page of a shop', () => {
  it('tells everything without a script, and asks nothing of anyone', async () => {
    const storefront = await open({
      programName: 'Aurora Club',
      links: { signIn: 'https://shop.example/login', privacy: 'https://shop.example/privacy' },
    })
    const { statusCode, body } = await page(storefront)
    expect(statusCode).toBe(200)
    for (const text of [
      '<html lang="en">',
      '<title>Aurora Club · Shop</title>',
      '<h1>Aurora Club</h1>',
      '<a class="button" href="https://shop.example/login">See my points</a>',
      'Opens shop.example, where you sign in.',
      'How to earn points',
      '1 point for every R$\u00a01.00 you spend. Points expire after 365 days.',
      'Barista class',
      '1,500 points',
      'https://shop.example/privacy',
      '<meta name="robots" content="noindex">',
    ]) {
      expect(body).toContain(text)
    }
    // Its one script is for who comes by a link; our name is in no text.
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/shop/hosted.js">'])
    expect(body).not.toMatch(/<form|<input|style="|>[^<]*punchcard/i)
  })

  it('speaks three languages, the merchant’s own without being asked', async () => {
    const storefront = await open()
    const { body } = await page(storefront, '')
    expect(body).toMatch(/<html lang="pt-BR">[\s\S]*Como ganhar pontos/)
    for (const lang of ['pt-BR', 'en', 'es']) {
      expect(body).toContain(
        `<link rel="alternate" hreflang="${lang}" href="/shop/${storefront.slug}?lang=${lang}">`,
      )
    }
    expect((await page(storefront, '?lang=es')).body).toMatch(/<html lang="es">[\s\S]*Cómo ganar puntos/)
    // A caller's own language is not looked at: one address is one page.
    expect((await page(storefront, '', { 'accept-language': 'es' })).body).toContain('lang="pt-BR"')
  })

  it('shuts everything out that it does not need, and may be kept by any cache', async () => {
    const storefront = await open()
    const { headers } = await page(storefront)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'en',
      'cache-control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    const again = await page(storefront, '?lang=en', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('has a style with the merchant’s colours, at an address that is another one for others', async () => {
    const storefront = await open({ appearance: { accent: '#9a3b1d', corners: 'square' } })
    const address = /href="([^"]+\.css)"/.exec((await page(storefront)).body)?.[1] ?? ''
    const style = await visit(storefront, address)
    expect(style.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(style.body).toMatch(/#9a3b1d[\s\S]*--radius:0;/)
    await configure(shops.api, storefront.shop.tenantId, { content: { appearance: { accent: '#123456' } } })
    await until(async () => !(await page(storefront)).body.includes(address))
    const old = await visit(storefront, address)
    expect([old.body.includes('#123456'), old.headers['cache-control']]).toEqual([true, 'public, max-age=10'])
  })

  it('is found however its name is written', async () => {
    const storefront = await open()
    const { slug } = storefront
    for (const path of [slug.toUpperCase(), `${slug}/`, `${slug.toUpperCase()}/`]) {
      const answer = await visit(storefront, `/shop/${path}?lang=es`)
      expect([path, answer.statusCode, answer.headers.location]).toEqual([path, 308, `/shop/${slug}?lang=es`])
    }
    for (const path of [`${slug.toUpperCase()}/terms`, `${slug}/terms/`]) {
      const answer = await visit(storefront, `/shop/${path}?lang=es`)
      expect([path, answer.statusCode, answer.headers.location]).toEqual([
        path,
        308,
        `/shop/${slug}/terms?lang=es`,
      ])
    }
    for (const path of ['a', '-a-', `${slug}.html`, '%2f%2fevil.example', 'a b', 'a/terms']) {
      const answer = await visit(storefront, `/shop/${path}`)
      expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
      ])
    }
  })

  it('is not there for a shop that is off or unknown, and says so as a page', async () => {
    const storefront = await open()
    for (const path of ['/shop/nobody-here', '/shop/nobody-here/theme-0123456789012345678901.css']) {
      const { statusCode, headers, body } = await visit(storefront, path, { 'accept-language': 'es' })
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        404,
        'text/html; charset=utf-8',
        'public, max-age=10',
      ])
      expect(body).toMatch(/<html lang="es">[\s\S]*<h1>No encontrado<\/h1><p>Aquí no hay nada\.<\/p>/)
    }
    await configure(shops.api, storefront.shop.tenantId, { isOn: false })
    await until(async () => (await page(storefront)).statusCode === 404)
  })

  it('has nothing to show where all is switched off', async () => {
    const storefront = await open({ switches: { ways: false, rewards: false, tiers: false, cards: false } })
    expect((await page(storefront)).body).toContain('There is nothing here yet.')
  })
})

describe('a page of lies', () => {
  const NASTY = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    "' onmouseover='x",
    '</title><b>',
    '\u202eevil',
    '&lt;b&gt;',
    ']]>',
  ]
  const text = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 30 }))
  const way = fc.record({ text })
  const reward = fc.record({
    ...{ id: fc.nat(), type: fc.constant('custom' as const), title: text, text: fc.option(text) },
    ...{ points: fc.constantFrom('1', '1500.5', null), value: fc.constant(null), image: fc.option(text) },
    ...{ until: fc.constant(null), requirements: fc.option(text) },
    ...{ tiers: fc.array(text, { maxLength: 2 }) },
  })
  const tier = fc.record({
    ...{ name: text, color: fc.option(text), image: fc.option(text) },
    ...{ goals: fc.array(text, { maxLength: 2 }), benefits: fc.array(text, { maxLength: 2 }) },
  })
  const prize = fc.constant({ reward: null, points: '5' })
  const card = fc.record({ name: text, text, size: fc.constant('10'), prize })
  const some = { maxLength: 2 }
  const shown: fc.Arbitrary<ShownProgram> = fc.record({
    ways: fc.array(way, some),
    rewards: fc.array(reward, some),
    tiers: fc.array(tier, some),
    cards: fc.array(card, some),
    referral: fc.option(fc.record({ offer: text })),
  })

  it('is text, whatever is in names, rewards, cards and tiers', async () => {
    const storefront = await open()
    const about: About = (await storefront.about('?lang=en')).json()
    const facts = { slug: 'a-shop', origin: null }
    const nothing = { ways: [], rewards: [], tiers: [], cards: [], referral: null }
    const plain = hostedPage({ ...facts, about, program: nothing })
    const allowed = new Set(tagsOf(plain))
    for (const tag of 'section h2 h3 ul li p img meta'.split(' ')) allowed.add(tag)
    fc.assert(
      fc.property(shown, text, text, (program, name, programName) => {
        const made = hostedPage({ ...facts, about: { ...about, name, programName }, program })
        for (const tag of tagsOf(made)) expect(allowed).toContain(tag)
        // Attributes of a tag are those that were written here.
        expect(made.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+\s*=/i)
      }),
      { numRuns: PAGES, seed: SEED },
    )
  })
})

function tagsOf(markup: string): string[] {
  return [...markup.replace(/"[^"]*"/g, '""').matchAll(/<([a-z][\w-]*)/gi)].map(([, name = '']) => name)
}
