import { pageById, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { type ConfigRefusal, isConfigRefusal } from '../../contract/config-refusal.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { problemOf } from '../../people/admin-api/config-refusal.ts'
import { type AuditFacts, changesBetween } from '../../people/audit.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { rulesGiving } from '../manage/given-by-rules.ts'
import {
  archiveReward as archive,
  createReward as create,
  duplicateReward as duplicate,
  type RewardChange,
  replaceReward as replace,
  validateReward as validate,
} from '../manage/rewards.ts'
import { REWARD_TYPE } from '../reward-type.ts'
import {
  type ConfiguredReward,
  findConfiguredReward,
  listConfiguredRewards,
  type RewardFilter,
} from '../store/configuration.ts'
import { membersOf, presentReward } from './present.ts'
import {
  archiveReward,
  createReward,
  duplicateReward,
  getReward,
  listRewards,
  type RewardAnswer,
  replaceReward,
  unarchiveReward,
  validateReward,
} from './schema.ts'

const KIND = 'reward'

export function rewardAdminRoutes(api: AdminApi): void {
  api.read(listRewards, 'cell', async (tx, { tenant, query, now }) => {
    const page = pageById(query)
    if (isProblem(page)) return page
    const { type, tier } = query
    const filter: RewardFilter = {
      ...filterOf(query.state),
      ...(type === undefined ? {} : { type: REWARD_TYPE[type] }),
      ...(tier === undefined ? {} : { tier }),
    }
    const [rows, giving] = await Promise.all([
      listConfiguredRewards(tx, tenant.id, filter, page),
      rulesGiving(tx, tenant.id, now),
    ])
    const toItem = (reward: ConfiguredReward) => presentReward(reward, giving)
    return { answer: pageOf(query, rows, ({ id }) => [id], toItem) }
  })

  api.read(getReward, 'cell', async (tx, { tenant, params, now }) => {
    const [found, giving] = await Promise.all([
      findConfiguredReward(tx, tenant.id, params.id),
      rulesGiving(tx, tenant.id, now),
    ])
    return found ? { answer: presentReward(found, giving), version: found.version } : NOT_FOUND
  })

  api.write(validateReward, 'cell', async (tx, { tenant, body }) => {
    const problem = await validate(tx, tenant, body)
    if (problem) return problemOf(tx, problem, { kind: KIND, id: '', place: 'cell', tenantId: tenant.id })
    return { answer: { isValid: true as const }, audit: null }
  })

  api.write(createReward, 'cell', async (tx, { tenant, body, now }) =>
    answerOf(tx, { tenant, now }, 0, await create(tx, tenant, body)),
  )
  api.write(duplicateReward, 'cell', async (tx, { tenant, params: { id }, now }) =>
    answerOf(tx, { tenant, now }, id, await duplicate(tx, tenant, id)),
  )
  api.write(replaceReward, 'cell', async (tx, { tenant, params: { id }, body, now, ifMatch }) =>
    answerOf(tx, { tenant, now }, id, await replace(tx, tenant, id, body, ifMatch)),
  )
  api.write(archiveReward, 'cell', async (tx, { tenant, params: { id }, now, ifMatch }) =>
    answerOf(tx, { tenant, now }, id, await archive(tx, tenant, id, now, ifMatch)),
  )
  api.write(unarchiveReward, 'cell', async (tx, { tenant, params: { id }, now, ifMatch }) =>
    answerOf(tx, { tenant, now }, id, await archive(tx, tenant, id, null, ifMatch)),
  )
}

function filterOf(state: 'active' | 'inactive' | 'archived' | 'all' | undefined): RewardFilter {
  if (state === 'all') return {}
  if (state === 'archived') return { isArchived: true }
  return { isArchived: false, ...(state === undefined ? {} : { isActive: state === 'active' }) }
}

interface Saved {
  readonly answer: RewardAnswer
  readonly version: number
  readonly audit: AuditFacts | null
}

async function answerOf(
  tx: Tx,
  { tenant, now }: { readonly tenant: Tenant; readonly now: Instant },
  id: number,
  change: RewardChange | ConfigRefusal,
): Promise<Saved | Problem> {
  const tenantId = tenant.id
  if (isConfigRefusal(change))
    return problemOf(tx, change, { kind: KIND, id: String(id), place: 'cell', tenantId })
  const { before, after } = change
  const target = { kind: KIND, id: String(after.id), label: after.settings.title }
  const changes = changesBetween(before ? membersOf(before) : {}, membersOf(after))
  return {
    answer: presentReward(after, await rulesGiving(tx, tenantId, now)),
    version: after.version,
    audit: before === after ? null : { target, ...changes, ...(before ? {} : { before: null }) },
  }
}
