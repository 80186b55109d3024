/** What should go by itself: the page stays in place, errors are found, and what takes something away looks like it. */
import { expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { ensureDraft } from '../support/prepare.ts'

const { open } = withBrowser()

it('a tab of a customer keeps the page where it is', async () => {
  const { page, context } = await openAsOwner(open, '/customers/1?view=points', { height: 420 })
  await settled(page)
  await page.evaluate(() => window.scrollTo(0, 120))
  await page
    .getByRole('navigation', { name: 'Views' })
    .or(page.locator('main nav'))
    .getByRole('link')
    .first()
    .click()
  await settled(page)
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(60)
  await context.close()
})

it('publishing keeps the page of a phone where it is', async () => {
  const { page, context } = await openAsOwner(open, '/', { width: 390, height: 844 })
  await ensureDraft(page, inject('devServer').tenant)
  await goTo(page, '/program')
  await settled(page)
  await page.evaluate(() => window.scrollTo(0, 500))
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(500)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => window.scrollY)).toBe(500)
  await context.close()
})

it('Enter in the search opens the first result as it arrives', async () => {
  const { page, context } = await openAsOwner(open, '/')
  await settled(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search customers, orders, codes and pages').fill('ana lopes')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/customers\/\d+$/)
  await context.close()
})

it('Enter in the search opens the first result when it is there', async () => {
  const { page, context } = await openAsOwner(open, '/')
  await settled(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search customers, orders, codes and pages').fill('ana lopes')
  await page.getByRole('dialog').getByText('Ana Lopes').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/customers\/\d+$/)
  await context.close()
})

it('a long form that is refused goes to its first error', async () => {
  const { page, context } = await openAsOwner(open, '/rewards/new?type=percent', { height: 500 })
  await page.getByLabel('Worth').fill('140')
  await page.getByLabel('Costs').fill('99999')
  await page.getByRole('button', { name: 'Create reward' }).click()
  const title = page.getByLabel('Title', { exact: true })
  await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
  const { top } = await title.evaluate((field) => field.getBoundingClientRect())
  expect(top).toBeGreaterThan(0)
  expect(await title.evaluate((field) => getComputedStyle(field, '::placeholder').fontStyle)).toBe('italic')
  await context.close()
})

it('a draft that can’t be saved stays, says so, and is saved when the server is back', async () => {
  const { page, context } = await openAsOwner(open, '/')
  await ensureDraft(page, inject('devServer').tenant)
  await goTo(page, '/program')
  await settled(page)
  await context.setOffline(true)
  const typed = '137'
  await page
    .locator('main')
    .getByRole('button', { name: /^\d+( points)?$/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Value' }).fill(typed)
  await page.keyboard.press('Enter')
  await page.getByText('Not saved: can’t reach the server').waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await context.setOffline(false)
  await page.getByText('Not saved: can’t reach the server').waitFor({ state: 'detached' })
  // The bar says “Saving…” in between, which is not saved yet.
  await expect
    .poll(async () => JSON.stringify(await api<object>(page, 'GET', '/program/draft')))
    .toMatch(new RegExp(`:"?${typed}"?[,}]`))

  await page.getByRole('button', { name: 'Discard…' }).click()
  const discard = page.getByRole('dialog', { name: 'Discard the draft?' })
  await discard.getByRole('button', { name: 'Cancel', exact: true }).waitFor()
  const red = await discard
    .getByRole('button', { name: 'Discard the draft' })
    .evaluate((button) => getComputedStyle(button).backgroundColor)
  expect(red).toBe('rgb(179, 38, 30)')
  // Other journeys begin with the program as it is published.
  await discard.getByRole('button', { name: 'Discard the draft' }).click()
  await discard.waitFor({ state: 'detached' })
  await context.close()
})

it('a list that can’t be read is read again by its button', async () => {
  const { page, context } = await openAsOwner(open, '/orders')
  await page.locator('tbody tr').first().waitFor()
  await page.getByRole('combobox').first().click()
  // The browser has a network, and the server is away.
  await page.route('**/v1/admin/**', (route) => route.abort())
  await page.getByRole('option').first().click()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor({ timeout: 60_000 })
  await page.unroute('**/v1/admin/**')
  await again.click()
  await again.waitFor({ state: 'detached' })
  expect(await page.getByRole('alert').count()).toBe(0)
  await context.close()
})
