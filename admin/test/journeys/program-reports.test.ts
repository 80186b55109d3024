/** What rewards, rules, months of points and tiers came to, and the way from each figure to what it is made of. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { joinAs, joinByLink, makeMerchant } from '../support/punchcard.ts'

const { open } = withBrowser()

interface Rules {
  readonly figures: { readonly total: { readonly points: string; readonly takenBack: string } }
}
interface Vintages {
  readonly figures: { readonly last: string; readonly rows: readonly { readonly month: string | null }[] }
}

const shown = (points: string): string => Number(points).toLocaleString('en')

/** The first count runs when the server has just started. */
async function counted(page: Page): Promise<void> {
  const ask = async () => (await api<{ figures: unknown }>(page, 'GET', '/reports/rewards')).figures !== null
  await expect.poll(ask, { timeout: 60_000 }).toBe(true)
}

it('a reward opens to its redemptions, and a rule in a version to its records', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  await counted(page)
  await goTo(page, '/reports')
  await page.getByRole('link', { name: /^Rewards What customers chose/ }).click()
  const rewards = page.getByRole('table', { name: 'By reward' })
  await rewards.getByRole('link', { name: '10% off', exact: true }).click()
  await page.getByText(/add(s)? up to the figure\.$/).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Rewards', exact: true }).click()
  await page.waitForURL(/\/reports\/rewards/)

  await goTo(page, '/reports')
  await page.getByRole('link', { name: /^Rules What each rule gave/ }).click()
  await page.getByText('It does not say what the rule caused.').waitFor()
  await page.getByRole('radio', { name: 'A rule in a version' }).check()
  await page.waitForURL(/versions=yes/)
  const rules = page.getByRole('table', { name: 'By rule' })
  const { total } = (await api<Rules>(page, 'GET', '/reports/rules')).figures
  const sum = await rules.getByRole('row', { name: /^Total/ }).innerText()
  expect(sum).toContain(shown(total.points))
  expect(sum).toContain(shown(total.takenBack))
  await rules
    .getByRole('row', { name: /Version 2/ })
    .first()
    .getByRole('link')
    .first()
    .click()
  await page.getByText(/Issued · Version 2 ·/).waitFor()
  await page
    .getByText(/\d+ records/)
    .first()
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Rules', exact: true }).click()
  await page.waitForURL(/\/reports\/rules.*versions=yes/)
  expect(faults).toEqual([])
  await context.close()
})

it('months of points are read with the keyboard, kept in the address and saved as a file', async () => {
  const { page, context, faults } = await openAsOwner(open, '/reports/vintages', { width: 360 })
  await counted(page)
  await goTo(page, '/reports/vintages')
  await page.getByRole('radio', { name: '24 months' }).check()
  await page.waitForURL(/months=24/)
  await settled(page)
  const { figures } = await api<Vintages>(page, 'GET', '/reports/vintages?months=24')
  const grid = page.getByRole('grid', { name: 'Redeemed by age' })
  await grid.locator('[data-cell]').first().focus()
  await page.keyboard.press('ArrowRight')
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await label()).toMatch(/, after 1 month: redeemed \d+\.\d%$/)
  await page.keyboard.press('End')
  expect(await label()).toMatch(/, after \d+ months: redeemed/)
  const table = page.getByRole('table', { name: 'What became of the points of each month' })
  // A head, a total, and a row for each month.
  expect(await table.getByRole('row').count()).toBeGreaterThanOrEqual(figures.rows.length + 1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile((await (await download).path()) ?? '', 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(figures.rows.length + 1)
  expect(text).toContain(figures.last)
  expect(await overflowOf(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

it('who changed tier is a cell away from the customers', async () => {
  const { page, context, faults } = await openAsOwner(open, '/reports/tiers?days=90')
  await settled(page)
  // A net change is what is left of both ways: of the whole, and of each tier.
  const numberOf = (text: string): number => Number(text.replace('−', '-').replace(/[,+]/g, ''))
  const keyFigure = async (name: string): Promise<number> => {
    const item = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`^${name}`) })
    return numberOf((await item.innerText()).split('\n')[1] ?? '')
  }
  const [up, down, net] = await Promise.all(['Moved up', 'Moved down', 'Net'].map(keyFigure))
  expect([up, net]).toEqual([expect.any(Number), (up ?? 0) - (down ?? 0)])
  const silver = page.getByRole('table', { name: 'Customers per tier' }).getByRole('row', { name: /^Silver/ })
  const cells = (await silver.getByRole('cell').allInnerTexts()).map(numberOf)
  const [, came = 0, went = 0, gone = 0, ofTier] = cells
  expect(came + went).toBeGreaterThan(0)
  expect(ofTier).toBe(came - went - gone)
  const grid = page.getByRole('grid', { name: 'From which tier to which' })
  const cell = grid.getByRole('link', { name: /^Bronze to Silver: tier moves \d+$/ })
  const [count = ''] = /\d+$/.exec((await cell.getAttribute('aria-label')) ?? '') ?? []
  await cell.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/reports\/tiers\/records\?/)
  await page.getByText(`${count} moves`).waitFor()
  await page.getByText(new RegExp(`^These ${count} records add up to the figure\\.$`)).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('table', { name: 'Tier moves' }).getByRole('link').first().click()
  await page.waitForURL(/\/customers\/\d+/)
  expect(faults).toEqual([])
  await context.close()
})

it('paper has what the page says, without its controls', async () => {
  const { page, context } = await openAsOwner(open, '/reports/vintages', { width: 718 })
  await counted(page)
  await goTo(page, '/reports/vintages')
  await settled(page)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Export CSV' }).isVisible()).toBe(false)
  expect(await page.getByRole('radio').first().isVisible()).toBe(false)
  expect(await page.getByRole('grid', { name: 'Redeemed by age' }).isVisible()).toBe(true)
  expect(await overflowOf(page)).toEqual([])
  await context.close()
})

it('a viewer sees moves without names, and support sees no reports', async () => {
  const viewer = await joinAs(open, 'viewer')
  await goTo(viewer.page, '/reports/tiers/records?days=90')
  const table = viewer.page.getByRole('table', { name: 'Tier moves' })
  await table.getByRole('row').nth(1).waitFor()
  expect(await table.getByRole('row').nth(1).innerText()).toMatch(/\*|…|•/)
  await viewer.context.close()
  const support = await joinAs(open, 'support')
  await goTo(support.page, '/reports/tiers')
  expect(await support.page.getByRole('grid').count()).toBe(0)
  await support.context.close()
})

it('a merchant without orders is told what to do', async () => {
  const { link } = await makeMerchant(`Program reports ${Date.now()}`)
  const { page, context, faults } = await joinByLink(open, link, 'Clara')
  await page.getByRole('heading', { name: 'Get started' }).waitFor()
  const address = new URL(page.url()).pathname
  for (const [name, text] of [
    ['rewards', /Choose a longer one, or see your rewards|Figures are counted/],
    ['rules', /Choose a longer one, or see your rules|Figures are counted/],
    ['vintages', /They appear here with the first order|Figures are counted/],
    ['tiers', /Create the first one to see who reaches it/],
  ] as const) {
    await page.goto(`${address}/reports/${name}`)
    await page.getByText(text).first().waitFor()
    expect([name, await axeFindings(page)]).toEqual([name, []])
  }
  expect(faults).toEqual([])
  await context.close()
})
