import { Select } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../api/customer-name.ts'
import { useList } from '../../api/hooks.ts'
import { EventName } from '../../components/deliveries/EventName.tsx'
import { Empty } from '../../components/empty/Empty.tsx'
import { Punches } from '../../components/punches/Punches.tsx'
import type { Column } from '../../components/table/DataTable.tsx'
import { ListedTable } from '../../components/table/ListedTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import { AnswerLine } from './AnswerLine.tsx'
import { AttemptDetail } from './AttemptDetail.tsx'
import css from './console.module.css'
import type { Attempt, Endpoint } from './endpoint.ts'

const OUTCOMES = ['failed', 'unanswered', 'received'] as const
type Outcome = (typeof OUTCOMES)[number]
/** Who watches whether it works sees it within seconds. */
const LOOK_EVERY_MS = 3_000
/** As often as an event is tried. */
const ATTEMPTS_MAX = 10

/** What was sent and answered; one of them open beside the list. */
export function Attempts({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const outcome = OUTCOMES.find((one) => one === search.outcome) ?? null
  const open = Number(search.attempt) || null
  const listed = useList(
    'webhooks.attempts',
    { params: { id: endpoint.id }, query: outcome ? { outcome } : {} },
    { everyMs: LOOK_EVERY_MS },
  )
  const columns = useColumns((id) => set({ attempt: id }))
  const set = (changed: { outcome?: Outcome | undefined; attempt?: number | undefined }): void => {
    const next = { outcome: outcome ?? undefined, attempt: open ?? undefined, ...changed }
    void navigate({ to: '.', search: next as never, replace: true })
  }
  return (
    <div className={css.split}>
      <div className={css.main}>
        <Select
          className={css.outcome ?? ''}
          label={t('webhooks.attempts.show')}
          placeholder={t('webhooks.attempts.all')}
          data={OUTCOMES.map((value) => ({ value, label: t(`webhooks.attempts.outcomes.${value}`) }))}
          value={outcome}
          onChange={(value) => set({ outcome: OUTCOMES.find((one) => one === value), attempt: undefined })}
          clearable
        />
        <ListedTable
          label={t('webhooks.views.attempts')}
          columns={columns}
          listed={listed}
          keyOf={({ id }) => id}
          empty={
            outcome ? (
              <p className="muted">{t('webhooks.attempts.none')}</p>
            ) : (
              <Empty title={t('webhooks.attempts.empty.title')}>{t('webhooks.attempts.empty.text')}</Empty>
            )
          }
        />
        {listed.items.length > 0 ? <KeptNote endpoint={endpoint} /> : null}
      </div>
      {open === null ? null : (
        <AttemptDetail endpoint={endpoint} id={open} onClose={() => set({ attempt: undefined })} />
      )}
    </div>
  )
}

/** Since when every attempt is there to be found. */
function KeptNote({ endpoint: { leftOutAt } }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <p className="muted small">
      {t('webhooks.attempts.kept')}
      {leftOutAt === null ? null : ` ${t('webhooks.attempts.leftOut', { when: format.moment(leftOutAt) })}`}
    </p>
  )
}

function useColumns(onOpen: (id: number) => void): readonly Column<Attempt>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useCustomerName()
  return [
    {
      head: t('webhooks.attempts.columns.when'),
      onPhone: 'subject',
      cell: ({ id, at }) => (
        <button type="button" className={css.open} onClick={() => onOpen(id)}>
          {format.moment(at)}
        </button>
      ),
    },
    {
      head: t('webhooks.attempts.columns.event'),
      onPhone: 'note',
      cell: ({ isTest, event }) => (isTest ? t('webhooks.attempts.test') : <EventName event={event} />),
    },
    {
      head: t('webhooks.attempts.columns.customer'),
      onPhone: 'hidden',
      cell: ({ event: { customer } }) => (customer ? nameOf(customer) : '–'),
    },
    {
      head: t('webhooks.attempts.columns.answer'),
      onPhone: 'figure',
      cell: (attempt) => <AnswerLine status={attempt.status} isReceived={attempt.isReceived} />,
    },
    {
      head: t('webhooks.attempts.columns.took'),
      isNumber: true,
      onPhone: 'hidden',
      cell: ({ durationMs }) => `${format.number(durationMs)} ms`,
    },
    {
      head: t('webhooks.attempts.columns.tries'),
      onPhone: 'date',
      cell: ({ attempt, isTest }) =>
        isTest ? null : (
          <Punches
            done={attempt}
            of={ATTEMPTS_MAX}
            label={t('webhooks.attempts.nth', { attempt, of: ATTEMPTS_MAX })}
          />
        ),
    },
  ]
}
