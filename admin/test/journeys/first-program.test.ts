import type { Locator, Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { FROM_THE_PANEL, withBrowser } from '../support/browser.ts'
import { invite, makeMerchant } from '../support/punchcard.ts'
import { confirmed } from '../support/session.ts'

const { open } = withBrowser()
const PASSWORD = 'five holes in a card'

it('from the link of an invitation to a published program, and an order that earns by it', async () => {
  const { page, context, faults } = await open()
  const { tenant, link } = await makeMerchant('Livraria Maré')
  let clicks = 0
  const click = async (name: string | RegExp, inside: Page | Locator = page): Promise<void> => {
    clicks += 1
    await inside.getByRole('button', { name }).first().click()
  }

  await page.goto(new URL(link).pathname)
  await page.getByLabel('Your name').fill('Clara Duarte')
  await page.getByLabel('Choose a password').fill(PASSWORD)
  await click('Join')
  await page.getByRole('heading', { name: 'Welcome, Clara' }).waitFor()

  // A key, which asks for the password and is shown once.
  await click('Create API key')
  await page.getByLabel('Name', { exact: true }).fill('Web shop')
  const made = page.getByRole('dialog', { name: 'API key created' })
  await confirmed(
    page,
    () => click('Create API key', page.getByRole('dialog')),
    () => made.waitFor(),
    PASSWORD,
  )
  const [, secret = ''] = await page.locator('[role=dialog] pre').allInnerTexts()
  await click('Make the first API call')
  await page.getByText('Accepted: the key works.').waitFor()
  await click("I've saved it")

  // “1 point per R$ 1, valid 12 months, double for brand aurora”.
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await click('Write the first rule')
  await page.getByText('expire after 365 days').waitFor()
  await click('Add a rule')
  await click(/^A brand/)
  await page.getByRole('combobox', { name: 'Which ones' }).fill('aurora')
  await click('Add to draft')
  await page.getByText('Draft with').waitFor()
  await page.getByRole('cell', { name: '100', exact: true }).first().waitFor()
  await click('Publish…')
  await click('Publish now')
  await page.getByText('Version 1 is live').first().waitFor()
  expect(clicks).toBeLessThanOrEqual(14)

  // Without a terminal: a wrong secret is told, the right one sends an order that earns.
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByText('First API call received').waitFor()
  await click('Send test order')
  const secretField = page.getByLabel(/the secret of “Web shop”/)
  await secretField.fill('pcs_live_wrong')
  await click('Send order')
  await page.getByText("Refused: the token and the secret don't match.").waitFor()
  await secretField.fill(secret)
  await click('Send order')
  await page.getByText('Accepted: test-customer now has a balance of 100.').waitFor()
  await page.keyboard.press('Escape')

  // Home hears of it by itself: four steps are done.
  await page.getByText('First points awarded').waitFor()
  await page.getByText('Program published').waitFor()
  expect(page.url()).toContain(`/t/${tenant}`)
  expect(faults).toEqual([])
  await context.close()
})

it('a slot is changed and previewed by keyboard alone, and a rollback goes through the draft', async () => {
  const { page, context, faults } = await open()
  const { link } = await makeMerchant('Padaria Sol')
  await page.goto(new URL(link).pathname)
  await page.getByLabel('Your name').fill('Davi')
  await page.getByLabel('Choose a password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.getByRole('button', { name: 'Write the first rule' }).focus()
  await page.keyboard.press('Enter')
  const points = page.getByRole('button', { name: '1 point', exact: true })
  await points.waitFor()
  await publishByKeyboard()
  await page.getByText('Version 1 is live').first().waitFor()

  await points.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '3 points', exact: true }).waitFor()
  await page.getByText('Draft with 1 change').waitFor()
  // The preview: 100 now, 300 by the draft.
  await page.getByRole('cell', { name: '300', exact: true }).first().waitFor()
  await publishByKeyboard()
  await page.getByText('Version 2 is live').first().waitFor()

  await page.getByRole('link', { name: 'History', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Version 1' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Restore as draft' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '1 point', exact: true }).waitFor()
  await publishByKeyboard()
  await page.getByText('Version 3 is live').first().waitFor()
  expect(faults).toEqual([])
  await context.close()

  async function publishByKeyboard(): Promise<void> {
    await page.getByRole('button', { name: 'Publish…' }).focus()
    await page.keyboard.press('Enter')
    const publish = page.getByRole('button', { name: 'Publish now' })
    await publish.waitFor()
    await publish.focus()
    await page.keyboard.press('Enter')
    await publish.waitFor({ state: 'detached' })
  }
})

it('two people at one draft: the second is told who was quicker, and nothing is lost', async () => {
  const first = await open()
  const { link } = await makeMerchant('Feira Nova')
  await first.page.goto(new URL(link).pathname)
  await first.page.getByLabel('Your name').fill('Bia')
  await first.page.getByLabel('Choose a password').fill(PASSWORD)
  await first.page.keyboard.press('Enter')
  await first.page.getByRole('heading', { name: /Welcome/ }).waitFor()
  await first.page.getByRole('link', { name: 'Rules', exact: true }).click()
  await first.page.getByRole('button', { name: 'Write the first rule' }).click()
  await first.page.getByText('Draft with').waitFor()

  // The same person in a second tab is a second person to the server.
  const second = await first.context.newPage()
  await second.goto(first.page.url())
  await second.getByRole('button', { name: '1 point', exact: true }).waitFor()
  await change(first.page, '2')
  await first.page.getByRole('button', { name: '2 points', exact: true }).waitFor()
  await change(second, '5')
  const dialog = second.getByRole('dialog', { name: /changed this first/ })
  await dialog.waitFor()
  expect(await dialog.innerText()).toContain('Customers earn 2 points')
  expect(await dialog.innerText()).toContain('Customers earn 5 points')
  await second.getByRole('button', { name: 'Save result' }).click()
  await second.getByRole('button', { name: '5 points', exact: true }).waitFor()
  expect(first.faults).toEqual([])
  await first.context.close()

  async function change(page: typeof first.page, points: string): Promise<void> {
    await page.getByRole('button', { name: '1 point', exact: true }).click()
    await page.keyboard.type(points)
    await page.keyboard.press('Enter')
  }
})

it('who may not change the program sees it, and can only read', async () => {
  const { page, context } = await open()
  const { tenant } = inject('devServer')
  const { link } = await invite(tenant, 'viewer')
  await page.goto(new URL(link).pathname)
  await page.getByLabel('Your name').fill('Vera')
  await page.getByLabel('Choose a password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/panel\/t\//)
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await page.getByText('You can view this but not change it.').waitFor()
  expect(await page.getByRole('button', { name: /Add a rule/ }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
  const refused = await page.request.put(`/v1/admin/tenants/${tenant}/program/draft`, {
    data: { program: { cashback: { isOn: false, pointValue: '0' }, rules: [] } },
    headers: { ...FROM_THE_PANEL, 'if-match': '"r1"' },
  })
  expect(refused.status()).toBe(403)
  await context.close()
})
