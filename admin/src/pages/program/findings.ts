import type { Draft } from './program.ts'

export interface Finding {
  readonly message: string
  /** The names of the rules that it is about, each once; empty: it is about the program. */
  readonly names: readonly string[]
}

type Told = Pick<Draft, 'warnings' | 'changes'> & {
  readonly program: { readonly rules: readonly { readonly id: number; readonly name?: string }[] }
}

/** The warnings of a draft, equal ones as one: first those of what it changes, apart those of other rules. */
export function findingsOf({ warnings, changes, program: { rules } }: Told): {
  readonly changed: readonly Finding[]
  readonly others: readonly Finding[]
} {
  const changedRules = new Set(changes.map(({ ruleId }) => ruleId))
  const told = warnings.map(({ pointer, message }) => {
    const position = /^\/rules\/(\d+)/.exec(pointer)?.[1]
    const rule = position === undefined ? undefined : rules[Number(position)]
    return { message, rule, isChanged: rule === undefined || changedRules.has(rule.id) }
  })
  return {
    changed: together(told.filter(({ isChanged }) => isChanged)),
    others: together(told.filter(({ isChanged }) => !isChanged)),
  }
}

function together(
  told: readonly { readonly message: string; readonly rule?: { readonly name?: string } | undefined }[],
): Finding[] {
  const names = new Map<string, Set<string>>()
  for (const { message, rule } of told) {
    const found = names.get(message) ?? new Set()
    if (rule?.name) found.add(rule.name)
    names.set(message, found)
  }
  return [...names].map(([message, found]) => ({ message, names: [...found] }))
}
