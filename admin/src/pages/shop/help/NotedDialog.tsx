import { Button, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Effect } from '../../../../../server/src/customers/admin-api/effect-schema.ts'
import type { Problem } from '../../../api/problems.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Fields } from '../../../components/form/Form.tsx'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { EffectShown } from './EffectShown.tsx'

type Outcome =
  | { readonly isDone: true; readonly answer: { readonly effect: Effect } }
  | { readonly isDone: false; readonly problem: Problem }

interface NotedDialogProps {
  readonly title: string
  readonly text: ReactNode
  readonly consequence: string
  /** The way back, named by what it keeps; then what acts, named by what it does. */
  readonly cancel: string
  readonly submit: string
  /** What it would do, as the server has tried it out. */
  readonly trial: { readonly effect: Effect | undefined; readonly problem: Problem | undefined }
  readonly run: (note: string) => Promise<Outcome>
  readonly onClose: () => void
}

/** Something that can't be taken back: with its effect before, a reason in words, and its record after. */
export function NotedDialog(props: NotedDialogProps) {
  const { trial, run, onClose } = props
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [done, setDone] = useState<Effect | null>(null)
  const submit = async (): Promise<void> => {
    if (done) return onClose()
    setBusy(true)
    setProblem(null)
    const outcome = await run(note.trim())
    setBusy(false)
    if (outcome.isDone) setDone(outcome.answer.effect)
    else setProblem(outcome.problem)
  }
  const noteError = problem?.errors?.find(({ pointer }) => pointer === '/note')?.message
  const actions = done ? (
    <Button type="submit" variant="filled">
      {t('common.done')}
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>{props.cancel}</Button>
      <Button type="submit" variant="filled" loading={isBusy}>
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
      side={done ? <EffectShown effect={done} isDone /> : <Trial trial={trial} />}
    >
      <Fields>
        {problem && noteError === undefined ? <ProblemNotice problem={problem} /> : null}
        <p>{done ? t('helping.isDone') : props.text}</p>
        {done ? null : (
          <Textarea
            label={t('helping.note')}
            description={t('helping.noteAbout')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autosize
            minRows={2}
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={noteError}
            data-autofocus
          />
        )}
      </Fields>
    </Dialog>
  )
}

function Trial({ trial: { effect, problem } }: Pick<NotedDialogProps, 'trial'>) {
  if (problem) return <ProblemNotice problem={problem} />
  return effect ? <EffectShown effect={effect} /> : <SkeletonRows count={3} />
}
