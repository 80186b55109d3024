import { type Instant, instantToText } from '../platform/clock.ts'
import { NO_CARD_STARTS, type Program } from './program.ts'
import type { ProgramContent, RuleJson } from './program-json.ts'

type CardStarts = Program['cardStarts']

const SECOND_MS = 1_000

/** As the database keeps them. */
export type StoredCardStarts = Readonly<Record<string, string>>

/** Of a version that takes effect at a moment: what was known before it, and cards that it has for the first time. */
export function cardStartsFrom(before: CardStarts, { rules }: ProgramContent, moment: Instant): CardStarts {
  const fresh = rules.filter((rule) => isActiveCard(rule) && !before.has(rule.id))
  if (fresh.length === 0) return before
  // Most shops date orders to the second: one of the same second is not of before.
  const startsAt = moment - (moment % SECOND_MS)
  return new Map([...before, ...fresh.map(({ id }) => [id, startsAt] as const)])
}

/** Whether a version that waits has a card which now starts before the moment that is kept with it. */
export function startsSooner(waiting: CardStarts, { rules }: ProgramContent, moment: Instant): boolean {
  return rules.some((rule) => isActiveCard(rule) && (waiting.get(rule.id) ?? moment) > moment)
}

function isActiveCard({ kind, isActive }: RuleJson): boolean {
  return kind === 'card' && isActive !== false
}

export function readCardStarts(stored: StoredCardStarts | null): CardStarts {
  if (stored === null) return NO_CARD_STARTS
  return new Map(Object.entries(stored).map(([id, at]) => [Number(id), Date.parse(at)]))
}

export function writeCardStarts(starts: CardStarts): string | null {
  if (starts.size === 0) return null
  return JSON.stringify(Object.fromEntries([...starts].map(([id, at]) => [id, instantToText(at)])))
}
