import type { CustomerId, TenantId } from '../contract/ids.ts'
import type { LogPosition } from '../events/event.ts'
import type { Instant } from '../platform/clock.ts'

/** How far a generation of sums is. The numbers are stored. */
export const HEAD_STATE = {
  /** Accounts are counted one after the other. */
  counting: 0,
  /** All accounts are counted, and what happened meanwhile is added. */
  catchingUp: 1,
  /** It is read, and follows the log. */
  current: 2,
} as const
export type HeadState = (typeof HEAD_STATE)[keyof typeof HEAD_STATE]

export interface FigureHead {
  readonly tenantId: TenantId
  readonly generation: number
  readonly state: HeadState
  /** All events up to here are in the sums. */
  readonly position: LogPosition
  /** All accounts up to this one are in the sums, as they were when they were counted. */
  readonly countedTo: CustomerId
  readonly foldedAt: Instant
}

/** All accounts are counted. */
export const ALL_COUNTED: CustomerId = Number.MAX_SAFE_INTEGER

/** Whether a head that was read is still where it was. */
export function isSamePlace(a: FigureHead, b: FigureHead | undefined): boolean {
  return (
    b !== undefined &&
    a.generation === b.generation &&
    a.state === b.state &&
    a.countedTo === b.countedTo &&
    a.position.transaction === b.position.transaction &&
    a.position.id === b.position.id
  )
}

export function isCurrent({ state }: Pick<FigureHead, 'state'>): boolean {
  return state === HEAD_STATE.current
}
