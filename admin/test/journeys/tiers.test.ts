/** The ladder: edited and saved as a whole. */
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { api, openAsOwner } from '../support/merchant.ts'

const { open } = withBrowser()

interface Ladder {
  readonly tiers: readonly { readonly key: string; readonly name: string; readonly archived: boolean }[]
}

it('a tier is added with a goal and benefits, moved, and ended again', async () => {
  const { page, faults, context } = await openAsOwner(open, '/tiers')
  await page.getByRole('button', { name: 'Add a tier…' }).click()
  await page.getByLabel('Name').fill('Diamond')
  await page.getByRole('button', { name: 'Add tier' }).click()
  await page.getByLabel('At least').fill('5000')
  await page.getByRole('button', { name: 'Add a benefit' }).click()
  await page.getByLabel('Description').fill('Half more')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'more points' }).click()
  await page.getByLabel('Times the points').fill('1.5')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save tiers' }).click()
  await page.getByText(/^Saved \d\d:\d\d/).waitFor()
  const saved = await api<Ladder>(page, 'GET', '/tiers')
  expect(saved.tiers.find(({ key }) => key === 'diamond')).toMatchObject({
    name: 'Diamond',
    goals: [{ measure: 'spend', value: '5000', months: 12 }],
    benefits: [{ text: 'Half more', reward: null, multiplier: '1.5' }],
  })
  await page.reload()
  await page.getByText('For customers with R$ 5,000.00 spent within 12 months').waitFor()
  await page.getByText('Half more (1.5 times the points)').waitFor()

  await page.getByRole('button', { name: 'Move Diamond down' }).click()
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Diamond' }) })
    .getByRole('button', { name: 'Archive' })
    .click()
  await page.getByText('Archived when you save: 0 customers lose this tier.').waitFor()
  await page.getByRole('button', { name: 'Save tiers' }).click()
  await page.getByText(/^Saved \d\d:\d\d/).waitFor()
  const ended = await api<Ladder>(page, 'GET', '/tiers')
  expect(ended.tiers.find(({ key }) => key === 'diamond')?.archived).toBe(true)
  expect(faults).toEqual([])
  await context.close()
})

it('what is wrong is shown at its tier', async () => {
  const { page, context } = await openAsOwner(open, '/tiers')
  await settled(page)
  const gold = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Gold' }) })
  await gold.getByRole('button', { name: 'Edit' }).click()
  await gold.getByLabel('At least').fill('0')
  await page.getByRole('button', { name: 'Save tiers' }).click()
  await gold.getByText('This must be above 0.').waitFor()
  expect((await api<Ladder>(page, 'GET', '/tiers')).tiers.some(({ key }) => key === 'gold')).toBe(true)
  await context.close()
})
