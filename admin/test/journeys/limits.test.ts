/** What does not count, and how much at most: written in sentences, tried in a basket, told on the page of an order. */
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { focused, go, tabTo } from '../support/keys.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, discardDraft, goTo, openAsOwner, restoreRules } from '../support/merchant.ts'
import { buy, shopCall } from '../support/shop.ts'

const { open } = withBrowser()

interface Draft {
  readonly program: { readonly rules: readonly { readonly kind: string; readonly limit?: object }[] }
}

/** Other journeys begin with the program as it was published before. */
let version: number
beforeEach(async () => {
  const { page, context } = await openAsOwner(open, '/')
  version = (await api<{ current: { version: number } }>(page, 'GET', '/program')).current.version
  await context.close()
})
afterEach(async () => {
  const { page, context } = await openAsOwner(open, '/')
  await restoreRules(page, version)
  await context.close()
})

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByText(`Version ${version + 1} is live`)
    .first()
    .waitFor()
}

async function goToOrder(page: Page, originalId: string): Promise<void> {
  interface Found {
    readonly items: readonly { readonly id: number; readonly customer: { readonly id: number } }[]
  }
  const { items } = await api<Found>(page, 'GET', `/orders?originalId=${originalId}`)
  await goTo(page, `/customers/${items[0]?.customer.id}/orders/${items[0]?.id}`)
  await settled(page)
}

it('gift cards are left out, tried in a basket, published, and struck through on the page of an order', async () => {
  await shopCall(
    'Product/gift-40',
    {
      OriginalId: 'gift-40',
      Title: 'Gift card',
      ProductPrice: 40,
      ProductCategory: { OriginalId: 'gift-card', Name: 'Gift cards' },
    },
    'PUT',
  )
  const { page, context, faults } = await openAsOwner(open, '/program')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('button', { name: /^What doesn’t count/ }).click()
  const adding = page.getByRole('dialog', { name: 'What doesn’t count' })
  // Each says what it is about, and only those by id ask which ones.
  await adding.getByRole('combobox', { name: 'What doesn’t count' }).click()
  await page.getByRole('option', { name: 'Shipping costs' }).click()
  await adding.getByText('What your shop sends as ShippingValue').waitFor()
  expect(await adding.getByLabel('Which ones').count()).toBe(0)
  await adding.getByRole('combobox', { name: 'What doesn’t count' }).click()
  await page.getByRole('option', { name: 'Categories' }).click()
  await adding.getByRole('combobox', { name: 'Which ones' }).fill('Gift')
  await page.getByRole('option', { name: 'Gift cards' }).click()
  // From the field on, so that its list is closed.
  await page.keyboard.press('Tab')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  expect(await axeFindings(page)).toEqual([])
  await adding.getByRole('button', { name: 'Add to draft' }).click()

  const rule = page.locator('li[data-rule]', { hasText: "don't count towards" })
  await rule.getByRole('button', { name: 'Gift cards' }).waitFor()
  await rule.getByRole('button', { name: 'points, stamps or tiers' }).click()
  await page.getByRole('button', { name: 'stamps', exact: true }).click()
  await rule.getByRole('button', { name: 'points or tiers' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')

  // One gift card of 40 and two pieces at 30, with 15 for shipping: the draft counts 75 of it.
  await page.getByRole('button', { name: 'Add a product' }).click()
  await page.getByRole('combobox', { name: 'Product', exact: true }).fill('Gift')
  await page.getByRole('option', { name: 'Gift card', exact: true }).click()
  await page.getByLabel('Unit price').fill('40')
  await page.getByRole('button', { name: 'Add a product' }).click()
  await page.getByRole('combobox', { name: 'Product', exact: true }).last().fill('no-such-product')
  await page.getByRole('option', { name: /no-such-product/ }).click()
  await page.getByLabel('Quantity').last().fill('2')
  await page.getByLabel('Unit price').last().fill('30')
  await page.getByRole('textbox', { name: 'Shipping' }).fill('15')
  await page.getByText('R$ 75.00 of R$ 115.00 counts towards points. Now R$ 115.00 counts.').waitFor()
  await page.getByText('Why not more?').click()
  await page.getByText("R$ 40.00 of it doesn't count because of “gift-card”").waitFor()
  expect(await axeFindings(page)).toEqual([])
  await publish(page)

  const id = `gift-${Date.now()}`
  const card = { OriginalId: 'gift-40', Title: 'Gift card', IsActive: true, ProductPrice: 40 }
  const mug = { OriginalId: 'mug', Title: 'Mug', IsActive: true, ProductPrice: 60, Quantity: 2 }
  await buy({ id, customer: id, total: 100, products: [mug, card] })
  await goToOrder(page, id)
  const struck = page.locator('s')
  expect(await struck.count()).toBe(2)
  await struck.filter({ hasText: 'Gift card' }).waitFor()
  await struck.filter({ hasText: 'R$ 40.00' }).waitFor()
  await page.getByText('2 × Mug').waitFor()
  await page.locator('li', { hasText: 'Counts towards points' }).getByText('R$ 60.00').waitFor()
  await page.getByText('This order is worth 60 points').waitFor()
  const because = page.getByText("R$ 40.00 of it doesn't count because of “gift-card”")
  expect(await because.isVisible()).toBe(false)
  await page.getByText('Why not more?').click()
  await because.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflowOf(page)).toEqual([])

  // An order of which nothing counts says so without being asked.
  await buy({ id: `${id}-only`, customer: id, total: 40, products: [card] })
  await goToOrder(page, `${id}-only`)
  await page.getByRole('heading', { name: 'Why no points?' }).waitFor()
  await because.waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

it('a cap of 500 a day is added by keyboard, and a basket of a customer who has used 450 earns 50', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program')
  await page.getByRole('button', { name: 'Add a rule' }).waitFor()
  await go(page, 'Add a rule')
  await page.getByRole('dialog', { name: 'Add a rule' }).waitFor()
  await go(page, /^A cap on points/)
  const rule = page.locator('li[data-rule]', { hasText: 'A customer earns at most' })
  await rule.getByRole('button', { name: '500 points' }).waitFor()
  await go(page, 'a day')
  await tabTo(page, 'a week', 'ArrowDown')
  await page.keyboard.press('Enter')
  await rule.getByRole('button', { name: 'a week' }).waitFor()
  await go(page, 'a week')
  await tabTo(page, 'a day', 'ArrowDown')
  await page.keyboard.press('Enter')
  await rule.getByRole('button', { name: 'a day' }).waitFor()
  await settled(page)
  await go(page, 'Publish…')
  await page.getByRole('dialog', { name: 'Publish' }).waitFor()
  await go(page, 'Publish now')
  await page
    .getByText(`Version ${version + 1} is live`)
    .first()
    .waitFor()

  const customer = `capped-${Date.now()}`
  await buy({ id: `${customer}-1`, customer, total: 450 })
  await tabTo(page, 'Customer')
  await page.keyboard.type(customer)
  await page.getByRole('option', { name: `Ana ${customer}`, exact: false }).waitFor()
  await tabTo(page, 'Customer')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const sum = page.getByRole('table', { name: 'Try a basket' })
  await sum.getByText('over the cap of 500 points a day').waitFor()
  await sum.getByRole('cell', { name: '−50' }).waitFor()
  expect(await sum.locator('tfoot td').last().innerText()).toMatch(/^50\b/)
  expect(await page.getByText('50 points were over the cap').isVisible()).toBe(false)
  await tabTo(page, 'Why not more?', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByText('50 points were over the cap of 500 points a day').waitFor()
  expect(await axeFindings(page)).toEqual([])

  // Another 100 fill it, and after that the day has no room: the list is open by itself.
  await buy({ id: `${customer}-2`, customer, total: 100 })
  await goToOrder(page, `${customer}-2`)
  await page.getByText('This order is worth 50 points').waitFor()
  await buy({ id: `${customer}-3`, customer, total: 10 })
  await goToOrder(page, `${customer}-3`)
  await page.getByText('10 points were over the cap of 500 points a day').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('a bonus is limited from its menu, changed in its sentence and unlimited again, by keyboard alone', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program')
  const brand = async () =>
    (await api<Draft>(page, 'GET', '/program/draft')).program.rules.find(({ kind }) => kind === 'brand')
  await settled(page)
  const limit = async () => {
    await go(page, /^More about Aurora/)
    await page.getByRole('menuitem', { name: 'At most…' }).waitFor()
    await tabTo(page, 'At most…', 'ArrowDown')
    await page.keyboard.press('Enter')
    // Its number is open at once, and takes what one types.
    await page.locator('input[data-slot=open]').waitFor()
    await expect.poll(() => focused(page)).toBe('Value')
  }
  await limit()
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '3 times' }).waitFor()
  await go(page, 'a month')
  await tabTo(page, 'a week', 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await brand())?.limit).toEqual({ times: 3, per: 'week' })
  await page.getByRole('button', { name: 'a week' }).waitFor()
  await settled(page)
  expect(await axeFindings(page)).toEqual([])

  await go(page, '3 times')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('as often as it applies')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await brand())?.limit).toBeUndefined()
  // What was taken out had the focus: it stays in the sentence.
  await expect.poll(() => focused(page)).toBe('+ only when…')

  await limit()
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('once')
  await page.keyboard.press('Backspace')
  await expect.poll(async () => (await brand())?.limit).toBeUndefined()
  await page.setViewportSize({ width: 360, height: 800 })
  await settled(page)
  expect(await overflowOf(page)).toEqual([])
  await discardDraft(page)
  expect(faults).toEqual([])
  await context.close()
})

it('a card gets a limit of stamps in its sentence, and loses it again', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program')
  const rule = page.locator('li[data-rule]', { hasText: 'Cartão do espresso' })
  const limitOf = async () => {
    await settled(page)
    const { program } = await api<{ program: { rules: { kind: string; stampLimit?: object }[] } }>(
      page,
      'GET',
      '/program/draft',
    )
    return program.rules.find(({ kind }) => kind === 'card')?.stampLimit
  }
  await rule.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'At most…' }).click()
  // The number is open at once.
  await page.getByRole('textbox', { name: 'Value' }).fill('2')
  await page.keyboard.press('Enter')
  await rule.getByRole('button', { name: '2 stamps', exact: true }).waitFor()
  await rule.getByRole('button', { name: 'a day', exact: true }).click()
  await page.getByRole('menuitem', { name: 'an order' }).click()
  await rule.getByRole('button', { name: 'an order', exact: true }).waitFor()
  expect(await limitOf()).toEqual({ stamps: 2, per: 'order' })
  expect(await axeFindings(page)).toEqual([])
  await rule.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'At most…' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  // The menu gives the focus back when it is gone.
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await rule.getByRole('button', { name: '2 stamps', exact: true }).press('Backspace')
  await expect.poll(limitOf).toBeUndefined()
  await rule.getByText('at most').waitFor({ state: 'detached' })
  await discardDraft(page)
  expect(faults).toEqual([])
  await context.close()
})
