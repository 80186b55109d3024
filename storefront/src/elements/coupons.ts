import type { About, OwnCoupons } from '../answers.ts'
import { block } from '../block.ts'
import { couponCode } from '../coupon-code.ts'
import { type Child, h } from '../dom.ts'
import { points, text } from '../format.ts'
import { money } from '../money.ts'
import { pagesOf, pathOf } from '../pages.ts'
import styles from './coupons.css?inline'

type Coupon = OwnCoupons['items'][number]

/** The customer's own coupons: those that can be used, then the others. */
block('punchcard-coupons', {
  styles,
  attributes: ['limit'],
  reads: (element) => [pathOf('me/coupons', element)],
  draw(about, element, first: OwnCoupons | undefined) {
    if (!first?.items.length) return null
    const [items, more] = pagesOf(about, element, first, pathOf('me/coupons', element))
    return [
      h(
        'ul',
        { part: 'list' },
        items.map((coupon) => couponOf(about, coupon)),
      ),
      more,
    ]
  },
})

function couponOf(about: About, coupon: Coupon): Child {
  const { title, kind, value, state, instructions } = coupon
  const worth = value === null ? '' : (kind === 'percent' ? points : money)(about, value)
  const isOver = state !== 'usable' && state !== 'notYet'
  return h(
    'li',
    { part: 'tile', class: isOver ? 'muted' : null },
    h('h3', { part: 'heading' }, title ?? text(about, `coupon.${kind}`, { value: worth })),
    couponCode(about, coupon),
    instructions && h('p', { class: 'small' }, instructions),
  )
}
