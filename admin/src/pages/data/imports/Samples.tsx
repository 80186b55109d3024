import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { Section } from '../../../components/layout/Page.tsx'
import { Tag } from '../../../components/status/Status.tsx'
import { type Column, DataTable } from '../../../components/table/DataTable.tsx'
import { isZero, subtract } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { bringsNoPoints, type Import } from './import.ts'
import css from './imports.module.css'
import { useMemberName } from './use-member-name.ts'

type Sample = Answer<'imports.samples'>['items'][number]

const FIRST = 8

/** Lines from all parts of the file, with the balance before and after. */
export function Samples({ imported }: { readonly imported: Import }) {
  const { t } = useTranslation()
  const maySee = useMay('customers.personal')
  const found = useRead('imports.samples', { params: { id: imported.id } }, { isOff: !maySee })
  const [isWhole, showWhole] = useState(false)
  const ofBalances = useColumns()
  const ofCodes = useColumnsOfCodes()
  const ofOrders = useColumnsOfOrders()
  const withoutPoints = imported.kind === 'orders' ? ofOrders : ofCodes
  const columns = bringsNoPoints(imported.kind) ? withoutPoints : ofBalances
  // Refused lines have a table of their own, which says why.
  const items = (found.data?.answer.items ?? []).filter(({ outcome }) => outcome !== 'refused')
  if (!maySee) return null
  return (
    <Section
      title={t(imported.apply ? 'imports.dry.samplesBefore' : 'imports.dry.samples')}
      about={items.length > 0 ? t('imports.dry.aboutSamples', { count: items.length }) : null}
    >
      {found.data?.answer.deleted ? <p className={css.hint}>{t('imports.dry.gone')}</p> : null}
      <div className={css.lines}>
        <DataTable
          label={t('imports.dry.samples')}
          columns={columns}
          rows={isWhole ? items : items.slice(0, FIRST)}
          keyOf={({ line }) => line}
          isLoading={found.isPending}
        />
      </div>
      {items.length > FIRST && !isWhole ? (
        <Button className={css.more} onClick={() => showWhole(true)}>
          {t('imports.dry.showSamples')}
        </Button>
      ) : null}
    </Section>
  )
}

const ADDED: readonly Sample['outcome'][] = ['create', 'update', 'unclaimed']

function useColumns(): readonly Column<Sample>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    lineColumn(t('imports.dry.sampleColumns.line')),
    {
      head: t('imports.dry.sampleColumns.customer'),
      onPhone: 'subject',
      cell: (sample) => (
        <>
          {nameOf(sample)} {sample.outcome === 'update' ? null : <Outcome outcome={sample.outcome} />}
        </>
      ),
    },
    {
      head: t('imports.dry.sampleColumns.before'),
      onPhone: 'hidden',
      isNumber: true,
      cell: ({ before }) => (before ? format.points(before.points) : '–'),
    },
    {
      head: t('imports.dry.sampleColumns.added'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ before, after, outcome }) => {
        if (!after || !ADDED.includes(outcome)) return '–'
        const added = subtract(after.points, before?.points ?? '0')
        return isZero(added) ? '0' : format.signed(added)
      },
    },
    {
      head: t('imports.dry.sampleColumns.after'),
      onPhone: 'date',
      isNumber: true,
      cell: ({ after }) => (after ? <b>{format.points(after.points)}</b> : '–'),
    },
    {
      head: t('imports.dry.sampleColumns.expires'),
      onPhone: 'note',
      cell: ({ values: { expiresOn } }) => <Day text={expiresOn} />,
    },
  ]
}

/** What is good for whom, and until when. */
function useColumnsOfCodes(): readonly Column<Sample>[] {
  const format = useFormat()
  return useColumnsOf({
    ...{ name: 'code', isNews: (outcome) => outcome !== 'update', amount: 'value', day: 'validUntil' },
    amountOf: ({ values: { type, value } }) =>
      [value && format.points(value), type].filter(Boolean).join(' '),
  })
}

/** Which order of whom, and how much. */
function useColumnsOfOrders(): readonly Column<Sample>[] {
  const format = useFormat()
  return useColumnsOf({
    ...{ name: 'orderId', isNews: (outcome) => outcome !== 'create', amount: 'total', day: 'completedAt' },
    amountOf: ({ values: { total } }) => total && format.money(total),
  })
}

interface Shown {
  /** Members of its values. */
  readonly name: 'code' | 'orderId'
  readonly amount: 'value' | 'total'
  readonly day: 'validUntil' | 'completedAt'
  readonly amountOf: (sample: Sample) => string | undefined
  /** Whether an outcome is told beside the name: that of most lines is not. */
  readonly isNews: (outcome: Sample['outcome']) => boolean
}

/** Of lines that are known by a name of their own. */
function useColumnsOf({ name, amount, day, amountOf, isNews }: Shown): readonly Column<Sample>[] {
  const { t } = useTranslation()
  const nameOfMember = useMemberName()
  return [
    lineColumn(t('imports.dry.sampleColumns.line')),
    {
      head: nameOfMember(name),
      onPhone: 'subject',
      cell: ({ values, outcome }) => (
        <>
          <code className={css.cell}>{values[name]}</code>{' '}
          {isNews(outcome) ? <Outcome outcome={outcome} /> : null}
        </>
      ),
    },
    {
      head: t('imports.dry.sampleColumns.customer'),
      onPhone: 'note',
      cell: nameOf,
    },
    {
      head: nameOfMember(amount),
      onPhone: 'figure',
      isNumber: true,
      cell: amountOf,
    },
    {
      head: nameOfMember(day),
      onPhone: 'date',
      cell: ({ values }) => <Day text={values[day]} />,
    },
  ]
}

function lineColumn(head: string): Column<Sample> {
  return { head, onPhone: 'hidden', isNumber: true, cell: ({ line }) => line }
}

/** A day of the file, or a moment of it. */
function Day({ text }: { readonly text: string | undefined }) {
  const format = useFormat()
  if (!text) return null
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? format.date(`${text}T12:00:00Z`) : format.moment(text)
}

function Outcome({ outcome }: Pick<Sample, 'outcome'>) {
  const { t } = useTranslation()
  return (
    <Tag kind={outcome === 'create' || outcome === 'unclaimed' ? 'new' : 'plain'}>
      {t(`imports.outcomes.${outcome}`)}
    </Tag>
  )
}

function nameOf({ values, customer }: Sample): string {
  const { name, firstName, lastName, email, originalId, document } = values
  const full = name || [firstName, lastName].filter(Boolean).join(' ')
  return full || email || originalId || document || customer || '–'
}
