import { type Account, type Entry, POINT_TYPE, type RecordIds } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import { type ErrorName, type Refusal, refusal } from '../contract/private-api/errors.ts'
import { isBlank } from '../contract/schema.ts'
import { creditAction } from '../earning/credit-earning.ts'
import { type Earning, worthOf } from '../earning/earned.ts'
import { evaluateAction } from '../earning/evaluate.ts'
import { type Explanation, shortText } from '../earning/explanation.ts'
import type { Program } from '../earning/program.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { AnswerBody } from './private-api/schema.ts'
import { type Answer, QUESTION_TYPE, type Question, type Quiz, seasonOf } from './quiz.ts'

/** Every item names its question; all else depends on the quiz. */
export function readAnswers(body: AnswerBody): Answer[] | Refusal {
  const answers: Answer[] = []
  for (const [index, { QuizQuestionId, OpenAnswer, OptionIds }] of body.entries()) {
    if (typeof QuizQuestionId !== 'number') {
      const name = `[${index}].QuizQuestionId`
      return refusal('General_FieldCannotBeNullOrBlank', `${name} is missing.`, name)
    }
    answers.push({ questionId: QuizQuestionId, text: OpenAnswer ?? null, optionIds: OptionIds ?? [] })
  }
  return answers
}

export interface AnswerContext {
  readonly customer: Customer | null
  readonly account: Account
  readonly program: Program
  readonly quizOf: (questionId: number) => Quiz | undefined
  readonly isAnswered: (quiz: Quiz) => boolean
}

/** What becomes of a sound answer. Only the first of a customer counts. */
export type Verdict = 'counted' | 'answeredBefore' | 'notYet' | 'over' | 'notEnrolled'

export interface AnswerOutcome {
  readonly verdict: Verdict
  readonly quiz: Quiz
  readonly customer: Customer
  /** In the order of the questions; without what a question does not ask for. */
  readonly answers: readonly Answer[]
  readonly points: Decimal
  readonly account: Account
  readonly entries: readonly Entry[]
  readonly recordId: number | null
  readonly explanation: Explanation | null
}

/** Decides about the answers of one customer to one quiz. */
export function decideAnswer(
  context: AnswerContext,
  answers: readonly Answer[],
  tenant: Tenant,
  now: Instant,
  ids: RecordIds,
): AnswerOutcome | Refusal {
  const { customer, account } = context
  if (!customer)
    return refusal('Customer_NotFound', 'customerId: there is no customer with this id.', 'customerId')
  const [first] = answers
  if (!first) return refusal('General_FieldCannotBeNullOrBlank', 'The body has no answers.')
  const quiz = context.quizOf(first.questionId)
  if (!quiz?.isActive || answers.some(({ questionId }) => context.quizOf(questionId)?.id !== quiz.id)) {
    const message = 'QuizQuestionId: the answers must all be to questions of one open quiz.'
    return refusal('Quiz_QuizNotFound', message, 'QuizQuestionId')
  }
  const sound = soundAnswers(quiz, answers)
  if ('code' in sound) return sound
  const verdict = verdictOf(context, quiz, customer, now)
  const outcome = { verdict, quiz, customer, answers: sound }
  const nothing = { points: ZERO, account, entries: [], recordId: null, explanation: null }
  if (verdict !== 'counted') return { ...outcome, ...nothing }

  const earning = earningOf(quiz, context.program)
  const { timeZone } = tenant
  const earned = creditAction(account, { type: POINT_TYPE.quiz, earning, timeZone }, now, ids)
  if (!earned) return { ...outcome, ...nothing }
  const { step, recordId, explanation } = earned
  return { ...outcome, points: earning.points, ...step, recordId, explanation }
}

function verdictOf(context: AnswerContext, quiz: Quiz, customer: Customer, now: Instant): Verdict {
  const season = seasonOf(quiz, now)
  if (season !== 'open') return season
  if (context.isAnswered(quiz)) return 'answeredBefore'
  return customer.profile.isEnrolled ? 'counted' : 'notEnrolled'
}

/** One sound answer to each question, or the first thing that is wrong. */
function soundAnswers(quiz: Quiz, answers: readonly Answer[]): Answer[] | Refusal {
  if (answers.length > quiz.questions.length) {
    const message = `The quiz has ${quiz.questions.length} questions, and ${answers.length} answers were sent.`
    return refusal('Quiz_MaximumAmountOfQuestions', message)
  }
  const questions = new Map(quiz.questions.map((question) => [question.id, question]))
  const sound = new Map<number, Answer>()
  for (const [index, answer] of answers.entries()) {
    const question = questions.get(answer.questionId)
    if (!question) continue
    const checked = soundAnswer(question, answer, index)
    if ('code' in checked) return checked
    sound.set(question.id, checked)
  }
  // There are as many answers as questions at most: whoever answers one twice has left another one out.
  const unanswered = quiz.questions.find(({ id }) => !sound.has(id))
  if (unanswered) {
    const message = `QuizQuestionId ${unanswered.id} is not answered: send one answer to each question.`
    return refusal('General_FieldCannotBeNullOrBlank', message, 'QuizQuestionId')
  }
  return quiz.questions.flatMap(({ id }) => sound.get(id) ?? [])
}

function soundAnswer(question: Question, answer: Answer, index: number): Answer | Refusal {
  const problem = (error: ErrorName, name: string, text: string): Refusal =>
    refusal(error, `[${index}].${name} ${text}`, `[${index}].${name}`)
  if (question.type === QUESTION_TYPE.openText) {
    return isBlank(answer.text)
      ? problem('General_FieldCannotBeNullOrBlank', 'OpenAnswer', 'is missing or blank.')
      : { ...answer, optionIds: [] }
  }
  const { least, most } = optionCounts(question)
  const optionIds = [...new Set(answer.optionIds)]
  if (optionIds.some((id) => !question.options.some((option) => option.id === id))) {
    return problem('Quiz_QuizNotFound', 'OptionIds', 'has an option of another question.')
  }
  if (optionIds.length < least) {
    return problem('Quiz_MinimumAmountOfOptions', 'OptionIds', `needs at least ${least}.`)
  }
  if (answer.optionIds.length > most) {
    return problem('Quiz_MaximumAmountOfOptions', 'OptionIds', `takes at most ${most}.`)
  }
  return { ...answer, text: null, optionIds }
}

function optionCounts({ type, options, optionsMin, optionsMax }: Question): { least: number; most: number } {
  if (type === QUESTION_TYPE.singleChoice) return { least: 1, most: 1 }
  return { least: optionsMin ?? 1, most: optionsMax ?? options.length }
}

/**
 * A rule for quizzes says when their points become available and for how long. Without one they are available
 * at once and never expire: the merchant has offered them with the quiz, so they are owed either way.
 */
function earningOf({ id, points }: Quiz, program: Program): Earning {
  const ruled = evaluateAction(program, { kind: 'quiz', quizId: String(id), points })
  if (!('refused' in ruled)) return ruled
  return {
    points,
    cashback: worthOf(points, program.cashback),
    waitingDays: 0,
    validityDays: null,
    explanation: {
      v: program.version,
      lines: [{ kind: 'quiz', id: String(id), points: shortText(points) }],
    },
  }
}
