import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Customer, HeldTier } from '../../accounts/customer.ts'
import { localDate, localDateFromText, startOfDay } from '../../platform/zone.ts'
import { currentTier, GOAL_MEASURE, type Goal, multiplierOf, type Tier } from '../tier.ts'
import { decideFall, decidePromotion, decideTier, type MoveOutcome, reachedTier } from './change-tier.ts'
import { type Gain, NO_DAYS, plus, windowStart } from './progress.ts'

const ZONE = 'America/Sao_Paulo'
const DAY_MS = 86_400_000
const REAL = 10_000n

const goal = (value: number, members: Partial<Goal> = {}): Goal => ({
  name: String(value),
  measure: GOAL_MEASURE.spend,
  value: BigInt(value) * REAL,
  months: 12,
  ...members,
})

const tier = (order: number, goals: readonly Goal[], members: Partial<Tier> = {}): Tier => ({
  id: order * 10,
  name: `tier ${order}`,
  color: null,
  iconUrl: null,
  order,
  isBase: false,
  goals,
  benefits: [],
  ...members,
})

const BASE = tier(1, [], { isBase: true })
const SILVER = tier(2, [goal(500)])
const GOLD = tier(3, [goal(2_000)])
const TIERS = [BASE, SILVER, GOLD]

function customerWith(held: HeldTier | null): Customer {
  return {
    tenantId: 1,
    id: 1,
    originalId: 'ana',
    publicId: 'public',
    profile: {
      name: null,
      email: null,
      phone: null,
      document: null,
      birthday: null,
      birthdayUpdatedAt: null,
      signupAt: null,
      isEnrolled: true,
      enrolledAt: null,
    },
    orderCount: 0,
    hasPurchased: true,
    tier: held,
    createdAt: 0,
    erasedAt: null,
    mergedInto: null,
  }
}

describe('reachedTier', () => {
  const having = (reais: number) => () => BigInt(reais) * REAL
  it('is the highest whose goals are all met, never the base or one without goals', () => {
    expect(reachedTier(TIERS, having(499))).toBe(null)
    expect(reachedTier(TIERS, having(500))).toBe(SILVER)
    expect(reachedTier(TIERS, having(99_999))).toBe(GOLD)
    expect(reachedTier([BASE, tier(2, [])], having(99_999))).toBe(null)
    expect(reachedTier([tier(1, [goal(1)], { isBase: true })], having(99_999))).toBe(null)
  })
})

describe('currentTier', () => {
  it('is the one held, else the base, else none', () => {
    const held = { id: 20, since: 0, belowSince: null }
    expect(currentTier(TIERS, customerWith(held))).toBe(SILVER)
    expect(currentTier(TIERS, customerWith(null))).toBe(BASE)
    expect(currentTier([BASE, GOLD], customerWith(held))).toBe(BASE)
    expect(currentTier([GOLD], customerWith(held))).toBe(null)
    expect(currentTier(TIERS, null)).toBe(BASE)
  })
})

describe('multiplierOf', () => {
  const x = (multiplier: bigint | null) => ({
    description: '',
    type: 1 as const,
    rewardConfigurationId: null,
    multiplier,
  })
  it('adds up what each adds', () => {
    expect(multiplierOf(tier(1, [], { benefits: [x(15_000n), x(null), x(20_000n)] }))).toBe(25_000n)
    expect(multiplierOf(tier(1, [], { benefits: [x(null)] }))).toBe(null)
  })
})

describe('decideRaise', () => {
  it('leaves the same customer where nothing higher is reached', () => {
    const customer = customerWith({ id: 30, since: 0, belowSince: null })
    expect(decidePromotion(TIERS, customer, () => 600n * REAL, 5)).toEqual({ customer, move: null })
  })
})

/** Looks at the customer on each of these days, as the nightly job does. */
function nights(dates: Iterable<number>, start: Customer, gains: readonly Gain[], graceDays: number) {
  let customer = start
  let sweptAt: number | null = null
  let lostOn: number | null = null
  for (const day of dates) {
    const now = startOfDay(day, ZONE) + 4 * 3_600_000
    const days = plus(NO_DAYS, gains)
    const context = { tiers: [BASE, SILVER], customer, days, timeZone: ZONE, graceDays, sweptAt }
    const outcome: MoveOutcome = decideTier(context, now)
    customer = outcome.customer
    if (outcome.move && customer.tier === null) lostOn ??= day
    sweptAt = now
  }
  return { lostOn }
}

describe('decideMove', () => {
  const firstDay = localDate(Date.UTC(2026, 0, 15), ZONE)
  const purchases = fc
    .array(fc.record({ day: fc.integer({ min: 0, max: 300 }), reais: fc.integer({ min: 0, max: 400 }) }), {
      maxLength: 8,
    })
    .map((list) =>
      [{ day: 0, reais: 500 }, ...list].map(({ day, reais }) => ({
        day: firstDay + day,
        spend: BigInt(reais) * REAL,
        orders: 1,
        points: 0n,
      })),
    )

  it('takes a tier away on the same day, whether somebody looks every night or seldom', () => {
    fc.assert(
      fc.property(purchases, fc.integer({ min: 0, max: 60 }), (gains, graceDays) => {
        const start = customerWith({ id: 20, since: startOfDay(firstDay, ZONE), belowSince: null })
        const days = (step: number) =>
          Array.from({ length: 900 / step }, (_, index) => firstDay + 1 + index * step)
        const { lostOn } = nights(days(1), start, gains, graceDays)
        expect(lostOn).not.toBe(null)
        if (lostOn === null) return
        // The day before it was still theirs, also for one who looks for the first time.
        const once = (day: number) => nights([day], start, gains, graceDays).lostOn
        expect(once(lostOn - 1)).toBe(null)
        expect(once(lostOn)).toBe(lostOn)
      }),
      { numRuns: 50 },
    )
  })

  it('never takes it away while its goals are met, nor before the grace period is over', () => {
    fc.assert(
      fc.property(purchases, fc.integer({ min: 1, max: 60 }), (gains, graceDays) => {
        const start = customerWith({ id: 20, since: startOfDay(firstDay, ZONE), belowSince: null })
        const days = Array.from({ length: 900 }, (_, index) => firstDay + 1 + index)
        const { lostOn } = nights(days, start, gains, graceDays)
        if (lostOn === null) throw new Error('it is lost some day')
        const isMet = (day: number) => {
          const counted = gains.filter((gain) => gain.day >= windowStart(day, 12) && gain.day <= day)
          return counted.reduce((sum, { spend }) => sum + spend, 0n) >= 500n * REAL
        }
        for (let day = lostOn - graceDays; day <= lostOn; day += 1) expect(isMet(day)).toBe(false)
        expect(isMet(lostOn - graceDays - 1)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('counts for a day that is past what there was on that day, and nothing that came later', () => {
    const day = (text: string): number => localDateFromText(text) ?? 0
    const spent = (text: string, reais: number): Gain => ({
      day: day(text),
      spend: BigInt(reais) * REAL,
      orders: 1,
      points: 0n,
    })
    // R$ 500 until 10 January 2027, 400 until the 15th, 200 after the 20th; it was never 500 again.
    const gains = [spent('2026-01-10', 100), spent('2026-01-15', 400), spent('2027-01-20', 200)]
    const start = customerWith({ id: 20, since: startOfDay(day('2026-01-15'), ZONE), belowSince: null })
    const once = (text: string) => nights([day(text)], start, gains, 30).lostOn
    expect(once('2027-02-09')).toBe(null)
    expect(once('2027-02-10')).toBe(day('2027-02-10'))
  })

  it('raises who holds no tier', () => {
    const gains = [{ day: firstDay, spend: 2_000n * REAL, orders: 1, points: 0n }]
    const common = { tiers: TIERS, timeZone: ZONE, graceDays: 0, sweptAt: null }
    const customer = customerWith(null)
    const now = firstDay * DAY_MS + DAY_MS / 2
    expect(decideTier({ ...common, customer, days: NO_DAYS }, now)).toEqual({ customer, move: null })
    expect(decideTier({ ...common, customer, days: plus(NO_DAYS, gains) }, now)).toMatchObject({
      customer: { tier: { id: 30, since: now, belowSince: null } },
      move: { fromTierId: 10, toTierId: 30, reason: 'goals reached' },
    })
  })
})

describe('decideFall', () => {
  const having = (reais: number) => () => BigInt(reais) * REAL
  const [ORDER_AT, NOW] = [1_000, 9_000]
  const gold = (since: number) => customerWith({ id: 30, since, belowSince: null })
  const fall = (customer: Customer, reais: number, tierIdBefore: number | null = 10, tiers = TIERS) =>
    decideFall(tiers, customer, having(reais), { countedAt: ORDER_AT, tierIdBefore }, NOW)

  it('is to the highest that is met, from what was reached with the order or after it', () => {
    for (const since of [ORDER_AT, ORDER_AT + 1]) {
      expect(fall(gold(since), 0).customer.tier).toBe(null)
      expect(fall(gold(since), 1_999).customer.tier).toEqual({ id: 20, since: NOW, belowSince: null })
      expect(fall(gold(since), 2_000).move).toBe(null)
    }
    expect(fall(gold(ORDER_AT), 0).move).toMatchObject({
      fromTierId: 30,
      toTierId: 10,
      reason: 'order taken back',
      goals: [{ goal: { name: '2000' }, value: 0n }],
    })
  })

  it('is none from what was reached before', () => {
    const customer = gold(ORDER_AT - 1)
    expect(fall(customer, 0)).toEqual({ customer, move: null })
  })

  it('ends at the tier that was there before the order, which keeps its grace', () => {
    expect(fall(gold(ORDER_AT), 0, 20)).toMatchObject({
      customer: { tier: { id: 20, since: ORDER_AT, belowSince: null } },
      move: { fromTierId: 30, toTierId: 20 },
    })
    // Since the fall of what was above it.
    const silver = customerWith({ id: 20, since: ORDER_AT + 5, belowSince: null })
    expect(fall(silver, 0, 20).move).toBe(null)
    expect(fall(silver, 0, 30).move).toBe(null)
  })

  it('is none from a tier that was given by hand, or from none', () => {
    const byHand = [BASE, tier(3, [])]
    expect(fall(gold(ORDER_AT), 0, 10, byHand).move).toBe(null)
    expect(fall(customerWith(null), 0).move).toBe(null)
    // Switched off: the nightly look ends it.
    expect(fall(gold(ORDER_AT), 0, 10, [BASE, SILVER]).move).toBe(null)
  })
})
