import { type LocalDate, localDateFromText, localDateToText } from '../../platform/zone.ts'
import { type Month, monthOf } from './zones.ts'

/** Whole days, both ends included. */
export interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
}

export const STEPS = ['day', 'week', 'month'] as const
export type Step = (typeof STEPS)[number]

const USUAL_DAYS = 30
const LONGEST_DAYS = 3_660
/** More columns say nothing. */
const MOST_DAYS: Readonly<Record<Step, number>> = { day: 400, week: 2_800, month: LONGEST_DAYS }
const WEEK = 7
/** 1970-01-01 was a Thursday. */
const MONDAY_BEFORE_FIRST_DAY = -3

export type PeriodProblem = 'no-date' | 'no-end' | 'ends-first' | 'not-over' | 'too-long'

function daysIn({ from, to }: Period): number {
  return to - from + 1
}

/** Without days, the last 30 complete ones. */
export function readPeriod(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: LocalDate,
): Period | PeriodProblem {
  if (from === undefined && to === undefined) return { from: today - USUAL_DAYS, to: today - 1 }
  if (from === undefined || to === undefined) return 'no-end'
  const [first, last] = [localDateFromText(from), localDateFromText(to)]
  if (first === null || last === null) return 'no-date'
  if (last < first) return 'ends-first'
  if (last >= today) return 'not-over'
  return daysIn({ from: first, to: last }) > LONGEST_DAYS ? 'too-long' : { from: first, to: last }
}

/** What lies directly before: as many whole months where it is of whole months, else as many days. */
export function periodBefore(period: Period): Period {
  const to = period.from - 1
  if (!isOfWholeMonths(period)) return { from: period.from - daysIn(period), to }
  let first = monthOf(period.from)
  for (let month = first; month <= monthOf(period.to); month = nextMonth(month)) first = monthBefore(first)
  return { from: firstDayOfMonth(first), to }
}

function isOfWholeMonths({ from, to }: Period): boolean {
  return from === firstDayOfMonth(monthOf(from)) && to === lastDayOfMonth(monthOf(to))
}

/** The one that was asked for, where it makes no more columns than can be read. */
export function stepOf(period: Period, wanted?: Step): Step {
  const days = daysIn(period)
  if (wanted && days <= MOST_DAYS[wanted]) return wanted
  return days > 400 ? 'month' : days > 62 ? 'week' : 'day'
}

/** The days of a period in columns: weeks begin on Monday, and those at the edges have only days of the period. */
export function columnsOf({ from, to }: Period, step: Step): Period[] {
  const columns: Period[] = []
  for (let first = from; first <= to; ) {
    const last = Math.min(lastDayOf(first, step), to)
    columns.push({ from: first, to: last })
    first = last + 1
  }
  return columns
}

function lastDayOf(day: LocalDate, step: Step): LocalDate {
  if (step === 'day') return day
  if (step === 'month') return lastDayOfMonth(monthOf(day))
  return day + WEEK - 1 - ((((day - MONDAY_BEFORE_FIRST_DAY) % WEEK) + WEEK) % WEEK)
}

export function lastDayOfMonth(month: Month): LocalDate {
  return firstDayOfMonth(nextMonth(month)) - 1
}

export function firstDayOfMonth(month: Month): LocalDate {
  return localDateFromText(`${monthToText(month)}-01`) ?? 0
}

export function nextMonth(month: Month): Month {
  return month % 100 === 12 ? month + 100 - 11 : month + 1
}

export function monthBefore(month: Month): Month {
  return month % 100 === 1 ? month - 100 + 11 : month - 1
}

/** `2026-10`. */
export function monthToText(month: Month): string {
  return `${String(Math.floor(month / 100)).padStart(4, '0')}-${String(month % 100).padStart(2, '0')}`
}

/** null: the text is no month. */
export function monthFromText(text: string): Month | null {
  const day = localDateFromText(`${text}-01`)
  return day === null ? null : monthOf(day)
}

/** The end of the month in which the 30th day from here lies: what ends until then is known exactly, by months. */
export function soon(day: LocalDate): LocalDate {
  return lastDayOfMonth(monthOf(day + USUAL_DAYS))
}

export function periodToText({ from, to }: Period): { from: string; to: string } {
  return { from: localDateToText(from), to: localDateToText(to) }
}
