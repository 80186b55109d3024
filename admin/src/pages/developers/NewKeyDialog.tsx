import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { DateTimeInput } from '../../components/form/DateTimeInput.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import type { NewKey } from './MadeKey.tsx'

const SCOPES = ['read', 'write', 'points', 'erase'] as const
type Scope = (typeof SCOPES)[number]
/** The server takes these from owners only. */
const GIVEN_BY_OWNERS: readonly Scope[] = ['points', 'erase']

interface NewKeyDialogProps {
  readonly onClose: () => void
  readonly onMade: (made: NewKey) => void
}

export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const { t } = useTranslation()
  const create = useChange('apiKeys.create')
  const mayGiveAll = useMay('security.write')
  const offered = SCOPES.filter((scope) => mayGiveAll || !GIVEN_BY_OWNERS.includes(scope))
  const form = useForm({
    initialValues: { label: '', expiresAt: null as string | null, scopes: ['read', 'write'] as Scope[] },
  })
  const { problem, isBusy, send } = useSending(form, ['label', 'expiresAt'])
  const submit = () => send(create({ body: form.values }), ({ answer }) => onMade(answer))
  return (
    <Dialog
      title={t('keys.create.title')}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={t('keys.create.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('keys.create.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('keys.create.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <TextInput
          label={t('keys.label')}
          placeholder={t('keys.create.labelPlaceholder')}
          data-autofocus
          {...form.getInputProps('label')}
        />
        <Checkbox.Group label={t('keys.scopes')} {...form.getInputProps('scopes')}>
          {offered.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              mt={8}
              label={t(`keys.scope.${scope}`)}
              description={t(`keys.scopeAbout.${scope}`)}
            />
          ))}
        </Checkbox.Group>
        <DateTimeInput
          label={t('keys.create.expires')}
          description={t('keys.create.expiresAbout')}
          isClearable
          minNow
          isEnd
          value={form.values.expiresAt}
          onChange={(moment) => form.setFieldValue('expiresAt', moment)}
          error={form.errors.expiresAt}
        />
      </Fields>
    </Dialog>
  )
}
