/**
 * The ids of rows are all numbers, and telling them apart is the types' task: a customer's id is never taken for a
 * record's. A plain number fits each of them, so rows that are read and ids that are handed out need no conversion;
 * the mark exists only in types.
 */
declare const kind: unique symbol
type Id<Kind extends string> = number & { readonly [kind]?: Kind }

export type TenantId = Id<'tenant'>
export type CustomerId = Id<'customer'>
/** A point record. A lot has the id of its credit. */
export type RecordId = Id<'record'>
export type OrderId = Id<'order'>
