import { EXPIRING_WITHIN_DAYS } from '../../balances/public-api/schema.ts'
import type { OwnLots } from '../../balances/rules/own-lots.ts'
import type { Locale } from '../../contract/locale.ts'
import { type Showing, toOwnCode } from '../../coupons/public-api/present.ts'
import { wordsFor } from '../../earning/words.ts'
import { type Instant, instantToText, instantToTextOrNull, lastSecondBefore } from '../../platform/clock.ts'
import { type Decimal, ONE, roundTo, shortText, textWithPlaces, ZERO } from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { HistoryLot } from '../history.ts'
import type { OwnHistoryItem as Item, OwnRecordItem } from '../load-own-history.ts'
import type { TierMoveItem } from '../load-page.ts'
import type { Pending } from '../load-pending.ts'
import { kindOf, type MomentKind } from '../rules/kinds.ts'
import { countOf, type OwnPart, type OwnRecordSum } from '../rules/own-balance.ts'
import { noteOf, titleForCustomer, titleOfSeveral, titleOfTierMove, wordOfBalance } from '../texts.ts'
import type { OwnHistoryItem, OwnKind, OwnPending, Why } from './schema.ts'

const DAY_MS = 86_400_000

/** For whom; the language is the tenant's. */
export interface Presenting extends Showing {
  readonly tenant: Tenant
  readonly isCashbackOn: boolean
}

const KINDS: Readonly<Record<MomentKind, OwnKind>> = {
  earned: 'earned',
  orderChanged: 'changed',
  cancelled: 'cancelled',
  adjusted: 'adjusted',
  redeemed: 'redeemed',
  returned: 'refunded',
  expired: 'expired',
  imported: 'imported',
  merged: 'adjusted',
}

export function presentOwnItem(item: Item, presenting: Presenting): OwnHistoryItem {
  return item.kind === 'record' ? ofRecord(item, presenting) : ofTierMove(item, presenting)
}

function ofRecord({ record, lines, name, coupon }: OwnRecordItem, presenting: Presenting): OwnHistoryItem {
  const { tenant } = presenting
  const { type, order, amount, lot, source } = record
  const isByHand = source?.kind === 'change'
  return {
    at: instantToText(record.at),
    kind: KINDS[kindOf(type, isByHand)],
    title: titleForCustomer({ type, order, name, isByHand }, tenant.locale),
    points: shortText(amount.points),
    cashback: money(amount.cashback, presenting),
    availableAt: lot?.isWaiting ? instantToText(lot.availableAt) : null,
    expiresAt: instantToTextOrNull(lot?.expiresAt ? lastSecondBefore(lot.expiresAt) : null),
    lines: lines.map(({ text, points }) => ({ text, points: shortText(points) })),
    notes: lot ? notesOf(lot, tenant) : [],
    coupon: coupon && toOwnCode(coupon, presenting),
  }
}

function notesOf({ isWaiting, availableAt, expiresAt }: HistoryLot, tenant: Tenant): string[] {
  const { date } = wordsFor(tenant)
  return [
    ...(isWaiting ? [noteOf('available', date(availableAt), tenant.locale)] : []),
    ...(expiresAt === null ? [] : [noteOf('expires', date(lastSecondBefore(expiresAt)), tenant.locale)]),
  ]
}

function ofTierMove({ move, tierName }: TierMoveItem, presenting: Presenting): OwnHistoryItem {
  return {
    at: instantToText(move.at),
    kind: 'tier',
    title: titleOfTierMove(tierName, presenting.tenant.locale),
    points: '0',
    cashback: money(0n, presenting),
    availableAt: null,
    expiresAt: null,
    lines: [],
    notes: [],
    coupon: null,
  }
}

function money(cashback: Decimal, { isCashbackOn }: Presenting): string | null {
  return isCashbackOn ? textWithPlaces(roundTo(cashback, 2), 2) : null
}

export function presentPart({ of, points }: OwnPart, tenant: Tenant): NonNullable<Why['parts']>[number] {
  const { locale } = tenant
  return {
    sign: points < ZERO ? '-' : '+',
    text: of === 'pending' ? wordOfBalance(of, locale) : titleOfSeveral(toTitle(of, tenant), locale),
    points: shortText(points < ZERO ? -points : points),
  }
}

function toTitle(sum: OwnRecordSum, tenant: Tenant): Parameters<typeof titleOfSeveral>[0] {
  const { type, isByHand, onlyOrder } = sum
  return { type, isByHand, order: onlyOrder, count: wordsFor(tenant).count(BigInt(countOf(sum)) * ONE) }
}

export function presentLots({ months, later, never }: OwnLots, tenant: Tenant, now: Instant): Why['lots'] {
  const soon = now + EXPIRING_WITHIN_DAYS * DAY_MS
  const { month } = wordsFor(tenant)
  const rest = { later, never }
  return [
    ...months.map(({ points, firstAt }) => ({
      text: month(firstAt),
      points: shortText(points),
      isSoon: firstAt < soon,
    })),
    ...(['later', 'never'] as const)
      .filter((when) => rest[when] !== ZERO)
      .map((when) => ({
        text: wordOfBalance(when, tenant.locale),
        points: shortText(rest[when]),
        isSoon: false,
      })),
  ]
}

export function presentPending({ total, next, isCashbackOn }: Pending): OwnPending {
  return {
    points: shortText(total.points),
    cashback: isCashbackOn ? textWithPlaces(roundTo(total.cashback, 2), 2) : null,
    next: next && { points: shortText(next.points), at: instantToText(next.at) },
  }
}

/** The merchant, speaking the language of who asks. */
export function speaking(tenant: Tenant, locale: Locale): Tenant {
  return { ...tenant, locale }
}
