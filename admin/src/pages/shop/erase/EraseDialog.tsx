import { Button, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Fields } from '../../../components/form/Form.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { usePointsChange } from '../help/use-points-change.ts'
import { ErasedDialog } from './ErasedDialog.tsx'
import { ErasureShown } from './ErasureShown.tsx'
import { ERASE_REASONS, type EraseReason } from './reasons.ts'

interface EraseDialogProps {
  readonly customer: { readonly id: number; readonly originalId: string; readonly erasedAt: string | null }
  readonly name: string
  readonly onClose: () => void
}

/** What will happen, the id typed to confirm it, and the certificate. */
export function EraseDialog({ customer, name, onClose }: EraseDialogProps) {
  const { t } = useTranslation()
  const erase = usePointsChange('customers.erase')
  const form = useForm<{ confirm: string; reason: EraseReason }>({
    initialValues: { confirm: '', reason: 'asked' },
  })
  const { problem, isBusy, send } = useSending(form, ['confirm', 'reason'])
  const [done, setDone] = useState<Answer<'customers.erase'> | null>(null)
  // As it was when the dialog opened: once it is done, the customer is read again without it.
  const [originalId] = useState(customer.originalId)
  const tried = useRead('customers.previewErase', { params: { id: customer.id } })
  const needsTwo = tried.data?.answer.needsApproval ?? false
  if (done) return <ErasedDialog done={done} name={name} onClose={onClose} />
  if (customer.erasedAt !== null) return null
  const submit = () =>
    send(erase({ params: { id: customer.id }, body: form.values }), ({ answer }) => setDone(answer))
  return (
    <Dialog
      title={t('erasing.title', { name })}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={() => void submit()}
      side={<Trial tried={tried} />}
      consequence={t(needsTwo ? 'erasing.needsTwo' : 'erasing.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('erasing.cancel')}</Button>
          <Button
            type="submit"
            variant="filled"
            loading={isBusy}
            data-danger
            disabled={form.values.confirm !== originalId}
          >
            {t(needsTwo ? 'erasing.ask' : 'erasing.submit')}
          </Button>
        </>
      }
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      <Fields>
        <p>{t('erasing.text')}</p>
        <Select
          label={t('erasing.reason')}
          data={ERASE_REASONS.map((value) => ({ value, label: t(`erasing.reasons.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('reason')}
        />
        <TextInput
          label={t('erasing.confirm', { id: originalId })}
          autoComplete="off"
          maxLength={250}
          data-autofocus
          {...form.getInputProps('confirm')}
        />
      </Fields>
    </Dialog>
  )
}

/** What would happen, as the server has tried it out. */
function Trial({ tried }: { readonly tried: ReturnType<typeof useRead<'customers.previewErase'>> }) {
  const { t } = useTranslation()
  if (tried.error) return <ProblemNotice problem={tried.error.problem} />
  if (!tried.data) return <SkeletonRows count={5} />
  return (
    <>
      <h3>{t('erasing.will')}</h3>
      <ErasureShown erasure={tried.data.answer} />
    </>
  )
}
