import { findAccountsById } from '../../accounts/store/accounts.ts'
import { readCursor } from '../../contract/admin-api/cursor.ts'
import { isId, pageOf, rowsOf } from '../../contract/admin-api/page.ts'
import { CURSOR_OF_OTHER_LIST } from '../../contract/admin-api/texts.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { presentAmount, presentCustomer } from '../../customers/admin-api/present.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { instantToText } from '../../platform/clock.ts'
import { kindOf } from '../rules/kinds.ts'
import { type ActivityPlace, listActivity as list, NEWEST } from '../store/activity.ts'
import { titleOfRecord } from '../texts.ts'
import { listActivity } from './activity-schema.ts'

export function activityAdminRoutes(api: AdminApi): void {
  api.read(listActivity, 'cell', async (tx, { tenant, query, caller, locale }) => {
    const below = placeOf(query)
    if (isProblem(below)) return below
    const found = await list(tx, tenant.id, { below, limit: rowsOf(query) })
    const customers = await findAccountsById(
      tx,
      tenant.id,
      found.map(({ customerId }) => customerId),
    )
    const rows = found.flatMap((one) => {
      const stored = customers.get(one.customerId)
      return stored ? [{ ...one, customer: stored.customer }] : []
    })
    const present = (row: (typeof rows)[number]) => ({
      id: `${row.transaction}-${row.id}`,
      at: instantToText(row.at),
      kind: row.isOpening ? ('opened' as const) : kindOf(row.type, row.isByHand),
      title: titleOfRecord({ type: row.type, order: row.order?.originalId ?? null, name: null }, locale),
      customer: presentCustomer(row.customer, caller),
      ...presentAmount(row.change),
      balanceAfter: presentAmount(row.balance),
      recordId: row.recordId,
      order: row.order,
    })
    return { answer: pageOf(query, rows, ({ transaction, id }) => [transaction, id], present) }
  })
}

/** As PostgreSQL counts transactions. */
const TRANSACTION = /^\d{1,19}$/

function placeOf(query: Call<typeof listActivity>['query']): ActivityPlace | Problem {
  const keys = readCursor(query, query.cursor, 2)
  if (isProblem(keys)) return keys
  if (keys === null) return NEWEST
  const [transaction, id] = keys
  return typeof transaction === 'string' && TRANSACTION.test(transaction) && isId(id)
    ? { transaction, id }
    : CURSOR_OF_OTHER_LIST
}
