import type { Page } from 'playwright-core'

/** The name of what has the focus, as it is read aloud. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    if (!element || element === document.body) return ''
    const labels = (element as HTMLInputElement).labels
    return (element.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? element.innerText ?? '').trim()
  })
}

type Key = 'Tab' | 'Shift+Tab' | 'ArrowDown'

/** Tab until it has the focus; a place that can't be reached fails the test. */
export async function tabTo(page: Page, name: string | RegExp, key: Key = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let count = 0; count < 80; count++) {
    const now = await focused(page)
    if (typeof name === 'string' ? now === name : name.test(now)) return
    passed.push(now)
    await page.keyboard.press(key)
  }
  throw new Error(`Tab does not reach ${name}: ${passed.join(' | ')}`)
}

export async function go(page: Page, name: string | RegExp, key: Key = 'Tab'): Promise<void> {
  await tabTo(page, name, key)
  await page.keyboard.press('Enter')
}
