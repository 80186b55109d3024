import { type Decimal, ZERO } from '../platform/decimal.ts'
import { shortText } from './explanation.ts'
import { isPrize, type KindOfFamily, RULE_KINDS, traitsOf } from './kinds.ts'
import type { PrizeForm, PrizeWords } from './language.ts'
import { isOf, type PrizeRule, type Rule } from './program.ts'
import { saysMore } from './referral-slots.ts'
import type { Picked, Slot } from './slot.ts'
import type { Words } from './words.ts'

/* What a rule gives, in its sentence: points, a reward, or both. */

export function prizeFormOf({ points, rewardId }: Pick<PrizeRule, 'points' | 'rewardId'>): PrizeForm {
  if (rewardId === null) return 'points'
  return points === ZERO ? 'reward' : 'both'
}

/** What stands for the prize, and for when it can be used. */
export function withPrize(template: string, rule: Rule, { what, validity }: PrizeWords): string {
  if (!isOf(isPrize, rule)) return template
  const form = prizeFormOf(rule)
  return template.replace('{prize}', () => what[form]).replace('{validity}', () => validity[form])
}

interface Tools {
  readonly context: { nameOf(kind: Picked, id: string): string | undefined }
  readonly numbers: Words
}

export const PRIZE_SLOTS = {
  prizePoints: (name: string, value: Decimal, { numbers }: Tools): Record<string, Slot> =>
    value === ZERO ? {} : { [name]: pointsSlot(name, value, numbers) },
  /** By the name of its JSON, which is without “Id”. */
  reward: (name: string, value: number | null, { context }: Tools): Record<string, Slot> => {
    const member = name.replace(/Id$/, '')
    return value === null ? {} : { [member]: rewardSlot(member, String(value), context) }
  },
}

/** The word is part of what is shown, because it follows the number. */
export function pointsSlot(member: string, value: Decimal, { language, count }: Words): Slot {
  const display = language.points(count(value))
  return { slot: `/${member}`, kind: 'number', value: shortText(value), display }
}

function rewardSlot(member: string, id: string, { nameOf }: Tools['context']): Slot {
  return {
    slot: `/${member}`,
    kind: 'picker',
    value: id,
    display: nameOf('reward', id) ?? id,
    picks: 'reward',
  }
}

/** What a rule can be turned into without a loss: one with a reward only into what gives one, a referral that asks or gives more into nothing else. */
export function kindsAlike(rule: Rule): KindOfFamily[] {
  const { family } = traitsOf(rule.kind)
  if (family === undefined) return []
  if (rule.kind === 'referral' && saysMore(rule)) return [rule.kind]
  const givesReward = isOf(isPrize, rule) && rule.rewardId !== null
  return RULE_KINDS.filter(
    (kind) => traitsOf(kind).family === family && (!givesReward || isPrize(kind)),
  ) as KindOfFamily[]
}
