import type { Page } from 'playwright-core'
import type { Opened } from './browser.ts'

/** Of one load of a page: milliseconds from its start. */
export interface Painting {
  /** When its largest element was painted. */
  readonly largest: number
  /** Which one that is. */
  readonly element: string
  /** When the elements were defined; null: they never were. */
  readonly definedAt: number | null
  /** By how much tasks were longer than 50 ms. */
  readonly blocking: number
}

export interface Painted {
  readonly loads: number
  /** In how many of them the largest element was there before the script ran. */
  readonly before: number
  readonly largest: { readonly with: number; readonly without: number; readonly spread: number }
  readonly blocking: { readonly with: number; readonly without: number; readonly spread: number }
  readonly element: string
}

/** As a mid-range phone is slower than this machine. */
const SLOWER = 4

/** Loads a page so many times with its script and without, in turn, each time as the first one of a new visitor. */
export async function comparePainting(
  open: () => Promise<Opened>,
  { url, script, loads }: { readonly url: string; readonly script: string; readonly loads: number },
): Promise<Painted> {
  const withScript: Painting[] = []
  const without: Painting[] = []
  for (let load = 0; load < loads; load += 1) {
    for (const [into, blocked] of [
      [withScript, []],
      [without, [script]],
    ] as const) {
      const { page, context } = await open()
      into.push(await paintingOf(page, url, blocked))
      await context.close()
    }
  }
  const compare = (name: 'largest' | 'blocking') => {
    const values = without.map((one) => one[name])
    return {
      with: median(withScript.map((one) => one[name])),
      without: median(values),
      spread: Math.max(...values) - Math.min(...values),
    }
  }
  return {
    loads,
    before: withScript.filter(({ largest, definedAt }) => definedAt !== null && largest < definedAt).length,
    largest: compare('largest'),
    blocking: compare('blocking'),
    element: [...new Set([...withScript, ...without].map(({ element }) => element))].join(),
  }
}

async function paintingOf(page: Page, url: string, blocked: readonly string[]): Promise<Painting> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setBlockedURLs', { urls: [...blocked] })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript(() => {
    const seen = { largest: 0, element: '', definedAt: null as number | null, blocking: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { element } = entry as unknown as { element: Element | null }
        Object.assign(seen, { largest: entry.startTime, element: element?.localName ?? '' })
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.blocking += Math.max(duration - 50, 0)
    }).observe({ type: 'longtask', buffered: true })
    void customElements.whenDefined('punchcard-balance').then(() => {
      seen.definedAt = performance.now()
    })
  })
  await page.goto(url)
  // All that the page asks for has come, and was drawn.
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(300)
  return page.evaluate(() => (globalThis as unknown as { seen: Painting }).seen)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
