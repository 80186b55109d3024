import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Customer } from '../customer.ts'
import { ACCOUNT_COLUMNS, type AccountRow, findCustomer, type StoredAccount, toStored } from './accounts.ts'

/** Whose tokens are looked at. */
export interface TokenOwner {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
}

export interface OwnerOfToken extends StoredAccount {
  /** Tokens that were made before are refused; null: none are. */
  readonly blockedSince: Instant | null
}

const TOKEN_OWNER: Columns<TokenOwner> = {
  place: ['int', (_, index) => index],
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
}

/** Not of a customer who is gone, nor one that was made before the customer's tokens were ended. */
export function isTokenGood({ customer, blockedSince }: OwnerOfToken, issuedAt: Instant): boolean {
  if (customer.erasedAt !== null || customer.mergedInto !== null) return false
  return blockedSince === null || issuedAt >= blockedSince
}

/** Of many by their numbers, in the order in which they are asked for; undefined: there is no such customer. */
export async function findOwnersOfTokens(
  tx: Tx,
  owners: readonly TokenOwner[],
): Promise<(OwnerOfToken | undefined)[]> {
  const found: (OwnerOfToken | undefined)[] = owners.map(() => undefined)
  if (owners.length === 0) return found
  const { rows } = await run(
    tx,
    sql<AccountRow & { place: number; blocked_since: Date | null }>`
    select wanted.place, found.*, (
        select since from storefront_block as block
        where block.tenant_id = wanted.tenant_id and block.customer_id = wanted.customer_id
      ) as blocked_since
    from ${rowsAs('wanted', TOKEN_OWNER, owners)}
    cross join lateral (
      select ${ACCOUNT_COLUMNS} from customer
      where customer.tenant_id = wanted.tenant_id and customer.id = wanted.customer_id
      limit 1
    ) as found`,
  )
  for (const row of rows) {
    found[row.place] = { ...toStored(row), blockedSince: row.blocked_since?.getTime() ?? null }
  }
  return found
}

/**
 * Ends all tokens of a customer that were made until now; null: there is no such customer. The later of two clocks
 * counts: a process whose clock is ahead has dated its tokens by that.
 */
export async function endTokensOf(
  tx: Tx,
  tenantId: TenantId,
  originalId: string,
  now: Instant,
): Promise<{ readonly customer: Customer; readonly since: Instant } | null> {
  const found = await findCustomer(tx, tenantId, originalId)
  if (!found) return null
  const { rows } = await run(
    tx,
    sql<{ since: Date }>`
    insert into storefront_block (tenant_id, customer_id, since)
    values (${tenantId}, ${found.customer.id}, greatest(now(), ${new Date(now)}))
    on conflict (tenant_id, customer_id) do update set since = greatest(storefront_block.since, excluded.since)
    returning since`,
  )
  const [row] = rows
  return row ? { customer: found.customer, since: row.since.getTime() } : null
}
