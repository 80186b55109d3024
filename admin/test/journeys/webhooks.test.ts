/** Webhook endpoints: added, tested, paused, rotated, removed. */
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings } from '../support/look.ts'
import { confirmIfAsked, openAsOwner } from '../support/merchant.ts'

const { open } = withBrowser()

it('an endpoint is added with its secret once, tested, paused, resumed, rotated and removed', async () => {
  const { page, faults, context } = await openAsOwner(open, '/developers/webhooks')
  await page.getByRole('button', { name: 'Add an endpoint…' }).click()
  await page.getByLabel('Address').fill('not an address')
  await page.getByRole('button', { name: 'Add the endpoint' }).click()
  await page.getByRole('dialog').locator('.mantine-InputWrapper-error').first().waitFor()
  await page.getByLabel('Address').fill('https://hooks.cafe-aurora.invalid/punchcard')
  await page.getByLabel('What it is for').fill('ERP')
  await page.getByRole('button', { name: 'Add the endpoint' }).click()
  const made = page.getByRole('dialog', { name: 'The secret is made' })
  await confirmIfAsked(page, () => made.waitFor())
  expect(await made.locator('pre').innerText()).toMatch(/^whsec_/)
  await made.getByRole('button', { name: 'I have kept it' }).click()
  const erp = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'ERP' }) })
  await erp.getByText('Live').waitFor()
  expect(await axeFindings(page)).toEqual([])

  await erp.getByRole('button', { name: 'Send a test' }).click()
  await erp.getByText(/^Not received/).waitFor()
  await erp.getByRole('button', { name: 'Pause' }).click()
  await erp.getByText('Paused').waitFor()
  await erp.getByRole('button', { name: 'Resume' }).click()
  await erp.getByText('Live').waitFor()

  await erp.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Rotate the secret…' }).click()
  await page.getByRole('button', { name: 'Make the new secret' }).click()
  await confirmIfAsked(page, () => made.waitFor())
  await made.getByRole('button', { name: 'I have kept it' }).click()
  await erp.getByText(/the old secret signs too until/).waitFor()

  await erp.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await erp.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})
