import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Standing } from '../standing.ts'

const DAY_MS = 86_400_000
const REASON_MAX = 500

/** How long a closed merchant can think again. A sandbox holds nothing that anybody could miss. */
const GRACE_DAYS = { live: { min: 7, max: 365 }, sandbox: { min: 0, max: 365 } } as const
export const GRACE_DAYS_DEFAULT = 30

/** Why a standing is not changed, in a sentence that says what to do. */
export interface NotChanged {
  readonly problem: string
}

type Changed = Standing | NotChanged

const DELETING: NotChanged = {
  problem:
    'It is being deleted, and some of its rows are gone already: run `punchcard tenant delete` to the end.',
}

const ARRIVING: NotChanged = {
  problem:
    'It is being imported, and not all of its rows are there: run `punchcard tenant import` to the end, or delete it.',
}

/** Why nothing can be decided about one whose rows are not all there; null: they are. */
function whyNotWhole({ state }: Standing): NotChanged | null {
  if (state === 'deleting') return DELETING
  return state === 'arriving' ? ARRIVING : null
}

/** Begins an import: nothing knows the merchant until it has ended. One that was cut off goes on. */
export function arrive(standing: Standing, now: Instant): Changed {
  if (standing.state === 'arriving') return standing
  if (standing.state === 'active') return { state: 'arriving', since: now, reason: null, deleteAfter: null }
  return { problem: `It is ${standing.state}: only into an active merchant can be imported.` }
}

/** All rows are there. */
export function beWhole(standing: Standing, now: Instant): Standing {
  return standing.state === 'arriving'
    ? { state: 'active', since: now, reason: null, deleteAfter: null }
    : standing
}

/** A merchant that is suspended already stays so since when it was, for the reason that is said last. */
export function suspend(standing: Standing, reason: string | null, now: Instant): Changed {
  const tooLong = problemOfReason(reason)
  if (tooLong) return tooLong
  const notWhole = whyNotWhole(standing)
  if (notWhole) return notWhole
  if (standing.state === 'closed') {
    return {
      problem: 'It is closed, so nothing can be changed there: resume it first if it has to be suspended.',
    }
  }
  if (standing.state === 'suspended') return { ...standing, reason: reason ?? standing.reason }
  return { state: 'suspended', since: now, reason, deleteAfter: null }
}

/** Out of a suspension, and out of a grace period. */
export function resume(standing: Standing, now: Instant): Changed {
  const notWhole = whyNotWhole(standing)
  if (notWhole) return notWhole
  if (standing.state === 'active') return standing
  return { state: 'active', since: now, reason: null, deleteAfter: null }
}

export interface Closing {
  readonly reason: string | null
  readonly graceDays: number
  readonly isSandbox: boolean
}

/** One that is closed already keeps its day: closing again neither shortens nor lengthens the grace period. */
export function close(standing: Standing, { reason, graceDays, isSandbox }: Closing, now: Instant): Changed {
  const { min, max } = GRACE_DAYS[isSandbox ? 'sandbox' : 'live']
  if (!Number.isInteger(graceDays) || graceDays < min || graceDays > max) {
    return { problem: `The grace period must have ${min} to ${max} days.` }
  }
  const tooLong = problemOfReason(reason)
  if (tooLong) return tooLong
  const notWhole = whyNotWhole(standing)
  if (notWhole) return notWhole
  if (standing.state === 'closed') return standing
  return { state: 'closed', since: now, reason, deleteAfter: now + graceDays * DAY_MS }
}

/** From here there is no way back. */
export function beginDeleting(standing: Standing, now: Instant): Changed {
  if (standing.state === 'deleting') return standing
  // Nothing in it is anybody's yet: what it has came from the folder of its import.
  if (standing.state === 'arriving') return { state: 'deleting', since: now, reason: null, deleteAfter: now }
  if (standing.state !== 'closed' || standing.deleteAfter === null) {
    return { problem: 'Only a closed merchant can be deleted: run `punchcard tenant close` first.' }
  }
  if (standing.deleteAfter > now) {
    return {
      problem: `Its grace period lasts until ${instantToText(standing.deleteAfter)}: it can be deleted after that.`,
    }
  }
  return { ...standing, state: 'deleting', since: now }
}

export function isNotChanged(changed: Changed): changed is NotChanged {
  return 'problem' in changed
}

function problemOfReason(reason: string | null): NotChanged | null {
  if (reason === null || reason.length <= REASON_MAX) return null
  return { problem: `The reason must have at most ${REASON_MAX} characters.` }
}
