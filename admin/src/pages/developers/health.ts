import type { Endpoint } from './endpoint.ts'

const HOUR_MS = 3_600_000
const BAR_HOURS = 2
const BARS = 24

/** Two hours of an endpoint. */
export interface Bar {
  readonly at: string
  readonly sent: number
  readonly failed: number
  readonly kind: 'none' | 'well' | 'part' | 'bad'
}

/** The last 48 hours as bars of two hours each, the oldest first; the last one is not over yet. */
export function barsOf(hours: Endpoint['hours'], now: number): readonly Bar[] {
  const end = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS
  return Array.from({ length: BARS }, (_, index) => {
    const from = end - (BARS - index) * BAR_HOURS * HOUR_MS
    const own = hours.filter(({ at }) => {
      const hour = Date.parse(at)
      return hour >= from && hour < from + BAR_HOURS * HOUR_MS
    })
    const sent = own.reduce((sum, hour) => sum + hour.sent, 0)
    const failed = own.reduce((sum, hour) => sum + hour.failed, 0)
    return { at: new Date(from).toISOString(), sent, failed, kind: kindOf(sent, failed) }
  })
}

function kindOf(sent: number, failed: number): Bar['kind'] {
  if (sent === 0) return 'none'
  if (failed === 0) return 'well'
  return failed < sent ? 'part' : 'bad'
}
