import { keyText, type TenantKey } from '../accounts/till/collection.ts'
import type { CustomerId, TenantId } from '../contract/ids.ts'
import { coupons } from '../coupons/collections/coupons.ts'
import type { Coupon } from '../coupons/coupon.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { redemptions } from '../rewards/collections/redemptions.ts'
import type { Redemption } from '../rewards/redemption.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { MoveReason } from '../tiers/tier.ts'
import type { ExplainedRecord, HistoryRecord } from './history.ts'
import { loadBackground } from './load.ts'
import { explainRecord } from './rules/explain.ts'
import { findNames, type Owner } from './store/history.ts'
import {
  countHistory,
  findHistoryPage,
  type HistoryFilter,
  type PageOfRows,
  readTierMoves,
  type TierMove,
} from './store/page.ts'
import { readRecords } from './store/records.ts'

/** The lots that a record used, as far as an answer lists them: one redemption may have used 100,000. */
const ORIGINS_MAX = 100

/** A row of a customer's history: a record of the ledger, or a move to another tier. */
export type HistoryItem = RecordItem | TierMoveItem

export interface RecordItem {
  readonly kind: 'record'
  readonly record: HistoryRecord
  readonly explained: ExplainedRecord
  /** For the record of a redemption, and that of its return. */
  readonly redeemed: {
    readonly redemption: Redemption
    readonly coupon: Coupon
    readonly title: string
  } | null
}

export interface TierMoveItem {
  readonly kind: 'tierMove'
  readonly move: TierMove
  /** null: the tier is gone, or it is none. */
  readonly tierName: string | null
  readonly direction: 'up' | 'down'
}

export interface HistoryPage {
  readonly items: readonly HistoryItem[]
  readonly total: number
}

const RAISING: readonly string[] = ['goals reached', 'customers merged'] satisfies MoveReason[]

/** A page of a customer's history, newest first, each record with why it has its points. */
export async function loadHistoryPage(
  tx: Tx,
  tenant: Tenant,
  customerId: CustomerId,
  filter: HistoryFilter,
  page: PageOfRows,
): Promise<HistoryPage> {
  const owner = { tenantId: tenant.id, customerId }
  const [rows, total] = await Promise.all([
    findHistoryPage(tx, owner, filter, page),
    countHistory(tx, owner, filter),
  ])
  const idsOf = (isTierMove: boolean) =>
    rows.filter(({ is_tier_move }) => is_tier_move === isTierMove).map(({ id }) => id)
  const [records, moves] = await Promise.all([
    loadRecordItems(tx, tenant, owner, idsOf(false)),
    loadTierMoves(tx, tenant, owner, idsOf(true)),
  ])
  return { items: rows.flatMap(({ id }) => records.get(id) ?? moves.get(id) ?? []), total }
}

async function loadRecordItems(
  tx: Tx,
  tenant: Tenant,
  owner: Owner,
  ids: readonly number[],
): Promise<Map<number, RecordItem>> {
  if (ids.length === 0) return new Map()
  const records = await readRecords(tx, owner, ids, ORIGINS_MAX)
  const all = [...records.values()]
  const [background, redeemedOf] = await Promise.all([
    loadBackground(tx, tenant, all),
    loadRedemptions(tx, tenant.id, all),
  ])
  return new Map(
    all.map((record) => {
      const redeemed = redeemedOf(record)
      const title = redeemed && background.names.of('reward', String(redeemed.redemption.rewardId))
      return [
        record.id,
        {
          kind: 'record',
          record,
          explained: explainRecord(background, record),
          redeemed: redeemed && { ...redeemed, title: title ?? '' },
        },
      ]
    }),
  )
}

type RedeemedOf = (record: HistoryRecord) => { redemption: Redemption; coupon: Coupon } | null

async function loadRedemptions(
  tx: Tx,
  tenantId: TenantId,
  records: readonly HistoryRecord[],
): Promise<RedeemedOf> {
  const keys = records.flatMap(({ source }) =>
    source?.kind === 'redemption' ? [{ tenantId, key: source.key }] : [],
  )
  if (keys.length === 0) return () => null
  const found = await redemptions.load(tx, distinct(keys))
  const couponKeys = [...found.values()].map(({ couponKey }) => ({ tenantId, key: couponKey }))
  const issued = await coupons.load(tx, couponKeys)
  return ({ source }) => {
    const redemption =
      source?.kind === 'redemption' ? found.get(keyText({ tenantId, key: source.key })) : undefined
    const coupon = redemption && issued.get(keyText({ tenantId, key: redemption.couponKey }))
    return redemption && coupon ? { redemption, coupon } : null
  }
}

function distinct(keys: readonly TenantKey<string>[]): TenantKey<string>[] {
  return [...new Map(keys.map((key) => [key.key, key])).values()]
}

export async function loadTierMoves(
  tx: Tx,
  tenant: Tenant,
  owner: Owner,
  ids: readonly number[],
): Promise<Map<number, TierMoveItem>> {
  if (ids.length === 0) return new Map()
  const moves = await readTierMoves(tx, owner, ids)
  const named = [...moves.values()].flatMap(({ toTierId }) =>
    toTierId === null ? [] : [{ kind: 'tier' as const, id: String(toTierId) }],
  )
  const names = await findNames(tx, tenant.id, named)
  return new Map(
    [...moves.values()].map((move) => [
      move.id,
      {
        kind: 'tierMove',
        move,
        tierName: names.get(`tier ${move.toTierId}`) ?? null,
        direction: RAISING.includes(move.reason) ? 'up' : 'down',
      },
    ]),
  )
}
