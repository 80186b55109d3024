import { type Static, Type } from 'typebox'
import { EXPIRING_WITHIN_DAYS } from '../../balances/public-api/schema.ts'
import { operation } from '../../contract/public-api/operation.ts'
import { PageQuery } from '../../contract/public-api/schema.ts'
import { Decimal, Moment, Nullable, Text, Words } from '../../contract/schema.ts'
import { OwnCouponCode } from '../../coupons/public-api/schema.ts'

const KINDS = [
  'earned',
  'redeemed',
  'refunded',
  'expired',
  'cancelled',
  'changed',
  'adjusted',
  'imported',
  'tier',
] as const
export type OwnKind = (typeof KINDS)[number]

const OwnHistoryItem = Type.Object(
  {
    at: Moment('When it was recorded.'),
    kind: Words(
      KINDS,
      'What it was. `changed` is an order that changed, `adjusted` a change by hand, `tier` a move to another tier.',
    ),
    title: Text('What it is about, in a few words.'),
    points: Decimal('What it added; below zero what it took. 0 for a move to another tier.'),
    cashback: Nullable(Decimal('What they were worth then; null with cashback off.')),
    availableAt: Nullable(
      Moment('Of pending points: from when they can be used; null: they are not pending.'),
    ),
    expiresAt: Nullable(Moment('Of points that were added: the last second in which they can be used.')),
    lines: Type.Array(
      Type.Object(
        { text: Text('What for.', 1_000), points: Decimal('How many of the points.') },
        { description: 'One reason.' },
      ),
      { description: 'Why it has its points: they add up to them. None for a change by hand.' },
    ),
    notes: Type.Array(Type.String(), { description: 'Further sentences.' }),
    coupon: Nullable(OwnCouponCode),
  },
  { description: 'Something that happened to the points, or a move to another tier.' },
)
export type OwnHistoryItem = Static<typeof OwnHistoryItem>

export const OwnHistory = Type.Object({
  items: Type.Array(OwnHistoryItem, { description: 'Newest first.' }),
  next: Nullable(Type.String({ description: 'The cursor of the next page; null: this is the last.' })),
})
export type OwnHistory = Static<typeof OwnHistory>

export const readOwnHistory = operation({
  id: 'me.history',
  summary: 'Read what was earned, redeemed and lost, newest first',
  description:
    'Each with why it has its points, in the customer’s language. Pages have no gap and repeat nothing while points ' +
    'are added. A cursor is good for this customer alone.',
  method: 'GET',
  path: '/me/history',
  access: 'read',
  switch: 'history',
  limit: 'long',
  query: PageQuery,
  answer: OwnHistory,
})

/** Of an account with more records, such as a till's “final consumer”, no sum is told. */
export const WHY_RECORDS_MAX = 20_000
export const WHY_MONTHS_MAX = 24

export const Why = Type.Object({
  points: Nullable(Decimal('The balance; null: of someone who is no customer yet.')),
  parts: Nullable(
    Type.Array(
      Type.Object(
        {
          sign: Words(['+', '-'], 'Whether it added or took.'),
          text: Text('What, in a few words.'),
          points: Decimal('How many, above zero.'),
        },
        { description: 'All of one kind that came or went.' },
      ),
      {
        description:
          'They add up to the balance, to the last digit. null: of an account with more than ' +
          `${WHY_RECORDS_MAX.toLocaleString('en')} records.`,
      },
    ),
  ),
  lots: Type.Array(
    Type.Object(
      {
        text: Text('The month, such as Dec 2026; of the last two, that it is later or never.', 40),
        points: Decimal('How many.'),
        isSoon: Type.Boolean({
          description: `Whether some of them end within ${EXPIRING_WITHIN_DAYS} days.`,
        }),
      },
      { description: 'Points that end in one month of the merchant’s calendar.' },
    ),
    {
      description:
        `What can be used, by when it ends: at most ${WHY_MONTHS_MAX} months, then what ends later, then what never ends. ` +
        'They add up to the balance, where nothing is owed.',
    },
  ),
})
export type Why = Static<typeof Why>

export const readWhy = operation({
  id: 'me.why',
  summary: 'Read the sum behind the balance, and when it ends',
  description: 'Every record counts once, so the parts add up to the balance whatever happened.',
  method: 'GET',
  path: '/me/why',
  access: 'read',
  switch: 'why',
  limit: 'long',
  answer: Why,
})

export const OwnPending = Type.Object(
  {
    points: Decimal('How many, with what orders that are not complete yet would earn.'),
    cashback: Nullable(Decimal('What they are worth; null with cashback off.')),
    next: Nullable(
      Type.Object(
        { points: Decimal('How many.'), at: Moment('From when they can be used.') },
        { description: 'What can be used first; null: nothing has a date yet.' },
      ),
    ),
  },
  { description: 'Points that can’t be used yet.' },
)
export type OwnPending = Static<typeof OwnPending>
