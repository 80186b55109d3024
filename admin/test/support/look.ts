import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { quietFor } from './requests.ts'

/** What axe finds, as lines that one can read. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // There are no frames: without it a second page is opened for each, to put the findings of all frames together.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id} ${target.join(' ')}: ${failureSummary.slice(0, 300)}`,
    ),
  )
}

/** Texts that are cut off, and how far the page goes beyond its right edge. */
export async function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      const wide = [...document.querySelectorAll('body *')].find(
        (element) => element.getBoundingClientRect().right > clientWidth + 1,
      )
      found.push(`the page is ${scrollWidth} wide, not ${clientWidth}: ${wide?.outerHTML.slice(0, 200)}`)
    }
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      // What is two pixels or less wide is there for screen readers alone.
      if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth <= 2) continue
      if (!['hidden', 'clip'].includes(getComputedStyle(element).overflowX)) continue
      const text = element.innerText.trim()
      if (text === '' || element.closest('[title], [aria-hidden=true]')) continue
      found.push(`“${text.slice(0, 80)}” is cut off: ${element.outerHTML.slice(0, 160)}`)
    }
    return found
  })
}

/** As the page is after it got another width: that asks the server for nothing. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** How long a page asks for nothing before it counts as done: an answer is drawn, and asks for what follows, sooner. */
const QUIET_MS = 250
const SETTLED_WITHIN_MS = 30_000

/** Nothing is loading any more, neither from the server nor as a bar in place of a text. */
export async function settled(page: Page): Promise<void> {
  const until = Date.now() + SETTLED_WITHIN_MS
  while (quietFor(page) < QUIET_MS || (await isBusy(page))) {
    if (Date.now() > until) throw new Error(`${page.url()} is still loading after ${SETTLED_WITHIN_MS} ms`)
    await new Promise((done) => setTimeout(done, 50))
  }
}

function isBusy(page: Page): Promise<boolean> {
  return page.evaluate(() => document.querySelector('[aria-busy=true]') !== null)
}
