/** What a person has to do before a command or a server can start. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError'
}
