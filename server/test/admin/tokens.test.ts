/** Tokens of the management API: of a person, and of a merchant. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Permission, Role } from '../../src/contract/permission.ts'
import { type Browser, usePeople } from '../support/people.ts'
import { START, useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const used = usePeople(() => test.api)
const DAY = 86_400_000
const HOUR = 3_600_000

beforeEach(() => {
  test.api.now = START
})

interface Made {
  readonly secret: string
  readonly token: { readonly id: number; readonly permissions: Permission[]; readonly start: string }
}

async function openShop(role: Role = 'owner') {
  const { tenantId } = await test.api.openShop()
  const member = await used.people.member(tenantId, role)
  return { tenantId, member, path: (rest: string) => `/tenants/${tenantId}${rest}` }
}

const personal = (browser: Browser, tenant: number, more: object = {}) =>
  browser.done<Made>('POST', '/me/tokens', { tenant, label: 'CI', expiresInDays: 30, ...more })

const withToken = (secret: string, path: string, headers: Record<string, string> = {}) =>
  used.people.browser().get(path, { headers: { authorization: `Bearer ${secret}`, ...headers } })

describe('a personal token', () => {
  it('acts as its person, needs no page of ours, and is shown once', async () => {
    const { tenantId, member, path } = await openShop('manager')
    const { body } = await personal(member.browser, tenantId)
    expect(body.secret).toMatch(new RegExp(`^pca_live_${tenantId}_[0-9A-Za-z]{49}$`))
    expect(body.token.permissions).toContain('people.read')
    expect((await withToken(body.secret, path('/people'), { 'sec-fetch-site': 'cross-site' })).status).toBe(
      200,
    )
    const listed = await member.browser.done<{ items: object[] }>('GET', '/me/tokens')
    expect(listed.body.items).toMatchObject([
      {
        id: body.token.id,
        kind: 'personal',
        label: 'CI',
        person: { id: member.id },
        lastUsedAt: new Date(START).toISOString(),
        expiresAt: new Date(START + 30 * DAY).toISOString(),
      },
    ])
    expect(JSON.stringify(listed.body)).not.toContain(body.secret)
  })

  it('can have less, and never more, than its person; and is weaker when they are demoted', async () => {
    const { tenantId, member, path } = await openShop('manager')
    const some = await personal(member.browser, tenantId, { permissions: ['audit.read', 'people.read'] })
    expect((await withToken(some.body.secret, path('/people'))).status).toBe(200)
    expect((await withToken(some.body.secret, path('/tokens'))).status).toBe(403)
    const more = await member.browser.send('POST', '/me/tokens', {
      tenant: tenantId,
      label: 'too much',
      expiresInDays: 1,
      permissions: ['people.read', 'settings.write'],
    })
    expect(more).toMatchObject({ status: 422, body: { errors: [{ pointer: '/permissions/1' }] } })
    const owner = await used.people.member(tenantId, 'owner')
    await owner.browser.done('PATCH', path(`/people/${member.id}`), { role: 'support' }, { ifMatch: '*' })
    expect((await withToken(some.body.secret, path('/people'))).status).toBe(403)
    expect((await withToken(some.body.secret, path('/audit'))).status).toBe(200)
  })

  it('never lets anybody in: not even that of an owner', async () => {
    const { tenantId, member } = await openShop('owner')
    const made = await personal(member.browser, tenantId)
    for (const permission of ['people.write', 'tokens.write', 'security.write']) {
      expect(made.body.token.permissions).not.toContain(permission)
      const refused = await member.browser.send('POST', '/me/tokens', {
        tenant: tenantId,
        label: 'too much',
        expiresInDays: 1,
        permissions: [permission],
      })
      expect(refused.status).toBe(422)
    }
  })

  it('ends when its time is over, and when it is revoked by its person or by an owner', async () => {
    const { tenantId, member, path } = await openShop('manager')
    const owner = await used.people.member(tenantId, 'owner')
    const [late, own, ofOwner] = [
      await personal(member.browser, tenantId, { expiresInDays: 1 }),
      await personal(member.browser, tenantId),
      await personal(member.browser, tenantId),
    ].map(({ body }) => body)
    const statuses = async () =>
      Promise.all(
        [late, own, ofOwner].map(
          async (made) => (await withToken(made?.secret ?? '', path('/people'))).status,
        ),
      )
    expect(await statuses()).toEqual([200, 200, 200])
    await member.browser.done('DELETE', `/me/tokens/${own?.token.id}`)
    await owner.browser.done('POST', path(`/tokens/${ofOwner?.token.id}/revoke`))
    expect(await statuses()).toEqual([200, 401, 401])
    test.api.now += DAY
    expect(await statuses()).toEqual([401, 401, 401])
  })

  it('of somebody else can not be seen or revoked', async () => {
    const { tenantId, member } = await openShop('manager')
    const other = await used.people.member(tenantId, 'viewer')
    const { body } = await personal(member.browser, tenantId)
    expect((await other.browser.send('DELETE', `/me/tokens/${body.token.id}`)).status).toBe(404)
    expect((await other.browser.get('/me/tokens')).body.items).toEqual([])
  })

  it('can not be made for a merchant that one has nothing to do with', async () => {
    const [mine, other] = [await openShop(), await openShop()]
    const body = { tenant: other.tenantId, label: 'x', expiresInDays: 1 }
    expect(await mine.member.browser.send('POST', '/me/tokens', body)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/tenant' }] },
    })
  })
})

describe('a service token', () => {
  const make = (browser: Browser, tenantId: number, more: object = {}) =>
    browser.done<Made>('POST', `/tenants/${tenantId}/tokens`, {
      label: 'Deploy',
      permissions: ['rewards.read', 'audit.read', 'audit.all'],
      ...more,
    })

  it('belongs to the merchant: it outlives who made it, and the audit names it by its label', async () => {
    const { tenantId, member, path } = await openShop()
    const other = await used.people.member(tenantId, 'owner')
    const { body } = await make(member.browser, tenantId)
    await other.browser.done('DELETE', path(`/people/${member.id}`), undefined, { ifMatch: '*' })
    const audit = await withToken(body.secret, path('/audit'))
    expect(audit.body.items).toMatchObject([
      { action: 'people.remove' },
      { action: 'token.create', target: { kind: 'token', id: String(body.token.id), label: 'Deploy' } },
    ])
    expect(JSON.stringify(audit.body)).not.toContain(body.secret.slice(-20))
  })

  it.each(['people.read', 'people.write', 'tokens.read', 'tokens.write', 'security.write'])(
    'never has %s',
    async (permission) => {
      const { tenantId, member } = await openShop()
      const body = { label: 'x', permissions: ['rewards.read', permission] }
      const refused = await member.browser.send('POST', `/tenants/${tenantId}/tokens`, body)
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/permissions/1' }] } })
    },
  )

  it('is rotated with an overlap, and keeps its end', async () => {
    const { tenantId, member, path } = await openShop()
    const old = await make(member.browser, tenantId, { expiresInDays: 10 })
    const rotate = (id: number, overlapHours: number) =>
      member.browser.send<Made>('POST', path(`/tokens/${id}/rotate`), { overlapHours })
    const next = await rotate(old.body.token.id, 1)
    expect(next.status).toBe(201)
    expect(next.body.token).toMatchObject({
      label: 'Deploy',
      permissions: ['rewards.read', 'audit.read', 'audit.all'],
      expiresAt: new Date(START + 10 * DAY).toISOString(),
    })
    const statuses = async () =>
      Promise.all([old, next].map(async ({ body }) => (await withToken(body.secret, path('/audit'))).status))
    expect(await statuses()).toEqual([200, 200])
    test.api.now += HOUR
    expect(await statuses()).toEqual([401, 200])
    const back = await used.people.signedIn(member)
    expect(
      (await back.send('POST', path(`/tokens/${old.body.token.id}/rotate`), { overlapHours: 1 })).status,
    ).toBe(404)
  })

  it('is refused everywhere but at its merchant, and where a person is asked for', async () => {
    const [mine, other] = [await openShop(), await openShop()]
    const { body } = await make(mine.member.browser, mine.tenantId)
    expect((await withToken(body.secret, other.path('/audit'))).status).toBe(404)
    expect((await withToken(body.secret, '/session')).status).toBe(403)
    expect((await withToken(body.secret, '/me/tokens')).status).toBe(403)
  })
})

describe('what is no token', () => {
  it('is refused, and never taken together with a cookie', async () => {
    const { tenantId, member, path } = await openShop()
    const { body } = await personal(member.browser, tenantId)
    const { secret } = body
    const last = secret.at(-1) === 'a' ? 'b' : 'a'
    for (const wrong of ['', 'x', secret.slice(0, -1), secret.slice(0, -1) + last, `${secret}x`]) {
      expect((await withToken(wrong, path('/people'))).status).toBe(401)
    }
    const basic = { authorization: test.api.key.authorization }
    expect((await used.people.browser().get(path('/people'), { headers: basic })).status).toBe(401)
    const both = { authorization: `Bearer ${secret}` }
    expect((await member.browser.get(path('/people'), { headers: both })).status).toBe(400)
  })

  it('is refused at the private API, and an API key at this one', async () => {
    const { tenantId, member } = await openShop()
    const { body } = await personal(member.browser, tenantId)
    const sent = await test.api.server.inject({
      method: 'GET',
      url: '/v1/pvt/RewardConfigurations',
      headers: { authorization: `Bearer ${body.secret}` },
    })
    expect(sent.statusCode).toBe(401)
  })
})
