import { ENGLISH_CARDS } from './card-words.ts'
import { ENGLISH_CHANGES } from './english-changes.ts'
import type { AdjustmentReason } from './explanation.ts'
import type { LineBonusKind } from './kinds.ts'
import type {
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
import type { Excludable } from './limit-members.ts'
import { listed } from './listed.ts'
import type { Rounding, Weekday } from './members.ts'
import { ENGLISH_PRIZES } from './prize-words.ts'
import { ENGLISH_REFERRALS } from './referral-words.ts'

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

const LEFT_OUT: Readonly<Record<Excludable, (ids: string) => string>> = {
  product: (ids) => `product ${ids}`,
  brand: (ids) => `brand ${ids}`,
  category: (ids) => `category ${ids}`,
  marked: () => 'items your shop marks',
  shipping: () => 'shipping costs',
  all: () => 'the whole order',
}

/** Of rules that say for how long their points are good. */
const VALIDITY = ENGLISH_PRIZES.validity.points

const RULES: RuleWords = {
  templates: {
    purchase: `Customers earn {points} for every {perAmount} they spend[, rounded {rounding}][, on orders from {minimumOrder}]${VALIDITY}`,
    exclude: "{excluded} don't count towards {outOf}{when}.",
    cap: 'A customer earns at most {points} {per} from orders.',
    product: 'Products {kind} {ids} earn {bonusAmount} {bonus}{when}{limit}{stacks}.',
    brand: 'Products {kind} {ids} earn {bonusAmount} {bonus}{when}{limit}{stacks}.',
    category: 'Products {kind} {ids} earn {bonusAmount} {bonus}{when}{limit}{stacks}.',
    paymentMethod: 'Orders {kind} {ids} earn {bonusAmount} {bonus}{when}{limit}{stacks}.',
    branch: 'Orders {kind} {ids} earn {bonusAmount} {bonus}{when}{limit}{stacks}.',
    tier: 'Customers in {ids} earn {bonusAmount} {bonus}{when}{limit}{stacks}.',
    firstPurchase: "A customer's first order earns {bonusAmount} {bonus}{when}{stacks}.",
    campaign:
      'From {startsAt} to {endsAt} everything earns {multiplier} times the points{when}{limit}{stacks}.',
    card: '{card}{validity}',
    order: 'Orders earn {bonusAmount} {bonus}{when}{limit}{stacks}.',
    signup: 'Customers get {prize} {kind}{validity}',
    birthday: 'Customers get {prize} {kind}{validity}',
    tierReached: 'Customers who reach {ids} get {prize}{validity}',
    referral: `Customers get {points} {kind}{asks}${VALIDITY}{gifts}`,
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
  expireWithMonth: (months) =>
    months === 0
      ? 'expire at the end of the month'
      : `expire at the end of the ${ordinal(months)} month after`,
  expireAfterDay: (day, years) => `expire after ${day} of the ${yearAfter(years)}`,
  limit: (count) =>
    count === null ? 'any number of times' : `at most ${count.text} ${count.isOne ? 'time' : 'times'}`,
  endOf: (day) => `the end of ${day}`,
  andMore: (count) => `${count} more`,
  combining:
    'Extras add up. Multipliers of products, brands, categories and campaigns compete: only the highest counts. Other multipliers count on top.',
  combiningOtherwise:
    'Extras add up unless they say otherwise. Of the multipliers that compete, only the highest counts; one that counts on top adds to it.',
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
  excluded: {
    product: 'Products with the ID',
    brand: 'Products of brand',
    category: 'Products of category',
    marked: 'Items your shop marks',
    shipping: 'Shipping costs',
    all: 'Whole orders',
  },
  outOf: (purposes) => listed([...purposes], 'or'),
  leftOut: (of, ids) => LEFT_OUT[of](ids),
  per: {
    order: 'an order',
    day: 'a day',
    week: 'a week',
    month: 'a month',
    year: 'a year',
    ever: 'in all',
  },
  limited: ', at most {limitTimes} {limitPer}',
  often: ({ text, isOne }) => (isOne ? 'once' : `${text} times`),
  card: ENGLISH_CARDS,
  prize: ENGLISH_PRIZES,
  referral: ENGLISH_REFERRALS,
}

export const ENGLISH: Language = {
  locale: 'en',
  points,
  cashback: (amount) => `${amount} of cashback`,
  reasons: {
    purchase,
    exclude: ({ amount, what }) => `${amount} not counted${what === null ? '' : `: ${what}`}`,
    cap: ({ cap }) => (cap === null ? 'over a cap' : `over the cap of ${cap}`),
    limit: ({ limit }) =>
      limit === null ? 'given as often as allowed' : `already given as often as allowed: ${limit}`,
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
    card: ({ name, number }) =>
      `for the full card${name === null ? '' : ` “${name}”`}${number === null ? '' : `, number ${number}`}`,
    signup: () => 'for signing up',
    birthday: () => 'for the birthday',
    tierReached: ({ name }) => `for reaching the tier “${name}”`,
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
    inactive: ({ since }) => `expired after no purchase or redemption since ${since}`,
    prizeTakenBack: ({ name, of }) =>
      `of ${name === null ? 'a prize' : `the prize of “${name}”`}, taken back because ${ENGLISH_PRIZES.takenBack[of ?? 'other']}`,
    erased: () => 'ended when the customer was erased',
    imported: () => 'imported',
    import: () => 'moved from your previous program',
    importUndone: () => 'import undone',
    elsewhere: () => 'earned with this order in your previous program',
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
  changes: ENGLISH_CHANGES,
}

function points({ text, isOne }: Count): string {
  return `${text} ${isOne ? 'point' : 'points'}`
}

/** `1st`, `12th`, `23rd`. */
function ordinal(number: number): string {
  const isTeen = number % 100 > 10 && number % 100 < 14
  return `${number}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`
}

function yearAfter(years: number): string {
  if (years === 0) return 'same year'
  return years === 1 ? 'next year' : `${ordinal(years)} year after`
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
    case 'excluded':
      return 'nothing in it counts for the program'
    case 'capped':
      return facts.cap === null ? 'a cap was used up' : `the cap of ${facts.cap} was used up`
    case 'noRule':
      return 'the program had no active rule for purchases'
    case 'notEnrolled':
      return 'its customer was not enrolled in the program'
    case 'imported':
      return 'it was complete before it was imported'
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
    case 'limitReached':
      return `already given as often as allowed: ${facts.limit}`
    case 'capped':
      return `${points(facts.points)} ${facts.points.isOne ? 'was' : 'were'} over the cap of ${facts.cap}`
    case 'excluded':
      return `${facts.amount} of it doesn't count because of “${facts.rule}”`
    case 'unpriced':
      return `“${facts.product}” came without a price, so it couldn't be subtracted`
    case 'cardDone':
      return `the card “${facts.card}” is complete, and is given once`
    case 'cardClosed':
      return `it came after the card closed on ${facts.date}`
    case 'beforeCard':
      return `it was placed before the card began on ${facts.date}`
  }
}
