/** What the management API has refused, in a sentence for each thing that is wrong. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}
