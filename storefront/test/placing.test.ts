/** Wherever a page puts an element, and however often. */
import { beforeEach, expect, it } from 'vitest'
import type { Opened } from './support/browser.ts'
import { metaOf, PILL, shown, useShop } from './support/use-shop.ts'

const test = useShop()

beforeEach(async () => {
  await test.loyalty.has('ana', 1240, 86)
})

async function show(body: string, scripts = ['punchcard.js']): Promise<Opened> {
  test.shop.pages.set('/', (customer) => ({ body, meta: metaOf(customer), scripts, policy: null }))
  return test.visit('ana')
}

it('in a flex row, a grid and a column of 200 px it is as wide as its text, or wraps', async () => {
  const balance = '<punchcard-balance expiring></punchcard-balance>'
  const { page } = await show(
    `<div class="flex">${balance}<p>text</p></div><div class="grid">${balance}<p>text</p></div><div class="narrow">${balance}</div>`,
  )
  await expect.poll(() => page.locator(PILL).count()).toBe(3)
  const boxes = await Promise.all([0, 1, 2].map((index) => page.locator(PILL).nth(index).boundingBox()))
  const [flex, grid, narrow] = boxes.map((box) => ({ width: box?.width ?? 0, height: box?.height ?? 0 }))
  expect(flex?.width).toBeGreaterThan(200)
  expect(grid?.width).toBeGreaterThan(200)
  expect([flex?.height, grid?.height]).toEqual([36, 36])
  expect(narrow?.width).toBeLessThanOrEqual(200)
  expect(narrow?.height).toBeGreaterThan(36)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
})

it('hidden and shown, moved, and made by script in three ways, it is right', async () => {
  const { page, faults } = await show(
    '<div class="gone"><punchcard-balance></punchcard-balance></div><div id="here"></div>',
  )
  await page.waitForFunction(() => customElements.get('punchcard-balance'))
  await page.evaluate(() => {
    const here = document.querySelector('#here') as HTMLElement
    here.innerHTML = '<p><punchcard-balance></punchcard-balance></p>'
    here.append(document.createElement('punchcard-balance'))
    const cloned = here.firstElementChild?.cloneNode(true)
    if (cloned) here.append(cloned)
  })
  await expect.poll(() => page.locator(PILL).count()).toBe(4)
  await page.evaluate(() => {
    const gone = document.querySelector('.gone') as HTMLElement
    gone.className = ''
    document.querySelector('#here')?.append(gone.firstElementChild as Element)
  })
  for (const text of await page.locator(PILL).allInnerTexts()) expect(text).toBe('1,240 points')
  expect(await page.locator(PILL).last().isVisible()).toBe(true)
  await page
    .locator('punchcard-balance')
    .last()
    .evaluate((element) => element.setAttribute('expiring', ''))
  await expect.poll(() => page.locator(PILL).last().innerText()).toContain('86 expire on ')
  await page
    .locator('punchcard-balance')
    .last()
    .evaluate((element) => element.removeAttribute('expiring'))
  await expect.poll(() => page.locator(PILL).last().innerText()).toBe('1,240 points')
  expect(faults).toEqual([])
})

it('two bundles on a page are one: one token, one request', async () => {
  const { page, faults } = await show('<punchcard-balance></punchcard-balance>', [
    'punchcard-small.js',
    'punchcard.js',
    'punchcard.js',
  ])
  await expect.poll(() => page.locator(PILL).count()).toBe(1)
  await page.waitForTimeout(200)
  expect([test.shop.mints, test.network.countOf('/shops/'), faults]).toEqual([1, 1, []])
})

it('removed and added a hundred times it leaves nothing behind', async () => {
  const { page, context } = await show('<div id="here"></div>')
  await page.waitForFunction(() => customElements.get('punchcard-balance'))
  const session = await context.newCDPSession(page)
  const churn = (times: number) =>
    page.evaluate(async (count) => {
      const here = document.querySelector('#here') as HTMLElement
      for (let index = 0; index < count; index += 1) {
        const element = document.createElement('punchcard-balance')
        here.append(element)
        await new Promise((done) => setTimeout(done, 5))
        element.remove()
        here.append(element)
        element.remove()
      }
    }, times)
  const measure = async (): Promise<{ nodes: number; listeners: number; heap: number }> => {
    await session.send('HeapProfiler.collectGarbage')
    await session.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters')
    const { usedSize: heap } = await session.send('Runtime.getHeapUsage')
    return { nodes, listeners, heap }
  }
  await churn(100)
  const before = await measure()
  await churn(100)
  await churn(100)
  const after = await measure()
  expect(after.nodes - before.nodes).toBeLessThanOrEqual(5)
  expect(after.listeners).toBe(before.listeners)
  expect(after.heap / before.heap).toBeLessThan(1.03)
})

it('a browser that can’t draw it leaves what the page has', async () => {
  test.shop.pages.set('/', () => ({ body: '<punchcard-balance>your points</punchcard-balance>' }))
  const { page, faults } = await test.open()
  await page.addInitScript(() => {
    CSS.supports = () => false
  })
  await page.goto(test.shop.url)
  await page.waitForFunction(() => 'punchcard' in globalThis)
  expect(await page.evaluate(() => customElements.get('punchcard-balance'))).toBeUndefined()
  expect(await shown(page)).toBe('your points')
  expect(faults).toEqual([])
})
