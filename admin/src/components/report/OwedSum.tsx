import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isZero } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import type { Target } from '../chart/types.ts'
import { Section } from '../layout/Page.tsx'
import { Notice } from '../notice/Notice.tsx'
import { dayName } from './bucket-words.ts'
import { addDays, type Chosen, type Period, searchOfDays } from './period.ts'
import { Receipt, type ReceiptNote } from './Receipt.tsx'

interface Sum {
  readonly points: string
  readonly worth: string | null
}

type Part =
  | 'start'
  | 'issued'
  | 'imported'
  | 'redeemed'
  | 'expired'
  | 'takenBack'
  | 'end'
  | 'pending'
  | 'owed'

interface OwedSumProps {
  readonly figures: {
    readonly period: Period
    readonly isStart: boolean
    readonly sum: (Readonly<Record<Part, Sum>> & { readonly expiring: Sum & { readonly by: string } }) | null
  }
  /** Nothing for those who may not see reports. */
  readonly target: (to: string, search?: Record<string, unknown>) => { readonly opens?: Target }
  /** As the address says them: the records behind a line are of the same days. */
  readonly days: Chosen | Period
  readonly actions?: ReactNode
}

/** From what was open to what is, and what that is worth. */
export function OwedSum({ figures: { sum, period, isStart }, target, days, actions }: OwedSumProps) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  if (!sum) {
    return (
      <Section title={t('reports.owe.title')}>
        <Notice what={t('reports.differ.what')}>{t('reports.differ.text')}</Notice>
      </Section>
    )
  }
  const day = (date: string) => dayName(date, i18n.language)
  const points = (show: 'issued' | 'redeemed' | 'expired' | 'takenBack') =>
    // The first days of a merchant end with today, which reports do not show.
    isStart
      ? {}
      : target('/reports/points', { ...searchOfDays(days), ...(show === 'issued' ? {} : { show }) })
  const line = (key: 'issued' | 'imported' | 'redeemed' | 'expired' | 'takenBack', isTaken: boolean) => ({
    key,
    label: t(`reports.flow.${key}`),
    amount: sum[key].points,
    isTaken,
    ...(key === 'imported' ? {} : points(key)),
  })
  const liability = target('/reports/liability')
  const notes: ReceiptNote[] = []
  if (sum.end.worth !== null) {
    notes.push({ key: 'worth', label: t('reports.owe.worth'), text: format.money(sum.end.worth) })
  }
  notes.push({
    key: 'soon',
    label: t('reports.owe.expiring', { date: day(sum.expiring.by) }),
    text: format.points(sum.expiring.points),
    ...liability,
  })
  if (!isZero(sum.owed.points)) {
    notes.push({
      key: 'owed',
      label: t('reports.owe.owed'),
      text: format.points(sum.owed.points),
      ...liability,
    })
  }
  if (!isZero(sum.pending.points)) {
    notes.push({
      key: 'pending',
      label: t('reports.owe.pending'),
      text: format.points(sum.pending.points),
      isPending: true,
      ...liability,
    })
  }
  return (
    <Section title={t('reports.owe.title')} actions={actions}>
      <Receipt
        label={t('reports.owe.title')}
        start={{
          label: t('reports.owe.open', { date: day(addDays(period.from, -1)) }),
          amount: sum.start.points,
        }}
        changes={[
          line('issued', false),
          ...(isZero(sum.imported.points) ? [] : [line('imported', false)]),
          line('redeemed', true),
          line('expired', true),
          line('takenBack', true),
        ]}
        end={{
          label: isStart ? t('reports.owe.openNow') : t('reports.owe.open', { date: day(period.to) }),
          amount: sum.end.points,
        }}
        notes={notes}
      />
    </Section>
  )
}
