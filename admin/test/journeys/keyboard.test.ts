/** Without a pointer: only Tab, Shift, Enter, Space, Escape and what one types. */
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { focused, go, tabTo } from '../support/keys.ts'
import { makeMerchant } from '../support/punchcard.ts'

const { open } = withBrowser()
const PASSWORD = 'no mouse in this house'

it('signs in, edits a rule, sees it previewed and publishes it', async () => {
  const { page, context, faults } = await open()
  const { link, email } = await makeMerchant('Sem Mouse')
  await page.goto(new URL(link).pathname)
  await page.getByLabel('Your name').waitFor()
  await tabTo(page, 'Your name')
  await page.keyboard.type('Nina')
  await tabTo(page, 'Choose a password')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome, Nina' }).waitFor()
  // Out, and in again by the sign-in page.
  await context.clearCookies()
  await page.goto('/panel/sign-in')
  await page.getByLabel('Email').waitFor()
  await tabTo(page, 'Email')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome, Nina' }).waitFor()

  await go(page, 'Rules')
  await page.getByRole('button', { name: 'Write the first rule' }).waitFor()
  await go(page, 'Write the first rule')
  await page.getByText('Draft with 1 change').waitFor()

  // Escape leaves the slot as it was; Enter keeps what was typed, Tab goes on to the next one.
  await go(page, '1 point')
  const slot = page.locator('input[data-slot=open]')
  await page.keyboard.type('9')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '1 point', exact: true }).waitFor()
  expect(await focused(page)).toBe('1 point')
  await page.keyboard.press('Enter')
  await page.keyboard.type('4')
  await page.keyboard.press('Tab')
  await slot.waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '4 points', exact: true }).waitFor()
  await page.getByRole('cell', { name: '400', exact: true }).first().waitFor()

  // A dialog holds the focus, Escape closes it, and the focus is back where it came from.
  await go(page, 'Publish…')
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await dialog.waitFor()
  for (let count = 0; count < 12; count++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Publish…')
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await go(page, 'Publish now')
  await page.getByText('Version 1 is live').first().waitFor()

  // When points expire is chosen below its slot, which has the focus again afterwards; so has a menu, when its dialog closes.
  await go(page, 'expire after 365 days')
  const afterDays = page.getByRole('radio', { name: 'After a number of days' })
  await afterDays.waitFor()
  await expect.poll(() => afterDays.evaluate((radio) => radio === document.activeElement)).toBe(true)
  for (const expected of [
    'expire at the end of the 12th month after',
    'expire after 31 December of the next year',
    'never expire',
  ]) {
    await page.keyboard.press('ArrowDown')
    await page.getByRole('button', { name: expected, exact: true }).waitFor()
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('never expire')
  const more = 'More about Points per amount spent'
  await go(page, more)
  await page.getByRole('menuitem', { name: 'Rename…' }).waitFor()
  await tabTo(page, 'Rename…', 'ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Name of the rule' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe(more)
  expect(faults).toEqual([])
  await context.close()
})
