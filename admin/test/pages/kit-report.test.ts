/** The frame of a report: what was chosen stands in the address, and a sum that does not add up is not shown. */
import { describe, expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf } from '../support/look.ts'

const { open } = withBrowser()

async function openReport(look: Parameters<typeof open>[0] = {}, search = '') {
  const watched = await open(look)
  await watched.page.goto(`/panel/kit/report${search}`)
  await watched.page.getByRole('heading', { name: 'Points', exact: true }).waitFor()
  return watched
}

describe.each(['light', 'dark'] as const)('a report in %s', (scheme) => {
  it.each([
    [360, 'pt-BR'],
    [768, 'es'],
    [1440, 'en'],
  ] as const)('is clean at %i px in %s', async (width, language) => {
    const { page, context, faults } = await openReport(
      { scheme, width, language },
      '?from=2026-10-01&to=2026-10-31',
    )
    expect(await overflowOf(page)).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })
})

it('the period and the step are chosen without a pointer, and kept in the address', async () => {
  const { page, context } = await openReport()
  const about = page.getByText(/17 Oct\s–\s15 Nov 2026/)
  await about.waitFor()
  const period = page.getByRole('combobox', { name: 'Period' })
  await period.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Last 90 days' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?days=90$/)
  expect(await page.getByRole('combobox', { name: 'Group by' }).inputValue()).toBe('Week')
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: 'Month' }).click()
  await page.waitForURL(/\?days=90&step=month$/)
  await page.reload()
  expect(await page.getByRole('combobox', { name: 'Group by' }).inputValue()).toBe('Month')

  await period.click()
  await page.getByRole('option', { name: 'Custom period' }).click()
  const from = page.getByRole('textbox', { name: 'From' })
  await from.fill('1 Nov 2026')
  await page.waitForURL(/from=2026-11-01&to=2026-11-15/)
  await from.fill('31 Feb 2026')
  await from.blur()
  expect(page.url()).toMatch(/from=2026-11-01/)
  await context.close()
})

it('what an address says that is no period is the last 30 days', async () => {
  const { page, context, faults } = await openReport({}, '?from=2026-02-31&to=%27%3B&step=[1]')
  await page.getByText(/17 Oct\s–\s15 Nov 2026/).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('a sum is shown where it adds up, else that it differs', async () => {
  const { page, context } = await openReport()
  const sum = page.getByRole('table', { name: 'What you owe' })
  expect(await sum.getByRole('row', { name: 'Open on 15 November' }).innerText()).toMatch(
    /=\s+Open on 15 November\s+168,486/,
  )
  expect(await page.getByRole('table', { name: 'Wrong' }).count()).toBe(0)
  await page.getByRole('alert').getByText('Figures differ from the ledger.').waitFor()
  const strip = await page.getByRole('listitem').filter({ hasText: 'Points issued' }).first().innerText()
  expect(strip).toMatch(/24,318\s+6\.2% more than before/)
  await page.getByText('12 before').waitFor()
  await context.close()
})

it('paper has the meaning, the figures, the chart and its table, and no controls', async () => {
  const { page, context } = await openReport()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1047 })
  expect(await page.getByRole('combobox', { name: 'Period' }).isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Export CSV' }).isVisible()).toBe(false)
  expect(await page.getByText('Points that entered and left balances').isVisible()).toBe(true)
  expect(await page.getByRole('row', { name: /^17 October/ }).isVisible()).toBe(true)
  expect(await overflowOf(page)).toEqual([])
  await context.close()
})
