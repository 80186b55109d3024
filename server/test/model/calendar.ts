/**
 * The merchant's calendar, from its definition: Intl says which day it is somewhere at an instant, and the first
 * instant of a day is looked for. Nothing is known here of offsets and clock changes.
 */

/** `2026-03-08`: in the order of time, when compared as text. */
export type Day = string

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

const formats = new Map<string, Intl.DateTimeFormat>()
const starts = new Map<string, number>()

export function dayOf(instant: number, timeZone: string): Day {
  let format = formats.get(timeZone)
  if (!format) {
    // Swedish writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
    formats.set(timeZone, format)
  }
  return format.format(instant)
}

/** The first instant at which it is this day, or a later one, in the zone. */
export function startOf(day: Day, timeZone: string): number {
  const key = `${day} ${timeZone}`
  const known = starts.get(key)
  if (known !== undefined) return known
  const noon = Date.parse(`${day}T12:00:00Z`)
  let before = noon - 2 * DAY_MS
  let after = noon + 2 * DAY_MS
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayOf(middle, timeZone) < day) before = middle
    else after = middle
  }
  starts.set(key, after)
  return after
}

export function daysAfter(day: Day, count: number): Day {
  return textOf(Date.parse(`${day}T12:00:00Z`) + count * DAY_MS)
}

/** The same date so many months before; where a month has no such date, its last. */
export function monthsBefore(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  for (let wanted = date; ; wanted -= 1) {
    const found = new Date(Date.UTC(year, month - 1 - months, wanted, 12))
    if (found.getUTCDate() === wanted) return textOf(found.getTime())
  }
}

function textOf(instant: number): Day {
  return new Date(instant).toISOString().slice(0, 10)
}

/** The moment after the last of so many further days: what is good for 0 days is good today. */
export function endAfter(day: Day, days: number, timeZone: string): number {
  return startOf(daysAfter(day, days + 1), timeZone)
}

/** The end of a month so many months later, or a day of a year so many years later. */
export type GoodUntil = { readonly monthEnd: number } | { readonly yearDay: string; readonly years: number }

/** The last day on which points are good that were earned on one day and open on another. */
export function goodThrough(goodUntil: GoodUntil, earned: Day, opens: Day): Day {
  const isFound = (day: Day): boolean => {
    if (day < opens) return false
    if ('monthEnd' in goodUntil) {
      const isLast = daysAfter(day, 1).endsWith('-01')
      return isLast && monthOf(day) >= monthOf(earned) + goodUntil.monthEnd
    }
    return day.slice(5) === goodUntil.yearDay && yearOf(day) >= yearOf(earned) + goodUntil.years
  }
  let day = earned
  while (!isFound(day)) day = daysAfter(day, 1)
  return day
}

function yearOf(day: Day): number {
  return Number(day.slice(0, 4))
}

function monthOf(day: Day): number {
  return 12 * yearOf(day) + Number(day.slice(5, 7))
}

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEK)[number]

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The weekday, and what the clock on the wall shows, as `16:05`. */
export function clockOf(instant: number, timeZone: string): { weekday: Weekday; clock: string } {
  let format = clocks.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' })
    clocks.set(timeZone, format)
  }
  const noon = new Date(`${dayOf(instant, timeZone)}T12:00:00Z`)
  return { weekday: WEEK[(noon.getUTCDay() + 6) % 7] ?? 'mon', clock: format.format(instant) }
}

export function dayBefore(weekday: Weekday): Weekday {
  return WEEK[(WEEK.indexOf(weekday) + 6) % 7] ?? 'mon'
}
