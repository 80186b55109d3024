/** What tiers know of a customer beside what follows from orders and records. */
import { asItIs, decimalOf, type Exported, listBy, type PageAfter } from '../accounts/customer-data-kit.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** Sums that tell nothing of a person stay, as those of orders do. */
export function forget(): Promise<unknown>[] {
  return []
}

interface DayRow {
  readonly day: string
  readonly spend: string
  readonly orders: number
}

async function findDays(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after, limit }: PageAfter<string>,
): Promise<readonly DayRow[]> {
  const { rows } = await run(
    tx,
    sql<DayRow>`
    select day::text as day, ${decimalOf('spend')} as spend, orders from imported_progress
    where tenant_id = ${tenantId} and customer_id = ${customerId} and day > ${after}::date
    order by day limit ${limit}`,
  )
  return rows
}

export const exported = {
  progressElsewhere: listBy({
    first: '0001-01-01',
    find: findDays,
    keyOf: ({ day }) => day,
    shown: asItIs,
  }),
}
