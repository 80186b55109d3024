import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useDialogInAddress } from '../../components/dialog/use-dialog-in-address.ts'
import { Empty } from '../../components/empty/Empty.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import css from './console.module.css'
import { EndpointCard } from './EndpointCard.tsx'
import { EndpointDialog } from './EndpointDialog.tsx'
import { FindDelivery } from './FindDelivery.tsx'
import { MadeSecret } from './MadeSecret.tsx'
import { SamplePayloads } from './SamplePayloads.tsx'

/** A person who watches whether it works again sees it within seconds. */
const LOOK_EVERY_MS = 5_000

export default function WebhooksPage() {
  const { t } = useTranslation()
  const mayWrite = useMay('webhooks.write')
  const listed = useRead('webhooks.list', {}, { everyMs: LOOK_EVERY_MS })
  const [secret, setSecret] = useState<string | null>(null)
  const [dialog, openDialog] = useDialogInAddress(['new'])
  const endpoints = listed.data?.answer.items ?? []
  const show = (made: string): void => {
    openDialog(null)
    setSecret(made)
  }
  const add = mayWrite ? (
    <Button leftSection={<Icon name="plus" />} onClick={() => openDialog('new')}>
      {t('webhooks.add')}
    </Button>
  ) : null
  return (
    <Page title={t('webhooks.title')} about={t('webhooks.about')} actions={endpoints.length > 0 ? add : null}>
      {listed.error ? (
        <ProblemNotice
          problem={listed.error.problem}
          actions={<TryAgain onClick={() => void listed.refetch()} />}
        />
      ) : null}
      {listed.isPending ? <SkeletonRows count={2} height={110} /> : null}
      {listed.data && endpoints.length === 0 ? (
        <Empty
          title={t('webhooks.empty.title')}
          action={add}
          example={
            <pre className={css.code}>
              {'POST /punchcard\nwebhook-id: evt_7_4711_3\n\n{ "Points": 48, … }'}
            </pre>
          }
        >
          {t('webhooks.empty.text')}
        </Empty>
      ) : null}
      {endpoints.length > 0 ? (
        <>
          <ul className={css.cards}>
            {endpoints.map((endpoint) => (
              <li key={endpoint.id}>
                <EndpointCard endpoint={endpoint} />
              </li>
            ))}
          </ul>
          <p className={css.legend}>{t('webhooks.health.legend')}</p>
          <FindDelivery />
        </>
      ) : null}
      {listed.data ? <SamplePayloads /> : null}
      {dialog === 'new' && mayWrite ? (
        <EndpointDialog endpoint={null} onClose={() => openDialog(null)} onMade={show} />
      ) : null}
      {secret ? <MadeSecret secret={secret} onClose={() => setSecret(null)} /> : null}
    </Page>
  )
}
