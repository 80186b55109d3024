import { type Static, type TSchema, Type } from 'typebox'
import { LENGTH, Nullable } from '../schema.ts'
import { PageEnvelope, pageEnvelope, pageFailure } from './envelopes.ts'
import { type ApiRefusal, codeOf } from './errors.ts'

export const BULK_ITEMS_MAX = 1_000
/** An item is what its single operation takes. */
export const BULK_ITEM_BYTES_MAX = 256 * 1024
export const BULK_BYTES_MAX = 8 * 1_024 * 1_024

/** One item of a list, as the operation answers it. */
export const BulkItem = <T extends TSchema>(result: T) =>
  Type.Object({
    Index: Type.Integer({ description: 'Its place in what was sent, from 0.' }),
    OriginalId: Nullable(Type.String({ description: 'As it was sent.' })),
    HasError: Type.Boolean({ description: 'Whether this item failed.' }),
    ErrorCode: Nullable(
      Type.Integer({ description: 'As the single operation has it; 103: not tried, send it again.' }),
    ),
    ErrorMessage: Nullable(Type.String({ description: 'What went wrong, for a person.' })),
    Result: Nullable(result),
    Ignored: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Members of the item that are not known and were ignored; missing where there are none.',
      }),
    ),
  })

export interface BulkAnswer<Result> {
  readonly Index: number
  readonly OriginalId: string | null
  readonly HasError: boolean
  readonly ErrorCode: number | null
  readonly ErrorMessage: string | null
  readonly Result: Result | null
  readonly Ignored?: readonly string[]
}

/** Envelope C, and how many of its items did well. */
export const BulkEnvelope = <T extends TSchema>(result: T) =>
  Type.Object({
    ...PageEnvelope(BulkItem(result)).properties,
    SucceededCount: Type.Integer({ description: 'How many items did well.' }),
    FailedCount: Type.Integer({ description: 'How many items failed.' }),
  })
export type BulkEnvelope = Static<ReturnType<typeof BulkEnvelope>>

/** HasError is false whatever the items say: the list was processed. */
export function bulkEnvelope<Result>(answers: readonly BulkAnswer<Result>[]) {
  const FailedCount = answers.reduce((count, { HasError }) => count + (HasError ? 1 : 0), 0)
  return {
    ...pageEnvelope(answers, answers.length, { number: 1, size: answers.length }),
    SucceededCount: answers.length - FailedCount,
    FailedCount,
  }
}

export function bulkFailure(refused: ApiRefusal) {
  return { ...pageFailure(refused), SucceededCount: 0, FailedCount: 0 }
}

/** What names an item for its sender. */
export interface ItemName {
  readonly index: number
  readonly originalId: string | null
}

export function succeededItem<Result>({ index, originalId }: ItemName, result: Result): BulkAnswer<Result> {
  return {
    Index: index,
    OriginalId: originalId,
    HasError: false,
    ErrorCode: null,
    ErrorMessage: null,
    Result: result,
  }
}

export function failedItem({ index, originalId }: ItemName, refused: ApiRefusal): BulkAnswer<never> {
  return {
    Index: index,
    OriginalId: originalId,
    HasError: true,
    ErrorCode: codeOf(refused),
    ErrorMessage: refused.message,
    Result: null,
  }
}

/** null: it has none, or one that is too long for any. */
export function originalIdOf(item: unknown): string | null {
  if (typeof item !== 'object' || item === null) return null
  const { OriginalId } = item as { OriginalId?: unknown }
  return typeof OriginalId === 'string' && OriginalId.length <= LENGTH.text ? OriginalId : null
}
