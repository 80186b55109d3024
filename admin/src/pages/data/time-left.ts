/** How long something still takes, or lasts, in the one unit that a person would say it in. */

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Of work: never less than it takes. From an hour and a half on in hours. */
export function timeLeft(
  seconds: number,
): { readonly unit: 'moment' } | { readonly unit: 'minutes' | 'hours'; readonly count: number } {
  if (seconds < MINUTE) return { unit: 'moment' }
  if (seconds < 90 * MINUTE) return { unit: 'minutes', count: Math.ceil(seconds / MINUTE) }
  return { unit: 'hours', count: Math.ceil(seconds / HOUR) }
}

/** Of something that ends: never more than there is, and at least an hour. */
export function lastsFor(
  end: string,
  now: Date,
): { readonly unit: 'hours' | 'days'; readonly count: number } {
  const seconds = (Date.parse(end) - now.getTime()) / 1_000
  if (seconds < 2 * DAY) return { unit: 'hours', count: Math.max(1, Math.floor(seconds / HOUR)) }
  return { unit: 'days', count: Math.floor(seconds / DAY) }
}
