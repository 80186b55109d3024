import { findCustomer } from '../accounts/store/accounts.ts'
import { keyText, loadOne } from '../accounts/till/collection.ts'
import { presentTried } from '../cards/admin-api/present.ts'
import { stampCards } from '../cards/collections/cards.ts'
import { readTitles } from '../cards/read-shown.ts'
import { tryStamps } from '../cards/rules/try.ts'
import { countBegunCards } from '../cards/store/listed.ts'
import { catalogPlaces } from '../catalog/collections.ts'
import {
  findCatalogNames,
  findCategoriesAbove,
  findContents,
  hasCatalog,
  searchCatalog,
} from '../catalog/store.ts'
import type { TenantId } from '../contract/ids.ts'
import type { Buyer, OrderNames, ProgramContextReader } from '../earning/admin-api/program-context.ts'
import { picksFrom } from '../earning/kinds.ts'
import type { KnownReward, KnownTier } from '../earning/warning.ts'
import { completeOrders } from '../orders/collections/complete-orders.ts'
import { orders } from '../orders/collections/orders.ts'
import { readUsed } from '../orders/limit-room.ts'
import { findRecentReferences, findWhatIsSent } from '../orders/store.ts'
import { decimalFromText } from '../platform/decimal.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { listOpenQuizzes } from '../quizzes/store/quizzes.ts'
import { REWARD_TYPE } from '../rewards/reward-type.ts'
import { listConfiguredRewards } from '../rewards/store/configuration.ts'
import { listEmptyingLists } from '../rewards/store/list-configuration.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { findTiers } from '../tiers/collections/tiers.ts'
import { listConfiguredTiers } from '../tiers/store/configuration.ts'
import { currentTier, multiplierOf } from '../tiers/tier.ts'

const CHOICES_MAX = 50
/** So many products say what a category is. */
const CONTENTS_MAX = 3
/** More than any merchant has. */
const ALL_REWARDS = { afterId: 0, limit: 10_000 }

/** What the program's operations ask of rooms that stand above the program. */
export const programContextReader: ProgramContextReader = {
  async namesOf(tx, tenantId, ids) {
    const [isKnown, found] = await Promise.all([
      hasCatalog(tx, tenantId),
      findCatalogNames(tx, tenantId, ids),
    ])
    if (!isKnown) return null
    const namesOf = (kind: 'product' | 'brand' | 'category') =>
      new Map(found.filter((one) => one.kind === kind).map(({ id, name }) => [id, name ?? id]))
    return { product: namesOf('product'), brand: namesOf('brand'), category: namesOf('category') }
  },

  namesInOrders,

  sentInOrders: findWhatIsSent,

  begunCards: countBegunCards,

  tiersOf,

  rewardsOf,

  countOpenQuizzes: async (tx, tenantId, now) => (await listOpenQuizzes(tx, tenantId, now)).length,

  async placesOf(tx, tenantId, productIds) {
    const keys = [...new Set(productIds)].map((key) => ({ tenantId, key }))
    if (keys.length === 0) return new Map()
    const places = await catalogPlaces.load(tx, keys)
    return new Map(
      keys.flatMap((key) => {
        const place = places.get(keyText(key))
        return place ? [[key.key, { brandId: place.brandId, categoryIds: [...place.categoryIds] }]] : []
      }),
    )
  },

  categoriesAbove: findCategoriesAbove,

  async orderOf(tx, tenant, originalId) {
    const order = await loadOne(tx, orders, { tenantId: tenant.id, key: originalId })
    if (!order) return null
    const { total, placedAt, earned, details } = order
    const { shipping } = details
    const places = await programContextReader.placesOf(
      tx,
      tenant.id,
      details.products.map((product) => product.originalId),
    )
    return {
      total,
      placedAt,
      paymentMethodId: details.paymentMethod?.originalId ?? null,
      branchId: details.branch?.originalId ?? null,
      products: details.products.map((product) => ({
        originalId: product.originalId,
        price: product.price,
        brandId: product.brandId ?? places.get(product.originalId)?.brandId ?? null,
        categoryIds: places.get(product.originalId)?.categoryIds ?? [],
        ...(product.isMarked && { isMarked: product.isMarked }),
        ...(product.quantity !== undefined && product.quantity > 1 && { quantity: product.quantity }),
      })),
      ...(shipping !== null && { shipping }),
      tierId: earned?.tierId == null ? null : String(earned.tierId),
      tierMultiplier: earned?.tierMultiplier ?? null,
      isFirstPurchase: earned?.isFirstPurchase ?? false,
      number: earned?.number ?? null,
      timeZone: earned?.timeZone ?? tenant.timeZone,
    }
  },

  async buyerOf(tx, tenant, originalId): Promise<Buyer | null> {
    const stored = await findCustomer(tx, tenant.id, originalId)
    if (!stored) return null
    const { customer } = stored
    const tier = currentTier(await findTiers(tx, tenant), customer)
    const standing = await loadOne(tx, completeOrders, { tenantId: tenant.id, key: customer.id })
    const before = customer.ordersBefore ?? 0
    return {
      tierId: tier && String(tier.id),
      tierMultiplier: tier && multiplierOf(tier),
      isFirstPurchase: before === 0 && (!customer.hasPurchased || (standing ?? []).length === 0),
      number: before + (standing ?? []).length + 1,
    }
  },

  async usedBy(tx, tenant, originalId, placedAt) {
    const stored = await findCustomer(tx, tenant.id, originalId)
    return readUsed(tx, tenant, stored?.customer.id ?? null, [placedAt])
  },

  async stampsBy(tx, tenant, program, { facts, customerId, now, usedOf }, locale) {
    if (program.index.cards.length === 0) return []
    const stored = customerId === null ? null : await findCustomer(tx, tenant.id, customerId)
    const key = stored && { tenantId: tenant.id, key: stored.customer.id }
    const cards = key ? await loadOne(tx, stampCards, key) : undefined
    const isEnrolled = stored?.customer.profile.isEnrolled ?? true
    const tried = tryStamps(program, facts, { cards, isEnrolled, now, timeZone: tenant.timeZone, usedOf })
    const titleOf = await readTitles(
      tx,
      tenant.id,
      tried.map(({ prize }) => prize),
    )
    return tried.map((one) => presentTried(one, { ...tenant, locale }, titleOf))
  },

  async newcomerOf(tx, tenant) {
    const tier = currentTier(await findTiers(tx, tenant), null)
    return { tierId: tier && String(tier.id), tierMultiplier: tier && multiplierOf(tier) }
  },

  async choicesOf(tx, tenant, of, search) {
    if (of === 'action') return []
    if (of === 'reward') {
      const wanted = search.toLowerCase()
      const open = { isActive: true, isArchived: false }
      const found = await listConfiguredRewards(tx, tenant.id, open, ALL_REWARDS)
      return found
        .filter(({ settings }) => settings.type !== REWARD_TYPE.cashback)
        .filter(({ settings: { title } }) => title.toLowerCase().includes(wanted))
        .slice(0, CHOICES_MAX)
        .map(({ id, settings: { title } }) => ({ id: String(id), label: title }))
    }
    if (picksFrom(of, 'tiers')) {
      const wanted = search.toLowerCase()
      const tiers = (await tiersOf(tx, tenant)).filter(({ isArchived }) => !isArchived)
      return tiers
        .filter(({ name }) => name.toLowerCase().includes(wanted))
        .map(({ id, name }) => ({ id, label: name }))
    }
    if (picksFrom(of, 'orders')) {
      const wanted = search.toLowerCase()
      const names = (await namesInOrders(tx, tenant.id))?.[of] ?? new Map<string, string>()
      return [...names]
        .filter((one) => one.some((text) => text.toLowerCase().includes(wanted)))
        .slice(0, CHOICES_MAX)
        .map(([id, label]) => ({ id, label }))
    }
    const found = await searchCatalog(tx, tenant.id, of, search, CHOICES_MAX)
    const choices = found.map(({ id, name }) => ({ id, label: name ?? id }))
    const [first, ...others] = choices
    // Only of what was already chosen: of everything on offer it would take too long.
    if (first === undefined || first.id !== search || of === 'product') return choices
    const { names, count } = await findContents(tx, tenant.id, { kind: of, id: search }, CONTENTS_MAX)
    return [{ ...first, contents: { names: [...names], more: count - names.length } }, ...others]
  },
}

async function namesInOrders(tx: Tx, tenantId: TenantId): Promise<OrderNames | null> {
  const found = await findRecentReferences(tx, tenantId)
  if (!found) return null
  const namesOf = (kind: 'paymentMethod' | 'branch') =>
    new Map(found.filter((one) => one.kind === kind).map(({ id, name }) => [id, name ?? id]))
  return { paymentMethod: namesOf('paymentMethod'), branch: namesOf('branch') }
}

async function rewardsOf(tx: Tx, tenantId: TenantId): Promise<readonly KnownReward[]> {
  const [rewards, emptying] = await Promise.all([
    listConfiguredRewards(tx, tenantId, {}, ALL_REWARDS),
    listEmptyingLists(tx, tenantId, ALL_REWARDS.limit),
  ])
  return rewards.map(({ id, settings, archivedAt, couponLists }) => {
    const left = couponLists.reduce((sum, list) => sum + list.left, 0)
    // Of several lists one may be empty: what counts is what is left in all of them.
    const isShort = emptying.some(({ reward, warnBelow }) => reward?.id === id && left < (warnBelow ?? 0))
    return {
      id: String(id),
      title: settings.title,
      isArchived: archivedAt !== null,
      isCashback: settings.type === REWARD_TYPE.cashback,
      points: settings.points,
      hasMinimum: settings.minimumPurchase !== null,
      codesLeft: isShort ? left : null,
    }
  })
}

/** Those that were ended too, so that a rule can say which tier it names. */
async function tiersOf(tx: Tx, { id }: Tenant): Promise<readonly KnownTier[]> {
  const tiers = await listConfiguredTiers(tx, id)
  return tiers.map((tier) => {
    const benefits = tier.benefits.map(({ multiplier }) => ({
      multiplier: multiplier === null ? null : decimalFromText(multiplier),
    }))
    return {
      id: String(tier.id),
      name: tier.name,
      isArchived: tier.archived || !tier.isActive,
      multiplier: multiplierOf({ benefits }),
    }
  })
}
