import { expect, it } from 'vitest'
import type { Switch, Switches } from '../../src/contract/storefront-switch.ts'
import { erasedCustomer, mergedCustomer, upsertCustomer } from './customers.ts'
import { type ProgramToPublish, program } from './shop.ts'
import { configure, ORIGIN, openStorefront } from './storefront.ts'
import { START } from './test-api.ts'
import type { Shops } from './use-shops.ts'
import { until } from './workers.ts'

export interface Guarded {
  /** Below `/v1/pub/me`. */
  readonly path: string
  /** By which a merchant takes it away; null: there is none. */
  readonly switch: Switch | null
  readonly perSecond: number
  /** What someone gets whom only the shop knows. */
  readonly ofProspect: object
  readonly published?: ProgramToPublish
  /** What a merchant has to switch on for it. */
  readonly switches?: Partial<Switches>
}

/** What every read of a customer's own does with tokens, origins, queries, limits and switches. */
export function itIsGuarded(shops: Shops, guarded: Guarded): void {
  const { path, perSecond, ofProspect, published = program(), switches = {} } = guarded

  async function bought() {
    const storefront = await openStorefront(shops.api, await shops.open(published), { content: { switches } })
    await storefront.shop.completed('o1', 'ana', 100)
    return storefront
  }

  it('is kept nowhere on the way, and says so', async () => {
    const storefront = await bought()
    const { statusCode, headers } = await storefront.patiently(path, await storefront.tokenOf('ana'))
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-language': 'pt-BR',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('etag')
  })

  it('answers the same 401 to every bad token', async () => {
    const [storefront, other] = [await bought(), await bought()]
    const { shop } = storefront
    for (const customer of ['bia', 'caio', 'duda']) await shop.completed(`of ${customer}`, customer, 10)
    const token = await storefront.tokenOf('ana')
    const [prefix, , key, sealed] = token.split('.')
    const [erased, merged, blocked] = [
      await storefront.tokenOf('bia'),
      await storefront.tokenOf('caio'),
      await storefront.tokenOf('duda'),
    ]
    await erasedCustomer(shop, 'bia')
    await mergedCustomer(shop, 'caio', 'ana')
    await shops.reader.query(
      `insert into storefront_block (tenant_id, customer_id, since)
      select tenant_id, id, $2 from customer where tenant_id = $1 and original_id = 'duda'`,
      [shop.tenantId, new Date(START + 1_000)],
    )
    const tokens = {
      'no token': null,
      cut: token.slice(0, -1),
      'of another merchant': [prefix, other.shop.tenantId, key, sealed].join('.'),
      'of a customer who was erased': erased,
      'of a customer who was merged': merged,
      'of a customer whose tokens were ended': blocked,
    }
    for (const [name, bad] of Object.entries(tokens)) {
      const answer = await storefront.patiently(path, bad)
      expect([name, answer.statusCode, { ...answer.json(), requestId: '' }]).toEqual([
        name,
        401,
        {
          type: 'urn:punchcard:problem:unauthenticated',
          title: 'Sign in again',
          status: 401,
          detail: 'Sign in to the shop again to see your points.',
          requestId: '',
        },
      ])
      expect(answer.headers).toMatchObject({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' })
    }
    // The shop goes on naming them by the id that it knows, and gets a token of who they are now.
    const again = await storefront.patiently(path, await storefront.tokenOf('caio'))
    expect(again.json()).toEqual(await storefront.read(path, await storefront.tokenOf('ana')))
    shops.api.now = START + 2_000
    expect((await storefront.patiently(path, await storefront.tokenOf('duda'))).statusCode).toBe(200)
  })

  it('needs the scope, the origin and no other query', async () => {
    const more = path.includes('?') ? '&x=1' : '?x=1'
    const storefront = await bought()
    const token = await storefront.tokenOf('ana')
    const wrongScope = await storefront.patiently(path, await storefront.tokenOf('ana', { Scopes: ['quiz'] }))
    expect([wrongScope.statusCode, wrongScope.json().code]).toEqual([403, 'scope'])
    const wrongOrigin = await storefront.patiently(path, token, { origin: 'https://elsewhere.example' })
    expect([wrongOrigin.statusCode, wrongOrigin.json().code]).toEqual([403, 'origin'])
    expect(Object.keys(wrongOrigin.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    const good = await storefront.patiently(path, token, { origin: ORIGIN })
    expect(good.headers).toMatchObject({ 'access-control-allow-origin': ORIGIN, vary: 'Origin' })
    expect((await storefront.patiently(path + more, token)).statusCode).toBe(422)
    expect((await storefront.patiently(path, token, { cookie: 'x=1' })).statusCode).toBe(200)
  })

  it('speaks the language that is asked for, else the merchant’s', async () => {
    const storefront = await bought()
    const token = await storefront.tokenOf('ana')
    const languageOf = async (headers: Record<string, string>) =>
      (await storefront.patiently(path, token, headers)).headers['content-language']
    expect(await languageOf({ 'accept-language': 'es' })).toBe('es')
    expect(await languageOf({ 'accept-language': 'fr' })).toBe('pt-BR')
  })

  it('shows one who is no customer yet nothing, and lets an opted-out one read', async () => {
    const storefront = await bought()
    const prospect = await storefront.tokenOf('new one')
    expect(await storefront.read(path, prospect)).toEqual(ofProspect)
    await storefront.shop.completed('o2', 'new one', 10)
    expect((await storefront.patiently(path, prospect)).statusCode).toBe(200)
    await shops.reader.query(
      `insert into storefront_block (tenant_id, customer_id, since)
      select tenant_id, id, $2 from customer where tenant_id = $1 and original_id = 'new one'`,
      [storefront.shop.tenantId, new Date(START + 1_000)],
    )
    expect((await storefront.patiently(path, prospect)).statusCode).toBe(401)
    await upsertCustomer(storefront.shop, { OriginalId: 'ana', IsEnrolled: false })
    expect((await storefront.patiently(path, await storefront.tokenOf('ana'))).statusCode).toBe(200)
  })

  it('is asked so often in a second, by each customer', async () => {
    const storefront = await bought()
    await storefront.shop.completed('o2', 'bia', 10)
    const [ana, bia] = [await storefront.tokenOf('ana'), await storefront.tokenOf('bia')]
    const asked = await Promise.all(
      Array.from({ length: 2 * perSecond + 2 }, () => storefront.own(path, ana)),
    )
    const refused = asked.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThanOrEqual(2)
    expect(refused[0]?.headers['retry-after']).toBe('1')
    expect((await storefront.own(path, bia)).statusCode).toBe(200)
  })

  it('is not there while the storefront is off, or its switch', async () => {
    const storefront = await bought()
    const token = await storefront.tokenOf('ana')
    const { tenantId } = storefront.shop
    if (guarded.switch) {
      await configure(shops.api, tenantId, {
        content: { switches: { ...switches, [guarded.switch]: false } },
      })
      await until(async () => (await storefront.own(path, token)).statusCode === 404)
      await configure(shops.api, tenantId, { content: { switches } })
      await until(async () => (await storefront.own(path, token)).statusCode === 200)
    }
    await configure(shops.api, tenantId, { isOn: false })
    await until(async () => (await storefront.own(path, token)).statusCode === 404)
  })
}
