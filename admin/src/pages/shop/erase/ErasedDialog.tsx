import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DoneButton } from '../../../components/dialog/DoneButton.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { download } from '../../../components/secret/download.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Facts } from '../Facts.tsx'
import { ErasureShown } from './ErasureShown.tsx'

type Erased = Exclude<Answer<'customers.erase'>, { approval: unknown }>
type Waiting = Extract<Answer<'customers.erase'>, { approval: unknown }>

interface ErasedDialogProps {
  readonly done: Answer<'customers.erase'>
  readonly name: string
  readonly onClose: () => void
}

/** The certificate; or that another person has to approve first. */
export function ErasedDialog({ done, name, onClose }: ErasedDialogProps) {
  return 'approval' in done ? (
    <WaitsDialog waiting={done} name={name} onClose={onClose} />
  ) : (
    <CertificateDialog done={done} onClose={onClose} />
  )
}

interface WaitsDialogProps {
  readonly waiting: Waiting
  readonly name: string
  readonly onClose: () => void
}

function WaitsDialog({ waiting: { approval }, name, onClose }: WaitsDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Dialog
      title={t('erasing.waits', { name })}
      isOpen
      onClose={onClose}
      onSubmit={onClose}
      actions={<DoneButton />}
    >
      <p>
        {t('erasing.waitsUntil', { date: format.moment(approval.expiresAt) })}{' '}
        <PageLink to="/approvals">{t('approvals.title')}</PageLink>
      </p>
    </Dialog>
  )
}

interface CertificateDialogProps {
  readonly done: Erased
  readonly onClose: () => void
}

/** It stays in the audit log, without a name. */
function CertificateDialog({ done, onClose }: CertificateDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { erasedAt, publicId } = done
  return (
    <Dialog
      title={t('erasing.done')}
      isOpen
      onClose={onClose}
      onSubmit={onClose}
      consequence={t('erasing.inAudit')}
      actions={
        <>
          <Button
            onClick={() => download(`${t('erasing.file')}-${publicId}.json`, JSON.stringify(done, null, 2))}
          >
            {t('erasing.save')}
          </Button>
          <DoneButton />
        </>
      }
    >
      <Facts
        facts={[
          [t('erasing.at'), format.moment(erasedAt)],
          [t('erasing.account'), publicId],
        ]}
      />
      <ErasureShown erasure={done} />
    </Dialog>
  )
}
