import { monotonicClock } from '../platform/system-clock.ts'
import { say } from './output.ts'

const TELL_EVERY_MS = 2_000

/** On stderr, so that what is printed stays readable by programs. */
export function progressTeller(
  isSilent: boolean,
): (progress: { readonly table: string; readonly rows: number }) => void {
  let toldAt = monotonicClock()
  return ({ table, rows }) => {
    if (isSilent || monotonicClock() - toldAt < TELL_EVERY_MS) return
    toldAt = monotonicClock()
    say(`${table}: ${rows} rows`)
  }
}
