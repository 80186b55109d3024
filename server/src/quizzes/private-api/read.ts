import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import { isBlank } from '../../contract/schema.ts'
import type { Answer } from '../quiz.ts'
import type { AnswerBody } from './schema.ts'

/** Every item names its question; all else depends on the quiz. */
export function readAnswers(body: AnswerBody): Answer[] | ApiRefusal {
  const answers: Answer[] = []
  for (const [index, { QuizQuestionId, OpenAnswer, OptionIds }] of body.entries()) {
    if (typeof QuizQuestionId !== 'number') {
      return wrongField('General_FieldCannotBeNullOrBlank', `[${index}].QuizQuestionId`, 'is missing.')
    }
    answers.push({ questionId: QuizQuestionId, text: OpenAnswer ?? null, optionIds: OptionIds ?? [] })
  }
  return answers
}

/** null: not sent, or blank. */
export function readCustomerKey({ customerId }: Record<string, unknown>): string | null | ApiRefusal {
  if (customerId === undefined) return null
  if (typeof customerId !== 'string') {
    return wrongField('General_FieldCannotBeNullOrBlank', 'customerId', 'must be sent once.')
  }
  return isBlank(customerId) ? null : customerId
}
