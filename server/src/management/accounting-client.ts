/** Accounting for an operator who has the database: the operations that a merchant's people use, with their audit. */
import type { AnswerOf } from '../contract/admin-api/operation.ts'
import type { TenantId } from '../contract/ids.ts'
import type { Cells } from '../tenancy/cells.ts'
import { closeMonthOperation, getJournal, getMonth, listMonths } from './accounting/schema.ts'
import { withLocalClient } from './client.ts'

interface OneMonth {
  readonly tenant: TenantId
  /** Like `2026-10`. */
  readonly month: string
}

export function listMonthsOf(
  cells: Cells,
  { tenant }: Pick<OneMonth, 'tenant'>,
): Promise<AnswerOf<typeof listMonths>> {
  return withLocalClient(cells, tenant, (client) => client.call(listMonths))
}

export function showMonth(cells: Cells, { tenant, month }: OneMonth): Promise<AnswerOf<typeof getMonth>> {
  return withLocalClient(cells, tenant, (client) => client.call(getMonth, undefined, { params: { month } }))
}

export function closeMonthOf(
  cells: Cells,
  { tenant, month }: OneMonth,
): Promise<AnswerOf<typeof closeMonthOperation>> {
  return withLocalClient(cells, tenant, (client) =>
    client.call(closeMonthOperation, undefined, { params: { month } }),
  )
}

export function journalOf(cells: Cells, { tenant, month }: OneMonth): Promise<AnswerOf<typeof getJournal>> {
  return withLocalClient(cells, tenant, (client) => client.call(getJournal, undefined, { params: { month } }))
}
