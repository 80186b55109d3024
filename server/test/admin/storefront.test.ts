/** What a merchant decides about its storefront: src/storefront/admin-api. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_SWITCHES } from '../../src/contract/storefront-switch.ts'
import type { StorefrontAnswer, StorefrontCheckAnswer } from '../../src/storefront/admin-api/schema.ts'
import { DEFAULT_APPEARANCE } from '../../src/storefront/content.ts'
import { placesOf } from '../../src/storefront/rules/words.ts'
import { TEXTS, type TextKey } from '../../src/storefront/texts.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { configure, openStorefront } from '../support/storefront.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const test = useShops()
const admin = useManager(() => ({ ...test.api, cells: test.api.sealedCells }))
const ORIGINS = ['https://shop.example', 'https://www.shop.example:8443']

const ANY = { ifMatch: '*' }

async function open(settings = {}): Promise<Manager> {
  return admin.manager((await test.open(undefined, settings)).key)
}

let slugs = 0
function newSlug(): string {
  slugs += 1
  return `shop-${slugs}-a`
}

describe('the storefront', () => {
  it('is off, with all defaults, until it is configured', async () => {
    const { body } = await (await open()).get<StorefrontAnswer>('/storefront')
    expect(body).toEqual({
      isOn: false,
      slug: null,
      origins: [],
      links: { page: null, signIn: null, privacy: null },
      referralUrl: null,
      programName: 'Shop',
      appearance: DEFAULT_APPEARANCE,
      switches: DEFAULT_SWITCHES,
      words: {},
      logo: null,
      elements: null,
      use: {
        ...{ since: expect.stringMatching(/:00:00.000Z$/), requests: 0, notModified: 0, mints: 0, visits: 0 },
        mintsPerVisit: null,
      },
      refusedOrigins: [],
      hiddenRules: [],
      version: 1,
    })
  })

  it('is switched on once it has a name in addresses', async () => {
    const manager = await open()
    const early = await manager.send('PATCH', '/storefront', { isOn: true }, ANY)
    expect([early.status, early.body]).toMatchObject([409, { code: 'slugMissing' }])
    const slug = newSlug()
    const links = { page: `${ORIGINS[0]}/club`, signIn: null }
    const referralUrl = `${ORIGINS[0]}/?ref={code}`
    await manager.done('PATCH', '/storefront/domains', { slug, origins: ORIGINS, links, referralUrl }, ANY)
    const { body } = await manager.done<StorefrontAnswer>('PATCH', '/storefront', { isOn: true }, ANY)
    expect(body).toMatchObject({ isOn: true, slug, origins: ORIGINS, referralUrl, version: 3 })
    const shown = await test.api.server.inject({ url: `/v1/pub/shops/${slug}` })
    expect([shown.statusCode, shown.json().links.page]).toEqual([200, links.page])
  })

  it('hides rules by their ids, each once, and none again with null', async () => {
    const manager = await open()
    const hide = (hiddenRules: unknown) => manager.send('PATCH', '/storefront', { hiddenRules }, ANY)
    expect((await hide([7, 2, 7])).body).toMatchObject({ hiddenRules: [2, 7] })
    expect((await hide([0])).status).toBe(422)
    expect((await hide(['2'])).status).toBe(422)
    expect((await hide(null)).body).toMatchObject({ hiddenRules: [] })
  })

  it('changes what is named, and null is the default again', async () => {
    const manager = await open()
    const change = {
      programName: 'Club',
      appearance: { accent: '#9a3b1d', corners: 'round' },
      switches: { join: false },
    }
    await manager.done('PATCH', '/storefront', change, ANY)
    const again = { programName: null, appearance: { corners: null }, switches: null }
    const { body } = await manager.done<StorefrontAnswer>('PATCH', '/storefront', again, ANY)
    expect(body).toMatchObject({
      programName: 'Shop',
      appearance: {
        ...DEFAULT_APPEARANCE,
        ...{ accent: '#9a3b1d', onAccent: '#ffffff', card: '#9a3b1d', onCard: '#ffffff' },
        ...{ accentDark: expect.stringMatching(/^#/), onAccentDark: expect.stringMatching(/^#/) },
      },
      switches: DEFAULT_SWITCHES,
    })
  })
})

describe('colours', () => {
  it('are answered with their contrast and with what would do, and nothing is saved', async () => {
    const manager = await open()
    const { body } = await manager.done<StorefrontCheckAnswer>('POST', '/storefront/check', {
      appearance: { accent: '#f2a27c' },
    })
    expect(body).toMatchObject({
      passes: false,
      appearance: { accent: '#f2a27c', onAccent: '#0c0200', accentDark: '#f2a27c', card: '#f2a27c' },
    })
    expect(body.checks.map(({ colour, on, passes }) => [colour, on, passes])).toEqual([
      ['accent', 'surface', false],
      ['onAccent', 'accent', true],
      ['accentDark', 'darkSurface', true],
      ['onAccentDark', 'accentDark', true],
      ['onCard', 'card', true],
    ])
    const [accent, onAccent] = body.checks
    expect([accent?.ratio, accent?.suggestion]).toEqual([2.05, expect.stringMatching(/^#[0-9a-f]{6}$/)])
    expect(onAccent?.suggestion).toBeNull()
    expect((await manager.get<StorefrontAnswer>('/storefront')).body.version).toBe(1)
    const suggested = { accent: accent?.suggestion }
    const saved = await manager.done<StorefrontAnswer>('PATCH', '/storefront', { appearance: suggested }, ANY)
    expect(saved.body.appearance).toMatchObject(suggested)
  })

  it('that can’t be read are refused with their contrast and with what would do', async () => {
    const manager = await open()
    const colours = { accent: '#9a3b1d', onAccent: '#a04020', card: '#777777', onCard: '#888888' }
    const { status, body } = await manager.send('PATCH', '/storefront', { appearance: colours }, ANY)
    expect([status, body]).toMatchObject([
      422,
      {
        errors: [
          {
            ...{ pointer: '/appearance/onAccent', code: 'contrast', on: 'accent' },
            ...{ ratio: 1.07, suggestion: '#ffffff' },
            message: expect.stringContaining('1.07'),
          },
          { pointer: '/appearance/onCard', on: 'card', suggestion: expect.stringMatching(/^#/) },
        ],
      },
    ])
  })

  it('do not hinder a change of something else', async () => {
    const shop = await test.open()
    await configure(test.api, shop.tenantId, { content: { appearance: { accent: '#ffff00' } } })
    const manager = await admin.manager(shop.key)
    await manager.done('PATCH', '/storefront', { programName: 'Club' }, ANY)
  })
})

describe('words', () => {
  it('are in the shop’s pages, each in its language, until they are the usual ones again', async () => {
    const shop = await test.open()
    const manager = await admin.manager(shop.key)
    const { slug, ...storefront } = await openStorefront(test.api, shop)
    const told = async (lang: string): Promise<Record<string, string>> =>
      (await test.api.server.inject({ url: `/v1/pub/shops/${slug}?lang=${lang}` })).json().texts
    const words = { earn: { en: 'Collect {points}' }, rewards: { en: 'Treats', 'pt-BR': 'Mimos' } }
    await shop.makeReward({ title: 'Mug' })
    const { body } = await manager.done<StorefrontAnswer>('PATCH', '/storefront', { words }, ANY)
    expect(body.words).toEqual(words)
    await until(async () => (await told('en')).earn === 'Collect {points}')
    await until(async () => (await told('pt-BR')).rewards === 'Mimos')
    expect([(await told('en')).rewards, (await told('es')).rewards]).toEqual(['Treats', 'Recompensas'])
    const page = await storefront.api.server.inject({ url: `/shop/${slug}?lang=en` })
    expect(page.body).toContain('>Treats</h2>')
    const again = { words: { earn: null, rewards: { en: null } } }
    const after = await manager.done<StorefrontAnswer>('PATCH', '/storefront', again, ANY)
    expect(after.body.words).toEqual({ rewards: { 'pt-BR': 'Mimos' } })
    const { body: audit } = await manager.get<{ items: object[] }>('/audit')
    expect(audit.items[0]).toMatchObject({
      action: 'storefront.update',
      before: { words },
      after: { words: { rewards: { 'pt-BR': 'Mimos' } } },
    })
  })

  it('have a list of what is usually said, with its places', async () => {
    const { body } = await (await open()).get<{ items: object[] }>('/storefront/texts')
    expect(body.items).toContainEqual({
      key: 'pill.expiring',
      places: ['date', 'points'],
      usual: {
        ...{ en: '{points} expire on {date}', 'pt-BR': '{points} expiram em {date}' },
        es: '{points} vencen el {date}',
      },
    })
  })

  it('can’t be longer together than is kept', async () => {
    const manager = await open()
    const long = (char: string) => ({ en: char.repeat(200), 'pt-BR': char.repeat(200), es: char.repeat(200) })
    const keys = Object.keys(TEXTS).filter((key) => placesOf(TEXTS[key as TextKey].en).length === 0)
    const words = Object.fromEntries(keys.map((key) => [key, long('語')]))
    const half = Object.fromEntries(Object.entries(words).slice(0, 28))
    await manager.done('PATCH', '/storefront', { words: half }, ANY)
    const more = Object.fromEntries(Object.entries(words).slice(28))
    const answer = await manager.send('PATCH', '/storefront', { words: more }, ANY)
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ pointer: '' }] }])
  })

  it.each([
    ['without its place', { earn: { en: 'Collect' } }, '/words/earn/en'],
    ['of no text', { shine: { en: 'Shine' } }, '/words/shine'],
    ['in another language', { earn: { fr: '{points}' } }, '/words/earn/fr'],
    ['too long', { more: { en: 'x'.repeat(201) } }, '/words/more/en'],
    ['empty', { more: { en: ' ' } }, '/words/more/en'],
    ['that turn around', { more: { en: 'More \u202egro' } }, '/words/more/en'],
    ['of two lines', { more: { en: 'a\nb' } }, '/words/more/en'],
    ['that are half of a character', { more: { en: 'a\ud800' } }, '/words/more/en'],
    ['that are no text', { more: { en: 5 } }, '/words/more/en'],
  ])('%s are refused', async (_, words, pointer) => {
    const answer = await (await open()).send('PATCH', '/storefront', { words }, ANY)
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ pointer }] }])
  })
})

describe('what is refused', () => {
  it.each([
    ['colours that can’t be read', { appearance: { accent: '#ffff00' } }, '/appearance/accent'],
    ['no colour', { appearance: { accent: 'red' } }, '/appearance/accent'],
    ['an unknown switch', { switches: { shine: true } }, '/switches/shine'],
    ['an empty name', { programName: ' ' }, '/programName'],
    ['a name with a zero', { programName: 'Club\0' }, '/programName'],
    ['a name that turns around', { programName: 'Club \u202egro' }, '/programName'],
  ])('%s', async (_, body, pointer) => {
    const answer = await (await open()).send('PATCH', '/storefront', body, ANY)
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ pointer }] }])
  })

  it.each([
    ['a reserved name', { slug: 'admin' }, '/slug'],
    ['no name', { slug: 'Upper' }, '/slug'],
    ['an origin with a path', { origins: ['https://shop.example/a'] }, '/origins/0'],
    ['an origin without TLS', { origins: ['https://a.example', 'http://shop.example'] }, '/origins/1'],
    ['an origin that ends with a dot', { origins: ['https://shop.example.'] }, '/origins/0'],
    ['no origin', { origins: ['null'] }, '/origins/0'],
    ['this machine, outside a sandbox', { origins: ['http://localhost:5173'] }, '/origins/0'],
    ['a link to another site', { origins: ORIGINS, links: { page: 'https://evil.example/' } }, '/links/page'],
    ['a link that runs', { origins: ORIGINS, links: { page: 'javascript:alert(1)' } }, '/links/page'],
    ['a link with a name', { origins: ORIGINS, links: { page: 'https://a:b@shop.example/' } }, '/links/page'],
  ])('%s', async (_, body, pointer) => {
    const answer = await (await open()).send('PATCH', '/storefront/domains', body, ANY)
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ pointer }] }])
  })

  it('a name that another shop has', async () => {
    const slug = newSlug()
    await (await open()).done('PATCH', '/storefront/domains', { slug }, ANY)
    const answer = await (await open()).send('PATCH', '/storefront/domains', { slug }, ANY)
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'slugTaken' }])
  })

  it('an origin that a link still lies in', async () => {
    const manager = await open()
    const links = { page: `${ORIGINS[0]}/` }
    await manager.done('PATCH', '/storefront/domains', { origins: ORIGINS, links }, ANY)
    const answer = await manager.send('PATCH', '/storefront/domains', { origins: [] }, ANY)
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ pointer: '/links/page' }] }])
  })
})

it('a sandbox may be tried out on one’s own machine', async () => {
  const manager = await open({ isSandbox: true })
  const origins = ['http://localhost:5173', 'http://127.0.0.1:8080']
  expect(
    (await manager.done<StorefrontAnswer>('PATCH', '/storefront/domains', { origins }, ANY)).body.origins,
  ).toEqual(origins)
})
