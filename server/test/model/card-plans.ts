/** The cards of the model test, how they change with the programs of merchants, and how they are published. */
import type { ProgramToPublish } from '../support/open-shop.ts'
import { units, written } from './arithmetic.ts'
import { DAY_MS } from './calendar.ts'
import type { CardRule } from './card.ts'
import { productsOf } from './command.ts'
import type { When } from './facts.ts'

/** A week before the clocks change in New York, four before they do in Lisbon. */
export const START = Date.UTC(2026, 2, 1, 15)

type RuleToPublish = ProgramToPublish['rules'][number]
type WhenToPublish = Extract<RuleToPublish, { kind: 'order' }>['when']

/** For each of a merchant's programs in turn: where customers owe stamps, and where they are let go. */
interface CardPlans {
  readonly owing: readonly [readonly CardRule[], readonly CardRule[], readonly CardRule[]]
  readonly clamping: readonly [readonly CardRule[], readonly CardRule[]]
}

/** Names of clients are known beforehand, and so are their products. */
export function cardsFor(clients: readonly string[]): CardPlans {
  const products = clients.flatMap((client) => productsOf(client).slice(0, 2))
  const items: CardRule = {
    id: 90,
    counts: 'items',
    picked: { of: 'product', ids: products },
    stamps: 4,
    stampsGoodDays: 7,
    when: { from: START - 30 * DAY_MS },
    prize: { points: units(15), gift: 'gift with codes', waitingDays: 0, validityDays: 8 },
  }
  const daily: CardRule = {
    id: 91,
    counts: 'orders',
    stamps: 2,
    stampLimit: { stamps: 1, per: 'day' },
    stampsGoodDays: 8,
    prize: { points: 0n, gift: 'gift with a limit', waitingDays: 2, validityDays: null },
  }
  const spent: CardRule = {
    id: 92,
    counts: 'spend',
    perAmount: units(40),
    stamps: 4,
    once: true,
    graceDays: 2,
    when: { from: START - 6 * DAY_MS, until: START + 22 * DAY_MS },
    prize: { points: units(80), waitingDays: 0, validityDays: 30 },
  }
  // The first program has none of it: what was bought before it took effect gives no stamps.
  const late: CardRule = {
    id: 93,
    counts: 'items',
    picked: { of: 'brand', ids: ['acme', 'zeta'] },
    stamps: 3,
    stampLimit: { stamps: 4, per: 'order' },
    prize: { points: units(7), gift: 'gift with a limit', waitingDays: 1, validityDays: 3 },
  }
  const weekly: CardRule = {
    id: 94,
    counts: 'items',
    picked: { of: 'category', ids: ['drinks', 'food'] },
    stamps: 3,
    stampLimit: { stamps: 4, per: 'week' },
    stampsGoodDays: 6,
    when: { from: START - 12 * DAY_MS },
    prize: { points: 0n, gift: 'gift', waitingDays: 0, validityDays: 10 },
  }
  const money: CardRule = {
    id: 95,
    counts: 'spend',
    picked: { of: 'product', ids: products },
    perAmount: units('30.5'),
    stamps: 3,
    stampLimit: { stamps: 8, per: 'month' },
    stampsGoodDays: 7,
    when: { from: START - 30 * DAY_MS },
    prize: {
      points: units(33),
      gift: 'gift',
      waitingDays: 0,
      validityDays: null,
      goodUntil: { monthEnd: 0 },
    },
  }
  const large: CardRule = {
    id: 96,
    counts: 'orders',
    stamps: 2,
    once: true,
    stampsGoodDays: 6,
    when: { minimumOrder: units(45), days: ['mon', 'tue', 'wed', 'fri', 'sun'] },
    prize: { points: units(40), gift: 'gift with codes', waitingDays: 0, validityDays: 4 },
  }
  return {
    owing: [
      [items, daily, spent],
      [
        { ...items, stamps: 3, prize: { ...items.prize, points: units(11) } },
        { ...daily, isOff: true },
        late,
      ],
      [{ ...late, stamps: 5 }, { ...items, stamps: 6 }, { ...daily, stamps: 3 }, spent],
    ],
    clamping: [
      [weekly, money, large],
      [
        { ...weekly, stamps: 5, stampsGoodDays: 9 },
        { ...large, once: false },
      ],
    ],
  }
}

export function toCardRule(card: CardRule, rewardIds: ReadonlyMap<string, number>): RuleToPublish {
  const { id, counts, picked, perAmount, stamps, stampLimit, stampsGoodDays, graceDays, once, when } = card
  const { points, gift, waitingDays, validityDays, goodUntil } = card.prize
  return {
    id,
    kind: 'card',
    counts,
    ...(picked && { of: picked.of, ids: [...picked.ids] }),
    ...(perAmount !== undefined && { perAmount: written(perAmount) }),
    stamps,
    ...(stampLimit && { stampLimit: { ...stampLimit } }),
    ...(stampsGoodDays !== undefined && { stampsGoodDays }),
    ...(graceDays !== undefined && { graceDays }),
    ...(once !== undefined && { once }),
    ...(when && { when: toWhen(when) }),
    ...(card.isOff && { isActive: false }),
    ...(points > 0n && { points: written(points) }),
    ...(gift !== undefined && { reward: String(rewardIds.get(gift)) }),
    waitingDays,
    ...(goodUntil ? { goodUntil } : { validityDays }),
  }
}

export function toWhen({ from, until, days, hours, minimumOrder, firstOrders }: When): WhenToPublish {
  return {
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...(days && { days: [...days] }),
    ...(hours && { hours: [hours] }),
    ...(minimumOrder !== undefined && { minimumOrder: written(minimumOrder) }),
    ...(firstOrders !== undefined && { firstOrders }),
  }
}
