import type { FieldProblem } from '../contract/field-problem.ts'
import type { Said } from '../contract/locale.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, decimalFromText } from '../platform/decimal.ts'
import { localDateTimeToText } from '../platform/zone.ts'
import { shortText } from './explanation.ts'
import type {
  CampaignRule,
  LineBonusKind,
  LineBonusRule,
  OrderBonusKind,
  Program,
  PurchaseRule,
  Rule,
} from './program.ts'
import {
  beatenByCampaign,
  beatenByRule,
  CAMPAIGN_IS_OVER,
  CLOCKS_CHANGE,
  coveredByCampaign,
  highCashback,
  NO_OPEN_QUIZ,
  NO_SUCH_TIER,
  NOTHING_EARNS,
  shorterValidity,
  tierIsArchived,
  tierMultiplies,
  unknownIds,
  unseenIds,
} from './warning-texts.ts'

/** What may not be meant. It hinders nothing. */
export interface Warning {
  /** JSON pointer within the program. */
  readonly pointer: string
  /** For code. */
  readonly name: string
  readonly message: Said
}

export interface KnownTier {
  readonly id: string
  readonly name: string
  readonly isArchived: boolean
  /** What its own benefits multiply points by. */
  readonly multiplier: Decimal | null
}

/** What a program is seen beside. */
export interface Surroundings {
  readonly now: Instant
  readonly timeZone: string
  /** By which is earned now. */
  readonly current: Program
  /** Which of the ids that the rules name the catalogue knows; null: it knows nothing at all yet. */
  readonly known: Readonly<Record<LineBonusKind, ReadonlySet<string>>> | null
  /** What the orders that were placed last were paid with and placed at; null: there is no order yet. */
  readonly seen: Readonly<Record<OrderBonusKind, ReadonlySet<string>>> | null
  readonly tiers: readonly KnownTier[]
  readonly openQuizzes: number
}

/** Of what a customer spends; more than this is rarely meant. */
const CASHBACK_MAX = decimalFromText('0.2')

/** Tiers that rules name and that there are not, in what may not even be a program. */
export function unknownTiers(json: unknown, tiers: readonly KnownTier[]): FieldProblem[] {
  const known = new Set(tiers.map(({ id }) => id))
  const rules: unknown = (json as { rules?: unknown } | null)?.rules
  if (!Array.isArray(rules)) return []
  return rules.flatMap((rule: { kind?: unknown; ids?: unknown } | null, position) => {
    if (rule?.kind !== 'tier' || !Array.isArray(rule.ids)) return []
    return rule.ids.flatMap((id: unknown, index) =>
      typeof id !== 'string' || known.has(id)
        ? []
        : [{ pointer: `/rules/${position}/ids/${index}`, code: 'Tier_NotFound', message: NO_SUCH_TIER }],
    )
  })
}

export function warningsOf(program: Program, around: Surroundings): Warning[] {
  const found = program.rules.flatMap((rule, position) => {
    if (!rule.isActive) return []
    const warn = (member: string, name: string, message: Said): Warning => ({
      pointer: `/rules/${position}${member}`,
      name,
      message,
    })
    return warningsOfRule(rule, program, around, warn)
  })
  return program.index.purchase === null
    ? [{ pointer: '/rules', name: 'nothingEarns', message: NOTHING_EARNS }, ...found]
    : found
}

type Warn = (member: string, name: string, message: Said) => Warning

function warningsOfRule(rule: Rule, program: Program, around: Surroundings, warn: Warn): Warning[] {
  switch (rule.kind) {
    case 'purchase':
      return warningsOfPurchase(rule, program, around, warn)
    case 'product':
    case 'brand':
    case 'category':
      return warningsOfLineBonus(rule, program, around, warn)
    case 'paymentMethod':
    case 'branch': {
      const unseen = around.seen === null ? [] : rule.ids.filter((id) => !around.seen?.[rule.kind].has(id))
      return unseen.length > 0 ? [warn('/ids', 'unknownId', unseenIds(unseen))] : []
    }
    case 'tier':
      return rule.ids.flatMap((id) => {
        const tier = around.tiers.find((one) => one.id === id)
        if (tier?.isArchived) return [warn('/ids', 'archivedTier', tierIsArchived(tier.name))]
        return tier?.multiplier ? [warn('/ids', 'tierMultiplies', tierMultiplies(tier.name))] : []
      })
    case 'campaign':
      return warningsOfCampaign(rule, program, around, warn)
    case 'quiz':
      return around.openQuizzes === 0 ? [warn('', 'noOpenQuiz', NO_OPEN_QUIZ)] : []
    default:
      return []
  }
}

function warningsOfPurchase(
  rule: PurchaseRule,
  { cashback }: Program,
  { current }: Surroundings,
  warn: Warn,
): Warning[] {
  const found: Warning[] = []
  const before = current.index.purchase
  const wasLonger =
    before !== null &&
    rule.validityDays !== null &&
    (before.validityDays === null || before.validityDays > rule.validityDays)
  if (wasLonger) found.push(warn('/validityDays', 'shorterValidity', shorterValidity(before.validityDays)))
  // points / perAmount × pointValue > maximum, without dividing.
  if (cashback.isOn && rule.points * cashback.pointValue > rule.perAmount * CASHBACK_MAX) {
    const percent = (100n * rule.points * cashback.pointValue) / rule.perAmount
    found.push(warn('/points', 'highCashback', highCashback(shortText(percent))))
  }
  return found
}

function warningsOfLineBonus(
  rule: LineBonusRule,
  { index }: Program,
  { known, now }: Surroundings,
  warn: Warn,
): Warning[] {
  const found: Warning[] = []
  const unknown = known === null ? [] : rule.ids.filter((id) => !known[rule.kind].has(id))
  if (unknown.length > 0) found.push(warn('/ids', 'unknownId', unknownIds(unknown)))
  if (rule.bonus.type === 'points') return found
  const { multiplier } = rule.bonus
  const better = rule.ids.flatMap((id) => {
    const best = index.lineMultipliers[rule.kind].get(id)
    return best && best.rule !== rule ? [{ id, rule: best.rule }] : []
  })
  const [first] = better
  if (first) found.push(warn('/ids', 'betterRule', beatenByRule(first.id, titleOf(first.rule))))
  const running = index.campaigns.find(({ startsAt, endsAt }) => startsAt <= now && now < endsAt)
  if (running && running.multiplier >= multiplier) {
    found.push(warn('/multiplier', 'betterCampaign', beatenByCampaign(titleOf(running))))
  }
  return found
}

function warningsOfCampaign(
  rule: CampaignRule,
  { index }: Program,
  { now, timeZone }: Surroundings,
  warn: Warn,
): Warning[] {
  if (rule.endsAt <= now) return [warn('/endsAt', 'campaignIsOver', CAMPAIGN_IS_OVER)]
  const found: Warning[] = []
  const better = index.campaigns.find(
    (one) =>
      one !== rule &&
      one.multiplier >= rule.multiplier &&
      one.startsAt < rule.endsAt &&
      rule.startsAt < one.endsAt,
  )
  if (better) found.push(warn('/multiplier', 'betterCampaign', coveredByCampaign(titleOf(better))))
  if (wallTimeOf(rule.startsAt, timeZone) !== wallTimeOf(rule.endsAt, timeZone)) {
    found.push(warn('/endsAt', 'clocksChange', CLOCKS_CHANGE))
  }
  return found
}

/** What the zone's clock is ahead of UTC, in minutes. */
function wallTimeOf(at: Instant, timeZone: string): number {
  return Math.round((Date.parse(`${localDateTimeToText(at, timeZone).replace(' ', 'T')}Z`) - at) / 60_000)
}

function titleOf({ name, id }: Rule): string {
  return name === '' ? String(id) : name
}
