import type { About, OwnHistory } from '../answers.ts'
import { block, update } from '../block.ts'
import { type Child, h } from '../dom.ts'
import { date, text } from '../format.ts'
import { type Fact, shop } from '../shop.ts'
import { signed, sum } from '../sum.ts'
import styles from './history.css?inline'

type Item = OwnHistory['items'][number]

/** How much of a history a person has asked for. */
interface Shown {
  readonly session: number
  /** What was drawn last: it stays while what takes its place is still to come. */
  pages: OwnHistory[]
  wanted: number
}

const shownIn = new WeakMap<HTMLElement, Shown>()
const LIMIT = 10
const LIMIT_MAX = 50

/** What was earned, redeemed and lost, each with its reasons, newest first. */
block('punchcard-history', {
  styles,
  attributes: ['limit'],
  reads: (element) => [pathOf(element)],
  draw(about, element, first: OwnHistory | undefined) {
    if (!first) return null
    if (first.items.length === 0) return h('p', { class: 'muted' }, about.texts['history.none'])
    const shown = shownBy(element)
    const last = readOn(shown, first, pathOf(element))
    return [
      h(
        'ol',
        { part: 'list' },
        rows(
          about,
          shown.pages.flatMap(({ items }) => items),
        ),
      ),
      footer(about, shown, last),
    ]
  },
})

function pathOf(element: HTMLElement): string {
  const limit = Math.floor(Number(element.getAttribute('limit')))
  return `me/history?limit=${Math.min(limit > 0 ? limit : LIMIT, LIMIT_MAX)}`
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
function readOn(shown: Shown, first: OwnHistory, path: string): Fact | null {
  const before = shown.pages
  const isSame = JSON.stringify(before[0]?.items) === JSON.stringify(first.items)
  const pages = isSame ? [...before] : [first]
  let missing: Fact | null = null
  while (pages.length < shown.wanted && !missing) {
    const cursor = pages.at(-1)?.next
    if (!cursor) break
    const fact = shop.read(`${path}&cursor=${encodeURIComponent(cursor)}`)
    if (fact?.data) pages.push(fact.data as OwnHistory)
    else missing = fact
    if (!fact) break
  }
  if (!missing || pages.length >= before.length) shown.pages = pages
  return missing
}

function rows(about: About, items: readonly Item[]): Child {
  const counts = new Map<string, number>()
  return items.map((item) => {
    // The same may have happened several times at one moment.
    const name = `${item.at} ${item.title}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return row(about, item, `${name} ${count}`)
  })
}

function row(about: About, item: Item, id: string): Child {
  const { at, title, points, availableAt, lines, notes, coupon } = item
  const cells = [
    h('time', { class: 'muted small', datetime: at }, date(about, at)),
    h(
      'span',
      { class: 'what' },
      title,
      availableAt && [
        ' ',
        h('span', { class: 'pending' }, text(about, 'available', { date: date(about, availableAt) })),
      ],
    ),
    h('span', { class: 'points' }, points !== '0' && signed(about, points)),
  ]
  const detail = [
    lines.length > 0 &&
      sum(
        about,
        lines.map(({ text: line, points: value }) => [line, value]),
        about.texts.total,
        lines.length > 1 && signed(about, points),
      ),
    notes.map((note) => h('p', { class: 'muted' }, note)),
    coupon && couponOf(about, coupon),
  ]
  const hasDetail = lines.length + notes.length > 0 || coupon
  return h(
    'li',
    { id: `i${id}`, class: availableAt ? 'is-pending' : null },
    hasDetail
      ? h('details', {}, h('summary', { id }, cells), h('div', { class: 'box', part: 'box' }, detail))
      : h('div', { class: 'row' }, cells),
  )
}

function couponOf(about: About, { code, until, state }: NonNullable<Item['coupon']>): Child {
  const note =
    state === 'usable'
      ? until && text(about, 'coupon.until', { date: date(about, until) })
      : about.texts[`coupon.${state}`]
  return [code && h('p', { class: null }, h('code', {}, code)), note && h('p', { class: 'muted' }, note)]
}

function footer(about: About, shown: Shown, missing: Fact | null): Child {
  const last = shown.pages.at(-1)
  if (!last?.next) {
    // What takes the place of the button takes its focus too.
    return shown.wanted > 1 && h('p', { id: 'more', class: 'muted small' }, about.texts['history.all'])
  }
  const isFailed = missing?.problem && !missing.isBusy
  return [
    isFailed && h('p', { class: 'fail small', role: 'alert' }, about.texts.failed),
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
