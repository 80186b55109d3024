/** `23:59:07` until a moment, in hours, minutes and seconds; null: it is over. */
export function leftUntil(until: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(until) - now) / 1_000)
  if (seconds <= 0) return null
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
