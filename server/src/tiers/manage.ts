import { isDeepStrictEqual } from 'node:util'
import { type ConfigRefusal, isConfigRefusal, whenChanged } from '../contract/config-refusal.ts'
import type { TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { changeSettings } from '../tenancy/store/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { checkTiers } from './rules/check-tiers.ts'
import {
  findRewardKeys,
  insertConfiguredTier,
  listConfiguredTiers,
  lockTiers,
  makeWay,
  replaceBenefits,
  replaceGoals,
  type TierToSave,
  updateConfiguredTier,
} from './store/configuration.ts'
import { beginToKeep, findTierVersion } from './store/tiers.ts'
import type { ConfiguredTier, TierInput, WrittenTier } from './tier-input.ts'

/** The tiers of a merchant under the version that they have: 0 as long as there was never one. */
export interface TierSet {
  readonly version: number
  readonly tiers: readonly ConfiguredTier[]
}

export interface TiersChange {
  readonly before: TierSet
  /** The same object: there was nothing to change. */
  readonly after: TierSet
}

export async function tiersOf(tx: Tx, tenantId: TenantId): Promise<TierSet> {
  const version = (await findTierVersion(tx, tenantId)) ?? 0
  return { version, tiers: await listConfiguredTiers(tx, tenantId) }
}

/**
 * In the directory, before the first tiers of a merchant are there for all to see: where none are expected, none are
 * looked for.
 */
export async function announceTiers(tx: Tx, tenantId: TenantId): Promise<void> {
  await changeSettings(tx, tenantId, { usesTiers: true })
}

/** All tiers, in their order. `expected`: the version that was read; null: whichever it is. */
export async function replaceTiers(
  tx: Tx,
  tenant: Tenant,
  tiers: readonly TierInput[],
  expected: number | null,
  now: Instant,
): Promise<TiersChange | ConfigRefusal> {
  await lockTiers(tx, tenant.id)
  const before = await tiersOf(tx, tenant.id)
  const changed = whenChanged(expected, before.version)
  if (changed) return changed
  const rewards = await findRewardKeys(tx, tenant.id)
  const checked = checkTiers(tiers, {
    stored: before.tiers,
    rewardKeys: new Set([...rewards].filter(([, { isArchived }]) => !isArchived).map(([key]) => key)),
    locale: tenant.locale,
  })
  if (isConfigRefusal(checked)) return checked
  const wanted = placed(checked, before.tiers, now)
  const stored = new Map(before.tiers.map((tier) => [tier.key, tier]))
  const toSave = wanted.filter((tier) => !isSame(tier, stored.get(tier.key)))
  if (toSave.length === 0) return { before, after: before }
  // With the first of them progress begins to be kept. For a moment other processes may not know it, so the first look
  // counts again.
  if (before.tiers.length === 0) await beginToKeep(tx, tenant)
  await save(tx, tenant.id, toSave, stored, rewards)
  return { before, after: await tiersOf(tx, tenant.id) }
}

/** Where each of them stands. As long as the order is the same, and nothing new came between, all keep their places. */
function placed(
  wanted: readonly WrittenTier[],
  stored: readonly ConfiguredTier[],
  now: Instant,
): readonly TierToSave[] {
  const byKey = new Map(stored.map((tier) => [tier.key, tier]))
  const sent = new Set(wanted.map(({ key }) => key))
  const left = stored.filter(({ key }) => !sent.has(key))
  const open = wanted.filter(({ archived }) => !archived)
  const ended = [...wanted.filter(({ archived }) => archived), ...left]
  const places = open.map(({ key }) => byKey.get(key)?.position ?? Number.NaN)
  const isSameOrder = places.every(
    (place, index) => !Number.isNaN(place) && (index === 0 || place > (places[index - 1] ?? 0)),
  )
  const keepsPlaces = isSameOrder && ended.every(({ key }) => byKey.has(key))
  return [...open, ...ended].map((tier, index) => {
    const before = byKey.get(tier.key)
    return {
      ...tier,
      position: keepsPlaces && before ? before.position : index + 1,
      archivedAt: tier.archived ? (before?.archivedAt ?? now) : null,
    }
  })
}

function isSame(tier: TierToSave, stored: ConfiguredTier | undefined): boolean {
  return stored !== undefined && isDeepStrictEqual(membersOf(tier), membersOf(stored))
}

function membersOf({ position, archivedAt, ...tier }: TierToSave): object {
  return { ...writtenOf(tier), position, archivedAt }
}

/** Without what only we know of it. */
export function writtenOf(tier: WrittenTier): WrittenTier {
  const { key, name, base, isActive, color, iconUrl, identifier, caption, archived, goals, benefits } = tier
  return { key, name, base, isActive, color, iconUrl, identifier, caption, archived, goals, benefits }
}

async function save(
  tx: Tx,
  tenantId: TenantId,
  tiers: readonly TierToSave[],
  stored: ReadonlyMap<string, ConfiguredTier>,
  rewards: Awaited<ReturnType<typeof findRewardKeys>>,
): Promise<void> {
  const changed = tiers.flatMap((tier) => {
    const before = stored.get(tier.key)
    return before ? [{ tier, before }] : []
  })
  await makeWay(tx, tenantId, {
    moving: changed
      .filter(({ tier, before }) => tier.position !== before.position)
      .map(({ before }) => before.id),
    noLongerBase: changed
      .filter(({ tier, before }) => before.base && !tier.base)
      .map(({ before }) => before.id),
  })
  for (const tier of tiers) {
    const before = stored.get(tier.key)
    const id = before?.id ?? (await insertConfiguredTier(tx, tenantId, tier))
    if (before) await updateConfiguredTier(tx, tenantId, id, tier)
    if (!isDeepStrictEqual(tier.goals, before?.goals)) await replaceGoals(tx, tenantId, id, tier.goals)
    if (isDeepStrictEqual(tier.benefits, before?.benefits)) continue
    const benefits = tier.benefits.map((benefit) => ({
      ...benefit,
      rewardId: benefit.reward === null ? null : (rewards.get(benefit.reward)?.id ?? null),
    }))
    await replaceBenefits(tx, tenantId, id, benefits)
  }
}
