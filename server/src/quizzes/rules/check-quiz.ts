import { type ConfigRefusal, wrong } from '../../contract/config-refusal.ts'
import { type LocalizedText, localized } from '../../contract/locale.ts'
import { ProblemList } from '../../contract/problem-list.ts'
import { decimalFromText, ZERO } from '../../platform/decimal.ts'
import { QUESTION_TYPE, type Question, type Quiz } from '../quiz.ts'
import type { QuizInput } from '../quiz-input.ts'

const QUESTIONS_MAX = 50
const OPTIONS_MIN = 2
const OPTIONS_MAX = 10

/** A quiz before it has numbers. */
export type QuizDraft = Omit<Quiz, 'id' | 'questions'> & { readonly questions: readonly QuestionDraft[] }
export type QuestionDraft = Omit<Question, 'id' | 'options'> & { readonly options: readonly string[] }

/** The quiz that a merchant's words mean, or all that is wrong with them. */
export function checkQuiz(input: QuizInput): QuizDraft | ConfigRefusal {
  const list = new ProblemList()
  list.addIfBlank('/name', input.name)
  const points = decimalFromText(input.points)
  if (points < ZERO) list.add('/points', NOT_BELOW_ZERO, 'General_BiggerThanZero')
  const startsAt = list.readTime('/startsAt', input.startsAt)
  const endsAt = list.readTime('/endsAt', input.endsAt)
  list.addIfBackwards('/endsAt', startsAt, endsAt)
  if (input.questions.length > QUESTIONS_MAX) {
    list.add('/questions', atMost(QUESTIONS_MAX), 'Quiz_MaximumAmountOfQuestions')
  }
  const questions = input.questions.map((question, index) =>
    readQuestion(list, question, `/questions/${index}`),
  )
  if (list.problems.length > 0) return wrong(list.problems)
  return { name: input.name.trim(), points, isActive: input.isActive ?? true, startsAt, endsAt, questions }
}

function readQuestion(
  list: ProblemList,
  question: QuizInput['questions'][number],
  pointer: string,
): QuestionDraft {
  const { text, options = [], optionsMin = null, optionsMax = null } = question
  const type = QUESTION_TYPE[question.type]
  list.addIfBlank(`${pointer}/text`, text)
  if (type === QUESTION_TYPE.openText) {
    if (options.length > 0) list.add(`${pointer}/options`, NO_OPTIONS)
  } else {
    if (options.length < OPTIONS_MIN) {
      list.add(`${pointer}/options`, atLeast(OPTIONS_MIN), 'Quiz_MinimumAmountOfOptions')
    }
    if (options.length > OPTIONS_MAX) {
      list.add(`${pointer}/options`, atMost(OPTIONS_MAX), 'Quiz_MaximumAmountOfOptions')
    }
    for (const [index, option] of options.entries()) list.addIfBlank(`${pointer}/options/${index}`, option)
  }
  checkCounts(list, { type, count: options.length, optionsMin, optionsMax }, pointer)
  return { text: text.trim(), type, options: options.map((option) => option.trim()), optionsMin, optionsMax }
}

interface Counts extends Pick<Question, 'type' | 'optionsMin' | 'optionsMax'> {
  readonly count: number
}

function checkCounts(
  list: ProblemList,
  { type, count, optionsMin, optionsMax }: Counts,
  pointer: string,
): void {
  if (type !== QUESTION_TYPE.severalChoices) {
    if (optionsMin !== null) list.add(`${pointer}/optionsMin`, ONLY_OF_SEVERAL)
    if (optionsMax !== null) list.add(`${pointer}/optionsMax`, ONLY_OF_SEVERAL)
    return
  }
  if (optionsMin !== null && optionsMin > count) list.add(`${pointer}/optionsMin`, atMost(count))
  if (optionsMax !== null && optionsMax > count) list.add(`${pointer}/optionsMax`, atMost(count))
  if (optionsMin !== null && optionsMax !== null && optionsMax < optionsMin) {
    list.add(`${pointer}/optionsMax`, atLeast(optionsMin))
  }
}

const NOT_BELOW_ZERO = localized(
  'This must be 0 or more.',
  'Isto deve ser 0 ou mais.',
  'Esto debe ser 0 o más.',
)
const NO_OPTIONS = localized(
  'A question that is answered with a text has no options.',
  'Uma pergunta respondida com texto não tem opções.',
  'Una pregunta que se responde con texto no tiene opciones.',
)
const ONLY_OF_SEVERAL = localized(
  'Only a question with several choices has this.',
  'Só uma pergunta com várias escolhas tem isto.',
  'Solo una pregunta con varias opciones tiene esto.',
)

function atLeast(count: number): LocalizedText {
  return localized(`At least ${count}.`, `No mínimo ${count}.`, `Como mínimo ${count}.`)
}

function atMost(count: number): LocalizedText {
  return localized(`At most ${count}.`, `No máximo ${count}.`, `Como máximo ${count}.`)
}

/** Whether answers to one are answers to the other: they differ at most in texts, dates and whether it is active. */
export function isSameInKind(draft: QuizDraft, stored: Quiz): boolean {
  return draft.points === stored.points && isSameInForm(draft, stored)
}

/** Whether each question and option of one has its place in the other. */
export function isSameInForm(draft: QuizDraft, { questions }: Quiz): boolean {
  return (
    draft.questions.length === questions.length &&
    draft.questions.every((question, index) => {
      const other = questions[index]
      return (
        other !== undefined &&
        question.type === other.type &&
        question.options.length === other.options.length &&
        question.optionsMin === other.optionsMin &&
        question.optionsMax === other.optionsMax
      )
    })
  )
}
