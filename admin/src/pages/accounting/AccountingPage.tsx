import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useDialogInAddress } from '../../components/dialog/use-dialog-in-address.ts'
import { Empty } from '../../components/empty/Empty.tsx'
import { Page, Section } from '../../components/layout/Page.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { monthWords } from '../../components/report/bucket-words.ts'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { Status } from '../../components/status/Status.tsx'
import { type Column, DataTable } from '../../components/table/DataTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './accounting.module.css'
import { EstimateDialog } from './EstimateDialog.tsx'
import { Estimates } from './Estimates.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { useEnded } from './use-ended.ts'

type Settings = Answer<'accounting.get'>
type Month = Answer<'accounting.listMonths'>['items'][number]

const DIALOGS = ['settings', 'estimate'] as const

/** The months of accounting: which are closed, and what is put aside at the end of each. */
export default function AccountingPage() {
  const { t } = useTranslation()
  const settings = useRead('accounting.get', {})
  const mayClose = useMay('accounting.close')
  const [dialog, openDialog] = useDialogInAddress(DIALOGS)
  const shown = settings.data?.answer
  return (
    <Page
      title={t('accounting.title')}
      about={t('accounting.about')}
      actions={
        shown?.isOn && mayClose ? (
          <Button onClick={() => openDialog('settings')}>{t('accounting.settings.action')}</Button>
        ) : null
      }
    >
      {settings.error ? (
        <ProblemNotice
          problem={settings.error.problem}
          actions={<TryAgain onClick={() => void settings.refetch()} />}
        />
      ) : null}
      {settings.isPending ? <SkeletonRows count={4} /> : null}
      {shown?.isOn ? <Months settings={shown} onEstimate={() => openDialog('estimate')} /> : null}
      {shown && !shown.isOn ? (
        <Empty
          title={t('accounting.off.title')}
          action={
            mayClose ? (
              <Button variant="filled" onClick={() => openDialog('settings')}>
                {t('accounting.off.action')}
              </Button>
            ) : null
          }
        >
          {t('accounting.off.text')}
        </Empty>
      ) : null}
      {shown && !shown.isOn && shown.startsIn !== null ? <ClosedMonths /> : null}
      {shown && mayClose && dialog === 'settings' ? (
        <SettingsDialog
          settings={shown}
          etag={settings.data?.etag ?? null}
          onClose={() => openDialog(null)}
        />
      ) : null}
      {shown && mayClose && dialog === 'estimate' ? (
        <EstimateDialog settings={shown} onClose={() => openDialog(null)} />
      ) : null}
    </Page>
  )
}

/** What was closed stays readable while accounting is off. */
function ClosedMonths() {
  const { t } = useTranslation()
  const months = useRead('accounting.listMonths', {})
  const columns = useColumns()
  const items = months.data?.answer.items ?? []
  if (months.error) return <ProblemNotice problem={months.error.problem} />
  if (items.length === 0) return null
  return (
    <Section title={t('accounting.closedMonths')}>
      <DataTable
        label={t('accounting.closedMonths')}
        columns={columns}
        rows={items}
        keyOf={({ month }) => month}
        to={({ month }) => `/accounting/${month}`}
      />
    </Section>
  )
}

function Months({ settings, onEstimate }: { readonly settings: Settings; readonly onEstimate: () => void }) {
  const { t } = useTranslation()
  const mayClose = useMay('accounting.close')
  const months = useRead('accounting.listMonths', {})
  const ended = useEnded(settings)
  return (
    <>
      <Section title={t('accounting.months')}>
        {months.error ? <ProblemNotice problem={months.error.problem} /> : null}
        {months.data?.answer.counting ? <p className="muted">{t('accounting.counting')}</p> : null}
        <DataTable
          label={t('accounting.months')}
          columns={useColumns()}
          rows={months.data?.answer.items ?? []}
          keyOf={({ month }) => month}
          to={({ month }) => `/accounting/${month}`}
          isLoading={months.isPending}
        />
      </Section>
      <Section
        title={t('accounting.estimate.title')}
        about={t('accounting.estimate.about')}
        actions={mayClose ? <Button onClick={onEstimate}>{t('accounting.estimate.action')}</Button> : null}
      >
        <Estimates estimates={settings.estimates} />
        <p className={css.note}>{ended}</p>
      </Section>
    </>
  )
}

const LOOKS = { running: 'waiting', open: 'off', closed: 'well' } as const

function useColumns(): readonly Column<Month>[] {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  return [
    {
      head: t('accounting.columns.month'),
      onPhone: 'subject',
      cell: ({ month }) => monthWords(month, i18n.language).name,
    },
    {
      head: t('accounting.columns.state'),
      onPhone: 'note',
      cell: ({ state }) => <Status kind={LOOKS[state]}>{t(`accounting.states.${state}`)}</Status>,
    },
    {
      head: t('accounting.columns.closed'),
      onPhone: 'hidden',
      cell: ({ closedAt, closedBy }) =>
        closedAt === null
          ? ''
          : t('accounting.closedBy', { date: format.date(closedAt), who: closedBy ?? '' }),
    },
    {
      head: t('accounting.columns.provision'),
      onPhone: 'hidden',
      isNumber: true,
      cell: ({ left }) => (left ? format.money(left.provision) : '–'),
    },
    {
      head: t('accounting.columns.deferred'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ left }) => (left ? format.money(left.deferredRevenue) : '–'),
    },
  ]
}
