/** Which days a report is about, as the address says it. Days are local ones of the merchant: `2026-10-17`. */

export type Step = 'day' | 'week' | 'month'

export interface Period {
  /** Both included. */
  readonly from: string
  readonly to: string
}

/** So many days back, or a calendar month. */
export const PRESETS = [7, 30, 90, 365, 'thisMonth', 'lastMonth'] as const
export type Preset = (typeof PRESETS)[number]
const USUAL = 30
const LONGEST_DAYS = 3_660
const DAY_MS = 86_400_000

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

export function addDays(day: string, days: number): string {
  return dayOf(numberOf(day) + days)
}

export function daysIn({ from, to }: Period): number {
  return numberOf(to) - numberOf(from) + 1
}

/** Complete days alone: they end yesterday. */
export function lastDays(count: number, today: string): Period {
  return { from: addDays(today, -count), to: addDays(today, -1) }
}

/** null: on the first day of a month it has no complete day yet. */
function periodOfPreset(preset: Preset, today: string): Period | null {
  if (typeof preset === 'number') return lastDays(preset, today)
  const first = `${today.slice(0, 7)}-01`
  const before = addDays(first, -1)
  if (preset === 'lastMonth') return { from: `${before.slice(0, 7)}-01`, to: before }
  return today === first ? null : { from: first, to: addDays(today, -1) }
}

/** What can be chosen today without typing days, each with them. */
export function presetsOn(today: string): readonly { preset: Preset; chosen: Chosen }[] {
  return PRESETS.flatMap((preset) => {
    const period = periodOfPreset(preset, today)
    return period ? [{ preset, chosen: { period, preset, step: usualStep(period) } }] : []
  })
}

/** What lies directly before: as many whole months where it is of whole months, else as many days. The server's is the same. */
export function periodBefore(period: Period): Period {
  const to = addDays(period.from, -1)
  if (!isOfWholeMonths(period)) return { from: addDays(period.from, -daysIn(period)), to }
  const months = monthNumber(period.to) - monthNumber(period.from) + 1
  const first = monthNumber(period.from) - months
  const year = String(Math.floor(first / 12)).padStart(4, '0')
  return { from: `${year}-${String((first % 12) + 1).padStart(2, '0')}-01`, to }
}

function isOfWholeMonths({ from, to }: Period): boolean {
  return from.endsWith('-01') && addDays(to, 1).endsWith('-01')
}

function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
}

/** The same days of the year before; 29 February is 28 February there. */
export function yearBefore({ from, to }: Period): Period {
  const earlier = (day: string): string =>
    `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`
  return { from: earlier(from), to: earlier(to) }
}

/** More columns than a chart has pixels for say nothing. */
const MOST_DAYS: Readonly<Record<Step, number>> = { day: 400, week: 2_800, month: Number.POSITIVE_INFINITY }

export function stepsOf(period: Period): readonly Step[] {
  return (['day', 'week', 'month'] as const).filter((step) => daysIn(period) <= MOST_DAYS[step])
}

export function usualStep(period: Period): Step {
  const days = daysIn(period)
  return days > 400 ? 'month' : days > 62 ? 'week' : 'day'
}

export interface Chosen {
  readonly period: Period
  /** null: from one day to another. */
  readonly preset: Preset | null
  readonly step: Step
}

/** What an address says, whatever was written into it; what is no period of the past is the usual one. */
export function readPeriod(search: Readonly<Record<string, unknown>>, today: string): Chosen {
  const preset = PRESETS.find((one) => String(one) === String(search.days)) ?? null
  const named = preset === null ? null : periodOfPreset(preset, today)
  const typed = preset === null ? typedPeriod(search, today) : null
  const period = named ?? typed ?? lastDays(USUAL, today)
  const step = stepsOf(period).find((one) => one === search.step) ?? usualStep(period)
  return { period, preset: typed ? null : named ? preset : USUAL, step }
}

function typedPeriod({ from, to }: Readonly<Record<string, unknown>>, today: string): Period | null {
  if (!isDay(from) || !isDay(to)) return null
  const end = to < today ? to : addDays(today, -1)
  if (from > end) return null
  const first = addDays(end, 1 - LONGEST_DAYS)
  return { from: from < first ? first : from, to: end }
}

/** With another first or last day; the other one moves along where it would lie beyond it. null: that is no day. */
export function withDay(period: Period, end: keyof Period, day: string | null, today: string): Period | null {
  if (!isDay(day)) return null
  const yesterday = addDays(today, -1)
  const moved = { ...period, [end]: day < yesterday ? day : yesterday }
  if (moved.from <= moved.to) return moved
  return { from: moved[end], to: moved[end] }
}

/** 31 February is none. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const number = numberOf(value)
  return !Number.isNaN(number) && dayOf(number) === value
}

/** For the address: a preset moves along with the days, and what is usual is left out. */
export function searchOf({ period, preset, step }: Chosen): Record<string, string | number> {
  return {
    ...(preset === null ? period : preset === USUAL ? {} : { days: preset }),
    ...(step === usualStep(period) ? {} : { step }),
  }
}

/** What an address says of chosen days, or of those of one column. */
export function searchOfDays(days: Chosen | Period): Record<string, string | number> {
  return 'period' in days ? searchOf(days) : { from: days.from, to: days.to }
}
