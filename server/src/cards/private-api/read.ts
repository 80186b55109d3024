import { DATE_HINT, readDate } from '../../contract/private-api/dates.ts'
import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import { integerFromText } from '../../contract/private-api/query.ts'
import { refusal } from '../../contract/refusal.ts'
import { isBlank } from '../../contract/schema.ts'
import type { Program } from '../../earning/program.ts'
import type { SentStamps } from '../by-hand.ts'
import type { StampsBody } from './schema.ts'

/** The rule that a path names. null: no rule can have this id. */
export function readCardId(text: string): number | null {
  return /^\d+$/.test(text) ? integerFromText(text) : null
}

export function unknownCustomer(id: string): ApiRefusal {
  return refusal('Customer_NotFound', `There is no customer with the id ${id}.`, 'id')
}

export function noSuchCard(cardId: string): ApiRefusal {
  return refusal('ApiExternalObjective_not_found', `There is no card with the id ${cardId}.`, 'cardId')
}

/** It is no rule, or a rule of another kind. */
export function unknownCard(cardId: string, { rules }: Program): ApiRefusal {
  const rule = rules.find(({ id }) => id === readCardId(cardId))
  return rule
    ? refusal('ApiExternalObjective_type_incorrect', `The rule ${cardId} is not a card.`, 'cardId')
    : noSuchCard(cardId)
}

/** How many stamps can be given at once. */
const STAMPS_MAX = 20

export function readStamps(body: StampsBody, timeZone: string): SentStamps | ApiRefusal {
  const { Key, Stamps, Date: sentDate } = body
  if (isBlank(Key)) return wrongField('General_FieldCannotBeNullOrBlank', 'Key', 'is missing or blank.')
  const count = Stamps ?? 1
  if (!Number.isInteger(count) || count < 1 || count > STAMPS_MAX) {
    const text = `must be a whole number from 1 to ${STAMPS_MAX}.`
    return wrongField('Genaral_LengthLimitExceeded', 'Stamps', text)
  }
  const date = readDate(sentDate, timeZone)
  if (date === 'invalid') return wrongField('General_FieldCannotBeDefault', 'Date', DATE_HINT)
  return { key: Key, count, date: date === 'missing' ? null : date }
}
