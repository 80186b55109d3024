import { keyText } from '../accounts/till/collection.ts'
import type { CustomerId } from '../contract/ids.ts'
import { coupons } from '../coupons/collections/coupons.ts'
import { type Coupon, codeKey } from '../coupons/coupon.ts'
import { reasonTextsForCustomer } from '../earning/customer-reasons.ts'
import { type Decimal, decimalFromText } from '../platform/decimal.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { HistoryRecord } from './history.ts'
import { loadBackground } from './load.ts'
import { loadTierMoves, type TierMoveItem } from './load-page.ts'
import { type Background, explanationOf, sentenceContextOf } from './rules/explain.ts'
import { findHistoryBelow } from './store/page.ts'
import { readRecords } from './store/records.ts'

export interface OwnLine {
  readonly text: string
  readonly points: Decimal
}

export interface OwnRecordItem {
  readonly kind: 'record'
  readonly record: HistoryRecord
  /** Why it has its points: they add up to its own. A change by hand has none: why it was made is the merchant's. */
  readonly lines: readonly OwnLine[]
  /** The reward, the quiz or the rule, as it is called. */
  readonly name: string | null
  /** What the redemption issued. */
  readonly coupon: Coupon | null
}

/** A row of a history as the customer sees it. */
export type OwnHistoryItem = OwnRecordItem | TierMoveItem

export interface PlacedItem {
  readonly id: number
  readonly item: OwnHistoryItem
}

/** The newest rows below a number, in the language of the tenant that is given. */
export async function loadOwnHistory(
  tx: Tx,
  tenant: Tenant,
  customerId: CustomerId,
  page: { readonly belowId: number; readonly limit: number },
): Promise<PlacedItem[]> {
  const owner = { tenantId: tenant.id, customerId }
  const rows = await findHistoryBelow(tx, owner, page)
  const idsOf = (isTierMove: boolean) =>
    rows.filter(({ is_tier_move }) => is_tier_move === isTierMove).map(({ id }) => id)
  const [records, moves] = await Promise.all([
    readRecords(tx, owner, idsOf(false)),
    loadTierMoves(tx, tenant, owner, idsOf(true)),
  ])
  const all = [...records.values()]
  const [background, couponOf] = await Promise.all([
    loadBackground(tx, tenant, all),
    loadCoupons(tx, tenant, all),
  ])
  return rows.flatMap(({ id }) => {
    const record = records.get(id)
    const item = record ? toItem(record, background, couponOf(record)) : moves.get(id)
    return item ? [{ id, item }] : []
  })
}

async function loadCoupons(
  tx: Tx,
  { id: tenantId }: Tenant,
  records: readonly HistoryRecord[],
): Promise<(record: HistoryRecord) => Coupon | null> {
  const codes = new Set(records.flatMap(({ source }) => codeOf(source) ?? []))
  if (codes.size === 0) return () => null
  const keys = [...codes].map((code) => ({ tenantId, key: codeKey(code) }))
  const found = await coupons.load(tx, keys)
  return ({ source }) => {
    const code = codeOf(source)
    return (code !== null && found.get(keyText({ tenantId, key: codeKey(code) }))) || null
  }
}

function codeOf(source: HistoryRecord['source']): string | null {
  return source?.kind === 'redemption' && source.coupon !== '' ? source.coupon : null
}

function toItem(record: HistoryRecord, background: Background, coupon: Coupon | null): OwnRecordItem {
  const { v, lines } = explanationOf(record)
  const context = sentenceContextOf(background, v)
  const { source } = record
  const isByHand = source?.kind === 'change'
  const texts = isByHand ? [] : reasonTextsForCustomer(lines, context)
  const quiz = lines.find(({ kind }) => kind === 'quiz')
  const rule = lines.flatMap((line) =>
    'rule' in line ? (context.program?.rules.find(({ id }) => id === line.rule)?.name ?? []) : [],
  )
  const name =
    source?.kind === 'redemption'
      ? background.names.of('reward', String(source.rewardId))
      : quiz && 'id' in quiz && quiz.id
        ? background.names.of('quiz', quiz.id)
        : rule.find((one) => one !== '')
  return {
    kind: 'record',
    record,
    lines: texts.map((text, place) => ({ text, points: decimalFromText(lines[place]?.points ?? '0') })),
    name: isByHand ? null : (name ?? null),
    coupon,
  }
}
