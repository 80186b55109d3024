import { type ConfigRefusal, wrong } from '../../contract/config-refusal.ts'
import { type Locale, type LocalizedText, localized } from '../../contract/locale.ts'
import { ProblemList } from '../../contract/problem-list.ts'
import { isBlank } from '../../contract/schema.ts'
import { shortText } from '../../earning/explanation.ts'
import { decimalFromText, ONE, ZERO } from '../../platform/decimal.ts'
import { goalName } from '../texts.ts'
import type { TierInput, WrittenBenefit, WrittenGoal, WrittenTier } from '../tier-input.ts'

const MONTHS = 12

export interface TiersContext {
  readonly stored: readonly WrittenTier[]
  /** Of those that are not archived. */
  readonly rewardKeys: ReadonlySet<string>
  readonly locale: Locale
}

/** All tiers as they become, the lowest first, or all that is wrong with them. */
export function checkTiers(
  tiers: readonly TierInput[],
  context: TiersContext,
): readonly WrittenTier[] | ConfigRefusal {
  const list = new ProblemList()
  const stored = new Map(context.stored.map((tier) => [tier.key, tier]))
  const written = tiers.map((tier, index) => {
    checkTier(list, tier, `/tiers/${index}`, context, stored.get(tier.key))
    return readTier(tier, context.locale, stored.get(tier.key))
  })
  checkKeys(list, tiers)
  checkBase(list, written)
  checkLeftOut(list, tiers, context.stored)
  return list.problems.length > 0 ? wrong(list.problems) : written
}

function checkKeys(list: ProblemList, tiers: readonly TierInput[]): void {
  const seen = new Set<string>()
  for (const [index, { key }] of tiers.entries()) {
    if (seen.has(key)) {
      list.add(
        `/tiers/${index}/key`,
        localized(`“${key}” is there twice.`, `“${key}” aparece duas vezes.`, `“${key}” aparece dos veces.`),
      )
    }
    seen.add(key)
  }
}

function checkBase(list: ProblemList, tiers: readonly WrittenTier[]): void {
  const bases = [...tiers.entries()].filter(([, { base }]) => base)
  for (const [index] of bases.slice(1)) {
    list.add(
      `/tiers/${index}/base`,
      localized(
        'Only one tier can be the base tier.',
        'Só um nível pode ser aquele em que todos começam.',
        'Solo un nivel puede ser aquel en el que todos comienzan.',
      ),
    )
  }
}

/** What is left out could be a slip, and its customers would lose it: it has to be said. */
function checkLeftOut(list: ProblemList, tiers: readonly TierInput[], stored: readonly WrittenTier[]): void {
  const sent = new Set(tiers.map(({ key }) => key))
  for (const { key } of stored.filter((tier) => !tier.archived && !sent.has(tier.key))) {
    list.add(
      '/tiers',
      localized(
        `The tier “${key}” is missing: send it with archived, if it is to end.`,
        `Falta o nível “${key}”: envie-o com archived, se ele deve acabar.`,
        `Falta el nivel “${key}”: envíelo con archived, si debe terminar.`,
      ),
      'Tier_NotFound',
    )
  }
}

function checkTier(
  list: ProblemList,
  { name, iconUrl, goals = [], benefits = [] }: TierInput,
  pointer: string,
  { rewardKeys }: TiersContext,
  stored: WrittenTier | undefined,
): void {
  list.addIfBlank(`${pointer}/name`, name)
  list.addUnlessWebAddress(`${pointer}/iconUrl`, iconUrl)
  for (const [index, { value }] of goals.entries()) {
    if (decimalFromText(value) <= ZERO) {
      list.add(`${pointer}/goals/${index}/value`, ABOVE_ZERO, 'General_BiggerThanZero')
    }
  }
  // One that it names already may have been archived since.
  const known = new Set([...rewardKeys, ...(stored?.benefits ?? []).map(({ reward }) => reward)])
  for (const [index, { text, reward, multiplier }] of benefits.entries()) {
    const at = `${pointer}/benefits/${index}`
    list.addIfBlank(`${at}/text`, text)
    if (!isBlank(reward) && !known.has(reward))
      list.add(`${at}/reward`, noReward(reward), 'TierBenefit_Reward_Required')
    if (isBlank(multiplier)) continue
    if (decimalFromText(multiplier) <= ONE) list.add(`${at}/multiplier`, ABOVE_ONE)
    if (!isBlank(reward)) list.add(`${at}/multiplier`, ONE_OF_BOTH)
  }
}

const ABOVE_ZERO = localized(
  'This must be above 0.',
  'Isto deve ser maior que 0.',
  'Esto debe ser mayor que 0.',
)
const ABOVE_ONE = localized(
  'A multiplier must be above 1.',
  'Um multiplicador deve ser maior que 1.',
  'Un multiplicador debe ser mayor que 1.',
)
const ONE_OF_BOTH = localized(
  'A benefit is a reward or a multiplier, not both: make two of it.',
  'Um benefício é uma recompensa ou um multiplicador, não os dois: faça dois.',
  'Un beneficio es una recompensa o un multiplicador, no ambos: haga dos.',
)

function noReward(key: string): LocalizedText {
  return localized(
    `There is no reward “${key}”.`,
    `Não há uma recompensa “${key}”.`,
    `No existe una recompensa “${key}”.`,
  )
}

function readTier(tier: TierInput, locale: Locale, stored: WrittenTier | undefined): WrittenTier {
  const archived = tier.archived ?? false
  const identifier = tier.identifier === undefined ? (stored ? stored.identifier : tier.key) : tier.identifier
  return {
    key: tier.key,
    name: tier.name.trim(),
    // Who has ended it begins in it no more.
    base: !archived && (tier.base ?? false),
    isActive: !archived && (tier.isActive ?? true),
    color: textOf(tier.color),
    iconUrl: textOf(tier.iconUrl),
    identifier: textOf(identifier),
    caption: textOf(tier.caption),
    archived,
    goals: (tier.goals ?? []).map((goal) => readGoal(goal, locale)),
    benefits: (tier.benefits ?? []).map(readBenefit),
  }
}

function readGoal(
  { name, measure, value, months = MONTHS }: NonNullable<TierInput['goals']>[number],
  locale: Locale,
): WrittenGoal {
  return {
    name: textOf(name) ?? goalName(measure, months, locale),
    measure,
    value: shortText(decimalFromText(value)),
    months,
  }
}

function readBenefit({
  text,
  reward,
  multiplier,
}: NonNullable<TierInput['benefits']>[number]): WrittenBenefit {
  return {
    text: text.trim(),
    reward: textOf(reward),
    multiplier: isBlank(multiplier) ? null : shortText(decimalFromText(multiplier)),
  }
}

function textOf(text: string | null | undefined): string | null {
  return isBlank(text) ? null : text
}
