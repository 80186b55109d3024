import { POINT_TYPE } from '../../accounts/account.ts'
import { hasBegun, isOpen, isOver } from '../../coupons/coupon.ts'
import { type Instant, instantToText, lastSecondBefore } from '../../platform/clock.ts'
import { decimalToNumber, moneyToNumber } from '../../platform/decimal.ts'
import { moneyText } from '../../rewards/texts.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { ExplainedLine, ExplainedRecord } from '../history.ts'
import type { HistoryItem as Item, RecordItem, TierMoveItem } from '../load-page.ts'
import { titleOfRecord, titleOfTierMove } from '../texts.ts'
import type { Explanation, HistoryItem } from './schema.ts'

/** For whom and when it is presented. */
export interface Presenting {
  readonly tenant: Tenant
  readonly now: Instant
  readonly isCashbackOn: boolean
}

export function toHistoryItem(item: Item, presenting: Presenting): HistoryItem {
  return item.kind === 'record' ? ofRecord(item, presenting) : ofTierMove(item, presenting)
}

function ofRecord(item: RecordItem, presenting: Presenting): HistoryItem {
  const { record, explained } = item
  const { tenant, isCashbackOn } = presenting
  const { lot, amount } = record
  return {
    Id: record.id,
    Date: instantToText(record.at),
    Title: titleOfRecord({ type: record.type, order: record.order, name: nameOf(item) }, tenant.locale),
    Points: decimalToNumber(amount.points),
    PointType: record.type,
    IsCanceled: isCanceled(item),
    ...couponMembers(item, presenting),
    CashbackDescription: isCashbackOn ? moneyText(amount.cashback, tenant.locale, tenant.currency) : null,
    CashbackValue: moneyToNumber(amount.cashback),
    IsTierHistory: false,
    TierUpdate: 0,
    TierName: null,
    OrderId: record.order,
    AvailableDate: lot && instantToText(lot.availableAt),
    ExpirationDate: endOf(lot?.expiresAt ?? null),
    RemainingPoints: lot && decimalToNumber(lot.remaining.points),
    RemainingCashback: lot && moneyToNumber(lot.remaining.cashback),
    Origins: record.used.map(({ lotId, used }) => ({
      PointId: lotId,
      UsedPoints: decimalToNumber(used.points),
      UsedCashback: moneyToNumber(used.cashback),
    })),
    Explanation: toExplanation(explained),
  }
}

function endOf(end: Instant | null): string | null {
  return end === null ? null : instantToText(lastSecondBefore(end))
}

/** What was undone: the points of an order that was cancelled, or a redemption that was returned. */
function isCanceled({ record, redeemed }: RecordItem): boolean {
  switch (record.type) {
    case POINT_TYPE.purchase:
    case POINT_TYPE.orderAdjusted:
      return record.isOrderCancelled
    case POINT_TYPE.redeem:
      return redeemed !== null && redeemed.redemption.returnedAt !== null
    default:
      return false
  }
}

function couponMembers({ redeemed }: RecordItem, { tenant, now }: Presenting) {
  if (!redeemed) {
    return {
      CouponCode: null,
      CouponRefunded: false,
      CouponIsUsed: false,
      CouponIsAvailable: false,
      Metadatas: [],
    }
  }
  const { redemption, coupon } = redeemed
  const { timeZone } = tenant
  return {
    CouponCode: coupon.code,
    CouponRefunded: redemption.returnedAt !== null,
    CouponIsUsed: coupon.isUsed,
    CouponIsAvailable: isOpen(coupon) && hasBegun(coupon, now, timeZone) && !isOver(coupon, now, timeZone),
    Metadatas: redemption.metadata.map(({ name, value }) => ({ Name: name, Value: value })),
  }
}

/** The reward, or the rule of an action. The reason of a change is for the merchant alone, and is in its explanation. */
function nameOf({ redeemed, explained }: RecordItem): string | null {
  return redeemed ? redeemed.title : (explained.lines.find(({ rule }) => rule !== null)?.rule ?? null)
}

function ofTierMove({ move, tierName, direction }: TierMoveItem, { tenant }: Presenting): HistoryItem {
  return {
    Id: move.id,
    Date: instantToText(move.at),
    Title: titleOfTierMove(tierName, tenant.locale),
    Points: 0,
    PointType: null,
    IsCanceled: false,
    CouponCode: null,
    CouponRefunded: false,
    CouponIsUsed: false,
    CouponIsAvailable: false,
    CashbackDescription: null,
    CashbackValue: 0,
    IsTierHistory: true,
    TierUpdate: direction === 'up' ? 1 : 2,
    TierName: tierName,
    Metadatas: [],
    OrderId: null,
    AvailableDate: null,
    ExpirationDate: null,
    RemainingPoints: null,
    RemainingCashback: null,
    Origins: [],
    Explanation: null,
  }
}

export function toExplanation({
  programVersion,
  lines,
  none,
}: Pick<ExplainedRecord, 'programVersion' | 'lines'> & { readonly none: string | null }): Explanation {
  return { ProgramVersion: programVersion, Lines: lines.map(toLine), NoneReason: none }
}

function toLine(line: ExplainedLine): Explanation['Lines'][number] {
  return {
    Kind: line.kind,
    RuleId: line.ruleId,
    Name: line.rule,
    Amount: line.amount === null ? null : moneyToNumber(line.amount),
    Count: line.count,
    ReferenceId: line.referenceId,
    Points: decimalToNumber(line.points),
    Text: line.text,
  }
}
