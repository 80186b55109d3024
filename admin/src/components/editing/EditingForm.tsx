import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from '../notice/Notice.tsx'
import { ChangedDialog, type Member } from './ChangedDialog.tsx'
import { SaveBar } from './SaveBar.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import type { Editing } from './use-editing.ts'

interface EditingFormProps<Values extends object> {
  readonly editing: Editing<Values>
  /** What is shown line by line when another person saved first. */
  readonly members: readonly Member<Values>[]
  readonly mayWrite: boolean
  /** Of the button that saves: named by what it does. */
  readonly label: string
  /** What becomes of what was saved. */
  readonly savedNote?: string | undefined
  readonly children: ReactNode
}

/** The frame of a form of something that others may change too. */
export function EditingForm<Values extends object>(props: EditingFormProps<Values>) {
  const { editing, members, mayWrite, label, savedNote, children } = props
  const { t } = useTranslation()
  return (
    <>
      {editing.problem ? <ProblemNotice problem={editing.problem} /> : null}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void editing.submit()
        }}
      >
        <fieldset disabled={!mayWrite}>{children}</fieldset>
        {mayWrite ? (
          <SaveBar
            isDirty={editing.isDirty}
            isBusy={editing.isBusy}
            savedAt={editing.savedAt}
            label={label}
            savedNote={savedNote}
            onDiscard={editing.discard}
          />
        ) : (
          <p className="muted">{t('common.readOnly')}</p>
        )}
      </form>
      <ChangedDialog editing={editing} members={members} />
      <UnsavedGuard isDirty={editing.isDirty} />
    </>
  )
}
