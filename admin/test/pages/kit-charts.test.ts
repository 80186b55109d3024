/** Charts without a pointer, on a phone, in forced colours and on paper. */
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { focused, tabTo } from '../support/keys.ts'
import { axeFindings, drawn, overflowOf } from '../support/look.ts'

const { open } = withBrowser()
const FLOW = 'Points issued, redeemed and expired'
const FIRST = '17 October: issued 1,014, redeemed 473, expired 0, change +541'

async function openKit(look: Parameters<typeof open>[0] = {}) {
  const watched = await open(look)
  await watched.page.goto('/panel/kit')
  await watched.page.getByRole('heading', { name: FLOW }).waitFor()
  return watched
}

/** The tip says to the eye what the label says to the ear. */
const tipOf = (page: Page) =>
  page.getByRole('group', { name: FLOW }).locator('div[aria-hidden=true]', { has: page.locator('dl') })

it('a chart is one tab stop: arrows, Home and End move, Escape closes the tip, Enter opens the records', async () => {
  const { page, context, faults } = await openKit()
  const chart = page.getByRole('group', { name: FLOW })
  await chart.getByRole('button', { name: 'Table' }).focus()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe(FIRST)
  expect(await tipOf(page).innerText()).toMatch(
    /^17 October\s+Issued\s+1,014\s+Redeemed\s+473\s+Expired\s+0\s+Change\s+\+541$/,
  )
  await page.keyboard.press('ArrowLeft')
  expect(await focused(page)).toBe(FIRST)
  await page.keyboard.press('ArrowRight')
  expect(await focused(page)).toMatch(/^18 October: issued 638/)
  await page.keyboard.press('End')
  expect(await focused(page)).toMatch(/^15 November: issued 658/)
  await page.keyboard.press('Home')
  expect(await focused(page)).toBe(FIRST)
  await page.keyboard.press('Escape')
  expect(await tipOf(page).count()).toBe(0)
  expect(await focused(page)).toBe(FIRST)

  // The next stop is behind the chart, and the way back leads to the column that one left.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  expect(await chart.evaluate((one) => one.contains(document.activeElement))).toBe(false)
  expect(await tipOf(page).count()).toBe(0)
  await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toMatch(/^18 October/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/kit\?day=2026-10-18/)
  expect(faults).toEqual([])
  await context.close()
})

it('a grid is gone through in both directions, and never into a month that is yet to come', async () => {
  const { page, context } = await openKit()
  await tabTo(page, /^May 2026, after 0 months/)
  for (const [key, expected] of [
    ['ArrowDown', /^Jun 2026, after 0 months: redeemed 5%/],
    ['End', /^Jun 2026, after 4 months: redeemed 37%/],
    ['ArrowRight', /^Jun 2026, after 4 months/],
    ['ArrowDown', /^Jun 2026, after 4 months/],
    ['ArrowUp', /^May 2026, after 4 months: redeemed 36%/],
    ['Home', /^May 2026, after 0 months/],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focused(page), key).toMatch(expected)
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(/kit\?month=0-0/)
  await tabTo(page, /^Gold/)
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toMatch(/^Silver/)
  await context.close()
})

it('the table has the figures of the chart; screen readers meet it first, and see it without asking', async () => {
  const { page, context } = await openKit()
  const chart = page.getByRole('group', { name: FLOW })
  const table = chart.getByRole('table', { name: FLOW })
  const total = await table
    .getByRole('row', { name: /^Total/ })
    .getByRole('cell')
    .allTextContents()
  expect(total).toEqual(['24,336', '10,323', '1,306', '+12,707'])
  expect(
    await table.evaluate(
      (own) =>
        own.compareDocumentPosition(own.closest('[role=group]')?.querySelector('a[data-cell]') ?? own) &
        Node.DOCUMENT_POSITION_FOLLOWING,
    ),
  ).toBeTruthy()
  // Out of sight it has no links to tab into; shown, each of its days opens too.
  expect(await table.getByRole('link').count()).toBe(0)
  expect((await table.boundingBox())?.width).toBeGreaterThan(0)
  await chart.getByRole('button', { name: 'Table' }).click()
  expect(await chart.getByRole('button', { name: 'Table' }).getAttribute('aria-pressed')).toBe('true')
  expect(await table.getByRole('link').count()).toBe(30)
  expect(await chart.locator('svg[viewBox^="0 0"] a').first().isVisible()).toBe(false)
  expect(await axeFindings(page)).toEqual([])
  await context.close()
})

it.each([360, 1440])('tables are within %i px, in the language of the page', async (width) => {
  const { page, context } = await openKit({ width, language: 'pt-BR' })
  for (const button of await page.getByRole('button', { name: 'Tabela' }).all()) await button.click()
  await drawn(page)
  expect(await overflowOf(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await context.close()
})

it('a finger sees the figures first, and opens them with a second touch', async () => {
  const watched = await openKit()
  const context = await watched.context.browser()?.newContext({
    baseURL: inject('devServer').url,
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    locale: 'en',
  })
  const page = await context?.newPage()
  if (!context || !page) throw new Error('no browser')
  await page.goto('/panel/kit')
  const column = page.getByRole('link', { name: /^7 November/ })
  await column.tap()
  await tipOf(page).getByText('7 November').waitFor()
  expect(page.url()).not.toContain('day=')
  await column.tap()
  await page.waitForURL(/day=2026-11-07/)
  await context.close()
  await watched.context.close()
})

it('parts differ without colour where the system has two alone', async () => {
  const { page, context } = await openKit()
  await page.emulateMedia({ forcedColors: 'active' })
  const looks = await page
    .getByRole('group', { name: FLOW })
    .locator('li rect')
    .evaluateAll((swatches) =>
      swatches.map((swatch) => {
        const { fill, stroke } = getComputedStyle(swatch)
        return `${fill.startsWith('url') ? 'hatched' : fill} ${stroke}`
      }),
    )
  expect(looks).toEqual(['rgb(0, 0, 0) none', 'rgb(255, 255, 255) rgb(0, 0, 0)', 'hatched rgb(0, 0, 0)'])
  await context.close()
})

it('on paper there are the chart and its table, light, on A4, whichever is on the screen', async () => {
  const { page, context } = await openKit({ scheme: 'dark' })
  const chart = page.getByRole('group', { name: FLOW })
  await page.emulateMedia({ media: 'print' })
  // A4 within margins of 1 cm.
  await page.setViewportSize({ width: 718, height: 1047 })
  for (const isTable of [false, true]) {
    if (isTable) {
      await page.emulateMedia({ media: 'screen' })
      await chart.getByRole('button', { name: 'Table' }).click()
      await page.emulateMedia({ media: 'print' })
    }
    const drawing = await chart.locator('svg[viewBox^="0 0"]').last().boundingBox()
    const table = await chart.getByRole('table').boundingBox()
    expect(drawing?.width).toBeGreaterThan(600)
    expect(table?.width).toBeGreaterThan(600)
    expect(table?.y).toBeGreaterThan((drawing?.y ?? 0) + (drawing?.height ?? 0) - 1)
    expect(await chart.getByRole('button', { name: 'Table' }).isVisible()).toBe(false)
    expect(await overflowOf(page)).toEqual([])
  }
  const unbroken = await chart
    .locator('svg[viewBox^="0 0"]')
    .last()
    .evaluate((svg) => getComputedStyle(svg.parentElement as Element).breakInside)
  expect(unbroken).toBe('avoid')
  const colors = await page.evaluate(() => getComputedStyle(document.body).color)
  expect(colors).toBe('rgb(19, 28, 24)')
  const pdf = await page.pdf({
    format: 'A4',
    margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' },
  })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await context.close()
})
