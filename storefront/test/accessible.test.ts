/** axe in every state, theme, scheme and language; what is read aloud; where the focus is. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { findings } from './support/axe.ts'
import { metaOf, PILL, useShop } from './support/use-shop.ts'
import { partInCi } from './support/whole.ts'

const test = useShop()
const LANGUAGES = ['en', 'pt-BR', 'es'] as const
const THEMES = ['plain', 'aurora', 'norte'] as const
const SCHEMES = ['light', 'dark'] as const
const BODY =
  '<main><h1>Your points</h1><punchcard-balance></punchcard-balance> <punchcard-balance expiring></punchcard-balance></main>'

beforeEach(async () => {
  await test.loyalty.has('ana', 1240, 86)
  await test.loyalty.owes('rui', 60)
})

const STATES = ['customer', 'visitor', 'stale', 'failed'] as const

async function open(
  state: (typeof STATES)[number],
  lang: string,
  theme: string,
  scheme: string,
): Promise<Page> {
  test.shop.pages.set('/', (customer) => ({
    body: BODY,
    bodyClass: theme,
    htmlClass: scheme,
    lang,
    // axe adds a script of its own to the page.
    policy: null,
    meta: metaOf(customer),
  }))
  if (state === 'failed') test.network.troubleOf.set('/v1/', 'down')
  const { page } = await test.visit(state === 'visitor' ? null : 'ana')
  if (state === 'failed') {
    await page.locator('punchcard-balance button').nth(1).waitFor()
    return page
  }
  await expect.poll(() => page.locator(PILL).count()).toBe(2)
  if (state === 'stale') {
    await page.clock.install({ time: Date.now() + 60_000 })
    test.network.troubleOf.set('/me', 'down')
    await page.reload()
    await page.locator('punchcard-balance [part=stale]').nth(1).waitFor()
  }
  return page
}

describe.each(STATES)('%s', (state) => {
  it.each(partInCi(LANGUAGES, 1))('axe finds nothing in %s, in any theme, light and dark', async (lang) => {
    const found: string[] = []
    const page = await open(state, lang, 'plain', 'light')
    for (const theme of partInCi(THEMES, 1)) {
      for (const scheme of SCHEMES) {
        await page.evaluate(
          ([bodyClass, htmlClass]) => {
            document.body.className = bodyClass
            document.documentElement.className = htmlClass
          },
          [theme, scheme] as const,
        )
        for (const finding of await findings(page)) found.push(`${theme} ${scheme}: ${finding}`)
      }
    }
    expect(found).toEqual([])
  })
})

it.skipIf(partInCi(LANGUAGES, 1).length === 1)(
  'names are whole sentences or figures with their unit, in three languages',
  async () => {
    const names: Record<string, string> = {}
    for (const state of STATES) {
      for (const lang of LANGUAGES) {
        test.network.troubleOf.clear()
        const page = await open(state, lang, 'plain', 'light')
        const snapshot = await page.locator('main').ariaSnapshot()
        names[`${state} ${lang}`] = snapshot
          .replaceAll(/\d?\d:\d\d/g, '14:02')
          .replaceAll(/\d+ [a-zç]{3}( 20\d\d)?(?=[ "])/gi, '10 Dec')
        await page.context().close()
      }
    }
    expect(names).toMatchSnapshot()
  },
)

it('a debt has a true minus, and decimals those of the language', async () => {
  test.shop.pages.set('/', (customer) => ({ body: BODY, lang: 'pt-BR', meta: metaOf(customer) }))
  const { page } = await test.visit('rui')
  await expect.poll(() => page.locator(PILL).first().innerText()).toBe('\u221260 pontos')
})

it('the focus stays through a redraw, on the same element', async () => {
  const { page } = await test.visit('ana')
  await expect.poll(() => page.locator(PILL).first().innerText()).toBe('1,240 points')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const isFocused = () =>
    page.evaluate(() => {
      const pill = document.activeElement?.shadowRoot?.activeElement
      const before = (globalThis as { pill?: Element }).pill
      Object.assign(globalThis, { pill })
      return [pill?.getAttribute('part'), before === undefined || before === pill]
    })
  expect(await isFocused()).toEqual(['pill', true])
  await test.loyalty.has('ana', 1250)
  await page.clock.install({ time: Date.now() + 60_000 })
  await page.evaluate(() => {
    const RealDate = Date.now
    Date.now = () => RealDate() + 60_000
    window.dispatchEvent(new Event('online'))
  })
  await expect.poll(() => page.locator(PILL).first().innerText()).toBe('1,250 points')
  expect(await isFocused()).toEqual(['pill', true])
})
