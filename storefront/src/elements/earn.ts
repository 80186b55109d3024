import type { Earn } from '../answers.ts'
import { h } from '../dom.ts'
import { define } from '../element.ts'
import { points, text, unit } from '../format.ts'
import { money } from '../money.ts'
import { type Place, pathOf, pointsOf } from '../points-of.ts'
import { shop } from '../shop.ts'
import styles from './earn.css?inline'

/** What a product earns, or a basket. */
define('punchcard-earn', {
  styles,
  attributes: ['product', 'price', 'items', 'total', 'worth', 'mine'],
  reads: (element) => placeOf(element).slice(0, 1) as string[],
  draw(about, _since, element, answer: Earn | undefined) {
    // Still to come, or nothing is asked for.
    if (!answer) return
    const [, index] = placeOf(element)
    const found = answer.items[index as number] ?? answer.order
    if (!found || found.points === '0') return null
    const { cashback, points: value } = found
    const name = (found as { isUpTo?: boolean }).isUpTo ? 'earn.upTo' : 'earn'
    const [before, after] = (about.texts[name] as string).split('{points}')
    return h(
      'span',
      { id: 'main', part: 'earn', lang: about.language },
      h('slot', { name: 'icon' }, about.appearance.icon === 'card' && h('i', { part: 'icon' })),
      h(
        'span',
        {},
        before,
        h('b', {}, points(about, value), '\u00a0', unit(about, value)),
        after,
        ' ',
        cashback &&
          element.hasAttribute('worth') &&
          h('small', {}, text(about, 'worth', { money: money(about, cashback) })),
      ),
    )
  },
})

/** One product, or a basket with what will be paid for it. */
function placeOf(element: HTMLElement): Place {
  const [product, price, items, total] = ['product', 'price', 'items', 'total'].map((name) =>
    element.getAttribute(name),
  )
  // A visitor earns what everyone earns.
  const base = element.hasAttribute('mine') && shop.read('me') ? 'me/earn?p=' : '/earn?p='
  if (items && total) return [pathOf(base, items.trim().split(/\s+/), `&total=${total}#`)]
  return product && price ? pointsOf(base, `${product}:${price}`) : []
}
