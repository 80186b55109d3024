/** Something about the database or the migrations that a person has to put right. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}
