import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { type Refused, showErrors } from '../form/errors.ts'
import { isSame } from './path.ts'

type Saved<Values> =
  | {
      readonly isDone: true
      readonly etag: string | null
      /** What is there now, where that is not what was typed. */
      readonly values?: Values
    }
  | { readonly isDone: false; readonly problem: Refused }

export interface Version<Values> {
  readonly values: Values
  readonly etag: string | null
}

/** Another person saved first: what both began with, what was typed, and what is there now. */
export interface Conflict<Values> {
  readonly problem: Refused
  readonly base: Values
  readonly mine: Values
  readonly theirs: Version<Values>
}

interface EditingOptions<Values> {
  readonly first: Version<Values>
  /** What has a field; a problem of anything else is shown above the form. null: everything has one. */
  readonly fields: readonly string[] | null
  /** `base` is what was read, from which `values` were made. */
  readonly save: (values: Values, etag: string | null, base: Values) => Promise<Saved<Values>>
  /** As the server has it now; null: it can't be read. Asked for when another person saved first. */
  readonly reread: () => Promise<Version<Values> | null>
}

export interface Editing<Values extends object> {
  readonly form: UseFormReturnType<Values>
  readonly isBusy: boolean
  readonly isDirty: boolean
  readonly problem: Refused | null
  /** As it was last read or saved. */
  readonly base: Values
  readonly conflict: Conflict<Values> | null
  /** When it was last saved on this page. */
  readonly savedAt: string | null
  submit(): Promise<void>
  discard(): void
  /** Goes on from what is there now with these values. */
  resolve(values: Values): Promise<void>
  takeTheirs(): void
  closeConflict(): void
}

/** A form of something that others may change too: the version that was seen is sent along. */
export function useEditing<Values extends object>(options: EditingOptions<Values>): Editing<Values> {
  const { first, fields, save, reread } = options
  const form = useForm<Values>({ initialValues: first.values })
  const [base, setBase] = useState(first)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Refused | null>(null)
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null)
  const [savedAt, setSavedAt] = useState<string | null>(null)

  const begin = (version: Version<Values>): void => {
    setBase(version)
    form.setInitialValues(version.values)
    form.resetDirty(version.values)
  }
  // What others have saved meanwhile is shown, unless one is typing: then the dialog of the two asks.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version on the server begins it
  useEffect(() => {
    if (first.etag === base.etag) return
    if (form.isDirty()) {
      // What changed is on none of these fields: it is no conflict.
      if (isSame(first.values, base.values)) setBase(first)
      return
    }
    begin(first)
    form.setValues(first.values)
  }, [first.etag])
  const send = async (values: Values, etag: string | null, from: Values): Promise<void> => {
    setBusy(true)
    setProblem(null)
    form.clearErrors()
    const outcome = await save(values, etag, from)
    if (outcome.isDone) {
      const { values: saved = values, etag: tag } = outcome
      begin({ values: saved, etag: tag })
      if (saved !== values) form.setValues(saved)
      setSavedAt(new Date().toISOString())
    } else if (outcome.problem.name === 'changed') {
      const theirs = await reread()
      if (theirs) setConflict({ problem: outcome.problem, base: base.values, mine: values, theirs })
      else setProblem(outcome.problem)
    } else if (!showErrors(form, outcome.problem, fields)) setProblem(outcome.problem)
    setBusy(false)
  }
  const continueWith = (values: Values): void => {
    if (conflict) begin(conflict.theirs)
    form.setValues(values)
    setConflict(null)
  }
  return {
    form,
    isBusy,
    isDirty: form.isDirty(),
    problem,
    base: base.values,
    conflict,
    savedAt,
    submit: () => send(form.getValues(), base.etag, base.values),
    discard() {
      form.setValues(base.values)
      form.clearErrors()
      setProblem(null)
    },
    async resolve(values) {
      if (!conflict) return
      const { theirs } = conflict
      continueWith(values)
      await send(values, theirs.etag, theirs.values)
    },
    takeTheirs() {
      if (conflict) continueWith(conflict.theirs.values)
    },
    closeConflict: () => setConflict(null),
  }
}
