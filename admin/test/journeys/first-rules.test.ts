/** What a café owner does on the first day: a card, something that doesn't count, double points on a weekday. */
import { afterEach, expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { discardDraft, openAsOwner } from '../support/merchant.ts'

const { open } = withBrowser()

afterEach(async () => {
  const { page, context } = await openAsOwner(open, '/program')
  await discardDraft(page)
  await context.close()
})

it('an id that is not in the catalog is offered, said to be missing, and its list leaves the buttons free', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('button', { name: /^What doesn’t count/ }).click()
  const adding = page.getByRole('dialog', { name: 'What doesn’t count' })
  const which = adding.getByRole('combobox', { name: 'Which ones' })
  await which.fill('voucher-x')
  await page.getByRole('option', { name: 'Use “voucher-x” (not in your catalog)' }).waitFor()
  await which.press('Enter')
  await adding.getByText('“voucher-x” is not in your catalog. Ask whoever').waitFor()
  // All categories would be listed now, above the buttons.
  await settled(page)
  expect(await page.getByRole('option').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  // A click or a letter asks for it again.
  await which.click()
  await page.getByRole('option').first().waitFor()
  await page.getByRole('option').first().click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await adding.getByRole('button', { name: 'Add to draft' }).click()
  await page.locator('li[data-rule]', { hasText: 'voucher-x' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('double points on Tuesdays start from a tile, and another condition from no day at all', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program', { width: 1280, height: 500 })
  await settled(page)
  await page.getByRole('button', { name: 'Add a rule' }).first().click()
  await page.getByRole('button', { name: /^Certain days/ }).click()
  const rule = page.locator('li[data-rule]', { hasText: 'Certain days' }).last()
  // The page shows where it went.
  await page.locator('li[data-shown]', { hasText: 'Certain days' }).waitFor()
  await expect
    .poll(() => rule.evaluate((one) => one.getBoundingClientRect().bottom < innerHeight), { timeout: 10_000 })
    .toBe(true)
  await rule.getByRole('button', { name: 'Tuesdays', exact: true }).click()
  await page.getByRole('button', { name: 'no condition' }).click()
  await rule.getByText('This is missing').waitFor()
  await rule.getByRole('button', { name: '+ only when…' }).click()
  await page.getByRole('menuitem', { name: 'On certain weekdays' }).click()
  const tuesday = page.getByRole('button', { name: 'Tue', exact: true })
  await tuesday.waitFor()
  await settled(page)
  expect(await page.locator('button[aria-pressed="true"]').count()).toBe(0)
  const before = await tuesday.boundingBox()
  for (const day of ['Tue', 'Wed', 'Fri', 'Sat']) {
    await page.getByRole('button', { name: day, exact: true }).click()
  }
  await rule.getByRole('button', { name: 'Tuesdays, Wednesdays, Fridays and Saturdays' }).waitFor()
  await settled(page)
  expect((await tuesday.boundingBox())?.x).toBeCloseTo(before?.x ?? 0, 0)
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

it('a rule that is about products instead of categories starts with none of them', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('button', { name: /^What doesn’t count/ }).click()
  const adding = page.getByRole('dialog', { name: 'What doesn’t count' })
  await adding.getByRole('combobox', { name: 'Which ones' }).fill('voucher-x')
  await adding.getByRole('button', { name: 'Add to draft' }).click()
  const id = await page.locator('li[data-rule]', { hasText: 'voucher-x' }).getAttribute('data-rule')
  const own = page.locator(`li[data-rule="${id}"]`)
  await own
    .getByRole('button', { name: /categor/i })
    .first()
    .click()
  await page
    .getByRole('menuitem', { name: /ID|products/i })
    .first()
    .click()
  await own.getByRole('button', { name: 'choose', exact: true }).waitFor()
  await own.getByText('This must not be empty.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
