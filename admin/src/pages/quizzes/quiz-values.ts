import type { UseFormReturnType } from '@mantine/form'
import type { Answer, Input } from '../../api/client.ts'

export type Quiz = Answer<'quizzes.get'>
export type QuestionType = Quiz['questions'][number]['type']
export const QUESTION_TYPES = ['singleChoice', 'severalChoices', 'openText'] as const

export interface QuestionValues {
  readonly text: string
  readonly type: QuestionType
  readonly options: readonly string[]
  readonly optionsMin: string
  readonly optionsMax: string
}

export interface QuizValues {
  readonly name: string
  readonly points: string
  readonly isActive: boolean
  readonly startsAt: string | null
  readonly endsAt: string | null
  readonly questions: readonly QuestionValues[]
}

export type QuizFormState = UseFormReturnType<QuizValues>

export const NEW_QUESTION: QuestionValues = {
  text: '',
  type: 'singleChoice',
  options: ['', ''],
  optionsMin: '',
  optionsMax: '',
}

export const NEW_QUIZ: QuizValues = {
  name: '',
  points: '',
  isActive: true,
  startsAt: null,
  endsAt: null,
  questions: [NEW_QUESTION],
}

export function valuesOf(quiz: Quiz): QuizValues {
  return {
    name: quiz.name,
    points: quiz.points,
    isActive: quiz.isActive,
    startsAt: quiz.startsAt,
    endsAt: quiz.endsAt,
    questions: quiz.questions.map(({ text, type, options, optionsMin, optionsMax }) => ({
      text,
      type,
      options,
      optionsMin: String(optionsMin ?? ''),
      optionsMax: String(optionsMax ?? ''),
    })),
  }
}

export function bodyOf(values: QuizValues): NonNullable<Input<'quizzes.create'>['body']> {
  return {
    name: values.name,
    points: values.points || '0',
    isActive: values.isActive,
    startsAt: values.startsAt,
    endsAt: values.endsAt,
    questions: values.questions.map(({ text, type, options, optionsMin, optionsMax }) => ({
      text,
      type,
      options: type === 'openText' ? [] : [...options],
      optionsMin: type === 'severalChoices' && optionsMin !== '' ? Number(optionsMin) : null,
      optionsMax: type === 'severalChoices' && optionsMax !== '' ? Number(optionsMax) : null,
    })),
  }
}
