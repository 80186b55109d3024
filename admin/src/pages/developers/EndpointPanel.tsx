import { ActionIcon, Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useMay } from '../../api/session.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { Panel } from '../../components/panel/Panel.tsx'
import { Status } from '../../components/status/Status.tsx'
import { useFormat } from '../../format/use-format.ts'
import { type Doing, type Endpoint, hostAndPath } from './endpoint.ts'
import css from './webhooks.module.css'

interface EndpointPanelProps {
  readonly endpoint: Endpoint
  readonly onDo: (doing: Doing) => void
}

export function EndpointPanel({ endpoint, onDo }: EndpointPanelProps) {
  const { t } = useTranslation()
  const mayWrite = useMay('webhooks.write')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [tested, setTested] = useState<Answer<'webhooks.test'> | null>(null)
  return (
    <Panel>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <header className={css.head}>
        <h2>{endpoint.description || hostAndPath(endpoint.url)}</h2>
        <State endpoint={endpoint} />
        {mayWrite ? (
          <Actions endpoint={endpoint} onDo={onDo} onProblem={setProblem} onTested={setTested} />
        ) : null}
      </header>
      <p className={css.url}>{hostAndPath(endpoint.url)}</p>
      <p className="muted small">
        {endpoint.topics.map((topic) => t(`webhooks.topics.${topic}`)).join(', ')}
        {endpoint.headerNames.length > 0
          ? ` · ${t('webhooks.headers', { names: endpoint.headerNames.join(', ') })}`
          : null}
      </p>
      <Backlog endpoint={endpoint} />
      {tested ? <Tested result={tested} /> : null}
    </Panel>
  )
}

function State({ endpoint: { state, failingSince } }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (state === 'paused') return <Status kind="off">{t('webhooks.state.paused')}</Status>
  if (state === 'disabled') return <Status kind="bad">{t('webhooks.state.disabled')}</Status>
  if (failingSince) {
    return <Status kind="bad">{t('webhooks.state.failing', { when: format.moment(failingSince) })}</Status>
  }
  return <Status kind="well">{t('webhooks.state.active')}</Status>
}

function Backlog({ endpoint: { backlog, previousSecretUntil } }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { events, oldest, parked } = backlog
  const lines = [
    events > 0
      ? t('webhooks.waiting', { count: events, since: oldest ? format.moment(oldest) : '' })
      : t('webhooks.nothingWaits'),
    parked > 0 ? t('webhooks.parked', { count: parked }) : null,
    previousSecretUntil ? t('webhooks.twoSecrets', { when: format.moment(previousSecretUntil) }) : null,
  ]
  return <p className="muted small">{lines.filter(Boolean).join(' · ')}</p>
}

function Tested({ result }: { readonly result: Answer<'webhooks.test'> }) {
  const { t } = useTranslation()
  const { isReceived, status, durationMs, text } = result
  return (
    <div className={css.tested} role="status">
      <Status kind={isReceived ? 'well' : 'bad'}>
        {isReceived
          ? t('webhooks.test.received', { status: status ?? '', ms: durationMs })
          : t('webhooks.test.failed', { status: status ?? '–', ms: durationMs })}
      </Status>
      {text ? <pre className={css.code}>{text}</pre> : null}
    </div>
  )
}

interface ActionsProps extends EndpointPanelProps {
  readonly onProblem: (problem: Problem | null) => void
  readonly onTested: (result: Answer<'webhooks.test'>) => void
}

function Actions({ endpoint, onDo, onProblem, onTested }: ActionsProps) {
  const { t } = useTranslation()
  const pause = useChange('webhooks.pause')
  const resume = useChange('webhooks.resume')
  const test = useChange('webhooks.test')
  const [isBusy, setBusy] = useState(false)
  const params = { id: endpoint.id }
  const isActive = endpoint.state === 'active'
  const sendTest = async (): Promise<void> => {
    setBusy(true)
    const outcome = await test({ params })
    setBusy(false)
    onProblem(outcome.isDone ? null : outcome.problem)
    if (outcome.isDone) onTested(outcome.answer)
  }
  const toggle = async (): Promise<void> => {
    setBusy(true)
    const outcome = isActive ? await pause({ params }) : await resume({ params })
    setBusy(false)
    onProblem(outcome.isDone ? null : outcome.problem)
  }
  return (
    <div className={css.actions}>
      <Button size="xs" loading={isBusy} onClick={() => void sendTest()}>
        {t('webhooks.test.action')}
      </Button>
      <Button size="xs" disabled={isBusy} onClick={() => void toggle()}>
        {isActive ? t('webhooks.pause') : t('webhooks.resume')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('common.moreAbout', { name: hostAndPath(endpoint.url) })}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onDo({ what: 'edit', endpoint })}>{t('webhooks.edit.action')}</Menu.Item>
          <Menu.Item onClick={() => onDo({ what: 'rotate', endpoint })}>
            {t('webhooks.rotate.action')}
          </Menu.Item>
          <Menu.Item data-danger onClick={() => onDo({ what: 'remove', endpoint })}>
            {t('webhooks.remove.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
