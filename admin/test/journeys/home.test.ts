/** What needs a person, as Home and the rail tell it. */
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { api, discardDraft, goTo, openAsOwner } from '../support/merchant.ts'
import { ensureDraft } from '../support/prepare.ts'
import { joinAs } from '../support/punchcard.ts'
import { buy } from '../support/shop.ts'

const { open } = withBrowser()

/** Other tests leave things that wait as well, and Home shows five. */
async function showAllNeeds(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await settled(page)
  const more = page.getByRole('button', { name: /^Show \d+ more$/ })
  if ((await more.count()) > 0) await more.click()
}

it('five things that wait are shown, the oldest first, and the others on request', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const stamp = String(Date.now())
  const { items } = await api<{ items: { id: number; key: string }[] }>(page, 'GET', '/rewards')
  const rewardId = items.find(({ key }) => key === 'r-10-off')?.id
  const lists: number[] = []
  for (let count = 0; count < 5; count += 1) {
    const { id } = await api<{ id: number }>(page, 'POST', '/coupon-lists', {
      headers: { 'idempotency-key': `${stamp}-${count}` },
      body: { name: `Caps ${stamp} ${count}`, rewardId, warnBelow: 5 },
    })
    lists.push(id)
  }
  await ensureDraft(page, inject('devServer').tenant)
  await goTo(page, '/')
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Needs attention' }) })
  const rows = section.getByRole('listitem')
  await settled(page)
  expect(await rows.count()).toBe(5)
  // A draft has a moment, and coupon lists have none.
  expect(await rows.first().innerText()).not.toContain('Caps')
  await showAllNeeds(page)
  expect(await rows.count()).toBeGreaterThan(5)
  await section.getByRole('button', { name: 'Show fewer' }).click()
  expect(await rows.count()).toBe(5)
  for (const id of lists) {
    await api(page, 'POST', `/coupon-lists/${id}/archive`, { headers: { 'if-match': '*' } })
  }
  await goTo(page, '/program')
  await discardDraft(page)
  expect(faults).toEqual([])
  await context.close()
})

it('an endpoint that receives nothing and a list that runs out are told, each with the way to it', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const stamp = String(Date.now())
  await api(page, 'POST', '/webhook-endpoints', {
    body: { url: `https://${stamp}.invalid/in`, description: `ERP ${stamp}`, topics: ['Point_Add'] },
  })
  const { items } = await api<{ items: { id: number; key: string }[] }>(page, 'GET', '/rewards')
  const list = await api<{ id: number }>(page, 'POST', '/coupon-lists', {
    headers: { 'idempotency-key': stamp },
    body: { name: `Mugs ${stamp}`, rewardId: items.find((one) => one.key === 'r-10-off')?.id, warnBelow: 5 },
  })
  await buy({ id: `home-${stamp}`, customer: `home-${stamp}`, total: 10 })
  await goTo(page, '/')
  await showAllNeeds(page)
  await page.getByText(`Mugs ${stamp} has 0 of 0 codes left`).waitFor()
  // The courier has to try first.
  const failing = page.getByText(new RegExp(`^ERP ${stamp} has received nothing since`))
  await expect
    .poll(
      async () => {
        await page.reload()
        await showAllNeeds(page)
        return failing.count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  await page
    .getByRole('link', { name: /^Webhooks/ })
    .getByText('failing')
    .waitFor({ state: 'attached' })
  expect(await axeFindings(page)).toEqual([])
  // A manager can't change endpoints: who can is said, in place of a way to nowhere.
  const manager = await joinAs(open, 'manager')
  await goTo(manager.page, '/')
  await showAllNeeds(manager.page)
  const told = manager.page.getByRole('listitem').filter({ hasText: `ERP ${stamp}` })
  await told.getByText(/An owner or developer can fix it$/).waitFor()
  expect(await told.getByRole('link').count()).toBe(0)
  await manager.context.close()
  await page
    .getByRole('listitem')
    .filter({ has: failing })
    .getByRole('link', { name: 'Open webhooks' })
    .click()
  await page.getByRole('heading', { name: `ERP ${stamp}` }).waitFor()
  await api(page, 'POST', `/coupon-lists/${list.id}/archive`, { headers: { 'if-match': '*' } })
  expect(faults).toEqual([])
  await context.close()
})

it('what happens to all balances is one list, and leads to its customers', async () => {
  const { page, context, faults } = await openAsOwner(open, '/customers')
  const customer = `act-${Date.now()}`
  await buy({ id: `${customer}-1`, customer, total: 42 })
  await page.getByRole('link', { name: 'Activity' }).click()
  const row = page
    .getByRole('row')
    .filter({ hasText: `Ana ${customer}` })
    .first()
  expect(await row.innerText()).toContain('+42')
  expect(await axeFindings(page)).toEqual([])
  await row.getByRole('link').click()
  await page.getByRole('heading', { name: `Ana ${customer}` }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
