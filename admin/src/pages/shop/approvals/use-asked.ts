import { useTranslation } from 'react-i18next'
import { absolute, isBelowZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import type { Approval } from './approval.ts'

/** What somebody has asked for, as a sentence. */
export function useAsked(): (approval: Approval) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ adjustment, target }) => {
    const customer = target.name ?? target.label
    if (!adjustment) return t('approvals.asked.erase', { customer })
    const { points, cashback } = adjustment
    const amount = points ?? cashback ?? '0'
    const shown = points === null ? format.money(absolute(amount)) : format.points(absolute(amount))
    const what = points === null ? 'cashback' : 'points'
    const way = isBelowZero(amount) ? 'take' : 'give'
    return t(`approvals.asked.${way}.${what}`, { amount: shown, customer })
  }
}
