/** What a café owner does on the first day: a card, something that doesn't count, double points on a weekday. */
import type { Locator } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { api, discardDraft, openAsOwner, restoreRules } from '../support/merchant.ts'

const { open } = withBrowser()

/** Other journeys begin with the program as it was published before. */
let version: number
beforeEach(async () => {
  const { page, context } = await openAsOwner(open, '/')
  version = (await api<{ current: { version: number } }>(page, 'GET', '/program')).current.version
  await context.close()
})
afterEach(async () => {
  const { page, context } = await openAsOwner(open, '/program')
  await settled(page)
  if ((await page.getByRole('button', { name: 'Discard…' }).count()) > 0) await discardDraft(page)
  await restoreRules(page, version)
  await context.close()
})

it('ten coffees, no points on gift cards and double on Tuesdays go live, and the page says so', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program')
  const addRule = page.getByRole('button', { name: 'Add a rule' })
  await addRule.click()
  await page.getByRole('button', { name: /^Buy 10, get one/ }).click()
  const card = page.getByRole('dialog', { name: 'A punch card' })
  await card.getByText('Still missing: which products count and what a full card gives.').waitFor()
  await card.getByRole('combobox', { name: 'Which ones' }).click()
  await page.getByRole('option', { name: 'Cafés coffee' }).click()
  // What is in it is said below, with what the categories below it have.
  await card.getByText('Cafés: Grãos Aurora 1 kg, Grãos Aurora 250 g and Espresso').waitFor()
  await card.getByRole('combobox', { name: 'Reward for a full card' }).click()
  await page.getByRole('option', { name: 'Create a reward…' }).click()
  await card.getByLabel('Name of the new reward').fill('The eleventh coffee')
  expect(await axeFindings(page)).toEqual([])
  await card.getByLabel('Name of the new reward').press('Enter')
  await card.waitFor({ state: 'detached' })
  // It counts what the card of the demo merchant counts too.
  const rule = page.locator('li[data-rule]', {
    has: page.getByRole('img', { name: /^Buy 10, get one.*Prize: The eleventh coffee/ }),
  })
  await rule.getByText('“Espresso” already gives stamps on “Cartão do espresso”').waitFor()

  await addRule.click()
  await page.getByRole('button', { name: /^What doesn’t count/ }).click()
  const out = page.getByRole('dialog', { name: 'What doesn’t count' })
  await out.getByText('Still missing: which ones.').waitFor()
  // The dialog puts the focus into its first field, and not later than one types.
  await settled(page)
  // The one thing that is found is meant, also where only a part of its id was typed.
  await typeUntilFound(
    out.getByRole('combobox', { name: 'Which ones' }),
    'gift',
    page.getByRole('option', { name: 'Vale-presente gift-card' }),
  )
  await page.getByRole('option', { name: 'Cafés coffee' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await out.getByText('Vale-presente: Vale-presente R$ 50').waitFor()
  await out.getByRole('button', { name: 'Add to draft' }).click()

  await addRule.click()
  await page.getByRole('button', { name: /^Certain days/ }).click()
  await page.locator('li[data-rule]', { hasText: 'Tuesdays' }).last().waitFor()
  await settled(page)

  await page.getByRole('button', { name: 'Publish…' }).click()
  const publish = page.getByRole('dialog', { name: 'Publish' })
  await publish.getByText('Cafés: Grãos Aurora 1 kg').waitFor()
  await publish.getByText('Vale-presente: Vale-presente R$ 50').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.evaluate(() => {
    // Whatever is seen of it, also for a moment.
    new MutationObserver(() => {
      if (document.body.innerText.includes('Also change what is scheduled')) document.title = 'flashed'
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await publish.getByRole('button', { name: 'Publish now' }).click()
  const status = page.getByRole('status').filter({ hasText: `Version ${version + 1} is live` })
  await status.waitFor()
  await expect.poll(() => status.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await page.title()).not.toBe('flashed')
  expect(await axeFindings(page)).toEqual([])
  await status.getByRole('link', { name: 'See what is live' }).click()
  await page.waitForURL(new RegExp(`/program/history/${version + 1}$`))
  expect(faults).toEqual([])
  await context.close()
})

it('an id that is not in the catalog is offered, said to be missing, and its list leaves the buttons free', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('button', { name: /^What doesn’t count/ }).click()
  const adding = page.getByRole('dialog', { name: 'What doesn’t count' })
  const which = adding.getByRole('combobox', { name: 'Which ones' })
  await which.fill('voucher-x')
  await page
    .getByRole('option', {
      name: 'Use “voucher-x” (not in your catalog) Has no effect until your shop sends',
    })
    .waitFor()
  await which.press('Enter')
  await adding.getByText('“voucher-x” is not in your catalog. It has no effect until').waitFor()
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
  const rule = page.locator('li[data-rule]', { hasText: 'Tuesdays' }).last()
  // The page shows where it went.
  await page.locator('li[data-shown]', { hasText: 'Tuesdays' }).waitFor()
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
  await rule
    .getByRole('button', { name: 'Tuesdays, Wednesdays, Fridays and Saturdays', exact: true })
    .waitFor()
  // It is called after its days.
  await rule.getByRole('button', { name: 'More about Tuesdays, Wednesdays, Fridays and Saturdays' }).waitFor()
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

/**
 * The dialog before gives the focus back when it has gone; on a busy machine that is after one has typed, and the list
 * is closed again.
 */
async function typeUntilFound(field: Locator, text: string, option: Locator): Promise<void> {
  for (let tries = 1; tries <= 6; tries += 1) {
    await field.fill('')
    await field.fill(text)
    const isFound = await option.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    )
    if (isFound) return
  }
  const offered = await field.page().getByRole('option').allInnerTexts()
  throw new Error(`“${text}” finds no such option; offered: ${offered.join(' | ')}`)
}
