/** Ctrl-K finds what the merchant has, and leads to it. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { api, openAsOwner } from '../support/merchant.ts'

const { open } = withBrowser()

async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search customers, orders, codes and pages').fill(words)
}

it('a customer, an order, a code, a redemption, a reward and a page', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  await settled(page)
  const {
    items: [redemption],
  } = await api<{ items: { id: number; key: string; coupon: { code: string } | null }[] }>(
    page,
    'GET',
    '/redemptions?limit=1&rewardId=1',
  )

  await find(page, 'rocha igor')
  await page.getByRole('button', { name: /^Igor Rocha/ }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Igor Rocha' }).waitFor()

  await find(page, 'demo-001-16')
  await page.getByRole('button', { name: /Order of Igor Rocha/ }).click()
  await page.getByRole('heading', { name: 'Order demo-001-16' }).waitFor()
  await page.getByRole('heading', { name: 'Why these points?' }).waitFor()

  await find(page, redemption?.coupon?.code ?? '')
  await page.getByRole('button', { name: /Coupon of/ }).click()
  await page.waitForURL(/customers\/\d+\?view=coupons/)

  await find(page, redemption?.key ?? '')
  await page.getByRole('button', { name: /Redemption of/ }).click()
  await page.waitForURL(new RegExp(`/redemptions/${redemption?.id}$`))
  await page.getByRole('heading', { name: 'Points used' }).waitFor()

  await find(page, 'free ship')
  await page.getByRole('button', { name: /^Free shipping/ }).click()
  await page.waitForURL(/\/rewards\/\d+$/)

  await find(page, 'audit')
  await page.getByRole('button', { name: 'Audit log' }).click()
  await page.waitForURL(/settings\/audit/)

  await find(page, 'no such thing anywhere')
  await page.getByText('No results').waitFor()
  expect(faults).toEqual([])
  await context.close()
})
