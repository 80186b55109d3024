import type { punchCard as en } from '../en/punch-card.ts'
import type { TextsOf } from '../types.ts'

export const punchCard: TextsOf<typeof en> = {
  label: '{{name}}: {{progress}}. Premio: {{prize}}',
  labelOfDraft: '{{name}} (borrador): {{progress}}. Premio: {{prize}}',
  stamps_one: '{{stamps}} de 1 sello',
  stamps_other: '{{stamps}} de {{count}} sellos',
  over_one: '1 más',
  over_other: '{{count, number}} más',
  owed_one: '1 adeudado',
  owed_other: '{{count, number}} adeudados',
  pending_one: '1 más con este carrito',
  pending_other: '{{count, number}} más con este carrito',
  money: '{{amount}} de {{goal}}',
  moneyOwed: '{{amount}} adeudados',
  moneyPending: '{{amount}} más con este carrito',
}
