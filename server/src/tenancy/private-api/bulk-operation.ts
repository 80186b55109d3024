import type { TSchema } from 'typebox'
import type { ApiRefusal } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import type { Tenant } from '../tenant.ts'

/** Which items of a list may be under way together. */
export interface ItemTurn {
  /** An item waits for those before it with the same name. */
  readonly name: string
  /** Items with the same queue need not wait here: `run` keeps their order. null: it doesn't. */
  readonly queue: string | null
}

/** An operation on many items, each of which is exactly one call of a single operation. */
export interface BulkOperation<Body, Result> {
  readonly url: string
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  /** What the items are, and how one is answered. */
  readonly description: string
  readonly body: TSchema
  readonly example: Body
  readonly result: TSchema
  readonly single: Operation
  /** The `OriginalId` of an item is that of an order: refused ones are found by it. */
  readonly isOfOrders?: true
  /** How many items of one request may be under way together. */
  readonly atOnce: number
  /** What must be known before the first item is begun. */
  readonly prepare?: (tenant: Tenant) => Promise<void>
  readonly turnOf: (body: Body) => ItemTurn
  /** Does what the single operation does. The body has the form of its schema. */
  readonly run: (tenant: Tenant, body: Body) => Promise<Result | ApiRefusal>
}
