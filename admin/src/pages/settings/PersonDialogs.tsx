import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperationId } from '../../api/client.ts'
import { type Outcome, useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import type { Person } from './person.ts'
import { RoleChoices } from './RoleChoices.tsx'

interface PersonDialogProps {
  readonly person: Person
  readonly onClose: () => void
}

interface QuestionProps<Id extends OperationId> {
  readonly name: 'changeRole' | 'remove' | 'reset'
  readonly person: Person
  readonly run: () => Promise<Outcome<Id>>
  readonly onDone: (outcome: Extract<Outcome<Id>, { isDone: true }>) => void
  readonly onClose: () => void
  readonly isIdle?: boolean
  readonly children: ReactNode
}

/** One question about a person, and what comes of it. */
function Question<Id extends OperationId>(props: QuestionProps<Id>) {
  const { name, person, run, onDone, onClose, isIdle = false, children } = props
  const { t } = useTranslation()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    setBusy(true)
    const outcome = await run()
    setBusy(false)
    if (outcome.isDone) onDone(outcome as Extract<Outcome<Id>, { isDone: true }>)
    else setProblem(outcome.problem)
  }
  return (
    <Dialog
      title={t(`people.${name}.title`, { name: person.name })}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={t(`people.${name}.consequence`)}
      actions={
        <>
          <Button onClick={onClose}>{t(`people.${name}.cancel`)}</Button>
          <Button type="submit" variant="filled" loading={isBusy} disabled={isIdle}>
            {t(`people.${name}.submit`)}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        {children}
      </Fields>
    </Dialog>
  )
}

export function RoleDialog({ person, onClose }: PersonDialogProps) {
  const changeRole = useChange('people.changeRole')
  const [role, setRole] = useState(person.role)
  return (
    <Question
      name="changeRole"
      person={person}
      run={() => changeRole({ params: { id: person.id }, etag: person.etag, body: { role } })}
      onDone={onClose}
      onClose={onClose}
      isIdle={role === person.role}
    >
      <RoleChoices value={role} onChange={setRole} />
    </Question>
  )
}

export function RemoveDialog({ person, onClose }: PersonDialogProps) {
  const { t } = useTranslation()
  const remove = useChange('people.remove')
  return (
    <Question
      name="remove"
      person={person}
      run={() => remove({ params: { id: person.id }, etag: person.etag })}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('people.remove.text')}</p>
    </Question>
  )
}

export function ResetDialog(props: PersonDialogProps & { readonly onMade: (link: string) => void }) {
  const { t } = useTranslation()
  const reset = useChange('people.resetPassword')
  return (
    <Question
      name="reset"
      person={props.person}
      run={() => reset({ params: { id: props.person.id } })}
      onDone={({ answer }) => props.onMade(answer.link)}
      onClose={props.onClose}
    >
      <p>{t('people.reset.text')}</p>
    </Question>
  )
}
