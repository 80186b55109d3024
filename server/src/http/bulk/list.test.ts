import type { ValidateFunction } from 'ajv'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { unavailable } from '../../contract/edge-error.ts'
import { resultFailure } from '../../contract/private-api/envelopes.ts'
import type { Logger } from '../../platform/log.ts'
import { createMetrics } from '../../platform/metrics.ts'
import type { FailedRequests } from '../../requests/failed-requests.ts'
import type { BulkOperation } from '../../tenancy/private-api/bulk-operation.ts'
import { BulkList, type BulkListOptions } from './list.ts'
import { BulkPlace } from './places.ts'

interface Item {
  readonly OriginalId: string
}

interface Setting {
  readonly run?: () => Promise<string>
  readonly takeMore?: () => boolean
  readonly isStopping?: () => boolean
  readonly place?: BulkPlace
}

const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ OriginalId: `o-${index}` }))

/** A list of an operation that does what it is told, within limits that say what they are told. */
function listOf({ run = async () => 'done', place, ...limits }: Setting) {
  const { takeMore = () => true, isStopping = () => false } = limits
  const operation: BulkOperation<Item, string> = {
    url: '/v1/pvt/Thing/bulk',
    operationId: 'saveThings',
    tag: 'Things',
    summary: '',
    description: '',
    body: Type.Object({}),
    example: { OriginalId: 'o' },
    result: Type.String(),
    single: { wrongType: 'GenericError', refuse: resultFailure },
    atOnce: 64,
    turnOf: ({ OriginalId }) => ({ name: OriginalId, queue: null }),
    run,
  }
  const isItem = ((_item: unknown) => true) as unknown as ValidateFunction<Item>
  const request = { tenant: { id: 1 }, bulkPlace: place ?? null, headers: {} } as FastifyRequest
  const errors: unknown[] = []
  const metrics = createMetrics()
  const log = { error: (facts: object) => errors.push(facts) } as unknown as Logger
  const noted: unknown[] = []
  const options: BulkListOptions = {
    budget: { takeMore },
    requests: {} as BulkListOptions['requests'],
    isStopping,
    metrics,
    failedRequests: { note: (one: object) => noted.push(one) } as unknown as FailedRequests,
    log,
    tryForMs: 200,
  }
  const list = new BulkList(operation, { validate: isItem, known: null }, request, options)
  const answerAll = (sent: unknown) => list.answerAll(sent, {} as FastifyReply)
  return { list: { answerAll }, errors, metrics, noted }
}

describe('a list', () => {
  it.each([
    [20, 0],
    [21, 1],
    [41, 2],
  ])('of %i items counts as %i requests more than the one it came with', async (count, more) => {
    let taken = 0
    const takeMore = () => {
      taken += 1
      return true
    }
    expect(await listOf({ takeMore }).list.answerAll(items(count))).toMatchObject({ SucceededCount: count })
    expect(taken).toBe(more)
  })

  it('that the limits leave nothing to gives up in time, or when the server stops', async () => {
    const late = await listOf({ takeMore: () => false }).list.answerAll(items(22))
    expect(late).toMatchObject({ SucceededCount: 20, FailedCount: 2 })
    expect(late.Items?.[20]).toMatchObject({
      ErrorCode: 103,
      ErrorMessage: expect.stringContaining('no time left'),
    })
    let hasAsked = false
    const takeMore = () => {
      hasAsked = true
      return false
    }
    const stopped = await listOf({ takeMore, isStopping: () => hasAsked }).list.answerAll(items(22))
    expect(stopped.Items?.[20]).toMatchObject({
      ErrorCode: 103,
      ErrorMessage: expect.stringContaining('the server is stopping'),
    })
  })

  it('is stopped when its sender is gone, and keeps its place until what was begun has ended', async () => {
    let [begun, releases] = [0, 0]
    const { promise: done, resolve: finish } = Promise.withResolvers<string>()
    const run = () => {
      begun += 1
      return done
    }
    const place = new BulkPlace(() => {
      releases += 1
    })
    const answered = listOf({ run, place }).list.answerAll(items(100))
    await expect.poll(() => begun).toBe(64)
    place.leave()
    expect(releases).toBe(0)
    finish('done')
    // The server serializes the answer although nobody reads it: what was not begun must be in it too.
    const { Items, SucceededCount, FailedCount } = await answered
    expect([begun, releases, SucceededCount, FailedCount]).toEqual([64, 1, 64, 36])
    expect(Items?.[99]).toMatchObject({ Index: 99, OriginalId: 'o-99', ErrorCode: 103, HasError: true })
  })

  it('asks to send an item again that could not be tried now', async () => {
    const { list, errors, metrics, noted } = listOf({
      run: () => Promise.reject(unavailable('The database cannot be reached: send the request again.')),
    })
    const { Items } = await list.answerAll(items(1))
    expect(Items?.[0]).toMatchObject({ ErrorCode: 103, OriginalId: 'o-0', HasError: true })
    expect(Items?.[0]?.ErrorMessage).toMatch(/send it again/)
    expect(errors).toEqual([])
    expect(noted).toMatchObject([{ operation: 'saveThings', code: 103, sent: [{ OriginalId: 'o-0' }] }])
    const { values } = await metrics.refusals.get()
    expect(values).toMatchObject([{ labels: { operation: 'saveThings', code: 103 }, value: 1 }])
  })

  it('whose items all fail for a reason of ours says so once in the log', async () => {
    const { list, errors } = listOf({ run: () => Promise.reject(new Error('a mistake')) })
    expect(await list.answerAll(items(3))).toMatchObject({ FailedCount: 3 })
    expect(errors).toMatchObject([{ route: '/v1/pvt/Thing/bulk', tenant: 1, err: { message: 'a mistake' } }])
  })
})
