/**
 * Each variable and part of `docs/reference/elements.md` counts in the elements that it names, in no other, and for
 * nothing else; and the examples of `docs/guides/theming.md` do what they say.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { ALL_ELEMENTS, answerReferrals, completeClub, FRIEND } from './support/all-elements.ts'
import { NOW, useClub } from './support/club.ts'
import { type Effects, effectsOf, partsOn } from './support/styles.ts'

const ROOT = join(import.meta.dirname, '../..')
const REFERENCE = readFileSync(join(ROOT, 'docs/reference/elements.md'), 'utf8')
const GUIDE = readFileSync(join(ROOT, 'docs/guides/theming.md'), 'utf8')

const test = useClub()
const APPLIED =
  '<punchcard-redeem total="50.00" applied="4.00" until="2026-11-16T18:04:00Z" message="No"></punchcard-redeem>'
const FIRST_COUPON = '<punchcard-coupons limit="1"></punchcard-coupons>'
const BODY = [...Object.values(ALL_ELEMENTS).map(([markup]) => markup), FRIEND, APPLIED, FIRST_COUPON].join(
  '',
)
const PAGE = '<punchcard-page></punchcard-page>'
const ELEMENTS = [...Object.keys(ALL_ELEMENTS), 'friend', 'page'].toSorted()

const INK = 'rgb(1, 2, 3)'
const COLOR = /color$/
/** What a value makes of each variable, and which properties it may change. */
const TRIED: readonly (readonly [variable: RegExp, value: string, properties: RegExp])[] = [
  [/radius$/, '33px', /radius$/],
  [/font$/, 'monospace', /^font-family$/],
  [/weight$/, '300', /^font-weight$/],
  [/size$/, '21px', /^font-size$|^padding|radius$/],
  [/./, INK, COLOR],
]

/** The rows of a table, as the texts of their cells. */
function rowsOf(heading: string): string[][] {
  const part = REFERENCE.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = part.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
}
const codes = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** `all`, `all but balance, earn`, or `balance, earn`; the page has what the elements in it have. */
function elementsOf(text: string): string[] {
  const named = text
    .replace(/^all( but )?/, '')
    .split(', ')
    .filter(Boolean)
  const alone = ELEMENTS.filter((name) => name !== 'page')
  expect(named.filter((name) => !alone.includes(name))).toEqual([])
  return text.startsWith('all') ? alone.filter((name) => !named.includes(name)) : named
}

const VARIABLES = rowsOf('Variables').flatMap(([names = '', , where = '']) =>
  codes(names).map((variable) => ({ variable, where: elementsOf(where) })),
)
const PARTS = rowsOf('Parts').map(([element = '', parts = '']) => {
  const [name = ''] = codes(element)
  return {
    element: name,
    parts: [...new Set([...codes(parts), 'failure', ...(name === 'punchcard-earn' ? [] : ['stale'])])],
  }
})

const RULES: Readonly<Record<string, string>> = Object.fromEntries([
  ...VARIABLES.map(({ variable }) => [variable, `:root{${variable}:${triedOf(variable)[1]}}`]),
  ...PARTS.flatMap(({ element, parts }) =>
    parts.map((part) => [`${element}::part(${part})`, `${element}::part(${part}){outline-style:dotted}`]),
  ),
])

function triedOf(variable: string) {
  const found = TRIED.find(([pattern]) => pattern.test(variable))
  if (!found) throw new Error(`nothing is tried for ${variable}`)
  return found
}

async function show(customer: string | null, body = BODY + PAGE): Promise<Page> {
  // A customer may read activity twice a second, and the page before has.
  await new Promise((done) => setTimeout(done, 1_100))
  answerReferrals(test.network)
  const { page } = await test.show(body, customer, {
    policy: null,
    bodyClass: 'plain',
    // A phone has a sheet to share, which this browser has not.
    before: async (opened) => {
      await opened.addInitScript(() => Object.assign(navigator, { share: async () => {} }))
    },
  })
  // What is being drawn has not the colours that it comes to.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.locator('punchcard-page section, punchcard-page [part=failure]').first().waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  return page
}

/** A person opens all that can be opened, and nothing of what they then do succeeds. */
async function openAll(page: Page): Promise<void> {
  for (const [element, [, drawn]] of Object.entries(ALL_ELEMENTS))
    await page.locator(`punchcard-${element} ${drawn}`).first().waitFor()
  const press = (selector: string): Promise<void> =>
    page.evaluate((found) => {
      const inside = (root: ParentNode): Element[] =>
        [...root.querySelectorAll('*')].flatMap((node) => [
          node,
          ...(node.shadowRoot ? inside(node.shadowRoot) : []),
        ])
      for (const node of inside(document)) if (node.matches(found)) (node as HTMLElement).click()
    }, selector)
  for (const path of ['/redemptions', '/opt-out', 'cursor='])
    test.network.troubleOf.set(path, { status: 503 })
  await press('summary')
  await page.locator('punchcard-summary .sums tr').first().waitFor()
  for (const [element, opening] of [
    ['rewards', '[part=redeem]'],
    ['join', '#out'],
  ] as const) {
    await page
      .locator(`main > punchcard-${element} ${opening}`)
      .first()
      .evaluate((button) => (button as HTMLElement).click())
    const confirm = page.locator(`main > punchcard-${element} dialog .acts .main`)
    await confirm.waitFor({ state: 'attached' })
    await confirm.evaluate((button) => (button as HTMLElement).click())
    await page.locator(`main > punchcard-${element} [role=alert]`).waitFor({ state: 'attached' })
  }
}

async function loseConnection(page: Page, last: string): Promise<void> {
  await page.clock.setFixedTime(NOW + 60_000)
  test.network.reset()
  test.network.troubleOf.set('/v1/pub', 'down')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.locator(`main > ${last} [part=stale]`).waitFor()
}

const STATES: Readonly<Record<string, () => Promise<Page>>> = {
  async 'a member who has opened everything'() {
    const page = await show('ana')
    await openAll(page)
    return page
  },
  async 'a member with a long history, of which no more can be read'() {
    const page = await show('eva')
    test.network.troubleOf.set('cursor=', { status: 503 })
    for (const element of ['punchcard-history', 'punchcard-coupons[limit]']) {
      await page.locator(`main > ${element} #more`).click()
      await page.locator(`main > ${element} [role=alert]`).waitFor()
    }
    return page
  },
  async 'a member, who then loses the connection'() {
    const page = await show('ana')
    await loseConnection(page, 'punchcard-referral')
    return page
  },
  'a member who owes': () => show('rui'),
  'one who may join': () => show('stranger'),
  'a visitor': () => show(null),
  async 'a visitor, who then loses the connection'() {
    const page = await show(null)
    await loseConnection(page, 'punchcard-friend')
    return page
  },
  async 'a server that can’t be reached'() {
    test.network.troubleOf.set('/v1/pub', 'down')
    const page = await show('ana')
    await expect.poll(() => page.locator('punchcard-tier [part=failure]').count()).toBe(1)
    return page
  },
}

beforeAll(async () => {
  await completeClub(test)
  const { shop } = test.loyalty
  const tenth = await shop.makeReward({ title: 'One off', points: 100_000n })
  for (const key of ['one', 'two']) await shop.redeemed(tenth, 'eva', { OriginalKey: key })
})

describe('the reference', () => {
  /** By rule and element, over all states. */
  const effects: Record<string, Record<string, Set<string>>> = {}
  const parts: Record<string, Set<string>> = {}

  it.each(Object.keys(STATES))('is tried for %s', async (state) => {
    const page = await (STATES[state] as () => Promise<Page>)()
    note(await effectsOf(page, RULES))
    for (const [element, part] of await partsOn(page)) {
      parts[element] ??= new Set()
      parts[element].add(part)
    }
  })

  function note(found: Effects): void {
    for (const [rule, changed] of Object.entries(found)) {
      effects[rule] ??= {}
      const ofRule = effects[rule]
      for (const [element, properties] of Object.entries(changed)) {
        ofRule[element] ??= new Set()
        for (const property of properties) ofRule[element].add(property)
      }
    }
  }

  it.each(VARIABLES)('$variable counts where it says, and for nothing else', ({ variable, where }) => {
    const { 'punchcard-page': page, ...found } = effects[variable] ?? {}
    expect(Object.keys(found).toSorted()).toEqual(where.map((name) => `punchcard-${name}`).toSorted())
    const isInPage = where.some((name) => !['balance', 'earn', 'friend', 'redeem'].includes(name))
    expect(page !== undefined).toBe(isInPage)
    const [, , allowed] = triedOf(variable)
    const properties = Object.values(found).flatMap((all) => [...all])
    expect(properties.filter((property) => !allowed.test(property) && property !== '--_bar')).toEqual([])
  })

  it.each(PARTS)('$element has these parts, and each can be styled', ({ element, parts: named }) => {
    if (element !== 'punchcard-page') expect([...(parts[element] ?? [])].toSorted()).toEqual(named.toSorted())
    const deaf = named.filter(
      (part) => !effects[`${element}::part(${part})`]?.[element]?.has('outline-style'),
    )
    expect(deaf).toEqual([])
  })

  it('is of all elements', () => {
    expect(PARTS.map(({ element }) => element).toSorted()).toEqual(
      ELEMENTS.map((name) => `punchcard-${name}`),
    )
  })
})

/** What an example says, as styles of what a selector finds; `before` is without it. */
interface Example {
  readonly of: string
  readonly property: string
  readonly becomes: string
  readonly scheme?: 'light' | 'dark'
  readonly pseudo?: 'hover'
}

/** By heading, in the order of its examples. */
const EXAMPLES: Readonly<Record<string, readonly (readonly Example[])[]>> = {
  'Two colours are enough': [
    [
      {
        of: 'main > punchcard-balance [part=icon]',
        property: 'background-color',
        becomes: 'rgb(154, 59, 29)',
      },
      { of: 'punchcard-rewards [part=redeem]', property: 'background-color', becomes: 'rgb(154, 59, 29)' },
      { of: 'punchcard-rewards [part=redeem]', property: 'color', becomes: 'rgb(255, 244, 232)' },
    ],
    [
      {
        of: 'header punchcard-balance [part=icon]',
        property: 'background-color',
        becomes: 'rgb(242, 162, 124)',
      },
    ],
  ],
  'On a coloured page': [
    [
      { of: 'punchcard-rewards [part=tile]', property: 'background-color', becomes: 'rgb(255, 255, 255)' },
      { of: 'punchcard-rewards [part=box]', property: 'background-color', becomes: 'rgb(251, 245, 236)' },
      { of: 'punchcard-rewards [part=box]', property: 'color', becomes: 'rgb(43, 26, 18)' },
    ],
  ],
  'Light and dark': [
    [
      { of: 'punchcard-balance [part=icon]', property: 'background-color', becomes: 'rgb(154, 59, 29)' },
      {
        of: 'punchcard-balance [part=icon]',
        property: 'background-color',
        becomes: 'rgb(242, 162, 124)',
        scheme: 'dark',
      },
      { of: 'punchcard-rewards [part=redeem]', property: 'color', becomes: 'rgb(43, 15, 4)', scheme: 'dark' },
    ],
  ],
  Corners: [
    [
      { of: 'punchcard-rewards [part=tile]', property: 'border-start-start-radius', becomes: '0px' },
      { of: 'punchcard-rewards [part=redeem]', property: 'border-start-start-radius', becomes: '2px' },
      { of: 'punchcard-balance [part=pill]', property: 'border-start-start-radius', becomes: '2px' },
    ],
  ],
  Type: [
    [
      { of: 'punchcard-summary [part=number]', property: 'font-family', becomes: 'Georgia, serif' },
      { of: 'punchcard-tier [part=heading]', property: 'font-weight', becomes: '400' },
      { of: 'punchcard-history [part=list]', property: 'font-size', becomes: '14px' },
    ],
  ],
  'Punch cards': [
    [
      { of: 'punchcard-cards [part=card]', property: 'background-color', becomes: 'rgb(27, 60, 255)' },
      { of: 'punchcard-cards [part=card]', property: 'color', becomes: 'rgb(255, 251, 230)' },
    ],
  ],
  'Single parts': [
    [
      { of: 'punchcard-balance [part=pill]', property: 'background-color', becomes: 'rgba(0, 0, 0, 0)' },
      { of: 'punchcard-balance [part=pill]', property: 'border-top-color', becomes: 'rgb(19, 28, 24)' },
      {
        of: 'punchcard-balance [part=pill]',
        property: 'text-decoration-line',
        becomes: 'underline',
        pseudo: 'hover',
      },
      { of: 'punchcard-balance [part=number]', property: 'font-weight', becomes: '400' },
    ],
    [
      { of: 'punchcard-rewards [part=redeem]', property: 'text-transform', becomes: 'uppercase' },
      { of: 'punchcard-rewards [part=redeem]', property: 'letter-spacing', becomes: '1.2px' },
    ],
    [
      {
        of: 'punchcard-page [part=tile]',
        property: 'box-shadow',
        becomes: 'rgba(0, 0, 0, 0.2) 0px 1px 4px 0px',
      },
    ],
  ],
  'Your own sign': [[{ of: 'punchcard-earn [part=icon]', property: 'display', becomes: 'none' }], []],
  Room: [
    [
      { of: 'main > punchcard-balance', property: 'min-width', becomes: '240px' },
      { of: 'punchcard-balance [part=pill]', property: 'font-size', becomes: '20px' },
    ],
  ],
}

interface Snippet {
  readonly heading: string
  readonly at: number
  readonly language: string
  readonly code: string
}

function snippets(): Snippet[] {
  return GUIDE.split('\n## ').flatMap((section) => {
    const heading = section.split('\n', 1)[0] ?? ''
    const found = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    return found.map(([, language = '', code = ''], at) => ({ heading, at, language, code }))
  })
}

describe('the guide', () => {
  it('has no example that is not tried', () => {
    expect(snippets().map(({ heading, at }) => `${heading} ${at}`)).toEqual(
      Object.entries(EXAMPLES).flatMap(([heading, all]) => all.map((_, at) => `${heading} ${at}`)),
    )
  })

  it('is right', async () => {
    const page = await show('ana')
    await openAll(page)
    const wrong: object[] = []
    for (const { heading, at, language, code } of snippets()) {
      if (language !== 'css') continue
      for (const example of EXAMPLES[heading]?.[at] ?? []) {
        await page.emulateMedia({ colorScheme: example.scheme ?? 'light' })
        const [before, after] = await tried(page, code, example)
        if (after !== example.becomes || before === after)
          wrong.push({ heading, at, ...example, before, after })
      }
    }
    expect(wrong).toEqual([])
  })

  it('puts three rewards side by side', async () => {
    const page = await show('ana')
    const code = snippets().find((one) => one.code.includes('part(grid)'))?.code ?? ''
    await page.addStyleTag({ content: code })
    const columns = await page
      .locator('main > punchcard-rewards [part=grid]')
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').map(Number.parseFloat))
    expect(columns).toHaveLength(3)
    expect(new Set(columns.map(Math.round)).size).toBe(1)
  })

  it('puts a sign of the shop’s own in place of ours', async () => {
    const html = snippets().find(({ language }) => language === 'html')?.code ?? ''
    const page = await show('ana', html + PAGE)
    await page.locator('main > punchcard-balance [part=number]').waitFor()
    expect(await page.locator('main > punchcard-balance > [slot=icon]').isVisible()).toBe(true)
    expect(await page.locator('main > punchcard-balance [part=icon]').isVisible()).toBe(false)
  })
})

/** Without the example, and with it: all of its declarations are known to the browser. */
async function tried(page: Page, css: string, { of, property, pseudo }: Example): Promise<[string, string]> {
  const node = page.locator(of).first()
  const styleOf = (): Promise<string> =>
    node.evaluate((found, name) => getComputedStyle(found).getPropertyValue(name), property)
  const before = await styleOf()
  const style = await page.addStyleTag({ content: css })
  const known = await style.evaluate((element) =>
    [...((element as HTMLStyleElement).sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join(),
  )
  const names = [...css.matchAll(/^ {2}([\w-]+):/gm)].map(([, name = '']) => name)
  expect(names.filter((name) => !known.includes(`${name}:`))).toEqual([])
  if (pseudo) {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await node.hover()
  }
  // What is drawn anew by it, such as a dialog's ground.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const after = await styleOf()
  await style.evaluate((element) => (element as HTMLStyleElement).remove())
  return [before, after]
}
