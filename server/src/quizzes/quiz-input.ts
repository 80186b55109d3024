import { shortText } from '../earning/explanation.ts'
import { type Instant, instantToTextOrNull } from '../platform/clock.ts'
import { QUESTION_TYPE, type Quiz } from './quiz.ts'

export type QuestionTypeName = keyof typeof QUESTION_TYPE

/** A quiz as a merchant writes it, in a body or a file. What is left out has its default. */
export interface QuizInput {
  readonly key?: string
  readonly name: string
  readonly points: string
  readonly isActive?: boolean
  readonly startsAt?: string | null
  readonly endsAt?: string | null
  readonly questions: readonly {
    readonly text: string
    readonly type: QuestionTypeName
    readonly options?: readonly string[]
    readonly optionsMin?: number | null
    readonly optionsMax?: number | null
  }[]
}

/** A quiz as the merchant sees it who configures it. Here it is active also where it is archived. */
export interface ConfiguredQuiz extends Quiz {
  readonly key: string
  readonly version: number
  readonly archivedAt: Instant | null
  readonly createdAt: Instant
  /** Whether it has answers. */
  readonly isAnswered: boolean
}

/** All that a merchant has said about a quiz, as it is shown and put into files. */
export function writeQuiz(quiz: Quiz & { readonly key: string }) {
  return {
    key: quiz.key,
    name: quiz.name,
    points: shortText(quiz.points),
    isActive: quiz.isActive,
    startsAt: instantToTextOrNull(quiz.startsAt),
    endsAt: instantToTextOrNull(quiz.endsAt),
    questions: quiz.questions.map(({ text, type, options, optionsMin, optionsMax }) => ({
      text,
      type: questionTypeName(type),
      options: options.map((option) => option.text),
      optionsMin,
      optionsMax,
    })),
  }
}

export function questionTypeName(type: number): QuestionTypeName {
  const names = Object.keys(QUESTION_TYPE) as QuestionTypeName[]
  const found = names.find((name) => QUESTION_TYPE[name] === type)
  if (found === undefined) throw new Error(`no type of question has the number ${type}`)
  return found
}
