/** The page of a program for a customer who came by a link. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { shiftsOf, watchShifts } from './support/shifts.ts'
import { useShop } from './support/use-shop.ts'

const test = useShop()

beforeEach(async () => {
  await test.loyalty.has('ana', 1240, 86)
  await test.loyalty.has('bia', 77)
})

async function linkOf(name: string, more: { ExpiresInSeconds?: number } = {}): Promise<string> {
  const { Url } = await test.loyalty
    .punchcard()
    .storefront.link({ CustomerId: test.loyalty.idOf.get(name) ?? name, ...more })
  const { pathname, hash } = new URL(Url)
  return `${test.network.url}${pathname}?lang=en${hash}`
}

/** In an element of the page. */
const shows = (page: Page, points: string) => page.locator('#mine').getByText(points).first().waitFor()

it('shows their points, takes the link out of the address, and does so again after a reload', async () => {
  const { page, faults } = await test.open()
  await watchShifts(page)
  await page.goto(await linkOf('ana'))
  await shows(page, '1,240')
  expect(new URL(page.url()).hash).toBe('')
  expect(await page.locator('#everyones').isVisible()).toBe(false)
  expect(await shiftsOf(page)).toEqual([])
  await page.reload()
  await shows(page, '1,240')
  expect(faults).toEqual([])
})

it('shows the next one who comes by a link of their own, in the same tab', async () => {
  const { page } = await test.open()
  await page.goto(await linkOf('ana'))
  await shows(page, '1,240')
  await page.goto('about:blank')
  await page.goto(await linkOf('bia'))
  await shows(page, '77')
  expect(await page.getByText('1,240').count()).toBe(0)
})

it('shows what everyone sees, and says why, when the link is no good', async () => {
  const link = await linkOf('ana')
  await test.loyalty.punchcard().storefront.revoke({ CustomerId: test.loyalty.idOf.get('ana') ?? 'ana' })
  const { page, faults } = await test.open()
  for (const address of [link, link.replace(/.{4}$/, 'xxxx')]) {
    await page.goto('about:blank')
    await page.goto(address)
    await page.locator('#ended').waitFor()
    expect(await page.locator('#ended').innerText()).toMatch(/no longer opens/)
    expect(await page.locator('#everyones').isVisible()).toBe(true)
    expect(new URL(page.url()).hash).toBe('')
  }
  expect(faults).toEqual([])
  await page.goto(`${test.network.url}/shop/${test.loyalty.slug}?lang=en`)
  expect(await page.locator('#ended').isVisible()).toBe(false)
})
