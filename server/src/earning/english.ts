import type { AdjustmentReason } from './explanation.ts'
import type { Count, Extra, Language, LineBonusFacts, NothingFacts, PurchaseFacts } from './language.ts'
import type { LineBonusKind, Rounding } from './program.ts'

const ROUNDED: Readonly<Record<Rounding, string>> = {
  floor: 'rounded down',
  nearest: 'rounded to the nearest',
  ceiling: 'rounded up',
}

const ADJUSTED_FOR: Readonly<Record<AdjustmentReason, string>> = {
  goodwill: 'goodwill',
  correction: 'a correction',
  complaint: 'a complaint',
  promotion: 'a promotion',
  fraud: 'fraud',
  other: 'another reason',
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
    paymentMethod: ({ id, ...extra }) => `for paying with «${id}»${timesBase(extra)}`,
    branch: ({ id, ...extra }) => `for buying at «${id}»${timesBase(extra)}`,
    tier: ({ name, ...extra }) => `for the tier «${name}»${timesBase(extra)}`,
    tierBenefit: ({ name, ...extra }) => `as a benefit of the tier «${name}»${timesBase(extra)}`,
    firstPurchase: (extra) => `for the first purchase${timesBase(extra)}`,
    campaign: ({ name, amount, multiplier }) =>
      `for ${amount} in the campaign${name === null ? '' : ` «${name}»`}${multiplier === null ? '' : ` at ${multiplier}`}`,
    signup: () => 'for signing up',
    birthday: () => 'for the birthday',
    referral: () => 'for a referral',
    quiz: ({ name }) => `for the quiz «${name}»`,
    custom: ({ key }) => (key === null ? 'for an action of the merchant' : `for «${key}»`),
    recorded: () => 'recorded before',
    otherRecord: () => 'in another record of the same moment, because a part was still waiting',
    notEnrolled: () => 'not earned, because the customer was not enrolled then',
    writtenOff: () => 'written off, because they were spent',
    reward: ({ name, cashback }) =>
      cashback === null ? `for the reward «${name}»` : `for the reward «${name}»: ${cashback} of cashback`,
    adjustment: ({ isAdded, cashback, reason }) =>
      `${cashback === null ? '' : `for ${cashback} of cashback that was `}${isAdded ? 'added' : 'removed'} by hand: ${ADJUSTED_FOR[reason]}`,
    partReturned: ({ amount, key }) => `${amount} of it was returned (key «${key}»)`,
    refunded: ({ name, cashback }) =>
      `back from the reward «${name}»: ${cashback} of cashback, because a part of its order was returned`,
    cashbackChange: ({ amount, isAdded, reason, key }) =>
      `for ${amount} of cashback that was ${isAdded ? 'added' : 'removed'} by hand: «${reason}» (key «${key}»)`,
    pointsChange: ({ isAdded, reason, key }) =>
      `${isAdded ? 'added' : 'removed'} by hand: «${reason}» (key «${key}»)`,
    returned: ({ name, date }) => `back from the reward «${name}» of ${date}`,
    expired: (facts) =>
      `expired, left of the ${points(facts.points)} of ${facts.date}${facts.order === null ? '' : ` (order «${facts.order}»)`}`,
    erased: () => 'ended when the customer was erased',
    imported: () => 'imported',
    unexplained: () => 'recorded by a version that stored no explanation',
  },
  withRule: (reason, rule) => `${reason} (rule «${rule}»)`,
  line: (points, reason) => `${points} ${reason}`,
  single: (points, reason) => `${points} ${reason}`,
  several: (points, lines) => `${points}: ${lines.join('; ')}`,
  cancelled: (points, lines) => [`${points}: the order was cancelled`, ...lines].join('; '),
  adjusted: (points, lines, nothing) =>
    [
      `${points}: the order was changed`,
      ...lines,
      ...(nothing === null ? [] : [`it earns nothing now: ${nothing}`]),
    ].join('; '),
  nothing,
  orderOfNothing: (facts) =>
    facts.why === 'pending'
      ? 'This order has earned nothing yet: it is not complete'
      : `This order earned nothing: ${nothing(facts)}`,
  orderStands: (points) => `This order stands for ${points}`,
  opened: (points, date) => `${points} of ${date} became available`,
  orderWrittenOff: (points) =>
    `${points} should have been taken back, were spent already and are written off: they are never taken later`,
  linesCapped: (lines, total) =>
    `Its lines come to ${lines}, and count for at most the total of ${total}, in their order`,
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
  const among = `with one of the rule's ${PLURAL[kind]}`
  if ('count' in facts) {
    const each = facts.each === null ? '' : `, ${facts.each.text} each`
    return `for ${facts.count.text} ${facts.count.isOne ? 'line' : 'lines'} ${among}${each}`
  }
  const times = facts.multiplier === null ? '' : ` at ${facts.multiplier}`
  const instead = facts.insteadOf === null ? '' : ` instead of ${facts.insteadOf}`
  return `for ${facts.amount} ${among}${times}${instead}`
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
      return 'its customer did not take part in the program'
    case 'pending':
      return 'it is not complete'
    case 'cancelled':
      return 'it was cancelled before it was complete'
    case 'lessThanAPoint':
      return 'its total came to less than a point'
  }
}
