/** A moment in epoch milliseconds. */
export type Instant = number

/** Given to whoever needs the time, so that tests and sandboxes can move it. */
export type Clock = () => Instant

export const systemClock: Clock = () => Date.now()

/** On the wire: UTC with milliseconds and `Z`. */
export function instantToText(instant: Instant): string {
  return new Date(instant).toISOString()
}

/** Milliseconds that only ever go forward, for measuring how long something took or is still good for. */
export const monotonicClock: Clock = () => performance.now()
