/** Something that the person at the command line can put right. */
export class PeopleError extends Error {
  override readonly name = 'PeopleError'
}
