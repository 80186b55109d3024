/** A model that is never asked the hard questions would always agree. */
import { expect } from 'vitest'
import { type Card, STAMP } from './card.ts'
import type { Amount } from './ledger.ts'
import { type Shop, STATE } from './shop.ts'

/** How often something was met. */
export class Tally {
  readonly #counts = new Map<string, number>()

  add(name: string, count = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count)
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }
}

/** How often each is met in 20,000 commands, about. */
const TYPICAL: Readonly<Record<string, number>> = {
  'adjusted while not enrolled': 19,
  'adjusted without cashback': 39,
  'already less what was returned': 37,
  'another id': 81,
  'answer refused in a page': 60,
  'answered in a page': 80,
  'basket 03': 237,
  'basket 04': 103,
  'basket 05': 31,
  'basket 06': 6,
  'basket bought': 86,
  'basket bought late': 62,
  'completion ahead': 542,
  'completion corrected': 103,
  'coupon at a till': 32,
  'coupon checked': 150,
  'coupon inactive': 62,
  'coupon on an order': 282,
  debt: 35,
  'debt that is paid': 44,
  erased: 128,
  'error 11': 8,
  'error 118': 44,
  'error 12': 33,
  'error 13': 16,
  'error 14': 40,
  'error 15': 85,
  'error 33': 504,
  'error 37': 62,
  'error 41': 51,
  'error 46': 167,
  'error 47': 801,
  'error 49': 77,
  'error 53': 12,
  'error 55': 21,
  'error 56': 199,
  'error 57': 16,
  'error 59': 315,
  'error 66': 144,
  'error 68': 119,
  'error 69': 352,
  'error 70': 157,
  'error 71': 16,
  'error 73': 227,
  'error 74': 54,
  'error 8': 14,
  'error 82': 52,
  'error 83': 87,
  'error 84': 248,
  'error 85': 218,
  'error 86': 64,
  'error 88': 5,
  'error 89': 3,
  'error 9': 71,
  'error 93': 137,
  'error 94': 566,
  'error 99': 56,
  'far ahead': 29,
  'first purchase cancelled': 246,
  'given up 03': 152,
  'given up 04': 43,
  'given up 07': 16,
  'ignored for good': 121,
  'lines above the total': 1077,
  'joined again': 170,
  'joined in a page': 30,
  'left in a page': 90,
  'list of Customer': 141,
  'list of Order': 368,
  'list of Product': 152,
  'no code': 25,
  'no products': 43,
  'not reserved': 537,
  'of an erased person': 35,
  older: 190,
  'order in state 1': 406,
  'order in state 2': 1497,
  'order in state 3': 970,
  'order in state 4': 309,
  'payment methods': 744,
  merged: 140,
  'product has moved': 77,
  'program has changed': 131,
  read: 450,
  'record of type 0': 2001,
  'record of type 1': 204,
  'record of type 11': 385,
  'record of type 4': 128,
  'record of type 5': 1337,
  'record of type 6': 702,
  'record of type 7': 344,
  'record of type 8': 1917,
  'record of type 9': 303,
  'redemption of three lots': 33,
  'redemption returned': 333,
  'redeemed again in a page': 7,
  'redeemed in a page': 120,
  'refunded in part': 20,
  'refused in a list of Order': 155,
  'refused in a page': 450,
  reserved: 298,
  'reserved again': 25,
  'returned again': 11,
  'returned by line': 124,
  'returned in part': 455,
  'returned whole': 91,
  'tier: goals missed': 48,
  'tier: goals reached': 361,
  'tier: order taken back': 72,
  'upsert 04': 21,
  'upsert 05': 67,
  'upsert 06': 13,
  'upsert 07': 187,
  'without a date': 249,
  'without its coupon': 148,
  'written off': 62,
}

const TYPICAL_OF = 20_000
/** What is met less often than that may by chance not be met at all. */
const OFTEN = 25

/** What has to be met so often at least in 20,000 commands. */
const AT_LEAST = 20
const OF_CARDS: readonly string[] = [
  'card filled',
  'prize undone',
  'stamps that ended',
  'stamps above a limit',
  'stamps owed',
  'stamps let go',
  'prize undone with its coupon',
  'stamps missing for a used coupon',
  'held and given later',
]

/** Each at least a third as often as it usually is. Fewer commands have not lived long enough to meet what comes late. */
export async function expectVariety(seen: Tally, commands: number): Promise<void> {
  if (commands < TYPICAL_OF) return
  const few = OF_CARDS.filter((name) => seen.of(name) < AT_LEAST)
  expect(few, 'what hardly happened to cards').toEqual([])
  const rare = Object.entries(TYPICAL)
    .map(([name, count]) => ({ name, expected: (count * commands) / TYPICAL_OF, actual: seen.of(name) }))
    .filter(({ expected, actual }) => expected >= OFTEN && actual < expected / 3)
  expect(rare, 'what the clients have hardly asked').toEqual([])
}

/** What the accounts, orders and coupons of the model tell of what they have been through. */
export function countAll(shops: readonly Shop[], seen: Tally): void {
  const isOwed = ({ points, cashback }: Amount): boolean => points > 0n || cashback > 0n
  for (const { customers, counter } of shops) {
    for (const { account, cards, orders, tier } of customers.values()) {
      for (const card of cards.values()) countCard(card, seen)
      for (const { type, lot, debt } of account.records) {
        seen.add(`record of type ${type}`)
        if (lot?.isWaiting) seen.add('waiting lot')
        if (debt) seen.add(isOwed(debt) ? 'debt' : 'debt that is paid')
      }
      const { points, cashback } = account.balance
      if (points >= 0n && cashback < 0n) seen.add('owes cashback alone')
      if (tier) seen.add(`holds ${tier.tier.name}`)
      for (const { state, earned } of orders) {
        seen.add(`order in state ${state}`)
        if (earned && isOwed(earned.writtenOff)) seen.add('written off')
        if (earned?.isFirstPurchase && state === STATE.cancelled) seen.add('first purchase cancelled')
      }
    }
    for (const { order, usedFor, redemption, isInactive } of counter.coupons) {
      if (order !== null) seen.add('coupon on an order')
      if (order === null && usedFor !== null) seen.add('coupon at a till')
      if (redemption?.isReturned) seen.add('redemption returned')
      if (isInactive && !redemption) seen.add('coupon inactive')
      if ((redemption?.uses.length ?? 0) >= 3) seen.add('redemption of three lots')
    }
  }
}

function countCard({ records, prizes, cuts, missed, freed, payments }: Card, seen: Tally): void {
  const of = (type: number): number => records.filter((record) => record.type === type).length
  seen.add('card filled', of(STAMP.full))
  seen.add('prize undone', prizes.filter(({ undoneAt }) => undoneAt !== null).length)
  seen.add('stamps that ended', of(STAMP.ended))
  seen.add('stamps above a limit', cuts)
  seen.add('stamps owed', records.filter(({ debt }) => debt > 0n).length + payments)
  seen.add('owed stamps paid', payments)
  const awards = prizes.flatMap(({ award }) => award ?? [])
  seen.add('gift', awards.filter(({ given }) => given).length)
  seen.add('gift used', awards.filter(({ given }) => given?.coupon.isUsed).length)
  seen.add('prize undone with its coupon', awards.filter((one) => one.state === 'undone' && one.given).length)
  seen.add(
    'prize undone before it was given',
    awards.filter((one) => one.state === 'undone' && !one.given).length,
  )
  seen.add('gift dropped', awards.filter(({ state }) => state === 'dropped').length)
  seen.add('stamps missing for a used coupon', missed)
  seen.add('coupon free again that stamps are missing for', freed)
  seen.add('held and given later', awards.filter(({ wasHeld, given }) => wasHeld && given).length)
  seen.add('stamps let go', records.filter(({ letGo }) => letGo > 0n).length)
}
