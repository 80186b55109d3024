import { Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { DateTime, Nullable, Text } from '../../contract/schema.ts'
import { Cursor, Limit, NextCursor } from './people-schema.ts'
import { Id } from './schema.ts'

const AuditActor = Type.Object(
  {
    kind: Type.Unsafe<'person' | 'token' | 'operator' | 'cli' | 'system'>({
      type: 'string',
      enum: ['person', 'token', 'operator', 'cli', 'system'],
      description: 'What kind of actor.',
    }),
    id: Nullable(Id('Its number; null: it has none.')),
    label: Text('As it was called then.'),
  },
  { additionalProperties: false, description: 'Who did it.' },
)

const AuditMembers = Nullable(
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'The members that changed.',
  }),
)

export const listAudit = operation({
  id: 'audit.list',
  summary: 'What was done, by whom, newest first; without `audit.all` what one did oneself',
  method: 'GET',
  path: '/tenants/:tenant/audit',
  permission: 'audit.read',
  query: Type.Object({
    actor: Type.Optional(Text('Kind and number, like `person:4`; or a kind alone, like `cli`.', 40)),
    action: Type.Optional(Text('An action, like `reward.update`.', 60)),
    target: Type.Optional(Text('Kind and id, like `reward:12`; or a kind alone.', 300)),
    from: Type.Optional(DateTime('From this moment on.')),
    to: Type.Optional(DateTime('Before this moment.')),
    limit: Limit,
    cursor: Cursor,
  }),
  answer: Type.Object(
    {
      items: Type.Array(
        Type.Object(
          {
            id: Text('The number of the entry, and where it is kept.', 40),
            at: DateTime('When.'),
            actor: AuditActor,
            action: Text('What.', 60),
            target: Type.Object(
              { kind: Text('What kind.', 60), id: Text('Its id.'), label: Text('As it was called then.') },
              { additionalProperties: false, description: 'To what.' },
            ),
            before: AuditMembers,
            after: AuditMembers,
            note: Nullable(Text('Why, where it was said.', 1_000)),
            requestId: Nullable(Text('The request.', 100)),
            address: Nullable(Text('From where.', 64)),
            via: Type.Unsafe<'panel' | 'token' | 'cli' | 'job'>({
              type: 'string',
              enum: ['panel', 'token', 'cli', 'job'],
              description: 'By which way.',
            }),
          },
          { additionalProperties: false },
        ),
        { description: 'The newest first.' },
      ),
      nextCursor: NextCursor,
    },
    { additionalProperties: false },
  ),
})
