import { load, put } from '../accounts/till/collection.ts'
import type { Command } from '../accounts/till/command.ts'
import { isRefusal, type Refusal } from '../contract/refusal.ts'
import { CURRENT, currentProgram, programSchedule } from '../earning/collections.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countGains, gainsOfActions, progressLoads, tierLoads } from '../tiers/promote.ts'
import { quizAnswers, quizzes } from './collections.ts'
import type { Answer, Quiz } from './quiz.ts'
import { type AnswerOutcome, decideAnswer, type QuizReason } from './rules/answer.ts'

export interface AnswerInput {
  readonly tenant: Tenant
  readonly customerKey: string
  /** Which one is meant; null: the one whose questions are answered. */
  readonly quizId: number | null
  readonly answers: readonly Answer[]
}

export type AnswerQuizResult = Pick<AnswerOutcome, 'verdict' | 'points'> | Refusal<QuizReason>

/** A customer answers a quiz: what is complete and sound earns its points, once. */
export const answerQuiz: Command<AnswerInput, AnswerQuizResult> = {
  name: 'answer quiz',
  customerOf: ({ customerKey }) => customerKey,
  loads: ({ tenant, answers }) => [
    load(programSchedule, CURRENT),
    ...tierLoads(tenant),
    ...answers
      .filter(({ questionId }) => Number.isSafeInteger(questionId))
      .map(({ questionId }) => load(quizzes, questionId)),
  ],
  loadsAfter(facts, { tenant, answers: [first] }, now) {
    const { customer } = facts
    const quiz = first && facts.peek(quizzes, first.questionId)
    if (!quiz || !customer) return { lots: false, loads: [] }
    const answered = load(quizAnswers, { quizId: quiz.id, customerId: customer.id })
    return { lots: false, loads: [answered, ...progressLoads(facts, tenant, now)] }
  },
  decide(facts, { tenant, quizId, answers }, posting) {
    const { customer } = facts
    const context = {
      customer,
      program: currentProgram(facts, posting.now),
      quizOf: (questionId: number) => {
        const quiz = facts.peek(quizzes, questionId)
        return quizId === null || quiz?.id === quizId ? quiz : undefined
      },
      // Who is made by another command of the batch has answered nothing.
      isAnswered: ({ id }: Quiz) =>
        customer !== null && facts.peek(quizAnswers, { quizId: id, customerId: customer.id }) !== undefined,
    }
    const outcome = decideAnswer(context, answers, tenant, posting)
    if (isRefusal(outcome) || outcome.verdict !== 'counted') return { result: outcome }
    const { quiz, recordId } = outcome
    const answered = { quizId: quiz.id, customerId: outcome.customer.id, at: posting.now, recordId }
    const gains = gainsOfActions(posting.entries, tenant)
    const counted = countGains(facts, { tenant, customer: outcome.customer, gains }, posting)
    return {
      result: outcome,
      customer: counted.customer,
      changes: [...counted.changes, put(quizAnswers, answered, { ...answered, answers: outcome.answers })],
    }
  },
}
