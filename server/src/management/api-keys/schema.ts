import { type Static, Type } from 'typebox'
import { Body, IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { Nullable, Sent, Text } from '../../contract/schema.ts'

/** What a key may do; owners alone give `points` and `erase`. */
const KEY_SCOPES = ['read', 'write', 'points', 'erase'] as const
const scopes = Type.Array(Type.Enum([...KEY_SCOPES], { description: 'One of them.' }), {
  minItems: 1,
  maxItems: KEY_SCOPES.length,
  uniqueItems: true,
  description:
    'read: what only reads · write: orders, customers, products, redemptions, coupons · points: cashback that is given or taken, custom actions · erase: erasing customers. Only owners give points and erase; erase is refused where erasing needs a second approval.',
})

export const ApiKeyAnswer = Type.Object(
  {
    id: Id('Its number.'),
    token: Text('Its public half.'),
    label: Text('What it is for.'),
    scopes,
    createdAt: Moment('When it was made.'),
    lastUsedAt: Nullable(Moment('The hour in which it was last used; null: never.')),
    expiresAt: Nullable(Moment('From when it is refused; null: never.')),
    revokedAt: Nullable(Moment('Since when it is refused; null: it is not.')),
    by: Nullable(Text('Who has made it; null: it was not kept.')),
    state: Type.Enum(['live', 'expired', 'revoked'], { description: 'Whether it is accepted.' }),
  },
  { description: 'An API key, without its secret.' },
)
export type ApiKeyAnswer = Static<typeof ApiKeyAnswer>

const NewKeyAnswer = Type.Object({
  key: ApiKeyAnswer,
  secret: Text('Its secret half: shown only now.'),
})

const keyParams = IdParams('Number of the key.')

export const listApiKeys = operation({
  id: 'apiKeys.list',
  summary: 'List the API keys',
  method: 'GET',
  path: '/tenants/:tenant/api-keys',
  permission: 'keys.read',
  weight: 'light',
  query: Type.Object(PageQuery),
  answer: Page(ApiKeyAnswer),
})

export const createApiKey = operation({
  id: 'apiKeys.create',
  summary: 'Make an API key; its secret is shown once',
  method: 'POST',
  path: '/tenants/:tenant/api-keys',
  permission: 'keys.write',
  also: 'customers.personal',
  weight: 'light',
  confirm: true,
  audit: 'apiKey.create',
  showsSecret: true,
  body: Body({
    label: Text('What it is for.'),
    expiresAt: Sent(Moment('From when it is refused; left out: never.')),
    scopes: Type.Optional(scopes),
  }),
  answer: NewKeyAnswer,
  status: 201,
})

export const rotateApiKey = operation({
  id: 'apiKeys.rotate',
  summary: 'Make a key that replaces another one, which ends some hours later',
  method: 'POST',
  path: '/tenants/:tenant/api-keys/:id/rotate',
  permission: 'keys.write',
  also: 'customers.personal',
  weight: 'light',
  confirm: true,
  audit: 'apiKey.rotate',
  showsSecret: true,
  params: keyParams,
  body: Body({
    overlapHours: Type.Integer({
      minimum: 0,
      maximum: 720,
      description: 'How long the old key is still accepted.',
    }),
  }),
  answer: Type.Object({
    key: ApiKeyAnswer,
    secret: Text('Its secret half: shown only now.'),
    previous: ApiKeyAnswer,
  }),
  status: 201,
})

export const revokeApiKey = operation({
  id: 'apiKeys.revoke',
  summary: 'Refuse a key from now on, everywhere within a second',
  method: 'POST',
  path: '/tenants/:tenant/api-keys/:id/revoke',
  permission: 'keys.write',
  weight: 'light',
  confirm: true,
  audit: 'apiKey.revoke',
  params: keyParams,
  answer: ApiKeyAnswer,
})
