import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Source } from '../history.ts'
import type { Owner } from './history.ts'

/** The rows beside the records that say what they are for, by record. */
export async function readSources(
  tx: Tx,
  owner: Owner,
  ids: readonly number[],
): Promise<Map<number, Source>> {
  const all = await Promise.all([
    readRedemptions(tx, owner, ids),
    readChanges(tx, owner, ids),
    readGrants(tx, owner, ids),
  ])
  return new Map(all.flat())
}

async function readRedemptions(
  tx: Tx,
  { tenantId, customerId }: Owner,
  ids: readonly number[],
): Promise<[number, Source][]> {
  const { rows } = await run(
    tx,
    sql<{
      record_id: number | null
      return_record_id: number | null
      original_key: string
      reward_configuration_id: number
      redeemed_at: Date
      code: string | null
    }>`
    select record_id, return_record_id, original_key, reward_configuration_id, redeemed_at, (
      select code from coupon
      where coupon.tenant_id = redemption.tenant_id and coupon.code_key = redemption.coupon_key
    ) as code
    from redemption
    where tenant_id = ${tenantId} and customer_id = ${customerId}
      and (record_id = any(${ids}::bigint[]) or return_record_id = any(${ids}::bigint[]))`,
  )
  return rows.flatMap((row) => {
    const source = {
      kind: 'redemption',
      key: row.original_key,
      rewardId: row.reward_configuration_id,
      coupon: row.code ?? '',
      redeemedAt: row.redeemed_at.getTime(),
    } as const
    return [row.record_id, row.return_record_id].flatMap((id): [number, Source][] =>
      id === null ? [] : [[id, source]],
    )
  })
}

async function readChanges(
  tx: Tx,
  { tenantId, customerId }: Owner,
  ids: readonly number[],
): Promise<[number, Source][]> {
  const { rows } = await run(
    tx,
    sql<{ record_id: number; change_key: string; reason: string }>`
    select record_id, change_key, reason from cashback_change
    where tenant_id = ${tenantId} and customer_id = ${customerId} and record_id = any(${ids}::bigint[])`,
  )
  return rows.map((row) => [row.record_id, { kind: 'change', key: row.change_key, reason: row.reason }])
}

/** Of a signup there is only one, so its key says nothing. */
async function readGrants(
  tx: Tx,
  { tenantId, customerId }: Owner,
  ids: readonly number[],
): Promise<[number, Source][]> {
  const { rows } = await run(
    tx,
    sql<{ record_id: number; grant_key: string }>`
    select record_id, grant_key from action_grant
    where tenant_id = ${tenantId} and customer_id = ${customerId} and action <> 'signup'
      and record_id = any(${ids}::bigint[])`,
  )
  return rows.map((row) => [row.record_id, { kind: 'grant', key: row.grant_key }])
}
