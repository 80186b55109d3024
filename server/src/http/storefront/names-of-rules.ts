import { type CatalogKind, findCatalogNames } from '../../catalog/store.ts'
import { NAMES_TOLD_MAX } from '../../earning/customer-rule.ts'
import { picksFrom } from '../../earning/kinds.ts'
import { type Rule, whenOf } from '../../earning/program.ts'
import type { RuleSentenceContext } from '../../earning/rule-sentence.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { findTiers } from '../../tiers/collections/tiers.ts'

/** What products, brands, categories and tiers are called that the sentences of these rules name. */
export async function readNamesOfRules(
  tx: Tx,
  tenant: Tenant,
  rules: readonly Rule[],
): Promise<RuleSentenceContext['nameOf']> {
  const ids: Record<CatalogKind, string[]> = { product: [], brand: [], category: [] }
  for (const [of, named] of rules.flatMap(idsNamedBy)) {
    if (of in ids) ids[of as CatalogKind].push(...named.slice(0, NAMES_TOLD_MAX))
  }
  const [names, tiers] = await Promise.all([
    Object.values(ids).some((some) => some.length > 0) ? findCatalogNames(tx, tenant.id, ids) : [],
    rules.some(namesTiers) ? findTiers(tx, tenant) : [],
  ])
  const known = new Map(names.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  return (kind, id) => {
    if (kind === 'tier') return tiers.find((tier) => String(tier.id) === id)?.name
    return known.get(`${kind} ${id}`) ?? undefined
  }
}

function idsNamedBy(rule: Rule): [of: string, ids: readonly string[]][] {
  if (rule.kind === 'exclude') return [[rule.excluded.of, rule.excluded.ids]]
  if (rule.kind === 'card') return rule.picked === null ? [] : [[rule.picked.of, rule.picked.ids]]
  return 'ids' in rule ? [[rule.kind, rule.ids]] : []
}

function namesTiers(rule: Rule): boolean {
  return picksFrom(rule.kind, 'tiers') || (whenOf(rule)?.tiers ?? null) !== null
}
