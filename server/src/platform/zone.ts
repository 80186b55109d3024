/**
 * Days and wall clocks of a time zone, on instants that are epoch milliseconds.
 *
 * Only the offset is asked of Intl; the rest is integer arithmetic. Two clock changes of one zone have never
 * been less than four days apart, and the searches below rely on there being at most one within three days.
 */

/** A calendar day without a zone: days since 1970-01-01, so that adding days is adding. */
export type LocalDate = number

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** PostgreSQL and ISO 8601 write years 1 to 9999 in four digits; an instant outside them can't be stored. */
const EARLIEST_INSTANT = -62_135_596_800_000
const LATEST_INSTANT = 253_402_300_799_999

/** The calendar date in the zone at this instant. */
export function localDate(instant: number, zone: string): LocalDate {
  return Math.floor((instant + offsetAt(instant, zone)) / DAY_MS)
}

/** What the clock on the wall shows, in minutes since midnight. */
export function minuteOfDay(instant: number, zone: string): number {
  const local = instant + offsetAt(instant, zone)
  return Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / MINUTE_MS)
}

/**
 * The first instant of the date in the zone: usually midnight, one o'clock where the clocks skip midnight,
 * the first of two midnights where they go back over it. A date that a zone left out altogether starts
 * where the next one does.
 */
export function startOfDay(date: LocalDate, zone: string): number {
  const midnight = date * DAY_MS
  return exactInstant(midnight, zone) ?? endOfGap(midnight, zone)
}

/** `2018-11-04`, or null when the text is not a date of the years 0001 to 9999. */
export function localDateFromText(text: string): LocalDate | null {
  const match = DATE.exec(text)
  return match ? calendarDate(Number(match[1]), Number(match[2]), Number(match[3])) : null
}

/** Of a text that was written as a date: by the database, or by us. */
export function knownLocalDate(text: string): LocalDate {
  const date = localDateFromText(text)
  if (date === null) throw new Error(`${text} is no date`)
  return date
}

/** Days that have been written before: most instants of an hour's orders and events are of a handful of days. */
const writtenDates = new Map<LocalDate, string>()
const WRITTEN_DATES_MAX = 10_000

/** `2018-11-04`. */
export function localDateToText(date: LocalDate): string {
  let text = writtenDates.get(date)
  if (text === undefined) {
    if (writtenDates.size >= WRITTEN_DATES_MAX) writtenDates.clear()
    text = new Date(date * DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length)
    writtenDates.set(date, text)
  }
  return text
}

/** `2018-11-04 00:30`, as the zone's clock shows it. */
export function localDateTimeToText(instant: number, zone: string): string {
  return new Date(instant + offsetAt(instant, zone))
    .toISOString()
    .slice(0, -':00.000Z'.length)
    .replace('T', ' ')
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/

/** What most senders write, on a day that every month has: JavaScript's own parser reads it in a tenth of the time. */
const USUAL =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/

/**
 * The instant of an ISO 8601 date-time with an offset or Z; without one the zone's wall clock is meant, and
 * a date alone is the start of its day there. Fractions beyond a millisecond are cut off. Null for anything
 * else, for dates that no calendar has, and outside the years 0001 to 9999.
 *
 * A wall time that the zone skipped counts on from before the change (00:30 becomes 01:30); of one that it
 * had twice the first is meant.
 */
export function parseInstant(text: string, zone: string): number | null {
  const instant = readInstant(text, zone)
  return instant === null || instant < EARLIEST_INSTANT || instant > LATEST_INSTANT ? null : instant
}

function readInstant(text: string, zone: string): number | null {
  if (USUAL.test(text)) return Date.parse(text)
  const match = DATE_TIME.exec(text)
  if (!match) {
    const date = localDateFromText(text)
    return date === null ? null : startOfDay(date, zone)
  }
  const [, day = '', hour, minute, second = '0', fraction = '', offset] = match
  const date = localDateFromText(day)
  if (date === null) return null
  const wall =
    date * DAY_MS +
    Number(hour) * HOUR_MS +
    Number(minute) * MINUTE_MS +
    Number(second) * SECOND_MS +
    Number(fraction.slice(0, 3).padEnd(3, '0'))
  if (offset !== undefined) return wall - offsetFromText(offset)
  return exactInstant(wall, zone) ?? wall - offsetAt(wall - DAY_MS, zone)
}

/** `Z`, `-03`, `-0300` or `-03:00` in milliseconds. */
function offsetFromText(text: string): number {
  if (text === 'Z') return 0
  const magnitude = Number(text.slice(1, 3)) * HOUR_MS + Number(text.slice(3).replace(':', '')) * MINUTE_MS
  return text.startsWith('-') ? -magnitude : magnitude
}

function calendarDate(year: number, month: number, day: number): LocalDate | null {
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.getTime() / DAY_MS : null
}

/**
 * The first instant at which the zone's clock shows this wall time (milliseconds as if the zone were UTC), or
 * null when it never does. No offset reaches a day, so a day before and a day after are on either side.
 */
function exactInstant(wall: number, zone: string): number | null {
  const before = wall - offsetAt(wall - DAY_MS, zone)
  if (before + offsetAt(before, zone) === wall) return before
  const after = wall - offsetAt(wall + DAY_MS, zone)
  return after + offsetAt(after, zone) === wall ? after : null
}

/** The instant of the clock change that skips this wall time. */
function endOfGap(wall: number, zone: string): number {
  let before = wall - DAY_MS
  let after = wall + DAY_MS
  const offsetBefore = offsetAt(before, zone)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle, zone) === offsetBefore) before = middle
    else after = middle
  }
  return after
}

interface ZoneOffsets {
  format: Intl.DateTimeFormat
  /** By UTC day: its offset, or null for a day on which the clocks change. */
  byDay: Map<number, number | null>
}

const zones = new Map<string, ZoneOffsets>()

/** Asking Intl takes 2 µs, the map 0.05 µs; a few thousand days are all that live traffic meets. */
const REMEMBERED_DAYS_PER_ZONE = 4_096

/** What the zone's clock is ahead of UTC at this instant, in milliseconds. Throws for an unknown zone. */
export function offsetAt(instant: number, zone: string): number {
  const offsets = zones.get(zone) ?? openZone(zone)
  const day = Math.floor(instant / DAY_MS)
  let offset = offsets.byDay.get(day)
  if (offset === undefined) {
    offset = offsetOfDay(day, offsets.format)
    if (offsets.byDay.size >= REMEMBERED_DAYS_PER_ZONE) offsets.byDay.clear()
    offsets.byDay.set(day, offset)
  }
  return offset ?? askOffset(instant, offsets.format)
}

function openZone(zone: string): ZoneOffsets {
  // The hour alone, because Intl takes longer to write a date than an hour.
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    timeZoneName: 'longOffset',
  })
  const offsets = { format, byDay: new Map<number, number | null>() }
  zones.set(zone, offsets)
  return offsets
}

function offsetOfDay(day: number, format: Intl.DateTimeFormat): number | null {
  const first = askOffset(day * DAY_MS, format)
  const last = askOffset((day + 1) * DAY_MS - 1, format)
  return first === last ? first : null
}

/** Intl writes `9 PM GMT-03:00`, before standard time also `9 PM GMT-03:06:28`. */
const WRITTEN_OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/

function askOffset(instant: number, format: Intl.DateTimeFormat): number {
  const written = format.format(instant)
  const match = WRITTEN_OFFSET.exec(written)
  if (!match) throw new Error(`no offset in ${written}`)
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match
  const magnitude = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS
  return sign === '-' ? -magnitude : magnitude
}
