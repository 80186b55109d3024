import { ActionIcon, Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useDialogInAddress } from '../../components/dialog/use-dialog-in-address.ts'
import { Icon } from '../../components/icon/Icon.tsx'
import { type Endpoint, nameOfEndpoint } from './endpoint.ts'

interface EndpointActionsProps {
  readonly endpoint: Endpoint
  readonly onProblem: (problem: Problem | null) => void
  readonly onTested: (result: Answer<'webhooks.test'> | null) => void
}

export function EndpointActions({ endpoint, onProblem, onTested }: EndpointActionsProps) {
  const { t } = useTranslation()
  const pause = useChange('webhooks.pause')
  const resume = useChange('webhooks.resume')
  const test = useChange('webhooks.test')
  const [isBusy, setBusy] = useState(false)
  const [, openDialog] = useDialogInAddress(['edit', 'rotate', 'remove', 'replay'])
  const params = { id: endpoint.id }
  const isActive = endpoint.state === 'active'
  const run = async (work: () => Promise<{ isDone: boolean; problem?: Problem }>): Promise<void> => {
    setBusy(true)
    const outcome = await work()
    setBusy(false)
    onProblem(outcome.problem ?? null)
  }
  const sendTest = (): Promise<void> =>
    run(async () => {
      onTested(null)
      const outcome = await test({ params })
      if (outcome.isDone) onTested(outcome.answer)
      return outcome
    })
  return (
    <>
      <Button loading={isBusy} onClick={() => void sendTest()}>
        {t('webhooks.test.action')}
      </Button>
      <Button disabled={isBusy} onClick={() => void run(() => (isActive ? pause : resume)({ params }))}>
        {isActive ? t('webhooks.pause') : t('webhooks.resume')}
      </Button>
      <Button onClick={() => openDialog('edit')}>{t('webhooks.edit.action')}</Button>
      <Button variant="filled" onClick={() => openDialog('replay')}>
        {t('webhooks.replay.action')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('common.moreAbout', { name: nameOfEndpoint(endpoint) })} size={32}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => openDialog('rotate')}>{t('webhooks.rotate.action')}</Menu.Item>
          <Menu.Item data-danger onClick={() => openDialog('remove')}>
            {t('webhooks.remove.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
