import { type Command, need, put } from '../accounts/command.ts'
import type { Refusal } from '../contract/errors.ts'
import { EMPTY_PROGRAM } from '../earning/program.ts'
import { CURRENT, programShelf } from '../earning/store.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countGains, gainsOfActions, goalNeeds, tierNeeds } from '../tiers/raise.ts'
import { type AnswerOutcome, decideAnswer } from './decide.ts'
import type { Answer } from './quiz.ts'
import { answerKey, answerShelf, quizShelf } from './store.ts'

export interface AnswerQuestion {
  readonly tenant: Tenant
  readonly customerId: string
  readonly answers: readonly Answer[]
}

export type AnswerQuizResult = Pick<AnswerOutcome, 'verdict' | 'points'> | Refusal

/** A customer answers a quiz: what is complete and sound earns its points, once. */
export const answerQuiz: Command<AnswerQuestion, AnswerQuizResult> = {
  name: 'answer quiz',
  customerOf: ({ customerId }) => customerId,
  needs: ({ tenant, answers }) => [
    need(programShelf, CURRENT),
    ...tierNeeds(tenant),
    ...answers
      .filter(({ questionId }) => Number.isSafeInteger(questionId))
      .map(({ questionId }) => need(quizShelf, String(questionId))),
  ],
  needsMore(facts, { tenant, answers: [first] }, now) {
    const { customer } = facts
    const quiz = first && facts.get(quizShelf, String(first.questionId))
    if (!quiz || !customer) return { lots: false, needs: [] }
    const answered = need(answerShelf, answerKey(quiz.id, customer.id))
    return { lots: false, needs: [answered, ...goalNeeds(facts, tenant, now)] }
  },
  decide(facts, { tenant, answers }, now, ids) {
    const { customer, account } = facts
    const outcome = decideAnswer(
      {
        customer,
        account,
        program: facts.get(programShelf, CURRENT) ?? EMPTY_PROGRAM,
        quizOf: (questionId) => facts.get(quizShelf, String(questionId)),
        isAnswered: ({ id }) =>
          customer !== null && facts.get(answerShelf, answerKey(id, customer.id)) !== undefined,
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
      items: [
        ...raised.items,
        put(answerShelf, answerKey(quiz.id, outcome.customer.id), { ...answered, answers: outcome.answers }),
      ],
    }
  },
}
