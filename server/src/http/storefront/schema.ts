import { type Static, Type } from 'typebox'
import { Me } from '../../balances/public-api/schema.ts'
import { CardOfProgram, OwnCard } from '../../cards/public-api/schema.ts'
import { operation } from '../../contract/public-api/operation.ts'
import { ShopParams, SpokenQuery } from '../../contract/public-api/schema.ts'
import { Decimal, Nullable, Text, Words } from '../../contract/schema.ts'
import { OwnCoupon } from '../../coupons/public-api/schema.ts'
import { Way } from '../../earning/public-api/schema.ts'
import { OwnPending } from '../../history/public-api/schema.ts'
import { ANSWER_CONFLICTS, IdNumber, QuizAnswers } from '../../quizzes/public-api/schema.ts'
import { REFERRAL_CODE_MAX, ShownReferral } from '../../referrals/public-api/schema.ts'
import { REDEEM_CONFLICTS, REWARDS_MAX, ShownReward } from '../../rewards/public-api/schema.ts'
import { OwnTier, ShownTier } from '../../tiers/public-api/schema.ts'

/** Answers that several domains give together. */

export const ShownProgram = Type.Object(
  {
    ways: Type.Array(Way, {
      description:
        'How points are earned now and what limits them, a sentence each. What has not begun, what is over, and what ' +
        'the merchant hides is not among them; none where that is switched off.',
    }),
    rewards: Type.Array(ShownReward, {
      maxItems: REWARDS_MAX,
      description: `What points buy now, cheapest first, at most ${REWARDS_MAX}; none where that is switched off.`,
    }),
    tiers: Type.Array(ShownTier, {
      description: 'The tiers, lowest first; none where that is switched off.',
    }),
    cards: Type.Array(CardOfProgram, {
      description: 'The punch cards that can be had now; none where that is switched off.',
    }),
    referral: Nullable(ShownReferral),
  },
  { description: 'What a shop promises its customers.' },
)
export type ShownProgram = Static<typeof ShownProgram>

export const readShownProgram = operation({
  id: 'shop.program',
  summary: 'Read how points are earned, what they buy, the tiers and the punch cards',
  description:
    'Needs no token, and any cache may keep it: it carries a strong ETag. Sentences are those of the program that is ' +
    'in force, in the language that is asked for. Rewards for points of sale alone are left out, and those that only ' +
    'rules give.',
  method: 'GET',
  path: '/shops/:slug/program',
  access: 'public',
  params: ShopParams,
  query: SpokenQuery,
  answer: ShownProgram,
})

export const OwnProgress = Type.Object(
  {
    pending: Nullable(OwnPending),
    tier: Nullable(OwnTier),
    cards: Type.Array(OwnCard, {
      description: 'The punch cards of the program, in its order. None where cards are switched off.',
    }),
  },
  { description: 'What a customer is on the way to.' },
)
export type OwnProgress = Static<typeof OwnProgress>

export const readProgress = operation({
  id: 'me.progress',
  summary: 'Read pending points, the way to the next tier, and punch cards',
  description:
    'Stamps and points that are due are settled first. Stamps don’t change `sequence` of the balance: after an order ' +
    'ask for this again.',
  method: 'GET',
  path: '/me/progress',
  access: 'read',
  answer: OwnProgress,
})

const RedeemBody = Type.Object(
  {
    reward: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The reward, by its `id`.' }),
    points: Nullable(
      Decimal(
        'What the page showed as its price; null: it is paid with cashback. Another one now is refused.',
      ),
    ),
    value: Type.Optional(
      Nullable(
        Decimal('How much cashback to use, in whole cents; of rewards that are paid with cashback alone.'),
      ),
    ),
    key: Type.String({
      pattern: '^[A-Za-z0-9_-]{16,100}$',
      description: 'Made by the page once for each confirmation, and sent again with it: it redeems once.',
    }),
  },
  { additionalProperties: false, description: 'What to redeem, and at which price.' },
)

export const OwnRedemption = Type.Object(
  { coupon: OwnCoupon, me: Me },
  { description: 'The coupon, and the balance after it.' },
)
export type OwnRedemption = Static<typeof OwnRedemption>

export const redeemAsMe = operation({
  id: 'me.redeem',
  summary: 'Redeem a reward',
  description:
    'Once for each `key`: sent again it answers 200 with the first coupon and `Idempotent-Replayed: true`. If the price ' +
    'is not the one that was shown, nothing is spent: 409 `priceChanged` has the present one in `points`.',
  method: 'POST',
  path: '/me/redemptions',
  access: 'redeem',
  limit: 'redeem',
  switch: 'redeem',
  conflicts: REDEEM_CONFLICTS,
  body: RedeemBody,
  status: 201,
  answer: OwnRedemption,
})

const EnrolmentBody = Type.Object(
  {
    terms: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'The version of the terms that the customer has agreed to; null: none are published.',
      }),
    ),
    referralCode: Type.Optional(
      Nullable(
        Text('The code of the friend who told them; it never keeps them from joining.', REFERRAL_CODE_MAX),
      ),
    ),
  },
  { additionalProperties: false, description: 'What they agree to.' },
)

export const OwnEnrolment = Type.Object(
  {
    ...Me.properties,
    referral: Nullable(
      Words(['accepted', 'ignored'], 'What became of the friend’s code; null: none was sent.'),
    ),
  },
  { description: 'The balance, now that they are enrolled.' },
)
export type OwnEnrolment = Static<typeof OwnEnrolment>

export const enrolMe = operation({
  id: 'me.enrol',
  summary: 'Join the program',
  description:
    'Enrolls the customer whose token it is, also one of whom only the shop knows, and keeps to which terms they have ' +
    'agreed. If other terms are in force, nothing happens: 409 `termsChanged` has their version in `version`. Sent ' +
    'again, it changes nothing. One who opted out and comes back gets no second signup points.',
  method: 'POST',
  path: '/me/enrolment',
  access: 'join',
  limit: 'join',
  switch: 'join',
  conflicts: ['termsChanged'],
  body: EnrolmentBody,
  answer: OwnEnrolment,
})

export const optMeOut = operation({
  id: 'me.optOut',
  summary: 'Leave the program',
  description:
    'The customer earns and redeems nothing any more; points stay, and expire in their time. Sent again, it changes ' +
    'nothing. It works while joining is switched off, too.',
  method: 'POST',
  path: '/me/opt-out',
  access: 'join',
  limit: 'join',
  answer: Me,
})

export const OwnQuizAnswer = Type.Object(
  { points: Decimal('What it has earned; 0: nothing.'), me: Me },
  { description: 'What an answer has earned, and the balance after it.' },
)
export type OwnQuizAnswer = Static<typeof OwnQuizAnswer>

export const answerQuizAsMe = operation({
  id: 'me.answerQuiz',
  summary: 'Answer a quiz',
  description:
    'All questions at once, one time: sent again it is 409 `alreadyAnswered`. A quiz that has not begun or is over is ' +
    '409 `quizClosed`.',
  method: 'POST',
  path: '/me/quizzes/:id/answers',
  access: 'quiz',
  limit: 'quiz',
  switch: 'quizzes',
  conflicts: ANSWER_CONFLICTS,
  params: Type.Object({ id: { ...IdNumber('The quiz, by its `id`.'), examples: [4] } }),
  body: QuizAnswers,
  answer: OwnQuizAnswer,
})
