import {
  cardPerAmount,
  counts,
  graceDays,
  once,
  picked,
  stampLimit,
  stamps,
  stampsGoodDays,
} from './card-members.ts'
import { capPer, excluded, limit, outOf } from './limit-members.ts'
import type { Members, PropertiesOf, ValuesOf } from './member.ts'
import {
  bonus,
  ids,
  key,
  limits,
  minimumOrder,
  multiplier,
  perAmount,
  period,
  points,
  ratePoints,
  requiredWhen,
  rounding,
  stacks,
  when,
} from './members.ts'
import type { OrderFacts, RuleInputs } from './order-facts.ts'
import { prizePoints, reward } from './prize-members.ts'
import { friendPoints, friendReward, friendsMinimum, withinDays } from './referral-members.ts'
import { validity } from './validity.ts'

/*
 * All kinds of rules. How a rule is written and read, its sentence's slots, what is picked in it, its warnings and its
 * place in the panel follow from what is said here. Beside this a kind needs its words in three languages.
 */

/** What every kind says of itself. */
interface Traits {
  /** For the reference. */
  readonly about: string
  /** Where the panel shows it. */
  readonly group: 'buying' | 'extras' | 'campaigns' | 'cards' | 'actions'
  /** What its ids are picked from. */
  readonly picks?: 'catalog' | 'orders' | 'tiers'
  /** Rules of one family can be turned into each other without a loss: the sentence offers that. */
  readonly family?: string
  /** Of which only one may be active: the kind, or those with the same member. */
  readonly onlyOne?: 'kind' | 'key' | 'per'
  /** Of its multipliers only the best counts, unless a rule says otherwise; everything else comes on top. */
  readonly multipliersCompete?: true
  /** What a new rule of the panel begins with, beside what it asks for. */
  readonly start: Readonly<Record<string, unknown>>
}

/** What a rule is applied to. */
type AppliesTo = 'total' | 'line' | 'order' | 'period' | 'action' | 'basis' | 'sum' | 'card'

function kind<const To extends AppliesTo, const Own extends Traits, Has extends Members>(
  appliesTo: To,
  traits: Own,
  members: Has,
) {
  return { ...traits, appliesTo, members }
}

/** A bonus on orders that name one of the rule's ids. */
function orderBonusById<const Own extends Traits, Has extends Members>(
  traits: Own,
  members: Has,
  idOf: (order: OrderFacts) => string | null,
) {
  return { ...kind('order', traits, members), idOf }
}

/** A bonus on orders for which `match` finds something, which the explanation then names. */
function orderBonus<const Own extends Traits, Has extends Members>(
  traits: Own,
  members: Has,
  match: (order: OrderFacts, rule: ValuesOf<Has>) => RuleInputs | null,
) {
  return { ...kind('order', traits, members), match }
}

const GOOD_FOR_A_YEAR = { waitingDays: 0, validityDays: 365 }
const lineBonus = {
  group: 'extras',
  picks: 'catalog',
  family: 'lines',
  multipliersCompete: true,
  start: { multiplier: '2' },
} as const
const byName = { group: 'extras', picks: 'orders', family: 'orders', start: { points: '10' } } as const
const action = { group: 'actions', onlyOne: 'kind', start: { points: '20', ...GOOD_FOR_A_YEAR } } as const
const actionMembers = { points: points('What it is worth, at least 1.'), ...validity }
/** Of what gives points, a reward, or both. */
const prizeMembers = { points: prizePoints('Points, at least 1.'), rewardId: reward, ...validity }

export const KINDS = {
  /**
   * `points` for every `perAmount` of currency: a fraction, because 1 point per R$ 3 is no decimal with four places, and
   * 0.3333 would give nothing for R$ 3.00.
   */
  purchase: kind(
    'total',
    {
      about: 'Points for what is spent. Without one, orders earn nothing.',
      group: 'buying',
      onlyOne: 'kind',
      start: { points: '1', perAmount: '1', minimumOrder: '0', rounding: 'floor', ...GOOD_FOR_A_YEAR },
    },
    {
      points: ratePoints('Points for every `perAmount`, above 0 and below 10000.'),
      perAmount,
      minimumOrder,
      rounding,
      ...validity,
    },
  ),

  exclude: kind(
    'basis',
    {
      about: 'What does not count: products, brands, categories, marked lines, shipping or whole orders.',
      group: 'buying',
      start: { of: 'category' },
    },
    { excluded, outOf, when: when('minimumOrder', 'firstOrders') },
  ),

  cap: kind(
    'sum',
    {
      about: 'How many points a customer earns from orders at most.',
      group: 'buying',
      onlyOne: 'per',
      start: { points: '500', per: 'day' },
    },
    { points: points('At most so many, at least 1.'), per: capPer },
  ),

  // For each line of an order whose product, brand or category (or one above it) is among the ids.
  product: kind(
    'line',
    { ...lineBonus, about: 'More for lines with one of these products.' },
    { ids: ids("Products, by their ids in the merchant's store."), bonus, when: when(), stacks, limit },
  ),
  brand: kind(
    'line',
    { ...lineBonus, about: 'More for lines with a product of one of these brands.' },
    { ids: ids("Brands, by their ids in the merchant's store."), bonus, when: when(), stacks, limit },
  ),
  category: kind(
    'line',
    { ...lineBonus, about: 'More for lines with a product of one of these categories, or below one.' },
    { ids: ids("Categories, by their ids in the merchant's store."), bonus, when: when(), stacks, limit },
  ),

  // On top of what an order earns, in the order in which an explanation names them.
  paymentMethod: orderBonusById(
    { ...byName, about: 'More for orders that were paid so.' },
    { ids: ids('Payment methods, as orders name them.'), bonus, when: when('paymentMethods'), stacks, limit },
    (order) => order.paymentMethodId,
  ),
  branch: orderBonusById(
    { ...byName, about: 'More for orders that were placed there.' },
    { ids: ids('Branches, as orders name them.'), bonus, when: when('branches'), stacks, limit },
    (order) => order.branchId,
  ),
  tier: orderBonusById(
    {
      about: 'More for customers in one of these tiers.',
      group: 'extras',
      picks: 'tiers',
      start: { multiplier: '2' },
    },
    {
      ids: ids('Tiers, by their numbers; in a file, by their keys.'),
      bonus,
      when: when('tiers'),
      stacks,
      limit,
    },
    (order) => order.tierId,
  ),
  firstPurchase: orderBonus(
    { about: "More for a customer's first order.", group: 'extras', start: { points: '100' } },
    { bonus, when: when('firstOrders'), stacks },
    (order) => (order.isFirstPurchase ? {} : null),
  ),

  /** For all that is bought from `startsAt` until just before `endsAt` (epoch milliseconds). */
  campaign: kind(
    'period',
    {
      about: 'More for all that is bought in a period.',
      group: 'campaigns',
      multipliersCompete: true,
      start: { multiplier: '2' },
    },
    { multiplier, ...period, when: when('from', 'until'), stacks, limit },
  ),

  /** Stamps for what is bought, and a prize for a card that is full. */
  card: kind(
    'card',
    {
      about: 'A prize for a card that fills with stamps: for items, for orders or for what is spent.',
      group: 'cards',
      start: { counts: 'items', of: 'category', stamps: 10, points: '100', ...GOOD_FOR_A_YEAR },
    },
    {
      counts,
      picked,
      perAmount: cardPerAmount,
      stamps,
      stampLimit,
      graceDays,
      stampsGoodDays,
      once,
      when: when(),
      ...prizeMembers,
    },
  ),

  order: orderBonus(
    {
      about: 'More for orders of which all that it asks for is true.',
      group: 'extras',
      start: { points: '50', when: { minimumOrder: '200' } },
    },
    { bonus, when: requiredWhen(), stacks, limit },
    () => ({}),
  ),

  signup: kind('action', { ...action, family: 'actions', about: 'A prize for joining.' }, prizeMembers),
  birthday: kind(
    'action',
    { ...action, family: 'actions', about: 'A prize on the birthday, once per year.' },
    prizeMembers,
  ),
  /** Several may name the same tier: a customer is given all of their prizes, once for each tier. */
  tierReached: kind(
    'action',
    {
      group: 'actions',
      picks: 'tiers',
      about: 'A prize for reaching one of these tiers, once per customer and tier.',
      start: { points: '100', ...GOOD_FOR_A_YEAR },
    },
    { ids: ids('Tiers, by their numbers; in a file, by their keys.', 50), ...prizeMembers },
  ),
  referral: kind(
    'action',
    {
      ...action,
      family: 'actions',
      about: 'Points for referring a friend who makes a purchase.',
      start: {
        ...{ points: '100', waitingDays: 14, validityDays: 365, minimumOrder: '50', withinDays: 90 },
        ...{ friendPoints: '50', limits: { perDay: 5, ever: 50 } },
      },
    },
    {
      points: points('What it is worth, at least 1.'),
      minimumOrder: friendsMinimum,
      withinDays,
      friendPoints,
      friendRewardId: friendReward,
      limits,
      ...validity,
    },
  ),
  /** Each quiz says how many points it is worth; the rule says that quizzes earn, and for how long. */
  quiz: kind(
    'action',
    { ...action, about: 'Customers earn what each quiz that they answer is worth.', start: GOOD_FOR_A_YEAR },
    validity,
  ),
  /** Something of the merchant's own, such as a review: its backend names the key. */
  custom: kind(
    'action',
    {
      ...action,
      about: "Points for something of the merchant's own, such as a review.",
      onlyOne: 'key',
      start: { points: '10', limits: { perDay: 1, ever: null }, ...GOOD_FOR_A_YEAR },
    },
    { key, limits, ...actionMembers },
  ),
}

type Kinds = typeof KINDS
export type RuleKind = keyof Kinds
export type ValuesOfKind<Kind extends RuleKind> = ValuesOf<Kinds[Kind]['members']>
export type PropertiesOfKind<Kind extends RuleKind> = PropertiesOf<Kinds[Kind]['members']>

type KindWith<Trait> = { [Kind in RuleKind]: Kinds[Kind] extends Trait ? Kind : never }[RuleKind]
export type MemberName = { [Kind in RuleKind]: keyof Kinds[Kind]['members'] }[RuleKind]
export type LineBonusKind = KindWith<{ readonly appliesTo: 'line' }>
export type OrderBonusKind = KindWith<{ readonly appliesTo: 'order' }>
export type PickingKind = KindWith<{ readonly picks: string }>
/** A tier that is reached is picked as any other. */
export type PickedKind = Exclude<PickingKind, 'tierReached'>
export type KindPickedFrom<From extends string> = KindWith<{ readonly picks: From }>
/** What gives points, a reward, or both. */
export type PrizeKind = KindWith<{ readonly members: typeof prizeMembers }>
export type KindOfFamily = KindWith<{ readonly family: string }>

export const RULE_KINDS = Object.keys(KINDS) as RuleKind[]

export function isRuleKind(name: unknown): name is RuleKind {
  return typeof name === 'string' && Object.hasOwn(KINDS, name)
}

/** With every trait, also those that a kind does not have. */
export function traitsOf(
  kind: RuleKind,
): Traits & { readonly appliesTo: AppliesTo; readonly members: Members } {
  return KINDS[kind]
}

export const ORDER_BONUS_KINDS = RULE_KINDS.filter(isOrderBonus)
export const PICKED_KINDS = RULE_KINDS.filter(isPicking)

export function isLineBonus(kind: RuleKind): kind is LineBonusKind {
  return KINDS[kind].appliesTo === 'line'
}

export function isOrderBonus(kind: RuleKind): kind is OrderBonusKind {
  return KINDS[kind].appliesTo === 'order'
}

export function isPrize(kind: RuleKind): kind is PrizeKind {
  return 'rewardId' in KINDS[kind].members
}

function isPicking(kind: RuleKind): kind is PickedKind {
  return traitsOf(kind).picks !== undefined && kind !== 'tierReached'
}

export function picksFrom<From extends 'catalog' | 'orders' | 'tiers'>(
  kind: RuleKind,
  from: From,
): kind is KindPickedFrom<From> {
  return traitsOf(kind).picks === from
}

/** What a bonus on orders looks at: an id that its rules may name, or a match of order and rule. */
export function lookOf(kind: OrderBonusKind): {
  readonly idOf?: (order: OrderFacts) => string | null
  readonly match?: (order: OrderFacts, rule: never) => RuleInputs | null
} {
  return KINDS[kind]
}
