import type { Decimal } from '../platform/decimal.ts'
import { type LocalDate, localDate, minuteOfDay } from '../platform/zone.ts'
import { type HourWindow, WEEKDAYS, type Weekday, type When, type WhenMember } from './members.ts'
import type { OrderFacts } from './order-facts.ts'

/** What conditions look at, beside how much counts. */
export type ConditionFacts = Pick<
  OrderFacts,
  'placedAt' | 'timeZone' | 'tierId' | 'branchId' | 'paymentMethodId' | 'number'
>

/**
 * Which of a rule's conditions does not hold: the first, in the order of its sentence. null: all of them hold.
 * `counted`: what counts of the order; null: that is not known, so no minimum is reached.
 */
export function failedCondition(
  when: When,
  facts: ConditionFacts,
  counted: Decimal | null,
): WhenMember | null {
  const { from, until, tiers, branches, paymentMethods, minimumOrder, firstOrders } = when
  const { placedAt, tierId, branchId, paymentMethodId, number } = facts
  if (from !== null && placedAt < from) return 'from'
  if (until !== null && placedAt >= until) return 'until'
  const ofClock = failedByClock(when, facts)
  if (ofClock !== null) return ofClock
  if (tiers !== null && !isAmong(tiers, tierId)) return 'tiers'
  if (branches !== null && !isAmong(branches, branchId)) return 'branches'
  if (paymentMethods !== null && !isAmong(paymentMethods, paymentMethodId)) return 'paymentMethods'
  if (minimumOrder !== null && (counted === null || counted < minimumOrder)) return 'minimumOrder'
  if (firstOrders !== null && (number === null || number > firstOrders)) return 'firstOrders'
  return null
}

/** Whether a rule holds, worked out once for all lines of an order. */
export type Holds = (rule: ConditionalRule) => boolean

interface ConditionalRule {
  readonly when: When | null
}

export const NONE_BLOCKED: ReadonlySet<ConditionalRule> = new Set()

/** `blocked`: rules that do not hold, whatever they ask for. */
export function holdsFor(
  facts: ConditionFacts,
  counted: Decimal | null,
  blocked: ReadonlySet<ConditionalRule> = NONE_BLOCKED,
): Holds {
  let known: Map<When, boolean> | null = null
  return (rule) => {
    const { when } = rule
    if (blocked.size > 0 && blocked.has(rule)) return false
    if (when === null) return true
    known ??= new Map()
    let holds = known.get(when)
    if (holds === undefined) {
      holds = failedCondition(when, facts, counted) === null
      known.set(when, holds)
    }
    return holds
  }
}

function isAmong(ids: ReadonlySet<string>, id: string | null): boolean {
  return id !== null && ids.has(id)
}

export function failedByClock(
  { days, hours }: Pick<When, 'days' | 'hours'>,
  { placedAt, timeZone }: Pick<ConditionFacts, 'placedAt' | 'timeZone'>,
): 'days' | 'hours' | null {
  if (days === null && hours === null) return null
  const isOn = (weekday: Weekday): boolean => days === null || days.has(weekday)
  const today = weekdayOf(localDate(placedAt, timeZone))
  if (hours === null) return isOn(today) ? null : 'days'
  const minute = minuteOfDay(placedAt, timeZone)
  // A window over midnight belongs to the day on which it began.
  const begunOn = hours.flatMap((window) => {
    const { from, until } = window
    if (minute >= from && (minute < until || isOverMidnight(window))) return [today]
    return isOverMidnight(window) && minute < until ? [dayBefore(today)] : []
  })
  if (begunOn.length === 0) return isOn(today) ? 'hours' : 'days'
  return begunOn.some(isOn) ? null : 'days'
}

function isOverMidnight({ from, until }: HourWindow): boolean {
  return from > until
}

/** The first of January 1970 was a Thursday. */
const WEEKDAY_OF_DAY_0 = WEEKDAYS.indexOf('thu')

export function weekdayOf(date: LocalDate): Weekday {
  const index = (date + WEEKDAY_OF_DAY_0) % 7
  // Days before 1970 are counted below zero.
  return WEEKDAYS[(index + 7) % 7] as Weekday
}

function dayBefore(weekday: Weekday): Weekday {
  return WEEKDAYS[(WEEKDAYS.indexOf(weekday) + 6) % 7] as Weekday
}
