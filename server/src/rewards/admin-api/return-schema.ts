import { Type } from 'typebox'
import { Body, IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Moment, Name } from '../../contract/admin-api/schema.ts'
import { LENGTH, Text } from '../../contract/schema.ts'
import { Effect } from '../../customers/admin-api/effect-schema.ts'

const params = IdParams('Number of the redemption.')

export const returnRedemption = operation({
  id: 'redemptions.return',
  summary:
    'Give a redemption back: its points return to the lots they came from, and its coupon is out of use',
  method: 'POST',
  path: '/tenants/:tenant/redemptions/:id/return',
  permission: 'redemptions.return',
  weight: 'light',
  audit: 'redemption.return',
  idempotent: true,
  params,
  body: Body({
    note: Name('Why. It is kept with the customer, not in the audit.', LENGTH.description),
  }),
  answer: Type.Object({
    id: Id('Number of the redemption.'),
    key: Text('The merchant’s key for it.'),
    returnedAt: Moment('When it was given back.'),
    effect: Effect,
  }),
})

export const previewReturn = operation({
  id: 'redemptions.previewReturn',
  summary: 'What giving a redemption back would do; nothing is changed',
  method: 'POST',
  path: '/tenants/:tenant/redemptions/:id/return/preview',
  permission: 'redemptions.return',
  weight: 'light',
  isQuestion: true,
  params,
  answer: Effect,
})
