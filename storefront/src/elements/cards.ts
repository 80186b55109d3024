import type { About, OwnProgress } from '../answers.ts'
import { block } from '../block.ts'
import { couponCode } from '../coupon-code.ts'
import { type Child, h } from '../dom.ts'
import { amount, points, text } from '../format.ts'
import { holes } from '../holes.ts'
import { money } from '../money.ts'
import styles from './cards.css?inline'

type Card = OwnProgress['cards'][number]

/** Punch cards: what is on them, what a full one gives, and what full ones have given. */
block('punchcard-cards', {
  styles,
  reads: () => ['me/progress'],
  draw(about, _element, progress: OwnProgress | undefined) {
    const cards = progress?.cards.map((card) => h('li', { part: 'card' }, cardOf(about, card)))
    return cards?.length ? h('ul', {}, cards) : null
  },
})

function cardOf(about: About, card: Card): Child {
  const { name, state, goal, prize, owed, coupons } = card
  const write = goal === null ? points : money
  const size = goal ?? card.size
  // A card that is given once is empty again after it was full.
  const on = state === 'done' ? size : (card.amount ?? card.stamps)
  const progress = text(about, goal === null ? 'card.progress' : 'card.amount', {
    done: write(about, on),
    of: write(about, size),
  })
  const gives = [prize.reward, prize.points && amount(about, prize.points)].filter(Boolean).join(' + ')
  return [
    h('h3', { part: 'heading' }, name),
    holes(card.done, card.of, progress),
    // The holes say it aloud.
    h('p', { 'aria-hidden': 'true' }, h('b', {}, progress)),
    gives && h('p', {}, text(about, 'card.prize', { prize: gives })),
    h('p', { class: 'small' }, card.text),
    state !== 'open' && h('p', { class: 'small' }, h('b', {}, about.texts[`card.${state}`])),
    owed !== '0' && h('p', { class: 'small' }, text(about, 'card.owed', { amount: owing(about, card) })),
    coupons.map((coupon) => h('div', { class: 'coupon' }, couponCode(about, coupon))),
  ]
}

function owing(about: About, { goal, owed }: Card): string {
  if (goal !== null) return money(about, owed)
  return text(about, owed === '1' ? 'card.stamp' : 'card.stamps', { n: points(about, owed) })
}
