import type { Instant } from '../platform/clock.ts'

/**
 * How a merchant stands with the installation:
 *
 * - active: as usual.
 * - arriving: its rows are being imported. Nothing knows it until they are all there.
 * - suspended: both APIs refuse everything and webhooks wait. Points open and expire on their days all the same.
 * - closed: it can be read and exported, but not changed. From `deleteAfter` on it can be deleted.
 * - deleting: its rows are being deleted. There is no way back.
 */
export type TenantState = 'active' | 'arriving' | 'suspended' | 'closed' | 'deleting'

export interface Standing {
  readonly state: TenantState
  /** null: it has always been active. */
  readonly since: Instant | null
  /** In the operator's words, for the merchant. */
  readonly reason: string | null
  readonly deleteAfter: Instant | null
}

export const ACTIVE: Standing = { state: 'active', since: null, reason: null, deleteAfter: null }

/** Whether its rows are all there: those of one that is arriving or being deleted are not. */
export function isWhole({ state }: Pick<Standing, 'state'>): boolean {
  return state !== 'arriving' && state !== 'deleting'
}

/** To its people and to operators in the panel, who do not see one that is not whole. */
export function shownState({ state }: Pick<Standing, 'state'>): 'active' | 'suspended' | 'closed' {
  if (state === 'deleting') return 'closed'
  return state === 'arriving' ? 'suspended' : state
}
