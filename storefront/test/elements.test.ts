/** What all elements that fill a column have in common: each state, language and look, and the strictest policy. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findings } from './support/axe.ts'
import { NOW, stopClock, useClub } from './support/club.ts'
import { shiftsOf, watchShifts } from './support/shifts.ts'
import { partInCi } from './support/whole.ts'

const test = useClub()

/** With their headings, in the order of a page; what each has drawn when it is drawn. */
const ELEMENTS = [
  ['punchcard-summary', 'Points', '[part=number]'],
  ['punchcard-cards', 'Cards', '[part=card]'],
  ['punchcard-tier', 'Tier', '[part=heading]'],
  ['punchcard-rewards', 'Rewards', '[part=tile]'],
  ['punchcard-coupons', 'Coupons', '[part=tile]'],
  ['punchcard-history', 'Activity', '[part=list]'],
] as const
/** Nothing is tried again meanwhile: what is being tried is paler. */
const OUT_FOR_AN_HOUR = {
  status: 503,
  headers: { 'retry-after': '3600', 'access-control-expose-headers': 'Retry-After' },
}
/** As long as what there is: a page puts nothing below it that must not move. */
const LISTS: readonly string[] = [
  'punchcard-cards',
  'punchcard-rewards',
  'punchcard-coupons',
  'punchcard-history',
]
/** A new customer has none: it is empty. */
const NOT_AT_FIRST = 'punchcard-coupons'
const BODY = ELEMENTS.map(([name, heading]) => `<h2>${heading}</h2><${name}></${name}>`).join('')
const LANGUAGES = ['en', 'pt-BR', 'es'] as const
const THEMES = ['plain', 'aurora', 'norte'] as const
const SCHEMES = ['light', 'dark'] as const
const STATES = ['customer', 'newcomer', 'visitor', 'stale', 'failed'] as const
type State = (typeof STATES)[number]

const CUSTOMERS: Readonly<Record<State, string | null>> = {
  customer: 'ana',
  newcomer: 'davi',
  visitor: null,
  stale: 'ana',
  failed: 'ana',
}

async function open(state: State, lang: string, more: Parameters<typeof test.show>[2] = {}): Promise<Page> {
  test.network.troubleOf.clear()
  // A customer may read activity and the sum twice a second, and the page before has.
  await setTimeout(1_100)
  if (state === 'failed') test.network.troubleOf.set('/v1/', OUT_FOR_AN_HOUR)
  const { page } = await test.show(BODY, CUSTOMERS[state], { lang, ...more })
  await settle(page, state)
  if (state === 'stale') {
    await stopClock(page, NOW + 60_000)
    test.network.troubleOf.set('/me', 'down')
    await page.reload()
    for (const [name] of ELEMENTS) await page.locator(`${name} [part=stale]`).waitFor()
  }
  return page
}

async function settle(page: Page, state: State): Promise<void> {
  const pill = state === 'failed' ? 'punchcard-balance button' : 'punchcard-balance [part=pill]'
  await page.locator(pill).waitFor()
  if (state === 'visitor') return
  for (const [name, , drawn] of ELEMENTS) {
    if (state === 'newcomer' && name === NOT_AT_FIRST) continue
    const what = state === 'failed' ? '[part=failure]' : state === 'newcomer' ? '#main' : drawn
    await page.locator(`${name} ${what}`).first().waitFor()
  }
}

/** With what is asked for when it is opened. */
async function openAll(page: Page, name = ''): Promise<void> {
  for (const details of await page.locator(`${name} summary`).all()) await details.click()
  await page.waitForTimeout(200)
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
}

describe.each(STATES)('%s', (state) => {
  it.each(partInCi(LANGUAGES, 1))('axe finds nothing in %s, in any theme, light and dark', async (lang) => {
    const found: string[] = []
    // axe adds a script of its own to the page.
    const page = await open(state, lang, { policy: null })
    await openAll(page)
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
  'what is read aloud is whole sentences or figures with their unit, in three languages',
  async () => {
    const heard: Record<string, Record<string, string>> = {}
    for (const state of STATES) {
      for (const lang of LANGUAGES) {
        const page = await open(state, lang)
        await openAll(page)
        for (const [name] of ELEMENTS) {
          const snapshot = await page.locator(name).ariaSnapshot()
          heard[name] ??= {}
          heard[name][`${state} ${lang}`] = snapshot.replaceAll(/(?<=code: )\w+/g, 'CODE')
        }
        await page.context().close()
      }
    }
    for (const [name] of ELEMENTS) expect(heard[name]).toMatchSnapshot(name)
  },
)

it.each(partInCi(STATES, 2))('under the strictest policy nothing is reported: %s', async (state) => {
  const page = await open(state, 'en')
  await openAll(page)
  expect(test.shop.reports).toEqual([])
})

it.each(partInCi(ELEMENTS, 1))(
  '%s moves nothing, and is not wider than the page',
  async (name, heading, drawn) => {
    const below = LISTS.includes(name) ? '' : '<p>Below it</p>'
    const body = `<h2>${heading}</h2><${name}></${name}>${below}`
    for (const width of [1280, 390]) {
      for (const latencyMs of [0, 400]) {
        test.network.latencyMs = latencyMs
        test.shop.tokenLatencyMs = latencyMs
        const { page, context } = await test.show(body, 'ana', { look: { width }, before: watchShifts })
        await page.locator(`${name} ${drawn}`).first().waitFor()
        await page.waitForTimeout(300)
        expect(await shiftsOf(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await context.close()
      }
    }
  },
)

it.each(partInCi(ELEMENTS, 1))('%s fits into 200 px, and with text twice as large into 320', async (name) => {
  const { page } = await test.show(`<div class="narrow"><${name}></${name}></div>`, 'ana')
  await page.locator(`${name} #main`).waitFor()
  const isInside = () =>
    page.locator(name).evaluate((host) => {
      const { right, left } = host.getBoundingClientRect()
      return [...(host.shadowRoot?.querySelectorAll('*') ?? [])]
        .filter((element) => !element.closest('.said'))
        .map((element) => element.getBoundingClientRect())
        .every((box) => box.left >= left - 1 && box.right <= right + 1)
    })
  for (const summary of await page.locator(`${name} summary`).all()) await summary.click()
  expect(await isInside()).toBe(true)
  await page.evaluate(() => {
    const narrow = document.querySelector<HTMLElement>('.narrow') as HTMLElement
    narrow.style.cssText = 'width:320px;font-size:200%'
  })
  expect(await isInside()).toBe(true)
})
