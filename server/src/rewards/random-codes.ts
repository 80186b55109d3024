import { randomBytes } from 'node:crypto'
import { codeFromBytes } from '../coupons/coupon.ts'

const COUPON_CODE_LENGTH = 10
/** Longer, because it also stands in for a key that was not sent. */
const EXTERNAL_CODE_LENGTH = 16

/** What a decision to redeem is given, because it is pure. */
export function randomCodes(): { externalCode: string; couponCode: string } {
  return {
    externalCode: codeFromBytes(randomBytes(EXTERNAL_CODE_LENGTH)),
    couponCode: codeFromBytes(randomBytes(COUPON_CODE_LENGTH)),
  }
}
