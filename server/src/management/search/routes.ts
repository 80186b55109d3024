/** One search over everything that a merchant's people may look for. */
import { hasWords, readExactSearch, readSearch } from '../../accounts/rules/search.ts'
import { wordsOf } from '../../accounts/rules/terms.ts'
import { findAccountsById, type StoredAccount } from '../../accounts/store/accounts.ts'
import { findByFormerId, findByTerms } from '../../accounts/store/find.ts'
import { loadOne } from '../../accounts/till/collection.ts'
import { coupons } from '../../coupons/collections/coupons.ts'
import { codeKey } from '../../coupons/coupon.ts'
import { keyFor, presentCustomer, seesPersons } from '../../customers/admin-api/present.ts'
import { shortText } from '../../earning/explanation.ts'
import { sentenceOfRule } from '../../earning/rule-sentence.ts'
import type { Picked } from '../../earning/slot.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import { loadOrderList } from '../../history/load-order-list.ts'
import { findByOriginalId } from '../../history/store/order-list.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { listConfiguredQuizzes } from '../../quizzes/store/configuration.ts'
import { redeemedRewards } from '../../rewards/collections/redeemed-rewards.ts'
import { listConfiguredRewards } from '../../rewards/store/configuration.ts'
import { findRedemption, type RedemptionName } from '../../rewards/store/redemption-list.ts'
import { listConfiguredTiers } from '../../tiers/store/configuration.ts'
import { type Found, find } from './schema.ts'

const EACH_MAX = 5
/** Upper bound on the configured items that are searched. */
const CONFIGURED_MAX = 500

type SearchCall = Call<typeof find>

export function searchAdminRoutes(api: AdminApi): void {
  api.read(find, 'cell', async (tx, call) => {
    const [customers, orders, redemptions, found] = await Promise.all([
      findCustomers(tx, call),
      findOrders(tx, call),
      findRedemptions(tx, call),
      findCoupons(tx, call),
    ])
    return { answer: { customers, orders, redemptions, coupons: found, ...(await findConfigured(tx, call)) } }
  })
}

async function storedOf(tx: Tx, { tenant }: SearchCall, ids: readonly number[]): Promise<StoredAccount[]> {
  const found = await findAccountsById(tx, tenant.id, ids)
  return ids.flatMap((id) => found.get(id) ?? [])
}

async function findCustomers(tx: Tx, call: SearchCall): Promise<Found['customers']> {
  const { tenant, query, caller } = call
  const search = seesPersons(caller) ? readSearch(query.q) : readExactSearch(query.q)
  if (!search) return []
  const page = { after: null, limit: EACH_MAX, isWanted: null }
  const found = await findByTerms(tx, tenant.id, search, page)
  const former = found.length === 0 ? await findByFormerId(tx, tenant.id, query.q) : undefined
  const meant = former ? [former] : found.map(({ stored }) => stored)
  return meant.map(({ customer }) => presentCustomer(customer, caller))
}

async function findOrders(tx: Tx, { tenant, query, caller }: SearchCall): Promise<Found['orders']> {
  const listed = await findByOriginalId(tx, tenant.id, query.q.trim())
  const orders = listed ? await loadOrderList(tx, tenant, [listed]) : []
  return orders.map(({ order, stored }) => ({
    id: order.id,
    originalId: order.originalId,
    total: shortText(order.total),
    placedAt: instantToText(order.placedAt),
    customer: presentCustomer(stored.customer, caller),
  }))
}

async function findRedemptions(tx: Tx, call: SearchCall): Promise<Found['redemptions']> {
  const { tenant, query, caller } = call
  const q = query.q.trim()
  const codes = caller.permissions?.has('codes.read') ?? false
  const names: RedemptionName[] = codes ? [{ key: q }, { externalCode: q }] : [{ key: q }]
  const found = await Promise.all(names.map((name) => findRedemption(tx, tenant.id, name)))
  const listed = new Map(found.flatMap((one) => (one ? [[one.id, one] as const] : [])))
  return Promise.all(
    [...listed.values()].map(async ({ id, key, customerId }) => {
      const [redeemed, [stored]] = await Promise.all([
        loadOne(tx, redeemedRewards, { tenantId: tenant.id, key }),
        storedOf(tx, call, [customerId]),
      ])
      return { id, key: codes ? keyFor(call.caller, key) : null, title: redeemed?.title ?? null, stored }
    }),
  ).then((rows) =>
    rows.flatMap(({ stored, ...row }) =>
      stored ? [{ ...row, customer: presentCustomer(stored.customer, caller) }] : [],
    ),
  )
}

async function findCoupons(tx: Tx, call: SearchCall): Promise<Found['coupons']> {
  const { tenant, query, caller } = call
  if (!caller.permissions?.has('codes.read')) return []
  const coupon = await loadOne(tx, coupons, { tenantId: tenant.id, key: codeKey(query.q) })
  const [stored] = coupon ? await storedOf(tx, call, [coupon.customerId]) : []
  return coupon && stored ? [{ code: coupon.code, customer: presentCustomer(stored.customer, caller) }] : []
}

type Configured = Pick<Found, 'rewards' | 'tiers' | 'quizzes' | 'rules'>

async function findConfigured(tx: Tx, call: SearchCall): Promise<Configured> {
  const { tenant, query, locale, now } = call
  const words = wordsOf(query.q)
  if (words.length === 0) return { rewards: [], tiers: [], quizzes: [], rules: [] }
  const isMeant = (name: string, key = '') => hasWords(name, words) || key === query.q.trim()
  const first = { afterId: 0, limit: CONFIGURED_MAX }
  const [rewards, tiers, quizzes, program] = await Promise.all([
    listConfiguredRewards(tx, tenant.id, { isArchived: false }, first),
    listConfiguredTiers(tx, tenant.id),
    listConfiguredQuizzes(tx, tenant.id, { isArchived: false }, first),
    findCurrentProgram(tx, tenant.id, now),
  ])
  const tierNames = new Map(tiers.map(({ id, name }) => [String(id), name]))
  const titles = new Map(rewards.map(({ id, settings }) => [String(id), settings.title]))
  const context = {
    locale,
    currency: tenant.currency,
    timeZone: tenant.timeZone,
    now,
    nameOf: (kind: Picked, id: string) =>
      kind === 'tier' ? tierNames.get(id) : kind === 'reward' ? titles.get(id) : undefined,
  }
  return {
    rewards: rewards
      .filter(({ key, settings }) => isMeant(settings.title, key))
      .slice(0, EACH_MAX)
      .map(({ id, key, settings }) => ({ id, key, title: settings.title })),
    tiers: tiers
      .filter(({ key, name, archivedAt }) => archivedAt === null && isMeant(name, key))
      .slice(0, EACH_MAX)
      .map(({ id, key, name }) => ({ id, key, name })),
    quizzes: quizzes
      .filter(({ key, name }) => isMeant(name, key))
      .slice(0, EACH_MAX)
      .map(({ id, key, name }) => ({ id, key, name })),
    rules: program.rules
      .filter(({ name }) => isMeant(name ?? ''))
      .slice(0, EACH_MAX)
      .map((rule) => ({ id: rule.id, name: rule.name ?? '', sentence: sentenceOfRule(rule, context) })),
  }
}
