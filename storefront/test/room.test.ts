/** Every element on narrow pages, with larger text and more space in it, forced colours, no motion, from right to left. */
import { readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ALL_ELEMENTS, answerReferrals, completeClub, FRIEND } from './support/all-elements.ts'
import { useClub } from './support/club.ts'
import { crowded, moving, styleEverything, TEXT_SPACING } from './support/room.ts'
import { partInCi } from './support/whole.ts'

const test = useClub()
const LANGUAGES = partInCi(['en', 'pt-BR', 'es'] as const, 1)

/** The shop's own header is not what is looked at. */
const ALONE = '<style>header{display:none!important}</style>'
const BODY = Object.entries(ALL_ELEMENTS).reduce(
  (html, [name, [markup]]) => `${html}<section class="${name}"><h2>${name}</h2>${markup}</section>`,
  ALONE,
)
const PAGE = `${ALONE}<punchcard-page></punchcard-page>`

beforeAll(() => completeClub(test))
/** A customer may read activity twice a second, and the page before has. */
beforeEach(async () => {
  answerReferrals(test.network)
  await new Promise((done) => setTimeout(done, 1_100))
})

/** Of what is not drawn, nothing can lie on anything. */
async function showAll(lang: string, more: Parameters<typeof test.show>[2] = {}): Promise<Page> {
  const { page } = await test.show(BODY, 'ana', { lang, policy: null, ...more })
  for (const [name, [, drawn]] of Object.entries(ALL_ELEMENTS)) {
    await page.locator(`.${name} > :last-child ${drawn}`).first().waitFor()
  }
  for (const summary of await page.locator('summary').all()) await summary.click()
  await page.locator('punchcard-summary .sums tr').first().waitFor()
  return page
}

/** What a person may do to read better: each by itself, and the last two together. */
const WAYS = ['as it is', 'larger text', 'all of it larger', 'spaced', 'spaced and larger'] as const
async function read(page: Page, way: (typeof WAYS)[number]): Promise<void> {
  const isWhole = way === 'all of it larger' || way === 'spaced and larger'
  // Who makes all of it larger has a window of 640 px: at 320 px it would be four times as large.
  await page.setViewportSize({ width: isWhole ? 640 : 320, height: 640 })
  await page.evaluate(
    ([whole, text]) => {
      document.documentElement.style.fontSize = whole
      document.body.style.fontSize = text
    },
    [isWhole ? '200%' : '', way === 'larger text' ? '200%' : isWhole ? '1rem' : ''] as const,
  )
  if (way.startsWith('spaced')) await styleEverything(page, TEXT_SPACING)
}

const crowdedOnes = (found: Readonly<Record<string, string[]>>): object =>
  Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))

it('no element is left out', () => {
  const files = readdirSync(new URL('../src/elements', import.meta.url))
  const names = files.flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -'.ts'.length)] : []))
  expect(names.toSorted()).toEqual([...Object.keys(ALL_ELEMENTS), 'friend', 'page'].toSorted())
})

describe.each(LANGUAGES)('in %s', (lang) => {
  it('at 320 px, with text of twice the size, and with the spacing of WCAG 1.4.12', async () => {
    const page = await showAll(lang, { look: { width: 320, height: 640 } })
    const found: Record<string, string[]> = {}
    for (const way of WAYS) {
      await read(page, way)
      found[way] = await crowded(page)
    }
    expect(crowdedOnes(found)).toEqual({})
  })

  it('the page of it all, for a customer, one who may join and a visitor', async () => {
    const found: Record<string, string[]> = {}
    for (const customer of ['ana', `stranger-${lang}`, null]) {
      const { page, context } = await test.show(PAGE + FRIEND, customer, {
        lang,
        policy: null,
        look: { width: 320, height: 640 },
      })
      await page.locator('punchcard-page section').first().waitFor()
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
      await page.waitForTimeout(300)
      for (const way of WAYS) {
        await read(page, way)
        found[`${customer} ${way}`] = await crowded(page)
      }
      await context.close()
    }
    expect(crowdedOnes(found)).toEqual({})
  })

  it('dialogs: redeeming points, cashback, and leaving', async () => {
    const page = await showAll(lang, { look: { width: 320, height: 640 } })
    const found: Record<string, string[]> = {}
    const buttons = [
      ...(await page.locator('punchcard-rewards [part=redeem]').all()),
      page.locator('punchcard-join button').first(),
    ]
    expect(buttons.length).toBe(4)
    for (const way of WAYS) {
      for (const [index, button] of buttons.entries()) {
        await button.click()
        await page.locator('dialog[open]').waitFor()
        await read(page, way)
        found[`${index} ${way}`] = await crowded(page, 'dialog[open]')
        await page.keyboard.press('Escape')
        await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
      }
    }
    expect(crowdedOnes(found)).toEqual({})
  })

  it('forced colours: every edge that says something is drawn', async () => {
    const page = await showAll(lang, { look: { width: 320, forcedColors: 'active' } })
    expect(await crowded(page)).toEqual([])
    const edgeOf = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { borderTopStyle, borderTopWidth, borderTopColor, color } = getComputedStyle(element)
          const isInked = borderTopColor === color || borderTopColor === 'rgb(0, 0, 0)'
          return Number.parseFloat(borderTopWidth) > 0 && isInked ? borderTopStyle : borderTopColor
        })
    for (const selector of [
      'punchcard-balance [part=pill]',
      'punchcard-cards [part=card]',
      'punchcard-rewards [part=tile]',
      'punchcard-rewards [part=redeem]',
      'punchcard-redeem [part=box]',
      'punchcard-join button',
    ]) {
      expect([selector, await edgeOf(selector)]).toEqual([selector, 'solid'])
    }
  })
})

it('with reduced motion nothing moves, and otherwise something does', async () => {
  const page = await showAll('en')
  expect((await moving(page)).length).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await moving(page)).toEqual([])
  await page.locator('punchcard-rewards [part=redeem]').first().click()
  await page.locator('dialog[open]').waitFor()
  expect(await moving(page)).toEqual([])
})

it('from right to left nothing lies on anything, and figures stay in their order', async () => {
  for (const width of [320, 1280]) {
    const page = await showAll('en', { dir: 'rtl', look: { width, height: 640 } })
    expect(await crowded(page)).toEqual([])
    expect(await scrambled(page)).toEqual([])
    expect(await swapped(page)).toEqual([])
    await page.context().close()
    await new Promise((done) => setTimeout(done, 1_100))
  }
})

it('dark is what the page says, for every element', async () => {
  const inks: Record<string, string[]> = {}
  for (const [htmlClass, scheme] of [
    ['', 'dark'],
    ['light', 'dark'],
    ['dark', 'light'],
    ['both', 'dark'],
  ] as const) {
    const page = await showAll('en', { look: { scheme }, htmlClass, bodyClass: 'plain' })
    inks[`${htmlClass} on ${scheme}`] = await inksOf(page)
    await page.context().close()
    await new Promise((done) => setTimeout(done, 1_100))
  }
  const light = inks['light on dark']
  expect(inks[' on dark']).toEqual(light)
  expect(inks['both on dark']).toEqual(inks['dark on light'])
  expect(inks['dark on light']?.filter((ink, index) => ink === light?.[index])).toEqual([])
})

it('text that is cut off, or lies on other text, is seen', async () => {
  const { page } = await test.show(
    `<p style="width:40px;overflow:hidden;white-space:nowrap">much too long</p>
    <p style="margin:0">under</p><p style="margin:-20px 0 0">over</p><p style="width:2000px">wide</p>
    <p style="white-space:nowrap">${'beside the page '.repeat(30)}</p>`,
    null,
    { policy: null },
  )
  const found = (await crowded(page)).join('\n')
  for (const what of ['p.# is cut', 'is cut', '“under” lies on “over”', 'is beside the page', 'px wide'])
    expect(found).toContain(what)
})

/** The ink of each text that an element draws. */
const inksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const inks: string[] = []
    for (const host of document.querySelectorAll('section > :last-child')) {
      inks.push(getComputedStyle(host.shadowRoot?.querySelector('#main,[part]') as Element).color)
    }
    return inks
  })

/** Figures whose characters do not go from left to right. */
const scrambled = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const look = (root: Node): void => {
      for (const node of root.childNodes) {
        if (node instanceof Element && node.checkVisibility()) look(node.shadowRoot ?? node)
        if (!(node instanceof Text)) continue
        for (const { index, 0: figure } of node.data.matchAll(/[\u2212+-]?(R\$\u00a0)?\d+([.,]\d+)*/g)) {
          const range = new Range()
          const lefts = [...figure].map((_, at) => {
            range.setStart(node, index + at)
            range.setEnd(node, index + at + 1)
            return range.getBoundingClientRect()
          })
          const isInOneLine = new Set(lefts.map(({ top }) => top)).size === 1
          if (isInOneLine && lefts.some(({ left }, at) => at > 0 && left < (lefts[at - 1]?.left ?? 0)))
            found.push(`${figure} in “${node.data}”`)
        }
      }
    }
    look(document.body)
    return [...new Set(found)]
  })

/** Figures that stand behind what they count, such as “points 300”, or behind the month of a date. */
const swapped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const lefts = new Map<string, number>()
    const look = (root: Node): void => {
      for (const node of root.childNodes) {
        if (node instanceof Element && node.checkVisibility()) {
          const part = node.getAttribute('part') ?? ''
          lefts.set(part, node.getBoundingClientRect().left)
          if (part === 'unit' && node.getBoundingClientRect().left < (lefts.get('number') ?? 0))
            found.push(
              `${(node.getRootNode() as ShadowRoot).host.localName}: ${node.textContent} before its number`,
            )
          look(node.shadowRoot ?? node)
        }
        if (!(node instanceof Text)) continue
        for (const { index, 0: all, 1: figure = '' } of node.data.matchAll(/(\d[\d.,]*)\s\p{L}+/gu)) {
          const boxOf = (from: number, to: number): DOMRect => {
            const range = new Range()
            range.setStart(node, index + from)
            range.setEnd(node, index + to)
            return range.getBoundingClientRect()
          }
          const [number, word] = [boxOf(0, figure.length), boxOf(figure.length + 1, all.length)]
          if (number.top === word.top && number.left > word.left) found.push(`${all} in “${node.data}”`)
        }
      }
    }
    look(document.body)
    return [...new Set(found)]
  })
