import type { Rule } from '../earning/program.ts'

/** What customers can earn with. Bonuses on top of an order are no actions of their own. The numbers go over the wire. */
export const OBJECTIVE_TYPE = {
  purchase: 0,
  signup: 1,
  birthday: 2,
  referral: 3,
  quiz: 4,
  custom: 5,
  firstPurchase: 6,
} as const
export type ObjectiveKind = keyof typeof OBJECTIVE_TYPE

export type Objective = Extract<Rule, { kind: ObjectiveKind }>

export function isObjective(rule: Rule): rule is Objective {
  return Object.hasOwn(OBJECTIVE_TYPE, rule.kind)
}

/** How often a customer has been granted an action: ever, and on this day of the merchant's calendar. */
export interface GrantCount {
  readonly ever: number
  readonly today: number
}

/** How often they can still earn with it today; null: there is no limit. */
export function remainingToday(objective: Objective, { ever, today }: GrantCount): number | null {
  if (objective.kind !== 'custom') return null
  const { limits } = objective
  const left = Math.min((limits.ever ?? Infinity) - ever, (limits.perDay ?? Infinity) - today)
  return left === Infinity ? null : Math.max(0, left)
}
