import { Type } from 'typebox'
import { IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { ActorShown, Id, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { LENGTH, Text } from '../../contract/schema.ts'

export const listNotes = operation({
  id: 'customers.notes',
  summary: 'What people noted when they gave a redemption back or cancelled an order, newest first',
  method: 'GET',
  path: '/tenants/:tenant/customers/:id/notes',
  permission: 'customers.personal',
  weight: 'light',
  params: IdParams('Number of the customer.'),
  query: Type.Object(PageQuery),
  answer: Page(
    Type.Object({
      id: Id('Number of the note.'),
      at: Moment('When it was noted.'),
      target: Type.Object(
        { kind: Text('Such as redemption or order.', 100), id: Id('Its number.') },
        { description: 'What was done something to.' },
      ),
      note: Text('In their words.', LENGTH.description),
      by: ActorShown,
    }),
  ),
})
