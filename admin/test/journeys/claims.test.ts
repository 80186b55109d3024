/** Customers who were imported by an e-mail: the shop names them, a person looks, and a claim is taken back. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { goTo, openAsOwner } from '../support/merchant.ts'
import { confirmed } from '../support/session.ts'
import { shopCall } from '../support/shop.ts'

const { open } = withBrowser()
const run = Date.now()
const ana = `lia.${run}@x.com`
const eva = `noa.${run}@x.com`

async function order(id: string, customer: string, email: string, name: string): Promise<void> {
  const now = `${new Date().toISOString().slice(0, 19)}Z`
  await shopCall('POS/orders', {
    OriginalId: id,
    OrderTotal: 10,
    IsCompleted: true,
    ...{ OrderPlacementDate: now, OrderCompletedDate: now },
    Customer: { OriginalId: customer, Name: name, Email: email },
  })
}

const row = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })

it('a file by e-mail alone: who verifies addresses is asked, and claims are seen and revoked', async () => {
  const { page, context, faults } = await openAsOwner(open, '/data/imports/new')
  const lines = [
    'email,name,points,expires',
    `${ana},Lia ${run},70,2029-12-31`,
    `${eva},Noa ${run},40,2029-12-31`,
  ]
  const buffer = Buffer.from(lines.join('\r\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'emails.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Upload and continue' }).click()
  await page.getByRole('heading', { name: 'Does your shop verify email addresses?' }).waitFor()
  expect(await page.getByRole('radio', { name: /^Yes, customers confirm/ }).isChecked()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Start the dry run' }).click()
  await page.getByRole('button', { name: 'Add 2 lines' }).click()
  await page.getByText('Applied', { exact: true }).waitFor({ timeout: 60_000 })
  await page.getByRole('link', { name: 'See unclaimed customers' }).click()
  await row(page, 'Unclaimed customers', ana).waitFor()
  await row(page, 'Unclaimed customers', eva).waitFor()

  // The shop names one of them: it has an id from now on.
  await order(`claim-${run}`, `shop-${run}`, ana, 'Somebody Else')
  await page.reload()
  await row(page, 'Claimed in the last 30 days', `shop-${run}`).waitFor()
  expect(await row(page, 'Unclaimed customers', ana).count()).toBe(0)
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  await row(page, 'Claimed in the last 30 days', `shop-${run}`)
    .getByRole('button', { name: 'Revoke…' })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Revoke the claim of Somebody Else/ })
  await dialog.getByText(`1 order that came in under shop-${run} stays here, with the 10 points`).waitFor()
  await dialog.getByText('The customer keeps 80 points.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Revoke claim' }).click()
  await row(page, 'Unclaimed customers', ana).waitFor()

  // The next order of that id is a customer of its own, and the pair is merged by a person.
  await order(`again-${run}`, `shop-${run}`, ana, 'Lia Herself')
  await goTo(page, `/customers/unclaimed?matched=true`)
  const pair = row(page, 'Unclaimed customers', ana)
  await pair.getByText(`(shop-${run})`).waitFor()
  expect(await overflowOf(page)).toEqual([])
  await pair.getByRole('button', { name: 'Merge with Lia Herself' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge Lia Herself with another customer' })
  await merge.getByText(`Lia ${run} (${ana}) is merged into Lia Herself (shop-${run})`).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await confirmed(
    page,
    () => merge.getByRole('button', { name: 'Merge permanently' }).click(),
    async () => {
      await page.getByRole('heading', { name: 'Lia Herself' }).waitFor()
    },
  )
  await page.getByText('Claim revoked').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

it('fits a phone', async () => {
  const { page, context } = await openAsOwner(open, '/customers/unclaimed', { width: 360 })
  await row(page, 'Unclaimed customers', eva).waitFor()
  await settled(page)
  expect(await overflowOf(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await context.close()
})
