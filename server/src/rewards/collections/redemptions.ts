import type { GiveBack } from '../../accounts/rules/ledger.ts'
import { type Changed, type Collection, keyText } from '../../accounts/till/collection.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type ColumnsOf, table } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { isReserved, type Redemption, type ReleasedBy } from '../redemption.ts'
import { type RewardType, unitOf } from '../reward-type.ts'

interface RedemptionRow {
  tenant_id: number
  original_key: string
  id: number
  external_code: string
  reward_configuration_id: number
  customer_id: number
  record_id: number | null
  points: Decimal
  cashback: Decimal
  returned_points: Decimal
  returned_cashback: Decimal
  /** Of its reward, whose type stays once it was redeemed. */
  reward_type: RewardType
  coupon_key: string
  metadata: [string, string | null][]
  redeemed_at: Date
  returned_at: Date | null
  return_record_id: number | null
  checkout_id: string | null
  expires_at: Date | null
  released_by: number | null
  other_records: number[] | null
}

/** Redemptions by their key. They change with the account of their customer. */
export const redemptions: Collection<string, Redemption> = {
  name: 'redemptions',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<RedemptionRow>`
      select redemption.*, (
        select reward_type from reward_configuration as reward
        where reward.tenant_id = redemption.tenant_id and reward.id = redemption.reward_configuration_id
      ) as reward_type
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ key }) => key)}::text[])
        as wanted (tenant_id, original_key)
      join redemption
        on redemption.tenant_id = wanted.tenant_id and redemption.original_key = wanted.original_key`,
    )
    return new Map(
      rows.map((row) => [keyText({ tenantId: row.tenant_id, key: row.original_key }), toRedemption(row)]),
    )
  },
  async save(tx, changes) {
    // A customer has one reservation: one ends before the next is held again or made.
    const changed = Map.groupBy(changes, ({ value }) => stepOf(value))
    await Promise.all([
      updateRedemptions(tx, changed.get('ended') ?? []),
      updateRedemptions(tx, changed.get('held') ?? []),
      insertRedemptions(tx, changed.get('new') ?? []),
    ])
  },
}

function stepOf(redemption: Redemption): 'ended' | 'held' | 'new' {
  if (!redemption.isStored) return 'new'
  return isReserved(redemption) ? 'held' : 'ended'
}

function toRedemption(row: RedemptionRow): Redemption {
  return {
    id: row.id,
    isStored: true,
    originalKey: row.original_key,
    externalCode: row.external_code,
    rewardId: row.reward_configuration_id,
    customerId: row.customer_id,
    recordId: row.record_id,
    unit: unitOf(row.reward_type),
    cost: { points: row.points, cashback: row.cashback },
    refunded: { points: row.returned_points, cashback: row.returned_cashback },
    couponKey: row.coupon_key,
    metadata: row.metadata.map(([name, value]) => ({ name, value })),
    redeemedAt: row.redeemed_at.getTime(),
    returnedAt: row.returned_at?.getTime() ?? null,
    returnRecordId: row.return_record_id,
    checkoutId: row.checkout_id,
    expiresAt: row.expires_at?.getTime() ?? null,
    releasedBy: row.released_by as ReleasedBy | null,
    otherRecordIds: row.other_records ?? [],
    spent: null,
  }
}

type ChangedRedemption = Changed<string, Redemption>

const KEYS: ColumnsOf<'redemption', ChangedRedemption> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  original_key: ['text', ({ value }) => value.originalKey],
}

/** What may change of a redemption. */
const CHANGEABLE: ColumnsOf<'redemption', ChangedRedemption> = {
  metadata: ['jsonb', ({ value }) => value.metadata.map(({ name, value: text }) => [name, text])],
  returned_at: ['timestamptz', ({ value }) => value.returnedAt],
  return_record_id: ['bigint', ({ value }) => value.returnRecordId],
  // Of a reservation that was released and stands again.
  record_id: ['bigint', ({ value }) => value.recordId],
  points: ['numeric', ({ value }) => value.cost.points],
  cashback: ['numeric', ({ value }) => value.cost.cashback],
  expires_at: ['timestamptz', ({ value }) => value.expiresAt],
  released_by: ['smallint', ({ value }) => value.releasedBy],
  other_records: ['jsonb', ({ value }) => (value.otherRecordIds.length > 0 ? value.otherRecordIds : null)],
  returned_points: ['numeric', ({ value }) => value.refunded.points],
  returned_cashback: ['numeric', ({ value }) => value.refunded.cashback],
}

const insertRedemptions = table('redemption').insert<ChangedRedemption>({
  ...KEYS,
  id: ['bigint', ({ value }) => value.id],
  external_code: ['text', ({ value }) => value.externalCode],
  reward_configuration_id: ['bigint', ({ value }) => value.rewardId],
  customer_id: ['bigint', ({ value }) => value.customerId],
  checkout_id: ['text', ({ value }) => value.checkoutId],
  coupon_key: ['text', ({ value }) => value.couponKey],
  redeemed_at: ['timestamptz', ({ value }) => value.redeemedAt],
  ...CHANGEABLE,
})

const updateRedemptions = table('redemption').update(KEYS, CHANGEABLE)

/** The customers of redemptions that are named by their key alone; null where there is no such redemption. */
export async function findCustomersOfRedemptions(
  tx: Tx,
  redemptions: readonly { tenantId: TenantId; originalKey: string }[],
): Promise<(string | null)[]> {
  const { rows } = await run(
    tx,
    sql<{ position: number; original_id: string }>`
    select wanted.position::int, customer.original_id
    from unnest(${redemptions.map(({ tenantId }) => tenantId)}::bigint[],
        ${redemptions.map(({ originalKey }) => originalKey)}::text[])
      with ordinality as wanted (tenant_id, original_key, position)
    join redemption
      on redemption.tenant_id = wanted.tenant_id and redemption.original_key = wanted.original_key
    join customer on customer.tenant_id = redemption.tenant_id and customer.id = redemption.customer_id`,
  )
  const found = new Map(rows.map(({ position, original_id }) => [position - 1, original_id]))
  return redemptions.map((_, index) => found.get(index) ?? null)
}

/** Where an external code leads to. */
export interface NamedRedemption {
  readonly originalKey: string
  readonly couponKey: string
  readonly rewardId: number
}

/** Redemptions by their external code. What it leads to never changes. */
export const externalCodes: Collection<string, NamedRedemption> = {
  name: 'external codes',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{
        tenant_id: number
        external_code: string
        original_key: string
        coupon_key: string
        reward_configuration_id: number
      }>`
      select redemption.tenant_id, redemption.external_code, redemption.original_key, redemption.coupon_key,
        redemption.reward_configuration_id
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ key }) => key)}::text[])
        as wanted (tenant_id, external_code)
      join redemption
        on redemption.tenant_id = wanted.tenant_id and redemption.external_code = wanted.external_code`,
    )
    return new Map(
      rows.map((row) => [
        keyText({ tenantId: row.tenant_id, key: row.external_code }),
        {
          originalKey: row.original_key,
          couponKey: row.coupon_key,
          rewardId: row.reward_configuration_id,
        },
      ]),
    )
  },
}

interface RewardOfCustomer {
  readonly rewardId: number
  readonly customerId: CustomerId
}

/** How many redemptions of a reward by a customer stand. Counted where they are kept, so there is nothing to save. */
export const redeemedCounts: Collection<RewardOfCustomer, number> = {
  name: 'redeemed counts',
  textOf: ({ rewardId, customerId }) => `${rewardId} ${customerId}`,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: number; key: string; count: number }>`
      select wanted.tenant_id, wanted.reward_id || ' ' || wanted.customer_id as key, count(*)::int as count
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ key }) => key.rewardId)}::bigint[],
          ${keys.map(({ key }) => key.customerId)}::bigint[])
        as wanted (tenant_id, reward_id, customer_id)
      join redemption
        on redemption.tenant_id = wanted.tenant_id and redemption.customer_id = wanted.customer_id
        and redemption.reward_configuration_id = wanted.reward_id and redemption.returned_at is null
      group by 1, 2`,
    )
    return new Map(rows.map(({ tenant_id, key, count }) => [keyText({ tenantId: tenant_id, key }), count]))
  },
  save: 'derived',
}

/** What redemptions have used of which lots, by the redemption's key. */
export const lotsUsedByRedemption: Collection<string, GiveBack> = {
  name: 'spent by redemptions',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{
        tenant_id: number
        original_key: string
        lot_id: number
        used_points: Decimal
        used_cashback: Decimal
        points: Decimal
        cashback: Decimal
        available_at: Date
        expires_at: Date | null
        order_id: number | null
      }>`
      select redemption.tenant_id, redemption.original_key, origin.lot_id, origin.used_points,
        origin.used_cashback, lot.points, lot.cashback, lot.available_at, lot.expires_at, lot.order_id
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ key }) => key)}::text[])
        as wanted (tenant_id, original_key)
      join redemption
        on redemption.tenant_id = wanted.tenant_id and redemption.original_key = wanted.original_key
      join point_origin as origin
        on origin.tenant_id = redemption.tenant_id and origin.customer_id = redemption.customer_id
        and origin.record_id = redemption.record_id
      join point_record as lot
        on lot.tenant_id = origin.tenant_id and lot.customer_id = origin.customer_id and lot.id = origin.lot_id
      order by origin.id`,
    )
    const groups = Map.groupBy(rows, (row) => keyText({ tenantId: row.tenant_id, key: row.original_key }))
    return new Map(
      [...groups].map(([key, origins]) => [
        key,
        {
          origins: origins.map((row) => ({
            lotId: row.lot_id,
            used: { points: row.used_points, cashback: row.used_cashback },
          })),
          lots: origins.map((row) => ({
            id: row.lot_id,
            original: { points: row.points, cashback: row.cashback },
            availableAt: row.available_at.getTime(),
            expiresAt: row.expires_at?.getTime() ?? null,
            orderId: row.order_id,
          })),
        },
      ]),
    )
  },
}
