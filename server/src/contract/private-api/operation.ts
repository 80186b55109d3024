import type { ApiRefusal, ErrorName } from './errors.ts'

/** How an operation refuses a request before its own code runs. */
export interface Operation {
  /** The error for a member of the wrong JSON type. */
  readonly wrongType: ErrorName
  /** The operation's own envelope for a refusal (HTTP 200). */
  readonly refuse: (refused: ApiRefusal) => unknown
}
