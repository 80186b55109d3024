/** “Why does she have these points, and why not more?”, asked as support hears it. */
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { invite } from '../support/punchcard.ts'
import { buy } from '../support/shop.ts'

const { open } = withBrowser()

const numberOf = (text: string): number => Number(text.replaceAll(',', '').replace('−', '-'))

/** The figures of the sum as they stand on the page. */
async function sumOnPage(page: Page): Promise<{ parts: number[]; total: number }> {
  const lines = await page
    .getByRole('region', { name: /^Why .* points\?$/ })
    .locator('li:has(> button[aria-expanded])')
    .allInnerTexts()
  const parts = lines.map((line) => {
    const words = line.split(/\s+/)
    return (words[0] === '−' ? -1 : 1) * numberOf(words.at(-1) ?? '')
  })
  const title = await page.getByRole('heading', { name: /^Why .* points\?$/ }).innerText()
  return { parts, total: numberOf(/^Why (\S+) /.exec(title)?.[1] ?? '') }
}

async function customerIdOf(page: Page, search: string): Promise<number> {
  const { items } = await api<{ items: { id: number }[] }>(page, 'GET', `/customers?search=${search}`)
  expect(items).toHaveLength(1)
  return items[0]?.id ?? 0
}

it('from Home to why so many and why not more, in less than a minute', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const startedAt = Date.now()
  await page.getByRole('link', { name: 'Customers' }).click()
  await page.getByLabel('Name, email, document, phone or ID').fill('igor roc')
  await page.waitForURL(/search=igor/)
  await page.getByRole('link', { name: 'Igor Rocha' }).click()
  await page.getByRole('heading', { name: 'Igor Rocha' }).waitFor()
  const heading = page.getByRole('heading', { name: /^Why .* points\?$/ })
  await heading.waitFor()
  const { parts, total } = await sumOnPage(page)
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.reduce((sum, points) => sum + points, 0)).toBe(total)

  // A part opens its records, a record its order, and the order says why.
  await page.getByRole('button', { name: /Redeemed/ }).click()
  await page.getByText('Free shipping redeemed').first().waitFor()
  await page.getByRole('heading', { name: 'Why not more?' }).waitFor()
  await page.getByText('were spent on rewards').waitFor()
  await page.getByRole('link', { name: 'Order demo-001-15 cancelled' }).click()
  await page.getByRole('heading', { name: 'Order demo-001-15' }).waitFor()
  await page.getByRole('heading', { name: 'Why no points?' }).waitFor()
  expect(Date.now() - startedAt).toBeLessThan(60_000)
  expect(faults).toEqual([])
  await context.close()
})

describe('a customer', () => {
  it('is told to the last order: what earned, what was too little, what is not complete', async () => {
    const customer = `ana-${Date.now()}`
    await buy({ id: `${customer}-1`, customer, total: 120 })
    await buy({ id: `${customer}-2`, customer, total: 0.5 })
    await buy({ id: `${customer}-3`, customer, total: 60, isComplete: false })
    const { page, context, faults } = await openAsOwner(open, '/customers')
    await page.getByLabel('Name, email, document, phone or ID').fill(`${customer}@example.com`)
    await page.getByRole('link', { name: `Ana ${customer}` }).click()
    await page.getByRole('heading', { name: 'Why 120 points?' }).waitFor()
    await page.getByText(`Order ${customer}-2, R$\u00a00.50: below the minimum to earn points`).waitFor()
    await page.getByText(`Order ${customer}-3, R$\u00a060.00: not completed yet`).waitFor()

    // The timeline says why, with lines that add up.
    await page.getByText(`Order ${customer}-1`).click()
    await page.getByText('120 points, worth R$\u00a06.00').waitFor()
    await page.getByText(/none used yet/).waitFor()
    expect(await axeFindings(page)).toEqual([])

    // An order that is not complete says what it would earn.
    await page.getByRole('link', { name: new RegExp(`Order ${customer}-3`) }).click()
    await page.getByText('With today’s rules it would earn 60.').waitFor()
    await settled(page)
    expect(await axeFindings(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })

  it('has points, orders, redemptions and who it is, each with an address of its own', async () => {
    const { page, context, faults } = await openAsOwner(open, '/')
    const id = await customerIdOf(page, 'igor.rocha%40example.com')
    await goTo(page, `/customers/${id}`)
    for (const [view, seen] of [
      ['Points', 'Available'],
      ['Orders', 'demo-001-1'],
      ['Redemptions', 'Free shipping'],
      ['Coupons', 'Free shipping'],
      ['Profile', 'igor.rocha@example.com'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Customer views' }).getByRole('link', { name: view }).click()
      await page.waitForURL(new RegExp(`view=${view.toLowerCase()}`))
      await page.getByText(seen).filter({ visible: true }).first().waitFor()
    }
    await goTo(page, `/customers/${id}?kinds=redeemed`)
    await page.getByText('10% off redeemed').first().waitFor()
    expect(await page.getByText('Order demo-001-1', { exact: true }).count()).toBe(0)
    expect(faults).toEqual([])
    await context.close()
  })

  it('of another number is nobody', async () => {
    const { page, context } = await openAsOwner(open, '/customers/999999')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('heading', { name: /^Why/ }).count()).toBe(0)
    await context.close()
  })
})

describe('who may not know who customers are', () => {
  it('sees them masked, and finds them only by the whole of what they know', async () => {
    const { link } = await invite(inject('devServer').tenant, 'viewer')
    const { page, context, faults } = await open()
    await page.goto(new URL(link).pathname)
    await page.locator('input[autocomplete=name]').fill('Viviane')
    await page.locator('input[type=password]').fill('a long way to remember it')
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/\/panel\/t\/\d+/)
    await goTo(page, '/customers')
    await settled(page)
    const text = await page.locator('main').innerText()
    expect(text).toMatch(/•/)
    expect(text).not.toMatch(/igor\.rocha|mateus\.araujo@/)
    await goTo(page, '/customers/1?view=profile')
    await settled(page)
    expect(await page.locator('main').innerText()).not.toMatch(/igor\.rocha|5555-1000|Igor Rocha/)
    // Else whoever tries letter after letter would learn what is masked.
    await goTo(page, '/customers?search=igor.roc')
    await page.getByText('No customers match.').waitFor()
    await goTo(page, '/customers?search=igor.rocha%40example.com')
    await page.locator('tbody a').waitFor()
    expect(await page.locator('tbody').innerText()).not.toMatch(/Rocha/)
    expect(faults).toEqual([])
    await context.close()
  })
})

it.each([360, 768])('the page of a customer fits %i px', async (width) => {
  const { page, context, faults } = await openAsOwner(open, '/customers/1', { width })
  await page.getByRole('heading', { name: /^Why .* points\?$/ }).waitFor()
  await settled(page)
  await page.locator('details > summary').first().click()
  await page.getByRole('button', { name: /Earned/ }).click()
  await settled(page)
  expect(await overflowOf(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
