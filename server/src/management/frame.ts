import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Command } from '../accounts/till/command.ts'
import type { Till } from '../accounts/till/till.ts'
import { tryingTillOfEachCell } from '../app/tills.ts'
import { bodyMaxOf, isReading, type Operation, problemOfOperation } from '../contract/admin-api/operation.ts'
import { NOT_FOUND, OCTETS_EXPECTED, TEXT_EXPECTED } from '../contract/admin-api/texts.ts'
import { localeOfHeader, localized } from '../contract/locale.ts'
import {
  invalid,
  isProblem,
  type Problem,
  ProblemError,
  problem,
  unlessProblem,
} from '../contract/problem.ts'
import { validatorOf } from '../contract/validation.ts'
import type {
  AdminApi,
  Answered,
  ByCommand,
  ByTrying,
  Call,
  Download,
  Place,
  Prepare,
  Read,
  Written,
} from '../people/admin-api/api.ts'
import { readCookies } from '../people/session.ts'
import { parseJsonBody } from '../platform/http/json-body.ts'
import type { Logger } from '../platform/log.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { unlessDataRefused } from '../platform/postgres/failures.ts'
import { type Tenant, tenantClock } from '../tenancy/tenant.ts'
import { answerDownload } from './answer-download.ts'
import { dryRun, withAuditAndKey } from './command.ts'
import { answerProblem, problemAnswering } from './errors.ts'
import { type Admitted, admit, type GuardOptions, hashOfRequest } from './guard.ts'
import { HeldSlots } from './held-slots.ts'
import type { AdminLanes } from './lanes.ts'
import { type Outcome, performWrite, tellAudit } from './write.ts'

/** For a body of text that an operation takes. */
const TEXT = 'text/plain'
/** For a part of a file. */
const OCTETS = 'application/octet-stream'

/** Bodies of octets, from their first byte on: each takes about three times its size until it is sealed and saved. */
const OCTET_BODIES = { atOnce: 2, perGroup: 1, waitingMax: 64, groupWaitingMax: 8, waitMs: 2_000 }
/** Each keeps a part of its file in memory for as long as its client takes, so a merchant can't have all of them. */
const DOWNLOADS = { atOnce: 16, perGroup: 2, waitingMax: 0, groupWaitingMax: 0 }
const SLOT_RETRY_SECONDS = 2

export interface FrameOptions extends GuardOptions {
  readonly lanes: AdminLanes
  /** Where the panel is, if not on the host that a request names. */
  readonly publicUrl?: string | null
  readonly log: Logger
  readonly tillOf: (tenant: Tenant) => Till
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted
  }
}

type Handler = (tx: Tx, call: Call, prepared: unknown) => Promise<unknown>

/** Registers operations and handles authorization, validation, concurrency, idempotency and audit for all of them. */
export class AdminFrame implements AdminApi {
  readonly #server: FastifyInstance
  readonly #options: FrameOptions
  /** What it runs is undone. */
  readonly #tryingTillOf: (tenant: Tenant) => Till
  readonly #operations = new Map<string, Operation>()
  readonly #octetBodies = new HeldSlots(OCTET_BODIES, SLOT_RETRY_SECONDS)
  readonly #downloads = new HeldSlots(DOWNLOADS, SLOT_RETRY_SECONDS)

  constructor(server: FastifyInstance, options: FrameOptions) {
    this.#server = server
    this.#options = options
    this.#tryingTillOf = tryingTillOfEachCell(options.lanes.cells, options.clock, options.tillOf)
    server.decorateRequest('admitted', null as unknown as Admitted)
    server.setErrorHandler(problemAnswering(options.log))
    // Makes what is not there the frame's own to answer, also where the edge has refused it before.
    server.setNotFoundHandler((request, reply) => answerProblem(request, reply, NOT_FOUND))
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) =>
      parseJsonBody(body),
    )
    server.addContentTypeParser(TEXT, { parseAs: 'string' }, async (_: unknown, body: string) => body)
    server.addContentTypeParser(OCTETS, { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
    // No cache on the way may keep what a merchant sees.
    server.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  }

  /** All that are registered, by their id. */
  get operations(): ReadonlyMap<string, Operation> {
    return this.#operations
  }

  read<Op extends Operation, Prepared = undefined>(
    operation: Op,
    place: Place,
    handle: (tx: Tx, call: Call<Op>, prepared: Prepared) => Promise<Read<Op> | Problem>,
    prepare?: Prepare<Op, Prepared>,
  ): void {
    if (!isReading(operation)) throw new Error(`${operation.id} is a write: register it as one.`)
    this.#route(operation, async (request, reply) => {
      const call = this.#callOf(request)
      const { tenant } = request.admitted
      const prepared = await prepare?.(call as Call<Op>)
      const database = this.#databaseOf(place, tenant)
      // What tells the audit writes, even where it only reads otherwise.
      const open = operation.audit === undefined ? database.read : database.transaction
      const found = await open(tenant ? [tenant.id] : [], async (tx) => {
        const read = (await (handle as unknown as Handler)(tx, call, prepared)) as Read<Op> | Problem
        if (!isProblem(read) && operation.audit !== undefined) {
          await tellAudit(
            tx,
            { operation, place, call, at: this.#options.clock() },
            tenant?.id ?? null,
            read.audit,
          )
        }
        return read
      })
      return answerRead(request, reply, operation, unlessProblem(found))
    })
  }

  write<Op extends Operation, Prepared = undefined>(
    operation: Op,
    place: Place,
    handle: (tx: Tx, call: Call<Op>, prepared: Prepared) => Promise<Written<Op> | Problem>,
    prepare?: Prepare<Op, Prepared>,
  ): void {
    refuseReading(operation)
    this.#route(operation, async (request, reply) => {
      const sent = this.#requestOf(operation, request)
      const prepared = await prepare?.(sent.call as Call<Op>)
      const outcome = await performWrite(
        { ...sent, place, database: this.#databaseOf(place, request.admitted.tenant) },
        async (tx, call) =>
          (await (handle as unknown as Handler)(tx, call, prepared)) as Written<Operation> | Problem,
      )
      return answerWrite(reply, outcome)
    })
  }

  command<Op extends Operation, Input extends { readonly tenant: Tenant }, Result>(
    operation: Op,
    by: ByCommand<Op, Input, Result>,
  ): void {
    refuseReading(operation)
    this.#route(operation, async (request, reply) => {
      const sent = this.#requestOf(operation, request)
      const instead = await by.unless?.(sent.call as Call<Op>)
      if (instead) {
        const database = this.#databaseOf('cell', request.admitted.tenant)
        const handle = instead as unknown as (tx: Tx, call: Call) => Promise<Written<Operation> | Problem>
        return answerWrite(reply, await performWrite({ ...sent, place: 'cell', database }, handle))
      }
      const input = unlessProblem(await by.input(sent.call as Call<Op>))
      const told = by.keepsKey ? { ...sent, repeat: null } : sent
      const { written } = by as unknown as ByCommand<Operation, Input, Result>
      const command = withAuditAndKey(told, { command: commandOf(by, input), written })
      const outcome = await this.#options
        .tillOf(input.tenant)
        .run(command, input)
        .catch(unlessDataRefused(OUT_OF_RANGE))
      return answerWrite(reply, unlessProblem(outcome))
    })
  }

  tryOut<Op extends Operation, Input extends { readonly tenant: Tenant }, Result>(
    operation: Op,
    by: ByTrying<Op, Input, Result>,
  ): void {
    if (!isReading(operation)) throw new Error(`${operation.id} is a write: register it as one.`)
    this.#route(operation, async (request, reply) => {
      const call = this.#callOf(request) as Call<Op>
      const other = (await by.unless?.(call)) ?? null
      if (other) return answerRead(request, reply, operation, { answer: unlessProblem(other) as never })
      const input = unlessProblem(await by.input(call))
      const answer = await this.#tryingTillOf(input.tenant)
        .run(dryRun(call, { command: commandOf(by, input), shown: by.shown }), input)
        .catch(unlessDataRefused(OUT_OF_RANGE))
      return answerRead(request, reply, operation, { answer: unlessProblem(answer) as never })
    })
  }

  download<Op extends Operation>(
    operation: Op,
    handle: (tx: Tx, call: Call<Op>) => Promise<Download | Problem>,
  ): void {
    if (!operation.isDownload) throw new Error(`${operation.id} answers with JSON: register it as that.`)
    this.#route(operation, async (request, reply) => {
      const call = this.#callOf(request)
      const { tenant } = request.admitted
      const database = this.#databaseOf('cell', tenant)
      const found = await database.transaction(tenant ? [tenant.id] : [], async (tx) => {
        const told = { operation, place: 'cell', call, at: this.#options.clock() } as const
        const file = await handle(tx, call as Call<Op>)
        if (!isProblem(file)) await tellAudit(tx, told, tenant?.id ?? null, file.audit)
        return file
      })
      return answerDownload(reply, unlessProblem(found))
    })
  }

  custom<Op extends Operation>(
    operation: Op,
    handle: (call: Call<Op>) => Promise<(Answered<Op> & { readonly status?: number }) | Problem>,
  ): void {
    this.#route(operation, async (request, reply) => {
      const done = unlessProblem(await handle(this.#callOf(request) as Call<Op>))
      return answerWrite(reply, {
        status: done.status ?? operation.status ?? 200,
        version: done.version ?? null,
        answer: done.answer,
        isReplayed: false,
        headers: done.headers ?? {},
      })
    })
  }

  #route(
    operation: Operation,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ): void {
    const mistake = problemOfOperation(operation)
    if (mistake !== null) throw new Error(`This operation can't be served: ${mistake}.`)
    if (this.#operations.has(operation.id)) throw new Error(`There are two operations ${operation.id}.`)
    this.#operations.set(operation.id, operation)
    const check = checkOf(operation)
    this.#server.route({
      method: operation.method,
      url: operation.path,
      schema: { hide: true },
      bodyLimit: bodyMaxOf(operation),
      // The answer to HEAD would read the whole file and send nothing of it.
      exposeHeadRoute: !operation.isDownload,
      onRequest: async (request, reply) => {
        request.admitted = await admit(operation, request, this.#options)
        const { tenant } = request.admitted
        await this.#options.lanes.refuseIfFull(operation.weight, tenant)
        if (tenant && operation.octetBodyMax !== undefined) await this.#octetBodies.take(tenant.id, reply)
        if (tenant && operation.isDownload) await this.#downloads.take(tenant.id, reply)
      },
      preHandler: async (request) => check(request),
      handler: (request, reply) =>
        this.#options.lanes.run(operation.weight, request.admitted.tenant, () => handle(request, reply)),
    })
  }

  #requestOf(operation: Operation, request: FastifyRequest) {
    const { idempotencyKey: key } = request.admitted
    const repeat = key === null ? null : { key, requestHash: hashOfRequest(operation, request) }
    return { operation, call: this.#callOf(request, repeat), at: this.#options.clock(), repeat }
  }

  #databaseOf(place: Place, tenant: Tenant | null): Database {
    const { cells } = this.#options.lanes
    if (place === 'directory') return cells.directory
    if (!tenant) throw new Error('an operation of no tenant works in the directory')
    return cells.of(tenant)
  }

  /** Path, query and body have been checked. */
  #callOf(request: FastifyRequest, repeat: Call['repeat'] = null): Call {
    const { caller, tenant, ifMatch, digest } = request.admitted
    const { clock } = this.#options
    return {
      params: request.params,
      query: request.query,
      body: request.body,
      tenant,
      caller,
      now: tenant ? tenantClock(clock)(tenant) : clock(),
      locale: localeOfHeader(request.headers['accept-language']),
      ifMatch,
      repeat,
      digest,
      requestId: request.id,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      origin: originOf(request, this.#options.publicUrl ?? null),
      cookies: readCookies(request.headers.cookie),
    } as unknown as Call
  }
}

function commandOf<Input extends { readonly tenant: Tenant }, Result>(
  { command }: Pick<ByCommand<Operation, Input, Result>, 'command'>,
  input: Input,
): Command<Input, Result> {
  return typeof command === 'function' ? command(input) : command
}

/** Such as points beyond all bounds. */
const OUT_OF_RANGE = problem(
  'validation',
  localized(
    'This is more than a balance can hold.',
    'Isto é mais do que um saldo comporta.',
    'Esto es más de lo que cabe en un saldo.',
  ),
)

function refuseReading(operation: Operation): void {
  if (isReading(operation)) throw new Error(`${operation.id} only reads: register it as that.`)
}

/** All that is wrong with path, query and body, at once. */
function checkOf({
  params,
  query,
  body,
  textBodyMax,
  octetBodyMax,
}: Operation): (request: FastifyRequest) => void {
  const checks = {
    params: validatorOf(params, 'parameters'),
    query: validatorOf({ ...query, additionalProperties: false }, 'parameters'),
    body: body && textBodyMax === undefined && octetBodyMax === undefined ? validatorOf(body, 'body') : null,
  }
  return (request) => {
    // A path that can't be is a thing that is not there.
    if (checks.params(request.params).length > 0) throw new ProblemError(NOT_FOUND)
    if (textBodyMax !== undefined && typeof request.body !== 'string') throw new ProblemError(TEXT_EXPECTED)
    if (octetBodyMax !== undefined && !Buffer.isBuffer(request.body)) throw new ProblemError(OCTETS_EXPECTED)
    const problems = [...checks.query(request.query), ...(checks.body?.(request.body ?? {}) ?? [])]
    if (problems.length > 0) throw new ProblemError(invalid(problems))
  }
}

function etagOf(version: number): string {
  return `"r${version}"`
}

function answerRead<Op extends Operation>(
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200 }: Op,
  { answer, version, headers = {} }: Answered<Op>,
): FastifyReply {
  void reply.headers(headers)
  if (version !== undefined) {
    void reply.header('etag', etagOf(version))
    if (request.headers['if-none-match'] === etagOf(version)) return reply.code(304).send()
  }
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer))
}

function answerWrite(
  reply: FastifyReply,
  { status, version, answer, isReplayed, headers }: Outcome,
): FastifyReply {
  void reply.code(status).headers(headers)
  if (version !== null) void reply.header('etag', etagOf(version))
  if (isReplayed) void reply.header('idempotent-replayed', 'true')
  if (status === 204) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
}

/**
 * For links and for the cookie of a session. A browser says itself how it sees this server, also behind a proxy that
 * this server knows nothing about; that it comes from here was looked at before.
 */
function originOf({ headers, protocol, host }: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl
  const { origin } = headers
  if (origin !== undefined && URL.canParse(origin) && new URL(origin).host === host) return origin
  return URL.canParse(`${protocol}://${host}`) ? new URL(`${protocol}://${host}`).origin : 'http://localhost'
}
