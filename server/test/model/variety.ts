/** A model that is never asked the hard questions would always agree. */
import { expect } from 'vitest'
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
  'adjusted while not enrolled': 39,
  'adjusted without cashback': 80,
  'completion ahead': 717,
  'completion corrected': 190,
  'coupon inactive': 62,
  'coupon on an order': 192,
  'coupon at a till': 57,
  debt: 38,
  'debt that is paid': 50,
  'another id': 100,
  'error 11': 16,
  'error 12': 43,
  'error 13': 17,
  'error 14': 67,
  'error 15': 137,
  'error 33': 635,
  'error 37': 70,
  'error 41': 88,
  'error 46': 169,
  'error 47': 1015,
  'error 49': 70,
  'error 53': 6,
  'error 55': 10,
  'error 56': 280,
  'error 57': 22,
  'error 59': 153,
  'error 66': 166,
  'error 68': 130,
  'error 69': 412,
  'error 70': 262,
  'error 71': 22,
  'error 73': 350,
  'error 74': 78,
  'error 83': 24,
  'error 84': 340,
  'error 85': 250,
  'error 86': 100,
  'error 88': 11,
  'error 89': 6,
  'error 93': 60,
  'error 8': 11,
  'error 9': 17,
  'error 94': 530,
  'error 99': 128,
  'error 118': 70,
  'far ahead': 56,
  'first purchase cancelled': 242,
  'ignored for good': 270,
  'lines above the total': 1540,
  'no code': 40,
  'no products': 67,
  older: 337,
  'order in state 1': 332,
  'order in state 2': 1500,
  'order in state 3': 1195,
  'order in state 4': 420,
  'payment methods': 1120,
  'product has moved': 135,
  'program has changed': 232,
  'record of type 0': 2075,
  'record of type 1': 152,
  'record of type 11': 487,
  'record of type 4': 132,
  'record of type 5': 1900,
  'record of type 6': 460,
  'record of type 7': 160,
  'record of type 8': 1690,
  'record of type 9': 385,
  'redemption of three lots': 12,
  'redemption returned': 250,
  'upsert 04': 22,
  'upsert 05': 100,
  'upsert 06': 29,
  'upsert 07': 260,
  'without a date': 467,
  'without its coupon': 271,
  'written off': 80,
  'already less what was returned': 48,
  'returned by line': 112,
  'returned in part': 500,
  'returned whole': 98,
  'tier: goals missed': 32,
  'tier: goals reached': 360,
  'tier: order taken back': 90,
}

const TYPICAL_OF = 20_000
/** What is met less often than that may by chance not be met at all. */
const OFTEN = 25

/** Each at least a third as often as it usually is. */
export function expectVariety(shops: readonly Shop[], seen: Tally, commands: number): void {
  count(shops, seen)
  const rare = Object.entries(TYPICAL)
    .map(([name, count]) => ({ name, expected: (count * commands) / TYPICAL_OF, actual: seen.of(name) }))
    .filter(({ expected, actual }) => expected >= OFTEN && actual < expected / 3)
  expect(rare, 'what the clients have hardly asked').toEqual([])
}

/** What the accounts, orders and coupons of the model tell of what they have been through. */
function count(shops: readonly Shop[], seen: Tally): void {
  const isOwed = ({ points, cashback }: Amount): boolean => points > 0n || cashback > 0n
  for (const { customers, counter } of shops) {
    for (const { account, orders, tier } of customers.values()) {
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
