/** Whose colours count, and when it is dark. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import type { Look } from './support/browser.ts'
import { metaOf, PILL, useShop } from './support/use-shop.ts'
import { partInCi } from './support/whole.ts'

const test = useShop()
const BODY = '<main><punchcard-balance expiring></punchcard-balance></main>'

beforeEach(async () => {
  await test.loyalty.has('ana', 1240, 86)
})

interface Styled {
  readonly css?: string
  readonly htmlClass?: string
  readonly bodyClass?: string
  readonly body?: string
  readonly look?: Look
}

async function show({
  css = '',
  htmlClass = '',
  bodyClass = '',
  body = BODY,
  look = {},
}: Styled): Promise<Page> {
  test.shop.pages.set('/', (customer) => ({
    body,
    htmlClass,
    bodyClass,
    policy: null,
    head: `<style>${css}</style>`,
    meta: metaOf(customer),
  }))
  const { page } = await test.visit('ana', look)
  await expect.poll(() => page.locator(PILL).count()).toBe(1)
  return page
}

const styleOf = (page: Page, part: string, name: string): Promise<string> =>
  page
    .locator(`punchcard-balance ${part}`)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)

const LIGHT = 'rgb(11, 97, 80)'
const DARK = 'rgb(95, 201, 174)'

it.each([
  ['', 'dark', LIGHT],
  ['light', 'dark', LIGHT],
  ['dark', 'light', DARK],
  ['both', 'light', LIGHT],
  ['both', 'dark', DARK],
] as const)('a page of the scheme “%s” on a %s system', async (htmlClass, scheme, color) => {
  const page = await show({ htmlClass, look: { scheme } })
  expect(await styleOf(page, '[part=icon]', 'background-color')).toBe(color)
  await page.context().close()
})

const VARIABLES = [
  ['--punchcard-accent', 'rgb(1, 2, 3)', '[part=icon]', 'background-color'],
  ['--punchcard-ink', 'rgb(1, 2, 3)', '[part=pill]', 'color'],
  ['--punchcard-pending', 'rgb(1, 2, 3)', 'small', 'color'],
  ['--punchcard-pill-radius', '3px', '[part=pill]', 'border-start-start-radius'],
  ['--punchcard-font', 'monospace', '[part=pill]', 'font-family'],
  ['--punchcard-size', '20px', '[part=pill]', 'font-size'],
] as const

it.each(partInCi(VARIABLES, 2))(
  '%s of the page counts more than what the merchant has chosen',
  async (variable, value, part, property) => {
    const page = await show({ css: `main{${variable}:${value}}` })
    expect(await styleOf(page, part, property)).toBe(value)
    await page.context().close()
  },
)

it('the surface is what the tint of the pill is mixed with', async () => {
  const page = await show({ css: 'main{--punchcard-surface:#fff;--punchcard-accent:#000}' })
  expect(await styleOf(page, '[part=pill]', 'background-color')).toMatch(/^oklab\(0\.9(1|09)/)
  await page.context().close()
})

it.each(['pill', 'icon', 'number', 'unit'])('the part “%s” can be styled', async (part) => {
  const page = await show({ css: `punchcard-balance::part(${part}){outline:3px solid rgb(1, 2, 3)}` })
  expect(await styleOf(page, `[part=${part}]`, 'outline-color')).toBe('rgb(1, 2, 3)')
  await page.context().close()
})

it('type, size and colour are those around it', async () => {
  const page = await show({ css: 'main{font:italic 20px monospace;color:rgb(9, 9, 9)}' })
  expect(await styleOf(page, '[part=pill]', 'font-style')).toBe('italic')
  expect(await styleOf(page, '[part=pill]', 'font-size')).toBe('20px')
  expect(await styleOf(page, 'b', 'font-family')).toBe('monospace')
  expect(await styleOf(page, 'b', 'color')).toBe('rgb(9, 9, 9)')
  await page.context().close()
})

it('a sign and a link of the shop’s own take their slots', async () => {
  const sign = '<i slot="icon">★</i><a slot="sign-in" href="/login">Log in</a>'
  const page = await show({ body: `<punchcard-balance>${sign}</punchcard-balance>` })
  expect(await page.locator('punchcard-balance > i').isVisible()).toBe(true)
  expect(await page.locator('punchcard-balance [part=icon]').isVisible()).toBe(false)
  expect(await page.locator('punchcard-balance a[slot]').isVisible()).toBe(false)
  await page.goto(`${test.shop.url}/sign-in`)
  await expect.poll(() => page.locator('punchcard-balance a[slot]').isVisible()).toBe(true)
  expect(await page.locator(PILL).isVisible()).toBe(false)
  await page.context().close()
})

it('with forced colours the pill has an edge', async () => {
  const page = await show({ look: { forcedColors: 'active' } })
  expect(await styleOf(page, '[part=pill]', 'border-top-width')).toBe('1px')
  await page.context().close()
})

it('in a page from right to left a figure and its sign stay in their order', async () => {
  await test.loyalty.owes('rui', 60)
  test.shop.pages.set('/', (customer) => ({ body: BODY, dir: 'rtl', meta: metaOf(customer) }))
  const { page } = await test.visit('rui')
  await expect.poll(() => page.locator(PILL).innerText()).toBe('\u221260 points')
  const lefts = await page.locator('punchcard-balance b').evaluate((element) => {
    const range = new Range()
    return [0, 1, 2].map((index) => {
      range.setStart(element.firstChild as Text, index)
      range.setEnd(element.firstChild as Text, index + 1)
      return range.getBoundingClientRect().left
    })
  })
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
})
