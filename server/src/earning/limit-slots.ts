import { ONE } from '../platform/decimal.ts'
import type { RuleWords } from './language.ts'
import {
  type CapPeriod,
  EXCLUDABLE,
  type Excludable,
  isExcludedById,
  type Limit,
  PERIODS,
  PURPOSES,
  type Purpose,
} from './limit-members.ts'
import type { ExcludeRule } from './program.ts'
import type { Slot } from './slot.ts'
import type { Words } from './words.ts'

/* The slots of what is left out and of what is limited. */

/** What can be chosen in its place without naming something else. */
export function excludedSlot({ excluded: { of }, when }: ExcludeRule, words: RuleWords): Slot {
  const isLike = (other: Excludable): boolean =>
    isExcludedById(of) ? isExcludedById(other) : !isExcludedById(other) && (other !== 'all' || when !== null)
  const options = EXCLUDABLE.filter((one) => one === of || isLike(one)).map((value) => ({
    value,
    display: words.excluded[value],
  }))
  return { slot: '/of', kind: 'choice', value: of, display: words.excluded[of], options }
}

export function outOfSlot(outOf: readonly Purpose[], words: RuleWords): Slot {
  const inOrder = PURPOSES.filter((one) => outOf.includes(one))
  const options = PURPOSES.map((value) => ({ value, display: words.outOf([value]) }))
  return { slot: '/outOf', kind: 'set', value: inOrder, display: words.outOf(inOrder), options }
}

export function limitSlots({ times, per }: Limit, { language: { rules }, count }: Words) {
  const display = rules.often(count(BigInt(times) * ONE))
  return {
    limitTimes: { slot: '/limit/times', kind: 'number', value: times, display },
    limitPer: perSlot('/limit/per', per, PERIODS, rules),
  } as const
}

export function capPerSlot(per: CapPeriod, words: RuleWords): Slot {
  return perSlot('/per', per, ['order', ...PERIODS], words)
}

export function perSlot(slot: string, per: CapPeriod, all: readonly CapPeriod[], words: RuleWords): Slot {
  const options = all.map((value) => ({ value, display: words.per[value] }))
  return { slot, kind: 'choice', value: per, display: words.per[per], options }
}
