import { type Static, Type } from 'typebox'
import { Body, Url } from '../../contract/admin-api/body.ts'
import { LARGE_BODY_MAX, operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Key, Moment } from '../../contract/admin-api/schema.ts'
import { Nullable, Sent, Text } from '../../contract/schema.ts'

const goal = {
  name: Text('In the merchant’s words.'),
  measure: Type.Enum(['spend', 'orders', 'points'], { description: 'What is counted.' }),
  value: Decimal('How much of it is needed.'),
  months: Type.Integer({ minimum: 1, maximum: 120, description: 'How far back it looks.' }),
}

const benefit = {
  text: Text('In the merchant’s words.'),
  reward: Sent(Key('The key of a reward that it is about.')),
  multiplier: Sent(Decimal('What it multiplies the points of orders by, above 1.')),
}

const look = {
  name: Text('Its name.'),
  base: Type.Optional(
    Type.Boolean({ description: 'Whether it is the base tier, where every customer starts; at most one.' }),
  ),
  isActive: Type.Optional(Type.Boolean({ description: 'Whether it counts; default: yes.' })),
  color: Sent(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', maxLength: 7, description: 'Such as #d4af37.' })),
  iconUrl: Sent(Url('A picture of it.')),
  identifier: Sent(Text('What the private API shows as Identifier; default: the key.')),
  caption: Sent(Text('A line about it.')),
}

export const TierBody = Body({
  key: Key('By which files and other things know it.'),
  ...look,
  archived: Type.Optional(
    Type.Boolean({ description: 'Archives it: customers leave it, and it is hidden; default: no.' }),
  ),
  goals: Type.Optional(
    Type.Array(
      Body({
        name: Type.Optional(goal.name),
        measure: goal.measure,
        value: goal.value,
        months: Type.Optional(goal.months),
      }),
      {
        maxItems: 10,
        description: 'All have to be met. Without goals, customers can’t reach it on their own.',
      },
    ),
  ),
  benefits: Type.Optional(
    Type.Array(Body(benefit), { maxItems: 30, description: 'What its customers get.' }),
  ),
})
export type TierBody = Static<typeof TierBody>

export const TIERS_MAX = 50

const TiersBody = Body({
  tiers: Type.Array(TierBody, {
    maxItems: TIERS_MAX,
    description:
      'All of them, the lowest first. One that there is may not be left out: end it with archived.',
  }),
})
export type TiersBody = Static<typeof TiersBody>

export const TiersAnswer = Type.Object({
  tiers: Type.Array(
    Type.Object({
      id: Id('Its number.'),
      key: Key('By which files and other things know it.'),
      name: Text('Its name.'),
      base: Type.Boolean({ description: 'Whether it is the base tier, where every customer starts.' }),
      isActive: Type.Boolean({ description: 'Whether it counts.' }),
      color: Nullable(Text('Such as #d4af37.')),
      iconUrl: Nullable(Url('A picture of it.')),
      identifier: Nullable(Text('What the private API shows as Identifier.')),
      caption: Nullable(Text('A line about it.')),
      archived: Type.Boolean({ description: 'Whether it was ended.' }),
      archivedAt: Nullable(Moment('Since when.')),
      goals: Type.Array(Type.Object(goal), { description: 'All have to be met.' }),
      benefits: Type.Array(
        Type.Object({
          text: benefit.text,
          reward: Nullable(Key('The key of a reward that it is about.')),
          multiplier: Nullable(Decimal('What it multiplies the points of orders by.')),
        }),
        { description: 'What its customers get.' },
      ),
      customers: Type.Integer({ description: 'How many are in it.' }),
    }),
    { description: 'The lowest first, those that were ended last.' },
  ),
  graceDays: Type.Integer({
    description: 'How long a customer keeps a tier whose goals are no longer met; a setting.',
  }),
  version: Type.Integer({ description: 'As in the ETag.' }),
})
export type TiersAnswer = Static<typeof TiersAnswer>

export const getTiers = operation({
  id: 'tiers.get',
  summary: 'Read all tiers',
  method: 'GET',
  path: '/tenants/:tenant/tiers',
  permission: 'tiers.read',
  weight: 'light',
  answer: TiersAnswer,
})

export const replaceTiers = operation({
  id: 'tiers.replace',
  summary: 'Replace all tiers, in their order',
  method: 'PUT',
  path: '/tenants/:tenant/tiers',
  permission: 'tiers.write',
  weight: 'light',
  audit: 'tiers.update',
  ifMatch: true,
  bodyMax: LARGE_BODY_MAX,
  body: TiersBody,
  answer: TiersAnswer,
})
