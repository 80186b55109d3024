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

/** The same for an end, which is no longer part of it: midnight is the end of the day before, `2026-11-30T24:00`. */
export function toLocalEnd(moment: string, timeZone: string): string {
  const local = toLocal(moment, timeZone)
  if (fromLocal(`${local.slice(0, 10)}T00:00`, timeZone) !== new Date(moment).toISOString()) return local
  return `${toLocal(justBefore(moment), timeZone).slice(0, 10)}T24:00`
}

/** The last moment before an end. */
export function justBefore(moment: string): string {
  return new Date(Date.parse(moment) - 1).toISOString()
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

/** Whether a text is a moment at all: a field may hold what was typed and is none. */
export function isMoment(text: string): boolean {
  return !Number.isNaN(Date.parse(text))
}

export function isLocal(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)
}
