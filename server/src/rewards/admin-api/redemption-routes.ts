import type { SettledReads } from '../../accounts/settled-reads.ts'
import { findAccountsById, type StoredAccount } from '../../accounts/store/accounts.ts'
import { keyText, loadOne } from '../../accounts/till/collection.ts'
import type { CursorKeys } from '../../contract/admin-api/cursor.ts'
import { maskedValue } from '../../contract/admin-api/masking.ts'
import { pageBefore, pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { codeKey } from '../../coupons/coupon.ts'
import { keyFor, presentAmount, presentCustomer, seesPersons } from '../../customers/admin-api/present.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import type { Caller } from '../../people/actor.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { findTiers } from '../../tiers/collections/tiers.ts'
import { currentTier } from '../../tiers/tier.ts'
import { type RedeemedReward, redeemedRewards } from '../collections/redeemed-rewards.ts'
import { redeemedCounts } from '../collections/redemptions.ts'
import { whyIneligible } from '../rules/eligibility.ts'
import { CAN_REDEEM, tellObstacle } from '../rules/tell-obstacle.ts'
import {
  findLotsUsed,
  findRedemption,
  type ListedRedemption,
  listByTime,
  listOfCustomer,
  type RedemptionFilter,
  type RedemptionName,
} from '../store/redemption-list.ts'
import { findReward } from '../store/rewards.ts'
import { presentIssued, seesCodes } from './present-issued.ts'
import {
  checkReward,
  getRedemption,
  listRedemptions,
  listRedemptionsOfCustomer,
  type RedemptionItem,
} from './redemptions-schema.ts'

const LOTS_MAX = 100
const ALL: RedemptionFilter = { rewardId: null, from: null, to: null }

export function redemptionAdminRoutes(api: AdminApi, reads: SettledReads): void {
  listRoutes(api)
  checkRoute(api, reads)

  api.read(getRedemption, 'cell', async (tx, { tenant, params, caller, now }) => {
    const listed = await findRedemption(tx, tenant.id, { id: params.id })
    const [row] = listed ? await loadRows(tx, tenant, [listed]) : []
    if (!row) return NOT_FOUND
    const { redemption } = row.redeemed
    const owner = { tenantId: tenant.id, customerId: redemption.customerId }
    const { recordId, returnRecordId, metadata } = redemption
    const lots = recordId === null ? [] : await findLotsUsed(tx, owner, recordId, LOTS_MAX)
    const isMasked = !seesPersons(caller)
    return {
      answer: {
        ...present(row, tenant, now, caller),
        recordId,
        returnRecordId,
        lots: lots.map(({ lotId, from, order, used }) => ({
          lotId,
          from: instantToText(from),
          order,
          used: presentAmount(used),
        })),
        metadata: metadata.map(({ name, value }) => ({ name, value: isMasked ? maskedValue(value) : value })),
      },
    }
  })
}

function listRoutes(api: AdminApi): void {
  api.read(listRedemptions, 'cell', async (tx, { tenant, query, caller, now }) => {
    const found = await findRedemptions(tx, tenant, query, caller)
    if (isProblem(found)) return found
    const rows = await loadRows(tx, tenant, found.redemptions)
    const toItem = (row: Row) => present(row, tenant, now, caller)
    return { answer: pageOf(query, rows, ({ place }) => found.keysOf(place), toItem, found.lookedUntil) }
  })

  api.read(listRedemptionsOfCustomer, 'cell', async (tx, { tenant, params, query, caller, now }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const owner = { tenantId: tenant.id, customerId: params.id }
    const [known, { redemptions }] = await Promise.all([
      findAccountsById(tx, tenant.id, [params.id]),
      listOfCustomer(tx, owner, ALL, page),
    ])
    if (known.size === 0) return NOT_FOUND
    const rows = await loadRows(tx, tenant, redemptions)
    const toItem = (row: Row) => present(row, tenant, now, caller)
    return { answer: pageOf(query, rows, ({ place }) => [place.id], toItem) }
  })
}

interface FoundRedemptions {
  readonly redemptions: readonly ListedRedemption[]
  readonly keysOf: (place: ListedRedemption) => CursorKeys
  readonly lookedUntil: CursorKeys | null
}

type ListQuery = Call<typeof listRedemptions>['query']

/** A key or a code names one; those of a customer go by number, and all others by time. */
async function findRedemptions(
  tx: Tx,
  tenant: Tenant,
  query: ListQuery,
  caller: Caller,
): Promise<FoundRedemptions | Problem> {
  const filter: RedemptionFilter = {
    rewardId: query.rewardId ?? null,
    from: query.from === undefined ? null : Date.parse(query.from),
    to: query.to === undefined ? null : Date.parse(query.to),
  }
  const byTime = ({ at, id }: ListedRedemption): CursorKeys => [at, id]
  const names = namesOf(query, caller)
  if (names.length > 0) {
    const found = await Promise.all(names.map((name) => name && findRedemption(tx, tenant.id, name)))
    const [first] = found
    // All that was named must be the same one.
    const isOne = first && found.every((one) => one?.id === first.id) && matches(first, query, filter)
    const redemptions = isOne && query.cursor === undefined ? [first] : []
    return { redemptions, keysOf: byTime, lookedUntil: null }
  }
  if (query.customerId !== undefined) {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const owner = { tenantId: tenant.id, customerId: query.customerId }
    const { redemptions, lookedUntil } = await listOfCustomer(tx, owner, filter, page)
    return { redemptions, keysOf: ({ id }) => [id], lookedUntil: lookedUntil && [lookedUntil.id] }
  }
  const page = pageBefore(query)
  if (isProblem(page)) return page
  const { redemptions, lookedUntil } = await listByTime(tx, tenant.id, filter, page)
  return { redemptions, keysOf: byTime, lookedUntil: lookedUntil && [lookedUntil.at, lookedUntil.id] }
}

/** null: it can't be looked up. Who may not read codes may not try them either. */
function namesOf({ key, externalCode, code }: ListQuery, caller: Caller): (RedemptionName | null)[] {
  const codes = seesCodes(caller)
  return [
    ...(key === undefined ? [] : [{ key }]),
    ...(externalCode === undefined ? [] : [codes ? { externalCode } : null]),
    ...(code === undefined ? [] : [codes ? { couponKey: codeKey(code) } : null]),
  ]
}

function matches(
  { at, customerId, rewardId }: ListedRedemption,
  query: ListQuery,
  filter: RedemptionFilter,
): boolean {
  if (query.customerId !== undefined && query.customerId !== customerId) return false
  if (filter.rewardId !== null && filter.rewardId !== rewardId) return false
  return (filter.from === null || at >= filter.from) && (filter.to === null || at < filter.to)
}

interface Row {
  readonly place: ListedRedemption
  readonly redeemed: RedeemedReward
  readonly stored: StoredAccount
}

async function loadRows(tx: Tx, tenant: Tenant, listed: readonly ListedRedemption[]): Promise<Row[]> {
  const keys = listed.map(({ key }) => ({ tenantId: tenant.id, key }))
  const [redeemed, customers] = await Promise.all([
    redeemedRewards.load(tx, keys),
    findAccountsById(
      tx,
      tenant.id,
      listed.map(({ customerId }) => customerId),
    ),
  ])
  return listed.flatMap((place) => {
    const found = redeemed.get(keyText({ tenantId: tenant.id, key: place.key }))
    const stored = customers.get(place.customerId)
    return found && stored ? [{ place, redeemed: found, stored }] : []
  })
}

function present({ redeemed, stored }: Row, tenant: Tenant, now: Instant, caller: Caller): RedemptionItem {
  const { redemption, coupon, title } = redeemed
  const codes = seesCodes(caller)
  return {
    id: redemption.id,
    key: codes ? keyFor(caller, redemption.originalKey) : null,
    externalCode: codes ? redemption.externalCode : null,
    reward: { id: redemption.rewardId, title },
    customer: presentCustomer(stored.customer, caller),
    cost: presentAmount(redemption.cost),
    coupon: presentIssued(coupon, { tenant, now, caller }),
    redeemedAt: instantToText(redemption.redeemedAt),
    returnedAt: instantToTextOrNull(redemption.returnedAt),
  }
}

function checkRoute(api: AdminApi, reads: SettledReads): void {
  api.custom(checkReward, async ({ tenant, params, body, locale }) => {
    const answer = await reads.ofNumber(tenant, body.customerId, async (tx, stored, now) => {
      const { customer, account } = stored
      const [found, program, tiers, redeemedCount] = await Promise.all([
        findReward(tx, tenant.id, params.id, now),
        findCurrentProgram(tx, tenant.id, now),
        findTiers(tx, tenant),
        loadOne(tx, redeemedCounts, {
          tenantId: tenant.id,
          key: { rewardId: params.id, customerId: customer.id },
        }),
      ])
      if (!found) return null
      const tierId = currentTier(tiers, customer)?.id ?? null
      const buyer = { customer, account, tierId, redeemedCount: redeemedCount ?? 0 }
      const obstacle = whyIneligible({ ...found, program, now }, buyer)
      const sentence = obstacle === null ? CAN_REDEEM : tellObstacle(obstacle, found, buyer, tenant)
      return { enabled: obstacle === null, obstacle, sentence: sentence[locale] }
    })
    return answer ? { answer } : NOT_FOUND
  })
}
