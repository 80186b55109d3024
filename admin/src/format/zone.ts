/** A moment on the clock of a time zone: `2026-12-01T00:00`, as people choose it. */
export function toLocal(moment: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(moment))
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`
}

/** The moment that the clock of the zone shows so; where clocks skip an hour, the moment after the gap. */
export function fromLocal(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local}Z`)
  let moment = wanted
  // The offset depends on the moment that is looked for: twice is enough, as offsets change by hours and days are long.
  for (let round = 0; round < 3; round += 1) {
    const shown = Date.parse(`${toLocal(new Date(moment).toISOString(), timeZone)}Z`)
    if (shown === wanted) break
    moment += wanted - shown
  }
  return new Date(moment).toISOString()
}
