import { useTranslation } from 'react-i18next'
import type { StatusKind } from '../../components/status/Status.tsx'
import { useFormat } from '../../format/use-format.ts'

interface Given {
  readonly type: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
  readonly value: string
}

export const COUPON_STATUS: Readonly<Record<'open' | 'used' | 'inactive' | 'notYet' | 'over', StatusKind>> = {
  open: 'well',
  used: 'off',
  inactive: 'off',
  notYet: 'waiting',
  over: 'off',
}

/** What a coupon gives, in a few words. */
export function useCouponWorth(): (coupon: Given) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ type, value }) => {
    const shown = type === 'percent' ? format.points(value) : format.money(value)
    return t(`customers.coupons.types.${type}`, { value: shown })
  }
}
