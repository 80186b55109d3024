import { Button, Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Effect } from '../../../../../server/src/customers/admin-api/effect-schema.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { goToFirstError, type Refused } from '../../../components/form/errors.ts'
import { Fields } from '../../../components/form/Form.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { EffectShown } from './EffectShown.tsx'

type Outcome<Done> =
  | { readonly isDone: true; readonly answer: Done }
  | { readonly isDone: false; readonly problem: Refused }

interface NotedDialogProps<Done extends { readonly effect: Effect }> {
  readonly title: string
  readonly text: ReactNode
  readonly consequence: string
  /** The way back, named by what it keeps; then what acts, named by what it does. */
  readonly cancel: string
  readonly submit: string
  /** It takes something away that does not come back by itself. */
  readonly isDestructive?: boolean
  /** What it would do, as the server has tried it out. */
  readonly trial: {
    readonly effect: Effect | undefined
    readonly problem: Refused | undefined
    /** In place of the effect, until enough is typed to try it out. */
    readonly missing?: string | null
  }
  readonly run: (note: string) => Promise<Outcome<Done>>
  readonly onClose: () => void
  /** Fields above the note. They show the problems that `isAtField` knows, by their pointers. */
  readonly fields?: (problem: Refused | null) => ReactNode
  readonly isAtField?: (pointer: string) => boolean
  /** What came of it, beside its record. */
  readonly result?: (done: Done) => ReactNode
}

/** Something that can't be taken back: with its effect before, a reason in words, and its record after. */
export function NotedDialog<Done extends { readonly effect: Effect }>(props: NotedDialogProps<Done>) {
  const { trial, run, onClose, fields, isAtField, result } = props
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const { problem, setProblem, isBusy, send } = useSending()
  const [done, setDone] = useState<Done | null>(null)
  useEffect(() => {
    if (problem) goToFirstError()
  }, [problem])
  const submit = () => {
    if (done) return onClose()
    if (note.trim() === '') return setProblem(noteIsMissing(t('helping.noteMissing')))
    return send(run(note.trim()), ({ answer }) => setDone(answer))
  }
  const errors = problem?.errors ?? []
  const noteError = errors.find(({ pointer }) => pointer === '/note')?.message
  const isShownAtFields =
    errors.length > 0 && errors.every(({ pointer }) => pointer === '/note' || isAtField?.(pointer))
  const actions = done ? (
    <Button type="submit" variant="filled">
      {t('common.done')}
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>{props.cancel}</Button>
      <Button type="submit" variant="filled" loading={isBusy} data-danger={props.isDestructive || undefined}>
        {props.submit}
      </Button>
    </>
  )
  return (
    <Dialog
      title={props.title}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={done ? null : props.consequence}
      actions={actions}
      side={done ? <EffectShown effect={done.effect} isDone /> : <Trial trial={trial} />}
    >
      <Fields>
        {problem && !isShownAtFields ? <ProblemNotice problem={problem} /> : null}
        <p>{done ? t('helping.isDone') : props.text}</p>
        {done ? result?.(done) : fields?.(problem)}
        {done ? null : (
          <Textarea
            label={t('helping.note')}
            description={t('helping.noteAbout')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autosize
            minRows={2}
            maxLength={1000}
            value={note}
            onChange={(event) => {
              setNote(event.currentTarget.value)
              if (noteError) setProblem(null)
            }}
            error={noteError}
            {...(fields ? {} : { 'data-autofocus': true })}
          />
        )}
      </Fields>
    </Dialog>
  )
}

function noteIsMissing(message: string): Refused {
  return { name: 'validation', title: '', detail: message, errors: [{ pointer: '/note', message }] }
}

function Trial({ trial: { effect, problem, missing } }: Pick<NotedDialogProps<never>, 'trial'>) {
  if (missing) return <p className="muted">{missing}</p>
  if (problem) return <ProblemNotice problem={problem} />
  return effect ? <EffectShown effect={effect} /> : <SkeletonRows count={3} />
}
