import { pageFailure, resultFailure } from './envelopes.ts'
import type { ApiRefusal, ErrorName } from './errors.ts'

/** How an operation refuses a request before its own code runs. */
export interface Operation {
  /** The error for a member of the wrong JSON type. */
  readonly wrongType: ErrorName
  /** The operation's own envelope for a refusal (HTTP 200). */
  readonly refuse: (refused: ApiRefusal) => unknown
}

/** A question whose parameters come in the query. */
export const ASKING_FOR_ONE: Operation = {
  wrongType: 'General_FieldCannotBeNullOrBlank',
  refuse: resultFailure,
}
export const ASKING_FOR_PAGE: Operation = {
  wrongType: 'General_FieldCannotBeNullOrBlank',
  refuse: pageFailure,
}
