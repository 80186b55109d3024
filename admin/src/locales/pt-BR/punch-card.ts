import type { punchCard as en } from '../en/punch-card.ts'
import type { TextsOf } from '../types.ts'

export const punchCard: TextsOf<typeof en> = {
  label: '{{name}}: {{progress}}. Prêmio: {{prize}}',
  labelOfDraft: '{{name}} (rascunho): {{progress}}. Prêmio: {{prize}}',
  stamps_one: '{{stamps}} de {{count}} carimbo',
  stamps_other: '{{stamps}} de {{count}} carimbos',
  over_one: 'mais {{count, number}}',
  over_other: 'mais {{count, number}}',
  owed_one: '{{count, number}} devido',
  owed_other: '{{count, number}} devidos',
  pending_one: 'mais {{count, number}} com este carrinho',
  pending_other: 'mais {{count, number}} com este carrinho',
  money: '{{amount}} de {{goal}}',
  moneyOwed: '{{amount}} devidos',
  moneyPending: 'mais {{amount}} com este carrinho',
}
