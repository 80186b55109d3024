/** Rewards that a rule gives: one that has no codes is held, told on Home, given once codes are there, or dropped. */
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, goTo, openAsOwner, restoreRules } from '../support/merchant.ts'
import { buy } from '../support/shop.ts'

const { open } = withBrowser()

/** Other journeys begin with the program as it was published before. */
let version: number
beforeEach(async () => {
  const { page, context } = await openAsOwner(open, '/')
  version = (await api<{ current: { version: number } }>(page, 'GET', '/program')).current.version
  await context.close()
})
afterEach(async () => {
  const { page, context } = await openAsOwner(open, '/')
  await restoreRules(page, version)
  await context.close()
})

const beans = [
  { OriginalId: 'beans', Title: 'Beans', IsActive: true, ProductPrice: 20, Quantity: 2 },
] as const

interface Opened {
  readonly reward: number
  readonly list: number
  readonly title: string
}

/** A card of two stamps whose prize is a reward without codes. */
async function promise(page: Page, stamp: string): Promise<Opened> {
  const title = `Tasting ${stamp}`
  const { id: reward } = await api<{ id: number }>(page, 'POST', '/rewards', {
    headers: { 'idempotency-key': `reward-${stamp}` },
    body: { type: 'custom', title, points: '50' },
  })
  const { id: list } = await api<{ id: number }>(page, 'POST', '/coupon-lists', {
    headers: { 'idempotency-key': `list-${stamp}` },
    body: { name: `Tastings ${stamp}`, rewardId: reward },
  })
  const address = `/v1/admin/tenants/${inject('devServer').tenant}/program`
  const { current } = await api<{ current: { program: { cashback: object; rules: object[] } } }>(
    page,
    'GET',
    '/program',
  )
  const card = { id: 990, kind: 'card', name: 'Bean card', counts: 'items', of: 'product', ids: ['beans'] }
  const { cashback, rules } = current.program
  const etag = async () => (await page.request.get(`${address}/draft`)).headers().etag ?? ''
  await api(page, 'PUT', '/program/draft', {
    headers: { 'if-match': await etag() },
    body: { program: { cashback, rules: [...rules, { ...card, stamps: 2, reward: String(reward) }] } },
  })
  await api(page, 'POST', '/program/publish', {
    headers: { 'if-match': await etag(), 'idempotency-key': `publish-${stamp}` },
    body: {},
  })
  return { reward, list, title }
}

it('a reward without codes is held, told on Home, retried and dropped, and given once codes are added', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const stamp = String(Date.now())
  const { reward, list, title } = await promise(page, stamp)
  for (const name of ['carla', 'dora']) {
    const customer = `${name}-${stamp}`
    await buy({ id: customer, customer, total: 40, products: beans })
  }
  await goTo(page, '/')
  await page.getByText(`2 rewards “${title}” are on hold`).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.locator('li', { hasText: title }).getByRole('link', { name: 'View' }).click()
  await page.getByRole('heading', { name: 'Given automatically' }).waitFor()
  const rows = page.getByRole('row', { name: new RegExp(title) })
  await expect.poll(() => rows.count()).toBe(2)
  await rows.first().getByText('No codes left').waitFor()
  await rows.first().getByText('Bean card').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflowOf(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  // Of Dora, the newest, it is dropped.
  await rows
    .first()
    .getByRole('button', { name: /^Drop “Tasting/ })
    .click()
  const asking = page.getByRole('dialog', { name: 'Drop this reward?' })
  await asking.getByText(`Ana dora-${stamp} won’t get “${title}”`, { exact: false }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await asking.getByRole('button', { name: 'Drop reward' }).click()
  await page.getByText('Reward dropped.', { exact: false }).waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  await page.getByRole('button', { name: 'Retry now' }).click()
  await page.getByText(/^Retrying \d+ reward/).waitFor()

  await goTo(page, `/coupon-lists/${list}`)
  await page.getByText('Also given automatically, 0 in the last 30 days.').waitFor()
  await page.getByRole('link', { name: 'Given by the rule “Bean card”' }).waitFor()
  const codes = `/v1/admin/tenants/${inject('devServer').tenant}/coupon-lists/${list}/codes`
  const added = await page.request.post(codes, {
    headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' },
    data: `TASTE-${stamp}-1\nTASTE-${stamp}-2`,
  })
  expect(added.ok(), await added.text()).toBe(true)
  await goTo(page, `/awards?reward=${reward}`)
  await expect
    .poll(
      async () => {
        await page.reload()
        await settled(page)
        return rows.filter({ hasText: `TASTE-${stamp}-1` }).count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  await rows.filter({ hasText: 'Dropped' }).waitFor()

  // The reward says who gives it, and stays.
  await goTo(page, `/rewards/${reward}`)
  await page.getByRole('link', { name: 'Given by the rule “Bean card”' }).waitFor()
  await page.getByRole('button', { name: `More about ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByText('Rules give this reward: “Bean card”.', { exact: false }).waitFor()
  const inTheWay = page.getByRole('alert').getByRole('link', { name: 'Bean card' })
  expect(await axeFindings(page)).toEqual([])
  await inTheWay.click()
  await page.locator('li[data-shown]', { hasText: 'Bean card' }).waitFor()

  const { items } = await api<{ items: { id: number }[] }>(page, 'GET', `/customers?search=carla-${stamp}`)
  await goTo(page, `/customers/${items[0]?.id}?view=cards`)
  const award = page.locator('li[data-award]', { hasText: title })
  await award.getByText(`TASTE-${stamp}-1`).waitFor()
  await award.getByText('Given', { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflowOf(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
