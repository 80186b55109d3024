import { isBlank } from '../contract/schema.ts'
import type { AccountValues, ImportedMoment } from './line.ts'

/**
 * What a line does to balances and tiers, and for whom: lines that are equal in it are told apart by their order in the
 * file, so `ordinal` counts lines with the same content.
 */
export function contentOf(values: AccountValues): (string | null)[] {
  const { points, cashback, pendingPoints, spend, orderCount, progressDay, tier } = values
  const who = [values.originalId, values.document, values.email].find((text) => !isBlank(text))
  return [
    who?.trim().toLowerCase() ?? null,
    ...[points, cashback, pendingPoints, spend].map((amount) => amount?.toString() ?? null),
    ...[values.availableOn, values.earnedOn, values.expiresOn, values.tierUntil].map(momentText),
    ...[orderCount, progressDay].map((number) => number?.toString() ?? null),
    tier?.trim() ?? null,
  ]
}

function momentText(moment: ImportedMoment | undefined): string | null {
  if (!moment) return null
  return moment.kind === 'day' ? `day ${moment.day}` : String(moment.instant)
}
