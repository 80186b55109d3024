/** The end of a month: entries that add up, a journal for the books, and a close that stays. */
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { joinAs } from '../support/punchcard.ts'
import { confirmed } from '../support/session.ts'

const { open } = withBrowser()

interface Months {
  readonly counting: boolean
  readonly items: readonly { readonly month: string; readonly state: string }[]
}
interface Month {
  readonly state: string
  readonly hash: string | null
  readonly entries: readonly { readonly amount: string }[]
}

it('accounting is set up, a month is looked at, saved as a journal and closed for good', async () => {
  const { page, context, faults } = await openAsOwner(open, '/accounting')
  // It is on already where its pages were looked at before.
  await page.getByRole('button', { name: /^(Set up accounting|Settings)…$/ }).click()
  const settings = page.getByRole('dialog', { name: 'Accounting settings' })
  // The month before this one: it is over.
  await settings.getByRole('combobox', { name: 'First month' }).click()
  await page.getByRole('option').nth(1).click()
  await settings.getByLabel('Code: Revenue').fill('4010')
  expect(await axeFindings(page)).toEqual([])
  await confirmed(
    page,
    () => settings.getByRole('button', { name: 'Save settings' }).click(),
    () => settings.waitFor({ state: 'detached' }),
  )
  await page.getByRole('button', { name: 'Change estimate…' }).click()
  const estimate = page.getByRole('dialog', { name: 'Change the estimate' })
  await estimate.getByLabel('Breakage').fill('18.7')
  // The earliest month that is open.
  await estimate.getByRole('combobox', { name: 'From month' }).click()
  await page.getByRole('option').last().click()
  await estimate.getByRole('button', { name: 'Set estimate' }).click()
  await estimate.waitFor({ state: 'detached' })
  await page.getByRole('table', { name: 'Estimate' }).getByText('18.7%').first().waitFor()
  expect(await axeFindings(page)).toEqual([])

  await expect
    .poll(async () => (await api<Months>(page, 'GET', '/accounting/months')).counting, { timeout: 60_000 })
    .toBe(false)
  const { items } = await api<Months>(page, 'GET', '/accounting/months')
  const month = items.find(({ state }) => state === 'open')?.month ?? ''
  await goTo(page, `/accounting/${month}`)
  await settled(page)
  const before = await api<Month>(page, 'GET', `/accounting/months/${month}`)
  expect(await page.getByRole('table', { name: 'Entries' }).getByRole('row').count()).toBe(
    before.entries.length + 2,
  )
  expect(await axeFindings(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export journal' }).click()
  const journal = await readFile((await (await download).path()) ?? '', 'utf8')
  expect(journal.trim().split('\n').length).toBe(before.entries.length * 2 + 1)
  expect(journal).toContain('4010')

  await page.getByRole('button', { name: /^Close .*…$/ }).click()
  const question = page.getByRole('dialog', { name: /^Close .*\?$/ })
  await question.getByText('This can’t be undone.', { exact: false }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await question
    .getByRole('button', { name: /^Close / })
    .last()
    .click()
  await question.waitFor({ state: 'detached' })
  await page.getByText('Fingerprint').waitFor()
  const closed = await api<Month>(page, 'GET', `/accounting/months/${month}`)
  const amounts = ({ entries }: Month) => entries.map(({ amount }) => amount)
  expect([closed.state, amounts(closed)]).toEqual(['closed', amounts(before)])
  expect(await page.getByText(closed.hash ?? 'none').isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: /^Close .*…$/ }).count()).toBe(0)
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflowOf(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

it('who may not read the books does not see them', async () => {
  const { page, context } = await joinAs(open, 'viewer')
  await settled(page)
  expect(await page.getByRole('link', { name: 'Accounting' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Reports' }).count()).toBe(1)
  await context.close()
})
