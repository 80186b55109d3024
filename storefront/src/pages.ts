import type { About } from './answers.ts'
import { alarm, update } from './block.ts'
import { type Child, h } from './dom.ts'
import { type Fact, shop } from './shop.ts'

/** One page of a list of the customer's. */
interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

/** How much of a list a person has asked for. */
interface Shown {
  readonly session: number
  /** What was drawn last: it stays while what takes its place is still to come. */
  pages: Page<unknown>[]
  wanted: number
}

const shownIn = new WeakMap<HTMLElement, Shown>()
const LIMIT = 10
const LIMIT_MAX = 50

/** `list` with as many at a time as the element says. */
export function pathOf(list: string, element: HTMLElement): string {
  const limit = Math.floor(Number(element.getAttribute('limit')))
  return `${list}?limit=${Math.min(limit > 0 ? limit : LIMIT, LIMIT_MAX)}`
}

/** What there is of a list, as far as a person has asked for it, and the button for more. */
export function pagesOf<Item>(
  about: About,
  element: HTMLElement,
  first: Page<Item>,
  path: string,
): readonly [items: Item[], more: Child] {
  const shown = shownBy(element)
  const missing = readOn(shown, first, path)
  const items = (shown.pages as Page<Item>[]).flatMap((page) => page.items)
  return [items, footer(about, shown, missing)]
}

function shownBy(element: HTMLElement): Shown {
  const { session } = shop
  const before = shownIn.get(element)
  if (before?.session === session) return before
  const shown = { session, pages: [], wanted: 1 }
  shownIn.set(element, shown)
  return shown
}

/**
 * Each page is where the one before it ends. Cursors are other ones each time, so while the first page says what it said
 * before, the further ones are not asked for again. Returns the page that is still to come, if there is one.
 */
function readOn(shown: Shown, first: Page<unknown>, path: string): Fact | null {
  const before = shown.pages
  const isSame = JSON.stringify(before[0]?.items) === JSON.stringify(first.items)
  const pages = isSame ? [...before] : [first]
  let missing: Fact | null = null
  while (pages.length < shown.wanted && !missing) {
    const cursor = pages.at(-1)?.next
    if (!cursor) break
    const fact = shop.read(`${path}&cursor=${encodeURIComponent(cursor)}`)
    if (fact?.data) pages.push(fact.data as Page<unknown>)
    else missing = fact
    if (!fact) break
  }
  if (!missing || pages.length >= before.length) shown.pages = pages
  return missing
}

function footer(about: About, shown: Shown, missing: Fact | null): Child {
  const last = shown.pages.at(-1)
  if (!last?.next) {
    // What takes the place of the button takes its focus too.
    return shown.wanted > 1 && h('p', { id: 'more', class: 'muted small' }, about.texts['history.all'])
  }
  const isFailed = missing?.problem && !missing.isBusy
  return [
    isFailed && alarm(about.texts.failed),
    h(
      'button',
      {
        id: 'more',
        'aria-busy': `${!!missing && !isFailed}`,
        onclick() {
          if (!missing) shown.wanted = shown.pages.length + 1
          else if (!missing.isHeld) missing.due = 0
          update()
        },
      },
      about.texts.more,
    ),
  ]
}
