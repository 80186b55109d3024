import { refusal } from '../../contract/refusal.ts'

/** Why an order is not taken or not cancelled. */
export const ORDER_REASONS = [
  'customer-mismatch',
  'order-unknown',
  'order-is-cancelled',
  'total-missing',
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
] as const
export type OrderReason = (typeof ORDER_REASONS)[number]

/** About one member, whose name begins the message. */
export function wrong(reason: OrderReason, name: string, text: string) {
  return refusal(reason, `${name} ${text}`, name)
}
