import type { ErrorTable } from '../../contract/private-api/errors.ts'
import type { QuizReason } from '../rules/answer.ts'

export const QUIZ_ERRORS: ErrorTable<QuizReason> = {
  'customer-unknown': 'Customer_NotFound',
  'no-answers': 'General_FieldCannotBeNullOrBlank',
  'quiz-unknown': 'Quiz_QuizNotFound',
  'too-many-answers': 'Quiz_MaximumAmountOfQuestions',
  'question-unanswered': 'General_FieldCannotBeNullOrBlank',
  'text-missing': 'General_FieldCannotBeNullOrBlank',
  'option-unknown': 'Quiz_QuizNotFound',
  'too-few-options': 'Quiz_MinimumAmountOfOptions',
  'too-many-options': 'Quiz_MaximumAmountOfOptions',
}
