import { ONE } from '../platform/decimal.ts'
import type { NotMoreFacts } from './language.ts'
import type { Rule } from './program.ts'
import type { SentenceContext } from './sentence.ts'
import type { NotMore } from './why-not.ts'
import { capText, clockText, limitText, stampLimitText, type Words, wordsFor } from './words.ts'

/** A rule that gave nothing, or took something, and why. */
export interface NotMoreLine {
  readonly ruleId: number
  readonly name: string
  readonly why: NotMore['why']
  readonly sentence: string
}

export function notMoreLines(found: readonly NotMore[], context: SentenceContext): NotMoreLine[] {
  return found.map((one) => ({
    ruleId: one.rule.id,
    name: one.rule.name,
    why: one.why,
    sentence: notMoreText(one, context),
  }))
}

/** Why a bonus gave nothing: a clause, behind the name of its rule. */
export function notMoreText(found: NotMore, context: SentenceContext): string {
  const words = wordsFor(context)
  return words.language.notMore(factsOfNotMore(found, context, words))
}

function factsOfNotMore(found: NotMore, context: SentenceContext, words: Words): NotMoreFacts {
  const { rules } = words.language
  switch (found.why) {
    case 'notYet':
    case 'over':
      return { why: found.why, date: words.date(found.at) }
    case 'otherDay':
      return { why: found.why, days: rules.weekdays(found.days), was: rules.weekday[found.was] }
    case 'otherHour': {
      const hours = found.hours.map(({ from, until }) => ({ from: clockText(from), until: clockText(until) }))
      return { why: found.why, hours: rules.hours(hours), was: clockText(found.was) }
    }
    case 'otherTier':
      return { why: found.why, names: found.ids.map((id) => context.nameOf('tier', id) ?? id).join(', ') }
    case 'otherBranch':
    case 'otherPayment':
      return { why: found.why, names: found.ids.slice(0, NAMES_MAX).join(', ') }
    case 'belowItsMinimum':
      return { why: found.why, minimum: words.money(found.minimum), counted: words.money(found.counted) }
    case 'notAmongFirst': {
      const first = words.count(BigInt(found.first) * ONE)
      return { why: found.why, first, number: found.number === null ? null : String(found.number) }
    }
    case 'noSuchLine':
      return { why: found.why }
    case 'beaten':
      return { why: found.why, rule: titleOf(found.by) }
    case 'limitReached': {
      const { limit } = found
      const text = 'stamps' in limit ? stampLimitText(limit, words) : limitText(limit, words)
      return { why: found.why, limit: text }
    }
    case 'capped':
      return { why: found.why, points: words.count(found.points), cap: capText(found.cap, words) }
    case 'excluded':
      return {
        why: found.why,
        amount: words.money(found.amount),
        rule: titleOf(found.by ?? found.rule),
      }
    case 'cardDone':
      return { why: found.why, card: titleOf(found.rule) }
    case 'beforeCard':
    case 'cardClosed':
      return { why: found.why, date: words.date(found.at) }
    case 'unpriced':
      return { why: found.why, product: found.productId }
  }
}

function titleOf({ name, id }: Rule): string {
  return name || String(id)
}

/** More names than this make no sentence. */
const NAMES_MAX = 5
