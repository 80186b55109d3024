import { Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'

const FailedRequestItem = Type.Object({
  id: Id('Its number.'),
  at: Moment('When it happened last.'),
  count: Type.Integer({ description: 'How often it happened alike within a minute.' }),
  operation: Text('Its name in the reference of the private API; `other`: of further kinds, only counted.'),
  status: Type.Integer({
    description:
      'Of HTTP; 200: the operation itself has refused, or with `code` null it is a hint: the call was done.',
  }),
  code: Nullable(Type.Integer({ description: 'ErrorCode of the catalog.' })),
  name: Nullable(Text('The name of the error in the catalog.')),
  catalogue: Text('What the catalog says about it, and what to do, in the language of the request.', 1_000),
  message: Text('What was answered; values that were sent are masked.', 300),
  requestId: Text('`Punchcard-Request-Id` of the last one.'),
  orderIds: Type.Array(Text('Id of an order in the merchant’s store.'), {
    description:
      'The orders that these requests were about, up to 100; addresses in them are masked without the permission `customers.personal`.',
  }),
  key: Type.Object(
    {
      token: Text('The API token that it was sent with.'),
      label: Nullable(Text('What the key is for; null: there is no such key any more.')),
    },
    { description: 'The API key.' },
  ),
})

export const listFailedRequests = operation({
  id: 'requests.failed',
  summary:
    'List the calls of the private API that were refused or failed in the last 7 days, and hints, newest first',
  method: 'GET',
  path: '/tenants/:tenant/failed-requests',
  permission: 'requests.read',
  weight: 'light',
  query: Type.Object({
    ...PageQuery,
    id: Type.Optional(
      Text(
        'Only requests with this `Punchcard-Request-Id`, or about the order with this id in the merchant’s store.',
      ),
    ),
  }),
  answer: Page(FailedRequestItem),
})
