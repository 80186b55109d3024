import type { About, Me, OwnProgress, Why } from '../answers.ts'
import { alarm, block, update } from '../block.ts'
import { type Child, h } from '../dom.ts'
import { amount, date, points, text, unit } from '../format.ts'
import { money } from '../money.ts'
import { shop } from '../shop.ts'
import { signed, sum, withUnit } from '../sum.ts'
import styles from './summary.css?inline'

/** What the customer has, what is pending, what expires, and how it adds up. */
block('punchcard-summary', {
  styles,
  reads: () => ['me', 'me/progress'],
  draw(about, element, me: Me | undefined, progress: OwnProgress | undefined) {
    if (me?.state !== 'member') return null
    const { pending } = progress as OwnProgress
    const [expiring] = me.expiring
    return [
      h(
        'div',
        { class: 'top' },
        h('div', {}, balanceOf(about, me)),
        h(
          'dl',
          {},
          pending && pending.points !== '0' && pendingOf(about, pending),
          expiring &&
            figure(
              about,
              'expiring',
              expiring.points,
              text(about, 'until', { date: date(about, expiring.at) }),
            ),
        ),
      ),
      about.switches.why && why(about, element, me.points as string),
    ]
  },
})

function balanceOf(about: About, { firstName, ...me }: Me): Child {
  // A member has them, if only 0.
  const { points: balance, owed } = me as Readonly<Record<'points' | 'owed', string>>
  return [
    h('h2', { part: 'heading' }, firstName ? text(about, 'hello', { name: firstName }) : about.texts.balance),
    h(
      'p',
      { class: 'balance' },
      h('b', { part: 'number' }, points(about, balance)),
      ' ',
      h('span', { part: 'unit' }, unit(about, balance)),
    ),
    Number(me.cashback) > 0 &&
      h('p', { class: 'muted' }, text(about, 'worth', { money: money(about, me.cashback as string) })),
    owed !== '0' && h('p', { class: 'fail' }, text(about, 'owed', { points: amount(about, owed) })),
  ]
}

function pendingOf(about: About, { points: all, next }: NonNullable<OwnProgress['pending']>): Child {
  const when = next && text(about, 'available', { date: date(about, next.at) })
  // Where not all of it comes at once, how much does.
  return figure(
    about,
    'pending',
    all,
    next && next.points !== all ? `${points(about, next.points)} ${when}` : when,
  )
}

function figure(about: About, name: 'pending' | 'expiring', value: string, when: string | null): Child {
  return h(
    'div',
    { id: name },
    h('dt', {}, about.texts[name]),
    h('dd', {}, withUnit(about, value)),
    when && h('dd', {}, when),
  )
}

/** The sum behind the balance, which is asked for when a person opens it. */
function why(about: About, element: HTMLElement, balance: string): Child {
  const isOpen = element.shadowRoot?.querySelector('details')?.open
  const fact = isOpen ? shop.read('me/why') : null
  const { data, problem, isHeld } = fact ?? {}
  return h(
    'details',
    {
      part: 'why',
      ontoggle() {
        // Opening it once more tries again.
        if (fact && problem && !isHeld) fact.due = 0
        update()
      },
    },
    h('summary', {}, text(about, 'why', { points: amount(about, balance) })),
    fact &&
      h(
        'div',
        { class: 'sums', 'aria-busy': `${!data && !problem}` },
        data ? sumsOf(about, data as Why) : problem && alarm(about.texts.failed),
      ),
  )
}

function sumsOf(about: About, { points: total, parts, lots }: Why): Child {
  const lines = parts?.map(
    ({ sign, text: line, points: value }) => [line, signed(about, sign.replace('+', '') + value)] as const,
  )
  const most = `${Math.max(...lots.map((lot) => Number(lot.points)))}`
  return [
    lines &&
      h(
        'div',
        {},
        h('h3', {}, about.texts['why.how']),
        sum(lines, about.texts.balance, withUnit(about, total as string)),
      ),
    lots.length > 0 &&
      h(
        'div',
        {},
        h('h3', {}, about.texts['why.when']),
        h(
          'table',
          {},
          h(
            'tbody',
            {},
            lots.map((lot) =>
              h(
                'tr',
                { class: lot.isSoon ? 'soon' : null },
                h('th', { scope: 'row' }, lot.text),
                // What is seen of it is in the next cell.
                h('td', { 'aria-hidden': 'true' }, h('progress', { max: most, value: lot.points })),
                h('td', {}, withUnit(about, lot.points)),
              ),
            ),
          ),
        ),
      ),
  ]
}
