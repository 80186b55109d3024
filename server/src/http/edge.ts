import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { AnySchema } from 'ajv'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
  type FastifyServerOptions,
  fastify,
} from 'fastify'
import { PATH_PART_MAX, toEdgeError } from '../app/edge-failures.ts'
import { EdgeError, unavailable } from '../contract/edge-error.ts'
import { Failure, failure } from '../contract/private-api/envelopes.ts'
import { ERROR, type ErrorCode } from '../contract/private-api/errors.ts'
import type { Operation } from '../contract/private-api/operation.ts'
import {
  bodyCompiler,
  errorFromValidation,
  refusalOfMember,
  WrongMemberError,
} from '../contract/private-api/validation.ts'
import { ProgramTooNewError } from '../earning/format.ts'
import { allowedMethods, pathInOtherCase } from '../platform/http/allowed-methods.ts'
import { problemOfHead } from '../platform/http/head.ts'
import { createInStep } from '../platform/http/in-step.ts'
import { parseJsonBody } from '../platform/http/json-body.ts'
import { RequestsInProgress } from '../platform/http/requests-in-progress.ts'
import { closeStalledConnections } from '../platform/http/stalled-connections.ts'
import { createRequestIds } from '../platform/ids.ts'
import type { Logger } from '../platform/log.ts'
import { type Metrics, measureRequests } from '../platform/metrics.ts'
import { oncePerMinute } from '../platform/once-per-minute.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import type { Tracer } from '../platform/tracing/tracer.ts'
import { UnknownCellError } from '../tenancy/cells.ts'
import { answerBrokenRequest, REQUEST_ID_HEADER } from './broken-requests.ts'
import { traceRequests } from './trace-requests.ts'

const BODY_MAX_BYTES = 256 * 1024
const HEADERS_TIMEOUT_MS = 5_000
/**
 * Beyond this many at once, requests are refused: they would only wait, and fill the memory. An answer that is made and
 * waits to be read does not count, or senders that never read would keep all others out. (A bound on the delay of the
 * event loop refused the first requests after every slow start.)
 */
const REQUESTS_IN_PROGRESS_MAX = 10_000
const CONNECTIONS_MAX = 10_000
/**
 * Requests that wait on one connection for their answers, which have to be in order. Each holds some 10 KB, and 64 KB
 * of bytes that were read at once are up to 1,500 requests; clients that pipeline rarely send more than 16 ahead.
 */
export const REQUESTS_ON_CONNECTION_MAX = 32
const ANSWER_TIMEOUT_MS = 60_000

type BuildValidator = NonNullable<
  NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>['buildValidator']
>

type BuildSerializer = NonNullable<
  NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>['buildSerializer']
>

/** Answers are made member by member by typed functions: no schema has to choose what of them is sent. */
const compileAnswers = (() => () => JSON.stringify) as unknown as BuildSerializer

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
    /** It takes JSON line by line too. */
    takesLines?: boolean
  }
}

export interface Edge {
  readonly server: FastifyInstance
  readonly requests: RequestsInProgress
}

export interface ServerOptions {
  readonly log: Logger
  readonly metrics: Metrics
  readonly tracer?: Tracer | undefined
  readonly requestTimeoutMs: number
  /** How many proxies stand in front of the server, or their addresses and networks; 0: none. */
  readonly trustProxy: number | readonly string[]
  /** Logs one line per request. */
  readonly isAccessLogged?: boolean
  readonly requestsInProgressMax?: number
  readonly connectionsMax?: number
  /** How long a sender may take to read an answer. */
  readonly answerTimeoutMs?: number
}

/** The HTTP edge: limits, request ids, and every answer that is given before an operation is reached. */
export function createServer(options: ServerOptions): Edge {
  const nextRequestId = createRequestIds()
  const answerError = errorAnswering(options.log)
  const requests = new RequestsInProgress(REQUESTS_ON_CONNECTION_MAX)
  const server = fastify({
    genReqId: nextRequestId,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: options.requestTimeoutMs,
    // The time-out is checked on this beat; Node's own of 30 s would let a slow body have 40 s.
    http: {
      connectionsCheckingInterval: 500,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, options.requestTimeoutMs),
      // Node's own refusal would have no body; ours is below.
      requireHostHeader: false,
    },
    keepAliveTimeout: 72_000,
    trustProxy: trustOf(options.trustProxy),
    // Answers while the server stops are ours, with the envelope.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    schemaController: {
      compilersFactory: { buildValidator: compileBodies, buildSerializer: compileAnswers },
    },
    routerOptions: { maxParamLength: PATH_PART_MAX },
    clientErrorHandler: (error, socket) => {
      if (requests.isMidAnswer(socket as Socket)) socket.destroy()
      else answerBrokenRequest(error, socket as Socket, nextRequestId())
    },
    // A path that can't be decoded. Fastify runs no hooks for it, so it is counted here.
    frameworkErrors: (error, request, reply) => {
      const { socket } = request.raw
      if (!admit(requests, request, reply as FastifyReply)) return
      reply.raw.once('finish', () => requests.end(socket))
      answerError(error, request, reply as FastifyReply)
      requests.finishWork(socket)
    },
  })

  server.server.maxConnections = options.connectionsMax ?? CONNECTIONS_MAX
  closeStalledConnections(server.server, options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS, monotonicClock)

  server.addSchema(Failure)
  readJsonOnly(server)
  limitRequests(server, requests, options)
  measureRequests(options.metrics, server.server, requests)
  if (options.tracer) traceRequests(server, options.tracer)
  server.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply))
  return { server, requests }
}

function readJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Counts a request. False, and the connection is closed, if too many of its requests wait for their answers. */
function admit(requests: RequestsInProgress, request: FastifyRequest, reply: FastifyReply): boolean {
  const { socket } = request.raw
  if (!requests.begin(socket)) {
    // Not even an answer: it would wait with the others until the sender reads them.
    socket.destroy()
    return false
  }
  void reply.header(REQUEST_ID_HEADER, request.id).header('x-content-type-options', 'nosniff')
  return true
}

/** Fastify catches what is thrown in the turn of its hook; what goes on in another one would end the process. */
function orElse(goOn: () => void, fail: (error: Error) => void): void {
  try {
    goOn()
  } catch (error) {
    fail(error as Error)
  }
}

/** Counts the requests under way, refuses those that are too many, and measures the others. */
function limitRequests(server: FastifyInstance, requests: RequestsInProgress, options: ServerOptions): void {
  const { log, metrics, isAccessLogged, requestsInProgressMax = REQUESTS_IN_PROGRESS_MAX } = options
  const inStep = createInStep()
  server.addHook('onRequest', (request, reply, done) => {
    if (!admit(requests, request, reply)) return
    if (requests.atWork > requestsInProgressMax) {
      done(unavailable('The server is overloaded: send the request again in a moment.'))
      return
    }
    const refusal = refusalOf(request)
    inStep(() => orElse(() => done(refusal), done))
  })
  server.addHook('onSend', (request, _reply, payload, done) => {
    requests.finishWork(request.raw.socket)
    if (payload instanceof Readable) requests.beginParts(request.raw.socket)
    // Answers of one batch are written one after the other, when all of them are made: 7% of what the edge takes.
    queueMicrotask(() => orElse(() => done(null, payload), done))
  })
  server.addHook('onResponse', (request, reply, done) => {
    requests.end(request.raw.socket)
    metrics.requestSeconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1_000,
    )
    if (isAccessLogged) log.info(fieldsOf(request, reply), 'request')
    done()
  })
}

/**
 * 405 where the path exists with another method, else 404; before the body is read, or any sender could have it parsed.
 * To be called before routes are registered, and after other hooks that refuse requests.
 */
export function refuseUnknownPaths(server: FastifyInstance): void {
  const routes: { method: string; url: string }[] = []
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url })
  })
  server.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? refusalOfPath(request, routes) : undefined)
  })
}

function refusalOfPath(
  request: FastifyRequest,
  routes: readonly { method: string; url: string }[],
): EdgeError {
  const allowed = allowedMethods(routes, request.url)
  if (allowed.length === 0) {
    const meant = pathInOtherCase(routes, request.url)
    const advice = meant === null ? '.' : `: write ${meant}.`
    return new EdgeError(404, `There is nothing at ${request.method} ${pathOf(request)}${advice}`)
  }
  const message = `${request.method} is not allowed at ${pathOf(request)}: use ${allowed.join(' or ')}.`
  return new EdgeError(405, message, { allow: allowed.join(', ') })
}

function errorAnswering(log: Logger) {
  const isTimeToTell = oncePerMinute(monotonicClock)
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof WrongMemberError) {
      const operation = request.routeOptions.config.operation
      if (!operation) throw new Error(`the route ${request.routeOptions.url} has a body and no operation`)
      void reply.code(200).send(operation.refuse(refusalOfMember(error.problem, operation.wrongType)))
      return
    }
    const edgeError = toEdgeError(error, request)
    answer(reply, edgeError)
    if (error instanceof UnknownCellError) {
      // Unlike the other 503s this one lasts until the process is restarted.
      log.error({ ...fieldsOf(request, reply), reason: error.message }, 'request refused')
    } else if (error instanceof ProgramTooNewError) {
      // It lasts until this process is upgraded, and every request of the merchant meets it.
      if (isTimeToTell(error.tenantId)) {
        log.error({ ...fieldsOf(request, reply), reason: error.message }, 'requests refused')
      }
    } else if (edgeError.statusCode === 503) {
      // It is no fault of this server: one line, without a stack.
      log.warn({ ...fieldsOf(request, reply), reason: error.message }, 'request refused')
    } else if (edgeError.statusCode >= 500) {
      log.error({ ...fieldsOf(request, reply), err: error }, 'request failed')
    }
  }
}

/** The fields of a log line about a request. */
function fieldsOf(request: FastifyRequest, reply: FastifyReply): object {
  // Set only after a log-in.
  const { tenant } = request as { tenant?: { readonly id: number } | null }
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    tenant: tenant?.id,
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
  }
}

/** The leftmost address of `X-Forwarded-For` is never trusted: the sender can write anything there. */
function trustOf(proxies: number | readonly string[]) {
  if (typeof proxies !== 'number') return [...proxies]
  return proxies === 0 ? false : (_address: string, hop: number) => hop < proxies
}

/** Why a request is refused before its route is looked at. */
function refusalOf({ raw }: FastifyRequest): EdgeError | undefined {
  const problem = problemOfHead(raw)
  if (problem !== null) return new EdgeError(400, problem)
  const encoding = raw.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return new EdgeError(415, 'The body must be sent as it is, without Content-Encoding.')
  }
  return undefined
}

/** Parameters of path and query arrive as text: their schemas only document them, and the operation reads them. */
const compileBodies = ((sharedSchemas: Record<string, AnySchema>): FastifySchemaCompiler<AnySchema> => {
  const compile = bodyCompiler(Object.values(sharedSchemas))
  return ({ schema, httpPart }) => {
    if (httpPart !== 'body') return () => true
    const validate = compile(schema as object)
    const basicKind = String((schema as { type?: string }).type ?? 'value')
    return (body) => {
      if (validate(body)) return { value: body }
      const [first] = validate.errors ?? []
      return first ? { error: errorFromValidation(first, basicKind) } : { value: body }
    }
  }
  // Fastify's type for it describes only its own two compilers.
}) as unknown as BuildValidator

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

/** The failures at the edge that have a number in the catalog of errors. */
const ERROR_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  429: ERROR.Too_Many_Requests,
  500: ERROR.GenericError,
}

function answer(reply: FastifyReply, error: EdgeError): void {
  void reply
    .code(error.statusCode)
    .headers(error.headers)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(failure(error.message, ERROR_OF_STATUS[error.statusCode] ?? null))
}
