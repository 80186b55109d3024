import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon/Icon.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './backtest.module.css'
import type { Result } from './backtest.ts'

/** Whether the live program gives what was recorded. */
export function BacktestCheck({ result: { check } }: { readonly result: Result }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { differences, orders, first } = check
  const isWell = differences === 0
  return (
    <p className={css.check}>
      <Icon name={isWell ? 'check' : 'alert'} size={16} />
      <span>
        {t(isWell ? 'backtests.check.well' : 'backtests.check.wrong')}{' '}
        <b>
          {t('backtests.check.differences', {
            ...{ count: differences, number: format.number(differences), orders: format.number(orders) },
          })}
        </b>
        {isWell ? null : ` ${t('backtests.check.first', { orders: first.slice(0, 5).join(', ') })}`}
      </span>
    </p>
  )
}
