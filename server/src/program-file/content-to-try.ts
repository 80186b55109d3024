import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { idsByKey, readInCell, withNames } from './configuration.ts'
import type { ProgramFile } from './file.ts'
import type { JsonObject } from './shape.ts'

/** Above every number of a tier or reward, and never stored: no past order was placed in a tier that is new. */
const NEW_FROM = 2_000_000_000

/**
 * The program of a file as past orders look at it, with the numbers of tiers and rewards; null: the file has none. Those
 * that the file would add are not there yet, and have numbers that no order knows.
 */
export async function contentToTry(
  tx: Tx,
  tenant: Tenant,
  { program, tiers = [], rewards = [] }: ProgramFile,
  now: Instant,
): Promise<object | null> {
  if (!program) return null
  const known = idsByKey(await readInCell(tx, tenant, now))
  const names = { tiers: withNew(known.tiers, tiers), rewards: withNew(known.rewards, rewards) }
  const { cashback, rules } = program
  return { cashback, rules: Array.isArray(rules) ? rules.map((rule) => withNames(rule, names)) : rules }
}

function withNew(ids: ReadonlyMap<string, string>, things: readonly JsonObject[]): Map<string, string> {
  const added = things.map(({ key }, index) => [String(key), String(NEW_FROM + index)] as const)
  return new Map([...added, ...ids])
}
