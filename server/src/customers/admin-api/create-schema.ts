import { Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Moment, Name } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { Effect } from './effect-schema.ts'

const CustomerToAdd = Body({
  originalId: Name('Id in the merchant’s store, by which orders will name the customer.'),
  name: Type.Optional(Name('Name.')),
  email: Type.Optional(Name('E-mail address; no other customer may have it.')),
  phone: Type.Optional(Name('Phone.')),
  document: Type.Optional(Name('Document; no other customer may have it.')),
  birthday: Type.Optional(Moment('Birthday. Once stored it stays, for it may earn points.')),
  isEnrolled: Type.Optional(
    Type.Boolean({ description: 'Whether they are enrolled in the program; left out: they are.' }),
  ),
})

export const addCustomer = operation({
  id: 'customers.create',
  summary: 'Add a customer, with the points for signing up; the same again answers the same customer',
  method: 'POST',
  path: '/tenants/:tenant/customers',
  permission: 'customers.write',
  weight: 'light',
  audit: 'customer.create',
  idempotent: true,
  body: CustomerToAdd,
  answer: Type.Object({
    id: Id('Number of the customer.'),
    publicId: Text('By which the customer is known outside.'),
    isEnrolled: Type.Boolean({ description: 'Whether they are enrolled in the program.' }),
    enrolledAt: Nullable(Moment('Since when.')),
    effect: Effect,
  }),
  status: 201,
})

export const previewAddCustomer = operation({
  id: 'customers.previewCreate',
  summary: 'What adding a customer would do; nothing is changed',
  method: 'POST',
  path: '/tenants/:tenant/customers/preview',
  permission: 'customers.write',
  weight: 'light',
  isQuestion: true,
  body: CustomerToAdd,
  answer: Effect,
})
