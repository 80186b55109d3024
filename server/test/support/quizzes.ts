import { decimalFromText } from '../../src/platform/decimal.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import type { AnswerResult, QuizItem } from '../../src/quizzes/private-api/schema.ts'
import { QUESTION_TYPE } from '../../src/quizzes/quiz.ts'
import { insertQuiz, type NewQuiz } from '../../src/quizzes/store/quizzes.ts'
import type { ResultEnvelope } from './answers.ts'
import type { Shop } from './shop.ts'

/** One question of each type, 50 points. */
export const COFFEE_OR_TEA: NewQuiz = {
  name: 'Coffee or tea?',
  points: decimalFromText('50'),
  questions: [
    { text: 'Coffee or tea?', type: QUESTION_TYPE.singleChoice, options: ['Coffee', 'Tea'] },
    {
      text: 'When do you drink it?',
      type: QUESTION_TYPE.severalChoices,
      options: ['Morning', 'Noon', 'Evening'],
    },
    { text: 'Your perfect cup?', type: QUESTION_TYPE.openText },
  ],
}

export function makeQuiz(database: Database, tenantId: number, quiz: NewQuiz): Promise<number> {
  return database.transaction([tenantId], (tx) => insertQuiz(tx, tenantId, quiz))
}

export function listQuizzes(shop: Shop, query = ''): Promise<ResultEnvelope<QuizItem[]>> {
  return shop.sendText('GET', `/v1/pvt/Quiz/list${query}`)
}

export function answerQuiz(
  shop: Shop,
  customer: string,
  answers: unknown,
): Promise<ResultEnvelope<AnswerResult>> {
  const url = `/v1/pvt/Quiz/answer?customerId=${encodeURIComponent(customer)}`
  return shop.sendText('POST', url, JSON.stringify(answers))
}

export interface AnswerItem {
  QuizQuestionId: number
  OpenAnswer: string | null
  OptionIds: number[] | null
}

/** A complete answer: the first option of each choice, and a text. */
export function fullAnswer({ QuestionList }: QuizItem): AnswerItem[] {
  return QuestionList.map(({ Id, Type, Options }) =>
    Type === QUESTION_TYPE.openText
      ? { QuizQuestionId: Id, OpenAnswer: 'Strong and black', OptionIds: null }
      : { QuizQuestionId: Id, OpenAnswer: null, OptionIds: Options.slice(0, 1).map((option) => option.Id) },
  )
}
