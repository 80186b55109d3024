/** What a command says with its exit code; docs/reference/exit-codes.md has them for people. */
export const EXIT = {
  /** It ran, and what it looked at is not as it should be. */
  no: 1,
  /** It could not run, or was refused: the sentence says why. */
  notRun: 2,
  /** The command itself was written wrongly (EX_USAGE of sysexits.h). */
  usage: 64,
  /** A fault in Punchcard (EX_SOFTWARE). */
  fault: 70,
} as const
