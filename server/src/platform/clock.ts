/** A moment in epoch milliseconds. */
export type Instant = number

/** Given to whoever needs the time, so that tests and sandboxes can move it. */
export type Clock = () => Instant

/** On the wire: UTC with milliseconds and `Z`. */
export function instantToText(instant: Instant): string {
  return new Date(instant).toISOString()
}
