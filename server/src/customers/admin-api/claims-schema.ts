import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Moment, Page, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Text } from '../../contract/schema.ts'
import { AmountShown, CustomerShown, customerParams } from './schema.ts'

const UnclaimedItem = Type.Object({
  customer: CustomerShown('Who was imported; masked without `customers.personal`.'),
  balance: AmountShown('What waits for them.'),
  sharing: Type.Array(
    CustomerShown('A customer with an id of the shop; masked without `customers.personal`.'),
    {
      description:
        'Customers who have the same e-mail or document and an id of the shop: merge the unclaimed one into the one who is the same person.',
    },
  ),
})
export type UnclaimedItem = Static<typeof UnclaimedItem>

export const listUnclaimed = operation({
  id: 'customers.unclaimed',
  summary:
    'Customers who were imported by an e-mail or a document, and whom no order has named by an id since',
  method: 'GET',
  path: '/tenants/:tenant/unclaimed',
  permission: 'customers.read',
  weight: 'light',
  query: Type.Object({
    ...PageQuery,
    search: Type.Optional(
      Text('A word of the name, an e-mail address or a document, or how one begins.', 100),
    ),
    matched: Type.Optional(
      Type.Boolean({
        description: 'Only those whose contact another customer has. A page may be short then.',
      }),
    ),
  }),
  answer: Page(UnclaimedItem),
})

const claimMembers = {
  claimedId: Text('The shop’s id; masked as ids of customers are.'),
  formerId: Text('The contact by which the customer was imported; masked likewise.'),
  matchedBy: Words(['document', 'email'] as const, 'By what the customer was known.'),
  claimedAt: Moment('When the shop named the customer.'),
  revocableUntil: Moment('Until when the claim can be revoked.'),
  revokedAt: Nullable(Moment('When it was revoked; null: it stands.')),
  revokedBy: Nullable(Text('Who revoked it, as `person:7`.')),
}

const ClaimItem = Type.Object({
  customer: CustomerShown('The customer as it is now; masked without `customers.personal`.'),
  balance: AmountShown('What can be spent.'),
  ...claimMembers,
})
export type ClaimItem = Static<typeof ClaimItem>

export const listClaims = operation({
  id: 'customers.claims',
  summary: 'Claims of the last 30 days, newest first: imported customers whom the shop has named by an id',
  method: 'GET',
  path: '/tenants/:tenant/claims',
  permission: 'customers.read',
  weight: 'light',
  query: Type.Object(PageQuery),
  answer: Page(ClaimItem),
})

const OBSTACLES = ['tooLate', 'idChanged', 'mergedSince', 'reserved', 'ordersOpen'] as const

const ClaimEffect = {
  ...claimMembers,
  customer: CustomerShown('The customer as it will be; masked without `customers.personal`.'),
  balance: AmountShown('What stays with the customer.'),
  orders: Type.Integer({
    description: 'How many orders the shop sent under that id. They stay with this customer.',
  }),
  earned: AmountShown('What those orders earned. It stays with this customer.'),
  used: AmountShown('What rewards and cashback have used since. It is not given back.'),
}

const RevokePreview = Type.Object({
  ...ClaimEffect,
  canRevoke: Type.Boolean({ description: 'Whether it can be revoked now.' }),
  obstacle: Nullable(
    Type.Object(
      {
        reason: Words(OBSTACLES, 'For code.'),
        sentence: Text('For people, in the language of the request.', LENGTH.description),
      },
      { description: 'Why it can’t be revoked now; null: it can.' },
    ),
  ),
})
export type RevokePreview = Static<typeof RevokePreview>

export const previewRevoke = operation({
  id: 'customers.previewRevoke',
  summary: 'What revoking the last claim of a customer would do; nothing is changed',
  method: 'GET',
  path: '/tenants/:tenant/customers/:id/claim',
  permission: 'customers.merge',
  weight: 'light',
  params: customerParams,
  answer: RevokePreview,
})

const Revoked = Type.Object(ClaimEffect)
export type Revoked = Static<typeof Revoked>

export const revokeClaim = operation({
  id: 'customers.revokeClaim',
  summary:
    'Revoke the last claim of a customer: the shop’s id is unknown again, and the customer unclaimed under its e-mail',
  method: 'POST',
  path: '/tenants/:tenant/customers/:id/revoke-claim',
  permission: 'customers.merge',
  weight: 'light',
  audit: 'customer.revokeClaim',
  params: customerParams,
  answer: Revoked,
})
