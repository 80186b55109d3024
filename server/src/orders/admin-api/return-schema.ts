import { Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Id, Moment, Name } from '../../contract/admin-api/schema.ts'
import { LENGTH, Sent, Text } from '../../contract/schema.ts'
import { Effect } from '../../customers/admin-api/effect-schema.ts'
import { AmountShown } from '../../customers/admin-api/schema.ts'
import { PRODUCTS_MAX } from '../order.ts'

const params = Type.Object({ customer: Id('Number of the customer.'), id: Id('Number of the order.') })

const returned = {
  value: Sent(
    Decimal(
      'What was refunded, in money: it is taken from all lines in proportion. Either this or products.',
    ),
  ),
  products: Sent(
    Type.Array(
      Body({
        originalId: Text('Id of a product of the order.'),
        value: Decimal('What was refunded for it.'),
      }),
      {
        minItems: 1,
        maxItems: PRODUCTS_MAX,
        description: 'What was refunded for which products. Either these or value.',
      },
    ),
  ),
  refundsRedeem: Sent(
    Type.Boolean({
      description:
        'Whether cashback that was redeemed for the order is refunded in its share; left out: as the settings say.',
    }),
  ),
}

export const returnOrderPart = operation({
  id: 'orders.returnPart',
  summary:
    'Return a part of an order: what it earned is computed again on what is left; the last part cancels it',
  method: 'POST',
  path: '/tenants/:tenant/customers/:customer/orders/:id/returns',
  permission: 'orders.cancel',
  weight: 'light',
  confirm: true,
  audit: 'order.return',
  idempotent: true,
  params,
  body: Body({
    ...returned,
    note: Name('Why. It is kept with the customer, not in the audit.', LENGTH.description),
  }),
  answer: Type.Object({
    orderId: Id('Number of the order.'),
    key: Text('Key of the return, unique for the order.'),
    at: Moment('When it was returned.'),
    value: Decimal('What was returned, in money.'),
    remaining: Decimal('What is left of the order’s total; 0: the order is cancelled.'),
    writtenOff: AmountShown('What should have been taken back, was spent and was written off.'),
    effect: Effect,
  }),
  status: 201,
})

export const previewReturnPart = operation({
  id: 'orders.previewReturnPart',
  summary: 'What returning a part of an order would do; nothing is changed',
  method: 'POST',
  path: '/tenants/:tenant/customers/:customer/orders/:id/returns/preview',
  permission: 'orders.cancel',
  weight: 'light',
  isQuestion: true,
  params,
  body: Body(returned),
  answer: Effect,
})
