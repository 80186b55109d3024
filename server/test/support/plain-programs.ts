import { shortText } from '../../src/earning/explanation.ts'
import type { LineFacts, OrderFacts } from '../../src/earning/order-facts.ts'
import type { Program } from '../../src/earning/program.ts'
import { parseProgram } from '../../src/earning/program-schema.ts'
import type { Random } from '../../src/platform/random.ts'

/*
 * Programs and orders as they were before rules had conditions, drawn from a seed by nothing that a newer library could
 * draw otherwise. What they earned then is kept beside the law that it stays so: nothing here may change.
 */

const IDS = ['a', 'b', 'c', 'd', 'e'] as const
const START = Date.parse('2026-11-16T12:00:00Z')
const HOUR_MS = 3_600_000

const decimal = (random: Random, least: number, most: number): string =>
  shortText(BigInt(random.between(least, most)))

function someIds(random: Random): string[] {
  return Array.from({ length: random.between(1, 4) }, () => random.one(IDS))
}

function bonus(random: Random): object {
  return random.chance(50)
    ? { multiplier: decimal(random, 10_000, 50_000) }
    : { points: decimal(random, 10_000, 1_000_000) }
}

function moment(random: Random, least: number, most: number): string {
  return new Date(START + random.between(least, most) * HOUR_MS).toISOString()
}

function validity(random: Random): object {
  return {
    ...(random.chance(40) ? { waitingDays: random.one([0, 1, 30]) } : {}),
    ...(random.chance(60) ? { validityDays: random.one([null, 1, 365]) } : {}),
  }
}

function purchase(random: Random): object {
  return {
    kind: 'purchase',
    points: decimal(random, 1, 30_000),
    ...(random.chance(50) ? { perAmount: random.one(['1', '3', '0.7', '250']) } : {}),
    ...(random.chance(30) ? { minimumOrder: random.one(['0', '50', '2000']) } : {}),
    ...(random.chance(70) ? { rounding: random.one(['floor', 'nearest', 'ceiling']) } : {}),
    ...validity(random),
  }
}

const EXTRAS = {
  product: (random: Random) => ({ ids: someIds(random), ...bonus(random) }),
  brand: (random: Random) => ({ ids: someIds(random), ...bonus(random) }),
  category: (random: Random) => ({ ids: someIds(random), ...bonus(random) }),
  paymentMethod: (random: Random) => ({ ids: someIds(random), ...bonus(random) }),
  branch: (random: Random) => ({ ids: someIds(random), ...bonus(random) }),
  tier: (random: Random) => ({ ids: someIds(random), multiplier: decimal(random, 10_000, 50_000) }),
  firstPurchase: bonus,
  campaign: (random: Random) => ({
    multiplier: decimal(random, 10_000, 50_000),
    startsAt: moment(random, -9, 0),
    endsAt: moment(random, 1, 9),
  }),
  signup: (random: Random) => ({ points: decimal(random, 10_000, 1_000_000), ...validity(random) }),
  birthday: (random: Random) => ({ points: decimal(random, 10_000, 1_000_000), ...validity(random) }),
  referral: (random: Random) => ({ points: decimal(random, 10_000, 1_000_000), ...validity(random) }),
  quiz: validity,
  custom: (random: Random) => ({
    key: random.one(['review', 'visit']),
    points: decimal(random, 10_000, 1_000_000),
    ...(random.chance(50) ? { limits: { perDay: random.one([null, 1, 5]) } } : {}),
    ...validity(random),
  }),
} as const

function extra(random: Random): object {
  const kind = random.one(Object.keys(EXTRAS) as (keyof typeof EXTRAS)[])
  return { kind, ...EXTRAS[kind](random) }
}

export function plainProgram(random: Random): Program {
  const rules = [
    ...(random.chance(97) ? [purchase(random)] : []),
    ...Array.from({ length: random.between(0, 10) }, () => extra(random)),
  ]
  return parseProgram({
    version: random.between(1, 90),
    cashback: { isOn: random.chance(50), pointValue: decimal(random, 0, 20_000) },
    rules: rules.map((rule, index) => ({
      id: index + 1,
      ...(random.chance(50) ? { name: `Rule ${index}` } : {}),
      ...(random.chance(15) ? { isActive: false } : {}),
      ...rule,
    })),
  })
}

function line(random: Random): LineFacts {
  return {
    originalId: random.one(IDS),
    price: random.chance(10) ? null : BigInt(random.between(0, random.chance(20) ? 9 : 4_000_000)),
    brandId: random.chance(40) ? null : random.one(IDS),
    categoryIds: [...new Set(Array.from({ length: random.between(0, 3) }, () => random.one(IDS)))],
  }
}

export function plainOrder(random: Random): OrderFacts {
  return {
    total: BigInt(random.chance(5) ? 0 : random.between(1, random.chance(20) ? 20_000 : 20_000_000)),
    placedAt: START + random.between(-10 * HOUR_MS, 10 * HOUR_MS),
    products: Array.from({ length: random.between(0, 6) }, () => line(random)),
    paymentMethodId: random.chance(30) ? null : random.one(IDS),
    branchId: random.chance(30) ? null : random.one(IDS),
    tierId: random.chance(30) ? null : random.one(IDS),
    tierMultiplier: random.chance(70) ? null : BigInt(random.between(10_000, 30_000)),
    isFirstPurchase: random.chance(30),
    number: null,
    timeZone: 'America/Sao_Paulo',
  }
}
