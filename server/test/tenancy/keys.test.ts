import { createHash } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSecret, tenantOfToken } from '../../src/tenancy/credentials.ts'
import { createKey, createTenant, revokeKey, TenancyError } from '../../src/tenancy/manage/tenants.ts'
import { listKeys } from '../../src/tenancy/store/tenants.ts'
import { DEFAULTS } from '../../src/tenancy/tenant.ts'
import { clientOf } from '../support/client-of.ts'
import { basic, useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const directory = () => test.api.cells.directory

let database: pg.Client
beforeAll(async () => {
  database = clientOf(test.api.databaseUrl)
  await database.connect()
})
afterAll(() => database.end())

describe('a key that is made', () => {
  it('has a token that names its tenant, and a check at the end of both parts', async () => {
    const { tenantId, token, secret } = test.api.key
    expect(token).toMatch(new RegExp(`^pct_live_${tenantId}_[0-9A-Za-z]{23}$`))
    expect(secret).toMatch(/^pcs_live_[0-9A-Za-z]{49}$/)
    expect(tenantOfToken(token)).toBe(tenantId)
    expect(isSecret(secret)).toBe(true)
  })

  it('is a test key for a sandbox, and opens its door just the same', async () => {
    const { token, secret, authorization } = await test.api.openShop({ isSandbox: true })
    expect([token.slice(0, 9), secret.slice(0, 9)]).toEqual(['pct_test_', 'pcs_test_'])
    const answer = await test.api.send({ url: '/v1/pvt/RewardConfigurations', headers: { authorization } })
    expect(answer.statusCode).toBe(200)
  })

  it('is stored as a hash only: the secret is nowhere in the database', async () => {
    const { token, secret } = test.api.key
    const { rows } = await database.query<{ secret_hash: Buffer; everything: string }>(
      'select secret_hash, api_key::text as everything from api_key where token = $1',
      [token],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.secret_hash).toEqual(createHash('sha256').update(secret).digest())
    expect(rows[0]?.everything).not.toContain(secret.slice('pcs_live_'.length, -6))
  })

  it('is shown once: the list has its token and label, and not its secret', async () => {
    const { tenantId, token, secret } = await test.api.openShop()
    const second = await createKey(directory(), tenantId, 'the shop')
    const keys = await directory().transaction([tenantId], (tx) => listKeys(tx, tenantId))
    expect(keys).toEqual([
      { token, label: 'test', createdAt: expect.any(Date), revokedAt: null },
      { token: second.token, label: 'the shop', createdAt: expect.any(Date), revokedAt: null },
    ])
    expect(JSON.stringify(keys)).not.toContain(secret)
  })

  it('differs from every other', async () => {
    const keys = await Promise.all(
      Array.from({ length: 20 }, () => createKey(directory(), test.api.key.tenantId, '')),
    )
    expect(new Set(keys.flatMap(({ token, secret }) => [token, secret])).size).toBe(40)
  })

  it('works beside the others of its tenant, and each with its own secret only', async () => {
    const { tenantId, token, secret } = test.api.key
    const second = await createKey(directory(), tenantId, 'second')
    const statusOf = async (authorization: string): Promise<number> =>
      (await test.api.send({ url: '/v1/pvt/RewardConfigurations', headers: { authorization } })).statusCode
    expect(await statusOf(basic(token, secret))).toBe(200)
    expect(await statusOf(basic(second.token, second.secret))).toBe(200)
    expect(await statusOf(basic(token, second.secret))).toBe(401)
    expect(await statusOf(basic(second.token, secret))).toBe(401)
  })

  it('cannot be made for a tenant that is not there', async () => {
    const made = createKey(directory(), 999_999, '')
    await expect(made).rejects.toThrow(new TenancyError('There is no tenant 999999.'))
  })

  it('cannot have a label that is too long', async () => {
    const { tenantId } = test.api.key
    await expect(createKey(directory(), tenantId, 'x'.repeat(251))).rejects.toThrow(TenancyError)
    expect(await createKey(directory(), tenantId, 'x'.repeat(250))).toMatchObject({
      token: expect.any(String),
    })
  })
})

describe('a key that is revoked', () => {
  it('keeps the moment at which it was revoked first', async () => {
    const { tenantId, token } = await test.api.openShop()
    await revokeKey(directory(), token, Date.UTC(2026, 0, 1))
    await revokeKey(directory(), token, Date.UTC(2026, 5, 1))
    const keys = await directory().transaction([tenantId], (tx) => listKeys(tx, tenantId))
    expect(keys).toMatchObject([{ revokedAt: new Date(Date.UTC(2026, 0, 1)) }])
  })

  it.each(['pct_live_1_unknown', '', "'; drop table api_key --"])('must be there: “%s”', async (token) => {
    const revoked = revokeKey(directory(), token, 0)
    await expect(revoked).rejects.toThrow(new TenancyError(`There is no key with the token ${token}.`))
  })

  it('leaves the other keys of its tenant alone', async () => {
    const { tenantId, token } = await test.api.openShop()
    const second = await createKey(directory(), tenantId, '')
    await revokeKey(directory(), token, Date.now())
    const answer = await test.api.send({
      url: '/v1/pvt/RewardConfigurations',
      headers: { authorization: basic(second.token, second.secret) },
    })
    expect(answer.statusCode).toBe(200)
  })
})

describe('a tenant', () => {
  const valid = { name: 'Shop', ...DEFAULTS, isSandbox: false } as const

  it.each([
    ['no name', { name: '' }, 'The name must have 1 to 250 characters.'],
    ['a blank name', { name: '  ' }, 'The name must have 1 to 250 characters.'],
    ['too long a name', { name: 'x'.repeat(251) }, 'The name must have 1 to 250 characters.'],
    [
      'a currency in small letters',
      { currency: 'brl' },
      'The currency must be three capital letters like BRL, but is “brl”.',
    ],
    [
      'a currency of four letters',
      { currency: 'BRLX' },
      'The currency must be three capital letters like BRL, but is “BRLX”.',
    ],
    [
      'an unknown time zone',
      { timeZone: 'Mars/Base' },
      'The time zone must be a name like America/Sao_Paulo, but is “Mars/Base”.',
    ],
    [
      'an offset for a time zone',
      { timeZone: '+03:00' },
      'The time zone must be a name like America/Sao_Paulo, but is “+03:00”.',
    ],
    ['an unknown locale', { locale: 'fr' as 'en' }, 'The locale must be one of pt-BR, en, es, but is “fr”.'],
  ])('with %s is refused in a sentence', async (_case, change, message) => {
    await expect(createTenant(test.api.cells, { ...valid, ...change })).rejects.toThrow(
      new TenancyError(message),
    )
  })

  it('is stored as it was described', async () => {
    const id = await createTenant(test.api.cells, {
      name: 'x'.repeat(250),
      currency: 'EUR',
      timeZone: 'Europe/Madrid',
      locale: 'es',
      isSandbox: true,
    })
    const { rows } = await database.query(
      'select length(name) as name, currency, time_zone, locale, is_sandbox, cell, settings from tenant where id = $1',
      [id],
    )
    expect(rows).toEqual([
      {
        name: 250,
        currency: 'EUR',
        time_zone: 'Europe/Madrid',
        locale: 'es',
        is_sandbox: true,
        cell: 'main',
        settings: {},
      },
    ])
  })
})
