import type { OwnProgress } from '../answers.ts'
import { block, picture } from '../block.ts'
import { h } from '../dom.ts'
import { text } from '../format.ts'
import { holes } from '../holes.ts'
import styles from './tier.css?inline'

/** The tier that the customer has, what it gives, and how far it is to the next one. */
block('punchcard-tier', {
  styles,
  reads: () => ['me/progress'],
  draw(about, _element, progress: OwnProgress | undefined) {
    const tier = progress?.tier
    if (!tier) return null
    const { name, image, benefits, next } = tier
    const way = next && text(about, 'tier.next', { name: next.name })
    return [
      h(
        'div',
        { class: 'head' },
        picture(image),
        h('h3', { part: 'heading' }, name ?? way),
        name && h('span', { class: 'muted small' }, way),
      ),
      next?.goals.map((goal) => [
        holes(Math.floor(goal.percent / 10), 10, goal.of),
        h('p', {}, h('b', {}, goal.text)),
        // The holes say it aloud.
        h('p', { class: 'muted small', 'aria-hidden': 'true' }, goal.of),
      ]),
      benefits.length > 0 &&
        h(
          'ul',
          {},
          benefits.map((benefit) => h('li', {}, benefit)),
        ),
    ]
  },
})
