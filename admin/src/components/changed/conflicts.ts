import type { Conflict } from './ChangedDialog.tsx'

type Members = Readonly<Record<string, unknown>>

/** The members that two people have set differently, as lines to choose from. */
export function conflictsOf(
  yours: Members,
  theirs: Members,
  labelOf: (member: string) => string,
): readonly Conflict[] {
  const names = [...new Set([...Object.keys(yours), ...Object.keys(theirs)])]
  return names
    .filter((name) => JSON.stringify(yours[name] ?? null) !== JSON.stringify(theirs[name] ?? null))
    .map((name) => ({
      key: name,
      label: labelOf(name),
      yours: shown(yours[name]),
      theirs: shown(theirs[name]),
    }))
}

/** What is saved in the end: each member from the side that was chosen. */
export function mergeChosen<Value extends Members>(
  yours: Value,
  theirs: Value,
  sides: ReadonlyMap<string, 'yours' | 'theirs'>,
): Value {
  const chosen = [...sides].filter(([, side]) => side === 'theirs').map(([name]) => [name, theirs[name]])
  return { ...yours, ...Object.fromEntries(chosen) }
}

function shown(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}
