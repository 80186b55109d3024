import type { About, Me, OwnReferral } from '../answers.ts'
import { block, update } from '../block.ts'
import { copyButton } from '../copy.ts'
import dialogStyles from '../dialog.css?inline'
import { h } from '../dom.ts'
import { date } from '../format.ts'
import { shop } from '../shop.ts'
import { may } from '../write.ts'
import styles from './referral.css?inline'

/** What each has copied, by the element. */
const copiedIn = new WeakMap<HTMLElement, string>()

/** With what a customer refers friends, and what came of it. */
block('punchcard-referral', {
  styles: dialogStyles + styles,
  // Only members refer friends: the token of another one is not good for asking.
  reads: () => [
    (shop.read('me')?.data as Me | undefined)?.state === 'member' && may('refer') ? 'me/referral' : 'me',
  ],
  draw(about: About, element, own: OwnReferral | undefined) {
    if (!own?.friends || !(own.code || own.friends.length)) return null
    const { texts } = about
    const { code, url, whatsappUrl, offer, text, friends } = own
    const link = url ?? code
    const isCopied = copiedIn.get(element) === link
    return [
      offer && h('p', {}, offer),
      link && [
        h(
          'div',
          { class: 'coupon' },
          h('code', {}, link),
          copyButton(about, link, isCopied, () => {
            copiedIn.set(element, link)
            update()
          }),
        ),
        h('p', { class: 'said', role: 'status' }, isCopied && texts.copied),
      ],
      url &&
        h(
          'div',
          { class: 'acts' },
          !!navigator.share &&
            h(
              'button',
              {
                class: 'main',
                onclick: () => navigator.share({ text: offer ?? '', url }).catch(() => {}),
              },
              texts['refer.share'],
            ),
          h(
            'a',
            { class: 'button', href: whatsappUrl, target: '_blank', rel: 'noopener' },
            texts['refer.whatsapp'],
          ),
        ),
      h('p', { class: 'muted small' }, text),
      friends.length > 0 &&
        h(
          'ol',
          { part: 'list' },
          friends.map(({ joinedAt, text: state }) =>
            h(
              'li',
              {},
              h('time', { class: 'muted small', datetime: joinedAt }, date(about, joinedAt)),
              state,
            ),
          ),
        ),
    ]
  },
})
