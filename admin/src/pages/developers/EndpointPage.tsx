import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useMay } from '../../api/session.tsx'
import { useNeedsAgain } from '../../api/use-needs.ts'
import { useDialogInAddress } from '../../components/dialog/use-dialog-in-address.ts'
import { Page } from '../../components/layout/Page.tsx'
import { PageLink, usePageAddress } from '../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { Tabs } from '../../components/tabs/Tabs.tsx'
import { Attempts } from './Attempts.tsx'
import css from './console.module.css'
import { EndpointActions } from './EndpointActions.tsx'
import { EndpointDialog } from './EndpointDialog.tsx'
import { RemoveEndpointDialog, RotateSecretDialog } from './EndpointQuestions.tsx'
import { EndpointSettings } from './EndpointSettings.tsx'
import { EndpointState } from './EndpointState.tsx'
import { type Endpoint, hostAndPath, nameOfEndpoint } from './endpoint.ts'
import { FailingNotice } from './FailingNotice.tsx'
import { HealthStrip, HealthWords } from './HealthStrip.tsx'
import { MadeSecret } from './MadeSecret.tsx'
import { ParkedEvents } from './ParkedEvents.tsx'
import { ReplayDialog } from './ReplayDialog.tsx'
import { Tested } from './Tested.tsx'

const LOOK_EVERY_MS = 3_000

export default function EndpointPage() {
  const { t } = useTranslation()
  const { id } = useParams({ strict: false }) as { id?: string }
  const found = useRead('webhooks.get', { params: { id: Number(id) } }, { everyMs: LOOK_EVERY_MS })
  const endpoint = found.data?.answer
  useNeedsAgain(endpoint ? `${endpoint.state} ${endpoint.failingSince !== null}` : null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [tested, setTested] = useState<Answer<'webhooks.test'> | null>(null)
  const mayWrite = useMay('webhooks.write')
  return (
    <Page
      title={endpoint ? nameOfEndpoint(endpoint) : t('webhooks.title')}
      back={<PageLink to="/developers/webhooks">{t('webhooks.title')}</PageLink>}
      about={endpoint ? <EndpointState endpoint={endpoint} /> : null}
      actions={
        endpoint && mayWrite ? (
          <EndpointActions endpoint={endpoint} onProblem={setProblem} onTested={setTested} />
        ) : null
      }
    >
      {found.error ? (
        <ProblemNotice
          problem={found.error.problem}
          actions={<TryAgain onClick={() => void found.refetch()} />}
        />
      ) : null}
      {problem ? <ProblemNotice problem={problem} /> : null}
      {found.isPending ? <SkeletonRows count={6} height={48} /> : null}
      {endpoint ? (
        <>
          <p className={css.url}>{hostAndPath(endpoint.url)}</p>
          {tested ? <Tested result={tested} /> : null}
          <FailingNotice endpoint={endpoint} />
          <div className={css.health}>
            <HealthStrip endpoint={endpoint} />
            <HealthWords endpoint={endpoint} />
          </div>
          <Views endpoint={endpoint} />
          <Dialogs endpoint={endpoint} />
        </>
      ) : null}
    </Page>
  )
}

function Views({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation()
  const { view } = useSearch({ strict: false }) as { view?: unknown }
  const current = view === 'parked' || view === 'settings' ? view : 'attempts'
  const to = `/developers/webhooks/${endpoint.id}`
  const { parked } = endpoint.backlog
  return (
    <>
      <Tabs
        label={t('webhooks.views.label')}
        current={current}
        tabs={[
          { name: 'attempts', label: t('webhooks.views.attempts'), to, search: {} },
          {
            name: 'parked',
            label: parked > 0 ? `${t('webhooks.views.parked')} ${parked}` : t('webhooks.views.parked'),
            to,
            search: { view: 'parked' },
          },
          { name: 'settings', label: t('webhooks.views.settings'), to, search: { view: 'settings' } },
        ]}
      />
      {current === 'attempts' ? <Attempts endpoint={endpoint} /> : null}
      {current === 'parked' ? <ParkedEvents endpoint={endpoint} /> : null}
      {current === 'settings' ? <EndpointSettings endpoint={endpoint} /> : null}
    </>
  )
}

function Dialogs({ endpoint }: { readonly endpoint: Endpoint }) {
  const [dialog, openDialog] = useDialogInAddress(['edit', 'rotate', 'remove', 'replay'])
  const [secret, setSecret] = useState<string | null>(null)
  const mayWrite = useMay('webhooks.write')
  const navigate = useNavigate()
  const address = usePageAddress()
  const close = (): void => openDialog(null)
  const show = (made: string): void => {
    close()
    setSecret(made)
  }
  if (!mayWrite) return null
  return (
    <>
      {dialog === 'edit' ? <EndpointDialog endpoint={endpoint} onClose={close} onMade={show} /> : null}
      {dialog === 'rotate' ? <RotateSecretDialog endpoint={endpoint} onClose={close} onMade={show} /> : null}
      {dialog === 'replay' ? <ReplayDialog endpoint={endpoint} onClose={close} /> : null}
      {dialog === 'remove' ? (
        <RemoveEndpointDialog
          endpoint={endpoint}
          onClose={close}
          onRemoved={() => void navigate({ to: address('/developers/webhooks') })}
        />
      ) : null}
      {secret ? <MadeSecret secret={secret} onClose={() => setSecret(null)} /> : null}
    </>
  )
}
