import type { Till } from '../accounts/till/till.ts'
import type { CustomerId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { settleAll } from '../platform/settle-all.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { settleCards } from './commands.ts'
import { type DueAsk, type DueCustomer, findDueCards } from './store/due.ts'

export interface EndStampsOptions {
  readonly database: Database
  readonly till: Till
  readonly tenant: Tenant
  readonly now: Instant
  readonly signal?: AbortSignal
}

/** Customers in one statement, and in one batch of the till. */
const PAGE = 1_000
const AT_ONCE = 100
/** With so many, it is not the cards that are wrong. */
const LEFT_MAX = 1_000

/**
 * The daily step that ends stamps. A read or a change of a card ends them before: this is for receivers of events,
 * who would be told of a card that rests only when something happens to it.
 */
export async function endStamps({ database, till, tenant, now, signal }: EndStampsOptions): Promise<void> {
  const failures = settleAll()
  // What could not be settled is due still, and would be found again and again.
  const left = new Set<CustomerId>()
  let settled = new Set<CustomerId>()
  for (let isMore = true; isMore && !signal?.aborted; ) {
    const ask: DueAsk = { tenantId: tenant.id, now, except: [...left] }
    const page: DueCustomer[] = await database.read([tenant.id], (tx) => findDueCards(tx, ask, PAGE))
    const customers = [...new Map(page.map((one) => [one.id, one])).values()]
    for (let first = 0; first < customers.length && !signal?.aborted; first += AT_ONCE) {
      await failures.settle(
        customers.slice(first, first + AT_ONCE).map(async ({ id, originalId: customerKey }) => {
          left.add(id)
          if (settled.has(id)) throw new Error(`the stamps of ${customerKey} are still due`)
          await till.run(settleCards, { tenant, customerKey })
          left.delete(id)
        }),
      )
    }
    settled = new Set(customers.map(({ id }) => id))
    isMore = page.length === PAGE && left.size < LEFT_MAX
  }
  failures.throwIfAny('customers have stamps that could not be ended')
}
