import { keyText } from '../../accounts/till/collection.ts'
import type { Award } from '../../awards/award.ts'
import type { TenantId } from '../../contract/ids.ts'
import { programVersions } from '../../earning/collections.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'

type Ruled = Pick<Award, 'ruleId' | 'programVersion'>

/** What the rules of awards are called now; of one that is gone, what it was called. null: it has no name. */
export async function ruleNames(
  tx: Tx,
  tenantId: TenantId,
  awards: readonly Ruled[],
  now: Instant,
): Promise<(award: Ruled) => string | null> {
  const versions = [...new Set(awards.map(({ programVersion }) => programVersion))]
  const [current, programs] = await Promise.all([
    findCurrentProgram(tx, tenantId, now),
    programVersions.load(
      tx,
      versions.map((key) => ({ tenantId, key })),
    ),
  ])
  return ({ ruleId, programVersion }) => {
    const earned = programs.get(keyText({ tenantId, key: programVersion }))
    const rules = [...current.rules, ...(earned?.rules ?? [])]
    return rules.find(({ id }) => id === ruleId)?.name || null
  }
}
