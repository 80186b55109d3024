import type { LocalDate } from '../../platform/zone.ts'
import { type Delta, SERIES, sumOf } from './delta.ts'

const CARRY_DAYS = 7

/** `a` and `b` of the row that says that a day was carried, also where nothing was there. */
export const CARRIED_MARK = -1

/** The first day, from this one on, to whose end stocks are carried. */
export function carryDayOf(day: LocalDate): LocalDate {
  const ofWeek = ((day % CARRY_DAYS) + CARRY_DAYS) % CARRY_DAYS
  return day + CARRY_DAYS - 1 - ofWeek
}

/** So many weeks later. */
export function nextCarryDay(day: LocalDate, weeks = 1): LocalDate {
  return day + weeks * CARRY_DAYS
}

/** What changes of stocks add to what was carried over them before they came. null: nothing was. */
export function addedToCarried(deltas: readonly Delta[], carriedTo: LocalDate | null): Delta[] {
  if (carriedTo === null) return []
  return deltas.filter(isStock).flatMap((delta) => {
    const added: Delta[] = []
    for (let day = carryDayOf(delta.day); day <= carriedTo; day = nextCarryDay(day)) {
      added.push({ ...delta, series: SERIES.carried, day })
    }
    return added
  })
}

/** What is carried to the end of each of these days. */
export function carriedTo(deltas: readonly Delta[], days: Iterable<LocalDate>): Delta[] {
  const stocks = deltas.filter(isStock).sort((one, other) => one.day - other.day)
  let next = 0
  let sums: Delta[] = []
  return [...days]
    .sort((one, other) => one - other)
    .flatMap((day) => {
      const from = next
      while ((stocks[next]?.day ?? Number.POSITIVE_INFINITY) <= day) next += 1
      const since = stocks.slice(from, next)
      sums = sumOf([...sums, ...since].map((delta) => ({ ...delta, series: SERIES.carried, day })))
      return sums
    })
}

export function isCarried({ series }: Pick<Delta, 'series'>): boolean {
  return series === SERIES.carried
}

export function isCarriedMark({ series, a, b }: Pick<Delta, 'series' | 'a' | 'b'>): boolean {
  return series === SERIES.carried && a === CARRIED_MARK && b === CARRIED_MARK
}

function isStock({ series }: Delta): boolean {
  return series === SERIES.stock
}
