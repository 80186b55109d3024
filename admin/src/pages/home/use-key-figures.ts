import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useReportTarget } from '../../api/use-report-target.ts'
import { dayName } from '../../components/report/bucket-words.ts'
import type { KeyFigure } from '../../components/report/KeyFigures.tsx'
import { type Chosen, searchOf } from '../../components/report/period.ts'
import { useCompared } from '../../components/report/use-compared.ts'
import { tenthsOfPercent } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'

type Overview = NonNullable<Answer<'reports.overview'>['figures']>

/** The four figures that are looked at first, each beside what it was before. */
export function useKeyFigures({ keyFigures, isStart, since }: Overview, chosen: Chosen): KeyFigure[] {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const compared = useCompared()
  const target = useReportTarget()
  const { issued, redemptionRate, activeCustomers: active, repeatPurchase: repeat } = keyFigures
  const start =
    isStart && since !== null ? t('reports.key.since', { date: dayName(since, i18n.language) }) : ''
  const rateOf = (rate: Overview['keyFigures']['redemptionRate']['now']): string =>
    format.percent(tenthsOfPercent(rate.redeemed, rate.issued))
  const before = (value: string): string => t('reports.key.before', { value })
  const opens = (show?: string) =>
    isStart ? {} : target('/reports/points', { ...searchOf(chosen), ...(show ? { show } : {}) })
  return [
    {
      key: 'issued',
      label: t('reports.key.issued'),
      figure: format.points(issued.now.points),
      note: issued.before ? compared(issued.now.points, issued.before.points) : start,
      ...opens(),
    },
    {
      key: 'rate',
      label: t('reports.key.redemptionRate'),
      figure: rateOf(redemptionRate.now),
      note: redemptionRate.before
        ? before(rateOf(redemptionRate.before))
        : t('reports.key.ofIssued', {
            redeemed: format.points(redemptionRate.now.redeemed),
            issued: format.points(redemptionRate.now.issued),
          }),
      ...opens('redeemed'),
    },
    {
      key: 'active',
      label: t('reports.key.active'),
      figure: active.value === null ? '–' : format.number(active.value),
      note:
        active.value === null
          ? t('reports.key.atNight')
          : active.before === null
            ? start
            : compared(String(active.value), String(active.before)),
    },
    {
      key: 'repeat',
      label: t('reports.key.repeat'),
      figure:
        repeat.members === null
          ? '–'
          : format.percent(tenthsOfPercent(String(repeat.repeated ?? 0), String(repeat.members))),
      note:
        repeat.members === null
          ? t('reports.key.atNight')
          : [
              t('reports.key.ofMembers', {
                repeated: format.number(repeat.repeated ?? 0),
                members: format.number(repeat.members),
              }),
              ...(repeat.before === null
                ? []
                : [before(format.percent(tenthsOfPercent(repeat.before, '1')))]),
            ].join(' · '),
    },
  ]
}
