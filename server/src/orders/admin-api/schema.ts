import { Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Moment, Name } from '../../contract/admin-api/schema.ts'
import { LENGTH, Sent, Text } from '../../contract/schema.ts'
import { Effect } from '../../customers/admin-api/effect-schema.ts'

const params = Type.Object({ customer: Id('Number of the customer.'), id: Id('Number of the order.') })
const date = Sent(Moment('When it was cancelled; left out: now.'))

export const cancelOrder = operation({
  id: 'orders.cancel',
  summary: 'Cancel an order: what it earned is taken back; doing so again answers the same',
  method: 'POST',
  path: '/tenants/:tenant/customers/:customer/orders/:id/cancel',
  permission: 'orders.cancel',
  weight: 'light',
  audit: 'order.cancel',
  idempotent: true,
  params,
  body: Body({
    date,
    note: Name('Why. It is kept with the customer, not in the audit.', LENGTH.description),
  }),
  answer: Type.Object({
    id: Id('Number of the order.'),
    originalId: Text('Its id in the merchant’s store.'),
    cancelledAt: Moment('When it was cancelled.'),
    effect: Effect,
  }),
})

export const previewCancel = operation({
  id: 'orders.previewCancel',
  summary: 'What cancelling an order would do; nothing is changed',
  method: 'POST',
  path: '/tenants/:tenant/customers/:customer/orders/:id/cancel/preview',
  permission: 'orders.cancel',
  weight: 'light',
  isQuestion: true,
  params,
  body: Body({ date }),
  answer: Effect,
})
