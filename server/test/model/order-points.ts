/** The points of an order: granted once, adjusted by the difference, taken back when it is cancelled. */
import { most, share, type Units } from './arithmetic.ts'
import { type Facts, type Place, pointsOf } from './earning.ts'
import { type Amount, isZero, type Lot, minus, TYPE, zero } from './ledger.ts'
import { type Customer, type Line, leftOf, leftOfLines, type Order, type Shop, STATE } from './shop.ts'
import { currentTier } from './tiers.ts'

/**
 * With the program, the tier and the catalogue of this moment, which the order keeps. `isReturning`: the customer was
 * erased before, and has bought before.
 */
export function earn(shop: Shop, order: Order, customer: Customer, isReturning: boolean, now: number): void {
  const tier = currentTier(shop, customer)
  const others = customer.orders.filter((one) => one !== order && one.state === STATE.complete)
  order.earned = {
    program: shop.program,
    tier: tier && { name: tier.name, multiplier: tier.multiplier },
    isFirstPurchase: !isReturning && others.length === 0,
    number: isReturning ? null : others.length + 1,
    places: placesOf(shop, order),
    countsFrom: Math.min(order.completedAt ?? now, now),
    writtenOff: zero(),
    missed: 0n,
  }
  addLot(shop, order, TYPE.purchase, shop.worth(pointsNow(shop, order)), customer, now)
}

/** Posts the difference between what the order stands for and what it has recorded. */
export function adjust(shop: Shop, order: Order, customer: Customer, now: number): void {
  const { earned } = order
  if (!earned) return
  earned.places = placesOf(shop, order)
  const wanted = pointsNow(shop, order)
  const recorded = minus(customer.account.recordedFor(order.id), earned.writtenOff)
  // What was let go is kept, what has expired was earned once, and what was missed never is.
  const kept = recorded.points + earned.writtenOff.points + customer.account.expiredFor(order.id)
  const growth = wanted - kept - earned.missed
  if (growth > 0n) {
    // While its customer is not enrolled, an order that grows earns nothing more.
    if (customer.isEnrolled) addLot(shop, order, TYPE.orderAdjusted, shop.worth(growth), customer, now)
    else earned.missed += growth
    return
  }
  earned.missed = most(earned.missed + growth, 0n)
  const tooMany = recorded.points - wanted
  if (tooMany <= 0n) return
  const cashback = share(most(recorded.cashback, 0n), tooMany, recorded.points)
  takeBack(shop, order, TYPE.orderAdjusted, { points: tooMany, cashback }, customer, now)
}

/** Takes back what was recorded for the order, not a recomputation. */
export function giveUp(shop: Shop, order: Order, customer: Customer, now: number): void {
  if (!order.earned) return
  const { points, cashback } = minus(customer.account.recordedFor(order.id), order.earned.writtenOff)
  const amount = { points: most(points, 0n), cashback: most(cashback, 0n) }
  takeBack(shop, order, TYPE.orderCancelled, amount, customer, now)
}

function takeBack(
  shop: Shop,
  order: Order,
  type: number,
  amount: Amount,
  { account }: Customer,
  now: number,
): void {
  if (isZero(amount) || !order.earned) return
  const letGo = account.takeBack(order.id, type, amount, shop.settings.owes, now)
  order.earned.writtenOff.points += letGo.points
  order.earned.writtenOff.cashback += letGo.cashback
}

/**
 * Where the products of an order stand: of one that it has ever had what it knows, whatever has become of the
 * catalogue; of others as it is now.
 */
function placesOf(shop: Shop, { earned, lines }: Order): Map<string, Place> {
  const places = new Map(earned?.places)
  for (const { product } of lines) {
    if (!earned?.places.has(product)) places.set(product, placeNow(shop, product, lines))
  }
  return places
}

/** A line that was sent without a brand has that of the catalogue; where all were sent with one, it is kept. */
function placeNow({ catalog }: Shop, product: string, lines: readonly Line[]): Place {
  const sent = lines.filter((line) => line.product === product).map(({ brand }) => brand)
  const { brand, categories } = catalog.placeOf(product)
  return { brand: sent.includes(null) ? brand : (sent[0] ?? null), categories }
}

/** By the facts that it earned with, for what is left of it. */
function pointsNow({ settings }: Shop, order: Order): Units {
  const { earned } = order
  if (!earned) return 0n
  const facts: Facts = {
    total: leftOf(order),
    placedAt: order.placedAt,
    lines: leftOfLines(order).map(({ product, price, brand }) => {
      const place = earned.places.get(product) ?? { brand: null, categories: [] }
      return { product, price, brand: brand ?? place.brand, categories: place.categories }
    }),
    paymentMethod: order.paymentMethod,
    branch: order.branch,
    tier: earned.tier,
    isFirstPurchase: earned.isFirstPurchase,
    number: earned.number,
    timeZone: settings.timeZone,
  }
  return pointsOf(earned.program, facts)
}

function addLot(
  shop: Shop,
  order: Order,
  type: number,
  amount: Amount,
  { account }: Customer,
  now: number,
): void {
  if (isZero(amount)) return
  account.credit({ type, amount, order: order.id, ...datesOf(shop, order) }, now)
}

/** From the day of completion, however late the order is sent. */
function datesOf(shop: Shop, { earned }: Order): Pick<Lot, 'availableAt' | 'expiresAt'> {
  if (!earned) throw new Error('it has earned nothing')
  const { waitingDays, validityDays } = earned.program
  const day = shop.dayOf(earned.countsFrom)
  return {
    availableAt: waitingDays === 0 ? earned.countsFrom : shop.startAfter(day, waitingDays),
    expiresAt: validityDays === null ? null : shop.endAfter(day, waitingDays + validityDays),
  }
}

/** The completion date was corrected: lots that nobody has touched follow it. */
export function moveLots(shop: Shop, order: Order, { account }: Customer, now: number): void {
  if (!order.earned) return
  order.earned.countsFrom = Math.min(order.completedAt ?? now, now)
  const untouched = account.lots.filter(
    ({ order: id, original, left }) => id === order.id && isZero(minus(original, left)),
  )
  account.moveLots(untouched, datesOf(shop, order), now)
}
