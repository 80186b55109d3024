import { useTranslation } from 'react-i18next'
import type { Member } from '../../components/editing/ChangedDialog.tsx'
import { memberAt } from '../../components/editing/path.ts'
import { useFormat } from '../../format/use-format.ts'
import type { RewardValues } from './reward-values.ts'

/** Each member that a person can change, and the name of its field. */
const FIELDS = [
  ['title', 'title'],
  ['isActive', 'isActive'],
  ['prizeOnly', 'prizeOnly'],
  ['points', 'points'],
  ['value', 'value'],
  ['description', 'description'],
  ['preTitle', 'preTitle'],
  ['customTitle', 'customTitle'],
  ['longDescription', 'longDescription'],
  ['usageInstructions', 'usageInstructions'],
  ['usesCustomInstruction', 'usesCustomInstruction'],
  ['icons.url', 'picture'],
  ['validFrom', 'validFrom'],
  ['validUntil', 'validUntil'],
  ['limits.perCustomer', 'perCustomer'],
  ['limits.total', 'total'],
  ['tiers', 'tiers'],
  ['channel', 'channel'],
  ['coupon.prefix', 'prefix'],
  ['coupon.validDays', 'validDays'],
  ['coupon.minimumPurchase', 'minimumPurchase'],
  ['coupon.cumulative', 'cumulative'],
  ['coupon.byHand', 'byHand'],
  ['coupon.expiresMissingInPlatform', 'expiresMissing'],
  ['cashback.maximum', 'cashbackMaximum'],
  ['cashback.percentOfPurchase', 'percentOfPurchase'],
  ['cashback.informativeOnly', 'informativeOnly'],
  ['cashback.informativeText', 'informativeText'],
  ['cashback.rules', 'rules'],
  ['collections.which', 'which'],
  ['collections.ids', 'collections'],
] as const
type Field = (typeof FIELDS)[number][0]

export const REWARD_FIELDS: readonly Field[] = FIELDS.map(([path]) => path)

/** For the dialog of two who change the same reward. */
export function useRewardMembers(): readonly Member<RewardValues>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const words = (value: unknown, path: Field): string => {
    if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no')
    if (Array.isArray(value)) return value.join(', ')
    if (path === 'validFrom') return value ? format.moment(String(value)) : ''
    if (path === 'validUntil') return value ? format.end(String(value)) : ''
    if (path === 'channel') return t(`rewards.channels.${value as RewardValues['channel']}`)
    if (path === 'collections.which') {
      return t(`rewards.which.${value as RewardValues['collections']['which']}`)
    }
    return String(value ?? '')
  }
  return FIELDS.map(([path, name]) => ({
    path,
    label: t(`rewards.fields.${name}`),
    show: (values) => words(memberAt(values, path), path),
  }))
}
