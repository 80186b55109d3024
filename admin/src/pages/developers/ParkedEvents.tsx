import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../api/customer-name.ts'
import { useChange, useList } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useMay } from '../../api/session.tsx'
import { EventName } from '../../components/deliveries/EventName.tsx'
import { Empty } from '../../components/empty/Empty.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { type Column, DataTable } from '../../components/table/DataTable.tsx'
import { toast } from '../../components/toast/toast.tsx'
import { useFormat } from '../../format/use-format.ts'
import { AnswerLine } from './AnswerLine.tsx'
import type { Endpoint, ParkedEvent } from './endpoint.ts'

/** What was given up after ten attempts, until a person has it sent again. */
export function ParkedEvents({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation()
  const mayWrite = useMay('webhooks.write')
  const listed = useList('webhooks.parked', { params: { id: endpoint.id } })
  const columns = useColumns()
  const replay = useChange('webhooks.replay')
  const [problem, setProblem] = useState<Problem | null>(null)
  const send = async ({ event }: ParkedEvent): Promise<void> => {
    const outcome = await replay({
      params: { id: endpoint.id },
      body: { event: event.position ?? event.id },
    })
    setProblem(outcome.isDone ? null : outcome.problem)
    if (outcome.isDone) toast(t('webhooks.replay.done', { count: outcome.answer.events }))
  }
  return (
    <>
      {(problem ?? listed.problem) ? (
        <ProblemNotice
          problem={(problem ?? listed.problem) as Problem}
          actions={problem ? null : <TryAgain onClick={listed.tryAgain} />}
        />
      ) : null}
      <DataTable
        label={t('webhooks.views.parked')}
        columns={columns}
        rows={listed.items}
        keyOf={({ event }) => event.id}
        isLoading={listed.isLoading}
        more={listed.more}
        isLoadingMore={listed.isLoadingMore}
        {...(mayWrite
          ? {
              actions: (parked: ParkedEvent) => (
                <Button size="xs" onClick={() => void send(parked)}>
                  {t('webhooks.attempts.sendAgain')}
                </Button>
              ),
            }
          : {})}
        empty={
          listed.problem ? null : (
            <Empty title={t('webhooks.parkedEvents.empty.title')}>
              {t('webhooks.parkedEvents.empty.text')}
            </Empty>
          )
        }
      />
    </>
  )
}

function useColumns(): readonly Column<ParkedEvent>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useCustomerName()
  return [
    {
      head: t('webhooks.parkedEvents.when'),
      onPhone: 'subject',
      cell: ({ parkedAt }) => format.moment(parkedAt),
    },
    {
      head: t('webhooks.attempts.columns.event'),
      onPhone: 'note',
      cell: ({ event }) => <EventName event={event} />,
    },
    {
      head: t('webhooks.attempts.columns.customer'),
      onPhone: 'hidden',
      cell: ({ event: { customer } }) => (customer ? nameOf(customer) : '–'),
    },
    {
      head: t('webhooks.attempts.columns.answer'),
      onPhone: 'figure',
      cell: ({ lastAnswer }) =>
        lastAnswer ? <AnswerLine status={lastAnswer.status} isReceived={false} /> : '–',
    },
  ]
}
