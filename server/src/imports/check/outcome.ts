import type { LineOutcome } from '../import.ts'
import type { FileKind, LineValues } from '../kinds/kind.ts'
import type { LineDone, ReadLine } from '../line.ts'

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
export function isRepeated(
  kind: Pick<FileKind, 'keyOf'>,
  { values, correctedLine, ordinal }: ReadLine<LineValues>,
): boolean {
  return ordinal > 0 && (kind.keyOf(values) !== undefined || correctedLine !== null)
}
