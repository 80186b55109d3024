import type { PointType } from '../../accounts/account.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { Award } from '../../awards/award.ts'
import { makeAward } from '../../awards/make-award.ts'
import type { CustomerId, RecordId } from '../../contract/ids.ts'
import { creditAction } from '../../earning/credit-earning.ts'
import { evaluateAction } from '../../earning/evaluate-action.ts'
import type { Program } from '../../earning/program.ts'

/** What a signup or a birthday has given: points, a reward, or both. */
export interface GivenPrize {
  /** Of its points, and without points the number of its award: both are of one sequence. */
  readonly recordId: RecordId
  /** null: it has no reward. */
  readonly award: Award | null
}

interface PrizeInput {
  readonly kind: 'signup' | 'birthday'
  readonly type: PointType
  readonly customerId: CustomerId
  /** Which one of its kind: the year, or `once`. */
  readonly reference: string
  readonly program: Program
  readonly timeZone: string
}

/** Posts the points of a signup or a birthday, and makes its reward due. null: the program has nothing for it. */
export function givePrize(posting: Posting, input: PrizeInput): GivenPrize | null {
  const { kind: source, type, customerId, reference, program, timeZone } = input
  const earning = evaluateAction(program, { kind: source })
  const rule = program.index[source]
  if ('refused' in earning || rule === null) return null
  const pointsId = creditAction(posting, { type, earning, timeZone })
  const award =
    earning.rewardId === null
      ? null
      : makeAward(posting, earning, {
          customerId,
          source,
          ruleId: rule.id,
          reference,
          programVersion: program.version,
          recordId: pointsId,
          timeZone,
        })
  const recordId = pointsId ?? award?.id
  return recordId === undefined ? null : { recordId, award }
}
