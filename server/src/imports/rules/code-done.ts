import type { CodeOutcome } from '../../rewards/manage/codes-of-files.ts'
import type { LineDone, LineRefusal } from '../line.ts'

/** What became of the line of a code. */
export function codeDone(outcome: CodeOutcome): LineDone | LineRefusal {
  const none = { customerId: null, isProfileChanged: false }
  switch (outcome) {
    case 'added':
      return { ...none, outcome: 'created' }
    case 'doneBefore':
      return { ...none, outcome: 'doneBefore' }
    case 'known':
      return { ...none, outcome: 'unchanged' }
    case 'elsewhere':
      return { kind: 'refusal', reason: 'code-elsewhere', member: 'code', facts: {} }
  }
}
