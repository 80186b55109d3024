import type { GiveBack } from '../../accounts/rules/ledger.ts'
import { type Collection, keyText, type TenantKey } from '../../accounts/till/collection.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { type Statement, sql } from '../../platform/postgres/sql.ts'
import type { RedemptionWithCoupon } from '../redemption.ts'
import { REWARD_CHANNEL, type Reward } from '../reward.ts'
import { REWARD_TYPE } from '../reward-type.ts'
import { lotsUsedByRedemption, redemptions } from './redemptions.ts'
import { rewards } from './rewards.ts'

/** A redemption for a basket, with all that releasing it needs. */
export interface Reserved extends RedemptionWithCoupon {
  readonly spent: GiveBack | undefined
  /** null: it was not asked for, or is gone. */
  readonly reward: Reward | null
}

interface Owner {
  readonly tenantId: TenantId
  readonly key: string
  readonly customerId: CustomerId
  readonly checkoutId: string | null
}

const OWNER: Columns<Owner> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  checkout_id: ['text', ({ checkoutId }) => checkoutId],
  key: ['text', ({ key }) => key],
}

/** The reservation that a customer has, by the customer's id. */
export const standingReservations: Collection<CustomerId, Reserved> = {
  name: 'standing reservations',
  async load(tx, keys) {
    const owners = keys.map(({ tenantId, key }) => ({
      tenantId,
      key: String(key),
      customerId: key,
      checkoutId: null,
    }))
    const { rows } = await run(
      tx,
      sql<NamedRow>`
      select wanted.tenant_id, wanted.key, redemption.original_key, redemption.coupon_key
      from ${rowsAs('wanted', OWNER, owners)}
      join redemption on redemption.tenant_id = wanted.tenant_id and redemption.customer_id = wanted.customer_id
        and redemption.expires_at is not null and redemption.returned_at is null`,
    )
    return loadReserved(tx, rows)
  },
  save: 'derived',
}

export interface CheckoutOfCustomer {
  readonly customerId: CustomerId
  readonly checkoutId: string
}

/** What a basket holds; else the last reservation for it, whatever became of that. */
export const reservationsOfCheckouts: Collection<CheckoutOfCustomer, Reserved> = {
  name: 'reservations of checkouts',
  textOf: textOfCheckout,
  async load(tx, keys) {
    const owners = keys.map(({ tenantId, key }) => ({ tenantId, key: textOfCheckout(key), ...key }))
    const { rows } = await run(
      tx,
      sql<NamedRow>`
      select wanted.tenant_id, wanted.key, last.original_key, last.coupon_key
      from ${rowsAs('wanted', OWNER, owners)}
      cross join lateral (
        select original_key, coupon_key from redemption
        where redemption.tenant_id = wanted.tenant_id and redemption.customer_id = wanted.customer_id
          and redemption.checkout_id = wanted.checkout_id
        order by expires_at is not null and returned_at is null desc, id desc
        limit 1
      ) as last`,
    )
    return withRewards(tx, rows, await loadReserved(tx, rows))
  },
  save: 'derived',
}

function textOfCheckout({ customerId, checkoutId }: CheckoutOfCustomer): string {
  return `${customerId} ${checkoutId}`
}

interface NamedRow {
  readonly tenant_id: TenantId
  readonly key: string
  readonly original_key: string
  readonly coupon_key: string
}

/** By the key under which each was asked for. */
async function loadReserved(tx: Tx, rows: readonly NamedRow[]): Promise<Map<string, Reserved>> {
  if (rows.length === 0) return new Map()
  const keysOf = (name: 'original_key' | 'coupon_key'): TenantKey<string>[] =>
    rows.map((row) => ({ tenantId: row.tenant_id, key: row[name] }))
  const [found, issued, spent] = await Promise.all([
    redemptions.load(tx, keysOf('original_key')),
    coupons.load(tx, keysOf('coupon_key')),
    lotsUsedByRedemption.load(tx, keysOf('original_key')),
  ])
  return new Map(
    rows.flatMap(({ tenant_id: tenantId, key, original_key, coupon_key }) => {
      const redemption = found.get(keyText({ tenantId, key: original_key }))
      const coupon = issued.get(keyText({ tenantId, key: coupon_key }))
      if (!redemption || !coupon) return []
      const used = spent.get(keyText({ tenantId, key: original_key }))
      return [[keyText({ tenantId, key }), { redemption, coupon, spent: used, reward: null }]]
    }),
  )
}

async function withRewards(
  tx: Tx,
  rows: readonly NamedRow[],
  reserved: ReadonlyMap<string, Reserved>,
): Promise<Map<string, Reserved>> {
  const keyOf = ({ tenant_id: tenantId, key }: NamedRow) => keyText({ tenantId, key })
  const rewardKeys = rows.flatMap((row) => {
    const { redemption } = reserved.get(keyOf(row)) ?? {}
    return redemption ? [{ tenantId: row.tenant_id, key: redemption.rewardId }] : []
  })
  const found = rewardKeys.length > 0 ? await rewards.load(tx, rewardKeys) : new Map<string, Reward>()
  return new Map(
    rows.flatMap((row) => {
      const one = reserved.get(keyOf(row))
      if (!one) return []
      const reward = found.get(keyText({ tenantId: row.tenant_id, key: one.redemption.rewardId })) ?? null
      return [[keyOf(row), { ...one, reward }]]
    }),
  )
}

interface WantedCode {
  readonly tenantId: TenantId
  readonly key: string
}

const WANTED_CODE: Columns<WantedCode> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  key: ['text', ({ key }) => key],
}

/**
 * The redemptions that a code may mean, by the key of the code: that of the external code, then that of the coupon. For
 * codes that are known only with the first facts, from an order that keeps the code it has.
 */
export const redeemedByCode: Collection<string, readonly Reserved[]> = {
  name: 'redeemed by code',
  async load(tx, keys) {
    const named = (statement: Statement<NamedRow>) => run(tx, statement).then(({ rows }) => rows)
    const rows = await Promise.all([
      named(sql<NamedRow>`
        select wanted.tenant_id, wanted.key, redemption.original_key, redemption.coupon_key
        from ${rowsAs('wanted', WANTED_CODE, keys)}
        join redemption on redemption.tenant_id = wanted.tenant_id and redemption.external_code = wanted.key`),
      named(sql<NamedRow>`
        select wanted.tenant_id, wanted.key, redemption.original_key, redemption.coupon_key
        from ${rowsAs('wanted', WANTED_CODE, keys)}
        join coupon on coupon.tenant_id = wanted.tenant_id and coupon.code_key = wanted.key
        join redemption
          on redemption.tenant_id = coupon.tenant_id and redemption.original_key = coupon.redemption_key`),
    ])
    const found = await Promise.all(rows.map((ofKind) => loadReserved(tx, ofKind)))
    return new Map(
      keys.flatMap((key) => {
        const reserved = found.flatMap((ofKind) => ofKind.get(keyText(key)) ?? [])
        return reserved.length > 0 ? [[keyText(key), reserved]] : []
      }),
    )
  },
}

/** The key of a tenant's cashback reward. */
export const CASHBACK = 'cashback'

/** The first active cashback reward that can be redeemed in a web shop. */
export const cashbackRewards: Collection<string, Reward> = {
  name: 'cashback rewards',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: TenantId; id: number }>`
      select wanted.tenant_id, reward.id
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[]) as wanted (tenant_id)
      cross join lateral (
        select id from reward_configuration as one
        where one.tenant_id = wanted.tenant_id and one.is_active and one.archived_at is null
          and one.reward_type = ${REWARD_TYPE.cashback}
          and one.reward_channel in (${REWARD_CHANNEL.all}, ${REWARD_CHANNEL.online})
        order by id
        limit 1
      ) as reward`,
    )
    if (rows.length === 0) return new Map()
    const rewardKeys = rows.map(({ tenant_id, id }) => ({ tenantId: tenant_id, key: id }))
    const found = await rewards.load(tx, rewardKeys)
    return new Map(
      rewardKeys.flatMap(({ tenantId, key }) => {
        const reward = found.get(keyText({ tenantId, key }))
        return reward ? [[keyText({ tenantId, key: CASHBACK }), reward]] : []
      }),
    )
  },
}
