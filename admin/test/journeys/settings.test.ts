/** Settings of the merchant, and who may come in. */
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings } from '../support/look.ts'
import { api, openAsOwner } from '../support/merchant.ts'
import { confirmed } from '../support/session.ts'

const { open } = withBrowser()

interface Settings {
  readonly version: number
  readonly tierGraceDays: number
  readonly pointsName: { readonly en: { readonly one: string; readonly many: string } }
  readonly security: { readonly idleMinutes: number }
  readonly approvals: {
    readonly adjustAbove: string | null
    readonly adjustPerDay: string | null
    readonly erase: boolean
  }
}

it('the points get a name of their own, which every page then says', async () => {
  const { page, faults, context } = await openAsOwner(open, '/settings')
  const { pointsName } = await api<Settings>(page, 'GET', '')
  await page.getByLabel('Singular · English').fill('bean')
  await page.getByLabel('Plural · English').fill('beans')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText(/^Saved \d\d:\d\d/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Rewards' }).click()
  await page.getByText('200 beans').waitFor()
  // The merchant is everybody's: other journeys read of points.
  const { version } = await api<Settings>(page, 'GET', '')
  await api(page, 'PATCH', '', { headers: { 'if-match': `"r${version}"` }, body: { pointsName } })
  expect(faults).toEqual([])
  await context.close()
})

it('two who change different settings keep both', async () => {
  const { page, context } = await openAsOwner(open, '/settings')
  await page.getByLabel('Grace period before losing a tier').fill('45')
  const { version } = await api<Settings>(page, 'GET', '')
  await api(page, 'PATCH', '', {
    headers: { 'if-match': `"r${version}"`, 'content-type': 'application/json' },
    body: { limits: { rewardPoints: '12000' } },
  })
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByRole('button', { name: 'Save result' }).click()
  await page.getByText(/^Saved \d\d:\d\d/).waitFor()
  expect(await api<Settings>(page, 'GET', '')).toMatchObject({
    tierGraceDays: 45,
    limits: { rewardPoints: '12000' },
  })
  await context.close()
})

it('the security is changed with the password, and out of its bounds it is refused', async () => {
  const { page, context } = await openAsOwner(open, '/settings/security')
  const minutes = page.getByLabel('Sign out after')
  await minutes.fill('5')
  await confirmed(
    page,
    () => page.getByRole('button', { name: 'Save settings' }).click(),
    () => page.locator('.mantine-InputWrapper-error, [role=alert]').first().waitFor(),
  )
  await minutes.fill('60')
  await confirmed(
    page,
    () => page.getByRole('button', { name: 'Save settings' }).click(),
    () => page.getByText(/^Saved \d\d:\d\d/).waitFor(),
  )
  expect((await api<Settings>(page, 'GET', '')).security.idleMinutes).toBe(60)

  // From when on a second person has to agree: empty is no limit.
  const above = page.getByLabel('Approval above', { exact: true })
  await above.fill('-1')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('0 or more').waitFor()
  await above.fill('7,500.5')
  await page.getByLabel('in total within 24 hours').fill('')
  // Off again at the end: others erase on this server too.
  for (const erase of [true, false]) {
    await page.getByLabel('Approval for erasing').setChecked(erase)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect
      .poll(async () => (await api<Settings>(page, 'GET', '')).approvals)
      .toMatchObject({ adjustAbove: '7500.5', adjustPerDay: null, erase })
  }
  expect(await axeFindings(page)).toEqual([])
  await context.close()
})
