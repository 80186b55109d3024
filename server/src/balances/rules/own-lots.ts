import { type Account, inactivityEnd } from '../../accounts/account.ts'
import { lastOfMonth } from '../../platform/calendar.ts'
import { type Instant, lastSecondBefore } from '../../platform/clock.ts'
import { type Decimal, notBelowZero, ZERO } from '../../platform/decimal.ts'
import { localDate, startOfDay } from '../../platform/zone.ts'
import { type Expiring, type ExpiringPoints, expiringOf } from './expiring.ts'

export interface EndingInMonth {
  readonly points: Decimal
  /** The last second in which the first of them can be used. */
  readonly firstAt: Instant
}

/** What can be used, by the month in which it ends. It adds up to the balance, where nothing is owed. */
export interface OwnLots {
  /** Soonest first. */
  readonly months: readonly EndingInMonth[]
  /** What ends later than these. */
  readonly later: Decimal
  readonly never: Decimal
}

export interface MonthsOf {
  /** Whose calendar has the months. */
  readonly timeZone: string
  readonly monthsMax: number
}

/** Of an account with very many lots, only months that are known whole are listed. */
export function ownLotsOf(account: Account, expiring: Expiring, { timeZone, monthsMax }: MonthsOf): OwnLots {
  const dates = expiringOf(account, expiring)
  const total = notBelowZero(account.balance.points)
  const undated = dates.reduce((left, { points }) => left - points, total)
  // At the end that inactivity has, all ends that is left.
  const cutAt = inactivityEnd(account) !== null && undated === ZERO ? null : expiring.cutAt
  const months = byMonth(dates, timeZone)
    .filter(({ before }) => cutAt === null || before < cutAt)
    .slice(0, monthsMax)
  const left = months.reduce((sum, { points }) => sum - points, total)
  const never = cutAt === null ? undated : ZERO
  return { months: months.map(({ points, firstAt }) => ({ points, firstAt })), later: left - never, never }
}

interface Month extends EndingInMonth {
  /** The first moment of the next one. */
  readonly before: Instant
}

function byMonth(dates: readonly ExpiringPoints[], timeZone: string): Month[] {
  const months: Month[] = []
  for (const { points, when } of dates) {
    const last = months.at(-1)
    if (last && when <= last.before) {
      months[months.length - 1] = { ...last, points: last.points + points }
    } else {
      const firstAt = lastSecondBefore(when)
      const before = startOfDay(lastOfMonth(localDate(firstAt, timeZone), 0) + 1, timeZone)
      months.push({ points, firstAt, before })
    }
  }
  return months
}
