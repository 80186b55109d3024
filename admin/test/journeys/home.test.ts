/** What needs a person, as Home and the rail tell it. */
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { joinAs } from '../support/punchcard.ts'
import { buy } from '../support/shop.ts'

const { open } = withBrowser()

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
  await page.getByText(`Mugs ${stamp} has 0 of 0 codes left`).waitFor()
  // The courier has to try first.
  const failing = page.getByText(new RegExp(`^ERP ${stamp} has received nothing since`))
  await expect
    .poll(
      async () => {
        await page.reload()
        await settled(page)
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
