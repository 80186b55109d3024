/** Service tokens: made with the rights that were chosen, shown once, replaced, revoked. */
import { expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings } from '../support/look.ts'
import { openAsOwner } from '../support/merchant.ts'
import { invite } from '../support/punchcard.ts'
import { confirmed } from '../support/session.ts'

const { open } = withBrowser()

/** What the management API answers to a token, as a program of the merchant would ask. */
async function statusWith(secret: string, path: string): Promise<number> {
  const { url, tenant } = inject('devServer')
  const response = await fetch(`${url}/v1/admin/tenants/${tenant}${path}`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  await response.arrayBuffer()
  return response.status
}

it('a token is made with what it may do, works for that alone, is replaced and revoked', async () => {
  const { page, faults, context } = await openAsOwner(open, '/developers/keys')
  await page.getByRole('link', { name: 'Service tokens', exact: true }).click()
  await page.getByRole('button', { name: 'Create token…' }).first().click()

  // All that is wrong stands at its field.
  const making = page.getByRole('dialog', { name: 'Create service token' })
  await making.getByRole('button', { name: 'Create token', exact: true }).click()
  await making.getByText('Choose at least one permission.').waitFor()
  await making.getByRole('checkbox', { name: 'Rules: Publish' }).check()
  expect(await making.getByRole('checkbox', { name: 'Rules: Read' }).isChecked()).toBe(true)
  await making.getByText('Anyone with this token can publish rules').waitFor()
  await making.getByRole('checkbox', { name: 'Rules: Publish' }).uncheck()
  expect(await making.getByText('Anyone with this token can publish rules').count()).toBe(0)
  await making.getByLabel('Expires after').fill('')
  await making.getByText('Without an expiry date it works until someone revokes it.').waitFor()
  await making.getByLabel('Expires after').fill('9999')
  const wrong = making.locator('.mantine-InputWrapper-error')
  await confirmed(
    page,
    () => making.getByRole('button', { name: 'Create token', exact: true }).click(),
    () => wrong.first().waitFor(),
  )
  expect(await wrong.count()).toBe(2)
  expect(await axeFindings(page)).toEqual([])
  await making.getByLabel('Name').fill('Nightly export')
  await making.getByLabel('Expires after').fill('30')
  await making.getByRole('button', { name: 'Create token', exact: true }).click()
  const made = page.getByRole('dialog', { name: 'Token created' })
  await made.waitFor()
  const secret = await made.locator('pre').innerText()
  expect(secret).toMatch(/^pca_live_/)
  await made.getByRole('button', { name: "I've saved it" }).click()
  const row = page.getByRole('row', { name: /^Nightly export/ })
  await row.getByText('the merchant').waitFor()
  expect(await statusWith(secret, '/program')).toBe(200)
  expect(await statusWith(secret, '/rewards')).toBe(403)

  await row.getByRole('button', { name: 'More about Nightly export' }).click()
  await page.getByRole('menuitem', { name: 'Rotate…' }).click()
  await page.getByRole('radio', { name: 'no time: revoke it now' }).check()
  await confirmed(
    page,
    () => page.getByRole('button', { name: 'Create new token' }).click(),
    () => made.waitFor(),
  )
  const next = await made.locator('pre').innerText()
  await made.getByRole('button', { name: "I've saved it" }).click()
  await expect.poll(() => statusWith(secret, '/program'), { timeout: 10_000 }).toBe(401)
  expect(await statusWith(next, '/program')).toBe(200)

  // Until the list is read again, the row of the old token is the only one, and looks like the new one.
  await expect.poll(() => page.getByRole('row', { name: /^Nightly export/ }).count()).toBe(2)
  await page
    .getByRole('row', { name: /^Nightly export.*Until/ })
    .getByRole('button')
    .click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('row', { name: /^Nightly export.*Revoked/ }).waitFor()
  await expect.poll(() => statusWith(next, '/program'), { timeout: 10_000 }).toBe(401)
  expect(faults).toEqual([])
  await context.close()
})

it('a developer sees the tokens and makes none; who may not see them is not offered the page', async () => {
  const { tenant } = inject('devServer')
  for (const [role, seen] of [
    ['developer', true],
    ['viewer', false],
  ] as const) {
    const { page, context } = await open()
    const { link } = await invite(tenant, role)
    await page.goto(new URL(link).pathname)
    await page.getByLabel('Your name').fill(`Only a ${role}`)
    await page.getByLabel('Choose a password').fill('a token is no password')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/panel\/t\/\d+/)
    await page.goto(`/panel/t/${tenant}/developers/keys/tokens?dialog=new`)
    if (seen) await page.getByRole('heading', { name: 'Service tokens', exact: true }).waitFor()
    else await page.getByRole('heading', { name: 'Page not found' }).first().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Create token…' }).count()).toBe(0)
    await context.close()
  }
})
