import type { LineDone } from '../commands.ts'
import type { LineOutcome } from '../import.ts'
import type { AccountValues, ReadLine } from '../line.ts'

const OUTCOMES: Readonly<Record<LineDone['outcome'], LineOutcome>> = {
  created: 'create',
  updated: 'update',
  unchanged: 'unchanged',
  doneBefore: 'doneBefore',
  erasedPerson: 'erasedPerson',
  unclaimed: 'unclaimed',
}

export function outcomeOf(outcome: LineDone['outcome']): LineOutcome {
  return OUTCOMES[outcome]
}

/** It has the key of a line before it in the same file, so it is the same line once more. */
export function isRepeated({ values, correctedLine, ordinal }: ReadLine<AccountValues>): boolean {
  return ordinal > 0 && (values.key !== undefined || correctedLine !== null)
}
