import { Type } from 'typebox'
import { IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { ActorShown, Moment, Page, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Text } from '../../contract/schema.ts'

const AuditMembers = Nullable(
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'The members that changed.',
  }),
)

const Entry = Type.Object(
  {
    id: Text('The number of the entry, and where it is kept.', 40),
    at: Moment('When.'),
    actor: ActorShown,
    action: Text('What.', 60),
    target: Type.Object(
      {
        kind: Text('What kind.', 60),
        id: Text('Its id.'),
        label: Text('As it was called then.'),
        name: Nullable(
          Text(
            'Of a customer: the name as it is now; masked without `customers.personal`.',
            LENGTH.description,
          ),
        ),
        erasedAt: Nullable(Moment('Of a customer: when the person was erased; null: it was not.')),
      },
      { additionalProperties: false, description: 'To what.' },
    ),
    before: AuditMembers,
    after: AuditMembers,
    note: Nullable(Text('Why, where it was said.', 1_000)),
    requestId: Nullable(Text('The request.', 100)),
    address: Nullable(Text('From where.', 64)),
    via: Words(['panel', 'token', 'cli', 'job'] as const, 'By which way.'),
  },
  { additionalProperties: false },
)

export const listAudit = operation({
  id: 'audit.list',
  summary: 'What was done, by whom, newest first; without `audit.all` what one did oneself',
  method: 'GET',
  path: '/tenants/:tenant/audit',
  permission: 'audit.read',
  weight: 'heavy',
  query: Type.Object({
    actor: Type.Optional(Text('Kind and number, like `person:4`; or a kind alone, like `cli`.', 40)),
    action: Type.Optional(Text('An action, like `reward.update`.', 60)),
    target: Type.Optional(Text('Kind and id, like `reward:12`; or a kind alone.', 300)),
    from: Type.Optional(Moment('From this moment on.')),
    to: Type.Optional(Moment('Before this moment.')),
    ...PageQuery,
  }),
  answer: Page(Entry),
})

export const listAuditOfCustomer = operation({
  id: 'customers.audit',
  summary:
    'What was done by hand to a customer and those merged into it, newest first; without `audit.all` what one did oneself',
  method: 'GET',
  path: '/tenants/:tenant/customers/:id/audit',
  permission: 'audit.read',
  weight: 'light',
  params: IdParams('Number of the customer.'),
  query: Type.Object(PageQuery),
  answer: Page(Entry),
})
