import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { parseInstant } from '../../platform/zone.ts'
import { type Cells, MAIN_CELL } from '../cells.ts'
import { type Credentials, hashSecret, tenantOfToken } from '../credentials.ts'
import { type KeyScope, SCOPES_OF_COMMAND } from '../key-scope.ts'
import { hasHome, insertHome } from '../store/homes.ts'
import { insertKey } from '../store/keys.ts'
import {
  findTenant,
  insertTenant,
  type KeySummary,
  listKeys,
  lockTenant,
  revokeKey as revokeStoredKey,
  saveClock,
  takeTenantId,
} from '../store/tenants.ts'
import { type NewTenant, problemOfNewTenant, type Tenant } from '../tenant.ts'
import { newCredentials } from './keys.ts'

const LABEL_MAX = 250

/** Something that the person at the command line or in the panel can put right. */
export class TenancyError extends Error {
  override readonly name = 'TenancyError'
}

/**
 * First its home in the cell, then its entry in the directory: a tenant that is found always has a home. If the
 * process dies in between, the tenant is not in the directory, and making it again gives it another number.
 */
export async function createTenant(cells: Cells, tenant: NewTenant): Promise<number> {
  const problem = problemOfNewTenant(tenant)
  if (problem) throw new TenancyError(problem)
  const home = cells.of({ cell: tenant.cell ?? MAIN_CELL })
  const id = await takeFreeTenantId(cells)
  if (!(await home.transaction([id], (tx) => insertHome(tx, id)))) {
    throw new TenancyError(`Tenant ${id} was made by another command at this moment: try again.`)
  }
  await cells.directory.transaction([], (tx) => insertTenant(tx, id, tenant))
  return id
}

/**
 * A directory that was restored from an older backup gives out numbers a second time. In the cells they still belong
 * to the first owners, and a merchant must never see the customers of another one.
 */
async function takeFreeTenantId({ directory, all }: Cells): Promise<number> {
  for (;;) {
    const id = await directory.transaction([], takeTenantId)
    const isHome = await Promise.all(
      [...all.values()].map((database) => database.read([id], (tx) => hasHome(tx, id))),
    )
    if (!isHome.includes(true)) return id
  }
}

/** The secret is in the answer and nowhere else: only its hash is kept. */
export async function createKey(
  directory: Database,
  tenantId: TenantId,
  label: string,
  scopes: readonly KeyScope[] = SCOPES_OF_COMMAND,
): Promise<Credentials> {
  if (label.length > LABEL_MAX) {
    throw new TenancyError(`The label must have at most ${LABEL_MAX} characters.`)
  }
  return directory.transaction([tenantId], async (tx) => {
    const tenant = await requireTenant(tx, tenantId)
    const credentials = newCredentials(tenant)
    await insertKey(tx, tenantId, {
      token: credentials.token,
      secretHash: hashSecret(credentials.secret),
      label,
      createdBy: 'CLI',
      scopes,
    })
    return credentials
  })
}

export async function keysOf(directory: Database, tenantId: TenantId): Promise<KeySummary[]> {
  return directory.read([tenantId], async (tx) => {
    await requireTenant(tx, tenantId)
    return listKeys(tx, tenantId)
  })
}

/** A hundred years are enough for trying things out, and stay within the dates that can be written. */
const CLOCK_AHEAD_MAX_MS = 100 * 365 * 86_400_000

/**
 * Sets the clock of a sandbox, from where it goes on as before; null: back to the time. Every process follows
 * within a second.
 */
export async function moveClock(
  directory: Database,
  tenantId: TenantId,
  to: string | null,
  now: Instant,
): Promise<Tenant> {
  return directory.transaction([], async (tx) => {
    const tenant = await lockTenant(tx, tenantId)
    if (!tenant) throw new TenancyError(`There is no tenant ${tenantId}.`)
    if (!tenant.isSandbox) {
      throw new TenancyError(
        `Tenant ${tenantId} is no sandbox: only the clock of a sandbox can be moved (\`punchcard tenant create --sandbox\`).`,
      )
    }
    const clockAheadMs = to === null ? 0 : aheadOf(tenant, to, now)
    await saveClock(tx, tenantId, clockAheadMs)
    return { ...tenant, clockAheadMs }
  })
}

function aheadOf(tenant: Tenant, to: string, now: Instant): number {
  const at = parseInstant(to, tenant.timeZone)
  if (at === null) {
    throw new TenancyError(`The moment must be an ISO 8601 date like 2027-01-31T00:00:00Z, but is “${to}”.`)
  }
  const current = now + tenant.clockAheadMs
  if (at < current) {
    throw new TenancyError(
      `The clock of tenant ${tenant.id} is at ${instantToText(current)} and goes only forward; --reset sets it back to the time.`,
    )
  }
  if (at - now > CLOCK_AHEAD_MAX_MS) throw new TenancyError('The clock can be moved by at most 100 years.')
  return at - now
}

export function tenantOf(directory: Database, tenantId: TenantId): Promise<Tenant> {
  return directory.read([], (tx) => requireTenant(tx, tenantId))
}

async function requireTenant(tx: Tx, tenantId: TenantId): Promise<Tenant> {
  const tenant = await findTenant(tx, tenantId)
  if (!tenant) throw new TenancyError(`There is no tenant ${tenantId}.`)
  return tenant
}

export async function revokeKey(directory: Database, token: string, now: Instant): Promise<void> {
  const tenantId = tenantOfToken(token)
  const isRevoked =
    tenantId !== null &&
    (await directory.transaction([tenantId], (tx) => revokeStoredKey(tx, tenantId, token, new Date(now))))
  if (!isRevoked) throw new TenancyError(`There is no key with the token ${token}.`)
}
