import type { ImportKind } from '../import.ts'
import { ACCOUNTS } from './accounts.ts'
import { CODES } from './codes.ts'
import { COUPONS } from './coupons.ts'
import type { FileKind } from './kind.ts'
import { ORDERS } from './orders.ts'

const KINDS: Readonly<Record<ImportKind, FileKind>> = {
  customers: ACCOUNTS,
  openingBalances: ACCOUNTS,
  coupons: COUPONS,
  couponCodes: CODES,
  orders: ORDERS,
}

export function kindOf(kind: ImportKind): FileKind {
  return KINDS[kind]
}
