import { refusal } from '../../contract/refusal.ts'

/** Why an order is not taken, not cancelled or not returned. */
export const ORDER_REASONS = [
  'customer-mismatch',
  'order-unknown',
  'order-is-cancelled',
  'total-missing',
  'total-below-returned',
  'placement-date-missing',
  'placement-date-ahead',
  'completion-date-missing',
  'completion-date-ahead',
  'completion-before-placement',
  'cancellation-date-missing',
  'cancellation-date-ahead',
  'cancellation-before-placement',
  'order-not-saved',
  'cancellation-not-saved',
  'return-too-large',
  'return-lines-wrong',
  'return-key-used',
  'return-not-saved',
] as const
export type OrderReason = (typeof ORDER_REASONS)[number]

/** About one member, whose name begins the message. */
export function wrong(reason: OrderReason, name: string, text: string) {
  return refusal(reason, `${name} ${text}`, name)
}
