/** Further reads: the history, what waits, a redemption, the rewards of a purchase, a coupon and its rules, the actions. */
import { least, moneyNumber, toNumber, wholeCents } from './arithmetic.ts'
import type { ModelCommand, Scene } from './command.ts'
import { isHeld, type ModelReward } from './counter.ts'
import { isGoodOn } from './coupons.ts'
import { anyName } from './customer-client.ts'
import { type Essence, essenceOfModelCancelled, essenceOfModelCoupon, text } from './essence.ts'
import { knownOf, line, listed, listOf, PAGE, reading } from './read-client.ts'
import { cashbackMost, REVIEW, REWARD_VALUE, whyIneligible } from './rewards.ts'
import { STATE } from './shop.ts'

export function readMore(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  shop.customers.get(customer.id)?.account.settle(now)
  const kind = random.weighted({
    history: 20,
    pending: 12,
    redeemed: 14,
    available: 14,
    coupon: 12,
    rules: 10,
    actions: 8,
  })
  return { history, pending, redeemed, available, coupon, rules, actions }[kind](scene, now)
}

/** Records of one type: moves between tiers are no records. */
function history(scene: Scene): ModelCommand {
  const { random } = scene
  const type = random.one([0, 1, 4, 5, 6, 7, 8, 9, 11])
  const known = knownOf(scene)
  const own = known?.account.records.filter((record) => record.type === type) ?? []
  const path = `/v1/pvt/Customer/${anyName(scene)}/history?PointType=${type}&${PAGE}`
  return {
    ...reading(scene, path),
    traits: ['read', 'read history'],
    expected: known
      ? listed(own.map(({ amount }) => line({ type, points: toNumber(amount.points) })))
      : { error: 59 },
    read: (body) => listOf(body, ({ PointType, Points }) => line({ type: PointType, points: Points })),
  }
}

/** What waits is known to the lot; what is not complete yet is estimated, and only which orders it is. */
function pending(scene: Scene): ModelCommand {
  const known = knownOf(scene)
  const waiting = known?.account.lots.filter((lot) => lot.isWaiting) ?? []
  const orders = known?.orders.filter(({ state }) => state === STATE.pending) ?? []
  return {
    ...reading(scene, `/v1/pvt/Customer/${anyName(scene)}/pendingpoints`),
    traits: ['read', 'read pending'],
    expected:
      waiting.length > WAITING_MAX || orders.length > ESTIMATED_MAX
        ? { isLong: true }
        : {
            waiting: waiting
              .map((lot) => line({ order: lot.order, points: toNumber(lot.left.points) }))
              .toSorted(),
            estimated: orders.map(({ id }) => id).toSorted(),
          },
    read(body) {
      const all = body.PendingOrders as readonly {
        OrderId: string
        PendingPoints: number
        IsEstimate: boolean
      }[]
      const lots = all.filter(({ IsEstimate }) => !IsEstimate)
      const estimates = all.filter(({ IsEstimate }) => IsEstimate)
      if (waiting.length > WAITING_MAX || orders.length > ESTIMATED_MAX) return { isLong: true }
      return {
        waiting: lots.map((lot) => line({ order: lot.OrderId, points: lot.PendingPoints })).toSorted(),
        estimated: estimates.map(({ OrderId }) => OrderId).toSorted(),
      }
    },
  }
}

const WAITING_MAX = 100
const ESTIMATED_MAX = 50

/** By its number, where an answer has told it. */
function redeemed(scene: Scene, now: number): ModelCommand {
  const { random, customer } = scene
  const own = customer.coupons.filter(({ redemption }) => redemption?.number)
  if (own.length === 0) return coupon(scene, now)
  const one = random.one(own)
  const { redemption } = one
  if (!redemption) return coupon(scene, now)
  return {
    ...reading(scene, `/v1/pvt/Rewards/${redemption.number}`),
    traits: ['read', 'read redemption'],
    expected: {
      ...essenceOfModelCancelled({ redemption, coupon: one }),
      expires: isHeld(redemption) ? text(redemption.deadline) : null,
    },
    read(body) {
      if (body.HasError) return { error: body.ErrorCode }
      const { OriginalKey: key, IsCanceled: isCanceled, OrderId: order, ExpiresAt: expires } = body
      const { Points: points } = body.Points as { Points: number }
      const { CouponCode: code } = body.Coupon as { CouponCode: string }
      return { key, isCanceled, points, code, order, expires }
    },
  }
}

/** What can be had for a purchase, of all that is not switched off. */
function available(scene: Scene): ModelCommand {
  const { random, shop, customer } = scene
  const purchase = BigInt(random.between(0, 3_000)) * 100n
  const known = knownOf(scene)
  const canUse = (reward: ModelReward): boolean => {
    if (!known) return false
    const { isEnrolled, account } = known
    const standing = shop.counter.standing(reward, customer.id)
    if (whyIneligible(shop, reward, { isEnrolled, balance: account.balance, standing }) !== null) return false
    if (reward.points !== null) return REWARD_VALUE <= purchase
    return wholeCents(least(cashbackMost(reward, account.balance), purchase)) > 0n
  }
  const { rewards: offered, gifts, switchedOff } = shop.counter
  const rewards = [...offered, ...gifts].filter(({ isActive, name }) => isActive && !switchedOff.has(name))
  return {
    ...reading(scene, '/v1/pvt/POS/rewards/available'),
    method: 'POST',
    body: { CustomerId: anyName(scene), PurchaseValue: toNumber(purchase) },
    traits: ['read', 'read rewards of a purchase'],
    expected: {
      isKnown: known !== undefined,
      points: known ? toNumber(known.account.balance.points) : 0,
      rewards: rewards.map((reward) => line({ title: reward.name, canUse: canUse(reward) })).toSorted(),
    },
    read(body) {
      const items = body.Rewards as readonly { Title: string; CanUse: boolean }[]
      return {
        isKnown: body.Customer !== null,
        points: body.AvailablePoints,
        rewards: items.map(({ Title, CanUse }) => line({ title: Title, canUse: CanUse })).toSorted(),
      }
    },
  }
}

function coupon(scene: Scene, _now: number): ModelCommand {
  const { random, customer } = scene
  const own = customer.coupons.filter(({ code }) => code !== '')
  if (own.length === 0) return history(scene)
  const one = random.one(own)
  return {
    ...reading(scene, `/v1/pvt/Coupons/${encodeURIComponent(one.code.toLowerCase())}`),
    traits: ['read', 'read coupon'],
    expected: essenceOfModelCoupon(one),
    read(body) {
      if (body.HasError) return { error: body.ErrorCode }
      const {
        CouponCode: code,
        IsUsed: isUsed,
        CouponValue: worth,
        ValidDateEnd: until,
      } = body.Result as Essence
      return { code, isUsed, worth, until }
    },
  }
}

function rules(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const own = customer.coupons.filter(({ code }) => code !== '')
  if (own.length === 0) return history(scene)
  const one = random.one(own)
  const { isUsed, isInactive, value, redemption } = one
  return {
    ...reading(scene, `/v1/pvt/Coupons/${encodeURIComponent(one.code)}/rules`),
    traits: ['read', 'read rules of a coupon'],
    expected: {
      isActive: !isUsed && !isInactive && isGoodOn(shop, one, now),
      value: moneyNumber(value),
      title: redemption?.reward.name ?? null,
    },
    read(body) {
      if (body.HasError) return { error: body.ErrorCode }
      const { IsActive: isActive, Value, Title: title } = body.Result as Essence
      return { isActive, value: Value, title }
    },
  }
}

/** How often the customer was granted a review, and how often it can be today. */
function actions(scene: Scene, now: number): ModelCommand {
  const { shop } = scene
  const known = knownOf(scene)
  const ofToday = [...(known?.reviews.values() ?? [])].filter((day) => day === shop.dayOf(now)).length
  const ever = known?.reviews.size ?? 0
  return {
    ...reading(scene, `/v1/pvt/Objectives/active?CustomerId=${anyName(scene)}&${PAGE}`),
    traits: ['read', 'read actions'],
    expected: known
      ? {
          points: toNumber(REVIEW.points),
          completed: ever,
          remaining: Math.max(0, Math.min(REVIEW.perDay - ofToday, REVIEW.ever - ever)),
        }
      : { error: 59 },
    read(body) {
      const listing = body as {
        HasError?: boolean
        ErrorMessages?: readonly string[]
        Items?: readonly Action[]
      }
      if (listing.HasError) return { error: Number.parseInt(listing.ErrorMessages?.[0] ?? '', 10) }
      const review = listing.Items?.find(({ Details }) => Details.Key === REVIEW.key)
      return {
        points: review?.AmountOfPoints,
        completed: review?.Details.Completed,
        remaining: review?.Details.RemainingToday,
      }
    },
  }
}

interface Action {
  readonly AmountOfPoints: number
  readonly Details: {
    readonly Key: string | null
    readonly Completed: number | null
    readonly RemainingToday: number | null
  }
}
