/** Lists of codes: made for a reward, filled from a file. */
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { type Watched, withBrowser } from '../support/browser.ts'
import { axeFindings } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'

const { open } = withBrowser()

interface List {
  readonly id: number
  readonly codes: number
}

async function openList(path: string): Promise<Watched & { readonly list: List }> {
  const watched = await openAsOwner(open, '/rewards')
  const reward = await api<{ id: number }>(watched.page, 'POST', '/rewards', {
    headers: { 'idempotency-key': `${path}-${Date.now()}` },
    body: { type: 'fixedValue', title: 'R$ 5 off', value: '5', points: '100' },
  })
  const list = await api<List>(watched.page, 'POST', '/coupon-lists', {
    headers: { 'idempotency-key': `${path}-list-${Date.now()}` },
    body: { name: 'Partner codes', rewardId: reward.id },
  })
  await goTo(watched.page, `/coupon-lists/${list.id}`)
  return { ...watched, list }
}

const textOf = async (locator: Locator) => (await locator.innerText()).replaceAll(/\s+/g, ' ')

it('a CSV is shown before anything of it is added, and an upload can be undone while it is unused', async () => {
  const { page, faults, context, list } = await openList('csv')
  const stored = () => api<List>(page, 'GET', `/coupon-lists/${list.id}`)
  const lines = ['Partner;Coupon code', 'Aurora;CSV-1', '"Aurora; Sul";CSV-2', 'Aurora;csv-1', 'Aurora;CSV-3']
  await page.locator('input[type=file]').setInputFiles({
    name: 'partners.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  })
  const review = page.getByRole('region', { name: 'Check partners.csv' })
  const sum = review.getByRole('table', { name: 'partners.csv' })
  await sum.waitFor()
  expect(await review.getByLabel('Columns are separated by').inputValue()).toBe('semicolons')
  expect(await review.getByLabel('Codes are in').inputValue()).toBe('Coupon code')
  expect(await review.getByRole('checkbox', { name: /The first line is a header/ }).isChecked()).toBe(true)
  expect(await review.getByRole('listitem').allInnerTexts()).toEqual(['CSV-1', 'CSV-2', 'CSV-3'])
  expect(await textOf(sum)).toMatch(
    /Will be added 3 Repeated in the file, skipped 4: csv-1 1 Already yours, skipped 0 .*Header 1 .*Lines read 5/,
  )
  expect(await axeFindings(page)).toEqual([])
  expect((await stored()).codes).toBe(0)
  await review.getByRole('button', { name: 'Cancel' }).click()
  expect((await stored()).codes).toBe(0)
  // The wrong column is corrected by hand: both names of partners differ, and nothing is a code twice.
  await page.locator('input[type=file]').setInputFiles({
    name: 'partners.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  })
  await review.getByLabel('Codes are in').click()
  await page.getByRole('option', { name: 'Partner' }).click()
  await expect.poll(() => review.getByRole('listitem').allInnerTexts()).toEqual(['Aurora', 'Aurora; Sul'])
  await review.getByLabel('Codes are in').click()
  await page.getByRole('option', { name: 'Coupon code' }).click()
  await review.getByRole('button', { name: 'Add 3 codes' }).click()
  await page.getByText('= 3', { exact: true }).waitFor()
  const uploads = page.getByRole('table', { name: 'Uploads' })
  expect(await textOf(uploads)).toMatch(/partners\.csv .* 3 No codes given out/)
  // What is there already is told before it is sent again.
  await page.locator('input[type=file]').setInputFiles({
    name: 'again.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('csv-2\nCSV-4'),
  })
  await page.getByRole('button', { name: 'Add 1 code' }).waitFor()
  expect(await textOf(page.getByRole('table', { name: 'again.txt' }))).toMatch(
    /Already yours, skipped csv-2 1/,
  )
  await page.getByRole('button', { name: 'Cancel' }).click()
  await uploads.getByRole('button', { name: 'Undo…' }).click()
  const question = page.getByRole('dialog')
  await question.getByText('Its 3 codes leave the list.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await question.getByRole('button', { name: 'Remove 3 codes' }).click()
  await page.getByText('3 codes removed').waitFor()
  await uploads.getByText(/^Undone /).waitFor()
  expect((await stored()).codes).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

it('a list is filled from a file, and every line of it is accounted for', async () => {
  const { page, faults, context } = await openAsOwner(open, '/rewards')
  const reward = await api<{ id: number }>(page, 'POST', '/rewards', {
    headers: { 'idempotency-key': `list-${Date.now()}` },
    body: { type: 'fixedValue', title: 'R$ 5 off', value: '5', points: '100' },
  })
  await goTo(page, `/rewards/${reward.id}`)
  await page.getByRole('button', { name: 'Add a list of codes…' }).click()
  await page.getByRole('button', { name: 'Create list' }).click()
  await page.waitForURL(/\/coupon-lists\/\d+$/)
  const codes = Array.from({ length: 25_000 }, (_, index) => `FIVE-${index}`)
  // Two that are there twice, one that can't be a code, one blank line, and the line ends of Windows.
  const lines = [...codes, 'FIVE-1', 'five-2', 'x'.repeat(260), '', 'FIVE-LAST']
  await page.locator('input[type=file]').setInputFiles({
    name: 'codes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`),
  })
  await page.getByRole('button', { name: 'Add 25,001 codes' }).click()
  await page.getByText('= 25,001').waitFor()
  const text = await textOf(page.getByRole('status').getByRole('table', { name: 'codes.txt' }))
  expect(text).toMatch(/Added 25,001/)
  expect(text).toMatch(/Repeated in the file, skipped.* 2 /)
  expect(text).toMatch(/Not a code, refused.* 1 /)
  expect(text).toMatch(/Lines read 25,005/)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Show codes' }).click()
  await page.getByLabel('Begins with').fill('five-last')
  await page.getByRole('cell', { name: 'FIVE-LAST' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
