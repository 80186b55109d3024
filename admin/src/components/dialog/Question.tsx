import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Refused } from '../form/errors.ts'
import { Fields } from '../form/Form.tsx'
import { ProblemNotice } from '../notice/Notice.tsx'
import { Dialog } from './Dialog.tsx'

type Outcome = { readonly isDone: true } | { readonly isDone: false; readonly problem: Refused }

interface QuestionProps<Answered extends Outcome> {
  readonly title: string
  readonly consequence?: ReactNode
  /** The way back, named by what it keeps. */
  readonly cancel: string
  /** Named by what it does. */
  readonly submit: string
  readonly run: () => Promise<Answered>
  readonly onDone: (outcome: Extract<Answered, { isDone: true }>) => void
  readonly onClose: () => void
  /** It takes something away that does not come back by itself. */
  readonly isDestructive?: boolean
  /** Nothing is chosen yet that would change something. */
  readonly isIdle?: boolean
  readonly children: ReactNode
}

/** One question, what it does, and what was refused of it. */
export function Question<Answered extends Outcome>(props: QuestionProps<Answered>) {
  const { title, consequence, cancel, submit, run, onDone, onClose, isIdle = false, children } = props
  const { isDestructive = false } = props
  const [problem, setProblem] = useState<Refused | null>(null)
  const [isBusy, setBusy] = useState(false)
  const ask = async (): Promise<void> => {
    setBusy(true)
    const outcome = await run()
    setBusy(false)
    if (outcome.isDone) onDone(outcome as Extract<Answered, { isDone: true }>)
    else setProblem(outcome.problem)
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      onSubmit={() => void ask()}
      consequence={consequence}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            type="submit"
            variant="filled"
            loading={isBusy}
            disabled={isIdle}
            data-danger={isDestructive || undefined}
          >
            {submit}
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
