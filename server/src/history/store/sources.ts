import type { Unit } from '../../accounts/account.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Source } from '../history.ts'
import type { Owner } from './history.ts'

/** The rows beside the records that say what they are for, by record. */
export async function readSources(
  tx: Tx,
  { tenantId, customerId }: Owner,
  ids: readonly number[],
): Promise<Map<number, Source>> {
  const [redemptions, changes, grants] = await Promise.all([
    run(
      tx,
      sql<RedemptionRow>`
      select record_id, return_record_id, other_records, original_key, reward_configuration_id, redeemed_at, (
        select code from coupon
        where coupon.tenant_id = redemption.tenant_id and coupon.code_key = redemption.coupon_key
      ) as code
      from redemption
      where tenant_id = ${tenantId} and customer_id = ${customerId}
        and (
          record_id = any(${ids}::bigint[]) or return_record_id = any(${ids}::bigint[])
          or exists (
            select from jsonb_array_elements_text(other_records) as other where other::bigint = any(${ids}::bigint[])
          )
        )`,
    ),
    run(
      tx,
      sql<{ record_id: number; unit: Unit; key: string; reason: string }>`
      select record_id, unit, change_key as key, reason from balance_change
      where tenant_id = ${tenantId} and customer_id = ${customerId} and record_id = any(${ids}::bigint[])`,
    ),
    // Of a signup there is only one, so its key says nothing.
    run(
      tx,
      sql<{ record_id: number; key: string }>`
      select record_id, grant_key as key from action_grant
      where tenant_id = ${tenantId} and customer_id = ${customerId} and action <> 'signup'
        and record_id = any(${ids}::bigint[])`,
    ),
  ])
  return new Map<number, Source>([
    ...redemptions.rows.flatMap(ofRedemption),
    ...changes.rows.map(
      ({ record_id, unit, key, reason }) => [record_id, { kind: 'change', unit, key, reason }] as const,
    ),
    ...grants.rows.map(({ record_id, key }) => [record_id, { kind: 'grant', key }] as const),
  ])
}

interface RedemptionRow {
  readonly record_id: number | null
  readonly return_record_id: number | null
  readonly other_records: readonly number[] | null
  readonly original_key: string
  readonly reward_configuration_id: number
  readonly redeemed_at: Date
  readonly code: string | null
}

/** For the record of the redemption, and for that of its return. */
function ofRedemption(row: RedemptionRow): [number, Source][] {
  const source: Source = {
    kind: 'redemption',
    key: row.original_key,
    rewardId: row.reward_configuration_id,
    coupon: row.code ?? '',
    redeemedAt: row.redeemed_at.getTime(),
  }
  return [row.record_id, row.return_record_id, ...(row.other_records ?? [])].flatMap(
    (id): [number, Source][] => (id === null ? [] : [[id, source]]),
  )
}
