import { type CatalogKind, findCatalogNames } from '../../catalog/store.ts'
import { NAMES_TOLD_MAX, pickOf } from '../../earning/customer-rule.ts'
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
  for (const pick of rules.map(pickOf)) {
    if (pick && pick.of in ids) ids[pick.of as CatalogKind].push(...pick.ids.slice(0, NAMES_TOLD_MAX))
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

function namesTiers(rule: Rule): boolean {
  return pickOf(rule)?.of === 'tier' || (whenOf(rule)?.tiers ?? null) !== null
}
