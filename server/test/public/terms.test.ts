/** S4, `terms` of S1, and the page of the terms: src/terms/public-api, src/http/storefront/page.ts. */
import { describe, expect, it } from 'vitest'
import type { About } from '../../src/storefront/public-api/schema.ts'
import { publishTerms } from '../support/published-terms.ts'
import { configure, openStorefront, type Storefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const shops = useShops()
const NOW = new Date(START).toISOString()
const TEXTS = {
  'pt-BR': '# Pontos\n\nValem **um ano**: [veja](https://shop.example/pontos).',
  en: '# Points\n\n- <script>alert(1)</script>',
}

async function open(texts: typeof TEXTS | null = TEXTS, content = {}): Promise<Storefront> {
  const shop = await shops.open()
  if (texts) await publishTerms(shops.api, shop.tenantId, texts)
  return openStorefront(shops.api, shop, { content })
}

function page({ api, slug }: Storefront, query = '', headers = {}) {
  return api.server.inject({ url: `/shop/${slug}/terms${query}`, headers, remoteAddress: '198.19.1.1' })
}

describe('the terms of a shop', () => {
  it('are these, to the last member, and may be kept by any cache', async () => {
    const storefront = await open()
    const answer = await storefront.ofShop('/terms')
    expect(answer.json()).toEqual({
      version: 1,
      language: 'pt-BR',
      publishedAt: NOW,
      html:
        '<h2>Pontos</h2>\n<p>Valem <strong>um ano</strong>: ' +
        '<a href="https://shop.example/pontos" rel="nofollow noopener noreferrer">veja</a>.</p>\n',
    })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    })
    const again = await storefront.ofShop('/terms', { 'if-none-match': String(answer.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('are in the language that is asked for, else in the merchant’s', async () => {
    const storefront = await open()
    const languageOf = async (query: string) => (await storefront.ofShop(`/terms${query}`)).json().language
    expect(await languageOf('?lang=en')).toBe('en')
    expect(await languageOf('?lang=es')).toBe('pt-BR')
    expect(await languageOf('?lang=fr')).toBe('pt-BR')
    expect((await storefront.ofShop('/terms?x=1')).statusCode).toBe(422)
  })

  it('are told with the shop: which version, and where', async () => {
    const storefront = await open()
    const about: About = (await storefront.about('?lang=en')).json()
    expect(about.terms).toEqual({ version: 1, url: `/shop/${storefront.slug}/terms?lang=en` })
    await publishTerms(shops.api, storefront.shop.tenantId, { 'pt-BR': 'Novos' })
    await until(async () => (await storefront.about('?lang=en')).json().terms.version === 2)
    await until(async () => (await storefront.ofShop('/terms')).json().html === '<p>Novos</p>\n')
  })

  it('are not there where none are published, or the storefront is off', async () => {
    const without = await open(null)
    expect((await without.about()).json().terms).toBeNull()
    for (const answer of [await without.ofShop('/terms'), await page(without)]) {
      expect(answer.statusCode).toBe(404)
    }
    // A draft is nobody's business.
    await shops.reader.query(
      `insert into terms_draft (tenant_id, revision, texts, changed_at, changed_by)
      values ($1, 2, '{"pt-BR": "Rascunho"}', now(), '{}')`,
      [without.shop.tenantId],
    )
    expect((await without.ofShop('/terms')).statusCode).toBe(404)
    const storefront = await open()
    await configure(shops.api, storefront.shop.tenantId, { isOn: false })
    await until(async () => (await storefront.ofShop('/terms')).statusCode === 404)
    expect((await page(storefront)).statusCode).toBe(404)
  })
})

describe('their page', () => {
  it('shows them as text, with nothing that runs', async () => {
    const storefront = await open(TEXTS, { programName: 'Aurora Club' })
    const { statusCode, headers, body } = await page(storefront, '?lang=en')
    expect(statusCode).toBe(200)
    for (const text of [
      '<html lang="en">',
      '<title>Terms of the program · Aurora Club</title>',
      '<h1>Terms of the program</h1>',
      'Version 1, published on ',
      '<article class="terms" lang="en">',
      '<h2>Points</h2>',
      '<li>&lt;script&gt;alert(1)&lt;/script&gt;</li>',
      `<a href="/shop/${storefront.slug}?lang=en">Aurora Club</a>`,
    ]) {
      expect(body).toContain(text)
    }
    expect(body).not.toMatch(/<script|style="|<form|<input/)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
      'x-frame-options': 'DENY',
    })
    const again = await page(storefront, '?lang=en', { 'if-none-match': String(headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  it('says in which language the text is, where it is not that of the page', async () => {
    const storefront = await open()
    const { body } = await page(storefront, '?lang=es')
    expect(body).toMatch(
      /<html lang="es">[\s\S]*<h1>Términos del programa<\/h1>[\s\S]*<article class="terms" lang="pt-BR">/,
    )
  })

  it('is linked from the page of the program', async () => {
    const storefront = await open()
    const program = await shops.api.server.inject({ url: `/shop/${storefront.slug}?lang=es` })
    const link = `<a href="/shop/${storefront.slug}/terms?lang=es">Términos del programa</a>`
    expect(program.body).toContain(link)
    const without = await open(null)
    expect((await shops.api.server.inject({ url: `/shop/${without.slug}` })).body).not.toContain('/terms')
  })
})
