import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answer, call } from '../../api/client.ts'
import { useChange, useRead } from '../../api/hooks.ts'
import { problemOf } from '../../api/problems.ts'
import { useMay } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import { Question } from '../../components/dialog/Question.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page, Section } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { monthWords } from '../../components/report/bucket-words.ts'
import { FigureTable } from '../../components/report/FigureTable.tsx'
import { Receipt } from '../../components/report/Receipt.tsx'
import { saveFile } from '../../components/secret/download.ts'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { Status } from '../../components/status/Status.tsx'
import { toast } from '../../components/toast/toast.tsx'
import { add, isZero } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import css from './accounting.module.css'
import { percentOf } from './shares.ts'

type Month = Answer<'accounting.getMonth'>

/** A month: what it is reconciled with, its entries, and what they follow from. */
export default function MonthPage() {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const { month = '' } = useParams({ strict: false }) as { month?: string }
  const mayClose = useMay('accounting.close')
  const found = useRead('accounting.getMonth', { params: { month } })
  const shown = found.data?.answer
  const { name } = monthWords(/^\d{4}-\d\d$/.test(month) ? month : '2026-01', i18n.language)
  return (
    <Page
      title={shown ? name : t('accounting.title')}
      about={shown ? <State month={shown} /> : null}
      back={<PageLink to="/accounting">{t('accounting.title')}</PageLink>}
      actions={shown ? <Actions month={shown} name={name} /> : null}
    >
      {found.error ? (
        <ProblemNotice
          problem={found.error.problem}
          actions={<TryAgain onClick={() => void found.refetch()} />}
        />
      ) : null}
      {found.isPending ? <SkeletonRows count={6} /> : null}
      {shown ? (
        <>
          {shown.blocker ? (
            <p className={css.blocker}>
              <b>{t('accounting.month.blocked')}</b> {shown.blocker.text}{' '}
              {shown.blocker.code === 'noEstimate' && mayClose ? (
                <PageLink to="/accounting" search={{ dialog: 'estimate' }}>
                  {t('accounting.estimate.first')}
                </PageLink>
              ) : null}
            </p>
          ) : null}
          <div className={css.beside}>
            <Entries month={shown} />
            <Reconciled month={shown} />
          </div>
          <Vintages month={shown} />
          <p className={css.note}>
            {[
              t('accounting.month.rate', { rate: format.percent(percentOf(shown.breakage)) }),
              ...(shown.isPreliminary ? [t('accounting.preliminary')] : []),
            ].join(' · ')}
            {shown.hash ? (
              <>
                <br />
                {t('accounting.month.hash')} <code>{shown.hash}</code>
              </>
            ) : null}
          </p>
        </>
      ) : null}
    </Page>
  )
}

const LOOKS = { running: 'waiting', open: 'off', closed: 'well' } as const

function State({ month: { state, closedAt, closedBy } }: { readonly month: Month }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Status kind={LOOKS[state]}>{t(`accounting.states.${state}`)}</Status>
      {closedAt === null ? null : (
        <span>{t('accounting.closedBy', { date: format.date(closedAt), who: closedBy ?? '' })}</span>
      )}
    </>
  )
}

function Actions({ month, name }: { readonly month: Month; readonly name: string }) {
  const { t } = useTranslation()
  const tenant = useTenant()
  const mayClose = useMay('accounting.close')
  const [isClosing, setClosing] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      const { answer } = await call('accounting.getJournal', tenant, { params: { month: month.month } })
      saveFile(`journal-${month.month}.csv`, new Blob([answer.csv], { type: 'text/csv' }))
    } catch (thrown) {
      toast(problemOf(thrown).title)
    }
    setSaving(false)
  }
  return (
    <>
      <Button leftSection={<Icon name="download" />} loading={isSaving} onClick={() => void save()}>
        {t('accounting.month.journal')}
      </Button>
      {mayClose && month.state === 'open' ? (
        <Button variant="filled" disabled={month.blocker !== null} onClick={() => setClosing(true)}>
          {t('accounting.close.action', { month: name })}
        </Button>
      ) : null}
      {isClosing ? <CloseQuestion month={month} name={name} onClose={() => setClosing(false)} /> : null}
    </>
  )
}

interface CloseQuestionProps {
  readonly month: Month
  readonly name: string
  readonly onClose: () => void
}

/** With what it is reconciled with in sight: afterwards nothing of it changes. */
function CloseQuestion({ month, name, onClose }: CloseQuestionProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const close = useChange('accounting.closeMonth')
  const { entries, left } = month
  return (
    <Question
      title={t('accounting.close.title', { month: name })}
      cancel={t('accounting.close.cancel')}
      submit={t('accounting.close.submit', { month: name })}
      consequence={t('accounting.close.consequence')}
      isDestructive
      run={() => close({ params: { month: month.month } })}
      onDone={() => {
        onClose()
        toast(t('accounting.close.done', { month: name }))
      }}
      onClose={onClose}
    >
      <p>
        {t('accounting.close.text', {
          count: entries.length,
          amount: format.money(add('0', ...entries.map(({ amount }) => amount))),
          deferred: format.money(left.deferredRevenue),
          provision: format.money(left.provision),
        })}{' '}
        {t('accounting.close.estimate', { rate: format.percent(percentOf(month.breakage)) })}
      </p>
      <SumOf month={month} />
    </Question>
  )
}

function Reconciled({ month }: { readonly month: Month }) {
  const { t } = useTranslation()
  return (
    <Section title={t('accounting.month.sum')}>
      <SumOf month={month} />
    </Section>
  )
}

function SumOf({ month: { sum } }: { readonly month: Month }) {
  const { t } = useTranslation()
  const format = useFormat()
  const part = (key: 'issued' | 'imported' | 'redeemed' | 'expired' | 'takenBack', isTaken: boolean) => ({
    key,
    label: t(`reports.flow.${key}`),
    amount: sum[key].points,
    isTaken,
  })
  return (
    <Receipt
      label={t('accounting.month.sum')}
      start={{ label: t('accounting.month.start'), amount: sum.start.points }}
      changes={[
        ...(isZero(sum.late.points)
          ? []
          : [{ key: 'late', label: t('accounting.month.late'), amount: sum.late.points, isTaken: false }]),
        part('issued', false),
        ...(isZero(sum.imported.points) ? [] : [part('imported', false)]),
        part('redeemed', true),
        part('expired', true),
        part('takenBack', true),
      ]}
      end={{ label: t('accounting.month.end'), amount: sum.end.points }}
      notes={[{ key: 'worth', label: t('accounting.month.worth'), text: format.money(sum.end.worth) }]}
    />
  )
}

function Entries({ month: { entries, accounts } }: { readonly month: Month }) {
  const { t, i18n } = useTranslation()
  // The journal has months as programs read them.
  const inWords = (text: string): string =>
    text.replace(/\b\d{4}-\d\d\b/g, (month) => monthWords(month, i18n.language).name)
  const format = useFormat()
  const named = (account: keyof typeof accounts): string =>
    [accounts[account].code, accounts[account].name].filter(Boolean).join(' ')
  return (
    <Section title={t('accounting.month.entries')}>
      <FigureTable
        label={t('accounting.month.entries')}
        name={{ head: t('accounting.month.text'), text: ({ text }) => inWords(text) }}
        columns={[
          { head: t('accounting.month.debit'), text: ({ debit }) => named(debit), isText: true },
          { head: t('accounting.month.credit'), text: ({ credit }) => named(credit), isText: true },
          {
            head: t('accounting.month.amount'),
            text: ({ amount }) => format.money(amount),
            total: format.money(add('0', ...entries.map(({ amount }) => amount))),
            isMain: true,
          },
        ]}
        rows={entries}
        keyOf={({ reference }) => reference}
        total={t('reports.total')}
        empty={t('accounting.month.noEntries')}
      />
    </Section>
  )
}

function Vintages({ month: { vintages } }: { readonly month: Month }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  if (vintages.length === 0) return null
  const column = (key: 'deferred' | 'takenBack' | 'recognised' | 'left') => ({
    head: t(`accounting.month.${key}`),
    text: (row: Month['vintages'][number]) => format.money(row[key]),
    total: format.money(add('0', ...vintages.map((row) => row[key]))),
    isMain: key === 'left',
  })
  return (
    <Section title={t('accounting.month.vintages')} about={t('accounting.month.vintagesAbout')}>
      <FigureTable
        label={t('accounting.month.vintages')}
        name={{
          head: t('accounting.month.issued'),
          text: ({ month }) => monthWords(month, i18n.language).name,
          note: ({ source }) => t(`accounting.month.sources.${source}`),
        }}
        columns={[column('deferred'), column('takenBack'), column('recognised'), column('left')]}
        rows={vintages.toReversed()}
        keyOf={({ month, source }) => `${month}-${source}`}
        total={t('reports.total')}
      />
    </Section>
  )
}
