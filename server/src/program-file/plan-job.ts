/** The job that plans a file which is too large for a request. */

import type { Locale } from '../contract/locale.ts'
import { isProblem } from '../contract/problem.ts'
import type { ProgramContextReader } from '../earning/admin-api/program-context.ts'
import { defineJob, type JobKind } from '../jobs/define.ts'
import type { Actor, Via } from '../people/actor.ts'
import { NO_STOREFRONT } from '../tenancy/manage/storefront.ts'
import type { StorefrontConfig } from '../tenancy/store/storefront.ts'
import { countOf } from './file.ts'
import { planFileOf, wantedTenant } from './find-plan.ts'
import { findPlan, savePlanned } from './store.ts'

const RESULT_DAYS = 7

/** How it is planned; the file lies beside it. */
export interface PlanInput {
  readonly prune: boolean
  readonly effectiveAt: string | null
  /** Of the warnings. */
  readonly locale: Locale
  readonly actor: Actor
  readonly via: Via
  /** As it was when the plan was asked for, and as the file wants it. One of an earlier version has none. */
  readonly storefront?: { readonly before: StorefrontConfig; readonly wanted: StorefrontConfig }
}

export interface PlanSummary {
  /** How many things would be changed; null: the file has to be corrected first. */
  readonly changes: number | null
}

/**
 * One page, because a plan is found out by applying the file and undoing it, and that is one transaction. It is as long
 * as applying the file is.
 */
export function planJob(reader: ProgramContextReader): JobKind<PlanInput> {
  return defineJob<PlanInput, null, PlanSummary>({
    kind: 'plan',
    permission: 'program.read',
    onMove: 'restart',
    onErase: 'nothing',
    isReadOnly: true,
    isTrial: true,
    resultDays: RESULT_DAYS,
    async step(tx, input, _checkpoint, { tenant, now, job }) {
      const stored = await findPlan(tx, tenant.id, job.id)
      if (!stored) throw new Error(`plan ${job.id} has no file`)
      const { file } = stored
      const total = countOf(file)
      const { storefront = { before: NO_STOREFRONT, wanted: NO_STOREFRONT } } = input
      const wanted = await wantedTenant(tx, { tenant, file, now })
      const outcome = isProblem(wanted)
        ? wanted
        : await planFileOf(tx, file, {
            ...{ ...input, now, reader, before: { tenant, storefront: storefront.before } },
            wanted: { tenant: wanted, storefront: storefront.wanted },
          })
      const changes = isProblem(outcome) ? null : outcome.changes.filter(({ kind }) => kind !== 'keep').length
      return {
        ...{ checkpoint: null, done: total, total, finished: true, result: { changes } },
        write: (tx) => savePlanned(tx, tenant.id, job.id, outcome),
      }
    },
  })
}
