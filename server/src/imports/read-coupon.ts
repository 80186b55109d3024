import { type CouponType, codeKey, isOver, type SentCoupon, whyWrongValue } from '../coupons/coupon.ts'
import { type Instant, lastSecondBefore } from '../platform/clock.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import { startOfDay } from '../platform/zone.ts'
import type { CouponContext, CouponLine, CouponValues } from './coupon-line.ts'
import type { LineRefusal, ReadLine } from './line.ts'
import { lineKey } from './line-key.ts'
import {
  customerNamed,
  pastMoment,
  Refused,
  shown,
  startOfMoment,
  textOf,
  unlessRefused,
} from './read-line.ts'
import { rewardNamed } from './reward-named.ts'
import { couponTypeOfWord } from './rules/coupon-type.ts'
import { AMOUNT_BELOW } from './rules/too-much.ts'

/** What a line of coupons asks for, or why it can't be done. */
export function readCoupon(
  { line, values }: ReadLine<CouponValues>,
  context: CouponContext,
): CouponLine | LineRefusal {
  return unlessRefused(() => {
    const code = codeOf(values.code)
    const { type, value } = worthOf(values, context)
    const dates = datesOf(values, context)
    const sent = customerNamed(values)
    const coupon: SentCoupon = {
      ...{ couponCode: code, originalId: null, type, value, ...dates, isUsed: false },
      ...{ customerKey: sent.originalId, customer: sent },
    }
    const isOut = isOutOfUse(values)
    const isPast = isOver({ ...coupon, isEndSent: true, issued: null }, context.now, context.timeZone)
    if (isPast && !isOut && context.options.expired === 'refuse') {
      throw new Refused('coupon-over', 'validUntil')
    }
    return {
      ...{ line, sent, coupon, isLeftOut: isPast || isOut },
      key: lineKey(context.salt, { by: 'key', kind: context.kind, key: codeKey(code) }),
    }
  })
}

/** A code is what it is known by, so there is none without one. */
export function codeOf(written: string | undefined): string {
  const code = textOf(written, 'code')
  if (code === null) throw new Refused('no-code', 'code')
  return code
}

/** Whether the file says itself that it can’t be used any more. */
export function isOutOfUse({ isUsed, usedAt, inactivatedAt }: CouponValues): boolean {
  return isUsed === true || usedAt !== undefined || inactivatedAt !== undefined
}

/** As the line says it; without a type, as the reward says whose coupon it is. */
function worthOf(
  { type: written, value, rewardId }: CouponValues,
  { rewards }: CouponContext,
): { readonly type: CouponType; readonly value: Decimal } {
  const word = textOf(written, 'type')
  if (word === null) {
    const name = textOf(rewardId, 'rewardId')
    if (name === null) throw new Refused('unknown-coupon-type', 'type', { value: '' })
    const reward = rewardNamed(rewards, name)
    return checked(reward.couponType, value ?? reward.value)
  }
  const type = couponTypeOfWord(word)
  if (type === null) throw new Refused('unknown-coupon-type', 'type', { value: shown(word) })
  return checked(type, value ?? ZERO)
}

function checked(type: CouponType, value: Decimal) {
  if (value >= AMOUNT_BELOW) throw new Refused('not-storable', 'value')
  const wrong = whyWrongValue(type, value)
  if (wrong) throw new Refused(wrong === 'above-100-percent' ? 'above-100-percent' : 'value-needed', 'value')
  return { type, value }
}

function datesOf(
  values: CouponValues,
  context: CouponContext,
): Pick<SentCoupon, 'createdAt' | 'validFrom' | 'validUntil'> {
  const validity = validityOf(values, context.timeZone)
  return { createdAt: pastMoment(values.createdAt, 'createdAt', context), ...validity }
}

/** From when and until when a line says that a code is good. */
export function validityOf(
  values: Pick<CouponValues, 'validFrom' | 'validUntil'>,
  timeZone: string,
): Pick<SentCoupon, 'validFrom' | 'validUntil'> {
  const validFrom = startOfMoment(values.validFrom, timeZone)
  const validUntil = endOfValidity(values.validUntil, timeZone)
  if (validFrom !== null && validUntil !== null && validUntil < validFrom) {
    throw new Refused('ends-before-it-begins', 'validUntil')
  }
  return { validFrom, validUntil }
}

/** Dates of coupons count by the day: it is good through that day. */
function endOfValidity(moment: CouponValues['validUntil'], timeZone: string): Instant | null {
  if (moment?.kind !== 'day') return startOfMoment(moment, timeZone)
  return lastSecondBefore(startOfDay(moment.day + 1, timeZone))
}
