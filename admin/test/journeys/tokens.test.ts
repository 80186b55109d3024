/** Service tokens: made with the rights that were chosen, shown once, replaced, revoked. */
import { expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings } from '../support/look.ts'
import { confirmIfAsked, openAsOwner } from '../support/merchant.ts'
import { invite } from '../support/punchcard.ts'

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
  await page.getByRole('link', { name: 'Service tokens' }).click()
  await page.getByRole('button', { name: 'New token…' }).first().click()

  // All that is wrong stands at its field.
  const making = page.getByRole('dialog', { name: 'New service token' })
  await making.getByRole('button', { name: 'Make the token' }).click()
  await making.getByText('Choose at least one thing that it may do.').waitFor()
  await making.getByRole('checkbox', { name: 'Rules: Publish' }).check()
  expect(await making.getByRole('checkbox', { name: 'Rules: Read' }).isChecked()).toBe(true)
  await making.getByText('Who has it can publish rules').waitFor()
  await making.getByRole('checkbox', { name: 'Rules: Publish' }).uncheck()
  expect(await making.getByText('Who has it can publish rules').count()).toBe(0)
  await making.getByLabel('Good for').fill('')
  await making.getByText('Without an end it works until somebody revokes it.').waitFor()
  await making.getByLabel('Good for').fill('9999')
  await making.getByRole('button', { name: 'Make the token' }).click()
  const wrong = making.locator('.mantine-InputWrapper-error')
  await confirmIfAsked(page, () => wrong.first().waitFor())
  expect(await wrong.count()).toBe(2)
  expect(await axeFindings(page)).toEqual([])
  await making.getByLabel('What it is for').fill('Nightly export')
  await making.getByLabel('Good for').fill('30')
  await making.getByRole('button', { name: 'Make the token' }).click()
  const made = page.getByRole('dialog', { name: 'The token is made' })
  await made.waitFor()
  const secret = await made.locator('pre').innerText()
  expect(secret).toMatch(/^pca_live_/)
  await made.getByRole('button', { name: 'I have kept it' }).click()
  const row = page.getByRole('row', { name: /^Nightly export/ })
  await row.getByText('the merchant').waitFor()
  expect(await statusWith(secret, '/program')).toBe(200)
  expect(await statusWith(secret, '/rewards')).toBe(403)

  await row.getByRole('button', { name: 'More about Nightly export' }).click()
  await page.getByRole('menuitem', { name: 'Rotate…' }).click()
  await page.getByRole('radio', { name: 'not at all: it ends now' }).check()
  await page.getByRole('button', { name: 'Make the new token' }).click()
  await confirmIfAsked(page, () => made.waitFor())
  const next = await made.locator('pre').innerText()
  await made.getByRole('button', { name: 'I have kept it' }).click()
  await expect.poll(() => statusWith(secret, '/program'), { timeout: 10_000 }).toBe(401)
  expect(await statusWith(next, '/program')).toBe(200)

  await page
    .getByRole('row', { name: /^Nightly export.*Until/ })
    .getByRole('button')
    .click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await page.getByRole('button', { name: 'Revoke it' }).click()
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
    if (seen) await page.getByRole('heading', { name: 'Service tokens' }).waitFor()
    else await page.getByRole('heading', { name: 'There is nothing here' }).first().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'New token…' }).count()).toBe(0)
    await context.close()
  }
})
