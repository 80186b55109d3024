import type { ApiRefusal, ErrorName } from './errors.ts'

/** How an operation says no, for whoever refuses before its own code runs. */
export interface Operation {
  /** The error that a member of the wrong JSON type is. */
  readonly wrongType: ErrorName
  /** The operation's own envelope for a refusal (HTTP 200). */
  readonly refuse: (refused: ApiRefusal) => unknown
}
