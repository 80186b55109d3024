import { type Static, type TSchema, Type } from 'typebox'
import { Nullable } from '../schema.ts'
import { type ApiRefusal, codeOf, type ErrorCode } from './errors.ts'
import { ofField } from './failure-code.ts'

/* Envelope A: operations whose outcomes have codes of their own, such as a product update. */

export const SEVERITY = { success: 0, warning: 1, error: 2 } as const
type Severity = (typeof SEVERITY)[keyof typeof SEVERITY]

export interface Outcome {
  readonly code: string
  readonly name: string
  readonly severity: Severity
}

export const ProductEnvelope = <T extends TSchema>(result: T) =>
  Type.Object({
    ErrorMessage: Nullable(Type.String({ description: 'What went wrong, for a person.' })),
    ErrorCode: Nullable(Type.Integer({ description: 'Number of the error enumeration.' })),
    Result: Nullable(result),
    Code: Nullable(Type.String({ description: 'Two-digit business code of the outcome.' })),
    CodeName: Nullable(Type.String({ description: 'Symbolic name of Code.' })),
    Severity: Type.Integer({ description: '0 success, 1 warning, 2 error.' }),
    HasWarning: Type.Boolean({
      description: 'Whether it was done, with something to be told: Code says what.',
    }),
    HasError: Type.Boolean({ description: 'Whether it failed.' }),
  })

export function productEnvelope<R>(outcome: Outcome, result: R) {
  return {
    ErrorMessage: null,
    ErrorCode: null,
    Result: result,
    Code: outcome.code,
    CodeName: outcome.name,
    Severity: outcome.severity,
    HasWarning: outcome.severity === SEVERITY.warning,
    HasError: false,
  }
}

export function productFailure(outcome: Outcome, refused: ApiRefusal) {
  const answer = {
    ErrorMessage: refused.message,
    ErrorCode: codeOf(refused) as number,
    Result: null,
    Code: outcome.code,
    CodeName: outcome.name,
    Severity: SEVERITY.error,
    HasWarning: false,
    HasError: true,
  }
  return ofField(answer, refused)
}

/* Envelope B: most operations with one object, and every failure at the edge. */

export const ResultEnvelope = <T extends TSchema>(result: T) =>
  Type.Object({
    ErrorMessage: Nullable(Type.String({ description: 'What went wrong, for a person.' })),
    ErrorCode: Nullable(Type.Integer({ description: 'Number of the error enumeration.' })),
    Result: Nullable(result),
    HasError: Type.Boolean({ description: 'Whether it failed.' }),
  })

export const Failure = Type.Object(
  {
    ErrorMessage: Type.String({ description: 'What went wrong, for a person.' }),
    ErrorCode: Nullable(Type.Integer({ description: 'Number of the error enumeration, where it has one.' })),
    Result: Type.Null({ description: 'Nothing.' }),
    HasError: Type.Literal(true, { description: 'true: it failed.' }),
  },
  { $id: 'Failure', description: 'A failure before any operation was reached.' },
)
export type Failure = Static<typeof Failure>

export function resultEnvelope<R>(result: R) {
  return { ErrorMessage: null, ErrorCode: null, Result: result, HasError: false }
}

export function resultFailure(refused: ApiRefusal): Failure {
  return ofField(failure(refused.message, codeOf(refused)), refused)
}

/** Also for failures before an operation was reached, which may have no number. */
export function failure(message: string, code: ErrorCode | null): Failure {
  return { ErrorMessage: message, ErrorCode: code, Result: null, HasError: true }
}

/* Envelope C: lists. */

export const PageEnvelope = <T extends TSchema>(item: T) =>
  Type.Object({
    Items: Nullable(Type.Array(item, { description: 'The items of this page; null where it failed.' })),
    TotalItemCount: Type.Integer({ description: 'How many items there are on all pages.' }),
    PageSize: Type.Integer({ description: 'How many items a page has.' }),
    PageNumber: Type.Integer({ description: 'Which page this is, from 1.' }),
    HasNextPage: Type.Boolean({ description: 'Whether there is a further page.' }),
    HasError: Type.Boolean({ description: 'Whether it failed.' }),
    ErrorMessages: Type.Array(Type.String(), { description: 'Each reads `NUMBER NAME: text`.' }),
  })

export interface Page {
  readonly number: number
  readonly size: number
}

export function pageEnvelope<I>(items: readonly I[], totalItemCount: number, page: Page) {
  return {
    Items: [...items],
    TotalItemCount: totalItemCount,
    PageSize: page.size,
    PageNumber: page.number,
    HasNextPage: page.number * page.size < totalItemCount,
    HasError: false,
    ErrorMessages: [] as string[],
  }
}

export function pageFailure(refused: ApiRefusal) {
  const answer = {
    Items: null,
    TotalItemCount: 0,
    PageSize: 0,
    PageNumber: 0,
    HasNextPage: false,
    HasError: true,
    ErrorMessages: [errorLine(refused)],
  }
  return ofField(answer, refused)
}

/** A number, a name and a text in one line. */
export function errorLine(refused: ApiRefusal): string {
  return `${codeOf(refused)} ${refused.reason}: ${refused.message}`
}

/* Envelope D: product points. */

export const PointsEnvelope = <T extends TSchema>(item: T) =>
  Type.Object({
    HasError: Type.Boolean({ description: 'Whether it failed.' }),
    ErrorMessages: Type.Array(Type.String(), { description: 'What went wrong, for a person.' }),
    ErrorMessage: Type.String({ description: 'What went wrong, for a person; empty where nothing did.' }),
    ErrorDescriptions: Type.Array(
      Type.Object({
        Description: Type.Integer({ description: 'Number of the error enumeration.' }),
        Field: Type.String({ description: 'The member that is wrong.' }),
        FieldText: Type.String({ description: 'What is wrong with it.' }),
      }),
      { description: 'What went wrong, for code.' },
    ),
    Result: Nullable(
      Type.Array(item, { description: 'One for each that was asked for; null where it failed.' }),
    ),
  })

export function pointsEnvelope<I>(items: readonly I[]) {
  return {
    HasError: false,
    ErrorMessages: [] as string[],
    ErrorMessage: '',
    ErrorDescriptions: [] as { Description: number; Field: string; FieldText: string }[],
    Result: [...items],
  }
}

export function pointsFailure(refused: ApiRefusal) {
  const { message, field = '' } = refused
  const answer = {
    HasError: true,
    ErrorMessages: [message],
    ErrorMessage: message,
    ErrorDescriptions: [{ Description: codeOf(refused) as number, Field: field, FieldText: message }],
    Result: null,
  }
  return ofField(answer, refused)
}
