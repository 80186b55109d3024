import { isDeepStrictEqual } from 'node:util'
import {
  type Change,
  type ConfigRefusal,
  changeable,
  isConfigRefusal,
  wrong,
} from '../../contract/config-refusal.ts'
import type { TenantId } from '../../contract/ids.ts'
import type { LocalizedText } from '../../contract/locale.ts'
import { KEY_TAKEN, ProblemList } from '../../contract/problem-list.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { couponTypeOf } from '../reward-type.ts'
import { insertCouponList, lockListKeys } from '../store/code-lists.ts'
import {
  type ConfiguredList,
  findConfiguredList,
  lockConfiguredList,
  updateList,
} from '../store/list-configuration.ts'
import { lockReward } from '../store/rewards.ts'
import { retryIfAwardsWait } from './retry-job.ts'

export type ListChange = Change<ConfiguredList>

export interface ListInput {
  readonly key?: string
  readonly name: string
  readonly rewardId: number
  readonly warnBelow?: number | null
}

/** A list without codes. From now on the reward is redeemed with its codes alone. */
export async function createList(
  tx: Tx,
  tenantId: TenantId,
  input: ListInput,
): Promise<ListChange | ConfigRefusal> {
  const { key, name, rewardId, warnBelow = null } = input
  const problems = new ProblemList()
  if (key !== undefined && (await lockListKeys(tx, tenantId, key)).has(key)) problems.add('/key', KEY_TAKEN)
  problems.addIfBlank('/name', name)
  const reward = await lockReward(tx, tenantId, rewardId)
  if (!reward) problems.add('/rewardId', NO_REWARD)
  if (!reward || problems.problems.length > 0) return wrong(problems.problems)
  const id = await insertCouponList(tx, tenantId, {
    ...(key === undefined ? {} : { key }),
    name: name.trim(),
    rewardId,
    warnBelow,
    couponType: couponTypeOf(reward.type),
    couponValue: reward.value,
    codes: [],
  })
  return { before: null, after: await stored(tx, tenantId, id) }
}

const NO_REWARD: LocalizedText = {
  en: 'There is no such reward.',
  'pt-BR': 'Não há esta recompensa.',
  es: 'No existe esta recompensa.',
}

/** What is left out stays. `expected`: the version that was read; null: whichever it is. */
export function changeList(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  input: { readonly name?: string; readonly warnBelow?: number | null },
  expected: number | null,
): Promise<ListChange | ConfigRefusal> {
  return change(tx, tenantId, id, expected, (list) => {
    const problems = new ProblemList()
    if (input.name !== undefined) problems.addIfBlank('/name', input.name)
    if (problems.problems.length > 0) return wrong(problems.problems)
    const warnBelow = input.warnBelow === undefined ? list.warnBelow : input.warnBelow
    return { ...list, name: input.name?.trim() ?? list.name, warnBelow }
  })
}

/** `at`: since when no codes are taken from it; null: they are again. */
export function archiveList(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  at: Instant | null,
  expected: number | null,
): Promise<ListChange | ConfigRefusal> {
  return change(tx, tenantId, id, expected, (list) => ({
    ...list,
    archivedAt: at === null ? null : (list.archivedAt ?? at),
  }))
}

async function change(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  expected: number | null,
  decide: (list: ConfiguredList) => ConfiguredList | ConfigRefusal,
): Promise<ListChange | ConfigRefusal> {
  const before = changeable(await lockConfiguredList(tx, tenantId, id), expected)
  if (isConfigRefusal(before)) return before
  const after = decide(before)
  if (isConfigRefusal(after)) return after
  if (isDeepStrictEqual(after, before)) return { before, after: before }
  await updateList(tx, tenantId, after)
  const isOpenAgain = before.archivedAt !== null && after.archivedAt === null
  if (isOpenAgain && after.reward) await retryIfAwardsWait(tx, tenantId, after.reward.id)
  return { before, after: await stored(tx, tenantId, id) }
}

async function stored(tx: Tx, tenantId: TenantId, id: number): Promise<ConfiguredList> {
  const found = await findConfiguredList(tx, tenantId, id)
  if (!found) throw new Error(`list ${id} is gone right after it was saved`)
  return found
}
