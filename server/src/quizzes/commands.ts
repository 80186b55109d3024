import { type Command, load, put } from '../accounts/till/command.ts'
import type { Refusal } from '../contract/private-api/errors.ts'
import { EMPTY_PROGRAM } from '../earning/program.ts'
import { CURRENT, programVersions } from '../earning/store.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countGains, gainsOfActions, progressLoads, tierLoads } from '../tiers/promote.ts'
import type { Answer } from './quiz.ts'
import { type AnswerOutcome, decideAnswer } from './rules.ts'
import { answerKey, quizAnswers, quizzes } from './store.ts'

export interface AnswerInput {
  readonly tenant: Tenant
  readonly customerId: string
  readonly answers: readonly Answer[]
}

export type AnswerQuizResult = Pick<AnswerOutcome, 'verdict' | 'points'> | Refusal

/** A customer answers a quiz: what is complete and sound earns its points, once. */
export const answerQuiz: Command<AnswerInput, AnswerQuizResult> = {
  name: 'answer quiz',
  customerOf: ({ customerId }) => customerId,
  loads: ({ tenant, answers }) => [
    load(programVersions, CURRENT),
    ...tierLoads(tenant),
    ...answers
      .filter(({ questionId }) => Number.isSafeInteger(questionId))
      .map(({ questionId }) => load(quizzes, String(questionId))),
  ],
  loadsAfter(facts, { tenant, answers: [first] }, now) {
    const { customer } = facts
    const quiz = first && facts.get(quizzes, String(first.questionId))
    if (!quiz || !customer) return { lots: false, loads: [] }
    const answered = load(quizAnswers, answerKey(quiz.id, customer.id))
    return { lots: false, loads: [answered, ...progressLoads(facts, tenant, now)] }
  },
  decide(facts, { tenant, answers }, now, ids) {
    const { customer, account } = facts
    const outcome = decideAnswer(
      {
        customer,
        account,
        program: facts.get(programVersions, CURRENT) ?? EMPTY_PROGRAM,
        quizOf: (questionId) => facts.get(quizzes, String(questionId)),
        isAnswered: ({ id }) =>
          customer !== null && facts.get(quizAnswers, answerKey(id, customer.id)) !== undefined,
      },
      answers,
      tenant,
      now,
      ids,
    )
    if ('code' in outcome || outcome.verdict !== 'counted') return { result: outcome }
    const { quiz, recordId, explanation } = outcome
    const answered = { quizId: quiz.id, customerId: outcome.customer.id, at: now, recordId }
    const gains = gainsOfActions(outcome.entries, tenant)
    const raised = countGains(facts, { tenant, customer: outcome.customer, gains }, now, ids)
    return {
      result: outcome,
      customer: raised.customer,
      account: outcome.account,
      entries: outcome.entries,
      explanations: new Map(recordId !== null && explanation ? [[recordId, explanation]] : []),
      changes: [
        ...raised.changes,
        put(quizAnswers, answerKey(quiz.id, outcome.customer.id), { ...answered, answers: outcome.answers }),
      ],
    }
  },
}
