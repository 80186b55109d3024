/** Cards: what an order gives to them, what a full one is worth, and what is taken back (RULES 4.7). */
import { least, most, total, type Units, units } from './arithmetic.ts'
import { canUndo, giveAwards, newAward, undoAward } from './awards.ts'
import { dayOf, daysAfter, endAfter } from './calendar.ts'
import { Card, type CardRule, type Prize, STAMP, sizeOf, type Tell, type Terms } from './card.ts'
import { type CountedLine, countedFor, countedLines, periodOf, type Taken, takenOf } from './counting.ts'
import { isTrueOf } from './earning.ts'
import type { Facts } from './facts.ts'
import { isZero, minus, TYPE } from './ledger.ts'
import { datesFrom, factsOf } from './order-points.ts'
import { type Customer, type Order, type Shop, STATE } from './shop.ts'

/** One order fills a card at most so often. */
const AT_ONCE = 20

/** After the end of a window, where the program says nothing. */
const GRACE_DAYS = 3

/** Cards get what the order is worth now, in place of what it gave before. `before`: the order as it was. */
export function stamp(shop: Shop, order: Order, before: Order | null, customer: Customer, now: number): void {
  const { earned } = order
  if (!earned) {
    lookAgain(customer)
    return
  }
  const isGone = order.state === STATE.cancelled
  const had = before?.earned?.stamps ?? new Map<number, Taken>()
  const rules = isGone ? [] : earned.program.cards.filter(({ isOff }) => !isOff)
  const given = new Map<number, Taken>()
  for (const id of new Set([...rules.map((rule) => rule.id), ...had.keys()])) {
    const rule = rules.find((one) => one.id === id) ?? null
    const card = customer.cards.get(id) ?? (rule && new Card(id, termsOf(rule)))
    if (!card) continue
    const change = { shop, order, before: before?.earned ? before : null, customer, card, now }
    const taken = stampOne(change, rule, had.get(id)?.amount ?? 0n)
    if (taken.amount > 0n) given.set(id, taken)
    if (card.records.length > 0) customer.cards.set(id, card)
  }
  earned.stamps = given
  giveAwards(shop, customer, now)
  lookAgain(customer)
}

/** What stood only because its coupon was used, and that is free again: it is undone before the customer's next command. */
export function lookAgain(customer: Customer): void {
  for (const card of customer.cards.values()) {
    for (const { award } of card.standing.filter(isFreed)) if (award) award.isKnown = false
  }
}

function isFreed({ lost, award }: Prize): boolean {
  return lost !== null && !award?.given?.coupon.isUsed
}

/** What is due is given, and what was freed is undone. */
export function settleGifts(shop: Shop, customer: Customer, now: number): void {
  giveAwards(shop, customer, now)
  for (const card of customer.cards.values()) takeBackFreed(shop, card, customer, now)
  giveAwards(shop, customer, now)
}

function takeBackFreed(shop: Shop, card: Card, customer: Customer, now: number): void {
  const freed = card.standing.filter(isFreed)
  if (freed.length === 0) return
  card.settle(now, tellerOf(customer))
  for (const prize of freed) {
    // What was owed for it may have been paid since.
    const isPaid = prize.lost === 0n && card.owed === 0n && !prize.award?.given?.redemption.isReturned
    if (isPaid || !canUndo(shop, prize.award, now)) prize.lost = null
    else undo(shop, card, prize, customer, now)
  }
  card.freed += 1
  const rule = shop.program.cards.find(({ id }) => id === card.id)
  if (rule && !rule.isOff && customer.isEnrolled) fill(shop, card, customer, now)
}

interface Change {
  readonly shop: Shop
  readonly order: Order
  /** null: it has not earned before. */
  readonly before: Order | null
  readonly customer: Customer
  readonly card: Card
  readonly now: number
}

function stampOne(change: Change, rule: CardRule | null, had: Units): Taken {
  const { shop, order, before, customer, card, now } = change
  const tell = tellerOf(customer)
  card.settle(now, tell)
  const taken = rule ? takenBy(change, rule, had) : { period: '', amount: 0n }
  if (rule && before && shop.dayOf(before.placedAt) !== shop.dayOf(order.placedAt)) {
    const day = shop.dayOf(order.placedAt)
    card.move(order.id, day, endOf(shop, rule, day), now, tell)
  }
  if (rule && taken.amount > had) {
    begin(shop, card)
    const type = before ? STAMP.changed : STAMP.order
    const day = shop.dayOf(order.placedAt)
    const stamps = taken.amount - had
    card.give({ type, stamps, order: order.id, day, expiresAt: endOf(shop, rule, day) }, now, tell)
    fill(shop, card, customer, now)
  } else takeBack(change, taken.amount, rule ? STAMP.changed : STAMP.cancelled)
  return taken
}

/** What the order gives: its quantity, as far as the card takes it (RULES 4.5). */
function takenBy({ shop, order, before, customer, card }: Change, rule: CardRule, had: Units): Taken {
  const { stampLimit, id } = rule
  const limit = stampLimit && BigInt(stampLimit.stamps) * (rule.perAmount ?? units(1))
  const ofOrder = stampLimit?.per === 'order' ? limit : undefined
  const asks = (one: Order): Units => {
    const quantity = quantityOf(shop, rule, one)
    return ofOrder === undefined ? quantity : least(quantity, ofOrder)
  }
  const asked = asks(order)
  const per = stampLimit && stampLimit.per !== 'order' ? stampLimit.per : null
  const period = (of: Order): string => (per ? periodOf(per, of.placedAt, shop.settings.timeZone) : '')
  const was = before && { asked: asks(before), period: period(before), amount: had }
  // A card that takes nothing more still takes what it is owed: the decisions say so of one that is done (C9).
  const more = !customer.isEnrolled ? 0n : takesMore(shop, card) ? null : card.owed
  const within = more === null ? asked : least(asked, (was?.asked ?? 0n) + more)
  const now = { asked: within, room: within, period: period(order) }
  if (!per || limit === undefined) return { period: '', amount: takenOf(now, was) }
  const room = most(limit - usedBy(customer, id, now.period), 0n)
  const amount = takenOf({ ...now, room }, was)
  if (amount < takenOf(now, was)) card.cuts += 1
  return { period: now.period, amount }
}

/** Whether a card takes stamps by the program of now. */
function takesMore({ program }: Shop, { id, standing }: Card): boolean {
  const rule = program.cards.find((one) => one.id === id)
  return rule !== undefined && !rule.isOff && !(rule.once && standing.length > 0)
}

function usedBy({ orders }: Customer, rule: number, period: string): Units {
  const taken = orders.map(({ earned }) => earned?.stamps.get(rule))
  return total(taken.map((one) => (one?.period === period ? one.amount : 0n)))
}

// ── how much ────────────────────────────────────────────────────────────────────────────────────────────────

/** What an order is worth to a card, before any limit. */
function quantityOf(shop: Shop, rule: CardRule, order: Order): Units {
  const { earned } = order
  if (!earned) return 0n
  const facts = factsOf(shop, order)
  const { exclusions } = earned.program
  const { amount, isNothing } = countedFor('stamps', exclusions, facts)
  // A total of 0 earns nothing, no stamps either.
  if (isNothing || facts.total === 0n || isTooEarly(shop, rule, facts)) return 0n
  if (!isTrueOf(rule, { ...facts, total: amount })) return 0n
  const lines = countedLines('stamps', exclusions, facts).filter((line) => isPicked(rule, line))
  if (rule.counts === 'items') return itemsIn(lines)
  if (rule.counts === 'spend') {
    // Lines without a price may have been returned for more than they are: no line counts for more than is left.
    return rule.picked ? least(total(lines.map(({ left }) => left)), amount) : amount
  }
  const counts = rule.picked
    ? lines.some(({ line, left }) => line.sentPrice === null || left > 0n)
    : amount > 0n
  return counts ? units(1) : 0n
}

/** Placed before the card began. */
function isTooEarly({ ruleStarts }: Shop, { id, when }: CardRule, { placedAt }: Facts): boolean {
  const start = when?.from ?? ruleStarts.get(id)
  return start !== undefined && placedAt < start
}

function isPicked({ picked }: CardRule, { line }: CountedLine): boolean {
  if (!picked) return true
  const own = { product: [line.product], brand: [line.brand], category: line.categories }[picked.of]
  return own.some((id) => id !== null && picked.ids.includes(id))
}

function itemsIn(lines: readonly CountedLine[]): Units {
  const items = (some: readonly CountedLine[]): bigint => total(some.map(({ line }) => BigInt(line.quantity)))
  const unpriced = lines.filter(({ line }) => line.sentPrice === null)
  const priced = lines.filter(({ line, left }) => (line.sentPrice ?? 0n) > 0n && left > 0n)
  const stands = total(priced.map((one) => one.stands))
  const part = items(priced) * total(priced.map(({ left }) => left))
  // One of which a part is left is a whole one.
  const left = stands === 0n ? 0n : part / stands + (part % stands === 0n ? 0n : 1n)
  return (items(unpriced) + left) * units(1)
}

// ── ends, full cards, taking back ───────────────────────────────────────────────────────────────────────────

function endOf({ settings: { timeZone } }: Shop, rule: CardRule, day: string): number | null {
  const { stampsGoodDays, when, graceDays = GRACE_DAYS } = rule
  const last = [
    ...(stampsGoodDays === undefined ? [] : [daysAfter(day, stampsGoodDays)]),
    ...(when?.until === undefined ? [] : [daysAfter(dayOf(when.until - 1, timeZone), graceDays)]),
  ].sort()
  return last[0] === undefined ? null : endAfter(last[0], 0, timeZone)
}

function termsOf(rule: CardRule): Terms {
  return { size: sizeOf(rule), prize: rule.prize }
}

/** A card on which nothing is has the size and prize of now. */
function begin({ program }: Shop, card: Card): void {
  const rule = program.cards.find(({ id }) => id === card.id)
  if (rule && !card.isBegun) card.terms = termsOf(rule)
}

function fill(shop: Shop, card: Card, customer: Customer, now: number): void {
  const rule = shop.program.cards.find(({ id }) => id === card.id)
  for (let fills = 0; fills < AT_ONCE && card.on >= card.terms.size; fills += 1) {
    if (rule?.once && card.standing.length > 0) return
    const { prize } = card.terms
    const dates = datesFrom(shop, prize, now)
    const amount = shop.worth(prize.points)
    const points = isZero(amount)
      ? null
      : customer.account.credit({ type: TYPE.prize, amount, order: null, ...dates }, now)
    const award = prize.gift === undefined ? null : newAward(shop, card.id, prize.gift, dates.availableAt)
    card.fill(points, award, now, tellerOf(customer))
    if (rule) card.terms = termsOf(rule)
  }
}

/** What is recorded above what the order gives. Before anything is owed, prizes are undone, newest first. */
function takeBack({ shop, order, customer, card, now }: Change, gives: Units, type: number): void {
  const surplus = (): Units => card.recordedFor(order.id) - gives
  for (const prize of card.standing) {
    if (surplus() <= card.on) break
    if (!canUndo(shop, prize.award, now) || prize.lost === prize.terms.size) continue
    // One of which all stamps have ended would give none back.
    if (prize.uses.some(({ lot: { expiresAt } }) => expiresAt === null || expiresAt > now)) {
      undo(shop, card, prize, customer, now)
    }
  }
  const tooMany = surplus()
  if (tooMany > card.on && card.standing.some(({ award }) => award?.given?.coupon.isUsed)) card.missed += 1
  if (tooMany > 0n) {
    keepLoss(card, card.takeBack(order.id, type, tooMany, shop.settings.owes, now, tellerOf(customer)))
  }
}

/** Prizes that stay because their coupons were used, though stamps that they were given for are gone: the newest first. */
function keepLoss(card: Card, letGo: Units): void {
  let gone = letGo
  let { owed } = card
  for (const prize of card.standing) {
    if (gone === 0n && owed <= 0n) return
    if (!prize.award?.given?.coupon.isUsed) continue
    const before = prize.lost ?? 0n
    prize.lost = before + least(gone, prize.terms.size - before)
    gone -= prize.lost - before
    owed -= prize.terms.size - prize.lost
  }
}

function undo({ settings }: Shop, card: Card, prize: Prize, customer: Customer, now: number): void {
  card.unfill(prize, now, tellerOf(customer))
  if (prize.award) undoAward(customer, prize.award)
  if (!prize.points) return
  // What has expired of its points cost the customer enough.
  const amount = minus(prize.points.original, prize.points.ended)
  if (!isZero(amount)) customer.account.takeBackLot(prize.points, TYPE.prize, amount, settings.owes, now)
}

/** Who was erased has no stamps. */
export function endCards(customer: Customer, now: number): void {
  for (const card of customer.cards.values()) card.endAll(now, tellerOf(customer))
}

export function settleCards(customer: Customer, now: number): void {
  for (const card of customer.cards.values()) card.settle(now, tellerOf(customer))
}

/** What the one has on its cards is on those of the other. */
export function mergeCards(from: Customer, into: Customer, now: number): void {
  for (const [id, card] of from.cards) {
    const own = into.cards.get(id)
    if (own) own.takeOver(card, now, tellerOf(into))
    else into.cards.set(id, card)
  }
  from.cards.clear()
}

function tellerOf({ account }: Customer): Tell {
  return (event) => account.others.push(event)
}
