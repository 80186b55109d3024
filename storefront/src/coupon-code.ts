import type { About } from './answers.ts'
import { type Child, h } from './dom.ts'
import { date, text } from './format.ts'

interface Coupon {
  readonly code: string | null
  readonly from?: string | null
  readonly until: string | null
  readonly state: string
}

/** The code that a customer needs, and until when, or why it can't be used. */
export function couponCode(about: About, { code, from, until, state }: Coupon): Child {
  const isUsable = state === 'usable'
  const at = isUsable ? until : state === 'notYet' && from
  const note = at
    ? text(about, isUsable ? 'coupon.until' : 'coupon.from', { date: date(about, at) })
    : about.texts[`coupon.${state}`]
  return [
    code && h('p', { class: null }, h('code', {}, code)),
    note && h('p', { class: 'muted small' }, note),
  ]
}
