import { Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { AmountShown, CustomerShown } from '../../customers/admin-api/schema.ts'
import { MOMENT_KINDS, OrderNamed } from './schema.ts'

export const listActivity = operation({
  id: 'activity.list',
  summary: 'The changes of all balances in the last 30 days, newest first',
  method: 'GET',
  path: '/tenants/:tenant/activity',
  permission: 'customers.read',
  weight: 'light',
  query: Type.Object(PageQuery),
  answer: Page(
    Type.Object({
      id: Text('Its position in the log.', 60),
      at: Moment('When.'),
      kind: Type.Enum([...MOMENT_KINDS, 'opened'], { description: 'What happened.' }),
      title: Text('In a few words.', 600),
      customer: CustomerShown('Whose balance it is.'),
      points: Decimal('What changed.'),
      cashback: Decimal('The same in money.'),
      balanceAfter: AmountShown('The balance after it.'),
      recordId: Id('Number of the record.'),
      order: Nullable(OrderNamed),
    }),
  ),
})
