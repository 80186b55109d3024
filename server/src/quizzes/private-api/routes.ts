import { Type } from 'typebox'
import type { Till } from '../../accounts/till/till.ts'
import { ResultEnvelope, resultEnvelope, resultFailure } from '../../contract/private-api/envelopes.ts'
import { type Refusal, refusal } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isBlank, isStorable, Nullable } from '../../contract/schema.ts'
import { decimalToNumber } from '../../platform/decimal.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/door.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { answerQuiz } from '../commands.ts'
import { readAnswers } from '../rules.ts'
import { findAnsweredQuizzes, listOpenQuizzes } from '../store.ts'
import { messageOf } from '../texts.ts'
import { toQuizItem } from './present.ts'
import { AnswerBody, AnswerResult, QuizItem } from './schema.ts'

const refuse = ({ message, code }: Refusal) => resultFailure(message, code)
const MISSING = refusal('General_FieldCannotBeNullOrBlank', 'customerId is missing or blank.', 'customerId')
const NOBODY = refusal('Customer_NotFound', 'customerId: there is no customer with this id.', 'customerId')
const answering: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse }

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
      schema: {
        operationId: 'listQuizzes',
        tags: ['Customization'],
        summary: 'List the open quizzes',
        description:
          'Those that can be answered now, and for a customer which of them are completed. Without ' +
          'customerId none is.',
        querystring: CustomerQuery,
        response: {
          200: ResultEnvelope(Type.Array(Type.Unsafe<QuizItem>(Type.Ref('Quiz#')))),
        },
      },
    },
    async (request) => {
      const { tenant } = request
      const customerId = readCustomerId(request.query)
      if (isRefusal(customerId)) return refuse(customerId)
      if (customerId !== null && !isStorable(customerId)) return refuse(NOBODY)
      const [quizzes, answered] = await cells
        .of(tenant)
        .read([tenant.id], (tx) =>
          Promise.all([
            listOpenQuizzes(tx, tenant.id, clock(tenant)),
            customerId === null ? new Set<number>() : findAnsweredQuizzes(tx, tenant.id, customerId),
          ]),
        )
      if (!answered) return refuse(NOBODY)
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
      const customerId = readCustomerId(request.query)
      if (customerId === null) return refuse(MISSING)
      if (isRefusal(customerId)) return refuse(customerId)
      if (!isStorable(customerId)) return refuse(NOBODY)
      const answers = readAnswers(request.body)
      if ('code' in answers) return refuse(answers)
      const outcome = await tillOf(tenant).run(answerQuiz, { tenant, customerId, answers })
      if ('code' in outcome) return refuse(outcome)
      const points = decimalToNumber(outcome.points)
      return resultEnvelope({
        Success: outcome.verdict === 'counted',
        Message: messageOf(outcome.verdict, points, tenant.locale),
        PointsAwarded: points,
      })
    },
  )
}

/** null: not sent, or blank. */
function readCustomerId({ customerId }: Record<string, unknown>): string | null | Refusal {
  if (customerId === undefined) return null
  if (typeof customerId !== 'string') {
    return refusal('General_FieldCannotBeNullOrBlank', 'customerId must be sent once.', 'customerId')
  }
  return isBlank(customerId) ? null : customerId
}

function isRefusal(value: string | null | Refusal): value is Refusal {
  return typeof value === 'object' && value !== null
}
