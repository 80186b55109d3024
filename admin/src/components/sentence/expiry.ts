import type { GoodUntil } from './types.ts'

/** After so many days, with a month, after a day of the year; null: never. */
export type Ending = number | GoodUntil | null
export type Way = 'days' | 'monthEnd' | 'yearDay' | 'never'

/** Of a year that has no 29 February. */
export const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const DAYS_MAX = 36_500
const MONTHS_MAX = 120

export function wayOf(ending: Ending): Way {
  if (ending === null) return 'never'
  if (typeof ending === 'number') return 'days'
  return 'monthEnd' in ending ? 'monthEnd' : 'yearDay'
}

/** What each way begins with: about a year. */
export function endingOf(way: Way): Ending {
  switch (way) {
    case 'days':
      return 365
    case 'monthEnd':
      return { monthEnd: 12 }
    case 'yearDay':
      return { yearDay: '12-31', years: 1 }
    case 'never':
      return null
  }
}

/** Whether the server takes it; the rest of what can be chosen is sound by itself. */
export function isSound(ending: Ending): boolean {
  if (typeof ending === 'number') return ending <= DAYS_MAX
  return ending === null || !('monthEnd' in ending) || ending.monthEnd <= MONTHS_MAX
}
