/** Points are adjusted: the effect is seen before, the record after, and above a limit a second person agrees. */
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { JOINED_WITH, joinAs } from '../support/punchcard.ts'
import { confirmed } from '../support/session.ts'
import { buy, shopCall } from '../support/shop.ts'

const { open } = withBrowser()

async function newCustomer(page: Page, total: number): Promise<number> {
  const customer = `help-${Date.now()}`
  await buy({ id: `${customer}-1`, customer, total })
  const { items } = await api<{ items: { id: number }[] }>(
    page,
    'GET',
    `/customers?search=${customer}%40example.com`,
  )
  return items[0]?.id ?? 0
}

it('points are given and taken, with what it does before and its record after', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const id = await newCustomer(page, 100)
  await goTo(page, `/customers/${id}`)
  await page.getByRole('button', { name: 'Adjust points…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Adjust points of/ })
  await dialog.getByLabel('Amount').fill('40')
  await dialog.getByLabel('Note').fill('Waited too long at the till')
  await dialog.getByText('Balance afterwards').waitFor()
  await expect
    .poll(() => dialog.innerText())
    .toMatch(/Balance now\s+100\s+Added[\s\S]*\+40\s+Balance afterwards\s+140/)
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  const done = page.getByRole('dialog', { name: /adjusted$/ })
  await confirmed(
    page,
    () => dialog.getByRole('button', { name: 'Add points' }).click(),
    () => done.waitFor(),
  )
  expect(await done.innerText()).toMatch(/Recorded\s+\+40\s+Balance now\s+140/)
  await done.getByRole('button', { name: 'Done' }).click()

  // The page says it at once: balance, sum and timeline.
  await page.getByRole('heading', { name: 'Why 140 points?' }).waitFor()
  await page.getByRole('button', { name: /Manual adjustments?/ }).waitFor()
  await page.getByText('Adjusted by Aurora').click()
  await page.getByText('Note: Waited too long at the till').waitFor()

  await page.getByRole('button', { name: 'Adjust points…' }).click()
  await dialog.getByRole('combobox', { name: 'Action', exact: true }).click()
  await page.getByRole('option', { name: 'Remove' }).click()
  await dialog.getByLabel('Amount').fill('30')
  await expect.poll(() => dialog.innerText()).toMatch(/−30\s+Balance afterwards\s+110/)
  await dialog.getByRole('button', { name: 'Remove points' }).click()
  // Without a note it is refused at its field, and nothing is done.
  await dialog.locator('[aria-invalid=true]').waitFor()
  expect(await api(page, 'GET', `/customers/${id}`)).toMatchObject({ balance: { points: '140' } })
  expect(faults).toEqual([])
  await context.close()
})

it('above the limit a second person agrees, and never the one who asked', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const id = await newCustomer(page, 100)
  const found = await page.request.get(`/v1/admin/tenants/${inject('devServer').tenant}`)
  await api(page, 'PATCH', '/security', {
    body: { approvals: { adjustAbove: '5000', adjustPerDay: '20000' } },
    headers: { 'if-match': found.headers().etag ?? '' },
  })
  await goTo(page, `/customers/${id}?dialog=adjust`)
  const dialog = page.getByRole('dialog', { name: /^Adjust points of/ })
  await dialog.getByLabel('Amount').fill('6000')
  await dialog.getByLabel('Note').fill('A whole party could not be served')
  await dialog.getByText('This is above your limit per adjustment').waitFor()
  const waits = page.getByRole('dialog', { name: 'Approval needed' })
  await confirmed(
    page,
    () => dialog.getByRole('button', { name: 'Request approval' }).click(),
    () => waits.waitFor(),
  )
  await waits.getByRole('button', { name: 'Done' }).click()
  // The customer's page says so, and so does the dialog, before it is asked for again.
  const pending = /^Pending approval: Give Ana help-\d+ 6,000 points. You requested it/
  await page.locator('main').getByText(pending).waitFor()
  await page.getByRole('button', { name: 'Adjust points…' }).click()
  await dialog.getByText(pending).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('main').getByRole('button', { name: 'View…' }).click()
  await page.getByText(/^You requested this/).waitFor()
  await page.keyboard.press('Escape')
  await goTo(page, '/approvals')
  await page.getByRole('button', { name: 'View…' }).first().click()
  await page.getByText(/^You requested this/).waitFor()
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
  expect(await api(page, 'GET', `/customers/${id}`)).toMatchObject({ balance: { points: '100' } })

  const manager = await joinAs(open, 'manager')
  await goTo(manager.page, '/')
  await manager.page.getByText(/Aurora wants to give Ana help-\d+ 6,000 points/).waitFor()
  await manager.page.getByRole('link', { name: 'Review' }).click()
  await manager.page.getByRole('button', { name: 'Review…' }).first().click()
  const review = manager.page.getByRole('dialog', { name: /6,000 points/ })
  await expect.poll(() => review.innerText()).toMatch(/\+6,000\s+Balance afterwards\s+6,100/)
  expect(await axeFindings(manager.page)).toEqual([])
  await confirmed(
    manager.page,
    () => review.getByRole('button', { name: 'Approve', exact: true }).click(),
    () => review.waitFor({ state: 'detached' }),
    JOINED_WITH,
  )
  await expect
    .poll(
      async () =>
        (await api<{ balance: { points: string } }>(page, 'GET', `/customers/${id}`)).balance.points,
    )
    .toBe('6100')
  expect([...faults, ...manager.faults]).toEqual([])
  await manager.context.close()
  await context.close()
})

it('an order is cancelled and a redemption given back, each with its effect before and its record after', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const id = await newCustomer(page, 250)
  const customer = await api<{ originalId: string }>(page, 'GET', `/customers/${id}`)
  const { items } = await api<{ items: { id: number; key: string }[] }>(page, 'GET', '/rewards')
  const reward = items.find(({ key }) => key === 'r-10-off')
  await shopCall(`RewardConfigurations/${reward?.id}/redeem`, { CustomerId: customer.originalId })
  await goTo(page, `/customers/${id}?view=redemptions`)
  await page.getByRole('link', { name: 'R$ 10 off' }).click()
  await page.getByRole('button', { name: 'Refund…' }).click()
  const back = page.getByRole('dialog', { name: /^Refund/ })
  await expect.poll(() => back.innerText()).toMatch(/Balance now\s+50[\s\S]*\+200\s+Balance afterwards\s+250/)
  await back.getByLabel('Note').fill('The code did not work')
  expect(await axeFindings(page)).toEqual([])
  await back.getByRole('button', { name: 'Refund', exact: true }).click()
  await back.getByText('Done. This is what was recorded.').waitFor()
  expect(await back.innerText()).toMatch(/record \d+/)
  await back.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Refunded').first().waitFor()
  expect(await page.getByRole('button', { name: 'Refund…' }).count()).toBe(0)

  await goTo(page, `/customers/${id}?view=orders`)
  await page.locator('tbody a').click()
  await page.getByRole('button', { name: 'Cancel order…' }).click()
  const cancel = page.getByRole('dialog', { name: /^Cancel order/ })
  await expect.poll(() => cancel.innerText()).toMatch(/Balance now\s+250[\s\S]*−250\s+Balance afterwards\s+0/)
  await cancel.getByRole('button', { name: 'Cancel order', exact: true }).click()
  // Without a word of why nothing is done.
  await cancel.locator('[aria-invalid=true]').waitFor()
  await cancel.getByLabel('Note').fill('Entered twice')
  await cancel.getByRole('button', { name: 'Cancel order', exact: true }).click()
  await cancel.getByText('Done. This is what was recorded.').waitFor()
  await cancel.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Why no points?' }).waitFor()
  expect(await api(page, 'GET', `/customers/${id}`)).toMatchObject({ balance: { points: '0' } })
  expect(faults).toEqual([])
  await context.close()
})
