import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Look, type Opened, withBrowser } from './browser.ts'
import { type Furnishing, useLoyalty } from './loyalty.ts'
import { Network } from './network.ts'
import { ShopServer } from './shop-server.ts'

interface Versions {
  readonly versions: readonly {
    readonly files: readonly { readonly name: string; readonly path: string; readonly integrity: string }[]
  }[]
}

/** A shop, the server behind its network, and a browser: all that a page of the shop meets. */
export function useShop(furnishing?: Furnishing) {
  const network = new Network()
  const browser = withBrowser()
  const loyalty = useLoyalty()
  const shop = new ShopServer()
  beforeAll(async () => {
    await network.start(loyalty.url)
    await shop.start()
    await loyalty.open(shop.url, furnishing)
    const { versions } = (await (await fetch(`${loyalty.url}/shop/versions.json`)).json()) as Versions
    const files = new Map((versions[0]?.files ?? []).map((file) => [file.name, file]))
    const { slug, idOf } = loyalty
    await shop.use({ punchcard: loyalty.punchcard(), url: network.url, slug, idOf, files })
  })
  beforeEach(() => {
    network.reset()
    loyalty.reset()
    shop.reset()
    shop.pages.set('/', (customer) => ({ body: PRODUCT_PAGE, bodyClass: 'aurora', meta: metaOf(customer) }))
  })
  afterAll(() => {
    shop.stop()
    network.stop()
  })
  return {
    network,
    shop,
    loyalty,
    open(look?: Look): Promise<Opened> {
      return browser.open([shop.url, network.url, loyalty.url], look)
    },
    /** A page of the shop as a customer, or as a visitor, sees it. */
    async visit(customer: string | null, look: Look = {}, path = '/'): Promise<Opened> {
      const opened = await this.open(look)
      if (customer) {
        await opened.context.addCookies([{ name: 'customer', value: customer, url: shop.url }])
      }
      await opened.page.goto(`${shop.url}${path}`)
      return opened
    },
  }
}

/** As a shop with sessions renders it: nothing about who is signed in but a text that is another one for each. */
export const metaOf = (customer: string | null): Record<string, string> =>
  customer ? { token: '/loyalty/token', who: `hash-of-${customer}` } : {}

export const PILL = 'punchcard-balance [part=pill]'

/** What an element shows: what it has drawn, or what the page itself has between the tags. */
export function shown(page: Page, index = 0): Promise<string> {
  return page
    .locator('punchcard-balance')
    .nth(index)
    .evaluate(
      (element) =>
        (element.shadowRoot?.querySelector<HTMLElement>('[part]') ?? (element as HTMLElement)).innerText,
    )
}

export const PRODUCT_PAGE = `
<header><span class="logo">Café Aurora</span>
<nav><a href="/coffee">Coffee</a> <a href="/equipment">Equipment</a></nav>
<div class="end"><punchcard-balance></punchcard-balance><div class="bag"></div></div></header>
<main><div class="product"><div class="art"></div><div>
<p>Single origin, 250 g</p><h1>Aurora Reserva</h1>
<p>Yellow Bourbon from Mantiqueira, washed and dried in the shade. Honey, red apple, a long cocoa finish.</p>
<p>R$ 42.00</p><div><punchcard-balance></punchcard-balance></div>
<button>Add to bag</button><p>Roasted on Tuesday. Shipped tomorrow.</p></div></div></main>`
