import { sentenceOfRule } from '../../earning/rule-sentence.ts'
import { type Decimal, decimalToNumber } from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { storedNameOfCustom } from '../grant.ts'
import { type GrantCount, OBJECTIVE_TYPE, type Objective, remainingToday } from '../objective.ts'
import { titleOfKind } from '../texts.ts'
import type { Objective as Shown } from './schema.ts'

const NEVER: GrantCount = { ever: 0, today: 0 }

/** What rewards are called. */
export type TitleOf = (rewardId: number) => string | undefined

interface ShownTo {
  readonly tenant: Tenant
  /** How often a customer has been granted what; null: without a customer. */
  readonly counts: ReadonlyMap<string, GrantCount> | null
  readonly titleOf: TitleOf
}

export function toObjective(objective: Objective, { tenant, counts, titleOf }: ShownTo): Shown {
  const { id, kind, name } = objective
  const limits = kind === 'custom' ? objective.limits : { perDay: null, ever: null }
  const stored = storedNameOf(objective)
  const count = counts && stored !== null ? (counts.get(stored) ?? NEVER) : null
  const points = pointsOf(objective)
  return {
    Id: id,
    Title: name || titleOfKind(kind, tenant.locale),
    Description: sentenceOfRule(objective, {
      ...tenant,
      nameOf: (of, value) => (of === 'reward' ? titleOf(Number(value)) : undefined),
    }),
    AmountOfPoints: points === null ? null : decimalToNumber(points),
    Active: true,
    Details: {
      Key: kind === 'custom' ? objective.key : null,
      LimitPerDay: limits.perDay,
      LimitEver: limits.ever,
      Completed: count?.ever ?? null,
      RemainingToday: count && remainingToday(objective, count),
    },
    Type: OBJECTIVE_TYPE[kind],
  }
}

/** null: quizzes say themselves what they are worth, and a multiplier depends on the order. */
function pointsOf(objective: Objective): Decimal | null {
  switch (objective.kind) {
    case 'quiz':
      return null
    case 'firstPurchase':
      return objective.bonus.type === 'points' ? objective.bonus.points : null
    default:
      return objective.points
  }
}

/** Under which name its grants are kept; null: orders and answers to quizzes are no grants. */
function storedNameOf(objective: Objective): string | null {
  switch (objective.kind) {
    case 'signup':
    case 'birthday':
    case 'referral':
      return objective.kind
    case 'custom':
      return storedNameOfCustom(objective.key)
    default:
      return null
  }
}
