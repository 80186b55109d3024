import type { Clock } from '../../platform/clock.ts'
import type { Sealer } from '../../platform/sealing.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PasswordHasher } from '../password-hash.ts'
import type { AdminApi } from './api.ts'
import { auditRoutes } from './audit-routes.ts'
import type { PeopleDeps } from './deps.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { meRoutes } from './me-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { resetRoutes } from './reset-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { Proof } from './sign-in.ts'
import { supportRoutes } from './support-routes.ts'
import { myTokenRoutes, tokenRoutes } from './tokens-routes.ts'

export interface PeopleRoutesOptions {
  readonly cells: Cells
  readonly clock: Clock
  /** null: no second factors can be kept. */
  readonly sealer: Sealer | null
  readonly hasher: PasswordHasher
}

/** Who manages a merchant: signing in, people, tokens, audit. */
export function peopleAdminRoutes(
  api: AdminApi,
  { cells, clock, sealer, hasher }: PeopleRoutesOptions,
): void {
  const { directory } = cells
  const deps: PeopleDeps = { cells, clock, sealer, proof: new Proof({ directory, hasher, clock, sealer }) }
  sessionRoutes(api, deps)
  meRoutes(api, deps)
  myTokenRoutes(api, deps)
  invitationRoutes(api, deps)
  resetRoutes(api, deps)
  peopleRoutes(api, deps)
  tokenRoutes(api, deps)
  supportRoutes(api, deps)
  auditRoutes(api, deps)
}
