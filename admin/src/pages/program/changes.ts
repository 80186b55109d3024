import type { ChangeLine } from '../../components/diff/Changes.tsx'
import { isSame } from '../../components/editing/path.ts'
import type { Draft, Program, Rule } from './program.ts'

/**
 * How many differences a draft has. The server names them only where the whole draft can be read, and a draft with
 * something wrong in it is changed too: there rules count that differ, came or went.
 */
export function countChanges(draft: Draft, live: Program | null): number {
  if (draft.problems.length === 0) return draft.changes.length
  const before = new Map((live?.rules ?? []).map((rule) => [rule.id, rule]))
  const after = new Set(draft.program.rules.map(({ id }) => id))
  const changed = draft.program.rules.filter((rule) => !isSame(rule, before.get(rule.id))).length
  const removed = [...before.keys()].filter((id) => !after.has(id)).length
  const cashback = live !== null && !isSame(live.cashback, draft.program.cashback) ? 1 : 0
  return changed + removed + cashback
}

/** The differences of two programs as lines, with the names of their rules. */
export function linesOf(changes: Draft['changes'], rules: readonly Rule[]): readonly ChangeLine[] {
  return changes.map(({ kind, ruleId, member, sentence }) => ({
    key: `${kind} ${ruleId} ${member}`,
    kind,
    sentence,
    name: rules.find(({ id }) => id === ruleId)?.name,
  }))
}
