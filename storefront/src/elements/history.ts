import type { About, OwnHistory } from '../answers.ts'
import { block } from '../block.ts'
import { couponCode } from '../coupon-code.ts'
import { type Child, h } from '../dom.ts'
import { date, text } from '../format.ts'
import { pagesOf, pathOf } from '../pages.ts'
import { signed, sum } from '../sum.ts'
import styles from './history.css?inline'

type Item = OwnHistory['items'][number]

/** What was earned, redeemed and lost, each with its reasons, newest first. */
block('punchcard-history', {
  styles,
  attributes: ['limit'],
  reads: (element) => [pathOf('me/history', element)],
  draw(about, element, first: OwnHistory | undefined) {
    if (!first) return null
    if (first.items.length === 0) return h('p', { class: 'muted' }, about.texts['history.none'])
    const [items, more] = pagesOf(about, element, first, pathOf('me/history', element))
    return [h('ol', { part: 'list' }, rows(about, items)), more]
  },
})

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
        lines.map(({ text: line, points: value }) => [line, signed(about, value)]),
        about.texts.total,
        lines.length > 1 && signed(about, points),
      ),
    notes.map((note) => h('p', { class: 'muted' }, note)),
    coupon && couponCode(about, coupon),
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
