/** Webhook endpoints: added, tested, paused, rotated, removed. */
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings } from '../support/look.ts'
import { api, confirmIfAsked, openAsOwner } from '../support/merchant.ts'

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

it('two people change one endpoint: the second sees yours, theirs and the result, and nothing is lost', async () => {
  const { page, faults, context } = await openAsOwner(open, '/settings')
  const headers = { 'idempotency-key': `two-${Date.now()}` }
  const made = await api<{ endpoint: { id: number } }>(page, 'POST', '/webhook-endpoints', {
    headers,
    body: { url: 'https://two.cafe-aurora.invalid/hooks', description: 'Both', topics: ['Point_Add'] },
  })
  await page.getByRole('link', { name: 'Webhooks' }).click()
  const both = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Both' }) })
  await both.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  await page.getByLabel('Address').fill('https://mine.cafe-aurora.invalid/hooks')
  // Meanwhile somebody else.
  await api(page, 'PATCH', `/webhook-endpoints/${made.endpoint.id}`, {
    headers: { 'if-match': '"r1"' },
    body: { description: 'Theirs', url: 'https://theirs.cafe-aurora.invalid/hooks' },
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Save the endpoint' }).click()
  const changed = page.getByRole('dialog', { name: /has changed this before you/ })
  await changed.waitFor()
  expect(await changed.getByRole('row').allInnerTexts()).toHaveLength(3)
  expect(await axeFindings(page)).toEqual([])
  await changed.getByRole('button', { name: 'Save the result' }).click()
  await changed.waitFor({ state: 'detached' })
  const now = await api<{ url: string; description: string }>(
    page,
    'GET',
    `/webhook-endpoints/${made.endpoint.id}`,
  )
  expect(now).toMatchObject({ url: 'https://mine.cafe-aurora.invalid/hooks', description: 'Theirs' })
  expect(faults).toEqual([])
  await context.close()
})
