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
