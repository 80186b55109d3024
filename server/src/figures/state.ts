import type { TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { type FigureHead, isCurrent } from './head.ts'
import { findHeads, findMissingSince, findProgress } from './store/heads.ts'
import { type FigureVerification, findVerifications } from './store/verifications.ts'

/** How a merchant's figures are. */
export interface FiguresState {
  readonly heads: readonly FigureHead[]
  /** When the first change was written that is not in what is read; null: all are, or nothing is read yet. */
  readonly missingSince: Instant | null
  /** How far a count of all accounts is; null: none is under way. */
  readonly percent: number | null
  /** null: not since they were counted. */
  readonly verification: FigureVerification | null
}

export async function readFiguresState(tx: Tx, tenantId: TenantId): Promise<FiguresState> {
  const [heads, [verification = null]] = await Promise.all([
    findHeads(tx, tenantId),
    findVerifications(tx, [tenantId]),
  ])
  const current = heads.find(isCurrent)
  const counting = heads.find((head) => !isCurrent(head))
  const [missingSince, percent] = await Promise.all([
    current ? findMissingSince(tx, current) : null,
    counting ? findProgress(tx, counting) : heads.length === 0 ? 0 : null,
  ])
  return { heads, missingSince, percent, verification }
}
