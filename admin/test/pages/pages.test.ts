import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Look, signIn, type Watched, withBrowser } from '../support/browser.ts'
import { axeFindings, drawn, overflowOf, settled } from '../support/look.ts'
import { addressOf, choose, ensureDraft, waitForFigures } from '../support/prepare.ts'
import { INSIDE, OUTSIDE, type Route } from '../support/routes.ts'

const { open } = withBrowser()
const LOOKS = (['light', 'dark'] as const).flatMap((scheme) =>
  (['en', 'pt-BR', 'es'] as const).map((language) => ({ scheme, language })),
)
const WIDTHS = [360, 768, 1440]
/** All of them with `npm run pages`; else each page in one look by turns, so that a run stays short. */
const isAll = process.env.PAGES === 'all'

/** With a seed every second page, the others with the next one. */
const seed = process.env.PAGES_SEED === undefined ? null : Number(process.env.PAGES_SEED)

function looksOf(index: number): Look[] {
  if (isAll) return LOOKS
  if (seed !== null && (index + seed) % 2 !== 0) return []
  return [LOOKS[index % LOOKS.length] ?? {}]
}

async function lookAt({ page, faults }: Watched, path: string, look: Look): Promise<void> {
  await page.goto(path)
  await settled(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await drawn(page)
    // A page may still be moving into its new width.
    await expect.poll(() => overflowOf(page), { message: `at ${width} px`, timeout: 5_000 }).toEqual([])
  }
  expect(await page.locator('html').getAttribute('lang')).toBe(look.language)
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(look.scheme)
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
}

describe.each(
  OUTSIDE.map((route, index) => [route.name, route, index] as const).filter(
    ([, , index]) => looksOf(index).length > 0,
  ),
)('%s', (_, route, index) => {
  it.each(looksOf(index))('is clean in $scheme, $language', async (look) => {
    const watched = await open(look)
    await lookAt(watched, route.path, look)
    await watched.context.close()
  })
})

const cases = INSIDE.flatMap((route, index) => looksOf(index).map((look) => ({ route, look })))
const casesIn = ({ scheme, language }: Look) =>
  cases.filter(({ look }) => look.scheme === scheme && look.language === language)
const looks = LOOKS.filter((look) => casesIn(look).length > 0)
describe.each(looks)('in $scheme, $language', ({ scheme, language }) => {
  const own = casesIn({ scheme, language })
  let watched: Watched
  beforeAll(async () => {
    watched = await open({ scheme, language })
    await signIn(watched.page)
    await choose(watched.page, { locale: language, theme: scheme })
    await ensureDraft(watched.page, inject('devServer').tenant)
    await waitForFigures(watched.page, inject('devServer').tenant)
  })
  afterAll(() => watched.context.close())
  it.each(own.map(({ route }): [string, Route] => [route.name, route]))('%s is clean', async (_, route) => {
    const address = await addressOf(watched.page, inject('devServer').tenant, route.path)
    await lookAt(watched, address, { scheme, language })
  })
})
