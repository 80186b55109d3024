import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Answered, call } from '../../api/client.ts'
import { type Outcome, useChange } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Question } from '../../components/dialog/Question.tsx'
import { ChangedDialog } from '../../components/editing/ChangedDialog.tsx'
import { useEditing } from '../../components/editing/use-editing.ts'
import { Fields } from '../../components/form/Form.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import type { Person, Role } from './person.ts'
import { RoleChoices } from './RoleChoices.tsx'

interface PersonDialogProps {
  readonly person: Person
  readonly onClose: () => void
}

interface AboutPersonProps<Answered extends Asked> {
  readonly name: 'remove' | 'reset'
  readonly person: Person
  readonly run: () => Promise<Answered>
  readonly onDone: (outcome: Extract<Answered, { isDone: true }>) => void
  readonly onClose: () => void
}

type Asked = Outcome<'people.remove'> | Outcome<'people.resetPassword'>

function AboutPerson<Answered extends Asked>({ name, person, ...rest }: AboutPersonProps<Answered>) {
  const { t } = useTranslation()
  return (
    <Question
      title={t(`people.${name}.title`, { name: person.name })}
      consequence={t(`people.${name}.consequence`)}
      cancel={t(`people.${name}.cancel`)}
      submit={t(`people.${name}.submit`)}
      isDestructive={name === 'remove'}
      {...rest}
    >
      <p>{t(`people.${name}.text`)}</p>
    </Question>
  )
}

/** Another person may have given another role meanwhile: then both are shown, and who it was. */
export function RoleDialog({ person, onClose }: PersonDialogProps) {
  const { t } = useTranslation()
  const tenant = useTenant()
  const changeRole = useChange('people.changeRole')
  const editing = useEditing<{ readonly role: Role }>({
    first: { values: { role: person.role }, etag: person.etag },
    fields: [],
    async save({ role }, etag) {
      const outcome = await changeRole({ params: { id: person.id }, etag, body: { role } })
      if (outcome.isDone) onClose()
      return outcome
    },
    async reread() {
      const now = await findPerson(tenant, person.id)
      return now && { values: { role: now.role }, etag: now.etag }
    },
  })
  const { form } = editing
  if (editing.conflict) {
    const show = ({ role }: { readonly role: Role }): string => t(`shell.roles.${role}`)
    return <ChangedDialog editing={editing} members={[{ path: 'role', label: t('people.role'), show }]} />
  }
  return (
    <Dialog
      title={t('people.changeRole.title', { name: person.name })}
      isOpen
      onClose={onClose}
      onSubmit={() => void editing.submit()}
      consequence={t('people.changeRole.consequence')}
      actions={
        <>
          <Button onClick={onClose}>{t('people.changeRole.cancel')}</Button>
          <Button type="submit" variant="filled" loading={editing.isBusy} disabled={!editing.isDirty}>
            {t('people.changeRole.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {editing.problem ? <ProblemNotice problem={editing.problem} /> : null}
        <RoleChoices value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
      </Fields>
    </Dialog>
  )
}

/** A person as the merchant's list has them now; null: they have left. */
async function findPerson(tenant: number | null, id: number): Promise<Person | null> {
  let cursor: string | null = null
  do {
    const { answer }: Answered<'people.list'> = await call('people.list', tenant, {
      query: cursor === null ? {} : { cursor },
    })
    const found = answer.items.find((person) => person.id === id)
    if (found) return found
    cursor = answer.nextCursor
  } while (cursor !== null)
  return null
}

export function RemoveDialog({ person, onClose }: PersonDialogProps) {
  const remove = useChange('people.remove')
  return (
    <AboutPerson
      name="remove"
      person={person}
      run={() => remove({ params: { id: person.id }, etag: person.etag })}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

export function ResetDialog(props: PersonDialogProps & { readonly onMade: (link: string) => void }) {
  const reset = useChange('people.resetPassword')
  return (
    <AboutPerson
      name="reset"
      person={props.person}
      run={() => reset({ params: { id: props.person.id } })}
      onDone={({ answer }) => props.onMade(answer.link)}
      onClose={props.onClose}
    />
  )
}
