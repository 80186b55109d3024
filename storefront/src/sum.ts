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
  const size = value.replace('-', '')
  return withSign(about, size === value, points(about, size), amount(about, size))
}

/** A sign before what is shown, and a word before what is read. */
export const withSign = (about: About, isAbove: boolean, shown: string, said: string): Child => [
  h('span', { 'aria-hidden': 'true' }, (isAbove ? '+' : '\u2212') + shown),
  h('span', { class: 'said' }, text(about, isAbove ? 'plus' : 'minus', { points: said })),
]

/** Lines that add up to what is below them. */
export function sum(
  lines: readonly (readonly [name: string | undefined, value: Child])[],
  name: string | undefined,
  total: Child,
): Child {
  return h(
    'table',
    {},
    h(
      'tbody',
      {},
      lines.map(([line, value]) => h('tr', {}, h('th', { scope: 'row' }, line), h('td', {}, value))),
    ),
    total && h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, total))),
  )
}
