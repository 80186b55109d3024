/** Who a customer is, whether they take part, what they can redeem, and who has changed what. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { buy } from '../support/shop.ts'

const { open } = withBrowser()

async function newCustomer(page: Page, total: number): Promise<{ id: number; name: string }> {
  const name = `care-${Date.now()}`
  await buy({ id: `${name}-1`, customer: name, total })
  const found = await api<{ items: { id: number }[] }>(page, 'GET', `/customers?search=${name}%40example.com`)
  return { id: found.items[0]?.id ?? 0, name }
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: /^More about Ana/ }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

it('a profile is corrected: what changes is seen before, and who did it after', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const { id, name } = await newCustomer(page, 100)
  await goTo(page, `/customers/${id}?view=profile`)
  await choose(page, 'Edit profile…')
  const dialog = page.getByRole('dialog', { name: /^Profile of/ })
  await dialog.getByText('No changes yet.').waitFor()
  await dialog.getByLabel('Phone').fill('+55 11 98765-4321')
  await dialog.getByLabel('Email').fill('')
  await dialog.getByRole('button', { name: 'Save profile' }).click()
  // Nothing is lost by a slip.
  await dialog.getByText('You can change it but not clear it.').waitFor()
  await dialog.getByLabel('Email').fill(`${name}@example.org`)
  expect(await dialog.innerText()).toContain(`${name}@example.com`)
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save profile' }).click()
  const done = page.getByRole('dialog', { name: /^Profile of .* updated$/ })
  await done.getByRole('link', { name: 'See changes' }).click()
  await page.getByText(/changed the profile of/).waitFor()
  await page.getByText(/changed the profile of/).click()
  await page.getByText('email, phone').waitFor()
  // The log tells which, and never what.
  expect(await page.getByRole('list', { name: 'Audit log' }).innerText()).not.toContain('98765')
  expect(await api(page, 'GET', `/customers/${id}`)).toMatchObject({
    email: `${name}@example.org`,
    phone: '+55 11 98765-4321',
  })
  expect(faults).toEqual([])
  await context.close()
})

it('two who correct one profile: the second sees yours, theirs and the result', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const { id, name } = await newCustomer(page, 100)
  await goTo(page, `/customers/${id}?dialog=profile`)
  const dialog = page.getByRole('dialog', { name: /^Profile of/ })
  await dialog.getByLabel('Name').fill('Ana Lima')
  await dialog.getByLabel('Document').fill('529.982.247-25')
  // Meanwhile an order brings a name and a phone.
  await api(page, 'PATCH', `/customers/${id}`, {
    body: { name: 'Ana Souza', phone: '+55 11 5555-1000' },
    headers: { 'if-match': '*' },
  })
  await dialog.getByRole('button', { name: 'Save profile' }).click()
  const changed = page.getByRole('dialog', { name: 'Someone changed this first' })
  await changed.waitFor()
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  await changed.getByLabel('Name: Theirs').check()
  await changed.getByRole('button', { name: 'Save result' }).click()
  await page.getByRole('dialog', { name: /updated$/ }).waitFor()
  expect(await api(page, 'GET', `/customers/${id}`)).toMatchObject({
    name: 'Ana Souza',
    phone: '+55 11 5555-1000',
    document: '529.982.247-25',
    email: `${name}@example.com`,
  })
  expect(faults).toEqual([])
  await context.close()
})

it('a customer leaves and takes part again; meanwhile nothing can be redeemed, and the page says why', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const { id, name } = await newCustomer(page, 250)
  await goTo(page, `/customers/${id}?view=redemptions`)
  await page.getByRole('combobox', { name: 'Reward' }).click()
  await page.getByRole('option', { name: 'R$ 10 off' }).click()
  await page.getByText('Yes, now').waitFor()
  await page.waitForURL(/reward=\d+/)

  await choose(page, 'Opt out…')
  const leave = page.getByRole('dialog', { name: /out of the program\?$/ })
  await expect
    .poll(() => leave.innerText())
    .toMatch(/Enrolled afterwards\s+No\s+Balance afterwards\s+250, unchanged/)
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  await leave.getByRole('button', { name: 'Opt out' }).click()
  await leave.getByText('Done. The audit log shows your name.').waitFor()
  expect(await leave.innerText()).toMatch(/Enrolled[\s\S]*No[\s\S]*Balance now\s+250/)
  await leave.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Not enrolled: orders earn no points.').waitFor()
  await page.getByText('Not now').waitFor()
  await buy({ id: `${name}-2`, customer: name, total: 80 })

  await choose(page, 'Enroll…')
  const enrol = page.getByRole('dialog', { name: /^Enroll .*\?$/ })
  await enrol.getByRole('button', { name: 'Enroll' }).click()
  await enrol.getByRole('link', { name: 'See changes' }).click()
  await page
    .getByText(/Aurora enrolled/)
    .first()
    .waitFor()
  await page
    .getByText(/Aurora opted out/)
    .first()
    .waitFor()
  await buy({ id: `${name}-3`, customer: name, total: 30 })
  expect(await api(page, 'GET', `/customers/${id}`)).toMatchObject({
    balance: { points: '280' },
    spent: '360',
  })
  expect(faults).toEqual([])
  await context.close()
})
