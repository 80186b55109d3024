import { POINT_TYPE } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { RecordId } from '../../contract/ids.ts'
import { isRefusal, type Refusal, refusal } from '../../contract/refusal.ts'
import { isBlank } from '../../contract/schema.ts'
import { creditAction } from '../../earning/credit-earning.ts'
import { type Earning, worthOf } from '../../earning/earned.ts'
import { evaluateAction } from '../../earning/evaluate-action.ts'
import { shortText } from '../../earning/explanation.ts'
import { AT_ONCE_FOR_EVER, type Program } from '../../earning/program.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type Answer, QUESTION_TYPE, type Question, type Quiz, seasonOf } from '../quiz.ts'

/** Why answers are not taken. */
export const QUIZ_REASONS = [
  'customer-unknown',
  'no-answers',
  'quiz-unknown',
  'too-many-answers',
  'question-unanswered',
  'text-missing',
  'option-unknown',
  'too-few-options',
  'too-many-options',
] as const
export type QuizReason = (typeof QUIZ_REASONS)[number]

export interface AnswerContext {
  readonly customer: Customer | null
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
  readonly recordId: RecordId | null
}

/** Decides about the answers of one customer to one quiz. */
export function decideAnswer(
  context: AnswerContext,
  answers: readonly Answer[],
  { timeZone }: Tenant,
  posting: Posting,
): AnswerOutcome | Refusal<QuizReason> {
  const { customer } = context
  if (!customer)
    return refusal('customer-unknown', 'customerId: there is no customer with this id.', 'customerId')
  const [first] = answers
  if (!first) return refusal('no-answers', 'The body has no answers.')
  const quiz = context.quizOf(first.questionId)
  if (!quiz?.isActive || answers.some(({ questionId }) => context.quizOf(questionId)?.id !== quiz.id)) {
    const message = 'QuizQuestionId: the answers must all be to questions of one open quiz.'
    return refusal('quiz-unknown', message, 'QuizQuestionId')
  }
  const sound = soundAnswers(quiz, answers)
  if (isRefusal(sound)) return sound
  const verdict = verdictOf(context, quiz, customer, posting.now)
  const outcome = { verdict, quiz, customer, answers: sound }
  if (verdict !== 'counted') return { ...outcome, points: ZERO, recordId: null }
  const earning = earningOf(quiz, context.program)
  const recordId = creditAction(posting, { type: POINT_TYPE.quiz, earning, timeZone })
  return { ...outcome, points: recordId === null ? ZERO : earning.points, recordId }
}

function verdictOf(context: AnswerContext, quiz: Quiz, customer: Customer, now: Instant): Verdict {
  const season = seasonOf(quiz, now)
  if (season !== 'open') return season
  if (context.isAnswered(quiz)) return 'answeredBefore'
  return customer.profile.isEnrolled ? 'counted' : 'notEnrolled'
}

/** One sound answer to each question, or the first thing that is wrong. */
function soundAnswers(quiz: Quiz, answers: readonly Answer[]): Answer[] | Refusal<QuizReason> {
  if (answers.length > quiz.questions.length) {
    const message = `The quiz has ${quiz.questions.length} questions, and ${answers.length} answers were sent.`
    return refusal('too-many-answers', message)
  }
  const questions = new Map(quiz.questions.map((question) => [question.id, question]))
  const sound = new Map<number, Answer>()
  for (const [index, answer] of answers.entries()) {
    const question = questions.get(answer.questionId)
    if (!question) continue
    const checked = soundAnswer(question, answer, index)
    if (isRefusal(checked)) return checked
    sound.set(question.id, checked)
  }
  // There are as many answers as questions at most: with one answered twice, another one is left out.
  const unanswered = quiz.questions.find(({ id }) => !sound.has(id))
  if (unanswered) {
    const message = `QuizQuestionId ${unanswered.id} is not answered: send one answer to each question.`
    return refusal('question-unanswered', message, 'QuizQuestionId')
  }
  return quiz.questions.flatMap(({ id }) => sound.get(id) ?? [])
}

function soundAnswer(question: Question, answer: Answer, index: number): Answer | Refusal<QuizReason> {
  const problem = (reason: QuizReason, name: string, text: string) =>
    refusal(reason, `[${index}].${name} ${text}`, `[${index}].${name}`)
  if (question.type === QUESTION_TYPE.openText) {
    return isBlank(answer.text)
      ? problem('text-missing', 'OpenAnswer', 'is missing or blank.')
      : { ...answer, optionIds: [] }
  }
  const { least, most } = optionCounts(question)
  const optionIds = [...new Set(answer.optionIds)]
  if (optionIds.some((id) => !question.options.some((option) => option.id === id))) {
    return problem('option-unknown', 'OptionIds', 'has an option of another question.')
  }
  if (optionIds.length < least) {
    return problem('too-few-options', 'OptionIds', `needs at least ${least}.`)
  }
  if (answer.optionIds.length > most) {
    return problem('too-many-options', 'OptionIds', `takes at most ${most}.`)
  }
  return { ...answer, text: null, optionIds }
}

/** How many options an answer has at least and at most. */
export function optionCounts({ type, options, optionsMin, optionsMax }: Question): {
  least: number
  most: number
} {
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
    ...AT_ONCE_FOR_EVER,
    explanation: {
      v: program.version,
      lines: [{ kind: 'quiz', id: String(id), points: shortText(points) }],
    },
  }
}
