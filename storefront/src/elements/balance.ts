import type { About, Me } from '../answers.ts'
import { type Child, h } from '../dom.ts'
import { define } from '../element.ts'
import { date, points, text, unit } from '../format.ts'
import styles from './balance.css?inline'

/** A pill for the header of a page: how many points the customer has, and the way to the program's page. */
define('punchcard-balance', {
  styles,
  attributes: ['expiring'],
  reads: () => ['me'],
  draw(about, since, element, me: Me | undefined) {
    const { links, switches, programName: program } = about
    if (me?.state !== 'member') {
      const label = switches.join ? text(about, 'join', { program }) : program
      return h('slot', { name: 'sign-in' }, pill(about, since, links.page ?? links.signIn, label))
    }
    const next = element.hasAttribute('expiring') && me.expiring[0]
    // A member has a balance, if only 0.
    const balance = me.points as string
    const number = h('b', { part: 'number' }, points(about, balance))
    const places = next && { points: points(about, next.points), date: date(about, next.at) }
    return pill(about, since, links.page, [
      number,
      ' ',
      h('span', { part: 'unit' }, unit(about, balance)),
      places && [' ', h('small', {}, text(about, 'pill.expiring', places))],
    ])
  },
})

function pill(about: About, since: string | null, href: string | null, content: Child): Child {
  const icon = about.appearance.icon === 'card' && h('i', { part: 'icon' })
  return h(
    href ? 'a' : 'span',
    {
      id: 'main',
      part: 'pill',
      href,
      lang: about.language,
      title: since && text(about, 'stale', { time: since }),
    },
    h('slot', { name: 'icon' }, icon),
    // The time alone: a header has no room for a sentence.
    h('span', {}, content, since && [' ', h('time', { part: 'stale' }, since)]),
  )
}
