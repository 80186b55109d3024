import { instantToText, lastSecondBefore } from '../../platform/clock.ts'
import { floorCents, notBelowZero, shortText, textWithPlaces } from '../../platform/decimal.ts'
import type { OwnBalance } from '../balances.ts'
import { expiringOf } from '../rules/expiring.ts'
import { EXPIRING_DATES_MAX, EXPIRING_WITHIN_DAYS, type Me } from './schema.ts'

const DAY_MS = 86_400_000

/** Of someone whom only the shop knows. */
export const PROSPECT: Me = {
  state: 'prospect',
  firstName: null,
  points: null,
  cashback: null,
  owed: null,
  expiring: [],
  tier: null,
  sequence: 0,
}

export function presentMe({ customer, account, expiring, tier, isCashbackOn, now }: OwnBalance): Me {
  const { points, cashback } = account.balance
  const until = now + EXPIRING_WITHIN_DAYS * DAY_MS
  return {
    state: customer.profile.isEnrolled ? 'member' : 'optedOut',
    firstName: customer.profile.name?.trim().split(/\s+/, 1)[0] || null,
    points: shortText(points),
    cashback: isCashbackOn ? textWithPlaces(floorCents(cashback), 2) : null,
    owed: shortText(notBelowZero(-points)),
    expiring: expiringOf(account, expiring)
      .filter(({ when }) => when <= until)
      .slice(0, EXPIRING_DATES_MAX)
      .map((one) => ({ points: shortText(one.points), at: instantToText(lastSecondBefore(one.when)) })),
    tier: tier && { name: tier.name, color: tier.color },
    sequence: account.sequence,
  }
}
