import type { About } from './answers.ts'
import { type Child, h } from './dom.ts'
import { amount, points, text, unit } from './format.ts'

/** `86`, and read as “86 points”. */
export const withUnit = (about: About, value: string): Child => [
  points(about, value),
  h('span', { class: 'said' }, `\u00a0${unit(about, value)}`),
]

/** `+163`, and read as “plus 163 points”. */
export function signed(about: About, value: string): Child {
  const isBelow = value.startsWith('-')
  const size = amount(about, value.replace('-', ''))
  return [
    h('span', { 'aria-hidden': 'true' }, (isBelow ? '' : '+') + points(about, value)),
    h('span', { class: 'said' }, text(about, isBelow ? 'minus' : 'plus', { points: size })),
  ]
}

/** Lines that add up to what is below them. */
export function sum(
  about: About,
  lines: readonly (readonly [name: string, points: string])[],
  name: string | undefined,
  total: Child,
): Child {
  return h(
    'table',
    {},
    h(
      'tbody',
      {},
      lines.map(([line, value]) =>
        h('tr', {}, h('th', { scope: 'row' }, line), h('td', {}, signed(about, value))),
      ),
    ),
    total && h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, total))),
  )
}
