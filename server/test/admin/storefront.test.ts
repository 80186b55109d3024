/** What a merchant decides about its storefront: src/storefront/admin-api. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_SWITCHES } from '../../src/contract/storefront-switch.ts'
import type { StorefrontAnswer } from '../../src/storefront/admin-api/schema.ts'
import { DEFAULT_APPEARANCE } from '../../src/storefront/content.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { useShops } from '../support/use-shops.ts'

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
      programName: 'Shop',
      appearance: DEFAULT_APPEARANCE,
      switches: DEFAULT_SWITCHES,
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
    await manager.done('PATCH', '/storefront/domains', { slug, origins: ORIGINS, links }, ANY)
    const { body } = await manager.done<StorefrontAnswer>('PATCH', '/storefront', { isOn: true }, ANY)
    expect(body).toMatchObject({ isOn: true, slug, origins: ORIGINS, version: 3 })
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
      appearance: { ...DEFAULT_APPEARANCE, accent: '#9a3b1d' },
      switches: DEFAULT_SWITCHES,
    })
  })
})

describe('what is refused', () => {
  it.each([
    ['colours that can’t be read', { appearance: { accent: '#ffff00' } }, '/appearance/onAccent'],
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
