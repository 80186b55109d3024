import { useState } from 'react'
import { type CanShowErrors, type Refused, showErrors } from './errors.ts'

type Outcome = { readonly isDone: true } | { readonly isDone: false; readonly problem: Refused }

/** Whether a change is being sent, and the problem it was refused with, unless fields of the form show all of it. */
export function useSending(form?: CanShowErrors, fields: readonly string[] = []) {
  const [problem, setProblem] = useState<Refused | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async <Sent extends Outcome>(
    sent: Promise<Sent>,
    onDone: (outcome: Extract<Sent, { isDone: true }>) => void | Promise<void>,
  ): Promise<void> => {
    setBusy(true)
    setProblem(null)
    const outcome = await sent
    setBusy(false)
    if (outcome.isDone) await onDone(outcome as Extract<Sent, { isDone: true }>)
    else if (!form || !showErrors(form, outcome.problem, fields)) setProblem(outcome.problem)
  }
  return { problem, setProblem, isBusy, send }
}
