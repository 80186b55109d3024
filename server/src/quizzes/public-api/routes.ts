import { readOwn } from '../../accounts/public-api/own-reads.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import type { PublicApi } from '../../tenancy/public-api/api.ts'
import { listQuizzesToAnswer } from '../store/quizzes.ts'
import { presentOwnQuiz } from './present.ts'
import { QUIZZES_MAX, readOwnQuizzes } from './schema.ts'

export function ownQuizRoutes(api: PublicApi, reads: SettledReads): void {
  api.personal(readOwnQuizzes, async (call) => {
    const { id: tenantId } = call.tenant
    const found = await readOwn(reads, call, async (tx, { customer: { id: customerId } }, now) => {
      const quizzes = await listQuizzesToAnswer(tx, { tenantId, customerId }, now, QUIZZES_MAX)
      return { items: quizzes.map(presentOwnQuiz) }
    })
    return found ?? { items: [] }
  })
}
