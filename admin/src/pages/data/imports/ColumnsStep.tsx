import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChange, useRead } from '../../../api/hooks.ts'
import { useSending } from '../../../components/form/use-sending.ts'
import { Section } from '../../../components/layout/Page.tsx'
import { Notice, ProblemNotice, TryAgain, Warning } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { ClaimsQuestion } from './ClaimsQuestion.tsx'
import { ColumnsTable } from './ColumnsTable.tsx'
import { type Columns, lacksExpiry, namesByContact, namesCustomers, type StepProps } from './import.ts'
import css from './imports.module.css'
import { OptionFields } from './OptionFields.tsx'
import { Questions } from './Questions.tsx'
import { RowsTable } from './RowsTable.tsx'
import { SavedMappings } from './SavedMappings.tsx'
import { useSaving } from './use-saving.ts'

/** What each column is taken for, what is asked about it, and the first lines as they are understood. */
export function ColumnsStep({ imported, etag }: StepProps) {
  const { id } = imported
  const found = useRead('imports.columns', { params: { id } }, { keep: true })
  const columns = found.data?.answer
  if (!columns) {
    return found.error ? (
      <ProblemNotice
        problem={found.error.problem}
        actions={<TryAgain onClick={() => void found.refetch()} />}
      />
    ) : (
      <SkeletonRows count={6} height={48} />
    )
  }
  return <Understood imported={imported} etag={etag} columns={columns} />
}

function Understood({ imported, etag, columns }: StepProps & { readonly columns: Columns }) {
  const { t } = useTranslation()
  const { save, problem, isBusy } = useSaving({ imported, etag })
  if (columns.problem !== null) {
    return <Notice what={t('imports.map.cantRead')}>{columns.problem}</Notice>
  }
  const asksExpiry = lacksExpiry(columns, imported)
  const open = columns.questions.filter(({ answer }) => answer === null).length + (asksExpiry ? 1 : 0)
  return (
    <>
      <p className={css.lead}>
        {t('imports.map.about')} {columns.isGuessed ? t('imports.map.guessed') : null}{' '}
        <FormatWords columns={columns} />
      </p>
      {problem ? <ProblemNotice problem={problem} /> : null}
      {imported.kind === 'couponCodes' || namesCustomers(columns) ? null : (
        <Warning>{t('imports.map.noCustomer')}</Warning>
      )}
      <Questions
        questions={columns.questions}
        asksExpiry={asksExpiry}
        open={open}
        imported={imported}
        onSave={save}
      />
      {namesByContact(columns) ? <ClaimsQuestion /> : null}
      <Section title={t('imports.map.title')}>
        <SavedMappings kind={imported.kind} columns={columns} onSave={save} />
        <ColumnsTable columns={columns} onSave={save} />
      </Section>
      <Section title={t('imports.map.rows')} about={t('imports.map.aboutRows')}>
        <RowsTable columns={columns} />
      </Section>
      <OptionFields kind={imported.kind} options={imported.options} onSave={save} />
      <CheckBar id={imported.id} open={open} isBusy={isBusy} />
    </>
  )
}

const DELIMITERS: Readonly<Record<string, 'comma' | 'semicolon' | 'tab' | 'bar'>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}

function FormatWords({ columns: { format } }: { readonly columns: Columns }) {
  const { t } = useTranslation()
  if (!format) return null
  const encoding = format.encoding.toUpperCase().replace('WINDOWS', 'Windows')
  if (format.kind === 'ndjson') return <>NDJSON, {encoding}.</>
  const delimiter = t(`imports.delimiters.${DELIMITERS[format.delimiter] ?? 'comma'}`)
  return <>{t('imports.map.encoding', { kind: 'CSV', encoding, delimiter })}.</>
}

interface CheckBarProps {
  readonly id: number
  readonly open: number
  readonly isBusy: boolean
}

function CheckBar({ id, open, isBusy }: CheckBarProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const check = useChange('imports.check')
  const sending = useSending()
  const start = () =>
    void sending.send(
      check({ params: { id } }),
      () => void navigate({ to: '.', search: { step: 'dryRun' } as never }),
    )
  return (
    <div className={css.foot}>
      {sending.problem ? <ProblemNotice problem={sending.problem} /> : null}
      <Button
        variant="filled"
        onClick={start}
        disabled={open > 0 || isBusy}
        loading={sending.isBusy}
        aria-describedby={open > 0 ? 'questions-open' : undefined}
      >
        {t('imports.map.check')}
      </Button>
      {open > 0 ? (
        <span id="questions-open">
          <Warning>{t('imports.questions.continueOff')}</Warning>
        </span>
      ) : null}
    </div>
  )
}
