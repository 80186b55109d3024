/** What was sold and earned at each branch, and the orders behind it. */
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'

const { open } = withBrowser()

interface Branches {
  readonly today: string
  readonly figures: {
    readonly rows: readonly { readonly id: string; readonly name: string; readonly firstOrders: number }[]
    readonly total: { readonly orders: number; readonly points: string }
  } | null
}

it('a branch opens to its orders, by keyboard too, and the table is saved as a file', async () => {
  const { page, context, faults } = await openAsOwner(open, '/', { width: 390 })
  const read = (query = '') => api<Branches>(page, 'GET', `/reports/branches${query}`)
  // The first count runs when the server has just started.
  await expect.poll(async () => (await read()).figures !== null, { timeout: 60_000 }).toBe(true)
  await goTo(page, '/reports')
  await page.getByRole('link', { name: /^Branches What was sold and earned/ }).click()
  await page.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'Last 90 days' }).click()
  await page.waitForURL(/days=90/)
  const bars = page.getByRole('list', { name: 'Sales by branch' })
  await bars.getByRole('link').first().waitFor()
  const { today } = await read()
  const day = (ago: number) => new Date(Date.parse(today) - ago * 86_400_000).toISOString().slice(0, 10)
  const { figures } = await read(`?from=${day(90)}&to=${day(1)}`)
  const second = figures?.rows[1]
  const first = figures?.rows.find(({ firstOrders }) => firstOrders > 0)
  if (!figures || !first || !second) throw new Error('too few orders')
  expect(figures.rows.map(({ name }) => name).sort()).toEqual(['Centro', 'Jardins', 'Loja online'])

  await bars.getByRole('link').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/reports/branches/records\\?.*branch=${second.id}`))
  await page.getByRole('heading', { level: 1, name: `Orders · ${second.name}` }).waitFor()
  await page.getByText(/points earned/).waitFor()

  await page.getByRole('main').getByRole('link', { name: 'Branches', exact: true }).click()
  const table = page.getByRole('table', { name: 'By branch' })
  const row = table.getByRole('row', { name: new RegExp(`^${first.name}`) })
  await row.getByRole('link', { name: String(first.firstOrders), exact: true }).click()
  await page.getByRole('heading', { level: 1, name: `First orders · ${first.name}` }).waitFor()
  await page.getByText(/adds? up to the figure\.$/).waitFor()
  expect(await axeFindings(page)).toEqual([])

  await goTo(page, '/reports/branches?days=90')
  await settled(page)
  expect(await overflowOf(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile((await (await download).path()) ?? '', 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(figures.rows.length + 2)
  expect(text).toContain(`all,,,${figures.total.orders},`)
  expect(faults).toEqual([])
  await context.close()
})
