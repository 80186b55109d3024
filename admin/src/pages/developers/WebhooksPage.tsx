import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useDialogInAddress } from '../../components/dialog/use-dialog-in-address.ts'
import { Empty } from '../../components/empty/Empty.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { MadeDialog } from '../../components/secret/MadeDialog.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { EndpointDialog } from './EndpointDialog.tsx'
import { EndpointPanel } from './EndpointPanel.tsx'
import { RemoveEndpointDialog, RotateSecretDialog } from './EndpointQuestions.tsx'
import type { Doing } from './endpoint.ts'
import css from './webhooks.module.css'

export default function WebhooksPage() {
  const { t } = useTranslation()
  const mayWrite = useMay('webhooks.write')
  const listed = useList('webhooks.list', {})
  const [doing, setDoing] = useState<Doing | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const [dialog, openDialog] = useDialogInAddress(['new'])
  const close = (): void => {
    setDoing(null)
    if (dialog) openDialog(null)
  }
  const show = (made: string): void => {
    close()
    setSecret(made)
  }
  const add = mayWrite ? (
    <Button leftSection={<Icon name="plus" />} onClick={() => openDialog('new')}>
      {t('webhooks.add')}
    </Button>
  ) : null
  return (
    <Page
      title={t('webhooks.title')}
      about={t('webhooks.about')}
      actions={listed.items.length > 0 ? add : null}
    >
      {listed.problem ? <ProblemNotice problem={listed.problem} /> : null}
      {listed.isLoading ? <SkeletonRows count={2} height={120} /> : null}
      {!listed.isLoading && !listed.problem && listed.items.length === 0 ? (
        <Empty
          title={t('webhooks.empty.title')}
          action={add}
          example={
            <pre className={css.code}>
              {'POST /punchcard\nwebhook-id: 81723-40211\n\n{ "Points": 48, … }'}
            </pre>
          }
        >
          {t('webhooks.empty.text')}
        </Empty>
      ) : null}
      <ul className={css.endpoints}>
        {listed.items.map((endpoint) => (
          <li key={endpoint.id}>
            <EndpointPanel endpoint={endpoint} onDo={setDoing} />
          </li>
        ))}
      </ul>
      {dialog === 'new' && mayWrite ? <EndpointDialog endpoint={null} onClose={close} onMade={show} /> : null}
      {doing?.what === 'edit' ? (
        <EndpointDialog endpoint={doing.endpoint} onClose={close} onMade={show} />
      ) : null}
      {doing?.what === 'rotate' ? (
        <RotateSecretDialog endpoint={doing.endpoint} onClose={close} onMade={show} />
      ) : null}
      {doing?.what === 'remove' ? <RemoveEndpointDialog endpoint={doing.endpoint} onClose={close} /> : null}
      {secret ? (
        <MadeDialog
          title={t('webhooks.made.title')}
          once={t('webhooks.made.once')}
          onClose={() => setSecret(null)}
        >
          <SecretOnce label={t('webhooks.made.secret')} secret={secret} fileName="punchcard-webhook.txt" />
        </MadeDialog>
      ) : null}
    </Page>
  )
}
