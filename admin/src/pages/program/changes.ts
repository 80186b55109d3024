import type { ChangeLine } from '../../components/diff/Changes.tsx'
import type { Draft, Rule } from './program.ts'

/** The differences of two programs as lines, with the names of their rules. */
export function linesOf(changes: Draft['changes'], rules: readonly Rule[]): readonly ChangeLine[] {
  return changes.map(({ kind, ruleId, member, sentence }) => ({
    key: `${kind} ${ruleId} ${member}`,
    kind,
    sentence,
    name: rules.find(({ id }) => id === ruleId)?.name,
  }))
}
