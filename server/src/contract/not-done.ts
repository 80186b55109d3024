import type { FieldProblem } from './field-problem.ts'
import type { Said } from './locale.ts'

/** Why something that a merchant configures was not changed. Whichever way it was asked for, nothing has happened. */
export type NotDone =
  /** What was sent is wrong; all of it at once. */
  | { readonly kind: 'not done'; readonly why: 'invalid'; readonly problems: readonly FieldProblem[] }
  /** There is no such thing. */
  | { readonly kind: 'not done'; readonly why: 'missing' }
  /** Somebody has changed it since it was read. */
  | { readonly kind: 'not done'; readonly why: 'changed'; readonly version: number }
  /** As it stands it can't be changed so, whatever is sent. */
  | { readonly kind: 'not done'; readonly why: 'conflict'; readonly detail: Said; readonly code?: string }

export function isNotDone<Value>(value: Value): value is Extract<Value, NotDone> {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'not done'
}

export const MISSING: NotDone = { kind: 'not done', why: 'missing' }

export function wrong(problems: readonly FieldProblem[]): NotDone {
  return { kind: 'not done', why: 'invalid', problems }
}

export function conflict(detail: Said, code?: string): NotDone {
  return { kind: 'not done', why: 'conflict', detail, ...(code === undefined ? {} : { code }) }
}

/** null: it is the version that was read, or any will do. */
export function whenChanged(expected: number | null, version: number): NotDone | null {
  return expected === null || expected === version ? null : { kind: 'not done', why: 'changed', version }
}

/** A thing before and after it was changed; the same object: there was nothing to change. */
export interface Change<Thing> {
  /** null: it is new. */
  readonly before: Thing | null
  readonly after: Thing
}
