import type { FastifyInstance } from 'fastify'
import { SettledReads } from '../accounts/settled-reads.ts'
import type { Till } from '../accounts/till/till.ts'
import { bytesOfCell } from '../app/file-room.ts'
import { VERSION } from '../app/version.ts'
import { backtestAdminRoutes } from '../backtests/admin-api/routes.ts'
import { adjustmentAdminRoutes } from '../balances/admin-api/routes.ts'
import { cardAdminRoutes } from '../cards/admin-api/routes.ts'
import { SettledCards } from '../cards/settled.ts'
import { ADMIN_PREFIX, type Operation } from '../contract/admin-api/operation.ts'
import { couponAdminRoutes } from '../coupons/admin-api/routes.ts'
import { customerChangeRoutes } from '../customers/admin-api/change-routes.ts'
import { claimAdminRoutes } from '../customers/admin-api/claims-routes.ts'
import { addCustomerRoutes } from '../customers/admin-api/create-routes.ts'
import { customerAdminRoutes } from '../customers/admin-api/routes.ts'
import { programAdminRoutes } from '../earning/admin-api/routes.ts'
import { erasingAdminRoutes } from '../erasing/admin-api/routes.ts'
import { figuresStateRoutes } from '../figures/admin-api/state-routes.ts'
import { activityAdminRoutes } from '../history/admin-api/activity-routes.ts'
import { orderReadAdminRoutes } from '../history/admin-api/order-routes.ts'
import { historyAdminRoutes } from '../history/admin-api/routes.ts'
import { importReadingRoutes } from '../imports/admin-api/reading-routes.ts'
import { importAdminRoutes } from '../imports/admin-api/routes.ts'
import { usedRoutes } from '../imports/admin-api/used-routes.ts'
import { fileAdminRoutes } from '../jobs/admin-api/files-routes.ts'
import { jobAdminRoutes } from '../jobs/admin-api/routes.ts'
import type { JobKinds } from '../jobs/define.ts'
import { type FileQuotas, USUAL_QUOTAS } from '../jobs/rules/file-quota.ts'
import { mergingAdminRoutes } from '../merging/admin-api/routes.ts'
import { operatingAdminRoutes } from '../operating/admin-api/routes.ts'
import { returnPartAdminRoutes } from '../orders/admin-api/return-routes.ts'
import { orderAdminRoutes } from '../orders/admin-api/routes.ts'
import type { Authenticate } from '../people/admin-api/authenticate.ts'
import { createAuthenticate } from '../people/admin-api/authentication.ts'
import { noteRoutes } from '../people/admin-api/note-routes.ts'
import { peopleAdminRoutes } from '../people/admin-api/routes.ts'
import { PasswordHasher } from '../people/password-hash.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Sealer } from '../platform/sealing.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import { programFileRoutes } from '../program-file/routes.ts'
import { quizAdminRoutes } from '../quizzes/admin-api/routes.ts'
import { awardAdminRoutes } from '../rewards/admin-api/award-routes.ts'
import { couponListAdminRoutes } from '../rewards/admin-api/coupon-list-routes.ts'
import { redeemAdminRoutes } from '../rewards/admin-api/redeem-routes.ts'
import { redemptionAdminRoutes } from '../rewards/admin-api/redemption-routes.ts'
import { returnAdminRoutes } from '../rewards/admin-api/return-routes.ts'
import { rewardAdminRoutes } from '../rewards/admin-api/routes.ts'
import { storefrontAdminRoutes } from '../storefront/admin-api/routes.ts'
import type { ElementFiles } from '../storefront/admin-api/schema.ts'
import type { Cells } from '../tenancy/cells.ts'
import { countInProcess, type RequestCounts } from '../tenancy/rate-limit.ts'
import { type Tenant, tenantClock } from '../tenancy/tenant.ts'
import { termsAdminRoutes } from '../terms/admin-api/routes.ts'
import { tierAdminRoutes } from '../tiers/admin-api/routes.ts'
import { webhookAdminRoutes } from '../webhooks/admin-api/routes.ts'
import type { Reach } from '../webhooks/sending/address-guard.ts'
import { accountingAdminRoutes } from './accounting/routes.ts'
import { apiKeyAdminRoutes } from './api-keys/routes.ts'
import { approvingAdminRoutes } from './approvals/decide-routes.ts'
import { approvalAdminRoutes } from './approvals/read-routes.ts'
import { startBacktestRoutes } from './backtests/routes.ts'
import { exportAdminRoutes } from './exports/routes.ts'
import { failedRequestAdminRoutes } from './failed-requests/routes.ts'
import { AdminFrame } from './frame.ts'
import { ALL_JOB_KINDS } from './job-kinds.ts'
import { AdminLanes } from './lanes.ts'
import { needsAdminRoutes } from './needs/routes.ts'
import { programContextReader } from './program-context.ts'
import { referralAdminRoutes } from './referrals/routes.ts'
import { reportAdminRoutes } from './reports/routes.ts'
import { searchAdminRoutes } from './search/routes.ts'
import { settingsAdminRoutes } from './settings/routes.ts'

export interface AdminApiOptions {
  /** With connections of its own, so that no screen can hold up a sale. */
  readonly cells: Cells
  /** What changes an account goes through the till like everything else. */
  readonly tillOf: (tenant: Tenant) => Till
  readonly clock: Clock
  readonly log: Logger
  /** Default: by the cookie of a session, or a token. The command line says itself who it is. */
  readonly authenticate?: Authenticate
  /** For second factors; default: none can be kept. */
  readonly sealer?: Sealer | null
  /** Where the panel is, if not on the host that a request names. */
  readonly publicUrl?: string | null
  readonly hasher?: PasswordHasher
  /** Where webhooks may be sent; default: to public addresses. */
  readonly reach?: Reach
  /** Default: none. */
  readonly metrics?: Metrics
  /** Default: in this process alone. */
  readonly counts?: RequestCounts
  /** Default: all of this version. */
  readonly kinds?: JobKinds
  /** What pages of shops load; default: the elements were not built. */
  readonly elementFiles?: ElementFiles | null
  /** What files may have together. Default: 5 GB of a merchant, 50 GB of a cell. */
  readonly fileQuotas?: FileQuotas
  /** Default: yes. The command line has no limits. */
  readonly isLimited?: boolean
}

/** The management API: all operations of all domains below `/v1/admin`. */
export async function serveAdminApi(
  server: FastifyInstance,
  options: AdminApiOptions,
): Promise<ReadonlyMap<string, Operation>> {
  let operations: ReadonlyMap<string, Operation> = new Map()
  const lanes = new AdminLanes(options.cells, options.metrics ?? null)
  const { cells } = lanes
  const { clock, publicUrl = null } = options
  const {
    counts = countInProcess(monotonicClock),
    authenticate = createAuthenticate({ directory: cells.directory, clock, publicUrl }),
  } = options
  await server.register(
    async (scope) => {
      const api = new AdminFrame(scope, { ...options, lanes, counts, authenticate })
      registerOperations(api, { ...options, cells })
      operations = api.operations
    },
    { prefix: ADMIN_PREFIX },
  )
  return operations
}

/** Each domain's own; the order is that of the reference. */
function registerOperations(api: AdminFrame, options: AdminApiOptions): void {
  const { cells, clock, sealer = null, hasher = new PasswordHasher() } = options
  peopleAdminRoutes(api, { cells, clock, sealer, hasher })
  approvalAdminRoutes(api)
  noteRoutes(api)
  operatingAdminRoutes(api, { cells, clock })
  settingsAdminRoutes(api, { cells, clock })
  apiKeyAdminRoutes(api, { clock })
  storefrontAdminRoutes(api, { clock, elementFiles: options.elementFiles ?? null })
  termsAdminRoutes(api)
  programAdminRoutes(api, programContextReader)
  rewardAdminRoutes(api)
  couponListAdminRoutes(api)
  awardAdminRoutes(api, cells)
  couponAdminRoutes(api)
  adjustmentAdminRoutes(api)
  redeemAdminRoutes(api, cells)
  returnAdminRoutes(api, cells)
  orderAdminRoutes(api, cells)
  returnPartAdminRoutes(api, cells)
  addCustomerRoutes(api, cells)
  customerChangeRoutes(api, { cells, clock })
  claimAdminRoutes(api, { cells, clock })
  erasingAdminRoutes(api, { clock, sealer })
  mergingAdminRoutes(api)
  approvingAdminRoutes(api, { cells, clock, sealer })
  quizAdminRoutes(api)
  referralAdminRoutes(api, { cells, reader: programContextReader })
  tierAdminRoutes(api, cells)
  const { reach = { isPrivateAllowed: false } } = options
  webhookAdminRoutes(api, { cells, clock, sealer, reach, userAgent: `Punchcard/${VERSION}` })
  failedRequestAdminRoutes(api, cells)
  const { kinds = ALL_JOB_KINDS } = options
  jobAdminRoutes(api, { kinds, clock })
  fileAdminRoutes(api, {
    ...{ kinds, cells, clock, sealer, quotas: options.fileQuotas ?? USUAL_QUOTAS },
    bytesOfCell: ({ cell, id }, beforeId) => bytesOfCell(cells, cell, { first: id, beforeId }),
  })
  exportAdminRoutes(api, { clock, sealer })
  importAdminRoutes(api, { cells, clock, sealer })
  importReadingRoutes(api, { clock, sealer })
  usedRoutes(api, { cells })
  reportAdminRoutes(api, { cells, reader: programContextReader })
  figuresStateRoutes(api, clock)
  accountingAdminRoutes(api, { cells, clock })
  programFileRoutes(api, { cells, clock, reader: programContextReader })
  startBacktestRoutes(api, clock)
  backtestAdminRoutes(api, { clock, reader: programContextReader })
  const reads = new SettledReads({ cells, clock: tenantClock(clock), tillOf: options.tillOf })
  customerAdminRoutes(api, reads)
  historyAdminRoutes(api, reads)
  orderReadAdminRoutes(api, reads)
  redemptionAdminRoutes(api, reads)
  cardAdminRoutes(api, programContextReader, new SettledCards(reads, options.tillOf))
  activityAdminRoutes(api)
  searchAdminRoutes(api)
  needsAdminRoutes(api, { cells, clock })
}
