import { useTranslation } from 'react-i18next'
import { Section } from '../../components/layout/Page.tsx'
import { FigureTable } from '../../components/report/FigureTable.tsx'
import { isBelowZero, isZero } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { type Backtest, differenceOf, type Result, type RuleOfBacktest, rulesOf } from './backtest.ts'

interface RulesProps {
  readonly backtest: Backtest
  readonly result: Result
}

/** The rules it comes from: those that give something else, and all others as one row, so that they add up. */
export function BacktestRules({ backtest: { of, version }, result }: RulesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { changing, others } = rulesOf(result)
  const aboutRule = ({ name, orders, change }: RuleOfBacktest): string =>
    [
      name,
      t('backtests.rules.orders', { count: orders, number: format.number(orders) }),
      change === 'same' ? '' : t(`backtests.rules.change.${change}`),
    ]
      .filter((word) => word !== '')
      .join(' · ')
  const rows = [
    ...changing.map((rule) => ({ ...rule, key: String(rule.rule), note: aboutRule(rule) })),
    ...(others ? [{ ...others, sentence: t('backtests.rules.others'), key: 'others', note: null }] : []),
  ]
  const money = (amount: string): string =>
    `${isBelowZero(amount) || isZero(amount) ? '' : '+'}${format.money(amount)}`
  const { points, worth } = result
  return (
    <Section title={t('backtests.rules.title')} about={t('backtests.rules.about')}>
      <FigureTable
        label={t('backtests.rules.title')}
        name={{
          head: t('backtests.rules.rule'),
          text: ({ sentence }) => sentence,
          note: ({ note }) => note,
        }}
        columns={[
          {
            head: t('backtests.live'),
            text: (row) => format.points(row.points.live),
            total: format.points(points.live),
          },
          {
            head: t(`backtests.candidate.${of}`, { version: version ?? 0 }),
            text: (row) => format.points(row.points.candidate),
            total: format.points(points.candidate),
          },
          {
            head: t('backtests.difference'),
            text: (row) => format.signed(differenceOf(row.points)),
            total: format.signed(differenceOf(points)),
            isMain: true,
          },
          ...(worth
            ? [
                {
                  head: t('backtests.worth'),
                  text: (row: { readonly worth: RuleOfBacktest['worth'] }) =>
                    row.worth ? money(differenceOf(row.worth)) : '–',
                  total: money(differenceOf(worth)),
                },
              ]
            : []),
        ]}
        rows={changing.length === 0 ? [] : rows}
        keyOf={({ key }) => key}
        total={t('backtests.rules.together')}
        empty={t('backtests.rules.none')}
      />
    </Section>
  )
}
