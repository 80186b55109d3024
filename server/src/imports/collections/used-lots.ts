import type { Amount } from '../../accounts/account.ts'
import { append, type Change, type Journal } from '../../accounts/till/collection.ts'
import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import { type ColumnsOf, table } from '../../platform/postgres/columns.ts'

/** A lot that an import brought, and what of it was used or has expired by the time it was undone. */
export interface UsedLot {
  readonly customerId: CustomerId
  readonly recordId: RecordId
  readonly importId: number
  readonly line: number
  readonly amount: Amount
  readonly used: Amount
}

const ROW: ColumnsOf<'import_used', UsedLot & { readonly tenantId: TenantId }> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  record_id: ['bigint', ({ recordId }) => recordId],
  import_id: ['bigint', ({ importId }) => importId],
  line: ['bigint', ({ line }) => line],
  points: ['numeric', ({ amount }) => amount.points],
  cashback: ['numeric', ({ amount }) => amount.cashback],
  used_points: ['numeric', ({ used }) => used.points],
  used_cashback: ['numeric', ({ used }) => used.cashback],
}

const usedLots: Journal<UsedLot> = { name: 'used lots', append: table('import_used').insertMissing(ROW) }

export function usedLotChange(lot: UsedLot): Change {
  return append(usedLots, lot)
}
