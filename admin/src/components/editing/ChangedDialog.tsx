import { ConflictDialog } from './ConflictDialog.tsx'
import { differencesOf, merge } from './merge.ts'
import type { Editing } from './use-editing.ts'

export interface Member<Values> {
  /** Like `coupon.validDays`. */
  readonly path: string
  readonly label: string
  /** In words, for people. */
  readonly show: (values: Values) => string
}

interface ChangedDialogProps<Values extends object> {
  readonly editing: Editing<Values>
  readonly members: readonly Member<Values>[]
}

/** Another person saved first: yours, theirs and the result, line by line. Nothing is lost. */
export function ChangedDialog<Values extends object>({ editing, members }: ChangedDialogProps<Values>) {
  const { conflict } = editing
  if (!conflict) return null
  const { base, mine, theirs, problem } = conflict
  const paths = members.map(({ path }) => path)
  const whoseOf = new Map(
    differencesOf(paths, base, mine, theirs.values).map(({ path, whose }) => [path, whose]),
  )
  return (
    <ConflictDialog
      changedBy={problem.changedBy}
      changedAt={problem.changedAt}
      conflicts={members
        .filter(({ path }) => whoseOf.has(path))
        .map(({ path, label, show }) => ({
          key: path,
          label,
          yours: show(mine),
          theirs: show(theirs.values),
          whose: whoseOf.get(path) ?? 'yours',
        }))}
      isBusy={editing.isBusy}
      onClose={editing.closeConflict}
      onTakeTheirs={editing.takeTheirs}
      onSave={(sides) => void editing.resolve(merge(mine, theirs.values, sides))}
    />
  )
}
