import { addDays } from '../../components/report/period.ts'

/** The last days of the two months before this one, the newer first. */
export function lastMonthEnds(today: string): readonly string[] {
  const last = addDays(`${today.slice(0, 7)}-01`, -1)
  return [last, addDays(`${last.slice(0, 7)}-01`, -1)]
}
