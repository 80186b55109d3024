import type { Locator, Page } from 'playwright-core'

/** What Playwright does to a field without looking whether something lies above it. */
const UNSEEN = ['fill', 'clear', 'press', 'pressSequentially', 'selectOption', 'focus'] as const
/** Here it looks by itself, unless it is forced. */
const SEEN = ['click', 'dblclick', 'check', 'uncheck', 'setChecked', 'hover', 'tap'] as const
const WAIT_MS = 10_000

const patched = new WeakSet<object>()

/**
 * A person can use only what is on top. Every locator of every page goes through this, so that no test can fill a field
 * that a dialog covers, or force a click.
 */
export function onlyOnTop(page: Page): void {
  const prototype = Object.getPrototypeOf(page.locator('html')) as Record<
    string,
    (...given: unknown[]) => Promise<unknown>
  >
  if (patched.has(prototype)) return
  patched.add(prototype)
  for (const name of UNSEEN) {
    const original = prototype[name]
    if (!original) throw new Error(`a locator has no ${name}`)
    prototype[name] = async function (this: Locator, ...given) {
      await waitUntilOnTop(this)
      return original.apply(this, given)
    }
  }
  for (const name of SEEN) {
    const original = prototype[name]
    if (!original) throw new Error(`a locator has no ${name}`)
    prototype[name] = function (this: Locator, ...given) {
      const forced = given.some((one) => (one as { force?: boolean } | undefined)?.force)
      if (forced) throw new Error(`${this} is not to be forced: a person can't`)
      return original.apply(this, given)
    }
  }
}

async function waitUntilOnTop(locator: Locator): Promise<void> {
  const until = Date.now() + WAIT_MS
  await scrollTo(locator, until)
  let above = await coveredBy(locator)
  // A bar at the edge of the page covers what is scrolled no further than into sight: a person scrolls on.
  if (above !== null) await locator.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  while (above !== null) {
    if (Date.now() > until) throw new Error(`${locator} is covered by ${above}`)
    await new Promise((done) => setTimeout(done, 50))
    above = await coveredBy(locator)
  }
}

/** A page that is just changing takes the element away meanwhile. Playwright's own actions look again then, this does not. */
async function scrollTo(locator: Locator, until: number): Promise<void> {
  await locator.waitFor()
  try {
    await locator.scrollIntoViewIfNeeded()
  } catch (error) {
    if (!String(error).includes('not attached') || Date.now() > until) throw error
    await scrollTo(locator, until)
  }
}

/** What lies above its middle; null: nothing does. */
function coveredBy(locator: Locator): Promise<string | null> {
  return locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const shown = document.elementFromPoint(left + width / 2, top + height / 2)
    if (!shown) return 'nothing: it is out of sight'
    return element.contains(shown) || shown.contains(element) || shown.closest('label')?.control === element
      ? null
      : shown.outerHTML.slice(0, 200)
  })
}
