/** A punch card from its recipe to a full card and back, and stamps that a person gives by hand. */
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, discardDraft, goTo, openAsOwner, restoreRules } from '../support/merchant.ts'
import { buy, shopCall } from '../support/shop.ts'

const { open } = withBrowser()

/** Other journeys begin with the program as it was published before. */
let version: number
beforeEach(async () => {
  const { page, context } = await openAsOwner(open, '/')
  version = (await api<{ current: { version: number } }>(page, 'GET', '/program')).current.version
  await context.close()
  await shopCall(
    'Product/filter-coffee',
    {
      OriginalId: 'filter-coffee',
      Title: 'Filter coffee',
      ProductPrice: 8,
      ProductCategory: { OriginalId: 'to-go', Name: 'Coffee to go' },
    },
    'PUT',
  )
})
afterEach(async () => {
  const { page, context } = await openAsOwner(open, '/')
  await restoreRules(page, version)
  await context.close()
})

const coffees = (quantity: number) => [
  {
    OriginalId: 'filter-coffee',
    Title: 'Filter coffee',
    IsActive: true,
    ProductPrice: 8 * quantity,
    Quantity: quantity,
  },
]

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

async function addFromRecipe(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('button', { name: /^Spend R\$ 300\.00 in / }).waitFor()
  await page.getByRole('button', { name: /^Buy 10, get one/ }).click()
  const adding = page.getByRole('dialog', { name: 'A punch card' })
  await adding.getByLabel('Name of the card').fill('Coffee card')
  expect(await adding.getByRole('button', { name: 'Add to draft' }).isDisabled()).toBe(true)
  await adding.getByRole('combobox', { name: 'Which ones' }).fill('Coffee to')
  await page.getByRole('option', { name: 'Coffee to go' }).click()
  await page.keyboard.press('Tab')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  expect(await axeFindings(page)).toEqual([])
  // Rewards are offered and none is chosen; this card gives points instead.
  await adding.getByRole('combobox', { name: 'Reward for a full card' }).click()
  await page.getByRole('option', { name: 'No reward' }).click()
  expect(await adding.getByLabel('Points for a full card').inputValue()).toBe('100')
  await adding.getByRole('button', { name: 'Add to draft' }).click()
}

/** The card of this journey: the demo merchant has one of its own. */
function ruleOf(page: Page) {
  return page.locator('li[data-rule]', { has: page.getByRole('img', { name: /^Coffee card/ }) })
}

async function customerOf(page: Page, originalId: string): Promise<number> {
  const { items } = await api<{ items: { id: number }[] }>(page, 'GET', `/customers?search=${originalId}`)
  const [found] = items
  if (!found) throw new Error(`there is no ${originalId}`)
  return found.id
}

async function tryBasket(page: Page, customer: string | null, quantity: number): Promise<void> {
  if (customer !== null) {
    await page.getByRole('combobox', { name: 'Customer' }).fill(customer)
    await page.getByRole('option', { name: `Ana ${customer}`, exact: false }).click()
  }
  await page.getByRole('button', { name: 'Add a product' }).click()
  await page.getByRole('combobox', { name: 'Product', exact: true }).fill('Filter')
  await page.getByRole('option', { name: 'Filter coffee', exact: true }).click()
  await page.getByLabel('Quantity').fill(String(quantity))
  await page.getByLabel('Unit price').fill('8')
}

it('a coffee card is added from a recipe, tried, published, filled by an order and undone by a return', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program')
  await addFromRecipe(page)
  const rule = ruleOf(page)
  await rule.getByRole('img', { name: 'Coffee card (draft): 0 of 10 stamps. Prize: 100 points' }).waitFor()
  await rule.getByRole('button', { name: '10', exact: true }).waitFor()
  // Someone new, with the draft.
  await tryBasket(page, null, 3)
  await page.getByText('3 stamps: 3 of 10 afterwards').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await publish(page)
  await rule.getByRole('img', { name: 'Coffee card: 0 of 10 stamps. Prize: 100 points' }).waitFor()

  const customer = `cards-${Date.now()}`
  await buy({ id: `${customer}-1`, customer, total: 72, products: coffees(9) })
  await goTo(page, '/program')
  await tryBasket(page, customer, 3)
  await page
    .getByRole('img', { name: 'Coffee card: 9 of 10 stamps, 3 more with this basket. Prize: 100 points' })
    .waitFor()
  await page.getByText('3 stamps: the card is full and earns 100 points; 2 of 10 on the next one').waitFor()
  expect(await axeFindings(page)).toEqual([])

  await buy({ id: `${customer}-2`, customer, total: 24, products: coffees(3) })
  const id = await customerOf(page, customer)
  await goTo(page, `/customers/${id}?view=cards`)
  const card = page.locator('li[data-card]', { hasText: 'Coffee card' })
  await card.getByRole('img', { name: 'Coffee card: 2 of 10 stamps. Prize: 100 points' }).waitFor()
  await card.getByText('2 of 10 stamps · full once').waitFor()
  await card.getByText('Why 2 stamps?').click()
  await card.getByRole('button', { name: /Given.*2 records.*12/ }).click()
  await card.getByRole('link', { name: `9 stamps for order “${customer}-1”` }).waitFor()
  await card.getByRole('button', { name: /Used for full cards.*10/ }).click()
  await card.getByText('10 stamps used: the card was full and earned 100 points').waitFor()
  await card.locator('li', { hasText: '100 points' }).getByText('Given', { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflowOf(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await seeStamps(page, id, customer)
  await goTo(page, `/customers/${id}?view=cards`)
  await card.getByText('Why 2 stamps?').click()
  await card.getByRole('button', { name: /Given.*2 records.*12/ }).click()

  // The first order goes back: nine stamps less, so the prize is undone.
  await card.getByRole('link', { name: `9 stamps for order “${customer}-1”` }).click()
  await page.getByRole('heading', { name: 'Stamps' }).waitFor()
  await page.getByRole('link', { name: '9 stamps', exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel order…' }).click()
  const cancel = page.getByRole('dialog', { name: /^Cancel order/ })
  await cancel.getByLabel('Note').fill('All of it came back')
  await cancel.getByRole('button', { name: 'Cancel order', exact: true }).click()
  await cancel.getByText('Done. This is what was recorded.').waitFor()
  await goTo(page, `/customers/${id}?view=cards`)
  await card.getByRole('img', { name: 'Coffee card: 3 of 10 stamps. Prize: 100 points' }).waitFor()
  await card.getByText(/^Taken back on /).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

/** The timeline is about points until stamps are asked for. */
async function seeStamps(page: Page, id: number, customer: string): Promise<void> {
  await goTo(page, `/customers/${id}?view=timeline`)
  await page.getByRole('list', { name: 'Timeline' }).waitFor()
  expect(await page.getByText('9 stamps for order').count()).toBe(0)
  await page.getByRole('combobox', { name: 'Show only' }).click()
  await page.getByRole('option', { name: 'Stamps' }).click()
  const stamps = page.getByRole('list', { name: 'Stamps' })
  await stamps.getByRole('link', { name: `9 stamps for order “${customer}-1”` }).waitFor()
  const full = stamps.locator('li', { hasText: '10 stamps used: the card was full' })
  expect(await full.innerText()).toMatch(/Coffee card[\s\S]*−10\s*2$/)
  expect(new URL(page.url()).searchParams.get('kinds')).toBe('stamps')
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflowOf(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
}

it('stamps are given by hand, fill a card, and are taken again', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program')
  await addFromRecipe(page)
  await ruleOf(page).waitFor()
  await settled(page)
  await publish(page)
  const customer = `hand-${Date.now()}`
  await buy({ id: customer, customer, total: 64, products: coffees(8) })
  await goTo(page, `/customers/${await customerOf(page, customer)}?view=cards`)
  const card = page.locator('li[data-card]', { hasText: 'Coffee card' })
  await card.getByText('8 of 10 stamps').waitFor()
  const give = async (way: 'Add' | 'Remove', stamps: string) => {
    await card.getByRole('button', { name: 'Give stamps…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Adjust stamps of/ })
    await dialog.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: way }).click()
    await dialog.getByLabel('Stamps').fill(stamps)
    return dialog
  }
  const dialog = await give('Add', '0')
  await dialog.getByRole('button', { name: 'Add stamps' }).click()
  await dialog.getByText('Enter a whole number from 1 to 50.').waitFor()
  await dialog.getByText('Enter a note: it explains this change later.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByLabel('Stamps').fill('3')
  await dialog.getByLabel('Note').fill('The till was offline')
  await dialog.getByRole('button', { name: 'Add stamps' }).click()
  const done = page.getByRole('dialog', { name: /^Stamps of/ })
  await done.getByText('The card was full once.').waitFor()
  await done.getByText('1 of 10 stamps').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await done.getByRole('button', { name: 'Done' }).click()
  await card.getByText('1 of 10 stamps · full once').waitFor()

  const taking = await give('Remove', '2')
  await taking.getByLabel('Note').fill('Counted twice')
  await taking.getByRole('button', { name: 'Remove stamps' }).click()
  await page.getByRole('dialog').getByText('1 prize was taken back.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await card.getByText('9 of 10 stamps').waitFor()
  await card.getByText('Why 9 stamps?').click()
  await card.getByRole('button', { name: /Taken back.*1 record.*2/ }).click()
  await card.getByText('2 stamps taken by hand (goodwill)').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('a second card for the same offers to switch off the first, and another rule is added from there', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program')
  await addFromRecipe(page)
  await ruleOf(page).waitFor()
  await page.getByRole('button', { name: 'Add another rule' }).click()
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: /^Buy 10, get one/ }).click()
  const adding = page.getByRole('dialog', { name: 'A punch card' })
  await adding.getByLabel('Name of the card').fill('Winter card')
  await adding.getByRole('combobox', { name: 'Which ones' }).fill('Coffee to')
  await page.getByRole('option', { name: 'Coffee to go' }).click()
  await page.keyboard.press('Tab')
  await adding.getByRole('combobox', { name: 'Reward for a full card' }).click()
  await page.getByRole('option', { name: 'No reward' }).click()
  await adding.getByRole('button', { name: 'Add to draft' }).click()
  const winter = page.locator('li[data-rule]', { has: page.getByRole('img', { name: /^Winter card/ }) })
  await winter.getByText('customers collect on both cards', { exact: false }).waitFor()
  await winter.getByText('Customers keep the stamps they have', { exact: false }).waitFor()
  expect(await overflowOf(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await winter.getByRole('button', { name: 'Switch off “Coffee card”' }).click()
  await winter.getByText('customers collect on both cards', { exact: false }).waitFor({ state: 'detached' })
  expect(await ruleOf(page).getByRole('switch', { name: 'Coffee card' }).isChecked()).toBe(false)
  expect(await winter.getByRole('switch', { name: 'Winter card' }).isChecked()).toBe(true)
  await settled(page)
  await discardDraft(page)
  expect(faults).toEqual([])
  await context.close()
})
