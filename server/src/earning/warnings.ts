import type { FieldProblem } from '../contract/field-problem.ts'
import type { LocalizedText } from '../contract/locale.ts'
import type { Instant } from '../platform/clock.ts'
import { decimalFromText, ZERO } from '../platform/decimal.ts'
import { offsetAt } from '../platform/zone.ts'
import { liveCard, warningsOfCard, warningsOfCardsOff } from './card-warnings.ts'
import { lotDates } from './credit-earning.ts'
import { shortText } from './explanation.ts'
import { isLineBonus, isRuleKind, picksFrom } from './kinds.ts'
import { isExcludedById } from './limit-members.ts'
import { warningsOfClock, warningsOfLimits, warningsOfRemoved } from './limit-warnings.ts'
import { isRunning } from './multipliers.ts'
import {
  type CampaignRule,
  isOf,
  type LineBonusRule,
  type Program,
  type PurchaseRule,
  type Rule,
  type RuleIndex,
  stacks,
  type Validity,
  whenOf,
} from './program.ts'
import { warningsOfReferral } from './referral-warnings.ts'
import { warningsOfRewards } from './reward-warnings.ts'
import type { KnownTier, ProgramContext, Warn, Warning } from './warning.ts'
import {
  beatenByCampaign,
  beatenByRule,
  CAMPAIGN_IS_OVER,
  CLOCKS_CHANGE,
  CONDITION_IS_OVER,
  coveredByCampaign,
  EXPIRES_SOONER,
  highCashback,
  NO_OPEN_QUIZ,
  NO_SUCH_TIER,
  NOTHING_EARNS,
  QUIZ_WITHOUT_RULE,
  shorterValidity,
  tierIsArchived,
  tierMultiplies,
  unknownIds,
  unseenIds,
} from './warning-texts.ts'

const DAY_MS = 86_400_000

/** Of what a customer spends; more than this is rarely meant. */
const CASHBACK_MAX = decimalFromText('0.2')

/** Tiers that rules name and that there are not, in what may not even be a program. */
export function unknownTiers(json: unknown, tiers: readonly KnownTier[]): FieldProblem[] {
  const known = new Set(tiers.map(({ id }) => id))
  const rules: unknown = (json as { rules?: unknown } | null)?.rules
  if (!Array.isArray(rules)) return []
  const unknownAmong = (ids: unknown, pointer: string): FieldProblem[] => {
    if (!Array.isArray(ids)) return []
    return ids.flatMap((id: unknown, index) =>
      typeof id !== 'string' || known.has(id)
        ? []
        : [{ pointer: `${pointer}/${index}`, code: 'Tier_NotFound', message: NO_SUCH_TIER }],
    )
  }
  return rules.flatMap(
    (rule: { kind?: unknown; ids?: unknown; when?: { tiers?: unknown } } | null, position) => {
      if (!isRuleKind(rule?.kind)) return []
      return [
        ...(picksFrom(rule.kind, 'tiers') ? unknownAmong(rule.ids, `/rules/${position}/ids`) : []),
        ...unknownAmong(rule.when?.tiers, `/rules/${position}/when/tiers`),
      ]
    },
  )
}

export function warningsOf(program: Program, context: ProgramContext): Warning[] {
  const found = program.rules.flatMap((rule, position) => {
    if (!rule.isActive) return []
    const warn = (member: string, name: string, message: LocalizedText): Warning => ({
      pointer: `/rules/${position}${member}`,
      name,
      message,
    })
    return warningsOfRule(rule, program, context, warn)
  })
  return [
    ...warningsOfMissingRules(program, context),
    ...warningsOfRemoved(program, context),
    ...warningsOfCardsOff(program, context),
    ...found,
  ]
}

function warningsOfMissingRules({ index }: Program, { openQuizzes }: ProgramContext): Warning[] {
  const warn = (name: string, message: LocalizedText): Warning => ({ pointer: '/rules', name, message })
  return [
    ...(index.purchase === null ? [warn('nothingEarns', NOTHING_EARNS)] : []),
    ...(index.quiz === null && openQuizzes > 0 ? [warn('quizWithoutRule', QUIZ_WITHOUT_RULE)] : []),
  ]
}

function warningsOfRule(rule: Rule, program: Program, context: ProgramContext, warn: Warn): Warning[] {
  const ofIds = [
    ...warningsOfIds(rule, context, warn),
    ...warningsOfWhen(rule, context, warn),
    ...warningsOfClock(rule, context, warn),
    ...warningsOfLimits(rule, program, context, warn),
    ...warningsOfRewards(rule, context, warn),
  ]
  if (isOf(isLineBonus, rule)) return [...ofIds, ...warningsOfLineBonus(rule, program, context, warn)]
  switch (rule.kind) {
    case 'purchase':
      return warningsOfPurchase(rule, program, context, warn)
    case 'campaign':
      return [...ofIds, ...warningsOfCampaign(rule, program, context, warn)]
    case 'card': {
      const live = liveCard(rule.id, context)
      const gavePoints = live && live.points > ZERO && rule.points > ZERO
      const shorter = gavePoints ? warningsOfShorter(rule, live, context, warn) : []
      return [...ofIds, ...warningsOfCard(rule, program, context, warn), ...shorter]
    }
    case 'referral':
      return [...ofIds, ...warningsOfReferral(rule, context, warn)]
    case 'quiz':
      return context.openQuizzes === 0 ? [warn('', 'noOpenQuiz', NO_OPEN_QUIZ)] : []
    default:
      return ofIds
  }
}

/** What the rule names and is not there, or no longer. */
function warningsOfIds(rule: Rule, { known, seen, tiers }: ProgramContext, warn: Warn): Warning[] {
  if (rule.kind === 'exclude') {
    const { of, ids } = rule.excluded
    const unknown = known === null || !isExcludedById(of) ? [] : ids.filter((id) => !known[of].has(id))
    return unknown.length > 0 ? [warn('/ids', 'unknownId', unknownIds(unknown))] : []
  }
  if (!('ids' in rule)) return []
  const { kind, ids } = rule
  if (picksFrom(kind, 'catalog')) {
    const unknown = known === null ? [] : ids.filter((id) => !known[kind].has(id))
    return unknown.length > 0 ? [warn('/ids', 'unknownId', unknownIds(unknown))] : []
  }
  if (picksFrom(kind, 'orders')) {
    const unseen = seen === null ? [] : ids.filter((id) => !seen[kind].has(id))
    return unseen.length > 0 ? [warn('/ids', 'unknownId', unseenIds(unseen))] : []
  }
  return ids.flatMap((id) => {
    const tier = tiers.find((one) => one.id === id)
    if (tier?.isArchived) return [warn('/ids', 'archivedTier', tierIsArchived(tier.name))]
    return tier?.multiplier && kind === 'tier'
      ? [warn('/ids', 'tierMultiplies', tierMultiplies(tier.name))]
      : []
  })
}

/** What a rule asks for and will not be: its time is over, or nothing has such a name. */
function warningsOfWhen(rule: Rule, { now, seen, tiers }: ProgramContext, warn: Warn): Warning[] {
  const when = whenOf(rule)
  if (when === null) return []
  const found: Warning[] = []
  if (when.until !== null && when.until <= now) found.push(warn('/when/until', 'over', CONDITION_IS_OVER))
  const unseenAmong = (
    member: 'branches' | 'paymentMethods',
    kind: 'branch' | 'paymentMethod',
  ): Warning[] => {
    const unseen = [...(when[member] ?? [])].filter((id) => seen !== null && !seen[kind].has(id))
    return unseen.length > 0 ? [warn(`/when/${member}`, 'unknownId', unseenIds(unseen))] : []
  }
  const archived = tiers.filter(({ id, isArchived }) => isArchived && when.tiers?.has(id))
  return [
    ...found,
    ...unseenAmong('branches', 'branch'),
    ...unseenAmong('paymentMethods', 'paymentMethod'),
    ...archived.map(({ name }) => warn('/when/tiers', 'archivedTier', tierIsArchived(name))),
  ]
}

function warningsOfPurchase(
  rule: PurchaseRule,
  { cashback }: Program,
  context: ProgramContext,
  warn: Warn,
): Warning[] {
  const found = warningsOfShorter(rule, context.current.index.purchase, context, warn)
  // points / perAmount × pointValue > maximum, without dividing.
  if (cashback.isOn && rule.points * cashback.pointValue > rule.perAmount * CASHBACK_MAX) {
    const percent = (100n * rule.points * cashback.pointValue) / rule.perAmount
    found.push(warn('/points', 'highCashback', highCashback(shortText(percent))))
  }
  return found
}

function warningsOfShorter(
  rule: Validity,
  before: Validity | null,
  context: ProgramContext,
  warn: Warn,
): Warning[] {
  if (before === null || !isShorter(rule, before, context)) return []
  const isOfDays = rule.goodUntil === null && before.goodUntil === null
  const message = isOfDays ? shorterValidity(before.validityDays) : EXPIRES_SOONER
  return [warn(rule.goodUntil ? '/goodUntil' : '/validityDays', 'shorterValidity', message)]
}

/** Whether points are good for a shorter time than before: on some day of a year, where the calendar has a say in it. */
function isShorter(rule: Validity, before: Validity, { now, timeZone }: ProgramContext): boolean {
  if (rule.goodUntil === null && before.goodUntil === null) {
    if (rule.validityDays === null) return false
    return before.validityDays === null || before.validityDays > rule.validityDays
  }
  const endOf = (validity: Validity, earnedAt: Instant): number => {
    // Only how long they are good is compared: waiting is something else.
    const { expiresAt } = lotDates({ ...validity, waitingDays: 0 }, earnedAt, timeZone)
    return expiresAt ?? Number.POSITIVE_INFINITY
  }
  return Array.from({ length: 366 }, (_, day) => now + day * DAY_MS).some(
    (earnedAt) => endOf(rule, earnedAt) < endOf(before, earnedAt),
  )
}

function warningsOfLineBonus(
  rule: LineBonusRule,
  { index }: Program,
  { now }: ProgramContext,
  warn: Warn,
): Warning[] {
  const found: Warning[] = []
  if (rule.bonus.type === 'points') return found
  const { multiplier } = rule.bonus
  const better = rule.ids.flatMap((id) => {
    const [best] = index.lineMultipliers[rule.kind].get(id) ?? []
    const isAlwaysBeaten = best && best.rule !== rule && best.rule.when === null && !stacks(rule)
    return isAlwaysBeaten ? [{ id, rule: best.rule }] : []
  })
  const [first] = better
  if (first) found.push(warn('/ids', 'betterRule', beatenByRule(first.id, titleOf(first.rule))))
  const running = competingCampaigns(index).find((rule) => isRunning(rule, now))
  if (running && running.multiplier >= multiplier && !stacks(rule)) {
    found.push(warn('/multiplier', 'betterCampaign', beatenByCampaign(titleOf(running))))
  }
  return found
}

/** Those that compete and ask for nothing but their dates, the best first. */
function competingCampaigns({ orderMultipliers }: RuleIndex): CampaignRule[] {
  return orderMultipliers.flatMap(({ rule }) =>
    rule.kind === 'campaign' && rule.when === null ? [rule] : [],
  )
}

function warningsOfCampaign(
  rule: CampaignRule,
  { index }: Program,
  { now, timeZone }: ProgramContext,
  warn: Warn,
): Warning[] {
  if (rule.endsAt <= now) return [warn('/endsAt', 'campaignIsOver', CAMPAIGN_IS_OVER)]
  const found: Warning[] = []
  const better = competingCampaigns(index).find(
    (one) =>
      one !== rule &&
      !stacks(rule) &&
      one.multiplier >= rule.multiplier &&
      one.startsAt < rule.endsAt &&
      rule.startsAt < one.endsAt,
  )
  if (better) found.push(warn('/multiplier', 'betterCampaign', coveredByCampaign(titleOf(better))))
  if (offsetAt(rule.startsAt, timeZone) !== offsetAt(rule.endsAt, timeZone)) {
    found.push(warn('/endsAt', 'clocksChange', CLOCKS_CHANGE))
  }
  return found
}

function titleOf({ name, id }: Rule): string {
  return name === '' ? String(id) : name
}
