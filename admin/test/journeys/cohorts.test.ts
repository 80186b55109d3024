/** Who came back, month by month, and the way from each cell of the grid to its customers. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { joinAs, joinByLink, makeMerchant } from '../support/punchcard.ts'

const { open } = withBrowser()

interface Cohorts {
  readonly figures: {
    readonly rows: readonly {
      readonly month: string
      readonly customers: number
      readonly cells: unknown[]
    }[]
  } | null
}

/** The first count runs when the server has just started. */
async function counted(page: Page): Promise<void> {
  const ask = async () => (await api<Cohorts>(page, 'GET', '/reports/cohorts')).figures !== null
  await expect.poll(ask, { timeout: 60_000 }).toBe(true)
}

it('a cell of the grid is one key away from its customers, who add up to it', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  await counted(page)
  await goTo(page, '/reports')
  await page.getByRole('link', { name: /^Cohorts How many customers/ }).click()
  await page.getByRole('radio', { name: 'Customers', exact: true }).check()
  await page.waitForURL(/show=customers/)
  await settled(page)
  const grid = page.getByRole('grid', { name: 'Months since the first order' })
  await grid.locator('[data-cell]').first().focus()
  await page.keyboard.press('ArrowRight')
  const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  const [, count = ''] = /, after 1 month: active customers ([\d,]+), share active [\d.]+%/.exec(label) ?? []
  expect(Number(count)).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/reports\/cohorts\/records\?/)
  await page.getByText(`${count} customer`).first().waitFor()
  await page.getByText(/customers? adds? up to the figure\.$/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('table').getByRole('link').first().click()
  await page.waitForURL(/\/customers\/\d+/)
  expect(faults).toEqual([])
  await context.close()
})

it('a cohort opens to all of its customers, on a phone too, and is saved as a file', async () => {
  const { page, context, faults } = await openAsOwner(open, '/reports/cohorts?months=6', { width: 360 })
  await counted(page)
  await goTo(page, '/reports/cohorts?months=6')
  await settled(page)
  const { figures } = await api<Cohorts>(page, 'GET', '/reports/cohorts?months=6')
  const newest = figures?.rows.at(-1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile((await (await download).path()) ?? '', 'utf8')
  const cells = figures?.rows.reduce((sum, row) => sum + row.cells.length, 0) ?? 0
  expect(text.trim().split('\r\n')).toHaveLength(cells + 1)
  expect(await overflowOf(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  const table = page.getByRole('table', { name: 'Cohorts' })
  await table
    .getByRole('link', { name: String(newest?.customers), exact: true })
    .first()
    .click()
  await page.waitForURL(/\/reports\/cohorts\/records\?firstMonth=/)
  await page.getByText(/add(s)? up to the figure\.$/).waitFor()
  expect(await overflowOf(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

it('a viewer sees cohorts without names, and a merchant without orders is told what to do', async () => {
  const viewer = await joinAs(open, 'viewer')
  const { figures } = await api<Cohorts>(viewer.page, 'GET', '/reports/cohorts')
  await goTo(viewer.page, `/reports/cohorts/records?firstMonth=${figures?.rows[0]?.month}`)
  const row = viewer.page.getByRole('table').getByRole('row').nth(1)
  await row.waitFor()
  expect(await row.innerText()).toMatch(/\*|…|•/)
  await viewer.context.close()
  const { link } = await makeMerchant(`Cohorts ${Date.now()}`)
  const { page, context, faults } = await joinByLink(open, link, 'Clara')
  await page.getByRole('heading', { name: 'Get started' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/reports/cohorts`)
  await page
    .getByText(/No orders yet|Figures are counted/)
    .first()
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
