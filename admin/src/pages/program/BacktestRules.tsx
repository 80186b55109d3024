import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon/Icon.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './backtest.module.css'
import { differenceOf, type Result, rulesThatChange } from './backtest.ts'

/** Beside the result: the rules it comes from, and whether the live program gives what was recorded. */
export function BacktestRules({ result }: { readonly result: Result }) {
  const { t } = useTranslation()
  const format = useFormat()
  const rules = rulesThatChange(result)
  return (
    <section className={css.rules} aria-labelledby="backtest-rules">
      <h2 id="backtest-rules">{t('backtests.rules.title')}</h2>
      {rules.length === 0 ? <p className="muted">{t('backtests.rules.none')}</p> : null}
      <ul>
        {rules.map(({ rule, name, sentence, change, points, orders }) => (
          <li key={rule ?? 'tiers'} className={css.rule}>
            <div>
              <p className={change === 'removed' ? css.removed : undefined}>{sentence}</p>
              <p className={css.ruleAbout}>
                {[
                  name,
                  t('backtests.rules.orders', { count: orders, number: format.number(orders) }),
                  change === 'same' ? '' : t(`backtests.rules.change.${change}`),
                ]
                  .filter((word) => word !== '')
                  .join(' · ')}
              </p>
            </div>
            <span className={css.figure}>{format.signed(differenceOf(points))}</span>
          </li>
        ))}
      </ul>
      {rules.length > 0 ? (
        <p className={css.together}>
          <b>{t('backtests.rules.together')}</b>
          <b className={css.figure}>{format.signed(differenceOf(result.points))}</b>
        </p>
      ) : null}
      <Check result={result} />
    </section>
  )
}

function Check({ result: { check } }: { readonly result: Result }) {
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
