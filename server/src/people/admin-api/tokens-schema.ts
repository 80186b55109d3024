import { Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Empty, Id, Moment, Words } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { Label, Permissions } from './schema.ts'

/* Ways in without a password: personal tokens, and those of a merchant. */

const TOKENS_MAX = 200
const OfToken = Type.Object({ id: Id('The number of the token.') })

/** A token is a way in without a password, so that it is read like a key: what it is for, until when, last use. */
const TokenSummary = Type.Object(
  {
    id: Id('The number of the token.'),
    tenant: Id('The merchant that it is for.'),
    kind: Words(['personal', 'service'] as const, 'Acts as a person, or belongs to the merchant.'),
    person: Nullable(
      Type.Object(
        { id: Id('The number of the person.'), name: Text('The name.') },
        { additionalProperties: false, description: 'Whose it is; null: the merchant.' },
      ),
    ),
    label: Label,
    start: Text('How the token begins, to recognise it by.', 60),
    permissions: Permissions('What it may do.'),
    createdAt: Moment('When it was made.'),
    expiresAt: Nullable(Moment('When it ends; null: when it is revoked.')),
    revokedAt: Nullable(Moment('When it was revoked; null: it was not.')),
    lastUsedAt: Nullable(Moment('When it was last used, to the hour; null: never.')),
  },
  { description: 'A token, without its secret.', additionalProperties: false },
)
const TokenList = Type.Object(
  { items: Type.Array(TokenSummary, { description: `The newest first, at most ${TOKENS_MAX}.` }) },
  { additionalProperties: false },
)
const MadeToken = Type.Object(
  { token: TokenSummary, secret: Text('The token itself. It is shown only now.', 120) },
  { additionalProperties: false },
)

export const listMyTokens = operation({
  id: 'me.listTokens',
  summary: 'My personal tokens',
  method: 'GET',
  path: '/me/tokens',
  permission: 'person',
  weight: 'light',
  answer: TokenList,
})

export const createMyToken = operation({
  id: 'me.createToken',
  summary: 'Make a personal token: it acts as me, for one merchant, with at most my permissions',
  method: 'POST',
  path: '/me/tokens',
  permission: 'person',
  weight: 'light',
  confirm: true,
  audit: 'token.create',
  showsSecret: true,
  body: Type.Object(
    {
      tenant: Id('The merchant that it is for.'),
      label: Label,
      permissions: Type.Optional(Permissions('What it may do; left out: all that I may and a token can.')),
      expiresInDays: Type.Integer({ minimum: 1, maximum: 365, description: 'How long it is good.' }),
    },
    { additionalProperties: false },
  ),
  answer: MadeToken,
  status: 201,
})

export const revokeMyToken = operation({
  id: 'me.revokeToken',
  summary: 'Revoke a personal token',
  method: 'DELETE',
  path: '/me/tokens/:id',
  permission: 'person',
  weight: 'light',
  audit: 'token.revoke',
  params: OfToken,
  answer: Empty,
  status: 204,
})

export const listTokens = operation({
  id: 'tokens.list',
  summary: 'The tokens for this merchant: its own, and those of its people',
  method: 'GET',
  path: '/tenants/:tenant/tokens',
  permission: 'tokens.read',
  weight: 'light',
  answer: TokenList,
})

export const createToken = operation({
  id: 'tokens.create',
  summary: 'Make a service token: it belongs to the merchant, and outlives the people',
  method: 'POST',
  path: '/tenants/:tenant/tokens',
  permission: 'tokens.write',
  weight: 'light',
  confirm: true,
  audit: 'token.create',
  showsSecret: true,
  body: Type.Object(
    {
      label: Label,
      permissions: Permissions('What it may do: never people, tokens or security.'),
      expiresInDays: Type.Optional(
        Nullable(
          Type.Integer({
            minimum: 1,
            maximum: 3_650,
            description: 'How long it is good; null or left out: until it is revoked.',
          }),
        ),
      ),
    },
    { additionalProperties: false },
  ),
  answer: MadeToken,
  status: 201,
})

export const rotateToken = operation({
  id: 'tokens.rotate',
  summary: 'Make a new service token in place of another, which ends after the overlap',
  method: 'POST',
  path: '/tenants/:tenant/tokens/:id/rotate',
  permission: 'tokens.write',
  weight: 'light',
  confirm: true,
  audit: 'token.rotate',
  showsSecret: true,
  params: OfToken,
  body: Type.Object(
    {
      overlapHours: Type.Integer({
        minimum: 0,
        maximum: 720,
        description: 'How long the old one goes on working.',
      }),
    },
    { additionalProperties: false },
  ),
  answer: MadeToken,
  status: 201,
})

export const revokeToken = operation({
  id: 'tokens.revoke',
  summary: 'Refuse a token from now on, a service token or that of a person',
  method: 'POST',
  path: '/tenants/:tenant/tokens/:id/revoke',
  permission: 'tokens.write',
  weight: 'light',
  audit: 'token.revoke',
  params: OfToken,
  answer: TokenSummary,
})
