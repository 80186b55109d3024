/** An order or a redemption is found by its id, and says why. */
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, openAsOwner } from '../support/merchant.ts'

const { open } = withBrowser()

it('an order is found by its id, and its lines add up to its points', async () => {
  const { page, context, faults } = await openAsOwner(open, '/orders')
  await page.getByLabel('Order ID').fill('demo-001-16')
  await page.waitForURL(/id=demo-001-16/)
  await page.getByRole('link', { name: 'demo-001-16' }).click()
  await page.getByRole('heading', { name: 'Why these points?' }).waitFor()
  const lines = await page.getByRole('complementary').locator('li > span:last-child').allInnerTexts()
  const points = lines.map((text) => Number(text.replace('−', '-')))
  const total = points.pop()
  expect(points.length).toBeGreaterThan(1)
  expect(points.reduce((sum, one) => sum + one, 0)).toBe(total)
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflowOf(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

it('orders are looked for by state, and an id that nobody has finds none', async () => {
  const { page, context, faults } = await openAsOwner(open, '/orders?state=cancelled')
  await page.getByText('Cancelled').first().waitFor()
  await settled(page)
  expect(await page.locator('tbody').getByText('Completed', { exact: true }).count()).toBe(0)
  await page.getByLabel('Order ID').fill('nobody-has-this')
  await page.getByText('No orders match.').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('a redemption is found by its code, and the points that paid for it add up to its cost', async () => {
  const { page, context, faults } = await openAsOwner(open, '/redemptions')
  const { items } = await api<{ items: { coupon: { code: string } | null }[] }>(
    page,
    'GET',
    '/redemptions?rewardId=1&limit=1',
  )
  await page.getByRole('combobox', { name: 'Search by' }).click()
  await page.getByRole('option', { name: 'Coupon code' }).click()
  await page.getByLabel('Find a redemption').fill(items[0]?.coupon?.code ?? '')
  await page.waitForURL(/text=/)
  await settled(page)
  expect(await page.locator('tbody tr').count()).toBe(1)
  await page.locator('tbody a').click()
  await page.getByRole('heading', { name: 'Points used' }).waitFor()
  const figures = await page
    .locator('section', { hasText: 'Points used' })
    .locator('li > span:last-child')
    .allInnerTexts()
  const points = figures.map(Number)
  const cost = points.pop()
  expect(cost).toBe(200)
  expect(points.reduce((sum, one) => sum + one, 0)).toBe(cost)
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
