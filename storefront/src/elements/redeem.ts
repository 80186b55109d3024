import amountStyles from '../amount-field.css?inline'
import { amountField } from '../amount-field.ts'
import type { About, Me } from '../answers.ts'
import { alarm, block, tell, update } from '../block.ts'
import { centsOf, textOfCents } from '../decimal.ts'
import { type Child, h } from '../dom.ts'
import { text, time } from '../format.ts'
import { money } from '../money.ts'
import { shop } from '../shop.ts'
import { TIMEOUT_MS } from '../times.ts'
import styles from './redeem.css?inline'

/** What a customer is about to use. */
interface Using {
  /** Another person chooses anew. */
  readonly session: number
  readonly most: number
  cents: number
}

const usingIn = new WeakMap<HTMLElement, Using>()
/** Those whose page has been told, and has not answered yet. */
const waiting = new WeakSet<HTMLElement>()

/**
 * Cashback at the checkout. What it says is told to the page alone: how much an order comes to, and whether that can be
 * used, is between the shop's backend and the server.
 */
block('punchcard-redeem', {
  styles: amountStyles + styles,
  attributes: ['total', 'maximum', 'applied', 'until', 'message'],
  reads: () => ['me'],
  draw(about, element, me: Me | undefined) {
    if (!about.switches.checkout || me?.state !== 'member') return null
    const applied = amountIn(element, 'applied')
    const problem = alarm(element.getAttribute('message'), 'message')
    if (applied) return appliedOf(about, element, applied, problem)
    const most = Math.min(
      Math.max(centsOf(me.cashback ?? '0'), 0),
      amountIn(element, 'total') ?? Infinity,
      amountIn(element, 'maximum') ?? Infinity,
    )
    return most > 0 && offer(about, element, me.cashback as string, most, problem)
  },
})

/** In cents; undefined: the page does not say. What is no amount is 0: then nothing is offered. */
function amountIn(element: HTMLElement, name: string): number | undefined {
  const value = element.getAttribute(name)
  if (value) return /^\d+(\.\d+)?$/.test(value) ? centsOf(value) : 0
}

function offer(about: About, element: HTMLElement, cashback: string, most: number, problem: Child): Child {
  const before = usingIn.get(element)
  const isSame = before?.most === most && before.session === shop.session
  const using = isSame ? before : { most, cents: most, session: shop.session }
  usingIn.set(element, using)
  const isBusy = waiting.has(element)
  return h(
    'form',
    {
      part: 'box',
      onsubmit(event) {
        event.preventDefault()
        ask(element, 'apply', { amount: textOfCents(using.cents) })
      },
    },
    h('h3', { id: 'applied', part: 'heading' }, about.texts.use),
    h('p', { class: 'muted small' }, text(about, 'use.have', { money: money(about, cashback) })),
    amountField(about, using.cents, most, isBusy, (cents) => {
      using.cents = cents
      update()
    }),
    h(
      'button',
      { id: 'act', class: 'main', 'aria-busy': `${isBusy}` },
      text(about, 'use.apply', { money: money(about, textOfCents(using.cents)) }),
    ),
    problem,
  )
}

function appliedOf(about: About, element: HTMLElement, applied: number, problem: Child): Child {
  const until = Date.parse(element.getAttribute('until') ?? '')
  return h(
    'div',
    { part: 'box' },
    // What takes the place of a button takes its focus too, and so is read.
    h('p', { id: 'act' }, h('b', {}, text(about, 'applied', { money: money(about, textOfCents(applied)) }))),
    !!until && h('p', { class: 'muted small' }, text(about, 'applied.until', { time: time(about, until) })),
    h(
      'button',
      { id: 'applied', 'aria-busy': `${waiting.has(element)}`, onclick: () => ask(element, 'remove', {}) },
      about.texts.remove,
    ),
    problem,
  )
}

/** The page answers by an attribute: until then nothing is told again. */
function ask(element: HTMLElement, type: 'apply' | 'remove', detail: object): void {
  if (waiting.has(element)) return
  const observer = new MutationObserver(() => over())
  const over = (): void => {
    observer.disconnect()
    clearTimeout(timer)
    waiting.delete(element)
    update()
  }
  const timer = setTimeout(over, TIMEOUT_MS)
  observer.observe(element, { attributes: true })
  waiting.add(element)
  update()
  if (type === 'apply') tell('apply', element, detail)
  else tell('remove', element, detail)
}
