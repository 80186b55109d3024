import type { Input } from '../../../api/client.ts'
import { isZero } from '../../../format/decimal.ts'
import type { REASONS } from '../timeline/use-reason.ts'

/** As it is typed. */
export interface AdjustValues {
  readonly way: 'give' | 'take'
  readonly unit: 'points' | 'cashback'
  /** Decimal text; empty: nothing is typed. */
  readonly amount: string
  readonly reason: (typeof REASONS)[number]
  readonly note: string
  readonly orderId: string
  readonly validityDays: string
}

export const NEW: AdjustValues = {
  way: 'give',
  unit: 'points',
  amount: '',
  reason: 'goodwill',
  note: '',
  orderId: '',
  validityDays: '',
}

/** Whether there is an amount whose effect can be tried out. */
export function isTold({ amount }: AdjustValues): boolean {
  return /^\d+(\.\d+)?$/.test(amount) && !isZero(amount)
}

type Body = NonNullable<Input<'customers.adjust'>['body']>

/** What is sent: taken is below zero, and what was left empty is left out. */
export function bodyOf({ way, unit, amount, reason, note, orderId, validityDays }: AdjustValues): Body {
  const signed = way === 'take' ? `-${amount.replace(/^-/, '')}` : amount
  return {
    [unit]: signed,
    reason,
    note: note.trim(),
    ...(orderId.trim() ? { orderId: orderId.trim() } : {}),
    ...(way === 'give' && validityDays ? { validityDays: Number(validityDays) } : {}),
  }
}
