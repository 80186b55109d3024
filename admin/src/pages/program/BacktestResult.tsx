import { useTranslation } from 'react-i18next'
import { Section } from '../../components/layout/Page.tsx'
import { Warning } from '../../components/notice/Notice.tsx'
import { type FigureColumn, FigureTable } from '../../components/report/FigureTable.tsx'
import { absolute, isBelowZero, isZero } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { BacktestCheck } from './BacktestCheck.tsx'
import { BacktestCustomers } from './BacktestCustomers.tsx'
import { BacktestLargest } from './BacktestLargest.tsx'
import { BacktestRules } from './BacktestRules.tsx'
import css from './backtest.module.css'
import { type Backtest, type Both, differenceOf, type Result, tenthsOf } from './backtest.ts'

interface ResultProps {
  readonly backtest: Backtest
  readonly result: Result
}

export function BacktestResult({ backtest, result }: ResultProps) {
  return (
    <>
      <Headline result={result} />
      <Figures backtest={backtest} result={result} />
      <BacktestCheck result={result} />
      <BacktestRules backtest={backtest} result={result} />
      <BacktestCustomers result={result} />
      <Months backtest={backtest} result={result} />
      <BacktestLargest backtest={backtest} result={result} />
      <LeftOut result={result} />
    </>
  )
}

function Headline({ result: { points, change, worth } }: { readonly result: Result }) {
  const { t } = useTranslation()
  const format = useFormat()
  const difference = differenceOf(points)
  if (isZero(difference)) return <h2 className={css.headline}>{t('backtests.headline.same')}</h2>
  const size = format.points(absolute(difference))
  const words =
    change === null
      ? t('backtests.headline.first', { points: size })
      : t(`backtests.headline.${isBelowZero(difference) ? 'fewer' : 'more'}`, {
          points: size,
          percent: format.percent(Math.abs(tenthsOf(change))),
        })
  return (
    <h2 className={css.headline}>
      {words}
      {worth ? t('backtests.headline.worth', { worth: format.money(absolute(differenceOf(worth))) }) : null}
    </h2>
  )
}

interface Row {
  readonly name: string
  readonly live: string
  readonly candidate: string
  readonly difference: string
  readonly change: string
}

/** What the program that is tried out is called here. */
function useCandidate({ of, version }: Backtest): string {
  const { t } = useTranslation()
  return t(`backtests.candidate.${of}`, { version: version ?? 0 })
}

function useColumns(backtest: Backtest): readonly FigureColumn<Row>[] {
  const { t } = useTranslation()
  const candidate = useCandidate(backtest)
  return [
    { head: t('backtests.live'), text: ({ live }) => live },
    { head: candidate, text: (row) => row.candidate },
    { head: t('backtests.difference'), text: ({ difference }) => difference, isMain: true },
    { head: t('backtests.percent'), text: ({ change }) => change },
  ]
}

function Figures({ backtest, result }: ResultProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { points, worth, share, tiers } = result
  const percent = result.change === null ? '–' : signed(tenthsOf(result.change), format.percent)
  const row = (name: string, both: Both, write: (amount: string) => string): Row => {
    const difference = differenceOf(both)
    const sign = isBelowZero(difference) || isZero(difference) ? '' : '+'
    return {
      ...{ name, live: write(both.live), candidate: write(both.candidate) },
      ...{ difference: `${sign}${write(difference)}`, change: percent },
    }
  }
  const rows: Row[] = [
    row(t('backtests.points'), points, format.points),
    ...(worth ? [row(t('backtests.worth'), worth, format.money)] : []),
    ...(share.live === null || share.candidate === null
      ? []
      : [
          {
            name: t('backtests.share'),
            live: format.percent(tenthsOf(share.live)),
            candidate: format.percent(tenthsOf(share.candidate)),
            difference: t('backtests.percentagePoints', {
              points: format.signed(String((tenthsOf(share.candidate) - tenthsOf(share.live)) / 10)),
            }),
            change: '–',
          },
        ]),
    ...(tiers?.tiers ?? []).map(({ id, name, live, candidate }) => ({
      name: id === null ? t('backtests.noTier') : t('backtests.tier', { tier: name }),
      live: format.number(live),
      candidate: format.number(candidate),
      difference: format.signed(String(candidate - live)),
      change: '–',
    })),
  ]
  return (
    <>
      <FigureTable
        label={t('backtests.figures')}
        name={{ head: t('backtests.figure'), text: ({ name }) => name }}
        columns={useColumns(backtest)}
        rows={rows}
        keyOf={({ name }) => name}
      />
      {tiers && tiers.tiers.length > 0 ? (
        <p className={css.note}>
          {t('backtests.tierNote', { up: format.number(tiers.up), down: format.number(tiers.down) })}
        </p>
      ) : null}
    </>
  )
}

function signed(tenths: number, write: (tenths: number) => string): string {
  return `${tenths > 0 ? '+' : ''}${write(tenths)}`
}

function Months({ backtest, result }: ResultProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const rows = result.months.map(({ month, points }): Row => {
    return {
      name: month === null ? t('backtests.months.never') : format.month(`${month}-15T12:00:00Z`),
      live: format.points(points.live),
      candidate: format.points(points.candidate),
      difference: format.signed(differenceOf(points)),
      change: '',
    }
  })
  const columns = useColumns(backtest).slice(0, -1)
  if (rows.length === 0) return null
  return (
    <Section title={t('backtests.months.title')} about={t('backtests.months.about')}>
      <FigureTable
        label={t('backtests.months.title')}
        name={{ head: t('backtests.months.month'), text: ({ name }) => name }}
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
      />
    </Section>
  )
}

function LeftOut({ result: { incomparable, byTodaysCatalog } }: { readonly result: Result }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={css.left}>
      {byTodaysCatalog > 0 ? (
        <Warning>
          {t('backtests.left.today', { count: byTodaysCatalog, number: format.number(byTodaysCatalog) })}
        </Warning>
      ) : null}
      {incomparable.map(({ why, orders }) => (
        <Warning key={why}>
          {t(`backtests.left.${why}`, { count: orders, number: format.number(orders) })}
        </Warning>
      ))}
    </div>
  )
}
