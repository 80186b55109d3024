/** What a basket earns, tried out beside the rules. */
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf } from '../support/look.ts'
import { api, openAsOwner } from '../support/merchant.ts'

const { open } = withBrowser()

it('a product that is typed is taken by Enter, also before it was found, and a new line has the focus', async () => {
  const { page, faults, context } = await openAsOwner(open, '/program')
  const product = page.getByRole('combobox', { name: 'Product', exact: true })
  const add = page.getByRole('button', { name: 'Add a product' })
  await add.click()
  await expect.poll(() => product.evaluate((one) => one === document.activeElement)).toBe(true)
  // By its name in full, with no time to look for it.
  await page.keyboard.type('caneca')
  await page.keyboard.press('Enter')
  await expect.poll(() => product.inputValue()).toBe('Caneca')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  // No price is made up.
  expect(await page.getByLabel('Unit price').inputValue()).toBe('')
  await page.getByLabel('Unit price').fill('40')
  await add.click()
  await expect.poll(() => product.last().evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type('Espresso')
  await page.getByRole('option', { name: 'Prensa francesa' }).waitFor({ state: 'detached' })
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['Espresso'])
  await page.keyboard.press('Enter')
  await expect.poll(() => product.last().inputValue()).toBe('Espresso')
  await page.getByLabel('Unit price').last().fill('6')
  await expect.poll(() => page.getByText('Not counted yet').count()).toBe(0)
  // What the catalog doesn't know is used as it was typed.
  await add.click()
  await page.keyboard.type('no-such-thing')
  await page.keyboard.press('Enter')
  await expect.poll(() => product.last().inputValue()).toBe('no-such-thing')
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

it('the date of a basket is seen whole, and the fields of a phone too', async () => {
  const { page, context } = await openAsOwner(open, '/program')
  await page.getByRole('button', { name: 'Add a product' }).click()
  await page.keyboard.press('Escape')
  const date = page.getByLabel('Order date')
  await date.fill('31 December 2026 23:59')
  await date.press('Tab')
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const isWhole = (input: HTMLInputElement) => input.scrollWidth <= input.clientWidth
    expect(await date.evaluate(isWhole), `at ${width} px`).toBe(true)
    const branch = page.getByRole('combobox', { name: 'Branch' })
    // A placeholder that is cut off makes no scroll width.
    expect((await branch.boundingBox())?.width, `at ${width} px`).toBeGreaterThan(150)
    const product = page.getByRole('combobox', { name: 'Product', exact: true })
    expect((await product.boundingBox())?.width, `at ${width} px`).toBeGreaterThan(150)
    expect(await overflowOf(page), `at ${width} px`).toEqual([])
  }
  await context.close()
})

it('a basket is put together by names, says what is unfinished, and a real order can be taken', async () => {
  const { page, faults, context } = await openAsOwner(open, '/program')
  const { items } = await api<{ items: { label: string }[] }>(page, 'GET', '/program/choices?of=product')
  const name = items[0]?.label ?? ''
  await page.getByRole('button', { name: 'Add a product' }).click()
  await page.getByText('Not counted yet: choose a product').waitFor()
  await page.getByText('Finish the basket to see what it earns.').waitFor()
  await page.getByRole('combobox', { name: 'Product', exact: true }).fill(name.slice(0, 4))
  await page.getByRole('option', { name, exact: true }).click()
  await page.getByLabel('Quantity').fill('3')
  await page.getByLabel('Unit price').fill('20')
  await page.getByText('R$ 60.00').first().waitFor()
  await page.getByRole('table', { name: 'Try a basket' }).waitFor()
  expect(await page.getByText('Not counted yet').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  const orders = await api<{ items: { originalId: string }[] }>(page, 'GET', '/orders?limit=1')
  const id = orders.items[0]?.originalId ?? ''
  await page.getByRole('combobox', { name: 'Use a real order' }).click()
  await page.getByRole('option', { name: new RegExp(`^${id} `) }).click()
  await expect.poll(() => page.getByLabel('Quantity').count()).toBe(0)
  await page.getByRole('table', { name: 'Try a basket' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
