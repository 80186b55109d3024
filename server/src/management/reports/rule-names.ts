import type { ProgramContextReader } from '../../earning/admin-api/program-context.ts'
import { sentenceContextOf } from '../../earning/admin-api/views.ts'
import { readRules } from '../../earning/program-schema.ts'
import { sentenceOfRule } from '../../earning/rule-sentence.ts'
import { findVersion } from '../../earning/store.ts'
import { NO_RULE } from '../../figures/rules/delta.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Asking } from './asking.ts'

export type RuleRowKind = 'rule' | 'tierBenefit' | 'quiz' | 'adjustment' | 'other'

const STAND_INS: Readonly<Record<number, RuleRowKind>> = {
  [NO_RULE.tierBenefit]: 'tierBenefit',
  [NO_RULE.quiz]: 'quiz',
  [NO_RULE.adjustment]: 'adjustment',
  [NO_RULE.other]: 'other',
}

/** What a row of the series of rules is of. */
export function kindOfRule(id: number): RuleRowKind {
  return STAND_INS[id] ?? 'rule'
}

/** More versions than this are not looked through for the name of a rule. */
const VERSIONS_MAX = 20

export interface RulesToName {
  readonly asking: Asking
  readonly ids: readonly number[]
  /** In which they may be, in any order. */
  readonly versions: readonly number[]
}

/** Rules as the newest of the versions that had them says them. */
export async function nameRules(
  tx: Tx,
  { asking, ids, versions }: RulesToName,
  reader: ProgramContextReader,
): Promise<ReadonlyMap<number, { readonly name: string; readonly label: string | null }>> {
  const missing = new Set(ids.filter((id) => id > 0))
  const names = new Map<number, { readonly name: string; readonly label: string | null }>()
  const known = [...new Set(versions)].filter((version) => version > 0)
  for (const number of known.sort((a, b) => b - a).slice(0, VERSIONS_MAX)) {
    if (missing.size === 0) break
    const version = await findVersion(tx, asking.tenant.id, number)
    if (!version) continue
    const context = await sentenceContextOf(tx, [version.program], asking, reader)
    for (const rule of readRules(version.program)) {
      if (!rule || !missing.delete(rule.id)) continue
      names.set(rule.id, { name: sentenceOfRule(rule, context), label: rule.name || null })
    }
  }
  return names
}
