import { type Static, Type } from 'typebox'
import { operation } from '../../contract/public-api/operation.ts'
import { ShopParams, SpokenQuery } from '../../contract/public-api/schema.ts'
import { Decimal, Moment, Nullable, Text, Words } from '../../contract/schema.ts'

/** More are in the counts alone. */
export const SHOWN_FRIENDS_MAX = 20
/** A friend's code is short; what is longer is none. */
export const REFERRAL_CODE_MAX = 64
/** Two sentences with names in them. */
const OFFER_MAX = 1_000

export const ShownReferral = Type.Object(
  { offer: Text('What both get, in one or two sentences.', OFFER_MAX) },
  {
    description:
      'What the program promises for referring a friend; null: nothing now, or it is switched off or hidden.',
  },
)
export type ShownReferral = Static<typeof ShownReferral>

const FRIEND_STATES = ['joined', 'bought', 'checking', 'pending', 'rewarded', 'ended'] as const

const OwnFriend = Type.Object(
  {
    joinedAt: Moment('When the friend came with the code.'),
    state: Words(
      FRIEND_STATES,
      '`joined`: the first order is still to come. `bought`: the points are on their way. `checking`: the shop decides. ' +
        '`pending`: the points wait until the order can’t come back any more. `rewarded`: they are in the balance. ' +
        '`ended`: it does not count.',
    ),
    text: Text('The same as a sentence; of what does not count, with the reason.', OFFER_MAX),
  },
  { description: 'A friend who came with the code, without who it is.' },
)
export type OwnFriend = Static<typeof OwnFriend>

export const OwnReferral = Type.Object(
  {
    code: Nullable(
      Text('What friends come with; null: nothing is given for friends now, or the customer has left.', 8),
    ),
    url: Nullable(
      Text('Where friends come by it; null: there is no code, or the shop has set no address for it.', 2_048),
    ),
    whatsappUrl: Nullable(Text('The same as a message in WhatsApp that is yet to be sent.', 8_192)),
    offer: Nullable(Text('What both get; null: nothing is given for friends now.', OFFER_MAX)),
    text: Text('What came of it, in a sentence or two.', OFFER_MAX),
    joined: Type.Integer({ description: 'How many friends have joined and count.' }),
    bought: Type.Integer({ description: 'Of those, how many have bought.' }),
    rewarded: Type.Integer({ description: 'Of those, for how many the customer was rewarded.' }),
    points: Decimal('The points for them, also those that still wait.'),
    friends: Type.Array(OwnFriend, {
      maxItems: SHOWN_FRIENDS_MAX,
      description: `Each of them, newest first, at most ${SHOWN_FRIENDS_MAX}; also those who came with the code and do not count.`,
    }),
  },
  { description: 'With what a customer refers friends, and what came of it.' },
)
export type OwnReferral = Static<typeof OwnReferral>

export const readOwnReferral = operation({
  id: 'me.referral',
  summary: 'Read the own code for friends, and what came of it',
  description:
    'The code is made when it is first asked for. Of a friend nothing is told but when they came and what became of it: ' +
    'not which order, nor which of the checks found that they are not new.',
  method: 'GET',
  path: '/me/referral',
  access: 'refer',
  switch: 'referral',
  answer: OwnReferral,
})

export const FriendsOffer = Type.Object(
  {
    isGood: Type.Boolean({ description: 'Whether a friend can join with this code now.' }),
    offer: Nullable(
      Text('What the friend gets, in one or two sentences; null: the code is no good.', OFFER_MAX),
    ),
  },
  { description: 'What a friend is offered who comes by a code.' },
)
export type FriendsOffer = Static<typeof FriendsOffer>

export const readFriendsOffer = operation({
  id: 'shop.referral',
  summary: 'Read what a friend is offered by a code',
  description:
    'Needs no token, and any cache may keep it for a minute. It never tells whose code it is. A code that is no good is ' +
    'no problem, but of one address only 5 of them a second are answered.',
  method: 'GET',
  path: '/shops/:slug/referrals/:code',
  access: 'public',
  switch: 'referral',
  params: Type.Object({
    ...ShopParams.properties,
    code: Type.String({
      minLength: 1,
      maxLength: REFERRAL_CODE_MAX,
      description: 'As the friend came with it; capital and small letters are alike.',
      examples: ['K7QM2XPT'],
    }),
  }),
  query: SpokenQuery,
  answer: FriendsOffer,
})
