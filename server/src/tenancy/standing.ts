import type { Instant } from '../platform/clock.ts'

/**
 * How a merchant stands with the installation:
 *
 * - active: as usual.
 * - suspended: both APIs refuse everything and webhooks wait. Points open and expire on their days all the same.
 * - closed: it can be read and exported, but not changed. From `deleteAfter` on it can be deleted.
 * - deleting: its rows are being deleted. There is no way back.
 */
export type TenantState = 'active' | 'suspended' | 'closed' | 'deleting'

export interface Standing {
  readonly state: TenantState
  /** null: it has always been active. */
  readonly since: Instant | null
  /** In the operator's words, for the merchant. */
  readonly reason: string | null
  readonly deleteAfter: Instant | null
}

export const ACTIVE: Standing = { state: 'active', since: null, reason: null, deleteAfter: null }
