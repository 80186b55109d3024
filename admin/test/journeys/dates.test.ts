/** Dates: typed or chosen in one calendar, in the sentence of a rule and in a form. */
import { expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { ensureDraft } from '../support/prepare.ts'

const { open } = withBrowser()

interface Draft {
  readonly program: {
    readonly rules: readonly { readonly kind: string; readonly startsAt?: string; readonly endsAt?: string }[]
  }
}

it('a date in a sentence goes to another month and another year, by the calendar and by typing', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  await ensureDraft(page, inject('devServer').tenant)
  await goTo(page, '/program')
  const startsAt = async () =>
    (await api<Draft>(page, 'GET', '/program/draft')).program.rules.find(({ kind }) => kind === 'campaign')
      ?.startsAt
  const slot = page.getByRole('button', { name: /^\d+ \w{3}( \d{4})? \d\d:\d\d$/ }).first()
  await slot.click()
  const field = page.getByLabel(/São Paulo time/)
  await field.fill('3 Feb 2027 09:30')
  await expect.poll(startsAt, { timeout: 15_000 }).toBe('2027-02-03T12:30:00.000Z')
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: '20 April 2027' }).click()
  await expect.poll(() => field.inputValue()).toBe('20 Apr 2027 09:30')
  await expect.poll(startsAt, { timeout: 15_000 }).toBe('2027-04-20T12:30:00.000Z')
  // Saturdays and Sundays look like other days.
  const colourOf = (day: string) =>
    page.getByRole('button', { name: day }).evaluate((element) => getComputedStyle(element).color)
  expect(await colourOf('17 April 2027')).toBe(await colourOf('15 April 2027'))
  expect(await axeFindings(page)).toEqual([])
  await field.fill('sometime')
  await page.keyboard.press('Escape')
  expect(await startsAt()).toBe('2027-04-20T12:30:00.000Z')
  expect(faults).toEqual([])
  await context.close()
})

it('the same calendar in a form: chosen with one click, typed, wrong, and cleared', async () => {
  const { page, context } = await openAsOwner(open, '/rewards/new?type=custom')
  const from = page.getByLabel('From', { exact: true })
  await from.click()
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: /^15 / }).click()
  await expect.poll(() => from.inputValue()).toMatch(/^15 \w{3} 20\d\d 00:00$/)
  expect(await axeFindings(page)).toEqual([])
  // By keyboard: into the calendar, and back to the field.
  await from.press('ArrowDown')
  await from.press('ArrowDown')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(focused).toMatch(/^15 /)
  await page.keyboard.press('Escape')
  await expect.poll(() => from.evaluate((field) => field === document.activeElement)).toBe(true)
  await from.fill('31/02/2027')
  await page.getByLabel('Title', { exact: true }).fill('Dated')
  await page.getByText(/^Enter a date such as 1 Dec 2026 09:30/).waitFor()
  await from.fill('28/02/2027 18:00')
  await page.getByLabel('Costs').fill('10')
  await expect.poll(() => from.inputValue()).toBe('28 Feb 2027 18:00')
  const until = page.getByLabel('Until', { exact: true })
  await until.fill('15/03/2027')
  await page.getByLabel('Costs').fill('10')
  await expect.poll(() => until.inputValue()).toBe('15 Mar 2027, end of day')
  await page.getByRole('button', { name: 'Create reward' }).click()
  await page.waitForURL(/\/rewards\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  expect(await api(page, 'GET', `/rewards/${id}`)).toMatchObject({
    validFrom: '2027-02-28T21:00:00.000Z',
    validUntil: '2027-03-16T03:00:00.000Z',
  })
  await settled(page)
  await page.getByRole('button', { name: 'Clear date' }).first().click()
  await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).toBe('')
  await context.close()
})

it('a day that ends a campaign counts whole, typed and chosen', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  await ensureDraft(page, inject('devServer').tenant)
  await goTo(page, '/program')
  const endsAt = async () =>
    (await api<Draft>(page, 'GET', '/program/draft')).program.rules.find(({ kind }) => kind === 'campaign')
      ?.endsAt
  const end = page
    .getByRole('button', { name: /^the end of \d+ \w{3}|^\d+ \w{3}( \d{4})? \d\d:\d\d$/ })
    .nth(1)
  await end.click()
  const field = page.getByLabel(/Paulo time/)
  await field.fill('30 Jan 2028')
  await expect.poll(endsAt, { timeout: 15_000 }).toBe('2028-01-31T03:00:00.000Z')
  await page.getByRole('button', { name: '20 January 2028' }).click()
  await expect.poll(() => field.inputValue()).toBe('20 Jan 2028, end of day')
  await expect.poll(endsAt, { timeout: 15_000 }).toBe('2028-01-21T03:00:00.000Z')
  await field.fill('21 Jan 2028 24:00')
  await expect.poll(endsAt, { timeout: 15_000 }).toBe('2028-01-22T03:00:00.000Z')
  await page.getByLabel('Time', { exact: true }).fill('18:00')
  await expect.poll(endsAt, { timeout: 15_000 }).toBe('2028-01-21T21:00:00.000Z')
  await page.getByLabel('Time', { exact: true }).fill('')
  await expect.poll(endsAt, { timeout: 15_000 }).toBe('2028-01-22T03:00:00.000Z')
  expect(await axeFindings(page)).toEqual([])
  await field.press('Enter')
  // The focus goes back to where it came from, as from other popovers.
  const slot = page.getByRole('button', { name: 'the end of 21 Jan 2028' })
  await expect.poll(() => slot.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(faults).toEqual([])
  await context.close()
})
