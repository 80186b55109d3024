import type { Entry } from '../accounts/account.ts'
import type { TakeBack, TakenBack } from '../accounts/rules/ledger.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { type Decimal, decimalFromText, ZERO } from '../platform/decimal.ts'
import { type Explanation, type ExplanationLine, shortText } from './explanation.ts'

/** Takes back, and says why: what is taken may be in two records, and less than was asked for. */
export function takeBackEarning(posting: Posting, input: TakeBack, explanation: Explanation): TakenBack {
  const taken = posting.takeBack(input)
  for (const [id, one] of explainTakenBack(explanation, taken.entries)) posting.explain(id, one)
  return taken
}

/**
 * Why each record of what was taken back has its points, by record. `explanation` is that of the whole: what is
 * taken of points that still wait is a record of its own, and each of the two says how much is in the other; what
 * was asked for and not taken is written off, and both of them say so.
 */
export function explainTakenBack(
  explanation: Explanation,
  entries: readonly Entry[],
): ReadonlyMap<number, Explanation> {
  const taken = entries.filter((entry) => entry.kind === 'debit')
  const all = taken.reduce((sum, { amount }) => sum + amount.points, ZERO)
  const lines = [...explanation.lines, ...line('writtenOff', all - sumOfLines(explanation.lines))]
  return new Map(
    taken.map(({ id, amount }) => [
      id,
      { ...explanation, lines: [...lines, ...line('otherRecord', amount.points - all)] },
    ]),
  )
}

function line(kind: 'writtenOff' | 'otherRecord', points: Decimal): ExplanationLine[] {
  return points === ZERO ? [] : [{ kind, points: shortText(points) }]
}

export function sumOfLines(lines: readonly { readonly points: string }[]): Decimal {
  return lines.reduce((sum, { points }) => sum + decimalFromText(points), ZERO)
}
