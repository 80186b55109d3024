import type { About, FriendsOffer, Me } from '../answers.ts'
import { block } from '../block.ts'
import { h } from '../dom.ts'
import { text } from '../format.ts'
import { friendsCode } from '../friends-code.ts'
import { shop } from '../shop.ts'
import styles from './friend.css?inline'

/** What a friend is offered who came by a code. It is nothing for members, who are no friends any more. */
block('punchcard-friend', {
  styles,
  attributes: ['code'],
  reads(element) {
    const code = friendsCode(element.getAttribute('code'))
    return code ? [`/referrals/${encodeURIComponent(code)}?`] : []
  },
  draw(about: About, _element, offered: FriendsOffer | undefined) {
    const me = shop.read('me')
    if (!offered?.isGood || (me?.data as Me | undefined)?.state === 'member') return null
    const { texts, links, programName: program } = about
    return h(
      'div',
      { part: 'box' },
      h('h2', { part: 'heading' }, text(about, 'friend', { program })),
      h('p', {}, offered.offer),
      // Who is signed in joins by `punchcard-join`.
      !me && links.signIn && h('a', { class: 'button main', href: links.signIn }, texts['join.button']),
    )
  },
})
