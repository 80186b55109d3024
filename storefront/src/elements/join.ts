import type { About, Me } from '../answers.ts'
import { alarm, block, tell, update } from '../block.ts'
import dialogStyles from '../dialog.css?inline'
import { close, dialog, focus, show } from '../dialog.ts'
import { type Child, h } from '../dom.ts'
import { text } from '../format.ts'
import { forgetCode, friendsCode } from '../friends-code.ts'
import { type ShopOptions, shop } from '../shop.ts'
import { may, write } from '../write.ts'
import styles from './join.css?inline'

/** What a person is about to do. */
interface Joining {
  readonly session: number
  /** The server has said that others are in force than those that were shown. */
  version?: number | null
  isLeaving?: boolean
  isJoined?: boolean
  isBusy?: boolean
  problem?: string | undefined
}

const joiningIn = new WeakMap<HTMLElement, Joining>()

/** The way into the program, and out of it. */
block('punchcard-join', {
  styles: dialogStyles + styles,
  reads: () => ['me'],
  draw(about, element, me: Me | undefined) {
    if (!me || !may('join')) return null
    if (me.state === 'member') return wayOut(about, element)
    return about.switches.join && wayIn(about, element, me)
  },
})

function joiningOf(element: HTMLElement): Joining {
  const before = joiningIn.get(element)
  const { session } = shop
  if (before?.session === session) return before
  const joining = { session }
  joiningIn.set(element, joining)
  return joining
}

function wayIn(about: About, element: HTMLElement, { state }: Me): Child {
  const { texts, terms, programName: program } = about
  const joining = joiningOf(element)
  const [before, after] = (texts['join.terms'] as string).split('{terms}')
  return h(
    'form',
    {
      part: 'join',
      onsubmit(event) {
        event.preventDefault()
        void send(about, element, 'joined', 'me/enrolment', {
          terms: joining.version === undefined ? (terms?.version ?? null) : joining.version,
          referralCode: friendsCode(),
        })
      },
    },
    h('h2', { part: 'heading' }, text(about, 'join', { program })),
    // What takes the place of a button takes its focus too, and so is read.
    state === 'optedOut' && h('p', { id: 'out', class: 'muted' }, texts.optedOut),
    // Other terms are agreed to anew.
    terms &&
      h(
        'label',
        { id: `agree${joining.version}` },
        h('input', { type: 'checkbox', required: '' }),
        h('span', {}, before, termsLink(about), after),
      ),
    alarm(joining.problem, 'problem'),
    h('button', { id: 'in', class: 'main', 'aria-busy': `${!!joining.isBusy}` }, texts['join.button']),
  )
}

function wayOut(about: About, element: HTMLElement): Child {
  const { texts, terms, programName: program } = about
  const joining = joiningOf(element)
  return [
    h(
      'p',
      // What takes the place of the form takes its focus too, and so is read.
      { id: 'in', class: 'small' },
      joining.isJoined && h('span', { class: 'said' }, text(about, 'joined', { program })),
      terms && termsLink(about),
      h(
        'button',
        {
          id: 'out',
          onclick() {
            joining.isLeaving = true
            update()
            show(element, 'keep')
          },
        },
        texts.optOut,
      ),
    ),
    joining.isLeaving && leaving(about, element, joining),
  ]
}

function leaving(about: About, element: HTMLElement, joining: Joining): Child {
  const { texts } = about
  const { isBusy } = joining
  return dialog(
    element,
    {
      title: texts.optOut,
      isBusy,
      from: 'out',
      closed() {
        joining.isLeaving = false
        joining.problem = undefined
        update()
      },
    },
    h('p', {}, texts['optOut.text']),
    alarm(joining.problem, 'problem'),
    h(
      'div',
      { class: 'acts' },
      h(
        'button',
        { id: 'keep', 'aria-disabled': `${!!isBusy}`, onclick: (event) => !isBusy && close(event) },
        texts['redeem.keep'],
      ),
      h(
        'button',
        {
          class: 'main',
          'aria-busy': `${!!isBusy}`,
          onclick: () => void send(about, element, 'left', 'me/opt-out'),
        },
        texts.optOut,
      ),
    ),
  )
}

// Functions, because an element that is in the page already is drawn while it is defined, above.
function termsLink({ texts, terms }: About): Child {
  const shopAt = (shop.inside()[5] as ShopOptions).url
  // Without a host it is on the server, not in this shop.
  return h(
    'a',
    { target: '_blank', href: new URL((terms as NonNullable<About['terms']>).url, shopAt).href },
    texts.terms,
  )
}

async function send(
  about: About,
  element: HTMLElement,
  done: 'joined' | 'left',
  path: string,
  request?: object,
): Promise<void> {
  const joining = joiningOf(element)
  if (joining.isBusy) return
  joining.isBusy = true
  joining.problem = undefined
  update()
  const { status, body } = await write(path, request)
  if (joining.session !== shop.session) return
  joining.isBusy = false
  // One whom only the shop knew has a token that is good for joining alone: the next one is good for more.
  Object.assign(shop.inside()[0] as object, { expiresIn: 0 })
  if (body?.state) {
    joining.isLeaving = false
    joining.isJoined = done === 'joined'
    update()
    focus(element, done === 'left' ? 'out' : 'in')
    // In a whole page it was at the foot, and is at the top now.
    if (done === 'left') element.scrollIntoView({ block: 'nearest' })
    else forgetCode()
    tell(done, element, {})
    return
  }
  joining.problem = body?.detail ?? about.texts.failed
  if (body && 'version' in body) joining.version = body.version
  update()
  tell('problem', element, { status, code: body?.code })
}
