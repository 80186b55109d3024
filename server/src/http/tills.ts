import { createTill, type Till, type TillOptions } from '../accounts/till/till.ts'
import type { Clock } from '../platform/clock.ts'
import { releaseAtDeadline } from '../rewards/commands/reservations.ts'
import { type Cells, UnknownCellError } from '../tenancy/cells.ts'
import type { Tenant } from '../tenancy/tenant.ts'

/** One till for each cell: two of a process would only make each other's batches smaller. */
export function tillOfEachCell(
  cells: Cells,
  clock: Clock,
  onBatch?: TillOptions['onBatch'],
): (tenant: Tenant) => Till {
  const options = { clock, atDeadline: releaseAtDeadline, ...(onBatch ? { onBatch } : {}) }
  const tills = new Map(
    [...cells.all].map(([cell, database]) => [cell, createTill({ database, ...options })]),
  )
  return (tenant) => {
    const till = tills.get(tenant.cell)
    if (!till) throw new UnknownCellError(tenant.cell)
    return till
  }
}
