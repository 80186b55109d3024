/** A draft is tried on past orders, what it would have cost is read, and it is published. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { FROM_THE_PANEL, withBrowser } from '../support/browser.ts'
import { focused, tabTo } from '../support/keys.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { choose } from '../support/prepare.ts'

const { open } = withBrowser()

interface Rule {
  readonly kind: string
  readonly multiplier?: string
}
interface Program {
  readonly cashback: object
  readonly rules: readonly Rule[]
}
interface Overview {
  readonly current: { readonly version: number; readonly program: Program }
}

const headers = { 'if-match': '*' }
const tenantPath = (page: Page, path: string) =>
  new URL(page.url()).pathname.replace(/^\/panel\/t\/(\d+).*/, `/v1/admin/tenants/$1${path}`)

async function draftOf(page: Page, change: (rule: Rule) => Rule): Promise<Overview> {
  const overview = await api<Overview>(page, 'GET', '/program')
  const { program, version } = overview.current
  const body = { program: { ...program, rules: program.rules.map(change) }, basedOn: version }
  await api(page, 'PUT', '/program/draft', { body, headers })
  return overview
}

const tripled = (rule: Rule): Rule => (rule.kind === 'brand' ? { ...rule, multiplier: '3' } : rule)

it('a draft is tried on past orders without a pointer, and published from there', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const { current } = await draftOf(page, tripled)
  await goTo(page, '/program')
  await settled(page)
  await tabTo(page, 'Try on past orders')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Try your draft on past orders' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await tabTo(page, 'Run backtest')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Backtest of your draft' }).waitFor()
  await page.getByRole('heading', { name: /^[\d.]+% more points: [\d,]+ more, worth R\$/ }).waitFor()
  await settled(page)
  for (const words of [
    /a backtest can’t know that/,
    /^The live program gives exactly what was recorded: 0 differences in \d+ orders$/,
    /^\d+ of \d+ customers get the same$/,
  ]) {
    await page.getByText(words).first().waitFor()
  }
  const figures = page.getByRole('table', { name: 'Points and what they are worth' })
  expect(await figures.getByRole('row').nth(1).innerText()).toMatch(
    /Points from orders\s+[\d,]+\s+[\d,]+\s+\+[\d,]+/,
  )
  // Rules add up to what the headline says, in points and in money.
  await page
    .getByText(/^What each rule gives together with all others\. Rules depend on each other/)
    .waitFor()
  const rules = page.getByRole('table', { name: 'What changes it' })
  expect(await rules.getByRole('row').first().innerText()).toMatch(
    /^Rule\s+Live\s+Draft\s+Difference\s+Worth$/,
  )
  const sumOf = async (row: number) => (await figures.getByRole('row').nth(row).innerText()).split(/\t/)
  const [points, worth] = [await sumOf(1), await sumOf(2)]
  expect((await rules.getByRole('row').last().innerText()).split(/\t/)).toEqual([
    ...['Together', ...points.slice(1, 4)],
    worth[3],
  ])
  expect(await rules.getByRole('row', { name: /^All other rules/ }).innerText()).toMatch(/\t0\tR\$\s0\.00$/)
  expect(await axeFindings(page)).toEqual([])
  // The chart is one tab stop, as all are.
  await page.getByRole('group', { name: 'Customers by change in points' }).getByRole('button').focus()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toMatch(/points more: customers \d+$/)

  await page.getByRole('link', { name: 'Review and publish…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await dialog.locator('button[type=submit]').click()
  await dialog.waitFor({ state: 'detached' })
  const after = await api<Overview>(page, 'GET', '/program')
  expect(after.current.version).toBeGreaterThan(current.version)
  // As it was before: other journeys begin with the program as it is published.
  const body = { program: current.program, basedOn: after.current.version }
  await api(page, 'PUT', '/program/draft', { body, headers })
  await api(page, 'POST', '/program/publish', {
    body: {},
    headers: { ...headers, 'idempotency-key': `${Date.now()}` },
  })
  expect(faults).toEqual([])
  await context.close()
})

it.each(['en', 'pt-BR', 'es'] as const)('fits a phone and both themes in %s', async (language) => {
  const { page, context, faults } = await openAsOwner(open, '/', { language })
  const { current } = await draftOf(page, (rule) =>
    rule.kind === 'brand' ? { ...rule, multiplier: '1.5' } : rule,
  )
  const { id } = await api<{ id: number }>(page, 'POST', '/backtests', {
    body: { of: 'draft', days: 365 },
    headers: { 'idempotency-key': `${Date.now()}` },
  })
  await expect
    .poll(async () => (await api<{ state: string }>(page, 'GET', `/backtests/${id}`)).state, {
      timeout: 30_000,
    })
    .toBe('done')
  for (const theme of ['light', 'dark']) {
    await choose(page, { locale: language, theme })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await goTo(page, `/program/backtests/${id}`)
      await page.reload()
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      await settled(page)
      expect(await overflowOf(page)).toEqual([])
      expect(await axeFindings(page)).toEqual([])
      if (process.env.PICTURES) {
        await page.screenshot({
          path: `${process.env.PICTURES}/backtest-${language}-${theme}-${width}.png`,
          fullPage: true,
        })
      }
    }
  }
  await page.request.delete(tenantPath(page, '/program/draft'), {
    headers: { ...FROM_THE_PANEL, ...headers },
  })
  await choose(page, { locale: 'en', theme: 'light' })
  expect(current.version).toBeGreaterThan(0)
  expect(faults).toEqual([])
  await context.close()
})
