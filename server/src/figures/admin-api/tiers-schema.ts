import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Moment, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { Nullable } from '../../contract/schema.ts'
import { CustomerShown } from '../../customers/admin-api/schema.ts'
import { described } from './schema.ts'
import { Count, Day, Days, PeriodQuery } from './shapes.ts'

const TierName = {
  id: Count('Number of the tier; 0: the base tier, or no tier where the merchant has none.'),
  name: Nullable(Type.String({ description: 'Its name; null: there is no tier with this number any more.' })),
}

const TiersFigures = Type.Object({
  period: Days('The days that are shown.'),
  tiers: Type.Array(
    Type.Object({
      ...TierName,
      key: Nullable(Type.String({ description: 'By which it is known in files and addresses.' })),
      color: Nullable(Type.String({ description: 'Its colour.' })),
      isOpen: Type.Boolean({ description: 'false: it is switched off or archived.' }),
      start: Nullable(
        Count('Customers at the start of the period; null: not known, as `isExact` says, or the base tier.'),
      ),
      came: Count('How often a customer moved into it.'),
      went: Count('How often a customer moved out of it.'),
      gone: Count('Its customers who were erased or merged into others. Of the base tier it is not counted.'),
      net: Nullable(
        Type.Integer({
          description:
            'By how many customers it changed: came − went − gone. null: the base tier, into which customers come without a move.',
        }),
      ),
      end: Nullable(
        Count('Customers at the end of the period: start + came − went − gone. null: as for `start`.'),
      ),
      now: Nullable(Count('Customers now; null: it is switched off.')),
    }),
    { description: 'The highest first.' },
  ),
  movedUp: Count('How often a customer moved up, by the order of the tiers today.'),
  movedDown: Count('How often a customer moved down.'),
  joined: Count('How often a customer came from the base tier into a higher one.'),
  left: Count('Of those who moved down: how often a customer moved back to the base tier.'),
  gone: Count('Customers of these tiers who were erased or merged into others, which is no move.'),
  moves: Type.Array(
    Type.Object({
      from: Count('Number of the tier that was left; 0: the base tier or none.'),
      to: Count('Number of the tier that was reached; 0: the base tier or none.'),
      moves: Count('How often.'),
    }),
    { description: 'From which tier to which.' },
  ),
  isExact: Type.Boolean({
    description:
      'false: a tier was switched off, and customers moved before they were looked at. Then how many were in a tier on a past day can’t be told exactly, and is null. What moved is exact all the same.',
  }),
})

export const TiersAnswer = Type.Object({
  today: Day('The merchant’s day.'),
  timeZone: Type.String({ description: 'The merchant’s time zone. The days are in it.' }),
  asOf: Moment('All that happened up to here is in the figures.'),
  counting: Type.Null({ description: 'Tiers are read from their moves: nothing has to be counted before.' }),
  figures: described(TiersFigures, 'The figures; without `tiers`, the merchant has none.'),
})
export type TiersAnswer = Static<typeof TiersAnswer>

export const getTiersReport = operation({
  id: 'reports.tiers',
  summary: 'Who changed tier, and in which direction',
  method: 'GET',
  path: '/tenants/:tenant/reports/tiers',
  permission: 'reports.read',
  weight: 'heavy',
  query: Type.Object(PeriodQuery),
  answer: TiersAnswer,
})

export const listTierMoves = operation({
  id: 'reports.tierMoves',
  summary: 'The tier moves that a figure of the tiers report is made of, oldest first',
  method: 'GET',
  path: '/tenants/:tenant/reports/tiers/records',
  permission: 'reports.read',
  weight: 'heavy',
  query: Type.Object({
    ...PeriodQuery,
    fromTier: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Out of the tier with this number; 0: the base tier or none.',
      }),
    ),
    toTier: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Into the tier with this number; 0: the base tier or none.',
      }),
    ),
    ...PageQuery,
  }),
  answer: Type.Object({
    today: Day('The merchant’s day.'),
    items: Type.Array(
      Type.Object({
        id: Count('Number of the move.'),
        customer: CustomerShown('Who moved.'),
        at: Moment('When.'),
        from: Type.Object(TierName, { description: 'Out of which tier.' }),
        to: Type.Object(TierName, { description: 'Into which tier.' }),
        reason: Words(
          [
            'goalsReached',
            'goalsMissed',
            'tierRemoved',
            'orderTakenBack',
            'customersMerged',
            'imported',
            'importUndone',
          ] as const,
          'Why.',
        ),
      }),
      { description: 'The moves of this page.' },
    ),
    figure: Type.Object(
      { moves: Count('How many moves.') },
      { description: 'The figure. The list, read to its end, has as many moves.' },
    ),
    nextCursor: Nullable(
      Type.String({
        description:
          'Where the next page begins; null: this is the last. A page may be short, or empty, before.',
      }),
    ),
  }),
})
export type TierMoves = Static<(typeof listTierMoves)['answer']>
