import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Permission } from '../permission.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Where every operation of the management API is. */
export const ADMIN_PREFIX = '/v1/admin'
/** What is a merchant's own is below its number: two tabs with two merchants can't be confused. */
const TENANT_PATH = '/tenants/:tenant'

/**
 * `anyone`: without a log-in. `person`: anyone who is signed in as a person, for no merchant in particular. `operator`: a
 * person who runs the installation; for all others the operation is not there.
 */
export type Access = Permission | 'anyone' | 'person' | 'operator'

export type Weight = 'light' | 'heavy'

/**
 * One operation of the management API, described once: the server registers it, the document and the panel's list of
 * operations are made from it, and the test of the matrix walks over all of them. What only computes may import this,
 * so that the panel takes its types without the server's code.
 */
export interface Operation<
  Path extends string = string,
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema | undefined = TSchema | undefined,
  Answer extends TSchema = TSchema,
> {
  /** Domain and verb, like `program.publish`. */
  readonly id: string
  readonly summary: string
  readonly method: Method
  /** Below `/v1/admin`. The parameter `tenant` is read for every operation, and not in `params`. */
  readonly path: Path
  readonly permission: Access
  /** What it needs beside its permission: a role that sees customers masked must not reach them by a detour. */
  readonly also?: Permission
  /**
   * `heavy`: it may take seconds in the database, or write hundreds of rows. It waits for its turn among the heavy
   * ones, of which a merchant has one at a time.
   */
  readonly weight: Weight
  /** Asks for the password or the second factor, unless it was given in the last ten minutes. */
  readonly confirm?: true
  /** What the audit calls it, like `reward.update`. Everything but GET has one; a GET that shows secrets too. */
  readonly audit?: string
  /** A POST because its question is a body: it changes nothing, and `read` serves it. */
  readonly isQuestion?: true
  /** `Idempotency-Key` is required, not only allowed. */
  readonly idempotent?: true
  /** `If-Match` is required: another person may have changed it meanwhile. */
  readonly ifMatch?: true
  /** The answer shows a secret, once: it is never kept for a repetition. */
  readonly showsSecret?: true
  /** The body is text and no JSON, up to so many bytes. */
  readonly textBodyMax?: number
  /** The body is octets as they are, up to so many. `Content-Digest` is required. */
  readonly octetBodyMax?: number
  /** The answer is a file, sent while it is read. */
  readonly isDownload?: true
  /** Bytes of a JSON body, where the usual bound is too small for what the schema allows. */
  readonly bodyMax?: number
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  /** Default: 200. */
  readonly status?: 200 | 201 | 202 | 204
}

interface Described<
  Path extends string,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
> extends Omit<Operation<Path>, 'params' | 'query' | 'body' | 'answer'> {
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly answer: Answer
}

const Nothing = Type.Object({})
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
): Operation<Path, Params, Query, [Body] extends [never] ? undefined : Body, Answer> {
  const { params = Nothing, query = Nothing, body } = described
  return { ...described, params, query, body } as never
}

/** What a stranger can make the server parse and check. `test/edge/body-costs.test.ts` measures all of these. */
const OPEN_BODY_MAX = 16 * 1024
const USUAL_BODY_MAX = 64 * 1024
/** For a reward, a quiz or a program with long texts. */
export const LARGE_BODY_MAX = 256 * 1024

/** The bytes of a body that an operation takes. */
export function bodyMaxOf({ permission, textBodyMax, octetBodyMax, bodyMax }: Operation): number {
  return textBodyMax ?? octetBodyMax ?? bodyMax ?? (permission === 'anyone' ? OPEN_BODY_MAX : USUAL_BODY_MAX)
}

export type ParamsOf<Op extends Operation> = Static<Op['params']>
export type QueryOf<Op extends Operation> = Static<Op['query']>
export type BodyOf<Op extends Operation> = Op['body'] extends TSchema ? Static<Op['body']> : undefined
export type AnswerOf<Op extends Operation> = Static<Op['answer']>

export function isOfTenant({ path }: Pick<Operation, 'path'>): boolean {
  return path === TENANT_PATH || path.startsWith(`${TENANT_PATH}/`)
}

/** Whether it changes nothing. */
export function isReading({ method, isQuestion }: Pick<Operation, 'method' | 'isQuestion'>): boolean {
  return method === 'GET' || isQuestion === true
}

/** Why an operation can't be registered; null: it can. A mistake here is one of ours, found at the start. */
export function problemOfOperation(described: Operation): string | null {
  const { id, path, permission, audit, ifMatch, idempotent } = described
  const reads = isReading(described)
  if (!/^[a-zA-Z]+(\.[a-zA-Z]+)+$/.test(id)) return `“${id}” is no name like program.publish`
  if (!permission) return `${id} has no permission`
  const isPermission = !['anyone', 'person', 'operator'].includes(permission)
  if (isPermission !== isOfTenant({ path })) {
    return `${id}: below ${TENANT_PATH} a permission is asked for, and elsewhere none`
  }
  if (!reads && !audit) return `${id} writes and has no audit action`
  if (audit !== undefined && !/^[a-zA-Z]+\.[a-zA-Z]+$/.test(audit))
    return `“${audit}” is no name like reward.update`
  if (described.isDownload && (described.method !== 'GET' || !audit)) {
    return `${id} hands out a file: it is a GET with an audit action`
  }
  if (reads && (ifMatch || idempotent)) return `${id} reads, and needs neither If-Match nor a key`
  return null
}
