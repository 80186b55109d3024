import { type Decimal, ZERO } from '../platform/decimal.ts'
import { addToTally, type Earning, earning, newTally } from './earned.ts'
import type { ActionLimits } from './members.ts'
import type { Program, Rule, Validity } from './program.ts'

export type Action =
  | { kind: 'signup' | 'birthday' | 'referral' }
  | { kind: 'quiz'; quizId: string; points: Decimal }
  | { kind: 'custom'; key: string }

export type ActionEarning = Earning & {
  /** The caller, who knows how often the customer has done it, refuses beyond them. Only for custom actions. */
  limits: ActionLimits | null
  /** Given beside the points, or instead of them; null: none. */
  rewardId: number | null
}

export function evaluateAction(
  program: Program,
  action: Action,
): ActionEarning | { refused: 'no-active-rule' } {
  const { index } = program
  switch (action.kind) {
    case 'quiz':
      return actionEarning(program, index.quiz, action.points, { id: action.quizId }, null)
    case 'custom': {
      const rule = index.customActions.get(action.key) ?? null
      return actionEarning(program, rule, rule?.points ?? ZERO, {}, rule?.limits ?? null)
    }
    default: {
      const rule = index[action.kind]
      return actionEarning(program, rule, rule?.points ?? ZERO, {}, null)
    }
  }
}

function actionEarning(
  program: Program,
  rule: (Rule & Validity) | null,
  points: Decimal,
  inputs: { id?: string },
  limits: ActionLimits | null,
): ActionEarning | { refused: 'no-active-rule' } {
  if (rule === null) return { refused: 'no-active-rule' }
  const tally = newTally()
  addToTally(tally, rule, inputs, points)
  return { ...earning(program, rule, tally), limits, rewardId: 'rewardId' in rule ? rule.rewardId : null }
}
