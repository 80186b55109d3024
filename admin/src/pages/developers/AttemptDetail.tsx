import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange, useRead } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useMay } from '../../api/session.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { CopyButton } from '../../components/secret/CopyButton.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { toast } from '../../components/toast/toast.tsx'
import { useFormat } from '../../format/use-format.ts'
import { AnswerLine } from './AnswerLine.tsx'
import css from './console.module.css'
import { curlOf, signedOf } from './curl.ts'
import type { AttemptInFull, Endpoint } from './endpoint.ts'
import { SignatureCheck } from './SignatureCheck.tsx'

interface AttemptDetailProps {
  readonly endpoint: Endpoint
  readonly id: number
  readonly onClose: () => void
}

/** One attempt: what they answered, what we sent, and what to do with it. */
export function AttemptDetail({ endpoint, id, onClose }: AttemptDetailProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const found = useRead('webhooks.attempt', { params: { id: endpoint.id, attempt: id } })
  const attempt = found.data?.answer
  return (
    <aside className={css.detail} aria-label={t('webhooks.attempts.one')}>
      <header className={css.detailHead}>
        <h2>
          {attempt
            ? t('webhooks.attempts.title', { attempt: attempt.attempt, when: format.moment(attempt.at) })
            : t('webhooks.attempts.one')}
        </h2>
        <ActionIcon aria-label={t('common.close')} onClick={onClose}>
          <Icon name="x" />
        </ActionIcon>
      </header>
      {found.error ? (
        <ProblemNotice
          problem={found.error.problem}
          actions={<TryAgain onClick={() => void found.refetch()} />}
        />
      ) : null}
      {found.isPending ? <SkeletonRows count={4} /> : null}
      {attempt ? <Whole endpoint={endpoint} attempt={attempt} /> : null}
    </aside>
  )
}

function Whole({ endpoint, attempt }: { readonly endpoint: Endpoint; readonly attempt: AttemptInFull }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { request, waiting, isMasked } = attempt
  return (
    <>
      <section className={css.section}>
        <header>
          <h3>{t('webhooks.attempts.answered')}</h3>
          <span className="muted small">{format.number(attempt.durationMs)} ms</span>
        </header>
        <pre className={css.block}>
          <AnswerLine status={attempt.status} isReceived={attempt.isReceived} />
          {attempt.text ? `\n\n${attempt.text}` : null}
        </pre>
        {waiting ? <Waiting waiting={waiting} /> : null}
      </section>
      <section className={css.section}>
        <header>
          <h3>{t('webhooks.attempts.sent')}</h3>
          {request && !isMasked ? (
            <CopyButton size="xs" text={curlOf(request)} label={t('webhooks.attempts.curl')} />
          ) : null}
        </header>
        {request ? (
          <pre className={css.block}>
            {request.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
            {`\n\n${pretty(request.body)}`}
          </pre>
        ) : (
          <p className="muted">{t('webhooks.attempts.gone')}</p>
        )}
        {request ? (
          <p className="muted small">
            {t(isMasked ? 'webhooks.attempts.masked' : 'webhooks.attempts.again')}
          </p>
        ) : null}
      </section>
      <Again endpoint={endpoint} attempt={attempt} />
      {request && signedOf(request) ? <SignatureCheck signed={signedOf(request)} /> : null}
    </>
  )
}

/** What becomes of the event, which has not been received since. */
function Waiting({ waiting }: { readonly waiting: NonNullable<AttemptInFull['waiting']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attempts, nextAttemptAt, parkedAt } = waiting
  const text = parkedAt
    ? t('webhooks.attempts.parkedAt', { count: attempts, when: format.moment(parkedAt) })
    : nextAttemptAt
      ? t('webhooks.attempts.nextAt', { when: format.moment(nextAttemptAt) })
      : t('webhooks.attempts.waits')
  return <p className="muted small">{text}</p>
}

function Again({ endpoint, attempt }: { readonly endpoint: Endpoint; readonly attempt: AttemptInFull }) {
  const { t } = useTranslation()
  const replay = useChange('webhooks.replay')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { position } = attempt.event
  if (!useMay('webhooks.write') || position === null) return null
  const send = async (): Promise<void> => {
    setBusy(true)
    const outcome = await replay({ params: { id: endpoint.id }, body: { event: position } })
    setBusy(false)
    setProblem(outcome.isDone ? null : outcome.problem)
    if (outcome.isDone) toast(t('webhooks.replay.done', { count: outcome.answer.events }))
  }
  return (
    <div>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <Button loading={isBusy} onClick={() => void send()}>
        {t('webhooks.attempts.sendAgain')}
      </Button>
    </div>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
