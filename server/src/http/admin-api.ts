import type { FastifyInstance } from 'fastify'
import { ADMIN_PREFIX, type Operation } from '../contract/admin-api/operation.ts'
import type { Authenticate } from '../people/admin-api/authenticate.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import { rewardAdminRoutes } from '../rewards/admin-api/routes.ts'
import type { Cells } from '../tenancy/cells.ts'
import { countInProcess, type RequestCounts } from '../tenancy/rate-limit.ts'
import { tierAdminRoutes } from '../tiers/admin-api/routes.ts'
import { AdminFrame } from './admin-frame.ts'

export interface AdminApiOptions {
  /** With connections of its own, so that no screen can hold up a sale. */
  readonly cells: Cells
  readonly clock: Clock
  readonly log: Logger
  readonly authenticate: Authenticate
  /** Default: in this process alone. */
  readonly counts?: RequestCounts
  /** Default: yes. The command line has no limits. */
  readonly isLimited?: boolean
}

/** The management API: all operations of all domains below `/v1/admin`. */
export async function serveAdminApi(
  server: FastifyInstance,
  { counts = countInProcess(monotonicClock), ...options }: AdminApiOptions,
): Promise<ReadonlyMap<string, Operation>> {
  let operations: ReadonlyMap<string, Operation> = new Map()
  await server.register(
    async (scope) => {
      const api = new AdminFrame(scope, { ...options, counts })
      registerOperations(api, options)
      operations = api.operations
    },
    { prefix: ADMIN_PREFIX },
  )
  return operations
}

/** Each domain's own; the order is that of the reference. */
function registerOperations(api: AdminFrame, options: Omit<AdminApiOptions, 'counts'>): void {
  rewardAdminRoutes(api)
  tierAdminRoutes(api, options.cells)
}
