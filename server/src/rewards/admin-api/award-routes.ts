import { findAccountsById } from '../../accounts/store/accounts.ts'
import { keyText } from '../../accounts/till/collection.ts'
import type { Award } from '../../awards/award.ts'
import { type DropReason, type DropResult, dropAward as drop } from '../../awards/drop.ts'
import { pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { localized } from '../../contract/locale.ts'
import { isProblem, type Problem, problem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { presentCustomer } from '../../customers/admin-api/present.ts'
import { shortText } from '../../earning/explanation.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { ZERO } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { redeemedRewards } from '../collections/redeemed-rewards.ts'
import { queueRetry } from '../manage/retry-job.ts'
import { findAward, findAwardFacts, listAwards as list } from '../store/award-list.ts'
import { findConfiguredReward } from '../store/configuration.ts'
import { summarizeHeld } from '../store/held-awards.ts'
import { type AwardAnswer, dropAward, listAwards, retryAwards } from './awards-schema.ts'
import { presentIssued } from './present-issued.ts'
import { ruleNames } from './rule-names.ts'

const KIND = 'award'
const HELD_COUNTED_MAX = 10_000

/** What rules give by themselves. */
export function awardAdminRoutes(api: AdminApi, cells: Cells): void {
  api.read(listAwards, 'cell', async (tx, call) => {
    const { tenant, query } = call
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const { state = null, customerId = null, rewardId = null } = query
    const { awards, lookedUntil } = await list(tx, tenant.id, { state, customerId, rewardId }, page)
    const items = await present(tx, awards, call)
    const toItem = ({ id }: Award) => items.get(id) ?? []
    const found = pageOf(query, awards, ({ id }) => [id], toItem, lookedUntil === null ? null : [lookedUntil])
    return { answer: { ...found, items: found.items.flat() } }
  })

  api.write(retryAwards, 'cell', async (tx, { tenant, body: { rewardId = null } }) => {
    const reward = rewardId === null ? null : await findConfiguredReward(tx, tenant.id, rewardId)
    if (rewardId !== null && !reward) return NOT_FOUND
    const counted = await summarizeHeld(tx, tenant.id, HELD_COUNTED_MAX, rewardId)
    const held = counted.reduce((sum, { count }) => sum + count, 0)
    if (held > 0) await queueRetry(tx, tenant.id, rewardId)
    const target = reward
      ? { kind: 'reward', id: String(reward.id), label: reward.settings.title }
      : { kind: KIND, id: 'held', label: '' }
    return { answer: { held }, audit: held === 0 ? null : { target, after: { held } } }
  })

  api.command(dropAward, {
    command: drop,
    async input({ tenant, params: { id } }) {
      const found = await cells.of(tenant).read([tenant.id], (tx) => findAward(tx, tenant.id, id))
      return found ? { tenant, customerId: found.customerId, id } : NOT_FOUND
    },
    written: (result, { now }) => writtenOf(result, instantToText(now)),
  })
}

function writtenOf(result: DropResult, now: string) {
  if (isRefusal(result)) return REFUSED[result.reason]
  const { before, after } = result
  const { id, state } = after
  const endedAt = instantToTextOrNull(after.endedAt) ?? now
  const target = { kind: KIND, id: String(id), label: String(id) }
  return {
    answer: { id, state, endedAt },
    audit: before === after ? null : { target, before: { state: before.state }, after: { state } },
  }
}

const REFUSED: Readonly<Record<DropReason, Problem>> = {
  'award-unknown': NOT_FOUND,
  'award-given': problem(
    'conflict',
    localized(
      'This reward was given already. Refund the redemption instead.',
      'Esta recompensa já foi dada. Estorne o resgate.',
      'Esta recompensa ya se entregó. Reembolsa el canje.',
    ),
  ),
  'award-undone': problem(
    'conflict',
    localized(
      'This award was taken back already, because what it was for was returned.',
      'Este prêmio já foi retirado, porque a compra que o gerou foi devolvida.',
      'Este premio ya se retiró, porque se devolvió la compra que lo generó.',
    ),
  ),
}

/** By their numbers. */
async function present(
  tx: Tx,
  awards: readonly Award[],
  { tenant, caller, now }: Call<typeof listAwards>,
): Promise<Map<number, AwardAnswer>> {
  const tenantId = tenant.id
  const keys = awards.flatMap(({ redemptionKey: key }) => (key === null ? [] : [{ tenantId, key }]))
  const [customers, facts, redeemed, nameOf] = await Promise.all([
    findAccountsById(
      tx,
      tenantId,
      awards.map(({ customerId }) => customerId),
    ),
    findAwardFacts(tx, tenantId, awards),
    redeemedRewards.load(tx, keys),
    ruleNames(tx, tenantId, awards, now),
  ])
  return new Map(
    awards.flatMap((award) => {
      const { id, ruleId, rewardId, redemptionKey } = award
      const stored = customers.get(award.customerId)
      if (!stored) return []
      const { points = null, title = null } = facts.get(id) ?? {}
      const given = redemptionKey === null ? null : redeemed.get(keyText({ tenantId, key: redemptionKey }))
      const item: AwardAnswer = {
        id,
        state: award.state,
        heldBecause: award.heldBecause,
        source: award.source,
        rule: { id: ruleId, name: nameOf(award) },
        reference: award.reference,
        customer: presentCustomer(stored.customer, caller),
        reward: rewardId === null ? null : { id: rewardId, title },
        points: shortText(points ?? ZERO),
        recordId: award.recordId,
        redemptionId: given?.redemption.id ?? null,
        coupon: given ? presentIssued(given.coupon, { tenant, now, caller }) : null,
        madeAt: instantToText(award.madeAt),
        dueAt: instantToTextOrNull(award.dueAt),
        givenAt: instantToTextOrNull(award.givenAt),
        endedAt: instantToTextOrNull(award.endedAt),
      }
      return [[id, item]]
    }),
  )
}
