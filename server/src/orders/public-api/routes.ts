import { readOwn } from '../../accounts/public-api/own-reads.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import type { StoredAccount } from '../../accounts/store/accounts.ts'
import { keyText } from '../../accounts/till/collection.ts'
import { catalogPlaces } from '../../catalog/collections.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { evaluateProductPoints, type PricedProduct } from '../../earning/evaluate-products.ts'
import { blockedBonuses, hasLimits, roomOfCaps } from '../../earning/limits.ts'
import type { Program } from '../../earning/program.ts'
import { type Basket, promiseOrder, type TierOfBuyer } from '../../earning/promise.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import type { UsedOf } from '../../earning/taken.ts'
import type { Instant } from '../../platform/clock.ts'
import { ZERO } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { CustomerCall, Dated, PublicApi, ShopCall } from '../../tenancy/public-api/api.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { findTiers } from '../../tiers/collections/tiers.ts'
import { currentTier, multiplierOf, type Tier, type Tiers } from '../../tiers/tier.ts'
import { readUsed } from '../limit-room.ts'
import { asksForPlaces } from '../rules/product-places.ts'
import { type EarnMemory, placedBy } from './earn-memory.ts'
import { NO_RULE, presentEarn } from './present.ts'
import { type Asked, readAsked } from './read.ts'
import { type Earn, earnAsMe, earnAtShop } from './schema.ts'

export interface EarnRoutesOptions {
  readonly memory: EarnMemory
  readonly reads: SettledReads
  readonly cells: Cells
  readonly clock: TenantClock
}

/** What goods earn: at the shop, for everyone, and for one customer. */
export function earnRoutes(api: PublicApi, options: EarnRoutesOptions): void {
  api.asked(earnAtShop, (call) => ofVisitor(options, call))
  api.personal(earnAsMe, (call) => ofCustomer(options, call))
}

async function ofVisitor(
  { memory, clock }: EarnRoutesOptions,
  { tenant, query }: ShopCall<typeof earnAtShop>,
): Promise<Dated<typeof earnAtShop> | Problem> {
  const asked = readAsked(query)
  if (isProblem(asked)) return asked
  const now = clock(tenant)
  const found = await memory.answer(tenant, asked.products, now)
  if (!found) return NO_RULE
  const { program, tiers, products, points, until } = found
  const tier = currentTier(tiers, null)
  const buyer = {
    tier: tier && ofTier(tier),
    usedOf: null,
    otherMultipliers: tiers.filter(({ id }) => id !== tier?.id).map(multiplierOf),
  }
  const { timeZone } = tenant
  const basket = asked.total === null ? null : { lines: products, total: asked.total }
  const order = basket && promiseOrder(program, basket, buyer, { now, timeZone })
  return {
    answer: presentEarn(points, order, { isCashbackOn: program.cashback.isOn }),
    freshMs: until - now,
  }
}

async function ofCustomer(
  { reads, cells, clock }: EarnRoutesOptions,
  call: CustomerCall<typeof earnAsMe>,
): Promise<Earn | Problem> {
  const { tenant, query } = call
  const asked = readAsked(query)
  if (isProblem(asked)) return asked
  const own = await readOwn(reads, call, (tx, stored, now) => read(tx, tenant, asked, { stored, now }))
  if (own) return own
  // Whom only the shop knows becomes a customer with the first order.
  return cells
    .of(tenant)
    .read([tenant.id], (tx) => read(tx, tenant, asked, { stored: null, now: clock(tenant) }))
}

interface Reader {
  readonly stored: StoredAccount | null
  readonly now: Instant
}

async function read(tx: Tx, tenant: Tenant, asked: Asked, { stored, now }: Reader): Promise<Earn | Problem> {
  const [program, tiers] = await Promise.all([findCurrentProgram(tx, tenant.id, now), findTiers(tx, tenant)])
  if (program.index.purchase === null) return NO_RULE
  const customer = stored?.customer ?? null
  const [lines, usedOf] = await Promise.all([
    placed(tx, tenant, program, asked.products),
    readUsed(tx, tenant, hasLimits(program) ? (customer?.id ?? null) : null, [now]),
  ])
  const isEnrolled = customer?.profile.isEnrolled ?? true
  return earnOf(program, { lines, total: asked.total }, tiers, { tenant, now, usedOf, customer, isEnrolled })
}

interface Who {
  readonly tenant: Tenant
  readonly now: Instant
  readonly usedOf: UsedOf
  readonly customer: StoredAccount['customer'] | null
  readonly isEnrolled: boolean
}

function earnOf(
  program: Program,
  { lines, total }: { readonly lines: PricedProduct[]; readonly total: Basket['total'] | null },
  tiers: Tiers,
  { tenant: { timeZone }, now, usedOf, customer, isEnrolled }: Who,
): Earn {
  const found = currentTier(tiers, customer)
  const tier = found && ofTier(found)
  const at = { now, timeZone }
  const ofOrder = { placedAt: now, timeZone }
  const items = evaluateProductPoints(program, lines, at, {
    tierId: tier?.id ?? null,
    tierMultiplier: tier?.multiplier ?? null,
    blocked: blockedBonuses(program, ofOrder, usedOf),
    most: isEnrolled ? roomOfCaps(program, ofOrder, usedOf) : ZERO,
  })
  const order =
    total === null
      ? null
      : promiseOrder(program, { lines, total }, { tier, usedOf, otherMultipliers: [] }, at)
  return presentEarn(
    'refused' in items ? [] : items,
    order && (isEnrolled ? order : { ...order, points: ZERO, cashback: ZERO, isUpTo: false }),
    { isCashbackOn: program.cashback.isOn },
  )
}

function ofTier(tier: Tier): TierOfBuyer {
  return { id: String(tier.id), multiplier: multiplierOf(tier) }
}

async function placed(
  tx: Tx,
  { id: tenantId }: Tenant,
  program: Program,
  products: readonly PricedProduct[],
): Promise<PricedProduct[]> {
  if (!asksForPlaces(program)) return [...products]
  const ids = [...new Set(products.map(({ originalId }) => originalId))]
  const places = await catalogPlaces.load(
    tx,
    ids.map((key) => ({ tenantId, key })),
  )
  return products.map((product) =>
    placedBy(program, product, places.get(keyText({ tenantId, key: product.originalId })) ?? null),
  )
}
