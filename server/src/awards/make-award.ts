import { type Amount, POINT_TYPE } from '../accounts/account.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import type { RecordId } from '../contract/ids.ts'
import { creditEarning, lotDates } from '../earning/credit-earning.ts'
import { worthOf } from '../earning/earned.ts'
import { type RuleLine, shortText } from '../earning/explanation.ts'
import type { Cashback, Validity } from '../earning/program.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import type { Award, AwardWithPoints } from './award.ts'

/** What a rule gives: points, a reward, or both. */
export interface Prize extends Validity {
  /** 0: none. */
  readonly points: Decimal
  readonly rewardId: number | null
}

type MadeFor = Pick<Award, 'customerId' | 'source' | 'ruleId' | 'reference' | 'programVersion'>

interface Why {
  readonly line: Omit<RuleLine, 'points'>
  readonly cashback: Cashback
  readonly timeZone: string
}

/** Gives a prize: points at once, a reward when it is due. */
export function givePrize(posting: Posting, prize: Prize, made: MadeFor, why: Why): AwardWithPoints {
  const { cashback, timeZone } = why
  const recordId = creditPrize(posting, prize, made, why)
  const award = makeAward(posting, prize, { ...made, recordId, timeZone })
  if (recordId === null) return { award, points: null }
  const { expiresAt } = lotDates(prize, posting.now, timeZone)
  return { award, points: { recordId, standing: worthIn(prize, cashback), expiresAt } }
}

function worthIn({ points }: Prize, cashback: Cashback): Amount {
  return { points, cashback: worthOf(points, cashback) }
}

/** Returns the record of the points of a prize; null: it has none. */
function creditPrize(
  posting: Posting,
  prize: Prize,
  { programVersion }: MadeFor,
  { line, cashback, timeZone }: Why,
): RecordId | null {
  const { points, waitingDays, validityDays, goodUntil } = prize
  if (points === ZERO) return null
  const earning = {
    ...worthIn(prize, cashback),
    waitingDays,
    validityDays,
    goodUntil,
    explanation: { v: programVersion, lines: [{ ...line, points: shortText(points) }] },
  }
  const input = { type: POINT_TYPE.prize, earning, earnedAt: posting.now, orderId: null, timeZone }
  return creditEarning(posting, input)
}

/** An award, whose reward is due now or at the start of a day to come. */
export function makeAward(
  posting: Posting,
  { rewardId, ...validity }: Prize,
  {
    recordId,
    timeZone,
    ...made
  }: MadeFor & { readonly recordId: RecordId | null; readonly timeZone: string },
): Award {
  const dueAt = rewardId === null ? null : lotDates(validity, posting.now, timeZone).availableAt
  if (dueAt !== null) posting.awardDueAt(dueAt)
  return {
    ...made,
    id: posting.nextId(),
    recordId,
    rewardId,
    dueAt,
    state: rewardId === null ? 'given' : 'due',
    heldBecause: null,
    givenAt: rewardId === null ? posting.now : null,
    redemptionKey: null,
    couponKey: null,
    madeAt: posting.now,
    endedAt: null,
    lost: null,
  }
}
