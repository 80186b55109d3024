import { Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Moment, Name } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { Effect } from './effect-schema.ts'
import { customerParams } from './schema.ts'

const Changed = Type.Object({
  id: Id('Number of the customer.'),
  publicId: Text('By which the customer is known outside.'),
  isEnrolled: Type.Boolean({ description: 'Whether they are enrolled in the program.' }),
  enrolledAt: Nullable(Moment('Since when.')),
  effect: Effect,
})

export const enrolCustomer = operation({
  id: 'customers.enrol',
  summary: 'Enroll a customer in the program: orders earn from then on',
  method: 'POST',
  path: '/tenants/:tenant/customers/:id/enrol',
  permission: 'customers.write',
  weight: 'light',
  audit: 'customer.enrol',
  params: customerParams,
  answer: Changed,
})

export const leaveCustomer = operation({
  id: 'customers.leave',
  summary: 'Let a customer leave the program: orders earn nothing from then on',
  method: 'POST',
  path: '/tenants/:tenant/customers/:id/leave',
  permission: 'customers.write',
  weight: 'light',
  audit: 'customer.leave',
  params: customerParams,
  answer: Changed,
})

export const endSessions = operation({
  id: 'customers.endSessions',
  summary: 'End the storefront sessions of a customer: tokens and links that were made until now are refused',
  method: 'POST',
  path: '/tenants/:tenant/customers/:id/end-sessions',
  permission: 'customers.write',
  weight: 'light',
  audit: 'customer.endSessions',
  idempotent: true,
  params: customerParams,
  answer: Type.Object({ since: Moment('What was made before is refused.') }),
})

/** What is left out stays; nothing is emptied. An order may change the profile too: `If-Match` notices that as well. */
export const updateCustomer = operation({
  id: 'customers.update',
  summary: 'Change who a customer is: what is left out stays; the audit names the members, not their values',
  method: 'PATCH',
  path: '/tenants/:tenant/customers/:id',
  permission: 'customers.write',
  weight: 'light',
  audit: 'customer.update',
  ifMatch: true,
  params: customerParams,
  body: Body({
    name: Type.Optional(Name('Name.')),
    email: Type.Optional(Name('E-mail address.')),
    phone: Type.Optional(Name('Phone.')),
    document: Type.Optional(Name('Document.')),
    birthday: Type.Optional(Moment('Birthday; one that is stored stays, for it may have earned points.')),
  }),
  answer: Changed,
})
