import { useTranslation } from 'react-i18next'

/** Kinds that this panel has a name for; others tell their own. */
const EXPORTS = [
  ...([
    'customers',
    'customer',
    'orders',
    'redemptions',
    'lots',
    'movements',
    'coupons',
    'couponCodes',
  ] as const),
  ...(['tierMoves', 'stampCards', 'quizAnswers', 'audit'] as const),
]

/** What the rows of an export are. */
export function useExportedRows(): (kind: string) => string {
  const { t } = useTranslation()
  return (kind) => {
    const known = EXPORTS.find((one) => one === kind)
    return known ? t(`data.export.kinds.${known}`) : kind
  }
}
