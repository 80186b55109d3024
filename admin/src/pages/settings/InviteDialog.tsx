import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import type { Role } from './person.ts'
import { RoleChoices } from './RoleChoices.tsx'

interface InviteDialogProps {
  readonly onClose: () => void
  readonly onMade: (link: string) => void
}

export function InviteDialog({ onClose, onMade }: InviteDialogProps) {
  const { t } = useTranslation()
  const invite = useChange('people.invite')
  const form = useForm({ initialValues: { email: '', role: 'manager' as Role } })
  const { problem, isBusy, send } = useSending(form, ['email'])
  const submit = () => send(invite({ body: form.values }), ({ answer }) => onMade(answer.link))
  return (
    <Dialog
      title={t('people.invite.title')}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={t('people.invite.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('people.invite.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('people.invite.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <TextInput
          label={t('people.email')}
          type="email"
          autoComplete="off"
          maxLength={254}
          data-autofocus
          {...form.getInputProps('email')}
        />
        <RoleChoices value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
      </Fields>
    </Dialog>
  )
}
