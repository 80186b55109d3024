import { changedProblem, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import type { ConfigRefusal } from '../../contract/config-refusal.ts'
import type { TenantId } from '../../contract/ids.ts'
import { invalid, type Problem, problem } from '../../contract/problem.ts'
import { instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { AuditTarget } from '../audit.ts'
import { findLastChange } from '../store/last-change.ts'
import type { Place } from './api.ts'

/** What it was about, and where that is kept. */
export interface Subject extends Pick<AuditTarget, 'kind' | 'id'> {
  readonly place: Place
  readonly tenantId: TenantId
}

/** How the management API answers why something was not done; who has changed it meanwhile is looked up. */
export async function problemOf(tx: Tx, refusal: ConfigRefusal, subject: Subject): Promise<Problem> {
  switch (refusal.why) {
    case 'invalid':
      return invalid(refusal.problems)
    case 'missing':
      return NOT_FOUND
    case 'conflict':
      return problem('conflict', refusal.detail, {
        ...(refusal.code === undefined ? {} : { code: refusal.code }),
        ...(refusal.more === undefined ? {} : { more: refusal.more }),
      })
    case 'changed': {
      const last = await findLastChange(tx, subject.place, subject.tenantId, subject)
      return changedProblem(last?.by ?? null, last && instantToText(last.at), refusal.version)
    }
  }
}
