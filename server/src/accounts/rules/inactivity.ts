import { monthsLater } from '../../platform/calendar.ts'
import { type LocalDate, localDate, localDateFromText, startOfDay } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'

/** After how long without anything happening the points of a customer end, on the merchant's calendar. */
export interface InactivityTerms {
  readonly months: number
  /** So many days before, the customer is told, and nothing ends without that; 0: no one is told. */
  readonly noticeDays: number
  /** What happened before this day counts as if it had happened on it. */
  readonly startsOn: LocalDate
  readonly timeZone: string
}

/** What an account's row knows of it. */
export interface Activity {
  /** The last day on which the customer completed an order, earned or redeemed something; null: none is known. */
  readonly activeOn: LocalDate | null
  /** When the customer was told that the points will end; null: not since then. */
  readonly noticeOn: LocalDate | null
}

export const NO_ACTIVITY: Activity = { activeOn: null, noticeOn: null }

const termsOfTenant = new WeakMap<Tenant, InactivityTerms>()

/** null for most merchants: nothing ends that way. */
export function inactivityTerms(tenant: Tenant): InactivityTerms | null {
  const { inactivity } = tenant.settings
  if (!inactivity) return null
  let terms = termsOfTenant.get(tenant)
  if (!terms) {
    const { months, noticeDays, startsOn } = inactivity
    const first = localDateFromText(startsOn)
    if (first === null) throw new Error(`the inactivity of merchant ${tenant.id} starts on no day`)
    terms = { months, noticeDays, startsOn: first, timeZone: tenant.timeZone }
    termsOfTenant.set(tenant, terms)
  }
  return terms
}

/** The last day on which points are good if nothing happens, as far as the days of activity say. */
export function lastDay({ months, startsOn }: InactivityTerms, activeOn: LocalDate | null): LocalDate {
  return monthsLater(activeOn === null ? startsOn : Math.max(activeOn, startsOn), months)
}

/**
 * Whether the customer has been told of this end. What was told earlier than so many days before it was about another
 * end: the merchant has given more time since.
 */
export function isNoticed(terms: InactivityTerms, { activeOn, noticeOn }: Activity): boolean {
  return noticeOn !== null && noticeOn >= lastDay(terms, activeOn) - terms.noticeDays
}

/**
 * The last day on which the points are good; null: they have no such day, because there are none or because their
 * customer was not told. Without points it is the day after which nothing needs to be remembered.
 */
export function goodThrough(
  terms: InactivityTerms,
  activity: Activity,
  hasPoints: boolean,
): LocalDate | null {
  const { activeOn, noticeOn } = activity
  if (activeOn === null && !hasPoints) return null
  const last = lastDay(terms, activeOn)
  if (terms.noticeDays === 0 || !hasPoints) return last
  if (noticeOn === null || !isNoticed(terms, activity)) return null
  // A notice that was late makes the end late.
  return Math.max(last, noticeOn + terms.noticeDays)
}

/** The moment at which they end, which is the start of the next day. */
export function endOfInactivity(
  terms: InactivityTerms,
  activity: Activity,
  hasPoints: boolean,
): number | null {
  const last = goodThrough(terms, activity, hasPoints)
  return last === null ? null : startOfDay(last + 1, terms.timeZone)
}

/** Something happened: the day moves forward only, and what the customer was told before is void. */
export function afterActivity({ timeZone }: InactivityTerms, activity: Activity, at: number): Activity {
  const { activeOn, noticeOn } = activity
  const day = localDate(at, timeZone)
  const isForward = activeOn === null || day > activeOn
  if (isForward) return { activeOn: day, noticeOn: null }
  return noticeOn === null || day < noticeOn ? activity : { activeOn, noticeOn: null }
}

/** Whether the customer is to be told today: the end is at most so many days away. */
export function needsNotice(
  terms: InactivityTerms,
  activity: Activity,
  hasPoints: boolean,
  today: LocalDate,
): boolean {
  if (terms.noticeDays === 0 || !hasPoints || isNoticed(terms, activity)) return false
  return lastDay(terms, activity.activeOn) - terms.noticeDays <= today
}

/** The last day of activity whose end lies before a day, so that an index finds the customers; null: there is none. */
export function lastActiveDayEndingBefore(terms: InactivityTerms, day: LocalDate): LocalDate | null {
  const { months, startsOn } = terms
  if (monthsLater(startsOn, months) >= day) return null
  // Where a month is shorter, several days have the same end.
  let found = monthsLater(day, -months) + SHORTEST_MONTH_LACKS
  while (monthsLater(found, months) >= day) found -= 1
  return found
}

const SHORTEST_MONTH_LACKS = 3
