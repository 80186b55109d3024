import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { Question } from '../../components/dialog/Question.tsx'
import { Choices } from '../../components/form/Choices.tsx'
import { DateTimeInput } from '../../components/form/DateTimeInput.tsx'
import { toast } from '../../components/toast/toast.tsx'
import type { Endpoint } from './endpoint.ts'

type What = 'failed' | 'time' | 'event'
/** The log goes back so far. */
const KEPT_MS = 30 * 86_400_000

/** What is sent again: usually all that failed. */
export function ReplayDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: Endpoint
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const replay = useChange('webhooks.replay')
  const [what, setWhat] = useState<What>('failed')
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const [event, setEvent] = useState('')
  const bodies = {
    failed: { failedSince: new Date(Date.now() - KEPT_MS).toISOString() },
    time: { from: from ?? '', to: to ?? '' },
    event: { event: event.trim() },
  }
  const isIdle = (what === 'time' && (!from || !to)) || (what === 'event' && event.trim() === '')
  return (
    <Question
      title={t('webhooks.replay.title')}
      consequence={t(
        endpoint.state === 'active' ? 'webhooks.replay.consequence' : 'webhooks.replay.whenResumed',
      )}
      cancel={t('webhooks.replay.cancel')}
      submit={t('webhooks.replay.submit')}
      isIdle={isIdle}
      run={() => replay({ params: { id: endpoint.id }, body: bodies[what] })}
      onDone={({ answer }) => {
        toast(t(answer.isAll ? 'webhooks.replay.done' : 'webhooks.replay.more', { count: answer.events }))
        onClose()
      }}
      onClose={onClose}
    >
      <Choices
        label={t('webhooks.replay.what')}
        name="what"
        value={what}
        onChange={setWhat}
        choices={(['failed', 'time', 'event'] as const).map((value) => ({
          value,
          label: t(`webhooks.replay.choices.${value}.label`),
          about: t(`webhooks.replay.choices.${value}.about`),
        }))}
      />
      {what === 'time' ? (
        <>
          <DateTimeInput label={t('webhooks.replay.from')} value={from} onChange={setFrom} />
          <DateTimeInput label={t('webhooks.replay.to')} isEnd value={to} onChange={setTo} />
        </>
      ) : null}
      {what === 'event' ? (
        <TextInput
          label="webhook-id"
          placeholder="evt_7_4711_3"
          maxLength={60}
          value={event}
          onChange={(change) => setEvent(change.currentTarget.value)}
        />
      ) : null}
    </Question>
  )
}
