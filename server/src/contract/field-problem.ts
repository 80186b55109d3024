import type { LocalizedText } from './locale.ts'

/** Something wrong with one member of what a merchant configures, whichever way it was sent. */
export interface FieldProblem {
  /** RFC 6901, like `/rules/1/multiplier`; empty: the whole. */
  readonly pointer: string
  /** The name of the catalog of errors, where it has one. */
  readonly code?: string
  readonly message: LocalizedText
  /** Further members, for code: what would do instead. */
  readonly more?: Readonly<Record<string, unknown>>
}
