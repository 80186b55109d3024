import type { FieldProblem } from './field-problem.ts'
import type { LocalizedText } from './locale.ts'

/** Why something that a merchant configures was not changed. Whichever way it was asked for, nothing has happened. */
export type ConfigRefusal =
  /** What was sent is wrong; all of it at once. */
  | { readonly kind: 'config-refusal'; readonly why: 'invalid'; readonly problems: readonly FieldProblem[] }
  /** There is no such thing. */
  | { readonly kind: 'config-refusal'; readonly why: 'missing' }
  /** It has changed since it was read. */
  | { readonly kind: 'config-refusal'; readonly why: 'changed'; readonly version: number }
  /** As it stands it can't be changed so, whatever is sent. */
  | {
      readonly kind: 'config-refusal'
      readonly why: 'conflict'
      readonly detail: LocalizedText
      readonly code?: string
      /** For code: what stands in the way. */
      readonly more?: Readonly<Record<string, unknown>>
    }

export function isConfigRefusal<Value>(value: Value): value is Extract<Value, ConfigRefusal> {
  return (
    typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'config-refusal'
  )
}

export const MISSING: ConfigRefusal = { kind: 'config-refusal', why: 'missing' }

export function wrong(problems: readonly FieldProblem[]): ConfigRefusal {
  return { kind: 'config-refusal', why: 'invalid', problems }
}

export function conflict(
  detail: LocalizedText,
  code?: string,
  more?: Readonly<Record<string, unknown>>,
): ConfigRefusal {
  return {
    kind: 'config-refusal',
    why: 'conflict',
    detail,
    ...(code === undefined ? {} : { code }),
    ...(more === undefined ? {} : { more }),
  }
}

/** What is wrong with the fields of something that was checked. */
export function problemsOf(checked: ConfigRefusal | object): readonly FieldProblem[] {
  return isConfigRefusal(checked) && checked.why === 'invalid' ? checked.problems : []
}

/** What is to be changed, if it is there and is the version that was read; null: any will do. */
export function changeable<Thing extends { readonly version: number }>(
  stored: Thing | null,
  expected: number | null,
): Thing | ConfigRefusal {
  return stored ? (whenChanged(expected, stored.version) ?? stored) : MISSING
}

/** null: it is the version that was read, or any will do. */
export function whenChanged(expected: number | null, version: number): ConfigRefusal | null {
  return expected === null || expected === version
    ? null
    : { kind: 'config-refusal', why: 'changed', version }
}

/** A thing before and after it was changed; the same object: there was nothing to change. */
export interface Change<Thing> {
  /** null: it is new. */
  readonly before: Thing | null
  readonly after: Thing
}
