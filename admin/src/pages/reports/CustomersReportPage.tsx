import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useCounted } from '../../api/use-counted.ts'
import { Columns } from '../../components/chart/Columns.tsx'
import type { ChartColumn, Series, Target } from '../../components/chart/types.ts'
import { bucketWords, dayName, periodName } from '../../components/report/bucket-words.ts'
import { Controls } from '../../components/report/Controls.tsx'
import { Counted } from '../../components/report/Counted.tsx'
import { type KeyFigure, KeyFigures } from '../../components/report/KeyFigures.tsx'
import { searchOf } from '../../components/report/period.ts'
import { useCompared } from '../../components/report/use-compared.ts'
import { useReportSearch } from '../../components/report/use-report-search.ts'
import { useFormat } from '../../format/use-format.ts'
import { BuyersTable } from './BuyersTable.tsx'
import { NoOrders } from './NoOrders.tsx'
import { ReportFrame } from './ReportFrame.tsx'
import css from './reports.module.css'
import { useOrdersAsOf } from './use-orders-as-of.ts'

type Customers = NonNullable<Answer<'reports.customers'>['figures']>
type Days = Readonly<Record<string, string | number>>

/** Who bought, members and others beside each other, with the days before. */
export default function CustomersReportPage() {
  const { i18n } = useTranslation()
  const { chosen, choose, today, learnToday } = useReportSearch()
  const { period, step } = chosen
  const found = useCounted('reports.customers', { query: { ...period, step } })
  learnToday(found.data?.answer.today)
  return (
    <ReportFrame
      name="customers"
      about={useOrdersAsOf(periodName(period, i18n.language), found.data?.answer.asOf)}
      controls={<Controls chosen={chosen} today={today} onChoose={choose} />}
      query={{ ...period, step }}
    >
      <Counted found={found}>{(shown) => <Figures shown={shown} days={searchOf(chosen)} />}</Counted>
    </ReportFrame>
  )
}

const recordsOf = (days: Days, search: Readonly<Record<string, string>> = {}): Target => ({
  to: '/reports/customers/records',
  search: { ...days, ...search },
})

function Figures({ shown, days }: { readonly shown: Customers; readonly days: Days }) {
  const { t, i18n } = useTranslation()
  const keyFigures = useKeyFigures(shown, days)
  if (shown.since === null) return <NoOrders />
  return (
    <>
      <KeyFigures figures={keyFigures} />
      {shown.all.orders === 0 ? (
        <p className={`${css.below} muted`}>
          {t('orderReports.nothing', { date: dayName(shown.since, i18n.language) })}
        </p>
      ) : (
        <div className={css.below}>
          <OrderColumns shown={shown} />
        </div>
      )}
      <BuyersTable shown={shown} opens={(search) => recordsOf(days, search)} />
    </>
  )
}

function useKeyFigures(shown: Customers, days: Days): readonly KeyFigure[] {
  const { t } = useTranslation()
  const format = useFormat()
  const compared = useCompared()
  const { newMembers, activeCustomers: active, all } = shown
  const count = (key: string, label: string, value: number, before: number, opens: Target): KeyFigure => ({
    ...{ key, label, figure: format.number(value), opens },
    note: compared(String(value), String(before)),
  })
  return [
    count(
      'newMembers',
      t('orderReports.newMembers'),
      newMembers.value,
      newMembers.before,
      recordsOf(days, { show: 'first', buyers: 'members' }),
    ),
    {
      key: 'active',
      label: t('orderReports.active'),
      figure: active.value === null ? '–' : format.number(active.value),
      note:
        active.value === null
          ? t(active.state === 'notCounted' ? 'orderReports.activeNotCounted' : 'reports.key.atNight')
          : active.before === null
            ? ''
            : compared(String(active.value), String(active.before)),
    },
    count('orders', t('orderReports.orders'), all.orders, all.before.orders, recordsOf(days)),
    {
      key: 'sales',
      label: t('orderReports.sales'),
      figure: format.money(all.sales),
      note: compared(all.sales, all.before.sales),
      opens: recordsOf(days),
    },
  ]
}

function OrderColumns({ shown }: { readonly shown: Customers }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const { columns, period, step, all, newMembers } = shown
  const series: Series[] = [
    { key: 'returning', label: t('orderReports.returningOrders'), look: 'solid' },
    { key: 'first', label: t('orderReports.firstOrders'), look: 'hatched' },
  ]
  const linesOf = (of: Omit<Customers['columns'][number], 'from' | 'to'>) => [
    { label: t('orderReports.orders'), text: format.number(of.orders) },
    { label: t('orderReports.returningOrders'), text: format.number(of.returningOrders) },
    { label: t('orderReports.firstOrders'), text: format.number(of.firstOrders) },
    { label: t('orderReports.newMembers'), text: format.number(of.newMembers) },
    { label: t('orderReports.sales'), text: format.money(of.sales) },
    {
      label: t('orderReports.average'),
      text: of.averageOrder === null ? '–' : format.money(of.averageOrder),
    },
  ]
  return (
    <Columns
      title={t('orderReports.chart')}
      dimension={t(`reports.steps.${step}`)}
      series={series}
      columns={columns.map((column): ChartColumn => {
        const { from, to, returningOrders, firstOrders } = column
        return {
          key: from,
          ...bucketWords(from, step, period, i18n.language),
          amounts: [String(returningOrders), String(firstOrders)],
          lines: linesOf(column),
          // A day is as short as it gets: next are its orders.
          opens:
            step === 'day' ? recordsOf({ from, to }) : { to: '/reports/customers', search: { from, to } },
        }
      })}
      total={{ name: t('reports.total'), lines: linesOf({ ...all, newMembers: newMembers.value }) }}
    />
  )
}
