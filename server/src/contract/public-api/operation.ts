import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Switch } from '../storefront-switch.ts'
import type { TokenScope } from '../token-scope.ts'

/** Where every operation of the storefront API is. */
export const PUBLIC_PREFIX = '/v1/pub'

/** `public`: anyone, without a token, and any cache may keep the answer. Otherwise the scope that a token needs. */
export type PublicAccess = 'public' | TokenScope

/** How often one customer may ask. */
export const PUBLIC_LIMITS = {
  read: { perSecond: 5, perHour: 600 },
  /** What reads many records. */
  long: { perSecond: 2, perHour: 120 },
  redeem: { perSecond: 1, perHour: 20 },
  quiz: { perSecond: 1, perHour: 30 },
  /** Joining, leaving and the birthday, together. */
  join: { perSecond: 5, perHour: 5 },
} as const
export type PublicLimit = keyof typeof PUBLIC_LIMITS

/**
 * One operation of the storefront API, described once: the server registers it, the document and the types of the
 * elements are made from it. What only computes may import this.
 */
export interface PublicOperation<
  Path extends string = string,
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema | undefined = TSchema | undefined,
  Answer extends TSchema = TSchema,
> {
  /** Domain and verb, like `shop.about`. */
  readonly id: string
  readonly summary: string
  readonly description: string
  readonly method: 'GET' | 'POST'
  /** Below `/v1/pub`. */
  readonly path: Path
  readonly access: PublicAccess
  /** Where the merchant has switched this off, there is nothing here. */
  readonly switch?: Switch
  /** Why it may be refused with 409: the codes of those problems. */
  readonly conflicts?: readonly string[]
  /** Of a customer; visitors are counted by address and shop. */
  readonly limit: PublicLimit
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  /** The answer is a file of one of these types. */
  readonly answerTypes?: readonly string[]
  /** Default: 200. */
  readonly status?: 200 | 201
}

interface Described<
  Path extends string,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
> extends Omit<PublicOperation<Path>, 'params' | 'query' | 'body' | 'answer' | 'limit'> {
  readonly limit?: PublicLimit
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly answer: Answer
}

const Nothing = Type.Object({}, { additionalProperties: false })
type Nothing = TObject<Record<never, never>>

/** Describes an operation; what it does not take is left out. */
export function operation<
  const Path extends string,
  Answer extends TSchema,
  Params extends TSchema = Nothing,
  Query extends TSchema = Nothing,
  Body extends TSchema = never,
>(
  described: Described<Path, Params, Query, Body, Answer>,
): PublicOperation<Path, Params, Query, [Body] extends [never] ? undefined : Body, Answer> {
  const { params = Nothing, query = Nothing, body, limit = 'read' } = described
  return { ...described, params, query, body, limit } as never
}

export type PublicParamsOf<Op extends PublicOperation> = Static<Op['params']>
export type PublicQueryOf<Op extends PublicOperation> = Static<Op['query']>
export type PublicBodyOf<Op extends PublicOperation> = Op['body'] extends TSchema
  ? Static<Op['body']>
  : undefined
export type PublicAnswerOf<Op extends PublicOperation> = Static<Op['answer']>
