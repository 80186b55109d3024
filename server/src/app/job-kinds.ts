import { BACKTEST_JOB } from '../backtests/job.ts'
import { stampCardsExport } from '../cards/export.ts'
import { customersExport } from '../customers/export.ts'
import { PERSON_EXPORT_JOB } from '../erasing/export-job.ts'
import { lotsExport, movementsExport } from '../figures/export.ts'
import { APPLY_JOB } from '../imports/apply-job.ts'
import { CHECK_JOB } from '../imports/check/job.ts'
import { UNDO_JOB } from '../imports/undo-job.ts'
import { type JobKinds, jobKinds } from '../jobs/define.ts'
import type { ExportKind } from '../jobs/export.ts'
import { exportJob } from '../jobs/export-job.ts'
import { auditExport } from '../operating/export/audit.ts'
import { ordersExport } from '../orders/export.ts'
import { quizAnswersExport } from '../quizzes/export.ts'
import { couponCodesExport, couponsExport, redemptionsExport } from '../rewards/export.ts'
import { tierMovesExport } from '../tiers/export.ts'

/** Everything that this version exports, by the name under which it is asked for. */
export const EXPORT_KINDS: readonly ExportKind[] = [
  customersExport,
  ordersExport,
  redemptionsExport,
  movementsExport,
  lotsExport,
  couponsExport,
  couponCodesExport,
  tierMovesExport,
  stampCardsExport,
  quizAnswersExport,
  auditExport,
]

export const EXPORT_JOB = exportJob(EXPORT_KINDS)

/** Every kind of job of the domains; `management/job-kinds.ts` has all. */
export const JOB_KINDS: JobKinds = jobKinds([
  ...[EXPORT_JOB, PERSON_EXPORT_JOB, BACKTEST_JOB],
  ...[CHECK_JOB, APPLY_JOB, UNDO_JOB],
])
