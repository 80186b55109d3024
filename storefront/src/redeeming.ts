import { amountField } from './amount-field.ts'
import type { About, Me, OwnRedemption, Reward } from './answers.ts'
import { alarm, tell, update } from './block.ts'
import { copyButton } from './copy.ts'
import { couponCode } from './coupon-code.ts'
import { centsOf, minus, textOfCents } from './decimal.ts'
import { close, dialog, focus, show } from './dialog.ts'
import { type Child, h } from './dom.ts'
import { amount, points, text } from './format.ts'
import { money } from './money.ts'
import { shop } from './shop.ts'
import { sum, withSign, withUnit } from './sum.ts'
import { type Written, write } from './write.ts'

/** One reward that a customer is about to redeem, or has redeemed. */
interface Redeeming {
  readonly session: number
  /** As it was when it was opened: its price does not change under a finger. */
  reward: Reward
  /** Of what is paid with cashback. */
  cents: number
  /** By which the server knows a repetition: it stays until it is known what came of it. */
  key: string
  isBusy?: boolean
  /** It may be redeemed already: what is sent again has to be the same. */
  isUncertain?: boolean
  problem?: string | undefined
  /** It can't be redeemed. */
  isRefused?: boolean
  coupon?: OwnRedemption['coupon']
  said?: string | undefined
}

const redeemingIn = new WeakMap<HTMLElement, Redeeming>()
/** Those of which it is not known whether they were redeemed. */
const uncertain = new Map<number, Redeeming>()

const newKey = (): string => crypto.randomUUID()

export const idOfFoot = ({ id }: Reward): string => `f${id}`

export function redeemButton(about: About, element: HTMLElement, reward: Reward): Child {
  return h(
    'button',
    { id: idOfFoot(reward), class: 'main', part: 'redeem', onclick: () => open(element, reward) },
    about.texts.redeem,
    h('span', { class: 'said' }, ` ${reward.title}`),
  )
}

function open(element: HTMLElement, reward: Reward): void {
  const { session } = shop
  const before = uncertain.get(reward.id)
  const cents = centsOf(reward.maximum ?? '0')
  redeemingIn.set(
    element,
    before?.session === session
      ? { ...before, problem: undefined }
      : { session, reward, cents, key: newKey() },
  )
  update()
  show(element, 'keep')
}

/** The dialog, where one is open. */
export function redeemDialog(about: About, element: HTMLElement, me: Me): Child {
  const redeeming = redeemingIn.get(element)
  if (redeeming?.session !== shop.session) return null
  const { reward, isBusy, coupon, said } = redeeming
  const closed = (): void => {
    redeemingIn.delete(element)
    update()
  }
  return dialog(
    element,
    {
      title: coupon ? about.texts.yours : reward.title,
      isBusy,
      said,
      from: idOfFoot(reward),
      closed,
    },
    coupon ? couponOf(about, redeeming, coupon) : confirmation(about, element, redeeming, me),
  )
}

function confirmation(about: About, element: HTMLElement, redeeming: Redeeming, me: Me): Child {
  const { reward, cents, isBusy, isUncertain, isRefused, problem } = redeeming
  const price = reward.points
  const isPoints = price !== null
  const [balance, cost] = isPoints ? [me.points, price] : [me.cashback, textOfCents(cents)]
  const before = balance ?? '0'
  const left = minus(before, cost)
  const [shown, said] = isPoints ? [points, amount] : [money, money]
  return h(
    'form',
    {
      onsubmit(event) {
        event.preventDefault()
        void redeem(about, element, redeeming)
      },
    },
    reward.text && h('p', { class: 'muted' }, reward.text),
    !isPoints &&
      amountField(
        about,
        cents,
        centsOf(reward.maximum as string),
        !!(isBusy || isUncertain || isRefused),
        (value) => {
          redeeming.cents = value
          update()
        },
      ),
    sum(
      [
        [about.texts.balance, isPoints ? withUnit(about, before) : shown(about, before)],
        [reward.title, withSign(about, false, shown(about, cost), said(about, cost))],
      ],
      about.texts.left,
      isPoints ? withUnit(about, left) : shown(about, left),
    ),
    alarm(problem, 'problem'),
    h(
      'div',
      { class: 'acts' },
      h(
        'button',
        {
          id: 'keep',
          type: 'button',
          'aria-disabled': `${!!isBusy}`,
          onclick: (event) => !isBusy && close(event),
        },
        about.texts['redeem.keep'],
      ),
      !isRefused &&
        h(
          'button',
          { id: 'confirm', class: 'main', 'aria-busy': `${!!isBusy}` },
          text(about, 'redeem.confirm', { points: said(about, cost) }),
        ),
    ),
  )
}

function couponOf(about: About, redeeming: Redeeming, coupon: OwnRedemption['coupon']): Child {
  const { code, instructions } = coupon
  const { texts } = about
  return [
    h(
      'div',
      { class: 'coupon' },
      couponCode(about, coupon),
      code &&
        copyButton(about, code, redeeming.said === texts.copied, () => {
          redeeming.said = texts.copied as string
          update()
        }),
    ),
    instructions && h('p', { class: 'small' }, instructions),
    h('div', { class: 'acts' }, h('button', { class: 'main', onclick: close }, texts.done)),
  ]
}

async function redeem(about: About, element: HTMLElement, redeeming: Redeeming): Promise<void> {
  if (redeeming.isBusy) return
  const { reward, cents, key } = redeeming
  redeeming.isBusy = true
  redeeming.problem = undefined
  update()
  const value = reward.points === null ? textOfCents(cents) : undefined
  const request = { reward: reward.id, points: reward.points, key, value }
  const written = await write('me/redemptions', request)
  if (redeeming.session !== shop.session) return
  redeeming.isBusy = false
  take(about, redeeming, written)
  update()
  const { coupon, isRefused } = redeeming
  if (coupon || isRefused) focus(element, 'title')
  if (coupon) tell('redeemed', element, { coupon })
  else tell('problem', element, { status: written.status, code: written.body?.code })
}

/** What came of it. */
function take(about: About, redeeming: Redeeming, { status, body }: Written): void {
  const { reward, cents, isUncertain } = redeeming
  const { coupon, me, detail, points: price } = body ?? {}
  // Where one was not answered, the next may be refused before anyone looks at it.
  redeeming.isUncertain = !coupon && status !== 409 && (isUncertain || status < 400 || status > 499)
  if (redeeming.isUncertain) uncertain.set(reward.id, redeeming)
  else uncertain.delete(reward.id)
  redeeming.coupon = coupon
  if (coupon) {
    const { points: cost } = reward
    redeeming.said = text(about, 'redeem.said', {
      points: cost === null ? money(about, textOfCents(cents)) : amount(about, cost),
      left: cost === null ? money(about, me.cashback) : points(about, me.points),
    })
  } else {
    redeeming.problem = detail ?? about.texts.failed
    if (price) {
      redeeming.reward = { ...reward, points: price }
      redeeming.key = newKey()
    } else redeeming.isRefused = [403, 404, 409].includes(status)
  }
}
