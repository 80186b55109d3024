import { instantToTextOrNull } from '../../platform/clock.ts'
import { decimalToNumber } from '../../platform/decimal.ts'
import type { Quiz } from '../quiz.ts'
import type { QuizItem } from './schema.ts'

export function toQuizItem(quiz: Quiz, isCompleted: boolean): QuizItem {
  return {
    Id: quiz.id,
    Name: quiz.name,
    StartDate: instantToTextOrNull(quiz.startsAt),
    EndDate: instantToTextOrNull(quiz.endsAt),
    IsCompleted: isCompleted,
    QuestionList: quiz.questions.map(({ id, text, type, options }) => ({
      Id: id,
      Question: text,
      Type: type,
      Options: options.map((option) => ({ Id: option.id, Text: option.text, Type: option.type })),
    })),
    AmountOfPoints: decimalToNumber(quiz.points),
  }
}
