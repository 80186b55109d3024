const MONTHS = 24

/** `2026-11` and those before it, and the one that was chosen, however old. */
export function lastMonths(month: string, chosen: string | null): readonly string[] {
  const [year = 0, first = 1] = month.split('-').map(Number)
  const months = Array.from({ length: MONTHS }, (_, back) => {
    const number = year * 12 + (first - 1) - back
    return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
  })
  return chosen === null || months.includes(chosen) ? months : [...months, chosen]
}
