/** What a page shows while the server, the shop's route or the browser's storage fail: never an exception. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { metaOf, PILL, PRODUCT_PAGE, shown, useShop } from './support/use-shop.ts'

const test = useShop()
const until = (page: Page, text: string | RegExp) =>
  expect.poll(() => shown(page)).toMatch(text instanceof RegExp ? text : new RegExp(`^${text}$`))
const online = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('online')))

beforeEach(async () => {
  await test.loyalty.has('ana', 1240)
})

describe('a server that is down', () => {
  it('from the start leaves the page as it is, says so in one line, and can be tried again', async () => {
    test.network.troubleOf.set('/v1/', 'down')
    const { page, faults } = await test.visit('ana')
    await until(page, 'Try again')
    const button = page.getByRole('button', { name: 'Try again' }).first()
    await button.focus()
    test.network.troubleOf.clear()
    await page.keyboard.press('Enter')
    await until(page, '1,240 points')
    // The button is gone, and what is in its place has the focus.
    expect(
      await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('part')),
    ).toBe('pill')
    expect(faults).toEqual([])
  })

  it('is asked again after 2, 8 and 30 s, and then when a person looks', async () => {
    test.network.troubleOf.set('/shops/', { status: 503 })
    const { page } = await test.open()
    await page.clock.install()
    await page.goto(test.shop.url)
    const asked = () => test.network.countOf('/shops/')
    await expect.poll(asked).toBe(1)
    for (const [seconds, count] of [
      [3, 2],
      [9, 3],
      [31, 4],
    ] as const) {
      await until(page, 'Try again')
      await page.clock.runFor(seconds * 1_000)
      await expect.poll(asked).toBe(count)
      // A request that was sent has to fail before the next wait begins.
      await page.waitForTimeout(100)
    }
    await page.clock.runFor(3_600_000)
    await page.waitForTimeout(200)
    expect(asked()).toBe(4)
    await online(page)
    await expect.poll(asked).toBe(5)
  })

  it('does not take away what is known: it says from when it is, and is right again by itself', async () => {
    const { page, faults } = await test.visit('ana')
    await until(page, '1,240 points')
    await page.clock.install({ time: Date.now() + 60_000 })
    test.network.troubleOf.set('/me', 'down')
    await page.reload()
    await until(page, /^1,240 points\s+\d\d:\d\d$/)
    expect(await page.locator(PILL).first().getAttribute('title')).toMatch(
      /^Last updated \d\d:\d\d\. You’re offline\.$/,
    )
    await test.loyalty.has('ana', 1250)
    test.network.troubleOf.clear()
    await page.clock.runFor(3_000)
    await until(page, '1,250 points')
    expect(await page.locator(PILL).first().getAttribute('title')).toBeNull()
    expect(faults).toEqual([])
  })

  it('is no reason to show what is older than a day', async () => {
    const { page } = await test.visit('ana')
    await until(page, '1,240 points')
    await page.clock.install({ time: Date.now() + 25 * 3_600_000 })
    // The names of the shop are in the browser's cache; the balance comes with no token.
    test.shop.tokenTrouble = { status: 500 }
    await page.reload()
    await until(page, 'Try again')
  })
})

it('a server that says when to come back is not asked before, not even by hand', async () => {
  const headers = { 'retry-after': '20', 'access-control-expose-headers': 'Retry-After' }
  test.network.troubleOf.set('/shops/', { status: 429, headers })
  const { page } = await test.open()
  await page.clock.install()
  await page.goto(test.shop.url)
  await until(page, 'Try again')
  test.network.troubleOf.clear()
  await online(page)
  await page.clock.runFor(15_000)
  await page.waitForTimeout(200)
  expect(test.network.countOf('/shops/')).toBe(1)
  await page.clock.runFor(6_000)
  await until(page, 'Join Aurora Club')
})

it('an answer of 3 s is waited for, with nothing in its place', async () => {
  test.network.latencyMs = 3_000
  const { page, faults } = await test.visit('ana')
  await page.waitForTimeout(1_500)
  expect(await shown(page)).toBe('')
  await until(page, '1,240 points')
  expect(faults).toEqual([])
})

it.each(['/shops/', '/me'])('half of an answer of %s is none', async (path) => {
  const token = await test.loyalty.tokenOf('ana')
  test.shop.tokenTrouble = { status: 200, body: JSON.stringify({ token, expiresIn: 900 }) }
  test.network.troubleOf.set(path, 'cut')
  const { page, faults } = await test.visit('ana')
  await until(page, 'Try again')
  expect(faults).toEqual([])
})

it.each([
  { status: 500, body: '{}' },
  { status: 200, body: '<html>' },
  { status: 200, body: '{}' },
])('a route of the shop that answers %j never breaks the page', async (trouble) => {
  test.shop.tokenTrouble = trouble
  const { page, faults } = await test.visit('ana')
  await until(page, 'Try again')
  expect(faults).toEqual([])
})

it('a shop that has no storefront is told once why, and its page stays as it is', async () => {
  test.shop.pages.set('/', () => ({
    body: '<punchcard-balance>your points</punchcard-balance><punchcard-balance></punchcard-balance>',
    slug: 'nowhere',
  }))
  const { page, faults, warnings } = await test.visit(null)
  await expect.poll(() => warnings).toEqual([expect.stringContaining('no storefront at')])
  await online(page)
  await page.waitForTimeout(300)
  expect(warnings.length).toBe(1)
  expect(await shown(page)).toBe('your points')
  expect(await shown(page, 1)).toBe('')
  expect(faults).toEqual([])
})

it('an answer of another shape leaves the page as it is, and its developer is told once', async () => {
  const token = await test.loyalty.tokenOf('ana')
  test.shop.tokenTrouble = { status: 200, body: JSON.stringify({ token, expiresIn: 900 }) }
  test.network.troubleOf.set('/me/rewards', { status: 200, body: { items: 'none' } })
  test.shop.pages.set('/', () => ({
    body: `<p>Before</p><punchcard-rewards>your rewards</punchcard-rewards><punchcard-rewards></punchcard-rewards><punchcard-balance></punchcard-balance>`,
    meta: { token: '/loyalty/token' },
  }))
  const { page, faults } = await test.visit('ana')
  await until(page, '1,240 points')
  await online(page)
  await page.waitForTimeout(300)
  expect(faults).toEqual([expect.stringContaining('TypeError')])
  expect(await page.locator('body').innerText()).toMatch(/^Before\s+your rewards$/)
})

it.each(['forbidden', 'full'])('a storage that is %s is done without', async (how) => {
  const { page, context, faults } = await test.open()
  await context.addCookies([{ name: 'customer', value: 'ana', url: test.shop.url }])
  await page.addInitScript((isForbidden) => {
    if (!isForbidden) sessionStorage.filler = 'x'.repeat(5 * 1_024 * 1_024 - 'filler'.length)
    else {
      Object.defineProperty(globalThis, 'sessionStorage', {
        get() {
          throw new DOMException('no', 'SecurityError')
        },
      })
    }
  }, how === 'forbidden')
  await page.goto(test.shop.url)
  await until(page, '1,240 points')
  await page.reload()
  await until(page, '1,240 points')
  expect([test.shop.mints, faults]).toEqual([2, []])
})

it('problems are told as events, each once', async () => {
  test.shop.pages.set('/', (customer) => ({ body: PRODUCT_PAGE, meta: metaOf(customer) }))
  test.network.troubleOf.set('/shops/', { status: 503 })
  const { page } = await test.open()
  await page.addInitScript(() => {
    const events: object[] = []
    Object.assign(globalThis, { events })
    for (const type of ['punchcard-problem', 'punchcard-ready'])
      document.addEventListener(type, (event) => {
        const { detail, target } = event as CustomEvent
        const index = [...document.querySelectorAll('punchcard-balance')].indexOf(target as Element)
        if (index === 0) events.push([type, detail])
      })
  })
  await page.clock.install()
  await page.goto(test.shop.url)
  await until(page, 'Try again')
  test.network.troubleOf.clear()
  await page.clock.runFor(2_500)
  await until(page, 'Join Aurora Club')
  expect(await page.evaluate(() => (globalThis as unknown as { events: object[] }).events)).toEqual([
    ['punchcard-problem', { status: 503 }],
    ['punchcard-ready', null],
  ])
})
