/** What referrals know of a customer: who referred them, and whom they referred. */
import {
  ERASED,
  type Erased,
  type Exported,
  listBy,
  momentOf,
  type PageAfter,
} from '../accounts/customer-data-kit.ts'
import type { CustomerId } from '../contract/ids.ts'
import { nameOf } from '../platform/name-of.ts'
import { rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { REFERRAL_REASON, REFERRAL_STATE, type ReferralReason, type ReferralState } from './referral.ts'

/** The code leads to the person, and a note may name them. What became of it stays: points were given for it. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      delete from referral_code as code using ${rowsAs('erased', ERASED, rows)}
      where code.tenant_id = erased.tenant_id and code.customer_id = erased.customer_id`,
    ),
    run(
      tx,
      sql`
      update referral as one set note = null from ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id and one.note is not null`,
    ),
    run(
      tx,
      sql`
      update referral as one set note = null from ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.referrer_id = erased.customer_id and one.note is not null`,
    ),
  ]
}

interface ReferralOfPerson {
  readonly friendId: CustomerId
  readonly role: 'friend' | 'referrer'
  readonly state: number
  readonly reason: number | null
  readonly registeredAt: string
}

/** Without the other one of the two, who is another person. */
async function findReferrals(
  tx: Tx,
  { tenantId, ids }: Exported,
  { after, limit }: PageAfter<CustomerId>,
): Promise<readonly ReferralOfPerson[]> {
  const { rows } = await run(
    tx,
    sql<ReferralOfPerson>`
    with theirs as materialized (
      select *, 'friend' as role from referral
      where tenant_id = ${tenantId} and customer_id = any (${ids}::bigint[])
      union all
      select *, 'referrer' from referral
      where tenant_id = ${tenantId} and referrer_id = any (${ids}::bigint[])
        and not customer_id = any (${ids}::bigint[])
    )
    select customer_id as "friendId", role, state, reason, ${momentOf('registered_at')} as "registeredAt"
    from theirs where customer_id > ${after} order by customer_id limit ${limit}`,
  )
  return rows
}

export const exported = {
  referrals: listBy({
    first: 0,
    find: findReferrals,
    keyOf: ({ friendId }): CustomerId => friendId,
    shown: ({ friendId: _, state, reason, ...row }) => ({
      ...row,
      state: nameOf<ReferralState, number>(REFERRAL_STATE, state),
      reason: reason === null ? null : nameOf<ReferralReason, number>(REFERRAL_REASON, reason),
    }),
  }),
}
