/** The page of a program for a customer who came by a link. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { TokenScope } from '../../sdk/src/token-route.ts'
import { decimal } from '../../server/test/support/rewards.ts'
import { shiftsOf, watchShifts } from './support/shifts.ts'
import { useShop } from './support/use-shop.ts'

const test = useShop()
let tenOff = 0

beforeAll(async () => {
  tenOff = await test.loyalty.shop.makeReward({ title: 'Ten off', points: decimal(200), value: decimal(10) })
})

beforeEach(async () => {
  await test.loyalty.has('ana', 1240, 86)
  await test.loyalty.has('bia', 77)
})

async function linkOf(
  name: string,
  more: { ExpiresInSeconds?: number; Scopes?: TokenScope[] } = {},
  at = test.network.url,
): Promise<string> {
  const { Url } = await test.loyalty
    .punchcard()
    .storefront.link({ CustomerId: test.loyalty.idOf.get(name) ?? name, ...more })
  const { pathname, hash } = new URL(Url)
  return `${at}${pathname}?lang=en${hash}`
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

it('lets them redeem there, when the link is short and made for it', async () => {
  const { page, faults } = await test.open()
  // As customers open it: what they do there is accepted from the server's own origin.
  await page.goto(await linkOf('ana', { Scopes: ['read', 'redeem'] }, test.loyalty.url))
  const dialog = page.locator('punchcard-page dialog')
  await page.getByRole('button', { name: 'Redeem Ten off' }).click()
  await dialog.getByRole('button', { name: /^Redeem 200/ }).click()
  const code = await dialog.locator('code').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await shows(page, '1,040')
  expect(code).toMatch(/^[A-Z0-9-]{6,}$/)
  expect(faults).toEqual([])
})

it.each([
  ['good for more than ten minutes', { ExpiresInSeconds: 601 }, false],
  ['of a week, for friends too', { ExpiresInSeconds: 604_800, Scopes: ['read', 'refer'] }, false],
  ['short, and made for reading', {}, true],
] satisfies [string, Parameters<typeof linkOf>[1], boolean][])(
  'only reads, when the link is %s',
  async (_, more, hasCodes) => {
    const { loyalty } = test
    const id = `${loyalty.idOf.get('ana')}`
    await loyalty.shop.redeemed(tenOff, id)
    const { page, faults } = await test.open()
    const forbidden: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) forbidden.push(response.url())
    })
    await page.goto(await linkOf('ana', more))
    await shows(page, '1,040')
    await page.locator('punchcard-coupons [part=tile]').waitFor()
    expect(await page.locator('punchcard-coupons code').count()).toBe(hasCodes ? 1 : 0)
    expect(await page.getByText('Ready to redeem').count()).toBe(1)
    expect(await page.getByRole('button', { name: /Redeem|Opt out|Join/ }).count()).toBe(0)
    expect([forbidden, faults]).toEqual([[], []])
  },
)

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
