import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { ProblemNotice, Warning } from '../../components/notice/Notice.tsx'
import { PermissionFields } from './PermissionFields.tsx'
import { type Permission, warningsOf } from './service-token.ts'

interface NewServiceTokenDialogProps {
  readonly onClose: () => void
  readonly onMade: (secret: string) => void
}

interface Values {
  readonly label: string
  readonly permissions: readonly Permission[]
  /** Digits; empty: until it is revoked. */
  readonly expiresInDays: string
}

export function NewServiceTokenDialog({ onClose, onMade }: NewServiceTokenDialogProps) {
  const { t } = useTranslation()
  const create = useChange('tokens.create')
  const form = useForm<Values>({ initialValues: { label: '', permissions: [], expiresInDays: '365' } })
  const { label, permissions, expiresInDays } = form.values
  const { problem, setProblem, isBusy, send } = useSending(form, ['label', 'permissions', 'expiresInDays'])
  const submit = () => {
    setProblem(null)
    form.clearErrors()
    // The server would create it, without saying what it is for.
    if (permissions.length === 0) return form.setFieldError('permissions', t('tokens.create.mayNothing'))
    const days = expiresInDays === '' ? null : Number(expiresInDays)
    const body = { label, permissions: [...permissions], expiresInDays: days }
    return send(create({ body }), ({ answer }) => onMade(answer.secret))
  }
  return (
    <Dialog
      title={t('tokens.create.title')}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={t('tokens.create.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('tokens.create.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('tokens.create.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <TextInput
          label={t('keys.label')}
          placeholder={t('tokens.create.labelPlaceholder')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('label')}
        />
        <div>
          <PermissionFields
            value={permissions}
            onChange={(chosen) => {
              form.clearFieldError('permissions')
              form.setFieldValue('permissions', chosen)
            }}
            error={Object.entries(form.errors).find(([path]) => path.startsWith('permissions'))?.[1]}
          />
          {warningsOf(permissions).map((warning) => (
            <Warning key={warning}>{t(`tokens.warnings.${warning}`)}</Warning>
          ))}
        </div>
        <div>
          <WholeInput
            label={t('tokens.create.days')}
            description={t('tokens.create.daysAbout')}
            unit={t('common.days')}
            {...form.getInputProps('expiresInDays')}
          />
          {expiresInDays === '' ? <Warning>{t('tokens.warnings.noEnd')}</Warning> : null}
        </div>
      </Fields>
    </Dialog>
  )
}
