import { Type } from 'typebox'
import type { Till } from '../../accounts/till/till.ts'
import { ResultEnvelope, resultEnvelope, resultFailure } from '../../contract/private-api/envelopes.ts'
import { inApiTerms } from '../../contract/private-api/errors.ts'
import { ASKING_FOR_ONE, type Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isStorable, Nullable } from '../../contract/schema.ts'
import { decimalToNumber } from '../../platform/decimal.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { answerQuiz } from '../commands.ts'
import { findAnsweredQuizzes, listOpenQuizzes } from '../store/quizzes.ts'
import { messageOf } from '../texts.ts'
import { QUIZ_ERRORS } from './errors.ts'
import { toQuizItem } from './present.ts'
import { readAnswers, readCustomerKey } from './read.ts'
import { AnswerBody, AnswerResult, QuizItem } from './schema.ts'

const MISSING = refusal('General_FieldCannotBeNullOrBlank', 'customerId is missing or blank.', 'customerId')
const NOBODY = refusal('Customer_NotFound', 'customerId: there is no customer with this id.', 'customerId')
const answering: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: resultFailure }

export interface QuizRoutesOptions {
  readonly cells: Cells
  readonly tillOf: (tenant: Tenant) => Till
  readonly clock: TenantClock
}

const CustomerQuery = Type.Object({
  customerId: Type.Optional(
    Nullable(Type.String({ description: "The customer's id in the merchant store." })),
  ),
})

export function quizRoutes(api: PrivateApi, { cells, tillOf, clock }: QuizRoutesOptions): void {
  api.addSchema(QuizItem)
  api.addSchema(AnswerResult)

  api.get<{ Querystring: Record<string, unknown> }>(
    '/v1/pvt/Quiz/list',
    {
      config: { operation: ASKING_FOR_ONE },
      schema: {
        operationId: 'listQuizzes',
        tags: ['Customization'],
        summary: 'List the open quizzes',
        description:
          'Those that can be answered now, and for a customer which of them are completed. Without ' +
          'customerId none is.',
        querystring: CustomerQuery,
        response: {
          200: ResultEnvelope(
            Type.Array(Type.Unsafe<QuizItem>(Type.Ref('Quiz#')), {
              description: 'The quizzes that are open.',
            }),
          ),
        },
      },
    },
    async (request) => {
      const { tenant } = request
      const customerKey = readCustomerKey(request.query)
      if (isRefusal(customerKey)) return resultFailure(customerKey)
      if (customerKey !== null && !isStorable(customerKey)) return resultFailure(NOBODY)
      const [quizzes, answered] = await cells
        .of(tenant)
        .read([tenant.id], (tx) =>
          Promise.all([
            listOpenQuizzes(tx, tenant.id, clock(tenant)),
            customerKey === null ? new Set<number>() : findAnsweredQuizzes(tx, tenant.id, customerKey),
          ]),
        )
      if (!answered) return resultFailure(NOBODY)
      return resultEnvelope(quizzes.map((quiz) => toQuizItem(quiz, answered.has(quiz.id))))
    },
  )

  api.post<{ Querystring: Record<string, unknown>; Body: AnswerBody }>(
    '/v1/pvt/Quiz/answer',
    {
      config: { operation: answering },
      schema: {
        operationId: 'answerQuiz',
        tags: ['Customization'],
        summary: "Send a customer's answers to a quiz",
        description:
          'All questions of one quiz at once. A complete, valid answer earns the points of the quiz, once; ' +
          'a quiz that was answered before, or is not open, answers Success false and is no error.',
        querystring: CustomerQuery,
        body: AnswerBody,
        response: { 200: ResultEnvelope(Type.Unsafe<AnswerResult>(Type.Ref('QuizAnswer#'))) },
      },
    },
    async (request) => {
      const { tenant } = request
      const customerKey = readCustomerKey(request.query)
      if (customerKey === null) return resultFailure(MISSING)
      if (isRefusal(customerKey)) return resultFailure(customerKey)
      if (!isStorable(customerKey)) return resultFailure(NOBODY)
      const answers = readAnswers(request.body)
      if (isRefusal(answers)) return resultFailure(answers)
      const answered = await tillOf(tenant).run(answerQuiz, { tenant, customerKey, quizId: null, answers })
      const outcome = inApiTerms(answered, QUIZ_ERRORS)
      if (isRefusal(outcome)) return resultFailure(outcome)
      const points = decimalToNumber(outcome.points)
      return resultEnvelope({
        Success: outcome.verdict === 'counted',
        Message: messageOf(outcome.verdict, points, tenant.locale),
        PointsAwarded: points,
      })
    },
  )
}
