/** When points expire: in the sentence of a rule, in the settings, and on the customer's page. */
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { ensureDraft } from '../support/prepare.ts'

const { open } = withBrowser()

interface Draft {
  readonly program: { readonly rules: readonly { readonly id: number; readonly kind: string }[] }
}

interface Settings {
  readonly version: number
  readonly inactivity: {
    readonly months: number
    readonly noticeDays: number
    readonly startsOn: string
  } | null
}

/** Pictures for people who look at them: PICTURES=<folder>. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: false })
}

async function switchOn(page: Page): Promise<void> {
  const inactivity = page.getByRole('switch', { name: 'Points expire when they are not used' })
  // Not below the bar that stays at the bottom.
  await inactivity.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await inactivity.check()
}

it.each([
  ['light', { width: 1280, height: 900 }],
  ['dark', { width: 1280, height: 900, scheme: 'dark' }],
  ['phone', { width: 360, height: 800 }],
] as const)(
  'points expire with a month or after a day of the year, as the sentence says: %s',
  async (name, look) => {
    const { page, context, faults } = await openAsOwner(open, '/', look)
    await ensureDraft(page, inject('devServer').tenant)
    await goTo(page, '/program')
    await settled(page)
    const purchase = async () =>
      (await api<Draft>(page, 'GET', '/program/draft')).program.rules.find(({ kind }) => kind === 'purchase')
    const rule = page.locator(`li[data-rule="${(await purchase())?.id}"]`)
    await rule.getByRole('button', { name: /^expire/ }).click()
    await page.getByRole('radio', { name: 'At the end of a month' }).check()
    await rule.getByRole('button', { name: 'expire at the end of the 12th month after' }).waitFor()
    const months = page.getByLabel(/^Months after/)
    await months.fill('0')
    await rule.getByRole('button', { name: 'expire at the end of the month', exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('radio', { name: 'After a day of the year' }).check()
    await page.getByLabel('Month', { exact: true }).selectOption('03')
    await page.getByLabel('Year', { exact: true }).selectOption('1')
    await rule.getByRole('button', { name: 'expire after 31 March of the next year' }).waitFor()
    await expect
      .poll(purchase, { timeout: 15_000 })
      .toMatchObject({ goodUntil: { yearDay: '03-31', years: 1 } })
    expect(await purchase()).not.toHaveProperty('validityDays')
    await page.getByLabel('Month', { exact: true }).selectOption('02')
    await rule.getByRole('button', { name: 'expire after 28 February of the next year' }).waitFor()
    await picture(page, `rule-${name}`)
    expect(await axeFindings(page)).toEqual([])
    expect(await overflowOf(page)).toEqual([])
    await page.getByRole('radio', { name: 'After a number of days' }).check()
    await page.getByLabel('days', { exact: true }).fill('90')
    await rule.getByRole('button', { name: 'expire after 90 days' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard…' }).click()
    await page.getByRole('button', { name: 'Discard the draft' }).click()
    expect(faults).toEqual([])
    await context.close()
  },
)

it('points that are not used expire after a notice, and the customer’s page says when', async () => {
  const { page, context, faults } = await openAsOwner(open, '/settings', { width: 1280, height: 900 })
  await settled(page)
  await switchOn(page)
  await page.getByLabel('Time without activity').fill('6')
  await page.getByText('Not allowed in Québec', { exact: false }).waitFor()
  await page.getByLabel('Notice before').fill('0')
  await page.getByLabel('Count from').evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await picture(page, 'settings-light')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText(/^Saved \d\d:\d\d/).waitFor()
  const { version, inactivity } = await api<Settings>(page, 'GET', '')
  expect(inactivity).toMatchObject({ months: 6, noticeDays: 0, startsOn: expect.stringMatching(/^\d{4}-/) })

  const { items } = await api<{ items: { id: number; balance: { points: string } }[] }>(
    page,
    'GET',
    '/customers',
  )
  const rich = items.find(({ balance }) => Number(balance.points) > 0)
  await goTo(page, `/customers/${rich?.id}`)
  await page.getByText(/^expires on .* unless something is bought or redeemed$/).waitFor()
  await settled(page)
  await picture(page, 'customer-light')
  expect(await axeFindings(page)).toEqual([])

  // The audit log tells it in words, and the merchant is everybody's.
  await api(page, 'PATCH', '', { headers: { 'if-match': `"r${version}"` }, body: { inactivity: null } })
  await goTo(page, '/settings/audit')
  await page
    .getByText('the months without activity after which points expire', { exact: false })
    .first()
    .waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it.each([
  ['dark', { width: 1280, height: 900, scheme: 'dark' }],
  ['phone', { width: 360, height: 800 }],
] as const)('the settings of points that are not used fit: %s', async (name, look) => {
  const { page, context } = await openAsOwner(open, '/settings', look)
  await settled(page)
  await switchOn(page)
  await page.getByLabel('Count from').evaluate((element) => element.scrollIntoView({ block: 'center' }))
  expect(await overflowOf(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await picture(page, `settings-${name}`)
  await context.close()
})
