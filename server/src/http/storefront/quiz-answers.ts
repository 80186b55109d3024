import { readOwn } from '../../accounts/public-api/own-reads.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import type { Till } from '../../accounts/till/till.ts'
import type { Me } from '../../balances/public-api/schema.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { shortText } from '../../platform/decimal.ts'
import { answerQuiz } from '../../quizzes/commands.ts'
import { problemOfAnswers, problemOfVerdict } from '../../quizzes/public-api/refusals.ts'
import type { CustomerCall, PublicApi } from '../../tenancy/public-api/api.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { answerQuizAsMe, type OwnQuizAnswer } from './schema.ts'

export interface QuizAnswerOptions {
  readonly reads: SettledReads
  readonly tillOf: (tenant: Tenant) => Till
  readonly readMe: (call: CustomerCall) => Promise<Me | Problem>
}

export function quizAnswerRoutes(api: PublicApi, options: QuizAnswerOptions): void {
  api.personal(answerQuizAsMe, (call) => answer(options, call))
}

async function answer(
  { reads, tillOf, readMe }: QuizAnswerOptions,
  call: CustomerCall<typeof answerQuizAsMe>,
): Promise<OwnQuizAnswer | Problem> {
  const { tenant, params, body } = call
  // Whether the token is still good is looked at here: the till knows of no tokens.
  const owner = await readOwn(reads, call, async (_tx, { customer }) => customer)
  if (owner === null) return problemOfVerdict('notEnrolled')
  if (isProblem(owner)) return owner
  const outcome = await tillOf(tenant).run(answerQuiz, {
    tenant,
    customerKey: owner.originalId,
    quizId: params.id,
    answers: body.answers.map(({ question, options, text }) => ({
      questionId: question,
      text: text ?? null,
      optionIds: options ?? [],
    })),
  })
  if (isRefusal(outcome)) return problemOfAnswers(outcome)
  if (outcome.verdict !== 'counted') return problemOfVerdict(outcome.verdict)
  const me = await readMe(call)
  return isProblem(me) ? me : { points: shortText(outcome.points), me }
}
