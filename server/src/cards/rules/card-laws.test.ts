import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CardsAtWork } from '../../../test/support/cards-at-work.ts'
import { ZERO } from '../../platform/decimal.ts'
import { STAMP_TYPE } from '../card.ts'

const COFFEES = { counts: 'items', of: 'category', ids: ['coffee'], stamps: 10, points: '100' }

const somePolicy = fc.constantFrom('debt' as const, 'clamp' as const)
/** Orders with how many items each, and which of the prizes are used before anything is returned. */
const someOrders = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 })
const someUsed = fc.array(fc.boolean(), { maxLength: 20 })

function bought(items: readonly number[], used: readonly boolean[], policy: 'debt' | 'clamp'): CardsAtWork {
  const shop = new CardsAtWork(COFFEES)
  shop.policy = policy
  for (const [index, amount] of items.entries()) shop.order(index + 1, amount)
  for (const [index, isUsed] of used.entries()) {
    const prize = shop.prizes[index]
    if (isUsed && prize) shop.used.add(prize.award.id)
  }
  return shop
}

/** Law 7: what was given, less what was taken back, has ended or fills standing prizes, is the balance. */
function expectAddsUp(shop: CardsAtWork): void {
  const { card, records, prizes } = shop
  const sum = records.reduce((all, { stamps }) => all + stamps, ZERO)
  expect(card?.account.balance.points ?? ZERO).toBe(sum)
  const filled = records
    .filter(({ type }) => type === STAMP_TYPE.full || type === STAMP_TYPE.fullUndone)
    .reduce((all, { stamps }) => all - stamps, ZERO)
  expect(filled).toBe(prizes.reduce((all, { terms }) => all + terms.size, ZERO))
  for (const { stamps, origins, debt, type } of records) {
    const used = origins.reduce((all, one) => all + one.used, ZERO)
    if (type === STAMP_TYPE.full) expect(used).toBe(-stamps)
    if (stamps < ZERO) expect(used <= -stamps && used + debt >= -stamps).toBe(true)
  }
}

describe('laws of cards', () => {
  it('the same returns, in any order and in any portions, end with the same stamps, prizes and points (law 6)', () => {
    fc.assert(
      fc.property(
        someOrders,
        someUsed,
        somePolicy,
        fc.infiniteStream(fc.nat(1_000)),
        (items, used, policy, chance) => {
          const left = items.map((amount) => chance.next().value % (amount + 1))
          const straight = bought(items, used, policy)
          for (const [index, amount] of left.entries()) straight.order(index + 1, amount)
          const inPortions = bought(items, used, policy)
          const now = [...items]
          for (;;) {
            const open = now.flatMap((amount, index) => (amount > (left[index] ?? 0) ? [index] : []))
            const index = open[chance.next().value % Math.max(open.length, 1)]
            if (index === undefined) break
            const portion = 1 + (chance.next().value % ((now[index] ?? 0) - (left[index] ?? 0)))
            now[index] = (now[index] ?? 0) - portion
            inPortions.order(index + 1, now[index] ?? 0)
            expectAddsUp(inPortions)
          }
          expectAddsUp(straight)
          expect(inPortions.shown).toBe(straight.shown)
          expect(inPortions.points).toBe(straight.points)
          expect(inPortions.writtenOff).toBe(straight.writtenOff)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('a return never adds stamps or prizes, and cancelling all leaves none but what was used (law 5)', () => {
    fc.assert(
      fc.property(someOrders, someUsed, somePolicy, (items, used, policy) => {
        const shop = bought(items, used, policy)
        const usedCount = shop.used.size
        for (const [index, amount] of items.entries()) {
          const before = shop.card?.account.balance.points ?? ZERO
          const prizes = shop.prizes.length
          shop.order(index + 1, amount - 1)
          // Undoing a prize brings its stamps back; in all there are never more.
          const size = shop.rule.stamps
          const after = shop.card?.account.balance.points ?? ZERO
          expect(
            after + BigInt(shop.prizes.length * size) * 10_000n <= before + BigInt(prizes * size) * 10_000n,
          ).toBe(true)
        }
        for (const index of items.keys()) shop.order(index + 1, 0)
        expect(shop.prizes).toHaveLength(usedCount)
        expect(shop.points).toBe(usedCount * 100)
        const taken = shop.card?.account.balance.points ?? ZERO
        expect(taken <= ZERO).toBe(true)
        if (policy === 'clamp') expect(taken).toBe(ZERO)
        else expect(taken).toBe(-BigInt(usedCount * shop.rule.stamps) * 10_000n)
      }),
      { numRuns: 500 },
    )
  })

  it('settling late, or often, gives the same records (law 8)', () => {
    const someDays = fc.array(fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(someDays, fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 8 }), (orders, looks) => {
        const late = new CardsAtWork({ ...COFFEES, stampsGoodDays: 30 })
        const often = new CardsAtWork({ ...COFFEES, stampsGoodDays: 30 })
        const plan = [
          ...orders.map(([day, items], index) => ({ day, order: index + 1, items })),
          ...looks.map((day) => ({ day, order: 0, items: 0 })),
        ].sort((a, b) => a.day - b.day)
        for (const { day, order, items } of plan) {
          if (order === 0) often.on(day).settle()
          else {
            often.on(day).order(order, items)
            late.on(day).order(order, items)
          }
        }
        late.on(300).settle()
        often.on(300).settle()
        const told = (shop: CardsAtWork) =>
          shop.records.map(({ type, stamps, at, day, expiresAt }) => [type, stamps, at, day, expiresAt])
        expect(told(often)).toEqual(told(late))
      }),
      { numRuns: 300 },
    )
  })
})
