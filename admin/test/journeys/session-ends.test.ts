/** A session ends while a page is open: it is asked for over the page, which then goes on with what it has. */
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { addressOf } from '../support/prepare.ts'
import { INSIDE } from '../support/routes.ts'
import { endSessions } from '../support/session.ts'

const { open } = withBrowser()

/** All of them take three minutes: a usual run of CI takes every sixth. */
const PAGES = INSIDE.filter(({ path }) => !path.includes('?')).filter(
  (_, index) => !process.env.CI || process.env.CI_WHOLE || index % 6 === 0,
)

const signInOver = (page: Page) => page.getByRole('dialog', { name: 'Sign in to continue' })

async function signInAgain(page: Page): Promise<void> {
  const dialog = signInOver(page)
  await dialog.locator('input[type=password]').fill(inject('devServer').password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

it('on every page: what is looked for next asks for the password, and the page is there again', async () => {
  const { page, context } = await openAsOwner(open, '/')
  const { tenant } = inject('devServer')
  for (const { name, path } of PAGES) {
    await page.goto(await addressOf(page, tenant, path))
    await settled(page)
    const title = await page.locator('main h1').first().innerText()
    await endSessions(page)
    await page.keyboard.press('Control+k')
    const search = page.getByPlaceholder('Search customers, orders, codes and pages')
    await search.or(signInOver(page)).first().waitFor()
    // Unless the page has asked for something by itself meanwhile.
    if (!(await signInOver(page).isVisible())) await search.fill('ana')
    await signInAgain(page)
    await page.keyboard.press('Escape')
    expect(await page.locator('main h1').first().innerText(), name).toBe(title)
    expect(page.url(), name).not.toContain('sign-in')
  }
  await context.close()
}, 300_000)

it('what was typed stays, and is saved once the password is given', async () => {
  const { page, context, faults } = await openAsOwner(open, '/rewards/new?type=custom')
  await page.getByLabel('Title', { exact: true }).fill('A tour of the roastery')
  await page.getByLabel('Costs').fill('900')
  await endSessions(page)
  await page.getByRole('button', { name: 'Create reward' }).click()
  await signInOver(page).waitFor()
  expect(await axeFindings(page)).toEqual([])
  // Nothing of the merchant can be seen while nobody is signed in.
  expect(await page.evaluate(() => document.elementFromPoint(40, 40)?.className.includes('Overlay'))).toBe(
    true,
  )
  await signInOver(page).locator('input[type=password]').fill('not the password')
  await signInOver(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await signInOver(page).locator('.mantine-InputWrapper-error').waitFor()
  await page.keyboard.press('Escape')
  await signInAgain(page)
  await page.waitForURL(/\/rewards\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  expect(await api(page, 'GET', `/rewards/${id}`)).toMatchObject({ title: 'A tour of the roastery' })
  expect(faults).toEqual([])
  await context.close()
})

it('whoever loads the page then signs in and is back there, with its tab', async () => {
  const { page, context } = await openAsOwner(open, '/customers/1?view=orders')
  await settled(page)
  await endSessions(page)
  await goTo(page, '/customers/1?view=orders')
  await page.waitForURL(/\/panel\/sign-in\?to=/)
  await page.locator('input[name=email]').fill(inject('devServer').email)
  await page.locator('input[name=password]').fill(inject('devServer').password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/customers\/1\?view=orders$/)
  await context.close()
})
