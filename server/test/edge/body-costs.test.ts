/**
 * What a body may cost: every operation of both APIs gets the largest body that its schema allows, and the worst that
 * fit into its limit. `BODY_COSTS=all npm test -- edge/body-costs` sends all of them and prints each operation's figure;
 * usually those that any operation could get are sent to one of them, and to those that are open to anyone.
 */
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyMaxOf, type Operation } from '../../src/contract/admin-api/operation.ts'
import { BULK_BYTES_MAX } from '../../src/contract/private-api/bulk.ts'
import { ContentSchema } from '../../src/earning/program-json.ts'
import {
  type BodySchema,
  filled,
  fullLists,
  largestBody,
  type ResolveSchema,
  worstBodies,
} from '../support/bodies.ts'
import { type Browser, usePeople } from '../support/people.ts'
import { registeredOperations } from '../support/registered.ts'
import { useTestApi } from '../support/test-api.ts'
import { operations as privateOperations, resolveReference } from './openapi.ts'

const IS_FULL = process.env.BODY_COSTS === 'all'
const PRIVATE_BODY_MAX = 256 * 1024
/** Processor time of the thread that answers all merchants. */
const COST_MAX_MS = 50
/** What `yardstick` takes on the machine on which the limit was set; a slower one is given as much more. */
const YARDSTICK_MS = 8

/** What may cost more, and why. */
const LIST = 'It is read item by item, in turns with the requests of others; one at a time for each key.'
const DEARER: Readonly<Record<string, string>> = {
  'program.validate':
    'A program of 200 rules is read, told and compared with the current one; it needs a log-in.',
  placeOrders: LIST,
  upsertCustomers: LIST,
  updateProducts: LIST,
}

const test = useTestApi()
const used = usePeople(() => test.api)
let owner: Browser
let costMax: number
const figures: {
  readonly id: string
  readonly isOpen: boolean
  readonly ms: number
  readonly worst: string
}[] = []

beforeAll(async () => {
  test.api.now = Date.now()
  owner = (await used.people.member(test.api.key.tenantId, 'owner')).browser
  costMax = COST_MAX_MS * Math.max(1, yardstick() / YARDSTICK_MS)
})

afterAll(() => {
  const told = figures.filter(({ isOpen }) => isOpen || IS_FULL).toSorted((one, other) => other.ms - one.ms)
  for (const { id, ms, worst } of told) process.stdout.write(`${id}: ${ms.toFixed(1)} ms (${worst})\n`)
})

function threadMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1_000
}

/** The time that parsing takes here, the shortest of several. */
function yardstick(): number {
  const text = filled(PRIVATE_BODY_MAX, (index) => `"${index.toString(36)}":0`)
  const times = Array.from({ length: 7 }, () => {
    const since = process.threadCpuUsage()
    JSON.parse(text)
    return threadMs(since)
  })
  return Math.min(...times)
}

/** The least of some tries: what else this thread does meanwhile, such as collecting garbage, is no cost of the body. */
async function costOf(request: InjectOptions, enough: number): Promise<{ ms: number; status: number }> {
  let best = { ms: Number.POSITIVE_INFINITY, status: 0 }
  for (let tries = 0; tries < 4 && best.ms > enough; tries += 1) {
    const since = process.threadCpuUsage()
    const { statusCode } = await used.people.api.server.inject(request)
    const ms = threadMs(since)
    if (ms < best.ms) best = { ms, status: statusCode }
  }
  return best
}

interface Case {
  readonly id: string
  readonly isOpen: boolean
  readonly limit: number
  readonly schema: BodySchema
  readonly request: () => InjectOptions
}

/** What a program is, is not told by the schemas of its operations. */
function withProgram(schema: BodySchema): BodySchema {
  const isProgram = (name: string, inner: BodySchema) =>
    (name === 'program' || name === 'of') && inner.properties === undefined
  const properties = Object.entries(schema.properties ?? {}).map(([name, inner]) => [
    name,
    isProgram(name, inner) ? (ContentSchema as BodySchema) : withProgram(inner),
  ])
  return schema.properties ? { ...schema, properties: Object.fromEntries(properties) } : schema
}

function ofAdmin(operation: Operation): Case {
  const isText = operation.textBodyMax !== undefined
  const isOctets = operation.octetBodyMax !== undefined
  return {
    id: operation.id,
    isOpen: operation.permission === 'anyone',
    limit: bodyMaxOf(operation),
    schema: isText || isOctets ? {} : withProgram(operation.body as BodySchema),
    request: () => ({
      method: operation.method,
      url: `/v1/admin${operation.path
        .replace(':tenant', String(test.api.key.tenantId))
        .replace(/:token/, `${test.api.key.tenantId}-${'a'.repeat(43)}`)
        .replace(/:[a-zA-Z]+/g, '1')}`,
      headers: {
        host: 'localhost:3000',
        'sec-fetch-site': 'same-origin',
        'content-type': isText ? 'text/plain' : isOctets ? 'application/octet-stream' : 'application/json',
        ...(isOctets ? { 'content-digest': `sha-256=:${'A'.repeat(43)}=:` } : {}),
        'idempotency-key': crypto.randomUUID(),
        'if-match': '*',
        ...(operation.permission === 'anyone' ? {} : { cookie: owner.cookie ?? '' }),
      },
    }),
  }
}

function ofPrivate({ path, method, operation }: (typeof privateOperations)[number]): Case {
  const isList = path.endsWith('/bulk')
  return {
    id: operation.operationId,
    isOpen: false,
    limit: isList ? BULK_BYTES_MAX : PRIVATE_BODY_MAX,
    schema: (operation.requestBody?.content['application/json'].schema ?? {}) as BodySchema,
    request: () => ({
      method: method as 'POST',
      url: path.replace(/\{[^}]+\}/g, '1'),
      headers: { authorization: test.api.key.authorization, 'content-type': 'application/json' },
    }),
  }
}

/** Where no operation is: the body of one without a key is never parsed. */
const NOWHERE: readonly Case[] = [
  { path: '/v1/admin/nothing', why: 'no operation' },
  { path: '/v1/pvt/POS/orders', why: 'no key' },
  { path: '/nothing', why: 'no path' },
].map(({ path, why }) => ({
  id: why,
  isOpen: true,
  limit: PRIVATE_BODY_MAX,
  schema: {},
  request: () => ({ method: 'POST', url: path, headers: { 'content-type': 'application/json' } }),
}))

function ownBodies(schema: BodySchema, limit: number, resolve: ResolveSchema) {
  return [
    ['the largest', JSON.stringify(largestBody(schema, limit, resolve))] as const,
    ...fullLists(schema, IS_FULL ? limit : Math.min(limit, PRIVATE_BODY_MAX / 4), resolve),
  ]
}

async function worstOf({ id, schema, limit, request, isOpen }: Case): Promise<{ ms: number; worst: string }> {
  const resolve = resolveReference as (reference: string) => BodySchema
  const isAny = IS_FULL || isOpen || ['placeOrder', 'placeOrders', 'rewards.create'].includes(id)
  const bodies = [
    // A list is a thousand requests: it counts how long it takes to read it.
    ...(limit === BULK_BYTES_MAX ? [] : ownBodies(schema, limit, resolve)),
    ...(isAny ? worstBodies(IS_FULL ? limit : Math.min(limit, 4 * PRIVATE_BODY_MAX)) : []),
  ]
  // Once before it counts: validators are compiled when they are first needed.
  await used.people.api.server.inject({ ...request(), payload: '{}' })
  await used.people.api.server.inject({ ...request(), payload: '{"unknown":[]}' })
  let found = { ms: 0, worst: '' }
  const enough = isOpen ? 1 : costMax / 3
  for (const [name, payload] of bodies) {
    const { ms, status } = await costOf({ ...request(), payload }, enough)
    expect(`${name}: ${status}`).not.toMatch(/: 5\d\d$/)
    if (ms > found.ms) found = { ms, worst: `${name}, ${payload.length} bytes, ${status}` }
  }
  return found
}

const admin = await registeredOperations()

const cases: readonly Case[] = [
  ...NOWHERE,
  ...admin.filter(({ body, textBodyMax }) => body !== undefined || textBodyMax !== undefined).map(ofAdmin),
  ...privateOperations.filter(({ operation }) => operation.requestBody).map(ofPrivate),
]

describe('the worst body of', () => {
  it.each(cases.map((one) => [one.id, one] as const))('%s', async (id, one) => {
    const { ms, worst } = await worstOf(one)
    figures.push({ id, isOpen: one.isOpen, ms, worst })
    const bound = one.isOpen ? costMax / 5 : costMax
    if (DEARER[id] === undefined) expect(`${ms.toFixed(1)} ms: ${worst}`).toSatisfy(() => ms <= bound)
  })

  it('is taken by nobody without a log-in beyond 16 KiB', () => {
    for (const operation of admin.filter(({ permission }) => permission === 'anyone'))
      expect([operation.id, bodyMaxOf(operation) <= 16 * 1024]).toEqual([operation.id, true])
  })
})
