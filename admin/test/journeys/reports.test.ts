/** What a merchant looks at in the morning, and what the accountant takes along at the end of a month. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { joinAs, joinByLink, makeMerchant } from '../support/punchcard.ts'

const { open } = withBrowser()

interface Sum {
  readonly points: string
}
interface Overview {
  readonly today: string
  readonly figures: {
    readonly period: { readonly from: string; readonly to: string }
    readonly sum: Record<'start' | 'issued' | 'redeemed' | 'expired' | 'takenBack' | 'end', Sum>
  } | null
}
interface Liability {
  readonly figures: {
    readonly open: Sum
    readonly never: Sum
    readonly inLots: Sum & { readonly likely: Sum | null }
    readonly months: readonly Sum[]
  }
}

/** As an English page writes it. */
const shown = (points: string): string => Number(points).toLocaleString('en')

/** The first count runs when the server has just started. */
async function counted(page: Page): Promise<NonNullable<Overview['figures']>> {
  await expect
    .poll(async () => (await api<Overview>(page, 'GET', '/overview')).figures !== null, { timeout: 60_000 })
    .toBe(true)
  const { figures } = await api<Overview>(page, 'GET', '/overview')
  if (!figures) throw new Error('there are no figures')
  return figures
}

it('the morning look: what came in, what left, what is owed, and what of it was redeemed for what', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const { sum } = await counted(page)
  await goTo(page, '/')
  const owed = page.getByRole('table', { name: 'What you owe' })
  await owed.getByRole('row', { name: /^= Open on/ }).waitFor()
  expect(await owed.getByRole('row', { name: /^= Open on/ }).innerText()).toContain(shown(sum.end.points))
  const strip = page.getByRole('listitem').filter({ hasText: 'Points issued' })
  expect(await strip.innerText()).toContain(shown(sum.issued.points))
  expect(await axeFindings(page)).toEqual([])

  // Why did redemptions change? One press, and what they were for is there; the next shows the customers behind it.
  await owed.getByRole('link', { name: 'Redeemed' }).click()
  await page.getByRole('heading', { name: 'Points', exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('show')).toBe('redeemed')
  const rewards = page.getByRole('table', { name: 'By reward' })
  await rewards.getByRole('row', { name: /^10% off/ }).waitFor()
  expect(await rewards.getByRole('row', { name: /^Total/ }).innerText()).toContain(shown(sum.redeemed.points))
  expect(await axeFindings(page)).toEqual([])
  await rewards.getByRole('link', { name: '10% off', exact: true }).click()
  await page.getByRole('heading', { name: '10% off', exact: true }).waitFor()
  await page.getByText(/^These \d+ records add up to the figure\.$/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  const [first] = await page.getByRole('table', { name: '10% off' }).getByRole('link').all()
  const name = await first?.innerText()
  await first?.click()
  await page.getByRole('heading', { name: name ?? '' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Points', exact: true }).click()
  expect(new URL(page.url()).searchParams.get('show')).toBe('redeemed')
  await page.getByRole('radio', { name: 'Taken back' }).check()
  await page.waitForURL(/show=takenBack/)
  await page.getByRole('table', { name: 'By rule' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('what was owed at the end of last month is saved as a file that adds up', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  await counted(page)
  const { today } = await api<Overview>(page, 'GET', '/overview')
  await goTo(page, '/reports')
  await page.getByRole('link', { name: /^Liability/ }).click()
  // Of now, every figure leads to its lots.
  await page.getByRole('link', { name: /^Never expire/ }).click()
  await page.getByRole('heading', { name: 'Points that never expire' }).waitFor()
  await page.getByText(/add(s)? up to the figure\.$/).waitFor()
  await page.goBack()
  await page.getByRole('radio').nth(1).check()
  await page.waitForURL(/asOf=\d{4}-\d\d-\d\d/)
  const asOf = new URL(page.url()).searchParams.get('asOf') ?? ''
  expect(asOf < today.slice(0, 7)).toBe(true)
  await settled(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^liability.*\.csv$/)
  const text = await readFile((await file.path()) ?? '', 'utf8')
  const rows = text
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const { figures } = await api<Liability>(page, 'GET', `/reports/liability?asOf=${asOf}`)
  expect(rows[0]).toEqual(['expires', 'points', 'worth', 'likelyPoints', 'likelyWorth'])
  const told = rows
    .filter(([name = '']) => /^\d{4}-\d\d$|^never$/.test(name))
    .map(([, points]) => Number(points))
  expect(told).toEqual([...figures.months, figures.never].map(({ points }) => Number(points)))
  const toldOf = (name: string): number => Number(rows.find(([first]) => first === name)?.[1])
  expect(told.reduce((all, one) => all + one, 0) - toldOf('owed')).toBe(toldOf('open'))
  expect(toldOf('open')).toBe(Number(figures.open.points))
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

it.each(['light', 'dark'] as const)(
  'what is likely to be redeemed is told by the estimate of the books, %s',
  async (scheme) => {
    const { page, context, faults } = await openAsOwner(open, '/', { scheme })
    await counted(page)
    const { today } = await api<Overview>(page, 'GET', '/overview')
    await api(page, 'PUT', `/accounting/estimates/${today.slice(0, 7)}`, { body: { breakage: '0.25' } })
    await goTo(page, '/reports/liability')
    await settled(page)
    const { inLots } = (await api<Liability>(page, 'GET', '/reports/liability')).figures
    const line = page.getByRole('row', { name: /^Likely to be redeemed, at your estimate of 25.0% breakage/ })
    expect(await line.innerText()).toContain(shown(inLots.likely?.points ?? ''))
    expect(Number(inLots.likely?.points)).toBeCloseTo(Number(inLots.points) * 0.75, 1)
    await page.getByRole('button', { name: 'Table' }).first().click()
    const table = page.getByRole('table', { name: 'By expiry month' })
    await table.getByRole('columnheader', { name: 'Likely to be redeemed' }).waitFor()
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      const path = `${process.env.PICTURES}/liability-${scheme}-${width}.png`
      if (process.env.PICTURES) await page.screenshot({ path, fullPage: true })
      expect(await overflowOf(page)).toEqual([])
      expect(await axeFindings(page)).toEqual([])
    }
    expect(faults).toEqual([])
    await context.close()
  },
)

it('a chart is read without a pointer, and leads to its day', async () => {
  const { page, context } = await openAsOwner(open, '/')
  await counted(page)
  await goTo(page, '/reports/overview')
  await settled(page)
  const chart = page.getByRole('group', { name: 'Points issued, redeemed and expired' })
  const columns = chart.locator('svg [data-cell]')
  await columns.first().focus()
  await page.keyboard.press('End')
  const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(label).toMatch(/: issued .*, redeemed .*, expired .*, change /)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/reports\/points\?from=(\S+)&to=\1$/)
  await context.close()
})

it('paper has the chart and its table, and fits on A4', async () => {
  const { page, context } = await openAsOwner(open, '/reports/liability', { width: 718 })
  await counted(page)
  await goTo(page, '/reports/liability')
  await settled(page)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Export CSV' }).isVisible()).toBe(false)
  expect(await page.getByRole('radio').first().isVisible()).toBe(false)
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
  const chart = page.getByRole('group', { name: 'By expiry month' })
  expect(await chart.locator('svg').last().isVisible()).toBe(true)
  expect(await chart.getByRole('row', { name: /^In lots/ }).isVisible()).toBe(true)
  expect(await overflowOf(page)).toEqual([])
  expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000)
  await context.close()
})

it('who may not see reports sees Home without ways to them', async () => {
  const { page, context, faults } = await joinAs(open, 'support')
  await counted(page)
  await goTo(page, '/')
  const owed = page.getByRole('table', { name: 'What you owe' })
  await owed.waitFor()
  expect(await owed.getByRole('link').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Reports' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

it('a merchant without orders sees no figures yet', async () => {
  const { link } = await makeMerchant(`Figures ${Date.now()}`)
  const { page, context, faults } = await joinByLink(open, link, 'Clara')
  await page.getByRole('heading', { name: 'Get started' }).waitFor()
  await settled(page)
  expect(await page.getByRole('table', { name: 'What you owe' }).count()).toBe(0)
  const address = new URL(page.url()).pathname
  await page.goto(`${address}/reports/liability`)
  await page.getByRole('heading', { name: 'Liability', exact: true }).waitFor()
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
