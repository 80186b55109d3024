import { setTimeout as sleep } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import type { Me } from '../../src/balances/public-api/schema.ts'
import { isConfigRefusal } from '../../src/contract/config-refusal.ts'
import { CODES_BIT } from '../../src/contract/token-scope.ts'
import { DirectoryWatch } from '../../src/tenancy/directory-watch.ts'
import { KnownShops } from '../../src/tenancy/known-shops.ts'
import { changeStorefront } from '../../src/tenancy/manage/storefront.ts'
import type { TokenResult } from '../../src/tenancy/private-api/token-schema.ts'
import type { StorefrontConfig } from '../../src/tenancy/store/storefront.ts'
import { openToken, readToken, sealToken } from '../../src/tenancy/storefront-token.ts'
import type { Shop } from './shop.ts'
import type { TestApi } from './test-api.ts'
import { until } from './workers.ts'

export const ORIGIN = 'https://shop.example'

/** Changes what a merchant has configured, whatever rules a person would have to keep. */
export async function configure(
  api: Pick<TestApi, 'sealedCells' | 'now'>,
  tenantId: number,
  change: Partial<StorefrontConfig>,
): Promise<void> {
  const done = await api.sealedCells.directory.transaction([tenantId], (tx) =>
    changeStorefront(tx, tenantId, { expected: null, now: api.now }, (before) => ({ ...before, ...change })),
  )
  if (isConfigRefusal(done)) throw new Error(JSON.stringify(done))
}

/** A shop whose storefront is on. */
export async function openStorefront(api: TestApi, shop: Shop, change: Partial<StorefrontConfig> = {}) {
  const slug = `shop-${shop.tenantId}`
  await configure(api, shop.tenantId, { isOn: true, slug, origins: [ORIGIN], ...change })
  const storefront = new Storefront(api, shop, slug)
  // The process may have looked a moment ago, and then it looks again within a second.
  await until(async () => (await storefront.about()).statusCode === 200)
  return storefront
}

let addresses = 0
/** Strangers are counted by their address. */
function nextAddress(): string {
  addresses += 1
  return `198.18.${(addresses >> 8) % 256}.${addresses % 256}`
}

/** What the browser of a customer sends, and the shop's backend for it. */
export class Storefront {
  readonly api: TestApi
  readonly shop: Shop
  readonly slug: string

  constructor(api: TestApi, shop: Shop, slug: string) {
    this.api = api
    this.shop = shop
    this.slug = slug
  }

  about(query = '', headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.ofShop(query, headers)
  }

  /** What is public of it, below `/v1/pub/shops/{slug}`; each time from another address, unless the test is about that. */
  ofShop(path: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.api.server.inject({
      url: `/v1/pub/shops/${this.slug}${path}`,
      headers,
      remoteAddress: nextAddress(),
    })
  }

  mint(body: object, authorization = this.shop.key.authorization): Promise<LightMyRequestResponse> {
    return this.api.server.inject({
      method: 'POST',
      url: '/v1/pvt/Token',
      headers: { authorization },
      payload: body,
    })
  }

  async minted(CustomerId: string, more: object = {}): Promise<TokenResult> {
    const answer = (await this.mint({ CustomerId, ...more })).json()
    if (answer.HasError !== false) throw new Error(JSON.stringify(answer))
    return answer.Result
  }

  async tokenOf(CustomerId: string, more: object = {}): Promise<string> {
    return (await this.minted(CustomerId, more)).Token
  }

  me(token: string | null, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.own('', token, headers)
  }

  /** Of `/v1/pub/me` and what is below it. */
  own(
    path: string,
    token: string | null,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.api.server.inject({
      url: `/v1/pub/me${path}`,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    })
  }

  /** The same, as patiently as a page is: it waits where it has asked too often. */
  async patiently(
    path: string,
    token: string | null,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    for (;;) {
      const answer = await this.own(path, token, headers)
      if (answer.statusCode !== 429) return answer
      await sleep(1_000)
    }
  }

  /** What it answers, where it is not refused. */
  async read<Answer>(path: string, token: string, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.patiently(path, token, headers)
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
    return answer.json()
  }

  seen(token: string): Promise<Me> {
    return this.read('', token)
  }

  /** The key that the shop's tokens are sealed with. */
  async key() {
    const watch = new DirectoryWatch(this.api.sealedCells.directory, () => performance.now())
    const known = new KnownShops(this.api.sealedCells.directory, watch, () => this.api.now)
    const found = await known.ofTenant(this.shop.tenantId, 'test')
    watch.close()
    const [key] = found?.keys ?? []
    if (!key) throw new Error('the shop has no key')
    return key
  }

  /** The same token, as one is that was made from a link that gets around. */
  async withoutCodes(token: string): Promise<string> {
    const key = await this.key()
    const sealed = readToken('pc1', token)
    const opened = sealed && openToken(key, sealed)
    if (!opened) throw new Error('this is no token of this shop')
    return sealToken('pc1', this.shop.tenantId, key, { ...opened, scopes: opened.scopes & ~CODES_BIT })
  }
}
