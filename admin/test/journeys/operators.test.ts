/** Who runs the installation: all merchants, one suspended and resumed, and support access that the merchant ends. */
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { choose } from '../support/prepare.ts'
import { JOINED_WITH, joinByLink, makeMerchant, openAsOperator } from '../support/punchcard.ts'
import { confirmed } from '../support/session.ts'

const { open } = withBrowser()

it('an operator suspends and resumes a merchant, and looks at it until its owner ends that', async () => {
  const name = `Harbour ${Date.now()}`
  const { tenant, link } = await makeMerchant(name)
  const owner = await joinByLink(open, link, 'Olga')
  const { page, context, faults } = await openAsOperator(open, 'Otto')
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByText('Active').waitFor()
  const more = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: `More about ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  await more('Suspend…')
  const suspend = page.getByRole('dialog', { name: `Suspend ${name}` })
  await suspend.getByLabel('Reason').fill('The invoice of October is open.')
  expect(await axeFindings(page)).toEqual([])
  await confirmed(
    page,
    () => suspend.getByRole('button', { name: 'Suspend', exact: true }).click(),
    () => row.getByText('Suspended').waitFor(),
    JOINED_WITH,
  )
  await row.getByText('The invoice of October is open.').waitFor()
  await owner.page.reload()
  await owner.page.getByText(`${name} is suspended`).waitFor()
  await owner.page.getByText('Reason: The invoice of October is open.').waitFor()

  await more('Resume…')
  const resume = page.getByRole('dialog', { name: `Resume ${name}` })
  await confirmed(
    page,
    () => resume.getByRole('button', { name: 'Resume', exact: true }).click(),
    () => row.getByText('Active').waitFor(),
    JOINED_WITH,
  )

  await more('Get support access…')
  const support = page.getByRole('dialog', { name: `Support access to ${name}` })
  await support.getByLabel('Reason').fill('You asked us to look at the webhooks.')
  await confirmed(
    page,
    () => support.getByRole('button', { name: 'Get access' }).click(),
    () => row.getByText(/^Support access until/).waitFor(),
    JOINED_WITH,
  )
  await more('Open')
  await page.getByText(`You have support access to ${name}`).waitFor()
  await page.goto(`/panel/t/${tenant}/customers`)
  await page.getByText('Your role can’t see personal data').waitFor()
  expect(await page.getByRole('button', { name: 'Add customer…' }).count()).toBe(0)

  await owner.page.goto(`/panel/t/${tenant}/`)
  await owner.page.getByText(/^Otto, an operator of this server, can look at/).waitFor()
  await owner.page.getByText('Reason: You asked us to look at the webhooks.').waitFor()
  await owner.page.getByRole('button', { name: 'End access' }).click()
  await owner.page.getByText(/^Otto, an operator/).waitFor({ state: 'detached' })
  await page.goto('/panel/platform/merchants')
  await row.getByText('Active').waitFor()
  expect(await row.getByText(/^Support access until/).count()).toBe(0)
  expect([...faults, ...owner.faults]).toEqual([])

  // As it looks elsewhere: in the other languages, in the dark, on a phone.
  for (const [locale, theme, width] of [
    ['pt-BR', 'dark', 360],
    ['es', 'light', 360],
    ['pt-BR', 'light', 1440],
  ] as const) {
    await choose(page, { locale, theme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/panel/platform/merchants')
    await page.getByText(name).first().waitFor()
    await settled(page)
    if (process.env.PICTURES) {
      await page.screenshot({ path: `${process.env.PICTURES}/merchants-${locale}-${theme}-${width}.png` })
    }
    expect(await overflowOf(page), `${locale}, ${theme}, ${width}`).toEqual([])
    expect(await axeFindings(page), `${locale}, ${theme}, ${width}`).toEqual([])
  }
  await owner.context.close()
  await context.close()
})
