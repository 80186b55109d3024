import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds, as lines that one can read. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
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
    return found
  })
}

/** Nothing is loading any more, neither from the server nor as a bar in place of a text. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
}
