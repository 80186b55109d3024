/** People, their rights, and what is written about what they do. */
import { expect, inject, it } from 'vitest'
import { FROM_THE_PANEL, withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { addressAfterReload, api, openAsOwner } from '../support/merchant.ts'
import { invite } from '../support/punchcard.ts'
import { confirmed } from '../support/session.ts'

const { open } = withBrowser()
const EMAIL = 'teodora@cafe-aurora.example'
const PASSWORD = 'the kettle sings at noon'

it('a person is invited, joins by the link, can only look, and is removed', async () => {
  const { page, faults, context } = await openAsOwner(open, '/settings/people')
  await page.getByRole('button', { name: 'Invite person…' }).click()
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByRole('radio', { name: /^Viewer/ }).check()
  const made = page.getByRole('dialog', { name: 'Link created' })
  await confirmed(
    page,
    () => page.getByRole('button', { name: 'Create link' }).click(),
    () => made.waitFor(),
  )
  const link = (await made.locator('pre').innerText()).trim()
  expect(await axeFindings(page)).toEqual([])
  await made.getByRole('button', { name: 'I’ve shared it' }).click()
  await page.getByRole('table', { name: 'Invitations' }).getByText(EMAIL).waitFor()

  const viewer = await open()
  const failed: string[] = []
  viewer.page.on('response', (answer) => {
    if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`)
  })
  await viewer.page.goto(new URL(link).pathname)
  await viewer.page.locator('input[autocomplete=name]').fill('Teodora')
  await viewer.page.locator('input[type=password]').fill(PASSWORD)
  await viewer.page.locator('button[type=submit]').click()
  await viewer.page.waitForURL(/\/panel\/t\/\d+/)
  await settled(viewer.page)
  // The invitation is used up: asking for it again would be refused.
  expect(failed).toEqual([])
  await viewer.page.goto(`/panel/t/${inject('devServer').tenant}/rewards/1`)
  await settled(viewer.page)
  expect(await viewer.page.locator('button[type=submit]').count()).toBe(0)
  expect(await viewer.page.locator('nav a[href$="/settings"]').count()).toBe(0)
  const refused = await viewer.page.request.post(
    `/v1/admin/tenants/${inject('devServer').tenant}/rewards/1/archive`,
    {
      headers: { ...FROM_THE_PANEL, 'if-match': '"r1"' },
    },
  )
  expect(refused.status()).toBe(403)

  await page.reload()
  await page.getByRole('button', { name: 'More about Teodora' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await confirmed(
    page,
    () => page.getByRole('button', { name: 'Remove', exact: true }).click(),
    () => page.getByText(EMAIL).waitFor({ state: 'detached' }),
  )
  // Who was removed is refused within a second, and then finds nothing here.
  await expect
    .poll(
      async () => {
        await addressAfterReload(viewer.page)
        return viewer.page.locator('nav a[href$="/rewards"]').count()
      },
      { timeout: 20_000 },
    )
    .toBe(0)
  await viewer.context.close()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText('removed Teodora').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('the audit log says before and after, and its filter is in the address', async () => {
  const { page, context } = await openAsOwner(open, '/settings/audit')
  const made = await api<{ id: number }>(page, 'POST', '/rewards', {
    headers: { 'idempotency-key': `audit-${Date.now()}` },
    body: { type: 'custom', title: 'Audited', points: '10' },
  })
  await api(page, 'PUT', `/rewards/${made.id}`, {
    headers: { 'if-match': '"r1"' },
    body: { type: 'custom', title: 'Audited', points: '12' },
  })
  await page.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Rewards' }).click()
  await page.waitForURL(/target=reward/)
  await page.getByText('changed the reward Audited').first().click()
  await page.locator('details[open] del').getByText('10').waitFor()
  await page.locator('details[open] ins').getByText('12').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await context.close()
})

it('the last owner can’t go', async () => {
  const { page, context } = await openAsOwner(open, '/settings/people')
  await page.getByRole('button', { name: 'More about Aurora' }).click()
  await page.getByRole('menuitem', { name: 'Change role…' }).click()
  await page.getByRole('radio', { name: /^Manager/ }).check()
  await confirmed(
    page,
    () => page.getByRole('button', { name: 'Change role' }).click(),
    () => page.getByRole('dialog').getByRole('alert').waitFor(),
  )
  await context.close()
})

it('two people give one person a role: the second sees both, and who was quicker', async () => {
  const { page, faults, context } = await openAsOwner(open, '/settings/people')
  const { link } = await invite(inject('devServer').tenant, 'viewer')
  const joining = await open()
  await joining.page.goto(new URL(link).pathname)
  await joining.page.getByLabel('Your name').fill('Rolando')
  await joining.page.getByLabel('Choose a password').fill(PASSWORD)
  await joining.page.keyboard.press('Enter')
  await joining.page.waitForURL(/\/panel\/t\/\d+/)
  await joining.context.close()

  await page.reload()
  await page.getByRole('button', { name: 'More about Rolando' }).click()
  await page.getByRole('menuitem', { name: 'Change role…' }).click()
  await page.getByRole('radio', { name: /^Manager/ }).check()
  // Meanwhile another owner makes a developer of the viewer.
  const { items } = await api<{ items: { id: number; name: string; etag: string }[] }>(page, 'GET', '/people')
  const rolando = items.find(({ name }) => name === 'Rolando')
  if (!rolando) throw new Error('Rolando is not in the list')
  await api(page, 'PATCH', `/people/${rolando.id}`, {
    headers: { 'if-match': rolando.etag },
    body: { role: 'developer' },
  })
  const changed = page.getByRole('dialog', { name: /changed this first/ })
  await confirmed(
    page,
    () => page.getByRole('button', { name: 'Change role' }).click(),
    () => changed.waitFor(),
  )
  expect(await changed.getByRole('row').nth(1).innerText()).toMatch(/Role\s+Manager\s+Developer\s+Manager/)
  expect(await axeFindings(page)).toEqual([])
  await changed.getByRole('button', { name: 'Save result' }).click()
  await page.getByRole('row', { name: /Rolando.*Manager/ }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
