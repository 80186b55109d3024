/**
 * The ids of rows are all numbers, and the types tell them apart: a customer's id is never taken for a record's. The
 * mark is optional, so a plain number fits each of them and rows need no conversion. That makes a plain `number` a hole:
 * `server/checks/style.test.ts` allows none where an id is named.
 */
declare const kind: unique symbol
type Id<Kind extends string> = number & { readonly [kind]?: Kind }

export type TenantId = Id<'tenant'>
export type CustomerId = Id<'customer'>
/** A point record. A lot has the id of its credit. */
export type RecordId = Id<'record'>
export type OrderId = Id<'order'>
