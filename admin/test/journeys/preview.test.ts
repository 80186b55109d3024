/** What a basket earns, tried out beside the rules. */
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings } from '../support/look.ts'
import { api, openAsOwner } from '../support/merchant.ts'

const { open } = withBrowser()

it('a basket is put together by names, says what is unfinished, and a real order can be taken', async () => {
  const { page, faults, context } = await openAsOwner(open, '/program')
  const { items } = await api<{ items: { label: string }[] }>(page, 'GET', '/program/choices?of=product')
  const name = items[0]?.label ?? ''
  await page.getByRole('button', { name: 'Add a product' }).click()
  await page.getByText('Not counted yet: choose a product').waitFor()
  await page.getByText('Finish the basket to see what it earns.').waitFor()
  await page.getByRole('combobox', { name: 'Product', exact: true }).fill(name.slice(0, 4))
  await page.getByRole('option', { name, exact: true }).click()
  await page.getByLabel('Quantity').fill('3')
  await page.getByLabel('Unit price').fill('20')
  await page.getByText('R$ 60.00').first().waitFor()
  await page.getByRole('table', { name: 'Try a basket' }).waitFor()
  expect(await page.getByText('Not counted yet').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  const orders = await api<{ items: { originalId: string }[] }>(page, 'GET', '/orders?limit=1')
  const id = orders.items[0]?.originalId ?? ''
  await page.getByRole('combobox', { name: 'Use a real order' }).click()
  await page.getByRole('option', { name: new RegExp(`^${id} `) }).click()
  await expect.poll(() => page.getByLabel('Quantity').count()).toBe(0)
  await page.getByRole('table', { name: 'Try a basket' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
