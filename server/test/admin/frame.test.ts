/** What the management API does for every operation: see src/management/frame.ts. Tried with operations of its own. */

import { type FastifyInstance, fastify, type InjectOptions } from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tillOfEachCell } from '../../src/app/tills.ts'
import { operation } from '../../src/contract/admin-api/operation.ts'
import { Decimal, Name } from '../../src/contract/admin-api/schema.ts'
import { PERMISSIONS, type Permission } from '../../src/contract/permission.ts'
import { problem } from '../../src/contract/problem.ts'
import { AdminFrame } from '../../src/management/frame.ts'
import { AdminLanes } from '../../src/management/lanes.ts'
import type { Caller } from '../../src/people/actor.ts'
import { authenticateAs } from '../../src/people/admin-api/authenticate.ts'
import { createLogger } from '../../src/platform/log.ts'
import { run, type Tx } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { countInProcess } from '../../src/tenancy/rate-limit.ts'
import { useTestApi } from '../support/test-api.ts'

const shops = useTestApi()
const { log } = { log: createLogger({ level: 'silent', destination: process.stderr }) }

const makeBrand = operation({
  id: 'brand.create',
  summary: 'Makes a brand.',
  method: 'POST',
  path: '/tenants/:tenant/brands',
  permission: 'rewards.write',
  weight: 'light',
  audit: 'brand.create',
  idempotent: true,
  body: Type.Object(
    { key: Name('Key', 20), price: Decimal('Price'), count: Type.Integer({ minimum: 1, maximum: 9 }) },
    { additionalProperties: false },
  ),
  answer: Type.Object({ made: Type.Integer() }),
  status: 201,
})
const makeSecret = operation({
  ...makeBrand,
  id: 'brand.secret',
  path: '/tenants/:tenant/secrets',
  showsSecret: true,
})
const changeBrand = operation({
  id: 'brand.update',
  summary: 'Changes a brand.',
  method: 'PUT',
  path: '/tenants/:tenant/brands/:id',
  permission: 'rewards.write',
  weight: 'light',
  audit: 'brand.update',
  ifMatch: true,
  params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
  body: Type.Object({}),
  answer: Type.Object({ seen: Type.Any() }),
})
const readBrand = operation({
  id: 'brand.get',
  summary: 'Reads a brand.',
  method: 'GET',
  path: '/tenants/:tenant/brands/:id',
  permission: 'rewards.read',
  weight: 'light',
  params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
  query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
  answer: Type.Object({ id: Type.Integer(), limit: Type.Optional(Type.Integer()) }),
})
const dropBrand = operation({ ...makeBrand, id: 'brand.refuse', path: '/tenants/:tenant/refused' })

let server: FastifyInstance
let permissions: ReadonlySet<Permission> = new Set(PERMISSIONS)
let memberOf: number
let isSignedIn = true

const caller = (tenantId: number | null): Caller => ({
  actor: { kind: 'person', id: 7, label: 'Bia' },
  via: 'panel',
  personId: 7,
  session: Buffer.alloc(32),
  confirmedUntil: null,
  permissions: tenantId === memberOf ? permissions : null,
})

async function insertBrand(tx: Tx, tenantId: number, key: string): Promise<void> {
  await run(tx, sql`insert into brand (tenant_id, original_id, name) values (${tenantId}, ${key}, 'x')`)
}

beforeAll(async () => {
  const { cells, key } = shops.api
  memberOf = key.tenantId
  server = fastify()
  await server.register(
    async (scope) => {
      const api = new AdminFrame(scope, {
        lanes: new AdminLanes(cells, null),
        tillOf: tillOfEachCell(cells, () => shops.api.now),
        log,
        clock: () => shops.api.now,
        counts: countInProcess(() => 0),
        isLimited: false,
        authenticate: authenticateAs(cells.directory, (_, tenantId) =>
          isSignedIn ? caller(tenantId) : null,
        ),
      })
      api.write(makeBrand, 'cell', async (tx, { tenant, body }) => {
        await insertBrand(tx, tenant.id, body.key)
        return {
          answer: { made: body.count },
          version: 3,
          audit: { target: { kind: 'brand', id: body.key, label: body.key } },
        }
      })
      api.write(makeSecret, 'directory', async (tx, { tenant, body }) => {
        await insertBrand(tx, tenant.id, body.key)
        return { answer: { made: 1 }, audit: { target: { kind: 'brand', id: body.key, label: body.key } } }
      })
      api.write(dropBrand, 'cell', async (tx, { tenant, body }) => {
        await insertBrand(tx, tenant.id, body.key)
        return problem('conflict', { en: 'No.', 'pt-BR': 'Não.', es: 'No, gracias.' })
      })
      api.write(changeBrand, 'cell', async (_tx, { ifMatch }) => ({
        answer: { seen: ifMatch },
        version: 8,
        audit: null,
      }))
      api.read(readBrand, 'cell', async (_tx, { params, query }) => ({
        answer: { id: params.id, ...query },
        version: 4,
      }))
    },
    { prefix: '/v1/admin' },
  )
})
afterAll(() => server.close())

const path = (rest: string, tenantId = memberOf) => `/v1/admin/tenants/${tenantId}${rest}`
const post = (body: object, key: string | null, to = '/brands', headers: InjectOptions['headers'] = {}) =>
  server.inject({
    method: 'POST',
    url: path(to),
    payload: body,
    headers: { ...(key === null ? {} : { 'idempotency-key': key }), ...headers },
  })
const brand = (key: string, count = 1) => ({ key, price: '1.5', count })

async function countRows(
  where: 'brand' | 'audit_entry' | 'directory_audit_entry',
  label: string,
): Promise<number> {
  const { cells } = shops.api
  const { rows } = await cells.directory.read([memberOf], (tx) =>
    where === 'brand'
      ? run(
          tx,
          sql<{
            n: number
          }>`select count(*)::int as n from brand where tenant_id = ${memberOf} and original_id = ${label}`,
        )
      : where === 'audit_entry'
        ? run(
            tx,
            sql<{
              n: number
            }>`select count(*)::int as n from audit_entry where tenant_id = ${memberOf} and target_id = ${label}`,
          )
        : run(
            tx,
            sql<{
              n: number
            }>`select count(*)::int as n from directory_audit_entry where tenant_id = ${memberOf} and target_id = ${label}`,
          ),
  )
  return rows[0]?.n ?? -1
}

describe('a write', () => {
  it('is done once for one key, and answered again word for word', async () => {
    const first = await post(brand('once', 2), 'k-1')
    const again = await post(brand('once', 2), 'k-1')
    expect([first.statusCode, first.json(), first.headers.etag]).toEqual([201, { made: 2 }, '"r3"'])
    expect([again.statusCode, again.json(), again.headers.etag]).toEqual([201, { made: 2 }, '"r3"'])
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
      undefined,
      'true',
    ])
    expect([await countRows('brand', 'once'), await countRows('audit_entry', 'once')]).toEqual([1, 1])
  })

  it('is done once when it is sent ten times at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(brand('at-once'), 'k-2')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201))
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    expect([await countRows('brand', 'at-once'), await countRows('audit_entry', 'at-once')]).toEqual([1, 1])
  })

  it('refuses the key for another request, and takes it again after a day', async () => {
    await post(brand('day-1'), 'k-3')
    const other = await post(brand('day-2'), 'k-3')
    expect([other.statusCode, other.json().type]).toEqual([422, 'urn:punchcard:problem:idempotency'])
    shops.api.now += 86_400_001
    expect((await post(brand('day-2'), 'k-3')).statusCode).toBe(201)
  })

  it('without a key where one is needed, or with one that is none, is 428', async () => {
    for (const key of [null, '', 'a b', 'x'.repeat(101)]) {
      expect((await post(brand('no-key'), key)).statusCode, String(key)).toBe(428)
    }
    expect(await countRows('brand', 'no-key')).toBe(0)
  })

  it('that returns a problem leaves nothing behind, and its key is free', async () => {
    const refused = await post(brand('refused'), 'k-4', '/refused', { 'accept-language': 'es-MX,en;q=0.5' })
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({
        type: 'urn:punchcard:problem:conflict',
        title: 'No se puede hacer en este estado',
        status: 409,
        detail: 'No, gracias.',
      }),
    ])
    expect(refused.headers['content-type']).toContain('application/problem+json')
    expect([await countRows('brand', 'refused'), await countRows('audit_entry', 'refused')]).toEqual([0, 0])
    expect((await post(brand('free-again'), 'k-4')).statusCode).toBe(201)
  })

  it('that shows a secret is not shown again, and is told in the audit of the directory', async () => {
    expect((await post(brand('secret'), 'k-5', '/secrets')).statusCode).toBe(201)
    const again = await post(brand('secret'), 'k-5', '/secrets')
    expect([again.statusCode, again.json().type]).toEqual([409, 'urn:punchcard:problem:inProgress'])
    expect(await countRows('directory_audit_entry', 'secret')).toBe(1)
  })
})

describe('a body with five mistakes', () => {
  const wrong = { key: '', price: '1,5', count: 10, extra: 1 }

  it('is told all of them, with pointers', async () => {
    const answer = await post({ ...wrong, count: '3' }, 'k-6')
    expect(answer.statusCode).toBe(422)
    expect(
      answer
        .json()
        .errors.map(({ pointer }: { pointer: string }) => pointer)
        .sort(),
    ).toEqual(['/count', '/extra', '/key', '/key', '/price'])
  })

  it('is told in the language that was asked for', async () => {
    const told = async (language: string) =>
      (await post(wrong, 'k-7', '/brands', { 'accept-language': language })).json().errors.at(-1).message
    expect(await told('pt-BR')).toMatch(/máximo/)
    expect(await told('es')).toMatch(/Como máximo/)
    expect(await told('fr, xx')).toMatch(/At most/)
  })

  it('that is no JSON, or of another kind, is a problem too', async () => {
    const send = (payload: string, type: string) =>
      server.inject({
        method: 'POST',
        url: path('/brands'),
        payload,
        headers: { 'content-type': type, 'idempotency-key': 'k-8' },
      })
    expect((await send('{', 'application/json')).statusCode).toBe(400)
    expect((await send('a=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
    expect((await send(`{"key":"${'x'.repeat(1_100_000)}"}`, 'application/json')).statusCode).toBe(413)
    expect((await send('a', 'text/plain')).statusCode).toBe(422)
  })
})

describe('versions', () => {
  const put = (tag: string | undefined) =>
    server.inject({
      method: 'PUT',
      url: path('/brands/1'),
      payload: {},
      headers: tag === undefined ? {} : { 'if-match': tag },
    })

  it('are asked for, and read from an ETag', async () => {
    expect((await put(undefined)).statusCode).toBe(428)
    expect((await put('"x1"')).statusCode).toBe(400)
    expect((await put('"r12"')).json()).toEqual({ seen: 12 })
    expect((await put('W/"r12"')).json()).toEqual({ seen: 12 })
    expect((await put('*')).json()).toEqual({ seen: null })
  })

  it('answer 304 to whoever has the newest', async () => {
    const get = (tag: string) =>
      server.inject({ url: path('/brands/5?limit=9'), headers: { 'if-none-match': tag } })
    expect((await get('"r3"')).json()).toEqual({ id: 5, limit: 9 })
    expect([(await get('"r4"')).statusCode, (await get('"r4"')).body]).toEqual([304, ''])
  })
})

describe('who may not', () => {
  it('is told 401, 403 or 404', async () => {
    const get = (tenantId = memberOf) => server.inject({ url: path('/brands/5', tenantId) })
    isSignedIn = false
    expect((await get()).statusCode).toBe(401)
    isSignedIn = true
    permissions = new Set()
    const forbidden = await get()
    expect([forbidden.statusCode, forbidden.json().permission]).toEqual([403, 'rewards.read'])
    permissions = new Set(PERMISSIONS)
    const { tenantId } = await shops.api.openShop()
    expect((await get(tenantId)).statusCode).toBe(404)
    expect((await get(999_999)).statusCode).toBe(404)
    expect((await server.inject({ url: '/v1/admin/tenants/x/brands/5' })).statusCode).toBe(404)
    expect((await server.inject({ url: path('/brands/x') })).statusCode).toBe(404)
    expect((await server.inject({ url: path('/nothing') })).json().type).toBe(
      'urn:punchcard:problem:notFound',
    )
  })
})

describe('an operation that is not whole', () => {
  it.each([
    ['no permission', { permission: undefined }],
    ['no audit action', { audit: undefined }],
    ['a permission outside of a merchant', { path: '/brands' }],
    ['no permission within a merchant', { permission: 'anyone' }],
    ['a name that says nothing', { id: 'brands' }],
  ])('does not start: %s', async (_name, wrong) => {
    const scope = fastify()
    const api = new AdminFrame(scope, {
      lanes: new AdminLanes(shops.api.cells, null),
      tillOf: tillOfEachCell(shops.api.cells, () => 0),
      log,
      clock: () => 0,
      counts: countInProcess(() => 0),
      authenticate: async () => null,
    })
    expect(() =>
      api.write({ ...makeBrand, ...wrong } as typeof makeBrand, 'cell', async () => ({
        answer: { made: 1 },
        audit: null,
      })),
    ).toThrow(/can't be served/)
  })
})
