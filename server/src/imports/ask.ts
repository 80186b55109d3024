/** Applying and undoing imports of many points, which needs two people where the merchant wants it. */
import { createHash } from 'node:crypto'
import { type Refusal, refusal } from '../contract/refusal.ts'
import { approvalEnd, type ImportApproval, type NamedActor } from '../people/approval.ts'
import {
  findApprovedImports,
  findWaitingAboutImport,
  insertApprovals,
  nextApprovalId,
} from '../people/store/approvals.ts'
import type { Instant } from '../platform/clock.ts'
import { decimalFromText, ZERO } from '../platform/decimal.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { importLimitOf } from '../tenancy/settings.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Import } from './import.ts'
import { listBegunSince, saveImport } from './store/imports.ts'

const WITHIN_MS = 24 * 3_600_000

export interface Wanted {
  readonly kind: ImportApproval['kind']
  readonly imported: Pick<Import, 'id' | 'plan'>
  readonly now: Instant
}

/**
 * Whether these points, with those of other files that were applied (or undone) within 24 hours, are more than one person
 * may decide about: ten small files are one large one. What two people have agreed to does not count.
 */
export async function needsTwo(tx: Tx, tenant: Tenant, { kind, imported, now }: Wanted): Promise<boolean> {
  const limit = importLimitOf(tenant)
  if (limit === null || imported.plan === null) return false
  const own = decimalFromText(imported.plan.findings.sums.absolutePoints)
  if (own === ZERO || own > limit) return own > limit
  const begun = await listBegunSince(tx, tenant.id, { kind, since: now - WITHIN_MS })
  const others = begun.filter(({ id }) => id !== imported.id)
  const approved = await findApprovedImports(tx, tenant.id, { kind, importIds: others.map(({ id }) => id) })
  const alone = others.filter(({ id }) => !approved.has(id))
  return alone.reduce((sum, { points }) => sum + points, own) > limit
}

export interface ImportAsker {
  readonly by: NamedActor
  /** Since when who asks has had their role, if another member gave it to them; else null. */
  readonly since: Instant | null
  /** Tokens can't request approval: their owner could approve it. */
  readonly isPerson: boolean
}

/** An import that was locked. What waits for the same plan already is answered again. */
export async function askForImport(
  tx: Tx,
  tenant: Tenant,
  {
    kind,
    imported,
    asker,
    now,
  }: {
    readonly kind: ImportApproval['kind']
    readonly imported: Import
    readonly asker: ImportAsker
    readonly now: Instant
  },
): Promise<{ readonly approval: ImportApproval; readonly isNew: boolean } | Refusal<'person-needed'>> {
  if (!asker.isPerson) return refusal('person-needed', 'Two people are needed, and a token is none.')
  const request = requestOf(imported)
  const waiting = await findWaitingAboutImport(tx, tenant.id, { kind, importId: imported.id, now })
  if (waiting?.kind === kind && waiting.request.planHash === request.planHash) {
    return { approval: waiting, isNew: false }
  }
  const id = await nextApprovalId(tx)
  const approval: ImportApproval = {
    ...{ id, kind, customerId: null, request, exceeds: null, note: null, decision: null },
    requestKey: `${kind} ${id}`,
    requestHash: createHash('sha256').update(JSON.stringify(request)).digest(),
    ...{ requestedBy: asker.by, requesterSince: asker.since },
    ...{ requestedAt: now, expiresAt: approvalEnd(now) },
  }
  await insertApprovals(tx, [{ tenantId: tenant.id, approval }])
  if (kind === 'import') await saveImport(tx, { ...imported, state: 'waitingForApproval' })
  return { approval, isNew: true }
}

function requestOf({ id, fileName, plan }: Import): ImportApproval['request'] {
  const { sums, lines } = plan?.findings ?? { sums: { absolutePoints: '0' }, lines: 0 }
  const planHash = plan?.hash.toString('hex') ?? ''
  return { importId: id, fileName, planHash, points: sums.absolutePoints, lines }
}
