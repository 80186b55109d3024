/** Who is signed in: tokens, what is kept of whom, and two people in one tab. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { metaOf, PILL, PRODUCT_PAGE, shown, useShop } from './support/use-shop.ts'

const test = useShop()
const pill = (page: Page) => page.locator(PILL).first()
const until = (page: Page, text: string) => expect.poll(() => pill(page).innerText()).toBe(text)
const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

beforeEach(async () => {
  await test.loyalty.has('ana', 1240)
  await test.loyalty.has('bia', 77)
})

describe('a visitor', () => {
  it('is asked to join, without a request about anyone', async () => {
    const { page, faults } = await test.visit(null)
    await until(page, 'Join Aurora Club')
    expect(test.network.asked.filter((one) => one.includes('/v1/'))).toEqual([
      `GET /v1/pub/shops/${test.loyalty.slug}?lang=en`,
    ])
    expect([test.shop.mints, faults]).toEqual([0, []])
    expect(await kept(page)).toBe('{}')
  })

  it('is whom the shop’s route answers 204', async () => {
    test.shop.pages.set('/', () => ({ body: PRODUCT_PAGE, meta: { token: '/loyalty/token' } }))
    const { page } = await test.visit(null)
    await until(page, 'Join Aurora Club')
    expect([test.shop.mints, test.network.countOf('/me')]).toEqual([1, 0])
  })
})

describe('a customer', () => {
  it('sees the balance, with one token for all elements, whose answer spares the first request', async () => {
    const { page, faults } = await test.visit('ana')
    await until(page, '1,240 points')
    await expect.poll(() => page.locator(PILL).nth(1).innerText()).toBe('1,240 points')
    expect([test.shop.mints, test.network.countOf('/me'), test.network.countOf('/shops/')]).toEqual([1, 0, 1])
    expect(faults).toEqual([])
  })

  it('with `data-who` asks for nothing on the next page within 30 s, and for the balance alone after it', async () => {
    const { page } = await test.visit('ana')
    await until(page, '1,240 points')
    test.network.reset()
    await page.clock.install({ time: Date.now() + 10_000 })
    await page.reload()
    await until(page, '1,240 points')
    expect([test.shop.mints, test.network.countOf('/v1/')]).toEqual([1, 0])
    await page.clock.install({ time: Date.now() + 45_000 })
    await test.loyalty.has('ana', 1250)
    await page.reload()
    await until(page, '1,250 points')
    expect([test.shop.mints, test.network.countOf('/me')]).toEqual([1, 1])
  })

  it('without `data-who` leaves nothing behind, and the next page asks again', async () => {
    test.shop.pages.set('/', () => ({ body: PRODUCT_PAGE, meta: { token: '/loyalty/token' } }))
    const { page } = await test.visit('ana')
    await until(page, '1,240 points')
    expect(await kept(page)).toBe('{}')
    await page.reload()
    await until(page, '1,240 points')
    expect(test.shop.mints).toBe(2)
  })

  it('does not see what was kept from before an order that the page knows of', async () => {
    const { page } = await test.visit('ana')
    await until(page, '1,240 points')
    await test.loyalty.has('ana', 1320)
    test.shop.pages.set('/', (customer) => ({
      body: PRODUCT_PAGE,
      meta: { ...metaOf(customer), after: '2' },
    }))
    test.network.latencyMs = 300
    await page.reload()
    await expect.poll(() => page.locator(PILL).count()).toBe(2)
    expect(await pill(page).innerText()).toBe('1,320 points')
  })

  it('is forgotten by `punchcard.signOut()`', async () => {
    const { page } = await test.visit('ana')
    await until(page, '1,240 points')
    await page.evaluate(() =>
      (globalThis as unknown as { punchcard: { signOut(): void } }).punchcard.signOut(),
    )
    await until(page, 'Join Aurora Club')
    expect(await kept(page)).toBe('{}')
  })

  it('may be told in code, also as another one', async () => {
    test.shop.pages.set('/', () => ({ body: PRODUCT_PAGE, meta: {} }))
    const { page } = await test.visit('ana')
    await until(page, 'Join Aurora Club')
    await page.exposeFunction('mint', (name: string) => test.loyalty.tokenOf(name))
    const configure = (who: string) =>
      page.evaluate(
        ([shop, customer]) => {
          const { punchcard } = globalThis as unknown as { punchcard: { configure(options: object): void } }
          const { mint } = globalThis as unknown as { mint(name: string): Promise<string> }
          const token = async () => ({ token: await mint(customer), expiresIn: 900 })
          punchcard.configure({ url: shop, token, lang: 'pt' })
        },
        [`${test.network.url}/${test.loyalty.slug}`, who] as const,
      )
    await configure('ana')
    await until(page, '1.240 pontos')
    test.network.latencyOf.set('/me', 500)
    await configure('bia')
    // At once: not a moment of the other one's figures.
    expect(await page.locator(PILL).count()).toBe(0)
    await until(page, '77 pontos')
  })
})

describe('a token', () => {
  it('is renewed a minute before its end, whatever the browser’s clock says', async () => {
    test.shop.pages.set('/', (customer) => ({ body: PRODUCT_PAGE, meta: metaOf(customer) }))
    const { page, context } = await test.open()
    await page.clock.install({ time: Date.now() + 5 * 3_600_000 })
    await context.addCookies([{ name: 'customer', value: 'ana', url: test.shop.url }])
    await page.goto(test.shop.url)
    await until(page, '1,240 points')
    const look = async (): Promise<void> => {
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
    }
    await page.clock.fastForward(13 * 60_000)
    await look()
    await expect.poll(() => test.network.countOf('/me')).toBe(1)
    expect(test.shop.mints).toBe(1)
    await page.clock.fastForward(70_000)
    await look()
    await expect.poll(() => test.shop.mints).toBe(2)
    // A laptop that slept for an hour.
    await page.clock.fastForward(3_600_000)
    await look()
    await expect.poll(() => test.shop.mints).toBe(3)
    await new Promise((done) => setTimeout(done, 300))
    expect(test.shop.mints).toBe(3)
  })

  it('that is refused is renewed once; then the customer is a visitor', async () => {
    const { page } = await test.visit('ana')
    await until(page, '1,240 points')
    await page.clock.install({ time: Date.now() + 60_000 })
    test.network.troubleOf.set('/me', { status: 401 })
    test.shop.tokenTrouble = { status: 200, body: '{"token":"ana.y","expiresIn":900}' }
    await page.reload()
    await until(page, 'Join Aurora Club')
    expect([test.shop.mints, test.network.countOf('/me')]).toEqual([2, 2])
    expect(await kept(page)).toBe('{}')
  })
})

describe('two people in one tab', () => {
  it.each([[true], [false]])('never see each other’s points (`data-who`: %s)', async (hasWho) => {
    const meta = (customer: string | null) =>
      hasWho ? metaOf(customer) : customer ? { token: '/loyalty/token' } : {}
    test.shop.pages.set('/', (customer) => ({ body: PRODUCT_PAGE, meta: meta(customer) }))
    const { page } = await test.open()
    await watchTexts(page)
    await page.goto(`${test.shop.url}/sign-in?as=ana`)
    await until(page, '1,240 points')
    await page.goto(`${test.shop.url}/sign-in?as=bia`)
    test.network.latencyMs = 200
    await until(page, '77 points')
    expect(await textsOf(page)).not.toContain('1,240')
    await page.goto(`${test.shop.url}/sign-in`)
    await until(page, 'Join Aurora Club')
    expect(await textsOf(page)).not.toMatch(/1,240|77/)
    expect(await kept(page)).toBe('{}')
  })

  /**
   * Debian's headless Chromium keeps no pages for “Back”, so the two events that a kept page gets are sent to it: before
   * it is frozen, and when it is shown again.
   */
  it.each([[true], [false]])('also not by “Back” (`data-who`: %s)', async (hasWho) => {
    test.shop.pages.set('/', (customer) => ({
      body: PRODUCT_PAGE,
      meta: hasWho ? metaOf(customer) : { token: '/loyalty/token' },
    }))
    const { page } = await test.open()
    await page.goto(`${test.shop.url}/sign-in?as=ana`)
    await until(page, '1,240 points')
    const pass = (type: 'pagehide' | 'pageshow') =>
      page.evaluate((name) => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
    test.network.reset()
    const { mints } = test.shop
    await pass('pagehide')
    // What is frozen has no figure in it, and asks for nothing.
    expect([await shown(page), await shown(page, 1)]).toEqual(['', ''])
    await page.evaluate(() => fetch('/sign-in?as=bia'))
    test.shop.tokenLatencyMs = 300
    await watchNow(page)
    await pass('pageshow')
    await until(page, '77 points')
    expect(await textsOf(page)).not.toContain('1,240')
    expect([test.shop.mints - mints, test.network.countOf('/v1/')]).toEqual([1, 0])
    // The page's HTML still says that it is Ana's: nothing of Bia is kept under that.
    expect(await kept(page)).toBe('{}')
  })
})

/** Every text that elements have shown on the page, from its first moment. */
async function watchTexts(page: Page): Promise<void> {
  await page.addInitScript(watch)
}

async function watchNow(page: Page): Promise<void> {
  await page.evaluate(watch)
}

function watch(): void {
  const texts: string[] = []
  Object.assign(globalThis, { texts })
  const look = (): void => {
    for (const element of document.querySelectorAll('punchcard-balance'))
      texts.push(element.shadowRoot?.textContent ?? '')
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

function textsOf(page: Page): Promise<string> {
  return page.evaluate(() => (globalThis as unknown as { texts: string[] }).texts.join('\n'))
}
