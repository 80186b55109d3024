/** Lists of codes: made for a reward, filled from a file. */
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'

const { open } = withBrowser()

it('a list is filled from a file, and every line of it is accounted for', async () => {
  const { page, faults, context } = await openAsOwner(open, '/rewards')
  const reward = await api<{ id: number }>(page, 'POST', '/rewards', {
    headers: { 'idempotency-key': `list-${Date.now()}` },
    body: { type: 'fixedValue', title: 'R$ 5 off', value: '5', points: '100' },
  })
  await goTo(page, `/rewards/${reward.id}`)
  await page.getByRole('button', { name: 'Add a list of codes…' }).click()
  await page.getByRole('button', { name: 'Make the list' }).click()
  await page.waitForURL(/\/coupon-lists\/\d+$/)
  const codes = Array.from({ length: 25_000 }, (_, index) => `FIVE-${index}`)
  // Two that are there twice, one that can't be a code, one blank line, and the line ends of Windows.
  const lines = [...codes, 'FIVE-1', 'five-2', 'x'.repeat(260), '', 'FIVE-LAST']
  await page.locator('input[type=file]').setInputFiles({
    name: 'codes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`),
  })
  const sum = page.getByRole('table', { name: 'codes.txt' })
  await sum.waitFor()
  const text = (await sum.innerText()).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/Added 25,001/)
  expect(text).toMatch(/There already, skipped.* 2 /)
  expect(text).toMatch(/Not a code, refused.* 1 /)
  expect(text).toMatch(/Lines read 25,005/)
  await page.getByText('= 25,001').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Show the codes' }).click()
  await page.getByLabel('Begins with').fill('five-last')
  await page.getByRole('cell', { name: 'FIVE-LAST' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
