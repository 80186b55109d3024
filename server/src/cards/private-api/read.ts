import type { ApiRefusal } from '../../contract/private-api/errors.ts'
import { integerFromText } from '../../contract/private-api/query.ts'
import { refusal } from '../../contract/refusal.ts'
import type { Program } from '../../earning/program.ts'

/** The rule that a path names. null: no rule can have this id. */
export function readCardId(text: string): number | null {
  return /^\d+$/.test(text) ? integerFromText(text) : null
}

export function unknownCustomer(id: string): ApiRefusal {
  return refusal('Customer_NotFound', `There is no customer with the id ${id}.`, 'id')
}

/** It is no rule, or a rule of another kind. */
export function unknownCard(cardId: string, { rules }: Program): ApiRefusal {
  const rule = rules.find(({ id }) => id === readCardId(cardId))
  return rule
    ? refusal('ApiExternalObjective_type_incorrect', `The rule ${cardId} is not a card.`, 'cardId')
    : refusal('ApiExternalObjective_not_found', `There is no card with the id ${cardId}.`, 'cardId')
}
