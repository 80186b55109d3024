/** Nothing on the page moves by an element: the shift of its layout is 0, at every latency. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { shiftsOf, watchShifts } from './support/shifts.ts'
import { metaOf, PILL, PRODUCT_PAGE, shown, useShop } from './support/use-shop.ts'
import { partInCi } from './support/whole.ts'

const test = useShop()

beforeEach(async () => {
  await test.loyalty.has('ana', 1240, 86)
})

/** What was drawn last is looked at by the observer a frame later. */
async function settled(page: Page, count = 2): Promise<void> {
  await expect.poll(() => page.locator(PILL).count()).toBe(count)
  await page.waitForTimeout(300)
}

const LOOKS = [1280, 390].flatMap((width) => [0, 400, 3_000].map((latencyMs) => ({ width, latencyMs })))

it.each(partInCi(LOOKS, 1))(
  'at $width px with a latency of $latencyMs ms, for a customer and a visitor',
  async (look) => {
    const { width, latencyMs } = look
    for (const customer of ['ana', null]) {
      test.network.latencyMs = latencyMs
      test.shop.tokenLatencyMs = latencyMs
      const { page, context } = await test.open({ width })
      await watchShifts(page)
      if (customer) await context.addCookies([{ name: 'customer', value: customer, url: test.shop.url }])
      await page.goto(test.shop.url)
      await settled(page)
      expect(await shiftsOf(page)).toEqual([])
      await context.close()
    }
  },
)

it.each([1280, 390])('at %i px also where the shop is cached and the balance is not', async (width) => {
  test.shop.pages.set('/', (customer) => ({
    body: PRODUCT_PAGE,
    bodyClass: 'aurora',
    meta: customer ? { token: '/loyalty/token' } : {},
  }))
  const { page, context } = await test.open({ width })
  await watchShifts(page)
  await page.goto(test.shop.url)
  await settled(page)
  await context.addCookies([{ name: 'customer', value: 'ana', url: test.shop.url }])
  test.network.latencyMs = 400
  test.shop.tokenLatencyMs = 400
  const before = test.network.countOf('/shops/')
  await page.reload()
  await settled(page)
  expect(test.network.countOf('/shops/')).toBe(before)
  expect(await shiftsOf(page)).toEqual([])
})

it('nor where the shop’s server has rendered the balance already', async () => {
  const body = PRODUCT_PAGE.replaceAll('></punchcard-balance>', '>1,240 points</punchcard-balance>')
  test.shop.pages.set('/', (customer) => ({ body, bodyClass: 'aurora', meta: metaOf(customer) }))
  test.network.latencyOf.set('/v1/', 2_000)
  const { page, context } = await test.open()
  await watchShifts(page)
  await context.addCookies([{ name: 'customer', value: 'ana', url: test.shop.url }])
  await page.goto(test.shop.url)
  expect(await shown(page)).toBe('1,240 points')
  expect(await page.locator(PILL).count()).toBe(0)
  await settled(page)
  expect(await shiftsOf(page)).toEqual([])
})

it('a page that moves is seen: without the reserved size it does', async () => {
  test.shop.pages.set('/', (customer) => ({
    body: PRODUCT_PAGE.replaceAll('<p>', '<p style="margin:0">').replace(
      '<main>',
      '<div><punchcard-balance></punchcard-balance></div><main>',
    ),
    meta: metaOf(customer),
    policy: null,
    head: '<style>punchcard-balance{display:block;min-block-size:0!important}</style>',
  }))
  test.network.latencyMs = 400
  const { page } = await test.open()
  await watchShifts(page)
  await page.goto(test.shop.url)
  await settled(page, 3)
  expect((await shiftsOf(page)).length).toBeGreaterThan(0)
})
