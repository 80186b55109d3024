import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Customer, HeldTier } from '../accounts/customer.ts'
import { localDate, localDateFromText, startOfDay } from '../platform/zone.ts'
import { decideMove, decideRaise, type Gain, type MoveOutcome, reachedTier, windowStart } from './decide.ts'
import { currentTier, type Goal, MEASURE, multiplierOf, type Tier } from './tier.ts'

const ZONE = 'America/Sao_Paulo'
const DAY_MS = 86_400_000
const REAL = 10_000n

const goal = (value: number, members: Partial<Goal> = {}): Goal => ({
  name: String(value),
  measure: MEASURE.spend,
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
  }
}

describe('windowStart', () => {
  it.each([
    ['2027-01-15', 12, '2026-01-15T03:00:00.000Z'],
    ['2026-03-31', 1, '2026-02-28T03:00:00.000Z'],
    ['2028-02-29', 12, '2027-02-28T03:00:00.000Z'],
    ['2026-01-31', 2, '2025-11-30T03:00:00.000Z'],
    ['2026-01-01', 1, '2025-12-01T03:00:00.000Z'],
    // The clocks skipped midnight on this day.
    ['2019-11-04', 12, '2018-11-04T03:00:00.000Z'],
  ])('on %s, %i months back', (date, months, start) => {
    const day = localDateFromText(date)
    if (day === null) throw new Error(date)
    expect(new Date(windowStart(day, months, ZONE)).toISOString()).toBe(start)
  })

  it('never goes back when the day goes on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 1, max: 120 }), (day, months) => {
        const [start, next] = [windowStart(day, months, ZONE), windowStart(day + 1, months, ZONE)]
        expect(next).toBeGreaterThanOrEqual(start)
        expect(start).toBeLessThan(startOfDay(day, ZONE))
      }),
    )
  })
})

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
    expect(decideRaise(TIERS, customer, () => 600n * REAL, 5)).toEqual({ customer, move: null })
  })
})

/** Looks at the customer on each of these days, as the nightly job does. */
function nights(days: Iterable<number>, start: Customer, gains: readonly Gain[], graceDays: number) {
  let customer = start
  let sweptAt: number | null = null
  let lostOn: number | null = null
  for (const day of days) {
    const now = startOfDay(day, ZONE) + 4 * 3_600_000
    const context = { tiers: [BASE, SILVER], customer, gains, timeZone: ZONE, graceDays, sweptAt }
    const outcome: MoveOutcome = decideMove(context, now)
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
        at: startOfDay(firstDay + day, ZONE) + 9 * 3_600_000,
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
          const since = windowStart(day, 12, ZONE)
          const counted = gains.filter(({ at }) => at >= since && at < startOfDay(day + 1, ZONE))
          return counted.reduce((sum, { spend }) => sum + spend, 0n) >= 500n * REAL
        }
        for (let day = lostOn - graceDays; day <= lostOn; day += 1) expect(isMet(day)).toBe(false)
        expect(isMet(lostOn - graceDays - 1)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('looks at nobody who holds no tier', () => {
    const customer = customerWith(null)
    const context = { tiers: TIERS, customer, gains: [], timeZone: ZONE, graceDays: 0, sweptAt: null }
    expect(decideMove(context, firstDay * DAY_MS)).toEqual({ customer, move: null })
  })
})
