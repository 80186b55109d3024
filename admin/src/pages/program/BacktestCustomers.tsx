import { useTranslation } from 'react-i18next'
import { Columns } from '../../components/chart/Columns.tsx'
import type { ChartColumn } from '../../components/chart/types.ts'
import { useFormat } from '../../format/use-format.ts'
import css from './backtest.module.css'
import type { Result } from './backtest.ts'

type Bucket = Result['customers']['buckets'][number]

/** How many customers get how many points fewer or more: fewer at the left, more at the right. */
export function BacktestCustomers({ result: { customers } }: { readonly result: Result }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { more, fewer, same, buckets } = customers
  if (more + fewer === 0) return null
  const rangeOf = ({ above, upTo }: Bucket): string =>
    upTo === null
      ? t('backtests.customers.over', { from: format.number(above) })
      : t('backtests.customers.upTo', {
          from: format.number(above + 1),
          to: format.number(upTo),
        })
  const column = (bucket: Bucket, way: 'more' | 'fewer'): ChartColumn => {
    const range = rangeOf(bucket)
    const count = String(bucket[way])
    return {
      key: `${way}-${bucket.above}`,
      name: t(`backtests.customers.${way}Name`, { range }),
      tick: range,
      amounts: way === 'fewer' ? [count, '0'] : ['0', count],
      lines: [{ label: t('backtests.customers.count'), text: format.number(bucket[way]) }],
    }
  }
  const columns = [
    ...between(buckets, 'fewer')
      .toReversed()
      .map((bucket) => column(bucket, 'fewer')),
    ...between(buckets, 'more').map((bucket) => column(bucket, 'more')),
  ]
  return (
    <div className={css.customers}>
      <Columns
        title={t('backtests.customers.title')}
        about={t('backtests.customers.same', {
          count: same,
          number: format.number(same),
          all: format.number(more + fewer + same),
        })}
        dimension={t('backtests.customers.dimension')}
        series={[
          { key: 'fewer', label: t('backtests.customers.fewer'), look: 'light' },
          { key: 'more', label: t('backtests.customers.more'), look: 'solid' },
        ]}
        columns={columns}
      />
    </div>
  )
}

/** From the first class with a customer to the last. */
function between(buckets: readonly Bucket[], way: 'more' | 'fewer'): readonly Bucket[] {
  const first = buckets.findIndex((bucket) => bucket[way] > 0)
  const last = buckets.findLastIndex((bucket) => bucket[way] > 0)
  return first < 0 ? [] : buckets.slice(first, last + 1)
}
