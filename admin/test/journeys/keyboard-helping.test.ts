/** Support without a pointer: who it is, why these points, some more of them, and the second person's yes. */
import { expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { focused, go, tabTo } from '../support/keys.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { joinAs } from '../support/punchcard.ts'
import { confirmed } from '../support/session.ts'
import { buy } from '../support/shop.ts'

const { open } = withBrowser()

it('finds a customer, explains the balance, adjusts it, and approves it', async () => {
  const customer = `keys-${Date.now()}`
  await buy({ id: `${customer}-1`, customer, total: 100 })
  const { page, context, faults } = await openAsOwner(open, '/')
  const found = await page.request.get(`/v1/admin/tenants/${inject('devServer').tenant}`)
  await api(page, 'PATCH', '/security', {
    body: { approvals: { adjustAbove: '5000', adjustPerDay: null } },
    headers: { 'if-match': found.headers().etag ?? '' },
  })
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByLabel('Name, email, document, phone or ID').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(`${customer}@example.com`)
  // A pause in the typing looks for the half of it: what is found then goes again under the focus.
  await page.waitForURL((url) => url.searchParams.get('search') === `${customer}@example.com`)
  await page.getByRole('heading', { name: 'Results' }).waitFor()
  await page.getByRole('link', { name: `Ana ${customer}` }).waitFor()
  await go(page, `Ana ${customer}`)
  await page.waitForURL(/customers\/\d+/)

  await page.getByRole('heading', { name: 'Why 100 points?' }).waitFor()
  await go(page, /Earned/)
  await page.getByRole('region', { name: 'Why 100 points?' }).getByText(`Order ${customer}-1`).waitFor()
  await page.keyboard.press('Enter')
  await page
    .getByRole('region', { name: 'Why 100 points?' })
    .getByText(`Order ${customer}-1`)
    .waitFor({ state: 'detached' })

  await go(page, 'Adjust points…', 'Shift+Tab')
  await page.getByRole('dialog', { name: /^Adjust points of/ }).waitFor()
  await expect.poll(() => focused(page)).toBe('Amount')
  await page.keyboard.type('6000')
  await tabTo(page, 'Note')
  await page.keyboard.type('A whole party could not be served')
  await page.getByText('This is above your limit per adjustment').waitFor()
  const waits = page.getByRole('dialog', { name: 'Approval needed' })
  await confirmed(
    page,
    () => go(page, 'Request approval'),
    () => waits.waitFor(),
  )
  await expect.poll(() => focused(page)).toBe('Done')
  await page.keyboard.press('Enter')
  await waits.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Adjust points…')

  const manager = await joinAs(open, 'manager')
  await goTo(manager.page, '/')
  await manager.page.getByText(`Aurora wants to give Ana ${customer} 6,000 points`).waitFor()
  await manager.page.keyboard.press('g')
  await manager.page.keyboard.press('a')
  await manager.page.getByRole('button', { name: 'Review…' }).first().waitFor()
  await go(manager.page, 'Review…')
  const review = manager.page.getByRole('dialog', { name: `Give Ana ${customer} 6,000 points` })
  await review.getByText('6,100').waitFor()
  await go(manager.page, 'Approve')
  await review.waitFor({ state: 'detached' })
  const { items } = await api<{ items: { balance: { points: string } }[] }>(
    page,
    'GET',
    `/customers?search=${customer}%40example.com`,
  )
  expect(items[0]?.balance.points).toBe('6100')
  expect([...faults, ...manager.faults]).toEqual([])
  await manager.context.close()
  await context.close()
})
