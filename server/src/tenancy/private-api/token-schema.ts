import { type Static, Type } from 'typebox'
import { Needed, Nullable, Sent, Text } from '../../contract/schema.ts'
import { TOKEN_SCOPES } from '../../contract/token-scope.ts'

export const EXPIRES_IN = { min: 60, max: 3_600, usual: 900, withRedeem: 900 } as const
/** Answers of the storefront API that can come with a token. */
export const INCLUDED = ['me', 'progress', 'rewards'] as const
export type Included = (typeof INCLUDED)[number]

const NAMES_MAX = 20
const NAME_LENGTH_MAX = 20

export const TokenBody = Type.Object(
  {
    CustomerId: Needed(Text("The customer's id in the merchant store.")),
    Scopes: Sent(
      Type.Array(Text(`One of ${TOKEN_SCOPES.join(', ')}.`, NAME_LENGTH_MAX), {
        maxItems: NAMES_MAX,
        description: `What the token is good for: ${TOKEN_SCOPES.join(', ')}. Missing: read.`,
      }),
    ),
    ExpiresInSeconds: Sent(
      Type.Integer({
        description: `${EXPIRES_IN.min} to ${EXPIRES_IN.max}, with redeem at most ${EXPIRES_IN.withRedeem}; missing: ${EXPIRES_IN.usual}.`,
      }),
    ),
    Include: Sent(
      Type.Array(Text(`One of ${INCLUDED.join(', ')}.`, NAME_LENGTH_MAX), {
        maxItems: NAMES_MAX,
        description:
          'Answers of the storefront API to send along, so that a page needs no further request: me, progress, ' +
          'rewards. In the language of `Accept-Language`, else the merchant’s. null: the merchant has switched it off.',
      }),
    ),
  },
  { examples: [{ CustomerId: 'ana', Scopes: ['read', 'redeem'], Include: ['me'] }] },
)
export type TokenBody = Static<typeof TokenBody>

export const TokenResult = Type.Object(
  {
    Token: Type.String({ description: 'For the browser, which sends it as `Authorization: Bearer …`.' }),
    ExpiresInSeconds: Type.Integer({ description: 'How long it is good, from when it is received.' }),
    ExpiresAt: Type.String({ format: 'date-time', description: 'Until when it is good.' }),
    State: Type.Integer({ description: '0 member, 1 opted out, 2 known to the shop alone: they may join.' }),
    Initial: Nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'The answers that were to come along, by name; null: none.',
      }),
    ),
  },
  { $id: 'CustomerToken', description: 'A token of a customer.' },
)
export type TokenResult = Static<typeof TokenResult>

export const RevokeBody = Type.Object(
  { CustomerId: Needed(Text("The customer's id in the merchant store.")) },
  { examples: [{ CustomerId: 'ana' }] },
)
export type RevokeBody = Static<typeof RevokeBody>

export const RevokeResult = Type.Object(
  {
    IsRevoked: Type.Literal(true, {
      description: 'All tokens of the customer that were made until `Since` are refused.',
    }),
    Since: Type.String({ format: 'date-time', description: 'Until when they were made.' }),
  },
  { $id: 'RevokedTokens', description: 'What ended the tokens of a customer.' },
)
export type RevokeResult = Static<typeof RevokeResult>

/** `long`: what is good for longer gets around, so it only reads and shows no codes. */
export const LINK_EXPIRES_IN = { min: 60, max: 604_800, usual: 600, long: 600 } as const

export const LinkBody = Type.Object(
  {
    CustomerId: Needed(Text("The customer's id in the merchant store.")),
    Scopes: Sent(
      Type.Array(Text(`One of ${TOKEN_SCOPES.join(', ')}.`, NAME_LENGTH_MAX), {
        maxItems: NAMES_MAX,
        description: `What the page may do: ${TOKEN_SCOPES.join(', ')}. Missing: read. For longer than ${LINK_EXPIRES_IN.long} s: read and refer alone.`,
      }),
    ),
    ExpiresInSeconds: Sent(
      Type.Integer({
        description: `${LINK_EXPIRES_IN.min} to ${LINK_EXPIRES_IN.max}; missing: ${LINK_EXPIRES_IN.usual}.`,
      }),
    ),
  },
  { examples: [{ CustomerId: 'ana' }] },
)
export type LinkBody = Static<typeof LinkBody>

export const LinkResult = Type.Object(
  {
    Url: Type.String({
      description:
        'Where the customer sees their points. What it proves them with stands behind “#”: no log has it.',
    }),
    ExpiresAt: Type.String({ format: 'date-time', description: 'Until when it opens.' }),
  },
  { $id: 'CustomerLink', description: 'A link to the page of a program, for one customer.' },
)
export type LinkResult = Static<typeof LinkResult>
