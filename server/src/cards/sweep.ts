import type { Till } from '../accounts/till/till.ts'
import type { CustomerId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
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

/**
 * The daily step that ends stamps. A read or a change of a card ends them before: this is for receivers of events,
 * who would be told of a card that rests only when something happens to it.
 */
export async function endStamps({ database, till, tenant, now, signal }: EndStampsOptions): Promise<void> {
  for (let after: CustomerId | undefined = 0; after !== undefined && !signal?.aborted; ) {
    const ask: DueAsk = { tenantId: tenant.id, now, after }
    const page: DueCustomer[] = await database.read([tenant.id], (tx) => findDueCards(tx, ask, PAGE))
    for (let first = 0; first < page.length && !signal?.aborted; first += AT_ONCE) {
      const customers = page.slice(first, first + AT_ONCE)
      await Promise.all(
        customers.map(({ originalId: customerKey }) => till.run(settleCards, { tenant, customerKey })),
      )
    }
    after = page.length < PAGE ? undefined : page.at(-1)?.id
  }
}
