import amountStyles from '../amount-field.css?inline'
import type { About, Me, OwnRewards, Reward, ShownProgram } from '../answers.ts'
import { block, picture } from '../block.ts'
import dialogStyles from '../dialog.css?inline'
import { type Child, h } from '../dom.ts'
import { amount, date, list, text } from '../format.ts'
import { money } from '../money.ts'
import { idOfFoot, redeemButton, redeemDialog } from '../redeeming.ts'
import { shop } from '../shop.ts'
import { may } from '../write.ts'
import styles from './rewards.css?inline'

/** What points buy: for a customer with what is missing, for a visitor with what it costs. */
block('punchcard-rewards', {
  styles: amountStyles + dialogStyles + styles,
  attributes: ['limit'],
  reads: () => (shop.read('me') ? ['me', 'me/rewards'] : ['/program?']),
  draw(about, element, ...answers: [Me, OwnRewards | undefined] | [ShownProgram]) {
    const [first, own] = answers
    const canRedeem = !!own && about.switches.redeem && may('redeem')
    const rewards: readonly Reward[] = own?.items ?? (first as ShownProgram).rewards
    const limit = Number(element.getAttribute('limit'))
    const tiles = rewards
      .slice(0, limit > 0 ? limit : rewards.length)
      .map((reward) =>
        h(
          'li',
          { part: 'tile', id: `r${reward.id}` },
          tileOf(about, reward, footOf(about, element, reward, canRedeem)),
        ),
      )
    if (tiles.length === 0) return null
    return [h('ul', { part: 'grid' }, tiles), canRedeem && redeemDialog(about, element, first as Me)]
  },
})

function tileOf(about: About, reward: Reward, foot: Child): Child {
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
    h('div', { class: 'foot' }, foot),
  ]
}

function costOf(about: About, { points, maximum }: Reward): Child {
  if (points !== null) return amount(about, points)
  return maximum
    ? text(about, 'reward.upTo', { money: money(about, maximum) })
    : about.texts['reward.cashback']
}

/** What a customer can do about it. What takes the place of the button takes its focus too. */
function footOf(about: About, element: HTMLElement, reward: Reward, canRedeem: boolean): Child {
  const { state, missing, percent, reason } = reward
  const id = idOfFoot(reward)
  if (state === 'ready') {
    return canRedeem ? redeemButton(about, element, reward) : h('p', { id }, about.texts['reward.ready'])
  }
  if (!missing) return reason && h('p', { id, class: 'muted' }, reason)
  return [
    // The sentence says it aloud.
    h('progress', { 'aria-hidden': 'true', max: '100', value: `${percent}` }),
    h('p', { id }, text(about, 'missing', { points: amount(about, missing) })),
  ]
}
