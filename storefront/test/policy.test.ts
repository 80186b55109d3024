/** Under the strictest policy of content, with Trusted Types, everything works and nothing is reported. */
import { beforeEach, expect, it } from 'vitest'
import { metaOf, PILL, PRODUCT_PAGE, useShop } from './support/use-shop.ts'

const test = useShop()

beforeEach(async () => {
  await test.loyalty.has('ana', 1240, 86)
})

it('a customer, a visitor and one who tries again', async () => {
  for (const customer of ['ana', null]) {
    const { page, faults } = await test.visit(customer)
    await expect.poll(() => page.locator(PILL).count()).toBe(2)
    test.network.troubleOf.set('/v1/', 'down')
    await page.evaluate(() => sessionStorage.clear())
    const again = await test.visit(customer)
    await again.page
      .getByRole('button', { name: /Try again/ })
      .first()
      .waitFor()
    test.network.troubleOf.clear()
    await again.page
      .getByRole('button', { name: /Try again/ })
      .first()
      .click()
    await expect.poll(() => again.page.locator(PILL).count()).toBe(2)
    expect([...faults, ...again.faults]).toEqual([])
  }
  expect(test.shop.reports).toEqual([])
})

it('a pinned reserve stylesheet needs its origin in `style-src`, and nothing else', async () => {
  test.shop.pages.set('/', (customer) => ({
    body: PRODUCT_PAGE,
    meta: metaOf(customer),
    reserve: 'pinned',
    policy: test.shop.strictest.replace("style-src 'self'", `style-src 'self' ${test.network.url}`),
  }))
  const { page, faults } = await test.visit('ana')
  await expect.poll(() => page.locator(PILL).count()).toBe(2)
  expect([faults, test.shop.reports]).toEqual([[], []])
})

it('a violation is reported: the policy is at work', async () => {
  test.shop.pages.set('/', () => ({
    body: '<p style="color:red">red</p><punchcard-balance></punchcard-balance>',
  }))
  const { page } = await test.visit(null)
  await expect.poll(() => page.locator(PILL).count()).toBe(1)
  await page.evaluate(() => {
    try {
      document.body.innerHTML = '<i></i>'
    } catch {}
  })
  await expect.poll(() => test.shop.reports.join()).toMatch(/style-src[\s\S]*require-trusted-types-for/)
})
