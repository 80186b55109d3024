import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DoneButton } from '../../../components/dialog/DoneButton.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { useFormat } from '../../../format/use-format.ts'

interface MergeWaitsDialogProps {
  readonly waiting: { readonly expiresAt: string }
  readonly from: string
  readonly into: string
  readonly onClose: () => void
}

/** Nothing is merged yet: another person has to approve it. */
export function MergeWaitsDialog({ waiting, from, into, onClose }: MergeWaitsDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Dialog title={t('merging.waits')} isOpen onClose={onClose} onSubmit={onClose} actions={<DoneButton />}>
      <p>
        <b>{t('merging.direction', { from, into })}</b>
      </p>
      <p>
        {t('merging.waitsUntil', { date: format.moment(waiting.expiresAt) })}{' '}
        <PageLink to="/approvals">{t('approvals.title')}</PageLink>
      </p>
    </Dialog>
  )
}
