/** Makes up orders and their updates as the systems of merchants send them: whole, in part, late, early and wrong. */
import type { Units } from './arithmetic.ts'
import { DAY_MS, HOUR_MS } from './calendar.ts'
import { BRANCHES, BRANDS, PAYMENT_METHODS, productsOf, type Scene } from './command.ts'
import type { ModelCoupon } from './counter.ts'
import type { SentOrder } from './orders.ts'
import { type Customer, type Line, leftOf, type Order, STATE } from './shop.ts'

export function newOrder(scene: Scene, now: number): SentOrder {
  const { random, customer, shop } = scene
  const known = shop.customers.get(customer.id)
  const kind = random.weighted({ complete: 76, pending: 19, cancelled: 5 })
  const placedAt = anyPlacement(scene, now)
  const later = laterDate(scene, placedAt, now)
  const total = anyTotal(scene)
  const order: SentOrder = {
    id: scene.newKey(),
    customer: customer.id,
    total,
    placedAt,
    ...(kind === 'complete' && { isCompleted: true, completedAt: later }),
    ...(kind === 'pending' && random.chance(50) && { isCompleted: false }),
    ...(kind === 'cancelled' && { isCancelled: true, cancelledAt: later }),
    ...anyUpdateDate(scene, null, now),
    ...anyEnrolment(scene),
    ...(random.chance(owesStamps(known) ? 90 : 55) && { lines: anyLines(scene, total) }),
    ...anyCodes(scene),
    ...anyPayment(scene),
    ...(random.chance(35) && { branch: random.one(BRANCHES) }),
    ...(random.chance(20) && { shipping: cents(random.between(0, 3_000)) }),
  }
  return random.chance(3) ? broken(scene, order, now) : order
}

/** An update of an order: sometimes a status alone, sometimes a few members, sometimes all of them. */
export function changedOrder(scene: Scene, stored: Order, now: number): SentOrder {
  const { random } = scene
  const kind = random.weighted({ status: 22, part: 40, whole: 18, complete: 8, correct: 7, cancel: 8 })
  const head = { id: stored.id, customer: stored.customer, ...anyUpdateDate(scene, stored, now) }
  const status = random.one(['invoiced', 'shipped', 'delivered'])
  switch (kind) {
    case 'status':
      return { ...head, status, ...emptyMembers(scene), ...(random.chance(20) && anyEnrolment(scene)) }
    case 'cancel': {
      const cancelledAt = laterDate(scene, stored.placedAt, now)
      return { ...head, isCancelled: true, cancelledAt, ...(random.chance(50) && { isCompleted: false }) }
    }
    case 'correct':
    case 'complete': {
      const completedAt = laterDate(scene, stored.placedAt, now)
      return { ...head, isCompleted: true, completedAt, ...anyEnrolment(scene) }
    }
    default: {
      const members = { ...changes(scene, stored, now), ...(random.chance(30) && { status }) }
      const sent = kind === 'whole' ? { ...wholeOf(stored), ...members } : members
      const order: SentOrder = { ...sent, ...head, ...anyEnrolment(scene) }
      return random.chance(4) ? broken(scene, order, now) : order
    }
  }
}

/** All that is known of it, as a system that knows no merge sends it. */
function wholeOf(order: Order): Partial<SentOrder> {
  const {
    total,
    placedAt,
    completedAt,
    lines,
    coupon,
    externalCoupon,
    paymentMethod,
    branch,
    shipping,
    state,
  } = order
  const isCompleted = state === STATE.complete || state === STATE.ignored
  return {
    total,
    placedAt,
    isCompleted,
    completedAt,
    lines,
    coupon,
    externalCoupon,
    paymentMethod,
    branch,
    shipping,
  }
}

/** Each member is left out, sent as null, or sent with something else. */
function changes(scene: Scene, stored: Order, now: number): Partial<SentOrder> {
  const { random } = scene
  const left = stored.returned > 0n && random.chance(30) ? leftOf(stored) : undefined
  const total = left ?? (random.chance(55) ? anyTotal(scene) : random.chance(20) ? null : undefined)
  const earliest = stored.completedAt ?? stored.placedAt + 5 * HOUR_MS
  const completes = stored.state === STATE.pending && random.chance(60)
  return {
    ...(total !== undefined && { total }),
    ...(random.chance(12) && {
      placedAt: Math.min(stored.placedAt, earliest) - random.between(0, 72) * HOUR_MS,
    }),
    ...(random.chance(6) && { placedAt: null }),
    ...(random.chance(35) && { lines: anyLines(scene, total ?? stored.total) }),
    ...(random.chance(25) && emptyMembers(scene)),
    ...(random.chance(30) && anyCodes(scene)),
    ...(random.chance(25) && anyPayment(scene)),
    ...(random.chance(20) && { branch: random.chance(75) ? random.one(BRANCHES) : null }),
    ...(random.chance(10) && { shipping: random.chance(75) ? cents(random.between(0, 3_000)) : null }),
    ...(completes && { isCompleted: true, completedAt: laterDate(scene, stored.placedAt, now) }),
    ...(!completes && random.chance(30) && { isCompleted: random.one([false, null]) }),
    ...(random.chance(15) && { isCancelled: random.one([false, null]) }),
  }
}

/** What serializers send for what they do not know. */
function emptyMembers({ random }: Scene): Partial<SentOrder> {
  return {
    ...(random.chance(30) && { lines: random.one([[], null]) }),
    ...(random.chance(30) && { coupon: random.one(['', null]) }),
    ...(random.chance(15) && { externalCoupon: random.one(['', null]) }),
    ...(random.chance(20) && { paymentMethod: null }),
    ...(random.chance(10) && { paymentMethods: random.one([[], null]) }),
    ...(random.chance(20) && { completedAt: null, cancelledAt: null }),
  }
}

/** Mostly of the last days; some old, some a little ahead of our clock. */
function anyPlacement({ random, shop, customer }: Scene, now: number): number {
  const known = shop.customers.get(customer.id)
  // Stamps that are owed are paid by such as are still good.
  if (owesStamps(known) && random.chance(60)) return now - random.between(0, 12) * HOUR_MS
  const last = known?.orders.at(-1)
  // On the day of another order: what is limited by the day has no room then.
  if (last && random.chance(22)) return Math.min(last.placedAt + random.between(0, 60) * 60_000, now + DAY_MS)
  const kind = random.weighted({ recent: 78, old: 14, ahead: 7, edge: 1 })
  if (kind === 'edge') return now + DAY_MS
  if (kind === 'ahead') return now + random.between(0, 23) * HOUR_MS
  return now - (kind === 'old' ? random.between(10, 70) * DAY_MS : random.between(0, 9 * 24) * HOUR_MS)
}

function owesStamps(customer: Customer | undefined): boolean {
  return [...(customer?.cards.values() ?? [])].some(({ owed }) => owed > 0n)
}

/** Not before the placement, and at most a day ahead of our clock. */
function laterDate({ random }: Scene, placedAt: number, now: number): number {
  const date = placedAt + random.between(0, 4 * 24) * HOUR_MS
  return Math.max(placedAt, Math.min(date, now + random.between(0, 24) * HOUR_MS))
}

function anyUpdateDate({ random }: Scene, stored: Order | null, now: number): Partial<SentOrder> {
  const kind = random.weighted({ newer: 58, older: 12, same: 5, missing: 15, null: 3, ahead: 5, far: 2 })
  switch (kind) {
    case 'newer':
      return { updatedAt: now - random.between(0, stored ? 2 : 60) * 60_000 }
    case 'older':
      return { updatedAt: now - random.between(1, 20) * DAY_MS }
    case 'same':
      return { updatedAt: stored?.updatedAt ?? now }
    case 'missing':
      return {}
    case 'null':
      return { updatedAt: null }
    case 'ahead':
      return { updatedAt: now + random.between(1, 24) * HOUR_MS }
    case 'far':
      return { updatedAt: now + random.between(2, 4_000) * DAY_MS }
  }
}

function anyEnrolment({ random }: Scene): Partial<SentOrder> {
  const kind = random.weighted({ left: 84, out: 4, in: 10, null: 2 })
  if (kind === 'left') return {}
  return { isEnrolled: kind === 'null' ? null : kind === 'in' }
}

function anyTotal({ random }: Scene): Units {
  if (random.chance(3)) return 0n
  return cents(random.chance(15) ? random.between(1, 2_500) : random.between(2_500, 40_000))
}

function cents(count: number): Units {
  return BigInt(count) * 100n
}

/** Up to three, with prices that need not fit the total: a merchant may list them without its discounts. */
function anyLines(scene: Scene, total: Units): Line[] {
  const { random } = scene
  return Array.from({ length: random.between(1, 3) }, () => {
    const price = random.chance(60)
      ? ((total * BigInt(random.between(10, 90))) / 10_000n) * 100n
      : cents(random.between(0, 50_000))
    return {
      product: random.chance(90) ? random.one(productsOf(scene.name)) : 'unknown',
      price: random.chance(6) ? null : price,
      brand: random.chance(25) ? random.one(BRANDS) : null,
      ...(random.chance(15) && { isMarked: random.chance(70) }),
      ...(random.chance(40) && { quantity: random.between(1, 9) }),
    }
  })
}

/** Mostly none. Of one's own, now and then of somebody else or of nobody, and sometimes two. */
function anyCodes(scene: Scene): Partial<SentOrder> {
  const { random, customer, customers } = scene
  const owner = random.chance(8) ? random.one(customers) : customer
  const open = owner.coupons.filter(({ isUsed, isInactive }) => !isUsed && !isInactive)
  const gifts = open.filter(({ redemption }) => redemption?.isGift)
  if (!random.chance(gifts.length > 0 ? 65 : 45)) return {}
  const among = gifts.length > 0 && random.chance(60) ? gifts : open
  const choice = open.length > 0 && random.chance(85) ? among : owner.coupons
  if (choice.length === 0) return random.chance(10) ? { coupon: 'NO-SUCH-CODE' } : {}
  const coupon = codeOf(scene, random.one(choice))
  return random.chance(10) ? { coupon, externalCoupon: codeOf(scene, random.one(choice)) } : { coupon }
}

/** A redemption has two names, and nobody minds the case of a code. */
function codeOf({ random }: Scene, { code, redemption }: ModelCoupon): string {
  const name = redemption && random.chance(50) ? redemption.externalCode : code
  return random.chance(20) ? name.toLowerCase() : name
}

function anyPayment({ random }: Scene): Partial<SentOrder> {
  if (random.chance(40)) return {}
  if (random.chance(60)) return { paymentMethod: random.one(PAYMENT_METHODS) }
  const paymentMethods = Array.from({ length: random.between(1, 3) }, () => ({
    id: random.one(PAYMENT_METHODS),
    paid: cents(random.between(1, 3) * 1_000),
  }))
  return { paymentMethods, ...(random.chance(20) && { paymentMethod: random.one(PAYMENT_METHODS) }) }
}

/** The same order with one thing wrong. */
function broken({ random }: Scene, order: SentOrder, now: number): SentOrder {
  const { isCancelled: _, cancelledAt: __, ...sound } = order
  const placedAt = order.placedAt ?? now
  const tooFar = now + DAY_MS + 1
  return random.one<SentOrder>([
    { ...order, placedAt: tooFar, completedAt: tooFar },
    { ...sound, total: -1n },
    { ...sound, shipping: -1n },
    { ...sound, lines: [{ product: 'unknown', price: null, brand: null, quantity: 0 }] },
    { ...order, isCompleted: true, isCancelled: true, completedAt: placedAt, cancelledAt: placedAt },
    { ...sound, isCompleted: true, completedAt: tooFar },
    { ...sound, isCompleted: true, placedAt, completedAt: placedAt - 1 },
    { ...sound, isCompleted: false, isCancelled: true, placedAt, cancelledAt: placedAt - 1 },
    { ...sound, isCompleted: false, isCancelled: true, cancelledAt: tooFar },
    { ...sound, isCompleted: true, completedAt: null },
    { ...sound, isCompleted: false, isCancelled: true },
  ])
}
