/** The page of a shop on the server itself: read without a script, looked at in each language, light, dark and small. */
import { beforeAll, expect, it } from 'vitest'
import { findings } from './support/axe.ts'
import type { Look } from './support/browser.ts'
import { useClub } from './support/club.ts'
import { partInCi } from './support/whole.ts'

const test = useClub()
const LANGUAGES = ['en', 'pt-BR', 'es'] as const

async function visit(lang: string, look: Look = {}) {
  const opened = await test.open(look)
  await opened.page.goto(`${test.network.url}/shop/${test.loyalty.slug}?lang=${lang}`)
  return opened
}

beforeAll(async () => {
  await fetch(`${test.network.url}/shop/${test.loyalty.slug}`)
})

it.each(partInCi(LANGUAGES, 1))(
  'axe finds nothing in %s, light and dark, and nothing is refused',
  async (lang) => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page, faults } = await visit(lang, { scheme })
      // axe adds a script of its own.
      const copy = await test.open({ scheme })
      await copy.page.route('**/*', async (route) => {
        const answer = await route.fetch()
        const { 'content-security-policy': _policy, ...headers } = answer.headers()
        await route.fulfill({ response: answer, headers })
      })
      await copy.page.goto(page.url())
      expect([await findings(copy.page), faults]).toEqual([[], []])
      await page.context().close()
    }
  },
)

it.each([320, 360, 1280])('nothing is wider than %s px, also with text of twice the size', async (width) => {
  const { page } = await visit('pt-BR', { width })
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow()).toBe(0)
  await page.addStyleTag({ content: '' }).catch(() => null)
  await page.evaluate(() => {
    document.documentElement.style.setProperty('font-size', '200%')
  })
  expect(await overflow()).toBe(0)
})

it('is reached by keyboard, and leads to the other languages', async () => {
  const { page } = await visit('en')
  const links = page.getByRole('navigation', { name: 'Languages' }).getByRole('link')
  expect(await links.allInnerTexts()).toEqual(['Português', 'English', 'Español'])
  await page.keyboard.press('Tab')
  const focused = page.locator(':focus')
  expect(await focused.count()).toBe(1)
  await links.nth(2).click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es')
})

it('is whole without a script, and not shown in a frame', async () => {
  const browser = (await test.open()).page.context().browser()
  const context = await browser?.newContext({ javaScriptEnabled: false })
  const page = await context?.newPage()
  await page?.goto(`${test.network.url}/shop/${test.loyalty.slug}?lang=en`)
  const text = (await page?.locator('main').innerText()) ?? ''
  expect(text).toMatch(/How to earn points[\s\S]*1 point for every R\$\s1\.00 you spend[\s\S]*Rewards/)
  const { page: framing } = await test.open()
  await framing.goto(test.shop.url)
  await framing.evaluate((url) => {
    const frame = document.createElement('iframe')
    frame.src = url
    document.body.append(frame)
  }, `${test.network.url}/shop/${test.loyalty.slug}`)
  await expect
    .poll(() =>
      framing
        .frames()
        .map((frame) => frame.url())
        .join(' '),
    )
    .toMatch(/chrome-error/)
})
