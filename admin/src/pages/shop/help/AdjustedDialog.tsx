import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DoneButton } from '../../../components/dialog/DoneButton.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { Facts } from '../Facts.tsx'

interface AdjustedDialogProps {
  readonly done: Answer<'customers.adjust'>
  readonly name: string
  readonly onClose: () => void
}

/** The record that was made; or that another person has to approve first. */
export function AdjustedDialog({ done, name, onClose }: AdjustedDialogProps) {
  const { t } = useTranslation()
  const waits = 'approval' in done
  return (
    <Dialog
      title={t(waits ? 'helping.adjust.waits' : 'helping.adjust.done', { name })}
      isOpen
      onClose={onClose}
      onSubmit={onClose}
      actions={<DoneButton />}
    >
      {waits ? <Waits approval={done.approval} /> : <Recorded done={done} />}
    </Dialog>
  )
}

type Recorded = Exclude<Answer<'customers.adjust'>, { approval: unknown }>
type Approval = Extract<Answer<'customers.adjust'>, { approval: unknown }>['approval']

function Recorded({ done }: { readonly done: Recorded }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isGiven = !done.points.startsWith('-')
  const until = done.expiresAt ? format.date(done.expiresAt) : t('customers.lots.never')
  return (
    <Facts
      facts={[
        [t('helping.adjust.recorded'), format.signed(done.points)],
        [t('helping.adjust.balance'), format.points(done.balance.points)],
        [t('customers.lots.expires'), isGiven ? until : null],
        [t('helping.adjust.number'), String(done.recordId)],
      ]}
    />
  )
}

function Waits({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <p>{t(`helping.exceeds.${approval.exceeds}`)}</p>
      <p>
        {t('helping.adjust.waitsUntil', { date: format.moment(approval.expiresAt) })}{' '}
        <PageLink to="/approvals">{t('approvals.title')}</PageLink>
      </p>
    </>
  )
}
