/** One person with two accounts: both are compared, one is merged into the other, also with a second approval. */
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { signIn, withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { JOINED_WITH, joinAs } from '../support/punchcard.ts'
import { confirmed } from '../support/session.ts'
import { buy } from '../support/shop.ts'

const { open } = withBrowser()

interface Customer {
  readonly id: number
  readonly originalId: string
  readonly name: string
}

async function newCustomer(page: Page, originalId: string, total: number): Promise<Customer> {
  await buy({ id: `o-${originalId}`, customer: originalId, total })
  const { items } = await api<{ items: { id: number }[] }>(
    page,
    'GET',
    `/customers?search=${originalId}%40example.com`,
  )
  return { id: items[0]?.id ?? 0, originalId, name: `Ana ${originalId}` }
}

/** Two accounts: 100 points by a guest, 40 with an id. */
async function twoAccounts(page: Page): Promise<{ guest: Customer; ana: Customer }> {
  const stamp = Date.now()
  return {
    guest: await newCustomer(page, `guest-${stamp}`, 100),
    ana: await newCustomer(page, `card-${stamp}`, 40),
  }
}

async function openDialog(page: Page, { id, name }: Customer) {
  await goTo(page, `/customers/${id}`)
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Merge…' }).click()
  return page.getByRole('dialog', { name: `Merge ${name} with another customer` })
}

async function choose(page: Page, { name, originalId }: Customer): Promise<void> {
  await page.getByRole('combobox', { name: 'Other customer' }).fill(originalId)
  await page.getByRole('option', { name: `${name} (${originalId})` }).click()
}

/** With a new session: the last password may be forgotten by then. */
const switchApproval = async (page: Page, merge: boolean): Promise<void> => {
  await signIn(page)
  const found = await page.request.get(`/v1/admin/tenants/${inject('devServer').tenant}`)
  await api(page, 'PATCH', '/security', {
    body: { approvals: { merge } },
    headers: { 'if-match': found.headers().etag ?? '' },
  })
}

it('two customers are compared and merged, and one is on the page of who stays', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const { guest, ana } = await twoAccounts(page)
  const dialog = await openDialog(page, ana)
  const submit = dialog.getByRole('button', { name: 'Merge permanently' })
  expect(await submit.isDisabled()).toBe(true)
  await choose(page, guest)
  const compared = dialog.getByRole('table', { name: 'Both customers side by side' })
  await expect.poll(() => compared.innerText()).toMatch(/Balance\s+100\s+40\s+140/)
  await expect.poll(() => compared.innerText()).toMatch(/Orders\s+1\s+1\s+2/)
  const into = (one: Customer, other: Customer) =>
    dialog.getByText(`${one.name} (${one.originalId}) is merged into ${other.name} (${other.originalId})`)
  await into(guest, ana).waitFor()
  expect(await dialog.innerText()).toContain('Merging can’t be undone.')
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  expect(await overflowOf(page)).toEqual([])

  // The other way round, and back.
  await dialog.getByRole('button', { name: 'Swap' }).click()
  await into(ana, guest).waitFor()
  await expect.poll(() => compared.innerText()).toMatch(/Balance\s+40\s+100\s+140/)
  await dialog.getByRole('button', { name: 'Swap' }).click()
  await into(guest, ana).waitFor()
  await expect.poll(() => submit.isEnabled()).toBe(true)
  await dialog.getByLabel('Note').fill('Called about a card and an account')

  await confirmed(
    page,
    () => submit.click(),
    () => page.waitForURL(new RegExp(`/customers/${ana.id}$`)),
  )
  await page.getByText(`${guest.name} (${guest.originalId}) was merged into this customer.`).waitFor()
  await page.getByRole('heading', { name: 'Why 140 points?' }).waitFor()
  expect(await api(page, 'GET', `/customers/${guest.id}`)).toMatchObject({ mergedInto: ana.id })

  // What is left of the other one leads to who stays, and nothing more can be done with it.
  await goTo(page, `/customers/${guest.id}`)
  await page.getByRole('heading', { name: 'Merged customer' }).waitFor()
  await settled(page)
  expect(await page.getByRole('button', { name: 'Adjust points…' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^More about/ }).count()).toBe(0)
  expect(await page.locator('main').innerText()).not.toContain(guest.originalId)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: `${ana.name} (${ana.originalId})` }).click()
  await page.waitForURL(new RegExp(`/customers/${ana.id}$`))

  await goTo(page, `/settings/audit`)
  await page.getByText('merged another customer into').first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('what stands in the way is said, and nothing can be merged', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const { guest, ana } = await twoAccounts(page)
  await switchApproval(page, true)
  // The other way round waits for approval, so this way is closed.
  const { approval } = await api<{ approval: { id: number } }>(page, 'POST', `/customers/${ana.id}/merge`, {
    body: { into: guest.id },
    headers: { 'idempotency-key': `merge-${ana.id}` },
  })
  const dialog = await openDialog(page, ana)
  await choose(page, guest)
  await dialog.getByText('is waiting for approval. Approve or reject it first.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Request approval' }).isDisabled()).toBe(true)
  expect(await dialog.getByRole('columnheader', { name: 'After merging' }).count()).toBe(0)
  await settled(page)
  expect(await axeFindings(page)).toEqual([])

  // Other journeys find nothing of this one that waits.
  const manager = await joinAs(open, 'manager')
  await api(manager.page, 'POST', `/approvals/${approval.id}/reject`, { body: {} })
  await switchApproval(page, false)
  expect([...faults, ...manager.faults]).toEqual([])
  await manager.context.close()
  await context.close()
})

it('where two people are needed, another person approves', async () => {
  const { page, context, faults } = await openAsOwner(open, '/settings/security')
  // The switch of the settings, as an owner finds it.
  await page.getByRole('switch', { name: 'Approval for merging' }).click()
  await confirmed(
    page,
    () => page.getByRole('button', { name: 'Save settings' }).click(),
    () => expect.poll(() => api(page, 'GET', '')).toMatchObject({ approvals: { merge: true } }),
  )
  const { guest, ana } = await twoAccounts(page)
  const dialog = await openDialog(page, ana)
  await choose(page, guest)
  await dialog.getByText('This needs a second approval. Merging can’t be undone.').waitFor()
  const waits = page.getByRole('dialog', { name: 'Waiting for approval' })
  await confirmed(
    page,
    () => dialog.getByRole('button', { name: 'Request approval' }).click(),
    () => waits.waitFor(),
  )
  expect(await waits.innerText()).toContain('Nothing is merged yet.')
  expect(await axeFindings(page)).toEqual([])
  expect(await api(page, 'GET', `/customers/${guest.id}`)).toMatchObject({ mergedInto: null })
  await waits.getByRole('link', { name: 'Approvals' }).click()
  await page.waitForURL(/\/approvals$/)
  await page.getByText(`Merge ${guest.name} into ${ana.name}`).waitFor()

  const manager = await joinAs(open, 'manager')
  await goTo(manager.page, '/')
  await manager.page.getByText(`Aurora wants to merge another customer into ${ana.name}`).waitFor()
  await goTo(manager.page, '/approvals')
  const row = manager.page.getByRole('row', { name: new RegExp(guest.originalId) })
  await row.getByRole('button', { name: 'Review…' }).click()
  const review = manager.page.getByRole('dialog', { name: `Merge ${guest.name} into ${ana.name}` })
  await expect.poll(() => review.innerText()).toMatch(/Balance\s+100\s+40\s+140/)
  expect(await review.innerText()).toMatch(
    /Customer who ends\s+Ana guest-\d+\s+Customer who stays\s+Ana card-/,
  )
  await settled(manager.page)
  expect(await axeFindings(manager.page)).toEqual([])
  await confirmed(
    manager.page,
    () => review.getByRole('button', { name: 'Approve and merge' }).click(),
    () => review.waitFor({ state: 'detached' }),
    JOINED_WITH,
  )
  await expect.poll(() => api(page, 'GET', `/customers/${guest.id}`)).toMatchObject({ mergedInto: ana.id })
  await switchApproval(page, false)
  expect([...faults, ...manager.faults]).toEqual([])
  await manager.context.close()
  await context.close()
})
