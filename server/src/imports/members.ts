/** What a column can be, of each kind of file, and how its values are read. */
import type { ImportKind } from './import.ts'
import { ACCOUNT_MEMBERS } from './kinds/account-members.ts'
import { CODE_MEMBERS } from './kinds/code-members.ts'
import { COUPON_MEMBERS } from './kinds/coupon-members.ts'
import { ORDER_MEMBERS } from './kinds/order-members.ts'
import type { MemberType } from './member-type.ts'

/** A kind of file adds the names of its own columns here. */
export type Member =
  | keyof typeof ACCOUNT_MEMBERS
  | keyof typeof COUPON_MEMBERS
  | keyof typeof CODE_MEMBERS
  | keyof typeof ORDER_MEMBERS

/** The columns of one kind of file. */
export type Members = Readonly<Partial<Record<Member, MemberType>>>

const MEMBERS: Readonly<Record<ImportKind, Members>> = {
  customers: ACCOUNT_MEMBERS,
  openingBalances: ACCOUNT_MEMBERS,
  coupons: COUPON_MEMBERS,
  couponCodes: CODE_MEMBERS,
  orders: ORDER_MEMBERS,
}

export function membersOf(kind: ImportKind): readonly Member[] {
  return Object.keys(MEMBERS[kind]) as Member[]
}

export function typeOf(kind: ImportKind, member: Member): MemberType {
  const type = MEMBERS[kind][member]
  if (!type) throw new Error(`a file of ${kind} has no column ${member}`)
  return type
}

/** Of NDJSON: the list of a record of which each element is a line of its own; null: lists say nothing. */
export function listOf(kind: ImportKind): string | null {
  return kind === 'orders' ? 'Products' : null
}
