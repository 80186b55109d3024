import { Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Empty, Id, Moment, Name, Page, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'

/* For operators: people of `punchcard person create --operator`, signed in to the panel. */

const OfMerchant = Type.Object({ merchant: Id('The number of the merchant.') })
const Count = (description: string) => Type.Integer({ minimum: 0, description })

const Merchant = Type.Object(
  {
    id: Id('The number of the merchant.'),
    name: Text('Its name.'),
    cell: Text('The database it lives in.', 40),
    isSandbox: Type.Boolean({ description: 'For trying things out.' }),
    state: Words(['active', 'suspended', 'closed'] as const, 'Its state.'),
    stateSince: Nullable(Moment('Since when; null: it has always been active.')),
    stateReason: Nullable(Text('Why, in the words of the operator.', 500)),
    deleteAfter: Nullable(Moment('From when on a closed merchant can be deleted.')),
    figures: Nullable(
      Type.Object(
        {
          customers: Count('Its size: how many customers it has.'),
          ordersLastDay: Count('Orders placed in the last 24 hours, counted up to 50,000.'),
          errorsLastDay: Count('Refused and failed calls of the private API in the last 24 hours.'),
          lastOrderAt: Nullable(Moment('When the newest order was placed; null: there is none.')),
        },
        { additionalProperties: false, description: 'null: its database does not answer at present.' },
      ),
    ),
    supportUntil: Nullable(Moment('Until when you may look at it; null: you may not.')),
  },
  { additionalProperties: false },
)

export const listMerchants = operation({
  id: 'platform.listMerchants',
  summary: 'The merchants of this installation, by their numbers, with how much they sell',
  method: 'GET',
  path: '/platform/merchants',
  permission: 'operator',
  weight: 'light',
  query: Type.Object(PageQuery),
  answer: Page(Merchant),
})

export const suspend = operation({
  id: 'platform.suspend',
  summary: 'Suspend a merchant: both APIs refuse it within a second, and nothing is lost',
  method: 'POST',
  path: '/platform/merchants/:merchant/suspend',
  permission: 'operator',
  weight: 'light',
  confirm: true,
  audit: 'tenant.suspend',
  params: OfMerchant,
  body: Type.Object(
    { reason: Name('Why, for the people of the merchant.', 500) },
    { additionalProperties: false },
  ),
  answer: Empty,
  status: 204,
})

export const resume = operation({
  id: 'platform.resume',
  summary: 'Resume a merchant that is suspended or closed',
  method: 'POST',
  path: '/platform/merchants/:merchant/resume',
  permission: 'operator',
  weight: 'light',
  confirm: true,
  audit: 'tenant.resume',
  params: OfMerchant,
  answer: Empty,
  status: 204,
})

export const openSupport = operation({
  id: 'platform.openSupport',
  summary: 'Look at a merchant for some hours, without changing anything; its people see it and can end it',
  method: 'POST',
  path: '/platform/merchants/:merchant/support-access',
  permission: 'operator',
  weight: 'light',
  confirm: true,
  audit: 'support.open',
  params: OfMerchant,
  body: Type.Object(
    {
      hours: Type.Integer({ minimum: 1, maximum: 72, description: 'For how long.' }),
      reason: Name('Why, for the people of the merchant.', 500),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({ endsAt: Moment('When it ends by itself.') }, { additionalProperties: false }),
})

export const endSupport = operation({
  id: 'platform.endSupport',
  summary: 'End your support access to a merchant',
  method: 'DELETE',
  path: '/platform/merchants/:merchant/support-access',
  permission: 'operator',
  weight: 'light',
  audit: 'support.end',
  params: OfMerchant,
  answer: Empty,
  status: 204,
})
