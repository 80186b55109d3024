import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { showErrors } from '../../components/form/errors.ts'
import { Fields } from '../../components/form/Form.tsx'
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
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useForm({ initialValues: { email: '', role: 'manager' as Role } })
  const submit = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    const outcome = await invite({ body: form.values })
    setBusy(false)
    if (outcome.isDone) onMade(outcome.answer.link)
    else if (!showErrors(form, outcome.problem, ['email'])) setProblem(outcome.problem)
  }
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
