/** The points of an order: granted once, adjusted by the difference, taken back when it is cancelled. */
import { least, most, share, type Units, units } from './arithmetic.ts'
import { daysAfter, goodThrough } from './calendar.ts'
import { type AllTaken, countedFor, mayGive, periodOf, type Taken, takenOf, type Used } from './counting.ts'
import { type Bonus, type Earning, earningOf, type Program } from './earning.ts'
import type { Facts, Place } from './facts.ts'
import { type Amount, isZero, type Lot, minus, TYPE, zero } from './ledger.ts'
import { type Customer, type Line, leftOf, leftOfLines, type Order, type Shop, STATE } from './shop.ts'
import { currentTier } from './tiers.ts'

/**
 * With the program, the tier and the catalogue of this moment, which the order keeps. `isReturning`: the customer was
 * erased before, and has bought before.
 */
export function earn(shop: Shop, order: Order, customer: Customer, isReturning: boolean, now: number): void {
  const tier = currentTier(shop, customer)
  const others = customer.orders.filter(
    (one) => one !== order && one.state === STATE.complete && !one.earned?.isExcluded,
  )
  order.earned = {
    program: shop.program,
    tier: tier && { name: tier.name, multiplier: tier.multiplier },
    isFirstPurchase: !isReturning && others.length === 0,
    number: isReturning ? null : others.length + 1,
    places: placesOf(shop, order),
    countsFrom: Math.min(order.completedAt ?? now, now),
    pointsSince: null,
    writtenOff: zero(),
    missed: 0n,
    taken: new Map(),
    stamps: new Map(),
    countsForTiers: null,
    isExcluded: false,
  }
  addLot(shop, order, TYPE.purchase, shop.worth(pointsNow(shop, order, customer, null)), customer, now)
}

/** Posts the difference between what the order stands for and what it has recorded. */
export function adjust(shop: Shop, order: Order, customer: Customer, now: number, before: Order): void {
  const { earned } = order
  if (!earned) return
  earned.places = placesOf(shop, order)
  const wanted = pointsNow(shop, order, customer, before)
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
  // What it took is free again.
  order.earned.taken = new Map()
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

/** By the facts that it earned with, for what is left of it, within what its customer may still be given. */
function pointsNow(shop: Shop, order: Order, customer: Customer, before: Order | null): Units {
  const { earned } = order
  if (!earned) return 0n
  const { program } = earned
  const facts = factsOf(shop, order)
  const ofTiers = countedFor('tiers', program.exclusions, facts)
  earned.countsForTiers = ofTiers.isNothing ? null : ofTiers.amount
  earned.isExcluded = countedFor('points', program.exclusions, facts).isNothing
  const had = before?.earned?.taken ?? new Map<number, Taken>()
  const used = usedBy(customer)
  const period = (per: Parameters<typeof periodOf>[0], of: Order = order): string =>
    periodOf(per, of.placedAt, shop.settings.timeZone)
  const refuses = ({ limit }: Bonus): boolean => {
    if (!limit) return false
    const { id, times, per } = limit
    return !mayGive(times, used(id, period(per)), had.get(id), period(per))
  }
  const earning = earningOf(program, facts, refuses)
  const taken = new Map<number, Taken>()
  for (const bonus of earning.held) {
    const { limit } = bonus
    if (limit && refuses(bonus)) taken.set(limit.id, { period: period(limit.per), amount: 0n })
    else if (limit && earning.gave.has(bonus)) {
      taken.set(limit.id, { period: period(limit.per), amount: units(1) })
    }
  }
  let given = earning.points
  let givenBefore = before ? uncapped(shop, before, had).points : 0n
  for (const { id, points, per } of program.caps) {
    if (per === 'order') {
      given = least(given, points)
      givenBefore = least(givenBefore, points)
      continue
    }
    const now = { asked: given, room: most(points - used(id, period(per)), 0n), period: period(per) }
    const was = before && {
      asked: givenBefore,
      period: period(per, before),
      amount: had.get(id)?.amount ?? 0n,
    }
    given = takenOf(now, was)
    givenBefore = was?.amount ?? 0n
    if (given > 0n) taken.set(id, { period: now.period, amount: given })
  }
  earned.taken = taken
  return given
}

/** What the order would have given as it was, before its caps: only what it had been given counted. */
function uncapped(shop: Shop, before: Order, had: AllTaken): Earning {
  const { earned } = before
  if (!earned) throw new Error('it has earned nothing')
  const refuses = ({ limit }: Bonus): boolean => limit !== undefined && !had.get(limit.id)?.amount
  return earningOf(earned.program, factsOf(shop, before), refuses)
}

function usedBy({ orders }: Customer): Used {
  return (rule, period) =>
    orders.reduce((sum, { earned }) => {
      const taken = earned?.taken.get(rule)
      return taken?.period === period ? sum + taken.amount : sum
    }, 0n)
}

export function factsOf({ settings }: Shop, order: Order): Facts {
  const { earned } = order
  if (!earned) throw new Error('it has earned nothing')
  const left = leftOfLines(order)
  return {
    total: leftOf(order),
    sent: order.total,
    shipping: order.shipping,
    placedAt: order.placedAt,
    lines: order.lines.map(({ product, price: sentPrice, brand, isMarked = false, quantity = 1 }, index) => {
      const place = earned.places.get(product) ?? { brand: null, categories: [] }
      const price = left[index]?.price ?? null
      return {
        product,
        price,
        sentPrice,
        returned: returnedOfLine(order, index),
        isMarked,
        quantity,
        brand: brand ?? place.brand,
        categories: place.categories,
      }
    }),
    paymentMethod: order.paymentMethod,
    branch: order.branch,
    tier: earned.tier,
    isFirstPurchase: earned.isFirstPurchase,
    number: earned.number,
    timeZone: settings.timeZone,
  }
}

function returnedOfLine({ lines, returnedOf }: Order, index: number): Units {
  const product = lines[index]?.product ?? ''
  const position = lines.slice(0, index).filter((line) => line.product === product).length
  return returnedOf.get(product)?.[position] ?? 0n
}

function addLot(
  shop: Shop,
  order: Order,
  type: number,
  amount: Amount,
  { account }: Customer,
  now: number,
): void {
  if (isZero(amount) || !order.earned) return
  order.earned.pointsSince ??= now
  account.credit({ type, amount, order: order.id, ...datesOf(shop, order) }, now)
}

/** From the day of completion, however late the order is sent. */
function datesOf(shop: Shop, { earned }: Order): Pick<Lot, 'availableAt' | 'expiresAt'> {
  if (!earned) throw new Error('it has earned nothing')
  return datesFrom(shop, earned.program, earned.countsFrom)
}

/** When points that are earned at a moment open, and end. */
export function datesFrom(
  shop: Shop,
  { waitingDays, validityDays, goodUntil }: Pick<Program, 'waitingDays' | 'validityDays' | 'goodUntil'>,
  from: number,
): Pick<Lot, 'availableAt' | 'expiresAt'> {
  const day = shop.dayOf(from)
  return {
    availableAt: waitingDays === 0 ? from : shop.startAfter(day, waitingDays),
    expiresAt: goodUntil
      ? shop.endAfter(goodThrough(goodUntil, day, daysAfter(day, waitingDays)), 0)
      : validityDays === null
        ? null
        : shop.endAfter(day, waitingDays + validityDays),
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
