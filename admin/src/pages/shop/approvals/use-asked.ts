import { useTranslation } from 'react-i18next'
import { absolute, isBelowZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import type { Approval } from './approval.ts'

interface Named {
  readonly id: number
  readonly name: string | null
  readonly label: string | null
  readonly erasedAt: string | null
}

/** Whom it is about: by name, else by the public id. */
export function useTargetName(): (target: Named) => string {
  const { t } = useTranslation()
  return ({ id, name, label, erasedAt }) =>
    erasedAt === null ? name || label || String(id) : t('customers.erased')
}

/** What was requested, as a sentence. */
export function useAsked(): (approval: Approval) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useTargetName()
  return ({ adjustment, merge, target, kind, ...approval }) => {
    if ((kind === 'import' || kind === 'undo') && approval.import) {
      const { lines, points } = approval.import
      const said = { lines: format.number(lines), points: format.points(points) }
      return t(`approvals.asked.${kind}`, { file: target.label, ...said })
    }
    const customer = nameOf(target)
    if (merge) return t('approvals.asked.merge', { from: nameOf(merge.from), customer })
    if (!adjustment) return t('approvals.asked.erase', { customer })
    const { points, cashback } = adjustment
    const amount = points ?? cashback ?? '0'
    const shown = points === null ? format.money(absolute(amount)) : format.points(absolute(amount))
    const what = points === null ? 'cashback' : 'points'
    const way = isBelowZero(amount) ? 'take' : 'give'
    return t(`approvals.asked.${way}.${what}`, { amount: shown, customer })
  }
}
