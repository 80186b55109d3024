import type { About, Me, OwnRewards, ShownProgram } from '../answers.ts'
import { block, picture } from '../block.ts'
import { type Child, h } from '../dom.ts'
import { amount, date, list, text } from '../format.ts'
import { money } from '../money.ts'
import { shop } from '../shop.ts'
import styles from './rewards.css?inline'

/** What everyone sees of a reward, and what a customer sees of it. */
type Reward = ShownProgram['rewards'][number] & Partial<OwnRewards['items'][number]>

/** What points buy: for a customer with what is missing, for a visitor with what it costs. */
block('punchcard-rewards', {
  styles,
  attributes: ['limit'],
  reads: () => (shop.read('me') ? ['me', 'me/rewards'] : ['/program?']),
  draw(about, element, ...answers: [Me, OwnRewards | undefined] | [ShownProgram]) {
    const [first, own] = answers
    const rewards: readonly Reward[] = own?.items ?? (first as ShownProgram).rewards
    const limit = Number(element.getAttribute('limit'))
    const tiles = rewards
      .slice(0, limit > 0 ? limit : rewards.length)
      .map((reward) => h('li', { part: 'tile', id: `r${reward.id}` }, tileOf(about, reward)))
    return tiles.length > 0 ? h('ul', { part: 'grid' }, tiles) : null
  },
})

function tileOf(about: About, reward: Reward): Child {
  const { title, text: sentence, image, requirements, tiers, until } = reward
  return [
    picture(image),
    h('h3', { part: 'heading' }, title),
    sentence && h('p', { class: 'muted small' }, sentence),
    h('p', { class: 'cost small' }, costOf(about, reward)),
    requirements && h('p', { class: 'muted small' }, requirements),
    tiers.length > 0 &&
      h('p', { class: 'muted small' }, text(about, 'reward.tiers', { tiers: list(about, tiers) })),
    until && h('p', { class: 'muted small' }, text(about, 'reward.until', { date: date(about, until) })),
    h('div', { class: 'foot small' }, footOf(about, reward)),
  ]
}

function costOf(about: About, { points, maximum }: Reward): Child {
  if (points !== null) return amount(about, points)
  return maximum
    ? text(about, 'reward.upTo', { money: money(about, maximum) })
    : about.texts['reward.cashback']
}

/** What a customer can do about it. */
function footOf(about: About, { state, missing, percent, reason }: Reward): Child {
  if (state === 'ready') return h('p', {}, about.texts['reward.ready'])
  if (!missing) return reason && h('p', { class: 'muted' }, reason)
  return [
    // The sentence says it aloud.
    h('progress', { 'aria-hidden': 'true', max: '100', value: `${percent}` }),
    h('p', {}, text(about, 'missing', { points: amount(about, missing) })),
  ]
}
