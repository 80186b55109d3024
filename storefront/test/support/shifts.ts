import type { Page } from 'playwright-core'

/** From the first moment of the page. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Element | null }[] }
        const moved = sources.map(({ node }) => `${node?.nodeName}.${node?.className ?? node?.nodeValue}`)
        shifts.push(`${value} ${moved}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)
