import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useList } from '../../../api/hooks.ts'
import { Section } from '../../../components/layout/Page.tsx'
import type { Column } from '../../../components/table/DataTable.tsx'
import { ListedTable } from '../../../components/table/ListedTable.tsx'
import { useFormat } from '../../../format/use-format.ts'

type Lot = Answer<'customers.lots'>['items'][number]

/** What is left of what was added: to spend, and still waiting. */
export function Lots({ customerId }: { readonly customerId: number }) {
  return (
    <>
      <LotTable customerId={customerId} state="waiting" />
      <LotTable customerId={customerId} state="open" />
    </>
  )
}

interface LotTableProps {
  readonly customerId: number
  readonly state: 'open' | 'waiting'
}

function LotTable({ customerId, state }: LotTableProps) {
  const { t } = useTranslation()
  const listed = useList('customers.lots', { params: { id: customerId }, query: { state } })
  const columns = useColumns(state)
  const isWaiting = state === 'waiting'
  // Most customers have nothing that waits: then there is nothing to say about it.
  if (isWaiting && !listed.problem && listed.items.length === 0) return null
  return (
    <Section
      title={t(`customers.lots.${state}`)}
      about={t(isWaiting ? 'customers.lots.aboutWaiting' : 'customers.lots.about')}
    >
      <ListedTable
        label={t(`customers.lots.${state}`)}
        columns={columns}
        listed={listed}
        keyOf={({ id }) => id}
        empty={<p className="muted">{t('customers.lots.none')}</p>}
      />
    </Section>
  )
}

function useColumns(state: 'open' | 'waiting'): readonly Column<Lot>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const until = (expiresAt: string | null): string =>
    expiresAt ? format.date(expiresAt) : t('customers.lots.never')
  return [
    {
      head: t('customers.lots.from'),
      onPhone: 'subject',
      cell: ({ kind, order }) =>
        order
          ? t('customers.timeline.order', { order: order.originalId })
          : t(`customers.timeline.kinds.${kind}`),
    },
    { head: t('customers.lots.recorded'), onPhone: 'note', cell: ({ at }) => format.moment(at) },
    ...(state === 'waiting'
      ? [
          {
            head: t('customers.lots.opens'),
            onPhone: 'date',
            cell: ({ availableAt }: Lot) => format.moment(availableAt),
          } as const,
        ]
      : []),
    {
      head: t('customers.lots.expires'),
      onPhone: state === 'waiting' ? 'hidden' : 'date',
      cell: ({ expiresAt }) => until(expiresAt),
    },
    {
      head: t('customers.lots.original'),
      onPhone: 'hidden',
      isNumber: true,
      cell: ({ original }) => format.points(original.points),
    },
    {
      head: t('customers.lots.remaining'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ remaining }) => <b>{format.points(remaining.points)}</b>,
    },
  ]
}
