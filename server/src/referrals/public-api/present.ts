import { EMPTY_PROGRAM, type Program } from '../../earning/program.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { shortText, ZERO } from '../../platform/decimal.ts'
import type { ReferralAddress } from '../address.ts'
import type { ListedFriend, ReferralSums } from '../store/referrals.ts'
import { type Offered, offerToReferrer } from '../texts/offers.ts'
import { stateForCustomer, sumOfReferrals, type Told } from '../texts/outcomes.ts'
import { reasonForCustomer } from '../texts/reasons.ts'
import type { Telling } from '../texts/sentence.ts'
import type { OwnFriend, OwnReferral } from './schema.ts'

export interface OwnReferralFacts {
  readonly code: string | null
  readonly address: ReferralAddress | null
  /** null: nothing is given for friends now. */
  readonly offered: Offered | null
  readonly sums: ReferralSums
  readonly friends: readonly ListedFriend[]
  /** By which a friend's first order counted. */
  readonly programOf: (version: number) => Program | undefined
}

export function presentOwnReferral(
  { code, address, offered, sums, friends, programOf }: OwnReferralFacts,
  telling: Telling,
  now: Instant,
): OwnReferral {
  const { joined, bought, rewarded, points } = sums
  return {
    code,
    url: address?.url ?? null,
    whatsappUrl: address?.whatsappUrl ?? null,
    offer: offered && offerToReferrer(offered, telling),
    text: sumOfReferrals(sums, offered?.rule.points ?? null, telling),
    joined,
    bought,
    rewarded,
    points: shortText(points),
    friends: friends.map((friend) =>
      presentFriend(friend, programOf(friend.programVersion) ?? EMPTY_PROGRAM, telling, now),
    ),
  }
}

function presentFriend(friend: ListedFriend, { index }: Program, telling: Telling, now: Instant): OwnFriend {
  const { registeredAt, endsAt, reason } = friend
  const joinedAt = instantToText(registeredAt)
  const told = toldOf(friend, now)
  if (told) return { joinedAt, state: told.state, text: stateForCustomer(told, telling) }
  const rule = index.referral
  const facts = { endsAt, minimum: rule?.minimumOrder ?? ZERO, ever: rule?.limits.ever ?? null }
  return { joinedAt, state: 'ended', text: reasonForCustomer(reason ?? 'declined', facts, telling) }
}

/** null: it does not count. */
function toldOf({ state, endsAt, waitsUntil, points }: ListedFriend, now: Instant): Told | null {
  switch (state) {
    case 'registered':
      return { state: 'joined', endsAt }
    case 'earned':
      return { state: 'bought' }
    case 'held':
      return { state: 'checking' }
    case 'granted':
      return waitsUntil !== null && now < waitsUntil
        ? { state: 'pending', points: points ?? ZERO, availableAt: waitsUntil }
        : { state: 'rewarded', points: points ?? ZERO }
    default:
      return null
  }
}
