import { Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Empty, Id } from '../../contract/admin-api/schema.ts'

/** What a merchant can do about operators who look at it; who they are is told with the session. */
export const endSupport = operation({
  id: 'support.end',
  summary: 'End the support access of an operator',
  method: 'DELETE',
  path: '/tenants/:tenant/support-access/:id',
  permission: 'people.write',
  weight: 'light',
  audit: 'support.end',
  params: Type.Object({ id: Id('The number of the access.') }),
  answer: Empty,
  status: 204,
})
