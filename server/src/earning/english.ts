import type { AdjustmentReason } from './explanation.ts'
import type { LineBonusKind } from './kinds.ts'
import type {
  ChangeWords,
  Count,
  Extra,
  Language,
  LineBonusFacts,
  NothingFacts,
  NotMoreFacts,
  OrderBonusFacts,
  PurchaseFacts,
  RuleWords,
} from './language.ts'
import { listed } from './listed.ts'
import type { Rounding, Weekday } from './members.ts'

const ROUNDED: Readonly<Record<Rounding, string>> = {
  floor: 'rounded down',
  nearest: 'rounded to the nearest',
  ceiling: 'rounded up',
}

const WEEKDAYS: Readonly<Record<Weekday, string>> = {
  mon: 'Mondays',
  tue: 'Tuesdays',
  wed: 'Wednesdays',
  thu: 'Thursdays',
  fri: 'Fridays',
  sat: 'Saturdays',
  sun: 'Sundays',
}

const ADJUSTED_FOR: Readonly<Record<AdjustmentReason, string>> = {
  goodwill: 'goodwill',
  correction: 'a correction',
  complaint: 'a complaint',
  promotion: 'a promotion',
  fraud: 'fraud',
  other: 'another reason',
}

/** Of rules that say for how long their points are good. */
const VALIDITY = '. Points [are available {waitingDays} and ]{validityDays}.'

const RULES: RuleWords = {
  templates: {
    purchase: `Customers earn {points} for every {perAmount} they spend[, rounded {rounding}][, on orders from {minimumOrder}]${VALIDITY}`,
    product: 'Products {kind} {ids} earn {bonusAmount} {bonus}{when}{stacks}.',
    brand: 'Products {kind} {ids} earn {bonusAmount} {bonus}{when}{stacks}.',
    category: 'Products {kind} {ids} earn {bonusAmount} {bonus}{when}{stacks}.',
    paymentMethod: 'Orders {kind} {ids} earn {bonusAmount} {bonus}{when}{stacks}.',
    branch: 'Orders {kind} {ids} earn {bonusAmount} {bonus}{when}{stacks}.',
    tier: 'Customers in {ids} earn {bonusAmount} {bonus}{when}{stacks}.',
    firstPurchase: "A customer's first order earns {bonusAmount} {bonus}{when}{stacks}.",
    campaign: 'From {startsAt} to {endsAt} everything earns {multiplier} times the points{when}{stacks}.',
    order: 'Orders earn {bonusAmount} {bonus}{when}{stacks}.',
    signup: `Customers get {points} {kind}${VALIDITY}`,
    birthday: `Customers get {points} {kind}${VALIDITY}`,
    referral: `Customers get {points} {kind}${VALIDITY}`,
    quiz: `Customers earn points for answering quizzes${VALIDITY}`,
    custom: `Each {key} earns {points}[, {perDay} a day][, {ever} in all]${VALIDITY}`,
  },
  kinds: {
    product: 'with the ID',
    brand: 'of brand',
    category: 'of category',
    paymentMethod: 'paid with',
    branch: 'placed at',
    signup: 'for joining',
    birthday: 'on their birthday',
    referral: 'for referring a friend who makes a purchase',
  },
  rounding: { floor: 'down', nearest: 'to the nearest', ceiling: 'up' },
  times: ({ isOne }) => (isOne ? 'time the points' : 'times the points'),
  more: ({ isOne }, isPerLine) => `extra ${isOne ? 'point' : 'points'}${isPerLine ? ' per order line' : ''}`,
  available: ({ text, isOne }, isImmediately) =>
    isImmediately ? 'immediately' : `after ${text} ${isOne ? 'day' : 'days'}`,
  expire: (days) =>
    days === null ? 'never expire' : `expire after ${days.text} ${days.isOne ? 'day' : 'days'}`,
  limit: (count) =>
    count === null ? 'any number of times' : `at most ${count.text} ${count.isOne ? 'time' : 'times'}`,
  endOf: (day) => `the end of ${day}`,
  andMore: (count) => `${count} more`,
  combining: 'Extras add up. If several multipliers apply to a product, only the highest counts.',
  combiningOtherwise:
    'Extras add up unless they say otherwise; of the multipliers that compete, the best one counts.',
  when: {
    period: ', from {from} to {until}',
    from: ', from {from} on',
    until: ', until {until}',
    days: ', on {days}',
    hours: ', from {hours}',
    tiers: ', for customers in {tiers}',
    branches: ', at {branches}',
    paymentMethods: ', paid with {paymentMethods}',
    minimumOrder: ', on orders from {minimum}',
    firstOrders: ", on a customer's {firstOrders}",
  },
  weekdays: (days) =>
    listed(
      days.map((day) => WEEKDAYS[day]),
      'and',
    ),
  weekday: {
    mon: 'a Monday',
    tue: 'a Tuesday',
    wed: 'a Wednesday',
    thu: 'a Thursday',
    fri: 'a Friday',
    sat: 'a Saturday',
    sun: 'a Sunday',
  },
  hours: (windows) =>
    listed(
      windows.map(({ from, until }) => `${from} to ${until}`),
      'and from',
    ),
  firstOrders: ({ text, isOne }) => (isOne ? 'first order' : `first ${text} orders`),
  stacks: {
    onTop: 'on top of everything',
    insteadOfSmaller: 'instead of any smaller multiplier',
    unlessLarger: 'unless a larger bonus counts',
  },
}

const CHANGES: ChangeWords = {
  members: {
    name: (after, before) => `is called “${after}” instead of “${before}”`,
    points: (after, before) => `${after} instead of ${before}`,
    perAmount: (after, before) => `for every ${after} instead of ${before}`,
    minimumOrder: (after, before) => `on orders from ${after} instead of ${before}`,
    rounding: (after, before) => `rounded ${after} instead of ${before}`,
    waitingDays: (after, before) => `points are available ${after} instead of ${before}`,
    validityDays: (after, before) => `points ${after} (before: ${before})`,
    ids: (after, before) => `for ${after} instead of ${before}`,
    multiplier: (after, before) => `${after}× instead of ${before}×`,
    bonus: (after, before) => `${after} instead of ${before}`,
    startsAt: (after, before) => `from ${after} instead of ${before}`,
    endsAt: (after, before) => `to ${after} instead of ${before}`,
    key: (after, before) => `for ${after} instead of ${before}`,
    'limits/perDay': (after, before) => `${after} a day instead of ${before}`,
    'limits/ever': (after, before) => `${after} in all instead of ${before}`,
  },
  conditionAdded: (condition) => `only ${condition}`,
  conditionRemoved: (condition) => `no longer only ${condition}`,
  conditionChanged: (after, before) => `only ${after} instead of ${before}`,
  comesOnTop: 'comes on top of everything',
  competes: 'competes: only the best one counts',
  switchedOn: 'is switched on',
  switchedOff: 'is switched off',
  rule: (id) => `rule ${id}`,
  ofRule: (rule, change) => `${rule}: ${change}`,
  added: (sentence) => `New: ${sentence}`,
  removed: (sentence) => `No longer: ${sentence}`,
  cashbackOn: (value) => `Points are worth cashback: ${value} each`,
  cashbackOff: 'Points are no longer worth cashback',
  pointValue: (after, before) => `A point is worth ${after} instead of ${before}`,
  order: 'The rules are in a different order',
}

export const ENGLISH: Language = {
  locale: 'en',
  points,
  cashback: (amount) => `${amount} of cashback`,
  reasons: {
    purchase,
    product: (facts) => lineBonus('product', facts),
    brand: (facts) => lineBonus('brand', facts),
    category: (facts) => lineBonus('category', facts),
    paymentMethod: ({ name, ...extra }) =>
      orderBonus(extra, `for paying with “${name}”`, `paid with “${name}”`),
    branch: ({ name, ...extra }) => orderBonus(extra, `for buying at “${name}”`, `placed at “${name}”`),
    tier: ({ name, ...extra }) => orderBonus(extra, `for the tier “${name}”`, `for the tier “${name}”`),
    tierBenefit: ({ name, ...extra }) => `as a benefit of the tier “${name}”${timesBase(extra)}`,
    firstPurchase: (extra) => orderBonus(extra, 'for the first purchase', 'for the first purchase'),
    order: (extra) => orderBonus(extra, 'for the whole order', null),
    campaign: ({ name, amount, multiplier }) =>
      `for ${amount} in the campaign${name === null ? '' : ` “${name}”`}${multiplier === null ? '' : ` at ${multiplier}`}`,
    signup: () => 'for signing up',
    birthday: () => 'for the birthday',
    referral: () => 'for a referral',
    quiz: ({ name }) => `for the quiz “${name}”`,
    custom: ({ key }) => (key === null ? 'for an action of the merchant' : `for “${key}”`),
    recorded: () => 'recorded before',
    otherRecord: () => 'in another record of the same moment, because a part was still waiting',
    notEnrolled: () => 'not earned, because the customer was not enrolled then',
    writtenOff: () => 'written off, because they were spent',
    reward: ({ name, cashback }) =>
      cashback === null ? `for the reward “${name}”` : `for the reward “${name}”: ${cashback} of cashback`,
    adjustment: ({ isAdded, cashback, reason }) =>
      `${cashback === null ? '' : `for ${cashback} of cashback that was `}${isAdded ? 'added' : 'removed'} by hand: ${ADJUSTED_FOR[reason]}`,
    partReturned: ({ amount, key }) => `${amount} of it was returned (key “${key}”)`,
    refunded: ({ name, cashback }) =>
      `back from the reward “${name}”: ${cashback} of cashback, because a part of its order was returned`,
    cashbackChange: ({ amount, isAdded, reason, key }) =>
      `for ${amount} of cashback that was ${isAdded ? 'added' : 'removed'} by hand: “${reason}” (key “${key}”)`,
    pointsChange: ({ isAdded, reason, key }) =>
      `${isAdded ? 'added' : 'removed'} by hand: “${reason}” (key “${key}”)`,
    returned: ({ name, date }) => `back from the reward “${name}” of ${date}`,
    expired: (facts) =>
      `expired, left of the ${points(facts.points)} of ${facts.date}${facts.order === null ? '' : ` (order “${facts.order}”)`}`,
    erased: () => 'ended when the customer was erased',
    imported: () => 'imported',
    merged: () => 'another customer was merged into this one',
    unexplained: () => 'recorded by a version that stored no explanation',
  },
  withRule: (reason, rule) => `${reason} (rule “${rule}”)`,
  line: (points, reason) => `${points} ${reason}`,
  single: (points, reason) => `${points} ${reason}`,
  merged: 'Another customer was merged into this one.',
  several: (points, lines) => `${points}: ${lines.join('; ')}`,
  cancelled: (points, lines) => [`${points}: the order was cancelled`, ...lines].join('; '),
  adjusted: (points, lines, nothing) =>
    [
      `${points}: the order was changed`,
      ...lines,
      ...(nothing === null ? [] : [`it earns nothing now: ${nothing}`]),
    ].join('; '),
  nothing,
  notMore,
  orderOfNothing: (facts) =>
    facts.why === 'pending'
      ? 'This order has earned nothing yet: it is not complete'
      : `This order earned nothing: ${nothing(facts)}`,
  orderStands: (points) => `This order is worth ${points}`,
  opened: (points, date) => `${points} of ${date} became available`,
  orderWrittenOff: (points) =>
    `${points} should have been taken back, were spent already and are written off: they are never taken later`,
  linesCapped: (lines, total) =>
    `Its lines come to ${lines}, and count for at most the total of ${total}, in their order`,
  rules: RULES,
  changes: CHANGES,
}

function points({ text, isOne }: Count): string {
  return `${text} ${isOne ? 'point' : 'points'}`
}

function purchase({ amount, rate, rounding }: PurchaseFacts): string {
  if (rate === null) return `for ${amount}`
  const at = `for ${amount} at ${points(rate.points)} per ${rate.perAmount}`
  return rounding === null ? at : `${at}, ${ROUNDED[rounding]}`
}

const PLURAL: Readonly<Record<LineBonusKind, string>> = {
  product: 'products',
  brand: 'brands',
  category: 'categories',
}

function lineBonus(kind: LineBonusKind, facts: LineBonusFacts): string {
  const among = `in matching ${PLURAL[kind]}`
  if ('count' in facts) {
    const each = facts.each === null ? '' : `, ${facts.each.text} each`
    return `for ${facts.count.text} ${facts.count.isOne ? 'line' : 'lines'} ${among}${each}`
  }
  const times = facts.multiplier === null ? '' : ` at ${facts.multiplier}`
  const instead = facts.insteadOf === null ? '' : ` instead of ${facts.insteadOf}`
  return `for ${facts.amount} ${among}${times}${instead}`
}

/** `alone`: what it is for; `competing`: the same behind the money that counted with its multiplier. */
function orderBonus(
  { amount, ...extra }: Omit<OrderBonusFacts, 'name'>,
  alone: string,
  competing: string | null,
): string {
  if (amount === null) return `${alone}${timesBase(extra)}`
  const at = `for ${amount}${extra.multiplier === null ? '' : ` at ${extra.multiplier}`}`
  return competing === null ? at : `${at}, ${competing}`
}

function timesBase({ multiplier }: Extra): string {
  return multiplier === null ? '' : `, ${multiplier} of the points for the amount`
}

function nothing(facts: NothingFacts): string {
  switch (facts.why) {
    case 'belowMinimum':
      return facts.minimum === null
        ? `${facts.total} is below the minimum`
        : `${facts.total} is below the minimum of ${facts.minimum}`
    case 'noRule':
      return 'the program had no active rule for purchases'
    case 'notEnrolled':
      return 'its customer was not enrolled in the program'
    case 'pending':
      return 'it is not complete'
    case 'cancelled':
      return 'it was cancelled before it was complete'
    case 'lessThanAPoint':
      return 'its total came to less than a point'
  }
}

function notMore(facts: NotMoreFacts): string {
  switch (facts.why) {
    case 'notYet':
      return `it starts on ${facts.date}`
    case 'over':
      return `it ended on ${facts.date}`
    case 'otherDay':
      return `only on ${facts.days}; this was ${facts.was}`
    case 'otherHour':
      return `only from ${facts.hours}; this was at ${facts.was}`
    case 'otherTier':
      return `only for ${facts.names}`
    case 'otherBranch':
      return `only at ${facts.names}`
    case 'otherPayment':
      return `only paid with ${facts.names}`
    case 'belowItsMinimum':
      return `only from ${facts.minimum}; ${facts.counted} counted`
    case 'notAmongFirst': {
      const { first, number } = facts
      const only = first.isOne ? 'only on the first order' : `only on the first ${first.text} orders`
      return number === null ? only : `${only}; this was number ${number}`
    }
    case 'noSuchLine':
      return 'no line has what it asks for'
    case 'beaten':
      return `“${facts.rule}” gave more, and only the best one counts`
  }
}
