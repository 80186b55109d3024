/** API keys as a merchant's people make and end them: src/management/api-keys. */
import { describe, expect, it } from 'vitest'
import type { ApiKeyAnswer } from '../../src/management/api-keys/schema.ts'
import { ALL_SCOPES, KEY_SCOPES, scopeBits, scopeOfMethod } from '../../src/tenancy/key-scope.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { patient } from '../support/patience.ts'
import { basic } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)

interface Made {
  readonly key: ApiKeyAnswer
  readonly secret: string
}

const DEVELOPER = ['customers.personal', 'keys.read', 'keys.write'] as const

async function open(): Promise<Manager> {
  return admin.manager((await test.open()).key)
}

const make = async (manager: Manager, body: object = {}) =>
  (await manager.done<Made>('POST', '/api-keys', { label: 'till', ...body })).body

/** The status of a request with this key. */
async function call(
  { key, secret }: Made,
  [method, url, payload]: readonly ['GET' | 'POST' | 'PUT', string, object?] = [
    'GET',
    '/v1/pvt/RewardConfigurations',
  ],
): Promise<number> {
  const headers = { authorization: basic(key.token, secret) }
  const { statusCode } = await test.api.send({ method, url, headers, ...(payload ? { payload } : {}) })
  return statusCode
}

describe('an API key', () => {
  it('is made with its secret shown once, and works', async () => {
    const manager = await open()
    const made = await make(manager)
    expect(made).toEqual({
      key: {
        id: expect.any(Number),
        token: expect.stringMatching(/^pct_live_/),
        label: 'till',
        scopes: ['read', 'write'],
        createdAt: expect.stringMatching(/Z$/),
        lastUsedAt: null,
        expiresAt: null,
        revokedAt: null,
        by: 'Bia',
        state: 'live',
      },
      secret: expect.stringMatching(/^pcs_live_/),
    })
    expect(await call(made)).toBe(200)
    const list = await manager.get<{ items: ApiKeyAnswer[] }>('/api-keys')
    expect(list.body.items.map(({ label, by, scopes }) => [label, by, scopes])).toEqual([
      ['test', 'CLI', ['read', 'write', 'points', 'erase']],
      ['till', 'Bia', ['read', 'write']],
    ])
    expect(JSON.stringify(list.body)).not.toContain(made.secret)
    const audit = await test.reader.query(
      'select action, before, after, target_label from directory_audit_entry where tenant_id = $1',
      [manager.shop.tenantId],
    )
    expect(audit).toMatchObject([
      { action: 'apiKey.create', before: null, after: { token: made.key.token }, target_label: 'till' },
    ])
    expect(JSON.stringify(audit)).not.toContain(made.secret)
  })

  it('is not made again by a repetition, which does not see the secret', async () => {
    const manager = await open()
    const body = { label: 'once' }
    await manager.done('POST', '/api-keys', body, { key: 'k' })
    const again = await manager.send('POST', '/api-keys', body, { key: 'k' })
    expect(again.status).toBe(409)
    expect(JSON.stringify(again.body)).not.toContain('pcs_')
    const { items } = (await manager.get<{ items: ApiKeyAnswer[] }>('/api-keys')).body
    expect(items.filter(({ label }) => label === 'once')).toHaveLength(1)
  })

  it('is refused from the moment at which it ends, without a word of anybody', async () => {
    const manager = await open()
    const expiresAt = new Date(test.api.now + 1_000).toISOString()
    const made = await make(manager, { expiresAt })
    expect(made.key).toMatchObject({ expiresAt, state: 'live' })
    expect(await call(made)).toBe(200)
    test.api.now += 999
    expect(await call(made)).toBe(200)
    test.api.now += 1
    expect(await call(made)).toBe(401)
    const { items } = (await manager.get<{ items: ApiKeyAnswer[] }>('/api-keys')).body
    expect(items.at(-1)).toMatchObject({ state: 'expired' })
  })

  it('is replaced by another one, and goes on for some hours', async () => {
    const manager = await open()
    const first = await make(manager)
    const rotated = await manager.done<Made & { previous: ApiKeyAnswer }>(
      'POST',
      `/api-keys/${first.key.id}/rotate`,
      { overlapHours: 2 },
      { as: 'Davi' },
    )
    const end = new Date(test.api.now + 2 * 3_600_000).toISOString()
    expect(rotated.body).toMatchObject({
      key: { label: 'till', scopes: ['read', 'write'], by: 'Davi', expiresAt: null },
      previous: { id: first.key.id, expiresAt: end, state: 'live' },
    })
    expect([await call(first), await call(rotated.body)]).toEqual([200, 200])
    test.api.now += 2 * 3_600_000
    await expect.poll(() => call(first)).toBe(401)
    expect(await call(rotated.body)).toBe(200)
    const again = await manager.send('POST', `/api-keys/${first.key.id}/rotate`, { overlapHours: 0 })
    expect(again.status).toBe(409)
    const audit = await test.reader.query(
      'select action, before, after from directory_audit_entry where tenant_id = $1 order by id',
      [manager.shop.tenantId],
    )
    expect(audit.slice(1)).toMatchObject([
      { action: 'apiKey.rotate', before: { expiresAt: null }, after: { expiresAt: end } },
      { action: 'apiKey.create', before: null, after: { token: rotated.body.key.token } },
    ])
  })

  it('that ends at once with its replacement is refused within a second', async () => {
    const manager = await open()
    const first = await make(manager)
    expect(await call(first)).toBe(200)
    await manager.done('POST', `/api-keys/${first.key.id}/rotate`, { overlapHours: 0 })
    await expect.poll(() => call(first), { timeout: patient(1_000), interval: 50 }).toBe(401)
  })

  it('that ends by itself is replaced by one that lasts as long, and does not outlive its own end', async () => {
    const manager = await open()
    const end = test.api.now + 3_600_000
    const made = await make(manager, { expiresAt: new Date(end).toISOString() })
    test.api.now += 60_000
    const path = `/api-keys/${made.key.id}/rotate`
    const rotated = await manager.done<Made & { previous: ApiKeyAnswer }>('POST', path, { overlapHours: 720 })
    expect(rotated.body.previous.expiresAt).toBe(made.key.expiresAt)
    expect(rotated.body.key.expiresAt).toBe(new Date(end + 60_000).toISOString())
  })

  it('is revoked once, and refused within a second', async () => {
    const manager = await open()
    const made = await make(manager)
    expect(await call(made)).toBe(200)
    const revoked = await manager.done<ApiKeyAnswer>('POST', `/api-keys/${made.key.id}/revoke`)
    expect(revoked.body).toMatchObject({ state: 'revoked', revokedAt: new Date(test.api.now).toISOString() })
    await expect.poll(() => call(made), { timeout: patient(1_000), interval: 50 }).toBe(401)
    test.api.now += 1_000
    const again = await manager.done<ApiKeyAnswer>('POST', `/api-keys/${made.key.id}/revoke`)
    expect(again.body.revokedAt).toBe(revoked.body.revokedAt)
    const audit = await test.reader.query(
      `select from directory_audit_entry where tenant_id = $1 and action = 'apiKey.revoke'`,
      [manager.shop.tenantId],
    )
    expect(audit).toHaveLength(1)
  })

  it('is known to have been used, by the hour', async () => {
    const manager = await open()
    const made = await make(manager)
    const lastUsed = async () =>
      (await manager.get<{ items: ApiKeyAnswer[] }>('/api-keys')).body.items.at(-1)?.lastUsedAt
    expect(await lastUsed()).toBeNull()
    await call(made)
    await expect.poll(lastUsed).toBe('2026-01-15T12:00:00.000Z')
  })

  it.each([
    ['a blank label', { label: ' ' }, '/label General_FieldCannotBeNullOrBlank'],
    ['an end in the past', { expiresAt: '2026-01-01T00:00:00Z' }, '/expiresAt'],
    ['no scopes', { scopes: [] }, '/scopes'],
    ['a scope that there is not', { scopes: ['all'] }, '/scopes/0'],
    ['a scope twice', { scopes: ['read', 'read'] }, '/scopes'],
    ['a secret of their own', { secret: 'x' }, '/secret'],
  ])('is not made with %s', async (_, body, problem) => {
    const manager = await open()
    expect(await manager.problems('POST', '/api-keys', { label: 'x', ...body })).toEqual([problem])
  })

  it('of another merchant is not there', async () => {
    const [mine, theirs] = [await open(), await open()]
    const made = await make(theirs)
    const path = `/api-keys/${made.key.id}`
    expect((await mine.send('POST', `${path}/rotate`, { overlapHours: 0 })).status).toBe(404)
    expect((await mine.send('POST', `${path}/revoke`)).status).toBe(404)
    expect(await call(made)).toBe(200)
    expect((await mine.send('POST', `${path}/rotate`, { overlapHours: 721 })).status).toBe(422)
  })
})

describe('the scopes of a key', () => {
  it('let it do what they name, and nothing else', async () => {
    const shop = await test.open()
    await shop.completed('1', 'ana', 100)
    const manager = admin.manager(shop.key)
    const READ = ['GET', '/v1/pvt/Customer/ana'] as const
    const ASK = ['POST', '/v1/pvt/Tiers/available', { CustomerId: null }] as const
    const WRITE = ['PUT', '/v1/pvt/Product/mug', { OriginalId: 'mug', Title: 'Mug' }] as const
    const POINTS = [
      'POST',
      '/v1/pvt/Customer/ana/cashback',
      { Value: 1, OperationType: 0, Reason: 'x', ChangeKey: 'x' },
    ] as const
    const all = [READ, ASK, WRITE, POINTS]
    const statuses = async (scopes: string[]) => {
      const made = await make(manager, { scopes })
      return Promise.all(all.map((request) => call(made, request)))
    }
    expect(await statuses(['read'])).toEqual([200, 200, 403, 403])
    expect(await statuses(['write'])).toEqual([403, 403, 200, 403])
    expect(await statuses(['points'])).toEqual([403, 403, 403, 200])
    expect(await statuses(['read', 'write', 'points'])).toEqual([200, 200, 200, 200])
  })

  it('are bits of one number, and the usual one follows from the method', () => {
    expect(scopeBits(['read', 'write', 'points'])).toBe(0b0111)
    expect(scopeBits(KEY_SCOPES)).toBe(ALL_SCOPES)
    expect(scopeBits([])).toBe(0)
    expect([scopeOfMethod('GET'), scopeOfMethod('PUT'), scopeOfMethod(['GET', 'POST'])]).toEqual([
      'read',
      'write',
      'write',
    ])
  })

  it('include points only by the hand of an owner, also in a rotation', async () => {
    const manager = await open()
    const body = { label: 'x', scopes: ['points'] }
    const refused = await manager.send('POST', '/api-keys', body, { permissions: DEVELOPER })
    expect(refused).toMatchObject({ status: 403, body: { permission: 'security.write' } })
    await manager.done('POST', '/api-keys', { label: 'x' }, { permissions: DEVELOPER })
    const made = await make(manager, { scopes: ['points'] })
    const path = `/api-keys/${made.key.id}`
    const rotate = (permissions?: typeof DEVELOPER) =>
      manager.send('POST', `${path}/rotate`, { overlapHours: 1 }, permissions ? { permissions } : {})
    expect((await rotate(DEVELOPER)).status).toBe(403)
    expect((await rotate()).status).toBe(201)
    await manager.done('POST', `${path}/revoke`, undefined, { permissions: DEVELOPER })
  })
})
