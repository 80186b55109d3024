/** What the API answers: its envelopes, and what a test expects of them. */
import { expect } from 'vitest'

export interface ResultEnvelope<Result> {
  readonly ErrorMessage: string | null
  readonly ErrorCode: number | null
  readonly Result: Result | null
  readonly HasError: boolean
}

/** What Envelope A has beside the members of Envelope B. */
export interface CodeOfAnswer {
  readonly Code: string | null
  readonly CodeName: string | null
  readonly Severity: number
  readonly HasWarning: boolean
}

export interface PointsEnvelope {
  readonly HasError: boolean
  readonly ErrorMessages: string[]
  readonly ErrorMessage: string
  readonly ErrorDescriptions: { Description: number; Field: string; FieldText: string }[]
  readonly Result: { Id: string; Points: number; Cashback: number }[] | null
}

export interface PageEnvelope<Item> {
  readonly Items: Item[] | null
  readonly TotalItemCount: number
  readonly PageSize: number
  readonly PageNumber: number
  readonly HasNextPage: boolean
  readonly HasError: boolean
  readonly ErrorMessages: string[]
}

export function resultOf<Result>({
  Result,
  HasError,
  ErrorCode,
  ErrorMessage,
}: ResultEnvelope<Result>): Result {
  if (HasError || Result === null) throw new Error(`refused with ${ErrorCode}: ${ErrorMessage}`)
  return Result
}

export interface ExpectedRefusal {
  /** Its number in docs/reference/errors.md. */
  readonly code: number
  /** A part of its message: the field that it names, or a phrase. */
  readonly says: string
}

/** The whole of a refusal. */
export function refused({ code, says }: ExpectedRefusal): ResultEnvelope<null> {
  return { ErrorMessage: expect.stringContaining(says), ErrorCode: code, Result: null, HasError: true }
}

/** What an operation on coupons answers when it refuses. */
export const refusedCoupon = refusedPage

/** The whole of a refusal where a list is answered. */
export function refusedPage({ code, says }: ExpectedRefusal) {
  return {
    Items: null,
    TotalItemCount: 0,
    PageSize: 0,
    PageNumber: 0,
    HasNextPage: false,
    HasError: true,
    ErrorMessages: [expect.stringMatching(new RegExp(`^${code} \\w+: .*${says}`))],
  }
}
