/** Small things that one sees every day: what is marked, what can be copied, what stands in line. */
import type { Locator, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { drawn, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { Receiver } from '../support/receiver.ts'
import { buy } from '../support/shop.ts'

const { open } = withBrowser()
const run = Date.now().toString(36)

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not drawn`)
  return box
}

const middleOf = ({ y, height }: { y: number; height: number }): number => y + height / 2

/** What the rail says one is looking at. */
const marked = (page: Page): Promise<string[]> =>
  page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]').allInnerTexts()

it('the rail marks Orders for an order, and Customers for a customer', async () => {
  const { page, context } = await openAsOwner(open, '/orders')
  await expect.poll(() => marked(page)).toEqual(['Orders'])
  await page.locator('tbody a').first().click()
  await page.getByRole('heading', { name: 'Records' }).waitFor()
  await expect.poll(() => marked(page)).toEqual(['Orders'])
  await goTo(page, '/customers/1')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => marked(page)).toEqual(['Customers'])
  await goTo(page, '/settings/people')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => marked(page)).toEqual(['Settings'])
  await goTo(page, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => marked(page)).toEqual(['Home'])
  await context.close()
})

it('the texts of a row can be selected, and the row opens by click and by key', async () => {
  const { page, context, faults } = await openAsOwner(open, '/orders')
  await settled(page)
  // By its id: orders of other tests may come before it.
  const id = (await page.locator('tbody tr').first().getByRole('link').innerText()).trim()
  const row = page.locator('tbody tr', { hasText: id }).first()
  const link = row.getByRole('link')
  const selected = () => page.evaluate(() => getSelection()?.toString().trim())
  const dragOver = async (locator: Locator) => {
    const { x, y, width, height } = await boxOf(locator)
    await page.mouse.move(x + 1, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 })
    await page.mouse.move(x + width - 1, y + height / 2, { steps: 5 })
    await page.mouse.up()
  }
  const address = page.url()
  // The link's own text, and one beside it.
  await dragOver(link)
  expect(id.startsWith((await selected()) || 'nothing')).toBe(true)
  await page.mouse.click(5, 5)
  await dragOver(row.locator('td').nth(2))
  expect(await selected()).toMatch(/\d\d:\d\d/)
  expect(page.url()).toBe(address)
  await page.mouse.click(5, 5)
  await row.locator('td').nth(2).click()
  await page.getByRole('heading', { name: `Order ${id}` }).waitFor()
  await page.goBack()
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `Order ${id}` }).waitFor()
  await page.goBack()
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    row
      .locator('td')
      .nth(2)
      .click({ modifiers: ['Control'] }),
  ])
  await tab.getByRole('heading', { name: `Order ${id}` }).waitFor()
  expect(page.url()).toBe(address)
  expect(faults).toEqual([])
  await context.close()
})

it('the name of an event is never broken', async () => {
  const { page, context } = await openAsOwner(open, '/')
  const inbox = await Receiver.start()
  onTestFinished(() => inbox.stop())
  const { endpoint } = await api<{ endpoint: { id: number } }>(page, 'POST', '/webhook-endpoints', {
    body: { url: `${inbox.url}/in`, description: `Names ${run}`, topics: ['Point_Add'] },
  })
  await buy({ id: `names-${run}`, customer: `names-${run}`, total: 40 })
  await expect.poll(() => inbox.received.length, { timeout: 20_000 }).toBeGreaterThan(0)
  await goTo(page, `/developers/webhooks/${endpoint.id}`)
  const names = page.locator('td code')
  await names.first().waitFor()
  for (const width of [1440, 1000, 800, 390, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await drawn(page)
    const lines = await names.evaluateAll((all) => all.map((one) => one.getClientRects().length))
    expect(lines, `at ${width} px`).toEqual(lines.map(() => 1))
  }
  await context.close()
})

it('a switch and the first line of its label are in one line', async () => {
  const { page, context } = await openAsOwner(open, '/settings')
  await settled(page)
  const apart = await page.locator('.mantine-Switch-body').evaluateAll((all) =>
    all.map((one) => {
      // A label may have several lines: the switch is beside the first.
      const [line] = one.querySelector('.mantine-Switch-label')?.getClientRects() ?? []
      const track = one.querySelector('.mantine-Switch-track')?.getBoundingClientRect()
      if (!line || !track) throw new Error('a switch of the settings has no label')
      const lineHeight = Number.parseFloat(getComputedStyle(one.lastElementChild ?? one).lineHeight)
      const top = one.lastElementChild?.getBoundingClientRect().top ?? 0
      return Math.abs(top + lineHeight / 2 - (track.top + track.height / 2))
    }),
  )
  expect(apart.length).toBeGreaterThan(0)
  expect(Math.max(...apart)).toBeLessThan(1)
  await context.close()
})

it('an error at a goal of a tier does not move its neighbours', async () => {
  const { page, context } = await openAsOwner(open, '/tiers')
  await settled(page)
  const gold = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Gold' }) })
  await gold.getByRole('button', { name: 'Edit' }).click()
  await gold.getByLabel('At least').fill('0')
  const middles = async () =>
    Promise.all(
      [
        gold.getByRole('combobox', { name: 'What counts' }),
        gold.getByLabel('At least'),
        gold.getByLabel('Within months'),
        gold.getByRole('button', { name: 'Remove goal 1' }),
      ].map(async (field) => Math.round(middleOf(await boxOf(field)))),
    )
  const before = await middles()
  expect(before).toEqual(before.map(() => before[0]))
  await page.getByRole('button', { name: 'Save tiers' }).click()
  await gold.getByText('This must be above 0.').waitFor()
  const after = await middles()
  expect(after).toEqual(after.map(() => after[0]))
  await context.close()
})
