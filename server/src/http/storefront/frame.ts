import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { TenantId } from '../../contract/ids.ts'
import { localeWanted } from '../../contract/locale.ts'
import {
  invalid,
  isProblem,
  PROBLEM_STATUS,
  type Problem,
  ProblemError,
  presentProblem,
} from '../../contract/problem.ts'
import type { PublicAnswerOf, PublicOperation } from '../../contract/public-api/operation.ts'
import { NOT_HERE, PUBLIC_TITLES, type PublicProblemName, TOO_LONG } from '../../contract/public-api/texts.ts'
import { type Validate, validatorOf } from '../../contract/validation.ts'
import type { BoundedMemory } from '../../platform/bounded-memory.ts'
import { type FairQueue, QueueRefusedError } from '../../platform/fair-queue.ts'
import { senderOf } from '../../platform/http/address.ts'
import { type AnswerMemory, hashOf, isKnownTo } from '../../platform/http/answer-memory.ts'
import { parseJsonBody } from '../../platform/http/json-body.ts'
import type { Logger } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { within } from '../../platform/within.ts'
import type { KnownShop } from '../../tenancy/known-shops.ts'
import type {
  CustomerCall,
  Dated,
  Done,
  LinkCall,
  PublicApi,
  PublicFile,
  ShopCall,
} from '../../tenancy/public-api/api.ts'
import type { StorefrontProtection } from '../../tenancy/public-api/protection.ts'
import type { StorefrontUses } from '../../tenancy/public-api/uses.ts'
import { FOR_GOOD } from '../built-files.ts'
import { ANSWER_WITHIN_MS, keptOf, SHARED_CACHE, sendKept } from './kept.ts'
import { headersOfProblem, localeOfProblem, problemAnswering } from './problems.ts'

const BODY_MAX_BYTES = 8 * 1024
/** What every cache on the way takes. */
const ADDRESS_LENGTH_MAX = 6_000
/** Of an answer to a question, which a browser may go on with for a minute while it asks again. */
const STALE_SECONDS = 60

export interface PublicFrameOptions {
  readonly protection: StorefrontProtection
  readonly memory: AnswerMemory
  /** By their address. */
  readonly files: BoundedMemory<PublicFile>
  /** Personal requests, of which so many are at work. */
  readonly queue: FairQueue
  readonly uses: StorefrontUses
  readonly metrics: Metrics
  readonly log: Logger
}

const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Accept-Language',
  'access-control-max-age': '7200',
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the storefront API, once it is known. */
    shopTenantId: TenantId | null
  }
  interface FastifyContextConfig {
    /** Of the storefront API. */
    publicOperation?: string
  }
}

/** Registers operations of the storefront API, and does for all of them what browsers and caches ask for. */
export class PublicFrame implements PublicApi {
  readonly #server: FastifyInstance
  readonly #options: PublicFrameOptions
  readonly #operations = new Map<string, PublicOperation>()

  constructor(server: FastifyInstance, options: PublicFrameOptions) {
    this.#server = server
    this.#options = options
    server.setErrorHandler(problemAnswering(options.log, answerProblem))
    server.setNotFoundHandler((request, reply) => answerProblem(request, reply, NOT_HERE))
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) =>
      parseJsonBody(body),
    )
    server.addHook('onRequest', (_request, reply, done) => {
      void reply
        .header('cache-control', 'no-store')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('access-control-allow-origin', '*')
        .header('access-control-expose-headers', 'Punchcard-Request-Id, Retry-After, Idempotent-Replayed')
      done()
    })
    const { metrics, uses } = options
    server.decorateRequest('shopTenantId', null)
    server.addHook('onResponse', ({ routeOptions, shopTenantId }, reply, done) => {
      const { publicOperation: operation } = routeOptions.config
      if (shopTenantId !== null) uses.request(shopTenantId, reply.statusCode !== 304)
      if (operation !== undefined) {
        metrics.storefrontRequests.inc({ operation, status: reply.statusCode })
        metrics.storefrontSeconds.observe({ operation }, reply.elapsedTime / 1_000)
      }
      done()
    })
    // The request itself is checked, so nothing has to be known for this: it needs no look at anything.
    server.options('/*', { schema: { hide: true } }, (_request, reply) =>
      reply.code(204).removeHeader('access-control-expose-headers').headers(PREFLIGHT).send(),
    )
  }

  /** All that are registered, by their id. */
  get operations(): ReadonlyMap<string, PublicOperation> {
    return this.#operations
  }

  shared<Op extends PublicOperation>(
    operation: Op,
    make: (call: ShopCall<Op>) => Promise<PublicAnswerOf<Op>>,
  ): void {
    const { memory } = this.#options
    this.#route(operation, async (request, reply) => {
      const call = await this.#shopCall(operation, request)
      const kept = await keptOf(memory, operation.id, call, async () => JSON.stringify(await make(call)))
      void reply.header('cache-control', SHARED_CACHE).header('content-language', call.locale)
      return sendKept(request, reply.type('application/json; charset=utf-8'), kept)
    })
  }

  asked<Op extends PublicOperation>(
    operation: Op,
    answer: (call: ShopCall<Op>) => Promise<Dated<Op> | Problem>,
  ): void {
    this.#route(operation, async (request, reply) => {
      const call = await this.#shopCall(operation, request)
      const found = await within(ANSWER_WITHIN_MS, answer(call))
      if (isProblem(found)) throw new ProblemError(found)
      const bytes = Buffer.from(JSON.stringify(found.answer))
      const etag = `"${hashOf(bytes)}"`
      const freshSeconds = Math.floor(found.freshMs / 1_000)
      void reply
        .header('cache-control', `public, max-age=${freshSeconds}, stale-while-revalidate=${STALE_SECONDS}`)
        .header('etag', etag)
      if (isKnownTo(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(bytes)
    })
  }

  file<Op extends PublicOperation>(
    operation: Op,
    find: (call: ShopCall<Op>) => Promise<PublicFile | null>,
  ): void {
    const { protection, files } = this.#options
    this.#route(operation, async (request, reply) => {
      const call = await this.#shopCall(operation, request)
      const name = `${operation.id} ${call.tenant.id} ${Object.values(call.params as object).join(' ')}`
      let file = files.get(name)
      if (!file) {
        await protection.admitUnknown(call.tenant.id)
        const found = await within(ANSWER_WITHIN_MS, find(call))
        if (!found) throw new ProblemError(NOT_HERE)
        file = found
        files.set(name, file, file.octets.length)
      }
      const etag = `"${file.hash}"`
      void reply
        .header('cache-control', FOR_GOOD)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('etag', etag)
      if (isKnownTo(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type(file.type).send(file.octets)
    })
  }

  exchange<Op extends PublicOperation>(
    operation: Op,
    handle: (call: LinkCall<Op>) => Promise<PublicAnswerOf<Op> | Problem>,
  ): void {
    const { protection } = this.#options
    this.#route(operation, async (request, reply) => {
      // No page of another origin reads the answer.
      void reply
        .removeHeader('access-control-allow-origin')
        .removeHeader('access-control-expose-headers')
        .header('cross-origin-resource-policy', 'same-origin')
      const { slug } = request.params as { slug: string }
      const shop = await protection.admitVisitor(request, slug)
      const body = request.body as { link: string }
      const link = await protection.openLink(request, shop, body.link)
      const { tenant } = shop
      request.shopTenantId = tenant.id
      const call = { shop, tenant, link, body } as unknown as LinkCall<Op>
      const answer = await this.#inTurn(tenant.id, () => handle(call))
      return reply.code(201).type('application/json; charset=utf-8').send(JSON.stringify(answer))
    })
  }

  async #shopCall<Op extends PublicOperation>(operation: Op, request: FastifyRequest): Promise<ShopCall<Op>> {
    const { params, query } = request
    const { slug } = params as { slug: string }
    const shop = await this.#options.protection.admitVisitor(request, slug)
    request.shopTenantId = shop.tenant.id
    checkSwitch(shop, operation)
    const { lang } = query as { lang?: string }
    const locale = localeWanted(lang) ?? shop.tenant.locale
    const sender = senderOf(request.ip ?? 'unknown')
    return { shop, tenant: shop.tenant, params, query, locale, sender } as unknown as ShopCall<Op>
  }

  personal<Op extends PublicOperation>(
    operation: Op,
    handle: (call: CustomerCall<Op>) => Promise<PublicAnswerOf<Op> | Problem>,
  ): void {
    this.#own(operation, async (call) => {
      const answer = await handle(call)
      // One that is about the token looks as it does before it is known whose it is.
      return isProblem(answer) ? answer : { answer, isRepeated: false }
    })
  }

  done<Op extends PublicOperation>(
    operation: Op,
    handle: (call: CustomerCall<Op>) => Promise<Done<Op> | Problem>,
  ): void {
    this.#own(operation, handle)
  }

  #own<Op extends PublicOperation>(
    operation: Op,
    handle: (call: CustomerCall<Op>) => Promise<Done<Op> | Problem>,
  ): void {
    const { access, status = 200 } = operation
    if (access === 'public') throw new Error(`${operation.id} is for everyone: register it as that.`)
    const { protection } = this.#options
    this.#route(operation, async (request, reply) => {
      const { shop, token } = await protection.admitCustomer(request, reply, { ...operation, access })
      request.shopTenantId = shop.tenant.id
      checkSwitch(shop, operation)
      const { tenant } = shop
      const locale = localeWanted(request.headers['accept-language']) ?? tenant.locale
      const { params, query, body } = request
      const call = { shop, tenant, token, params, query, body, locale } as unknown as CustomerCall<Op>
      const found = await this.#inTurn(tenant.id, () => handle(call))
      void reply.header('content-language', locale)
      if (found.isRepeated) void reply.header('idempotent-replayed', 'true')
      return reply
        .code(found.isRepeated ? 200 : status)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(found.answer))
    })
  }

  async #inTurn<T>(tenantId: TenantId, work: () => Promise<T | Problem>): Promise<T> {
    try {
      const found = await within(ANSWER_WITHIN_MS, this.#options.queue.run(tenantId, work))
      if (isProblem(found)) throw new ProblemError(found)
      return found as T
    } catch (error) {
      if (error instanceof QueueRefusedError) this.#options.metrics.storefrontShed.inc({ why: error.why })
      throw error
    }
  }

  #route(
    operation: PublicOperation,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ): void {
    if (this.#operations.has(operation.id)) throw new Error(`There are two operations ${operation.id}.`)
    this.#operations.set(operation.id, operation)
    const check = checkOf(operation)
    this.#server.route({
      method: operation.method,
      url: operation.path,
      schema: { hide: true },
      config: { publicOperation: operation.id },
      bodyLimit: BODY_MAX_BYTES,
      handler: (request, reply) => {
        check(request)
        return handle(request, reply)
      },
    })
  }
}

/** All that is wrong with path, query and body, at once. An unknown member would be a way past every cache. */
function checkOf({ params, query, body }: PublicOperation): (request: FastifyRequest) => void {
  const checkParams: Validate = validatorOf(params, 'parameters')
  const checkQuery: Validate = validatorOf(query, 'parameters')
  const checkBody: Validate | null = body ? validatorOf(body, 'body') : null
  const lists = namesOfLists(query)
  return (request) => {
    if (request.url.length > ADDRESS_LENGTH_MAX) throw new ProblemError(TOO_LONG)
    const sent = request.query as Record<string, unknown>
    // Of what may be given several times, one is a list too.
    for (const name of lists) if (typeof sent[name] === 'string') sent[name] = [sent[name]]
    if (checkParams(request.params).length > 0) throw new ProblemError(NOT_HERE)
    const problems = [...checkQuery(request.query), ...(checkBody?.(request.body ?? {}) ?? [])]
    if (problems.length > 0) throw new ProblemError(invalid(problems))
  }
}

function namesOfLists(query: TSchema): string[] {
  const { properties = {} } = query as { properties?: Record<string, { type?: unknown }> }
  return Object.entries(properties).flatMap(([name, { type }]) => (type === 'array' ? [name] : []))
}

/** What a merchant has switched off looks as if it were not there. */
function checkSwitch({ switches }: KnownShop, { switch: name }: PublicOperation): void {
  if (name !== undefined && !switches[name]) throw new ProblemError(NOT_HERE)
}

function answerProblem(request: FastifyRequest, reply: FastifyReply, found: Problem): FastifyReply {
  const locale = localeOfProblem(request)
  return reply
    .code(PROBLEM_STATUS[found.name])
    .headers(headersOfProblem(request, found))
    .type('application/problem+json; charset=utf-8')
    .send(
      JSON.stringify(
        presentProblem(found, PUBLIC_TITLES[found.name as PublicProblemName], locale, request.id),
      ),
    )
}
