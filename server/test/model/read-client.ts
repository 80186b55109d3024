/** What a client reads: of every answer what the model can tell, in an order that it knows. */
import { moneyNumber, toNumber } from './arithmetic.ts'
import type { ModelCommand, Scene } from './command.ts'
import { checkAtTill } from './coupons.ts'
import { anyName } from './customer-client.ts'
import {
  type Essence,
  essenceOfModelCheck,
  essenceOfModelCoupon,
  essenceOfModelPoints,
  expectedOf,
} from './essence.ts'
import { anyOrder } from './order-client.ts'
import type { Customer } from './shop.ts'
import { anyCode } from './till-client.ts'

/** More than one customer has: a page is all of them. */
export const PAGE = 'PageSize=50'
const PAGE_MAX = 50

/** A page of a list, and how many there are in all. */
interface Listed {
  readonly Items?: readonly Record<string, unknown>[]
  readonly TotalItemCount?: number
  readonly ErrorMessages?: readonly string[]
  readonly HasError?: boolean
}

export function readAny(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  shop.customers.get(customer.id)?.account.settle(now)
  const kind = random.weighted({ points: 20, find: 12, coupons: 14, rewards: 14, orders: 14, order: 14 })
  return { points, find, coupons, rewards, orders, order }[kind](scene)
}

function points(scene: Scene): ModelCommand {
  const known = knownOf(scene)
  return {
    ...reading(scene, `/v1/pvt/Customer/${anyName(scene)}/points`),
    expected: known
      ? { exists: true, ...essenceOfModelPoints(scene.shop, known) }
      : { exists: false, points: 0, cashback: 0, expiring: [] },
    read(body) {
      const { CustomerExists: exists, PointsBalance, CashbackBalance, PointsToExpire } = body
      return { exists, points: PointsBalance, cashback: CashbackBalance, expiring: PointsToExpire }
    },
  }
}

/** By an e-mail that several may have, or had before they were erased. */
function find(scene: Scene): ModelCommand {
  const { random, name, shop } = scene
  const email = `${name}-${random.between(0, 2)}@example.com`
  const found = [...shop.customers.values()].filter((one) => one.email?.toLowerCase() === email)
  return {
    ...reading(scene, `/v1/pvt/Customer?Email=${email.toUpperCase()}&${PAGE}`),
    expected: listed(found.map(({ originalId }) => originalId)),
    read: (body) => listOf(body, ({ OriginalId }) => String(OriginalId)),
  }
}

/** All of them, whatever became of them. */
function coupons(scene: Scene): ModelCommand {
  const own = scene.shop.counter.coupons.filter(({ customer }) => customer === scene.customer.id)
  return {
    ...reading(scene, `/v1/pvt/Customer/${anyName(scene)}/availablecoupons?All=true&${PAGE}`),
    expected: knownOf(scene)
      ? listed(own.map((coupon) => line(essenceOfModelCoupon(coupon))))
      : { error: 59 },
    read: (body) =>
      listOf(body, ({ CouponCode: code, IsUsed: isUsed, CouponValue: worth, ValidDateEnd: until }) =>
        line({ code, isUsed, worth, until }),
      ),
  }
}

function rewards(scene: Scene): ModelCommand {
  const own = [...scene.shop.counter.redemptions.values()].filter(
    ({ redemption }) => redemption.customer === scene.customer.id,
  )
  return {
    ...reading(scene, `/v1/pvt/Customer/${anyName(scene)}/rewards?${PAGE}`),
    expected: knownOf(scene)
      ? listed(own.map(({ redemption: { key, isReturned } }) => line({ key, isReturned })))
      : { error: 59 },
    read: (body) => listOf(body, ({ OriginalKey: key, IsCanceled: isReturned }) => line({ key, isReturned })),
  }
}

function orders(scene: Scene): ModelCommand {
  const known = knownOf(scene)
  const all = known?.orders.map(({ id, state, total }) => line({ id, state, total: toNumber(total) })) ?? []
  return {
    ...reading(scene, `/v1/pvt/Customer/${anyName(scene)}/orders?${PAGE}`),
    expected: known ? listed(all) : { error: 59 },
    read: (body) =>
      listOf(body, ({ OriginalId: id, State: state, OrderTotal: total }) => line({ id, state, total })),
  }
}

function order(scene: Scene): ModelCommand {
  const { random, shop, customer, name } = scene
  const one = random.chance(5) ? null : anyOrder(scene)
  const account = shop.customers.get(customer.id)?.account
  const recorded = one && account?.recordedFor(one.id)
  return {
    ...reading(scene, `/v1/pvt/Order/${one?.id ?? `${name}-no-order`}`),
    expected:
      one && recorded
        ? {
            state: one.state,
            points: toNumber(recorded.points),
            cashback: moneyNumber(recorded.cashback),
            returned: moneyNumber(one.returned),
            returns: one.returns.size,
          }
        : { error: 37 },
    read(body) {
      if (body.HasError) return { error: body.ErrorCode }
      const { State: state, PointsGranted, CashbackGranted, ReturnedTotal: returned, Returns } = body
      const returns = (Returns as readonly unknown[]).length
      return { state, points: PointsGranted, cashback: CashbackGranted, returned, returns }
    },
  }
}

/** Whether a coupon could be used for a purchase: nothing changes. */
export function checkAnyCoupon(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const code = anyCode(scene)
  const sent = {
    code,
    customer: customer.id,
    purchase: BigInt(random.between(0, 5_000)) * 100n,
    otherDiscounts: random.chance(85) ? 0n : BigInt(random.between(1, 500)) * 100n,
  }
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'check coupon',
    method: 'POST',
    path: `/v1/pvt/POS/coupons/${code}/validate`,
    body: {
      CustomerId: customer.id,
      PurchaseValue: toNumber(sent.purchase),
      DiscountValue: toNumber(sent.otherDiscounts),
    },
    expected: expectedOf(checkAtTill(shop, sent, now), (done) => essenceOfModelCheck(shop, done)),
    traits: ['coupon checked'],
  }
}

export function knownOf({ shop, customer }: Scene): Customer | undefined {
  return shop.customers.get(customer.id)
}

export function reading({ customer }: Scene, path: string) {
  const [what = ''] = path.split('?')
  const action = `read ${what.split('/').at(-1)}`
  return {
    shop: customer.shop,
    customer: customer.id,
    action,
    method: 'GET' as const,
    path,
    traits: ['read'],
  }
}

export function listed(items: readonly string[]): Essence {
  return items.length > PAGE_MAX ? { count: items.length } : { count: items.length, items: items.toSorted() }
}

export function listOf(body: Listed, textOf: (item: Record<string, unknown>) => string): Essence {
  if (body.HasError) return { error: Number.parseInt(body.ErrorMessages?.[0] ?? '', 10) }
  const { Items = [], TotalItemCount: count = 0 } = body
  return count > PAGE_MAX ? { count } : { count, items: Items.map(textOf).toSorted() }
}

export function line(members: Essence): string {
  return JSON.stringify(members, Object.keys(members).sort())
}
