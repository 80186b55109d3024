import { COUPON_TYPE, type CouponType } from '../../coupons/coupon.ts'

/** What files call the types of coupons, beside our own names and numbers. Without case, accents and punctuation. */
const WORDS: Readonly<Record<keyof typeof COUPON_TYPE, string>> = {
  fixedValue: 'fixed fixedamount amount value valor valorfixo fixo valorfijo fijo montofijo',
  percent: 'percentage porcentagem percentual porcentaje',
  freeShipping: 'shippingfree fretegratis enviogratis',
  shippingDiscount: 'discountshipping descontonofrete descuentodeenvio',
  others: 'other custom product outro outros otro otros',
}

const TYPES = new Map<string, CouponType>(
  Object.entries(COUPON_TYPE).flatMap(([name, type]) => {
    const words = WORDS[name as keyof typeof COUPON_TYPE].split(' ')
    return [name.toLowerCase(), String(type), ...words].map((word) => [word, type] as const)
  }),
)

/** Null: it is no word for a type. */
export function couponTypeOfWord(word: string): CouponType | null {
  if (word.trim() === '%') return COUPON_TYPE.percent
  const plain = word.normalize('NFD').toLowerCase()
  return TYPES.get(plain.replace(/[^\p{L}\p{N}]/gu, '')) ?? null
}
