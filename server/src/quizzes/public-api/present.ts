import { instantToTextOrNull } from '../../platform/clock.ts'
import { shortText } from '../../platform/decimal.ts'
import { QUESTION_TYPE, type Question, type Quiz } from '../quiz.ts'
import { optionCounts } from '../rules/answer.ts'
import type { OwnQuiz } from './schema.ts'

const TYPES = ['singleChoice', 'severalChoices', 'openText'] as const

export function presentOwnQuiz({ id, name, points, endsAt, questions }: Quiz): OwnQuiz {
  return {
    ...{ id, name, points: shortText(points), until: instantToTextOrNull(endsAt) },
    questions: questions.map(presentQuestion),
  }
}

function presentQuestion(question: Question): OwnQuiz['questions'][number] {
  const { id, text, type, options } = question
  const { least, most } = type === QUESTION_TYPE.openText ? { least: 0, most: 0 } : optionCounts(question)
  return {
    ...{ id, text, least, most },
    type: TYPES.find((name) => QUESTION_TYPE[name] === type) ?? 'openText',
    options: options.map((option) => ({ id: option.id, text: option.text })),
  }
}
