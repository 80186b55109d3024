import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ValidateFunction } from 'ajv'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { NDJSON, toEdgeError } from '../../app/edge-failures.ts'
import { EdgeError } from '../../contract/edge-error.ts'
import { type Locale, localeOfHeader } from '../../contract/locale.ts'
import {
  BULK_BYTES_MAX,
  BULK_ITEM_BYTES_MAX,
  BULK_ITEMS_MAX,
  type BulkAnswer,
  bulkEnvelope,
  bulkFailure,
  failedItem,
  type ItemName,
  originalIdOf,
  succeededItem,
} from '../../contract/private-api/bulk.ts'
import { type ApiRefusal, codeOf, wrongField } from '../../contract/private-api/errors.ts'
import {
  findUnknownMembers,
  joinUnknown,
  type KnownMembers,
  type UnknownMembers,
} from '../../contract/private-api/known-members.ts'
import { refusalIn } from '../../contract/private-api/localized-refusal.ts'
import {
  errorFromValidation,
  refusalOfMember,
  WrongKindError,
} from '../../contract/private-api/validation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import { MalformedBodyError, parseJsonBody } from '../../platform/http/json-body.ts'
import type { RequestsInProgress } from '../../platform/http/requests-in-progress.ts'
import type { Logger } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import type { FailedRequests } from '../../requests/failed-requests.ts'
import type { BulkOperation } from '../../tenancy/private-api/bulk-operation.ts'
import type { RequestBudget } from '../../tenancy/private-api/protection.ts'
import { noteIgnored, tellIgnored } from '../ignored-members.ts'
import { Lines } from './lines.ts'
import { BulkRun, type ItemToRun, type ReadItem } from './run.ts'

/** So many items count as one request. */
export const ITEMS_OF_REQUEST = 20
/** Items that are not begun by then are left to the sender. */
const TRY_FOR_MS = 60_000
/** While the limits leave nothing to a list, how often it asks again. */
const ASK_BUDGET_EVERY_MS = 50

export interface BulkListOptions {
  readonly budget: RequestBudget
  readonly requests: RequestsInProgress
  readonly isStopping: () => boolean
  readonly metrics: Metrics
  readonly failedRequests: FailedRequests
  readonly log: Logger
  /** Default: a minute. */
  readonly tryForMs?: number
}

const EMPTY = wrongField('General_FieldCannotBeNullOrBlank', 'The list', 'is empty: send at least one item.')
const TOO_MANY = wrongField(
  'Genaral_LengthLimitExceeded',
  'The list',
  `has more than ${BULK_ITEMS_MAX} items: none was tried. Send fewer at once.`,
)
const ITEM_TOO_LARGE = wrongField(
  'Genaral_LengthLimitExceeded',
  'The line',
  `is larger than ${BULK_ITEM_BYTES_MAX} bytes.`,
)
const NOT_REACHED = notTried('there was no time left for it')
const SENDER_GONE = notTried('the sender hung up')
const STOPPING = notTried('the server is stopping')

function notTried(why: string): ApiRefusal {
  return refusal('Too_Many_Requests', `Not tried, because ${why}: send it again.`)
}

/** What an item has to be like. */
export interface ItemForm<Body> {
  readonly validate: ValidateFunction<Body>
  readonly known: KnownMembers | null
}

/** One request on many items. */
export class BulkList<Body, Result> {
  readonly #operation: BulkOperation<Body, Result>
  readonly #validate: ValidateFunction<Body>
  readonly #request: FastifyRequest
  readonly #options: BulkListOptions
  readonly #until: number
  readonly #locale: Locale
  readonly #known: KnownMembers | null
  #ignored: UnknownMembers | null = null
  #isFailureLogged = false

  constructor(
    operation: BulkOperation<Body, Result>,
    { validate, known }: ItemForm<Body>,
    request: FastifyRequest,
    options: BulkListOptions,
  ) {
    this.#operation = operation
    this.#validate = validate
    this.#known = known
    this.#request = request
    this.#options = options
    this.#locale = localeOfHeader(request.headers['accept-language'])
    this.#until = monotonicClock() + (options.tryForMs ?? TRY_FOR_MS)
  }

  /** A JSON array: answered as a whole, in its order. */
  async answerAll(sent: unknown, reply: FastifyReply) {
    if (!Array.isArray(sent)) throw new WrongKindError('The body must be a JSON array.')
    if (sent.length === 0) return bulkFailure(EMPTY)
    if (sent.length > BULK_ITEMS_MAX) return bulkFailure(TOO_MANY)
    await this.#operation.prepare?.(this.#request.tenant)
    // What is not begun once the sender is gone stays as it is here.
    const answers: BulkAnswer<Result>[] = sent.map((item, index) =>
      failedItem({ index, originalId: originalIdOf(item) }, SENDER_GONE),
    )
    for await (const some of this.#begin(this.#itemsOf(sent)).answers()) {
      for (const answer of some) answers[answer.Index] = answer
    }
    tellIgnored(reply, this.#ignored?.ignored ?? [])
    return bulkEnvelope(answers)
  }

  /** JSON line by line: each is answered as soon as it is done. */
  async answerLines(sent: Readable, reply: FastifyReply) {
    if (Number(this.#request.headers['content-length'] ?? 0) > BULK_BYTES_MAX) {
      throw new EdgeError(413, `The body is larger than ${BULK_BYTES_MAX} bytes.`)
    }
    const lines = new Lines(sent)
    if (!(await lines.hasAny())) return bulkFailure(EMPTY)
    await this.#operation.prepare?.(this.#request.tenant)
    this.#options.requests.beginParts(this.#request.raw.socket)
    const run = this.#begin(this.#itemsOfLines(lines))
    return reply.type(NDJSON).send(Readable.from(linesOf(run)))
  }

  #begin(items: AsyncIterable<ReadItem<Body>> | Iterable<ReadItem<Body>>): BulkRun<Body, Result> {
    const run = new BulkRun<Body, Result>({
      items,
      atOnce: this.#operation.atOnce,
      whyNot: (index) => this.#whyNot(index),
      run: (item) => this.#run(item),
    })
    this.#request.bulkPlace?.hold(run.ended, () => run.stop())
    return run
  }

  *#itemsOf(sent: readonly unknown[]): Generator<ReadItem<Body>> {
    for (const [index, item] of sent.entries()) yield this.#read(index, item)
  }

  async *#itemsOfLines(lines: Lines): AsyncGenerator<ReadItem<Body>> {
    let index = 0
    for await (const line of lines) {
      yield isRefusal(line) ? { index, originalId: null, refused: line } : this.#readLine(index, line)
      index += 1
    }
  }

  #readLine(index: number, line: Buffer): ReadItem<Body> {
    if (line.length > BULK_ITEM_BYTES_MAX) return { index, originalId: null, refused: ITEM_TOO_LARGE }
    try {
      return this.#read(index, parseJsonBody(line))
    } catch (error) {
      if (!(error instanceof MalformedBodyError)) throw error
      const message = error.message.replace(/^The body/, 'The line')
      const refused = refusal(this.#operation.single.wrongType, message)
      return { index, originalId: null, refused: this.#noted(refused, null, null) }
    }
  }

  #read(index: number, item: unknown): ReadItem<Body> {
    const name = { index, originalId: originalIdOf(item) }
    const validate = this.#validate
    if (validate(item)) return this.#readMembers(name, item)
    const { wrongType } = this.#operation.single
    const [first] = validate.errors ?? []
    const error = first && errorFromValidation(first, 'object')
    const refused =
      !error || error instanceof WrongKindError
        ? refusal(wrongType, 'The item must be a JSON object.')
        : refusalOfMember(error.problem, wrongType)
    return { ...name, refused: this.#noted(refused, name.originalId, item) }
  }

  #readMembers(name: ItemName, item: Body): ReadItem<Body> {
    const unknown = findUnknownMembers(this.#known, item)
    if (unknown?.misspelled) {
      return { ...name, refused: this.#noted(unknown.misspelled, name.originalId, item) }
    }
    const read = { ...name, body: item, turn: this.#operation.turnOf(item) }
    if (!unknown) return read
    noteIgnored(this.#options.failedRequests, this.#request, unknown.ignored)
    this.#ignored = joinUnknown(this.#ignored, unknown)
    return { ...read, ignored: unknown.ignored }
  }

  /** Why an item is not begun; null: it may be. */
  #whyNot(index: number): ApiRefusal | null | Promise<ApiRefusal | null> {
    if (this.#options.isStopping()) return this.#localized(STOPPING)
    if (monotonicClock() >= this.#until) return this.#localized(NOT_REACHED)
    return index === 0 || index % ITEMS_OF_REQUEST !== 0 ? null : this.#waitForBudget()
  }

  /** The first items are what the request itself was counted for. Those beyond the limits wait for the next second. */
  async #waitForBudget(): Promise<ApiRefusal | null> {
    while (!(await this.#options.budget.takeMore(this.#request))) {
      await sleep(ASK_BUDGET_EVERY_MS)
      if (this.#options.isStopping()) return this.#localized(STOPPING)
      if (monotonicClock() >= this.#until) return this.#localized(NOT_REACHED)
    }
    return null
  }

  async #run(item: ItemToRun<Body>): Promise<BulkAnswer<Result>> {
    const { run, operationId } = this.#operation
    const result = await run(this.#request.tenant, item.body).catch((error) => this.#refusalOf(error))
    const { ignored } = item
    const told = ignored && { Ignored: ignored }
    if (!isRefusal(result)) return { ...succeededItem(item, result as Result), ...told }
    const answer = failedItem(item, this.#noted(result as ApiRefusal, item.originalId, item.body))
    this.#options.metrics.refusals.inc({ operation: operationId, code: answer.ErrorCode ?? 'none' })
    return { ...answer, ...told }
  }

  #localized(refused: ApiRefusal): ApiRefusal {
    return refusalIn(this.#locale, refused)
  }

  /** A refused item is told to the merchant like a refused call, with the id of the list's request. */
  #noted(refused: ApiRefusal, originalId: string | null, sent: unknown): ApiRefusal {
    const { operationId: operation, isOfOrders } = this.#operation
    const { tenant, apiToken, id: requestId } = this.#request
    const orderId = isOfOrders && originalId !== null && isStorable(originalId) ? originalId : null
    const { message } = refused
    this.#options.failedRequests.note({
      ...{ tenant, operation, status: 200, code: codeOf(refused), message },
      ...{ requestId, orderId, apiToken, sent: [sent] },
    })
    return this.#localized(refused)
  }

  /** What the single operation would have answered with a status of its own. */
  #refusalOf(error: FastifyError): ApiRefusal {
    const { statusCode, message } = toEdgeError(error, this.#request)
    if (statusCode === 503) {
      return refusal('Too_Many_Requests', message.replace('send the request again', 'send it again'))
    }
    this.#logFailure(error)
    return refusal('GenericError', message)
  }

  /** Once for a list: its other items most likely fail for the same reason. */
  #logFailure(error: unknown): void {
    if (this.#isFailureLogged) return
    this.#isFailureLogged = true
    const { id: requestId, tenant } = this.#request
    this.#options.log.error(
      { requestId, route: this.#operation.url, tenant: tenant.id, err: error },
      'item of a list failed',
    )
  }
}

async function* linesOf<Body, Result>(run: BulkRun<Body, Result>): AsyncGenerator<string> {
  for await (const answers of run.answers()) {
    yield answers.map((answer) => `${JSON.stringify(answer)}\n`).join('')
  }
}
