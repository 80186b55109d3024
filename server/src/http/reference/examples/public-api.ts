import type { Me } from '../../../balances/public-api/schema.ts'
import { DEFAULT_SWITCHES } from '../../../contract/storefront-switch.ts'
import type { OwnCoupons } from '../../../coupons/public-api/schema.ts'
import type { OwnHistory, Why } from '../../../history/public-api/schema.ts'
import type { Earn } from '../../../orders/public-api/schema.ts'
import type { OwnQuizzes } from '../../../quizzes/public-api/schema.ts'
import type { FriendsOffer, OwnReferral } from '../../../referrals/public-api/schema.ts'
import type { OwnReward, OwnRewards } from '../../../rewards/public-api/schema.ts'
import { DEFAULT_APPEARANCE } from '../../../storefront/content.ts'
import type { About } from '../../../storefront/public-api/schema.ts'
import { ELEMENT_TEXTS } from '../../../storefront/texts.ts'
import type { Terms } from '../../../terms/public-api/schema.ts'
import type {
  OwnEnrolment,
  OwnProgress,
  OwnQuizAnswer,
  OwnRedemption,
  ShownProgram,
} from '../../storefront/schema.ts'

const about: About = {
  name: 'Café Aurora',
  programName: 'Aurora Club',
  language: 'en',
  languages: ['pt-BR', 'en', 'es'],
  currency: 'BRL',
  timeZone: 'America/Sao_Paulo',
  pointsName: { one: 'point', many: 'points' },
  cashback: true,
  appearance: { ...DEFAULT_APPEARANCE, logo: null, logoSize: null },
  switches: { ...DEFAULT_SWITCHES },
  links: {
    page: 'https://cafeaurora.example/club',
    signIn: 'https://cafeaurora.example/login',
    privacy: null,
  },
  terms: { version: 3, url: 'https://loyalty.example/shop/aurora/terms?lang=en' },
  texts: { ...ELEMENT_TEXTS.en },
}

const me: Me = {
  state: 'member',
  firstName: 'Ana',
  points: '1240',
  cashback: '62.00',
  owed: '0',
  expiring: [{ points: '86', at: '2026-12-11T02:59:59.000Z' }],
  tier: { name: 'Silver', color: '#a7a9ac' },
  sequence: 311,
}

const history: OwnHistory = {
  items: [
    {
      at: '2026-11-02T17:20:11.000Z',
      kind: 'earned',
      title: 'Order 1041',
      points: '163',
      cashback: '8.15',
      availableAt: null,
      expiresAt: '2027-11-03T02:59:59.000Z',
      lines: [
        { text: 'R$\u00a0123.80 × 1 point for every R$\u00a01.00', points: '123' },
        { text: 'R$\u00a039.90 of brand aurora, ×2', points: '40' },
      ],
      notes: ['Expires after 2 Nov 2027.'],
      coupon: null,
    },
  ],
  next: null,
}

const earn: Earn = {
  items: [{ id: 'espresso', points: '8', cashback: '0.40' }],
  order: { points: '129', cashback: '6.45', isBelowMinimum: false, isUpTo: false },
}

const why: Why = {
  points: '1240',
  parts: [
    { sign: '+', text: '17 orders', points: '2464' },
    { sign: '+', text: 'Quiz', points: '50' },
    { sign: '+', text: 'Birthday', points: '30' },
    { sign: '-', text: 'Order 941 cancelled', points: '100' },
    { sign: '-', text: 'Adjustment', points: '40' },
    { sign: '-', text: '6 rewards', points: '950' },
    { sign: '+', text: 'Refund', points: '100' },
    { sign: '-', text: 'Expired points', points: '168' },
    { sign: '-', text: 'Pending', points: '146' },
  ],
  lots: [
    { text: 'Dec 2026', points: '86', isSoon: true },
    { text: 'Jan 2027', points: '128', isSoon: true },
    { text: 'Sep 2027', points: '1026', isSoon: false },
  ],
}

const progress: OwnProgress = {
  pending: {
    points: '146',
    cashback: '7.30',
    next: { points: '146', at: '2026-11-18T03:00:00.000Z' },
  },
  tier: {
    name: 'Silver',
    color: '#a7a9ac',
    image: null,
    since: '2026-03-02',
    benefits: ['A coffee on the house on your birthday'],
    next: {
      name: 'Gold',
      goals: [
        {
          text: 'R$\u00a0587.40 to go until Gold',
          of: 'R$\u00a01,412.60 of R$\u00a02,000.00 in 12 months',
          percent: 70.63,
        },
      ],
    },
  },
  cards: [
    {
      name: 'Espresso card',
      text: 'Every order gives a stamp; 10 stamps earn the reward “Free espresso”.',
      state: 'open',
      done: 7,
      of: 10,
      stamps: '7',
      size: '10',
      owed: '0',
      amount: null,
      goal: null,
      until: null,
      prize: { reward: 'Free espresso', points: null },
      coupons: [{ code: 'DEZ7KXPQ2M9H3', until: '2026-12-16T02:59:59.000Z', state: 'usable' }],
    },
  ],
}

const reward: OwnReward = {
  id: 8,
  type: 'custom',
  title: 'Barista class',
  text: 'Two hours at our roastery, for one.',
  points: '1500',
  value: null,
  image: 'https://cafeaurora.example/class.jpg',
  until: null,
  requirements: null,
  tiers: [],
  state: 'missing',
  missing: '260',
  percent: 82.66,
  reason: null,
  maximum: null,
}

const coupons: OwnCoupons = {
  items: [
    {
      title: 'R$ 10 off',
      code: 'DEZ7KXPQ2M9H3',
      kind: 'fixedValue',
      value: '10.00',
      from: null,
      until: '2026-12-16T02:59:59.000Z',
      state: 'usable',
      instructions: null,
    },
  ],
  next: null,
}

const {
  state: _state,
  missing: _missing,
  percent: _percent,
  reason: _reason,
  maximum: _maximum,
  ...shown
} = reward

const program: ShownProgram = {
  ways: [
    { text: '1 point for every R$\u00a01.00 you spend. Points expire after 365 days.' },
    { text: 'Products of brand Aurora earn 2 times the points.' },
  ],
  rewards: [shown],
  tiers: [
    {
      name: 'Gold',
      color: '#d4af37',
      image: null,
      goals: ['R$\u00a02,000.00 in 12 months'],
      benefits: ['Free shipping with points'],
    },
  ],
  cards: [
    {
      name: 'Coffee card',
      text: 'Every item of category Coffee gives a stamp; 10 stamps earn the reward Free espresso.',
      size: '10',
      prize: { reward: 'Free espresso', points: null },
    },
  ],
  referral: {
    offer:
      'Your friend gets “R$ 15 off” for joining. You get 150 points when your friend places a first order of at least ' +
      'R$\u00a050.00 within 90 days of joining.',
  },
}

const [coupon] = coupons.items
if (!coupon) throw new Error('there is no coupon to show')
const redemption: OwnRedemption = { coupon, me }

const terms: Terms = {
  version: 3,
  language: 'en',
  publishedAt: '2026-10-01T12:00:00.000Z',
  html: '<h2>Points</h2>\n<p>Points expire <strong>365 days</strong> after the order.</p>\n',
}

const quizzes: OwnQuizzes = {
  items: [
    {
      id: 4,
      name: 'Coffee or tea?',
      points: '50',
      until: '2026-12-01T03:00:00.000Z',
      questions: [
        {
          id: 11,
          text: 'Coffee or tea?',
          type: 'singleChoice',
          options: [
            { id: 31, text: 'Coffee' },
            { id: 32, text: 'Tea' },
          ],
          least: 1,
          most: 1,
        },
        { id: 12, text: 'Your perfect cup?', type: 'openText', options: [], least: 0, most: 0 },
      ],
    },
  ],
}

const referral: OwnReferral = {
  code: 'K7QM2XPT',
  url: 'https://cafeaurora.example/?ref=K7QM2XPT',
  whatsappUrl: 'https://wa.me/?text=https%3A%2F%2Fcafeaurora.example%2F%3Fref%3DK7QM2XPT',
  offer: program.referral?.offer ?? null,
  text: '2 friends have joined. 1 of them has made a purchase. You’ve earned 150 points. 150 points come with each first order.',
  joined: 2,
  bought: 1,
  rewarded: 1,
  points: '150',
  friends: [
    {
      joinedAt: '2026-11-10T15:04:05.000Z',
      state: 'joined',
      text: 'Joined. The first order counts until 8 Feb 2027.',
    },
    {
      joinedAt: '2026-11-02T12:30:00.000Z',
      state: 'pending',
      text: 'Made a purchase. 150 points, available on 20 Nov.',
    },
  ],
}

const friendsOffer: FriendsOffer = {
  isGood: true,
  offer: 'Join and get “R$ 15 off”. Your first order counts from R$\u00a050.00 and within 90 days.',
}

/** What is sent to the storefront API, by operation. */
export const PUBLIC_BODIES: Readonly<Record<string, object>> = {
  'shop.session': { link: 'pl1.7.3.o2Zb…' },
  'me.enrol': { terms: 3, referralCode: null },
  'me.answerQuiz': {
    answers: [
      { question: 11, options: [31] },
      { question: 12, text: 'Strong and black.' },
    ],
  },
  'me.redeem': { reward: 1, points: '200', key: 'q3VfZk0yT1hYc2RhQm5p' },
}

/** Answers of the storefront API, by operation. */
export const PUBLIC_EXAMPLES: Readonly<Record<string, object>> = {
  'shop.about': about,
  'shop.program': program,
  'shop.terms': terms,
  'shop.session': { token: 'pc1.7.3.Qm9v…', expiresIn: 600, scopes: ['read', 'redeem'] },
  'me.balance': me,
  'me.progress': progress,
  'me.history': history,
  'me.earn': earn,
  'me.rewards': { items: [reward] } satisfies OwnRewards,
  'shop.earn': earn,
  'me.why': why,
  'me.coupons': coupons,
  'me.enrol': { ...me, referral: null } satisfies OwnEnrolment,
  'me.optOut': { ...me, state: 'optedOut' } satisfies Me,
  'me.quizzes': quizzes,
  'me.answerQuiz': { points: '50', me } satisfies OwnQuizAnswer,
  'me.redeem': redemption,
  'me.referral': referral,
  'shop.referral': friendsOffer,
}
