import type { Instant } from '../../platform/clock.ts'
import { parseInstant } from '../../platform/zone.ts'

/** Merchants' systems send an empty date as the year 1. Nothing was sold before this, so every earlier date is empty. */
const EMPTY_BEFORE: Instant = Date.UTC(1800, 0, 1)
/** Found by its text: in a time zone east of Greenwich it is in the year 0 of UTC, which we can't read as an instant. */
const EMPTY = /^0001-01-01(T00:00(:00(\.0+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

export type SentDate = Instant | 'missing' | 'invalid'

/** A date as it was sent; without an offset the tenant's time zone is meant. */
export function readDate(text: string | null | undefined, timeZone: string): SentDate {
  const sent = text?.trim() ?? ''
  if (sent === '' || EMPTY.test(sent)) return 'missing'
  const instant = parseInstant(sent, timeZone)
  if (instant === null) return 'invalid'
  return instant < EMPTY_BEFORE ? 'missing' : instant
}

export const DATE_HINT = 'must be an ISO 8601 date like 2026-01-31T12:00:00Z.'
