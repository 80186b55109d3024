import { isDeepStrictEqual } from 'node:util'
import {
  type Change,
  type ConfigRefusal,
  changeable,
  conflict,
  isConfigRefusal,
  MISSING,
  problemsOf,
  wrong,
} from '../../contract/config-refusal.ts'
import { nameOfCopy } from '../../contract/copy.ts'
import { KEY_STAYS, KEY_TAKEN } from '../../contract/problem-list.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { rewardLimitsOf } from '../../tenancy/settings.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { RewardSettings } from '../reward.ts'
import type { RewardInput } from '../reward-input.ts'
import { checkReward } from '../rules/check-reward.ts'
import {
  type ConfiguredReward,
  findConfiguredReward,
  findTierKeys,
  lockConfiguredReward,
  lockRewardKeys,
  replaceTiersOfReward,
  setArchived,
  type TierOfKey,
  updateReward,
} from '../store/configuration.ts'
import { insertReward } from '../store/rewards.ts'
import { findGivingRules, givenByRules } from './given-by-rules.ts'
import { retryIfAwardsWait } from './retry-job.ts'

export type RewardChange = Change<ConfiguredReward>

/** What is wrong with a reward that is to be made; null: nothing. */
export async function validateReward(
  tx: Tx,
  tenant: Tenant,
  input: RewardInput,
): Promise<ConfigRefusal | null> {
  const { checked } = await checkNew(tx, tenant, input)
  return isConfigRefusal(checked) ? checked : null
}

export async function createReward(
  tx: Tx,
  tenant: Tenant,
  input: RewardInput,
): Promise<RewardChange | ConfigRefusal> {
  const { checked, tiers } = await checkNew(tx, tenant, input)
  if (isConfigRefusal(checked)) return checked
  const key = input.key === undefined ? {} : { key: input.key }
  const id = await insertReward(tx, tenant.id, { ...checked, ...key })
  await replaceTiersOfReward(tx, tenant.id, id, idsOf(input, tiers))
  return { before: null, after: await stored(tx, tenant, id) }
}

async function checkNew(tx: Tx, tenant: Tenant, input: RewardInput) {
  const tiers = await findTierKeys(tx, tenant.id)
  const context = { limits: rewardLimitsOf(tenant), tierKeys: openKeys(tiers), stored: null }
  const checked = checkReward(input, context)
  const { key } = input
  if (key === undefined || !(await lockRewardKeys(tx, tenant.id, key)).has(key)) return { checked, tiers }
  const taken = { pointer: '/key', message: KEY_TAKEN }
  return { checked: wrong([taken, ...problemsOf(checked)]), tiers }
}

/** `expected`: the version that was read; null: whichever it is. */
export async function replaceReward(
  tx: Tx,
  tenant: Tenant,
  id: number,
  input: RewardInput,
  expected: number | null,
): Promise<RewardChange | ConfigRefusal> {
  const before = changeable(await lockConfiguredReward(tx, tenant.id, id), expected)
  if (isConfigRefusal(before)) return before
  const tiers = await findTierKeys(tx, tenant.id)
  const checked = checkReward(input, {
    limits: rewardLimitsOf(tenant),
    // One that it is kept for already may have been archived since.
    tierKeys: new Set([...openKeys(tiers), ...before.tiers]),
    stored: before.settings,
  })
  const problems = [...problemsOfReplacement(input, before, checked), ...problemsOf(checked)]
  if (isConfigRefusal(checked) || problems.length > 0) return wrong(problems)
  if (isDeepStrictEqual(checked, before.settings) && isSameSet(input.tiers ?? [], before.tiers)) {
    return { before, after: before }
  }
  await updateReward(tx, tenant.id, id, checked)
  if (!isSameSet(input.tiers ?? [], before.tiers)) {
    await replaceTiersOfReward(tx, tenant.id, id, idsOf(input, tiers))
  }
  if (checked.isActive && before.archivedAt === null) await retryIfAwardsWait(tx, tenant.id, id)
  return { before, after: await stored(tx, tenant, id) }
}

function problemsOfReplacement(
  { key }: RewardInput,
  before: ConfiguredReward,
  checked: RewardSettings | ConfigRefusal,
) {
  const isOtherType = !isConfigRefusal(checked) && checked.type !== before.settings.type
  return [
    ...(key !== undefined && key !== before.key ? [{ pointer: '/key', message: KEY_STAYS }] : []),
    ...(isOtherType && before.isTypeFixed ? [{ pointer: '/type', message: TYPE_STAYS }] : []),
  ]
}

const TYPE_STAYS = {
  en: 'The type can’t change any more: it was redeemed, or has a list of codes. Make a new reward.',
  'pt-BR': 'O tipo não pode mais mudar: já foi resgatada ou tem uma lista de códigos. Crie outra recompensa.',
  es: 'El tipo ya no puede cambiar: fue canjeada o tiene una lista de códigos. Cree otra recompensa.',
}

/** `at`: since when it is archived; null: it comes back as it was. */
export async function archiveReward(
  tx: Tx,
  tenant: Tenant,
  id: number,
  at: Instant | null,
  expected: number | null,
): Promise<RewardChange | ConfigRefusal> {
  const before = changeable(await lockConfiguredReward(tx, tenant.id, id), expected)
  if (isConfigRefusal(before)) return before
  if ((before.archivedAt === null) === (at === null)) return { before, after: before }
  const givenBy = at === null ? [] : await findGivingRules(tx, tenant.id, id, at)
  if (givenBy.length > 0) return conflict(givenByRules(givenBy), undefined, { rules: givenBy })
  await setArchived(tx, tenant.id, id, at)
  if (at === null) await retryIfAwardsWait(tx, tenant.id, id)
  return { before, after: await stored(tx, tenant, id) }
}

/** A copy that is switched off, with another key and without lists: a code belongs to one of them. */
export async function duplicateReward(
  tx: Tx,
  tenant: Tenant,
  id: number,
): Promise<RewardChange | ConfigRefusal> {
  const original = await findConfiguredReward(tx, tenant.id, id)
  if (!original) return MISSING
  const title = nameOfCopy(original.settings.title, tenant.locale)
  const copy = await insertReward(tx, tenant.id, { ...original.settings, title, isActive: false })
  const tiers = await findTierKeys(tx, tenant.id)
  await replaceTiersOfReward(tx, tenant.id, copy, idsOf(original, tiers))
  return { before: null, after: await stored(tx, tenant, copy) }
}

function openKeys(tiers: ReadonlyMap<string, TierOfKey>): ReadonlySet<string> {
  return new Set([...tiers.values()].filter(({ isArchived }) => !isArchived).map(({ key }) => key))
}

function idsOf(
  { tiers: keys = [] }: { readonly tiers?: readonly string[] },
  tiers: ReadonlyMap<string, TierOfKey>,
): number[] {
  return [...new Set(keys)].flatMap((key) => tiers.get(key)?.id ?? [])
}

function isSameSet(first: readonly string[], second: readonly string[]): boolean {
  return isDeepStrictEqual(new Set(first), new Set(second))
}

async function stored(tx: Tx, { id: tenantId }: Tenant, id: number): Promise<ConfiguredReward> {
  const found = await findConfiguredReward(tx, tenantId, id)
  if (!found) throw new Error(`reward ${id} is gone right after it was saved`)
  return found
}
