/** A command could not do its work, through no fault of what it looked at: its message says why. */
export class NotRunError extends Error {
  override readonly name = 'NotRunError'
}
