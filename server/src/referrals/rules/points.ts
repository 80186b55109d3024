import { POINT_TYPE } from '../../accounts/account.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { creditAction, lotDates } from '../../earning/credit-earning.ts'
import { worthOf } from '../../earning/earned.ts'
import { shortText } from '../../earning/explanation.ts'
import type { Program, RuleOf } from '../../earning/program.ts'
import { takeBackEarning } from '../../earning/taken-back.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { type Tenant, takeBackPolicy } from '../../tenancy/tenant.ts'
import type { ReferralLot } from '../referral.ts'

interface Given {
  readonly program: Program
  readonly rule: RuleOf<'referral'>
  readonly points: Decimal
  readonly timeZone: string
}

/** Points for one of the two, as the rule has them wait and expire; null: it gives none. */
export function givePoints(posting: Posting, { program, rule, points, timeZone }: Given): ReferralLot | null {
  if (points === ZERO) return null
  const { waitingDays, validityDays, goodUntil } = rule
  const amount = { points, cashback: worthOf(points, program.cashback) }
  const line = { kind: 'referral', rule: rule.id, points: shortText(points) } as const
  const earning = {
    ...amount,
    ...{ waitingDays, validityDays, goodUntil },
    explanation: { v: program.version, lines: [line] },
  }
  const recordId = creditAction(posting, { type: POINT_TYPE.referral, earning, timeZone })
  if (recordId === null) return null
  return { recordId, amount, ...lotDates(rule, posting.now, timeZone) }
}

/** Closes the points of one of the two, which still wait. */
export function takePointsBack(
  posting: Posting,
  tenant: Tenant,
  { recordId, amount, expiresAt }: ReferralLot,
  { version, ruleId }: { readonly version: number; readonly ruleId: number },
): void {
  const line = { kind: 'prizeTakenBack', rule: ruleId, points: shortText(-amount.points) } as const
  takeBackEarning(
    posting,
    {
      type: POINT_TYPE.prize,
      orderId: null,
      lot: { id: recordId, expiresAt },
      amount,
      policy: takeBackPolicy(tenant),
    },
    { v: version, lines: [line] },
  )
}
