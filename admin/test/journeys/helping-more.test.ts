/** What a customer asks for beside points: a part of an order comes back, a reward is redeemed, somebody is added. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { confirmed } from '../support/session.ts'
import { buy, shopCall } from '../support/shop.ts'

const { open } = withBrowser()

const LINES = [
  { OriginalId: 'espresso', Title: 'Espresso', ProductPrice: 30 },
  { OriginalId: 'mug', Title: 'Mug', ProductPrice: 70 },
]

async function idOf(page: Page, customer: string): Promise<number> {
  const found = await api<{ items: { id: number }[] }>(
    page,
    'GET',
    `/customers?search=${customer}%40example.com`,
  )
  return found.items[0]?.id ?? 0
}

/** A customer who has bought for 100, in two lines. */
async function newCustomer(page: Page): Promise<{ id: number; order: string }> {
  const customer = `more-${Date.now()}`
  const order = `${customer}-1`
  await buy({ id: order, customer, total: 100, products: LINES })
  return { id: await idOf(page, customer), order }
}

it('a part of an order is returned, and the order says which part, how much and when', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const { id, order } = await newCustomer(page)
  await goTo(page, `/customers/${id}?view=orders`)
  await page.locator('tbody a').click()
  await page.getByRole('button', { name: 'Return part of order…' }).click()
  const dialog = page.getByRole('dialog', { name: `Return part of order ${order}` })
  await dialog.getByText('Enter what comes back to see what it does.').waitFor()

  // More than there is of a line: said at its field, and nothing is done.
  await dialog.getByRole('textbox', { name: 'Mug' }).fill('70.01')
  await dialog.getByLabel('Note').fill('The handle was broken')
  await confirmed(
    page,
    () => dialog.getByRole('button', { name: 'Return it' }).click(),
    () => dialog.locator('[aria-invalid=true]').waitFor(),
  )
  expect(await dialog.innerText()).toContain('This is more than what is left of this product: enter less.')
  await dialog.getByRole('textbox', { name: 'Mug' }).fill('20.50')
  await expect.poll(() => dialog.innerText()).toMatch(/Balance now\s+100[\s\S]*−21\s+Balance afterwards\s+79/)
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  await confirmed(
    page,
    () => dialog.getByRole('button', { name: 'Return it' }).click(),
    () => dialog.getByText('Done. This is what was recorded.').waitFor(),
  )
  expect(await dialog.innerText()).toMatch(/Returned\s+R\$\s*20\.50\s+Left of the order\s+R\$\s*79\.50/)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const main = page.locator('main')
  await page.getByRole('heading', { name: 'Returns' }).waitFor()
  const said = await main.innerText()
  expect(said).toContain('Completed · partly returned')
  expect(said).toMatch(/Mug\s+returned: R\$\s*20\.50/)
  expect(said).toMatch(/R\$\s*20\.50 of Mug\s+21 points taken back/)
  expect(said).toMatch(/Left after returns\s+R\$\s*79\.50/)
  await settled(page)
  expect(await axeFindings(page)).toEqual([])

  await goTo(page, `/orders?id=${order}`)
  await page.locator('tbody').getByText('partly returned').waitFor()
  await goTo(page, '/settings/audit')
  await page
    .getByText(/Aurora returned part of the order/)
    .first()
    .waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('cashback that was used for an order goes back with its part where one wants it', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const customer = `cashback-${Date.now()}`
  await buy({ id: `${customer}-1`, customer, total: 1000 })
  const id = await idOf(page, customer)
  const rewards = await api<{ items: { id: number; key: string }[] }>(page, 'GET', '/rewards')
  const reward = rewards.items.find(({ key }) => key === 'cashback')
  await shopCall(`RewardConfigurations/${reward?.id}/redeem`, { CustomerId: customer, Value: 10 })
  const redeemed = await api<{ items: { coupon: { code: string } }[] }>(
    page,
    'GET',
    `/customers/${id}/redemptions`,
  )
  await buy({ id: `${customer}-2`, customer, total: 100, coupon: redeemed.items[0]?.coupon.code ?? '' })

  const openReturn = async (order: string) => {
    await goTo(page, `/orders?id=${customer}-${order}`)
    await page.getByRole('link', { name: `${customer}-${order}` }).click()
    await page.getByRole('button', { name: 'Return part of order…' }).click()
    return page.getByRole('dialog', { name: `Return part of order ${customer}-${order}` })
  }
  const without = await openReturn('1')
  await without.getByLabel('Amount').waitFor()
  expect(await without.getByRole('combobox', { name: 'Cashback used for this order' }).count()).toBe(0)

  const dialog = await openReturn('2')
  await dialog.getByLabel('Amount').fill('50')
  // The settings keep it: 1000 - 200 + 100 points, less the 50 that this part earned.
  await expect.poll(() => dialog.innerText()).toMatch(/Balance now\s+900[\s\S]*Balance afterwards\s+850/)
  await dialog.getByRole('combobox', { name: 'Cashback used for this order' }).click()
  await page.getByRole('option', { name: 'Refund its share' }).click()
  // Half of the 200 points that paid for R$ 10.00.
  await expect.poll(() => dialog.innerText()).toMatch(/Balance afterwards\s+950/)
  await dialog.getByLabel('Note').fill('Came back half')
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  await confirmed(
    page,
    () => dialog.getByRole('button', { name: 'Return it' }).click(),
    () => dialog.getByText('Done. This is what was recorded.').waitFor(),
  )
  expect(await api(page, 'GET', `/customers/${id}`)).toMatchObject({ balance: { points: '950' } })

  await goTo(page, '/orders')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Partly returned' }).click()
  await page.waitForURL(/state=partlyReturned/)
  await page.getByRole('link', { name: `${customer}-2` }).waitFor()
  expect(await page.getByRole('link', { name: `${customer}-1` }).count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

it('a reward is redeemed for a customer, who gets its code', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const customer = `redeem-${Date.now()}`
  await buy({ id: `${customer}-1`, customer, total: 250 })
  const id = await idOf(page, customer)
  await goTo(page, `/customers/${id}`)
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Redeem a reward…' }).click()
  await page.getByRole('combobox', { name: 'Reward' }).click()
  await page.getByRole('option', { name: 'R$ 10 off' }).click()
  await page.getByRole('button', { name: 'Redeem…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Redeem “R\$ 10 off” for Ana/ })
  await expect
    .poll(() => dialog.innerText())
    .toMatch(/Balance now\s+250[\s\S]*−200\s+Balance afterwards\s+50/)
  await dialog.getByLabel('Note').fill('Asked on the phone')
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  await confirmed(
    page,
    () => dialog.getByRole('button', { name: 'Redeem', exact: true }).click(),
    () => dialog.getByText('Done. This is what was recorded.').waitFor(),
  )
  expect(await dialog.innerText()).toMatch(/Coupon code\s+\S+/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Not now').waitFor()
  expect(await api(page, 'GET', `/customers/${id}`)).toMatchObject({ balance: { points: '50' } })
  await goTo(page, '/settings/audit')
  await page
    .getByText(/Aurora redeemed for a customer\s+R\$ 10 off/)
    .first()
    .waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('a customer is added, and found by the orders that come later', async () => {
  const { page, context, faults } = await openAsOwner(open, '/customers')
  const customer = `added-${Date.now()}`
  await page.getByRole('button', { name: 'Add customer…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add customer' })
  await dialog.getByLabel('ID in your shop').fill(customer)
  await dialog.getByLabel('Name').fill('Rosa Lima')
  await dialog.getByLabel('Email').fill(`${customer}@example.com`)
  await dialog.getByText('Balance afterwards').waitFor()
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add customer', exact: true }).click()
  const done = page.getByRole('dialog', { name: 'Customer added' })
  await done.getByRole('link', { name: 'See the customer' }).click()
  await page.getByRole('heading', { name: 'Rosa Lima' }).waitFor()
  await buy({ id: `${customer}-1`, customer, total: 40 })
  await page.reload()
  await page.getByRole('heading', { name: /^Why \d+ points\?/ }).waitFor()

  // The same person once more is refused at the field that says so.
  await goTo(page, '/customers?dialog=add')
  await dialog.getByLabel('ID in your shop').fill(`${customer}-again`)
  await dialog.getByLabel('Email').fill(`${customer}@example.com`)
  await dialog.getByRole('button', { name: 'Add customer', exact: true }).click()
  await expect.poll(() => dialog.innerText()).toContain('Another customer has this email address')
  expect(await dialog.locator('[aria-invalid=true]').count()).toBe(1)
  expect(faults).toEqual([])
  await context.close()
})

it('an erased customer is called so wherever they are met', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const customer = `erased-${Date.now()}`
  await buy({ id: `${customer}-1`, customer, total: 250 })
  const id = await idOf(page, customer)
  const { items } = await api<{ items: { id: number; key: string }[] }>(page, 'GET', '/rewards')
  const reward = items.find(({ key }) => key === 'r-10-off')
  await shopCall(`RewardConfigurations/${reward?.id}/redeem`, { CustomerId: customer })
  await goTo(page, `/customers/${id}?dialog=erase`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(new RegExp(customer)).fill(customer)
  const submit = dialog.getByRole('button', { name: /^Erase/ }).last()
  expect(await submit.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(
    await page.evaluate(() => {
      const probe = document.createElement('div')
      probe.style.backgroundColor = 'var(--pc-fail)'
      document.body.append(probe)
      return getComputedStyle(probe).backgroundColor
    }),
  )
  await confirmed(
    page,
    () => submit.click(),
    () => page.getByText('Customer erased').waitFor(),
  )
  for (const path of [
    `/customers/${id}`,
    '/customers',
    `/orders?id=${customer}-1`,
    '/redemptions',
    '/activity',
    '/settings/audit',
  ]) {
    await goTo(page, path)
    await page.getByText('Erased customer').first().waitFor()
  }
  await page.getByRole('link', { name: 'Erased customer' }).first().click()
  await page.waitForURL(new RegExp(`/customers/${id}$`))
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search customers, orders, codes and pages').fill(`${customer}-1`)
  await page
    .getByRole('dialog')
    .getByText(/Erased customer/)
    .last()
    .waitFor()
  expect(faults).toEqual([])
  await context.close()
})
