import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { PageLink } from '../link/PageLink.tsx'
import { Warning } from '../notice/Notice.tsx'
import { Status } from '../status/Status.tsx'
import { type Column, DataTable } from '../table/DataTable.tsx'

interface Named {
  readonly id: number
  readonly name: string
}

interface Delivery {
  readonly id: number
  readonly at: string
  readonly endpoint: Named
  readonly event: { readonly id: string; readonly topic: string | null }
  readonly isReceived: boolean
  readonly status: number | null
}

interface Undelivered {
  readonly endpoint: Named
  readonly event: string | null
  readonly attempts: number
  readonly nextAttemptAt: string | null
  readonly parkedAt: string | null
}

interface DeliveriesProps {
  readonly deliveries: {
    readonly items: readonly Delivery[]
    readonly undelivered: readonly Undelivered[]
    readonly keptSince: string | null
  }
}

/** Whether events have arrived, endpoint by endpoint; first what has not. */
export function Deliveries({ deliveries: { items, undelivered, keptSince } }: DeliveriesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns = useColumns()
  return (
    <div aria-live="polite">
      {undelivered.map((missing, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an event that the log no longer has is called nothing
        <Warning key={place}>
          <Missing missing={missing} />
        </Warning>
      ))}
      {items.length > 0 ? (
        <DataTable
          label={t('webhooks.deliveries.title')}
          columns={columns}
          rows={items}
          keyOf={({ id }) => id}
        />
      ) : (
        <p className="muted">{t('webhooks.deliveries.none')}</p>
      )}
      <p className="muted small">
        {t('webhooks.attempts.kept')}
        {keptSince === null ? null : ` ${t('webhooks.attempts.leftOut', { when: format.moment(keptSince) })}`}
      </p>
    </div>
  )
}

function Missing({ missing }: { readonly missing: Undelivered }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { endpoint, event, attempts, nextAttemptAt, parkedAt } = missing
  const what = { endpoint: endpoint.name, event: event ?? t('webhooks.deliveries.anEvent'), count: attempts }
  return (
    <>
      {parkedAt
        ? t('webhooks.deliveries.parked', { ...what, when: format.moment(parkedAt) })
        : nextAttemptAt
          ? t('webhooks.deliveries.next', { ...what, when: format.moment(nextAttemptAt) })
          : t('webhooks.deliveries.waits', what)}{' '}
      <PageLink to={`/developers/webhooks/${endpoint.id}`} search={parkedAt ? { view: 'parked' } : {}}>
        {t('webhooks.deliveries.see')}
      </PageLink>
    </>
  )
}

function useColumns(): readonly Column<Delivery>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      head: t('webhooks.attempts.columns.when'),
      onPhone: 'subject',
      cell: ({ id, at, endpoint }) => (
        <PageLink to={`/developers/webhooks/${endpoint.id}`} search={{ attempt: id }}>
          {format.moment(at)}
        </PageLink>
      ),
    },
    { head: t('webhooks.deliveries.endpoint'), onPhone: 'note', cell: ({ endpoint }) => endpoint.name },
    {
      head: t('webhooks.attempts.columns.event'),
      onPhone: 'hidden',
      cell: ({ event }) => (
        <>
          <code className="nowrap">{event.topic ?? ''}</code> <span className="muted small">{event.id}</span>
        </>
      ),
    },
    {
      head: t('webhooks.attempts.columns.answer'),
      onPhone: 'figure',
      cell: ({ isReceived, status }) => (
        <Status kind={isReceived ? 'well' : 'bad'}>
          {t(`webhooks.attempts.outcomes.${isReceived ? 'received' : 'failed'}`)}
          {status === null ? '' : ` · ${status}`}
        </Status>
      ),
    },
  ]
}
