/** The password is asked for above the dialog that needs it, and whoever cancels finds that dialog as it was. */
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { joinAs } from '../support/punchcard.ts'
import { confirmed, forgetConfirmations } from '../support/session.ts'

const { open } = withBrowser()

interface Sensitive {
  readonly what: string
  readonly path: string
  /** What opens the dialog; none: the address does. */
  readonly opener?: string
  readonly dialog: string | RegExp
  readonly typed: Readonly<Record<string, string>>
  readonly submit: string
}

const SENSITIVE: readonly Sensitive[] = [
  {
    what: 'an invitation',
    path: '/settings/people',
    opener: 'Invite person…',
    dialog: 'Invite person',
    typed: { Email: 'nobody-yet@cafe-aurora.example' },
    submit: 'Create link',
  },
  {
    what: 'an API key',
    path: '/developers/keys',
    opener: 'Create API key…',
    dialog: 'Create API key',
    typed: { Name: 'The shop at the harbour' },
    submit: 'Create API key',
  },
  {
    what: 'an adjustment',
    path: '/customers/1?dialog=adjust',
    dialog: /^Adjust points of/,
    typed: { Amount: '40', Note: 'Broken cup' },
    submit: 'Add points',
  },
  {
    what: 'a webhook endpoint',
    path: '/developers/webhooks',
    opener: 'Add endpoint…',
    dialog: /endpoint$/,
    typed: { URL: 'https://erp.cafe-aurora.invalid/hook' },
    submit: 'Add endpoint',
  },
]

describe.each(SENSITIVE)('$what', ({ path, opener, dialog: name, typed, submit }) => {
  it('stays as it was typed where the password is not given, by the button and by Escape', async () => {
    const { page, context, faults } = await openAsOwner(open, path)
    if (opener) await page.getByRole('button', { name: opener }).first().click()
    const dialog = page.getByRole('dialog', { name })
    for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label).fill(text)
    await forgetConfirmations()
    for (const cancel of [byButton, byEscape]) {
      const act = dialog.getByRole('button', { name: submit, exact: true })
      await act.click()
      const isIt = page.getByRole('dialog', { name: 'Confirm it’s you' })
      // Only what is on top can be filled (`onlyOnTop`).
      await isIt.locator('input[type=password]').fill('something')
      await cancel(page)
      await isIt.waitFor({ state: 'detached' })
      for (const [label, text] of Object.entries(typed))
        expect(await dialog.getByLabel(label).inputValue()).toBe(text)
      await expect.poll(() => act.getAttribute('data-loading')).toBe(null)
      expect(await dialog.getByRole('alert').count()).toBe(0)
    }
    expect(faults).toEqual([])
    await context.close()
  })
})

it('a link for a new password, a new link for an invitation and a replay ask for the password too', async () => {
  const member = await joinAs(open, 'viewer')
  await member.context.close()
  const { page, context, faults } = await openAsOwner(open, '/settings/people')
  const linkMade = page.getByRole('dialog', { name: 'Link created' })
  const passOn = () => linkMade.getByRole('button', { name: 'I’ve shared it' }).click()

  await page.getByRole('button', { name: 'More about Davi' }).first().click()
  await page.getByRole('menuitem', { name: 'Reset password…' }).click()
  await confirmed(
    page,
    () => page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click(),
    () => linkMade.waitFor(),
  )
  await passOn()

  const email = `again-${Date.now()}@cafe-aurora.example`
  await api(page, 'POST', '/people/invitations', {
    headers: { 'idempotency-key': email },
    body: { email, role: 'viewer' },
  })
  await page.reload()
  const invited = page.getByRole('row').filter({ hasText: email })
  await confirmed(
    page,
    () => invited.getByRole('button').first().click(),
    () => linkMade.waitFor(),
  )
  await passOn()

  const { endpoint } = await api<{ endpoint: { id: number } }>(page, 'POST', '/webhook-endpoints', {
    headers: { 'idempotency-key': `endpoint-${email}` },
    body: { url: 'https://erp.cafe-aurora.invalid/again', topics: ['Point_Add'] },
  })
  await goTo(page, `/developers/webhooks/${endpoint.id}?dialog=replay`)
  const replay = page.getByRole('dialog', { name: 'Replay events' })
  await confirmed(
    page,
    () => replay.getByRole('button', { name: 'Replay', exact: true }).click(),
    () => replay.waitFor({ state: 'detached' }),
  )
  expect(faults).toEqual([])
  await context.close()
})

it('a form that is refused without a wrong field goes to what it says', async () => {
  const { page, context } = await openAsOwner(open, '/settings/people')
  await page.getByRole('button', { name: 'More about Aurora' }).click()
  await page.getByRole('menuitem', { name: 'Change role…' }).click()
  await page.getByRole('radio', { name: /^Manager/ }).check()
  const notice = page.getByRole('dialog').getByRole('alert')
  await confirmed(
    page,
    () => page.getByRole('button', { name: 'Change role' }).click(),
    () => notice.waitFor(),
  )
  await expect.poll(() => notice.evaluate((one) => one === document.activeElement)).toBe(true)
  await context.close()
})

async function byButton(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Confirm it’s you' })
    .getByRole('button', { name: 'Cancel', exact: true })
    .click()
}

async function byEscape(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
}

it('a field that something covers can be neither filled nor clicked by these tests', async () => {
  const { page, context } = await open()
  await page.goto(`${inject('devServer').url}/panel/sign-in`)
  const email = page.locator('input[name=email]')
  await email.fill('a person sees it')
  await page.evaluate(() => {
    const above = document.createElement('div')
    Object.assign(above.style, { position: 'fixed', inset: '0', zIndex: '1000' })
    document.body.append(above)
  })
  await expect(email.fill('nobody sees it')).rejects.toThrow(/is covered by <div/)
  await expect(email.click({ timeout: 1_000 })).rejects.toThrow(/intercepts pointer events/)
  expect(() => email.click({ force: true })).toThrow(/not to be forced/)
  await context.close()
})
