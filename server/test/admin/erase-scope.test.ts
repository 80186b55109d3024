/** Erasing over the private API has a scope of its own: src/tenancy/key-scope.ts, src/erasing/private-api/routes.ts. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../src/contract/permission.ts'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { type Browser, usePeople } from '../support/people.ts'
import { basic, START, useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const used = usePeople(() => test.api)

beforeEach(() => {
  test.api.now = START
})

async function openShop(settings: object = {}) {
  const shop = await test.api.openShop()
  const { directory } = test.api.cells
  await directory.transaction([], (tx) =>
    run(tx, sql`update tenant set settings = ${JSON.stringify(settings)}::jsonb where id = ${shop.tenantId}`),
  )
  await test.api.send({
    method: 'POST',
    url: '/v1/pvt/Customer',
    headers: { authorization: shop.authorization },
    payload: { OriginalId: 'ana', Name: 'Ana', Email: 'ana@example.com' },
  })
  return shop
}

const erase = (authorization: string) =>
  test.api.send({ method: 'DELETE', url: '/v1/pvt/Customer/ana', headers: { authorization } })

interface Made {
  readonly key: { readonly id: number; readonly token: string }
  readonly secret: string
}

const make = (browser: Browser, tenantId: number, scopes: readonly string[], headers = {}) =>
  browser.send<Made & { code?: string }>(
    'POST',
    `/tenants/${tenantId}/api-keys`,
    { label: 'Privacy desk', scopes },
    { headers },
  )

const keyOf = ({ key, secret }: Made): string => basic(key.token, secret)

const isThere = async (authorization: string): Promise<boolean> => {
  const found = await test.api.send({
    method: 'GET',
    url: '/v1/pvt/Customer/ana/points',
    headers: { authorization },
  })
  return !found.json().HasError
}

describe('a key that a developer may make', () => {
  it('erases nobody, whatever its scopes', async () => {
    const shop = await openShop()
    const developer = await used.people.member(shop.tenantId, 'developer')
    const made = await make(developer.browser, shop.tenantId, ['read', 'write'])
    expect(made.status).toBe(201)
    const refused = await erase(keyOf(made.body))
    expect(refused.statusCode).toBe(403)
    expect(refused.body).toContain('erase')
    expect(await isThere(shop.authorization)).toBe(true)
  })

  it.each(['manager', 'support', 'developer', 'viewer'] as const)(
    '%s: never has the scope',
    async (role: Role) => {
      const shop = await openShop()
      const member = await used.people.member(shop.tenantId, role)
      expect((await make(member.browser, shop.tenantId, ['erase'])).status).toBe(403)
    },
  )

  it('neither has one of the command line that did not ask for it', async () => {
    const shop = await openShop()
    const { token, secret } = await createKey(test.api.cells.directory, shop.tenantId, 'usual')
    expect((await erase(basic(token, secret))).statusCode).toBe(403)
  })
})

describe('the scope erase', () => {
  it('is given by an owner who has just confirmed, and the audit names who made the key', async () => {
    const shop = await openShop()
    const owner = await used.people.member(shop.tenantId, 'owner', 'Bia')
    test.api.now += 11 * 60_000
    expect(await make(owner.browser, shop.tenantId, ['erase'])).toMatchObject({
      status: 403,
      body: { type: 'urn:punchcard:problem:confirm' },
    })
    const confirmed = await used.people.signedIn(owner)
    const made = await make(confirmed, shop.tenantId, ['erase'])
    expect(made.status).toBe(201)
    const erased = await erase(keyOf(made.body))
    expect(erased.json()).toMatchObject({ HasError: false })
    const audit = await confirmed.done<{ items: { actor: { label: string } }[] }>(
      'GET',
      `/tenants/${shop.tenantId}/audit?action=customer.erase`,
    )
    expect(audit.body.items.map(({ actor }) => actor.label)).toEqual([
      `API key Privacy desk (${made.body.key.token}), created by Bia`,
    ])
  })

  it('is never given by a token, though an owner made it', async () => {
    const shop = await openShop()
    const owner = await used.people.member(shop.tenantId, 'owner')
    const personal = await owner.browser.done<{ secret: string }>('POST', '/me/tokens', {
      tenant: shop.tenantId,
      label: 'CI',
      expiresInDays: 30,
    })
    const service = await owner.browser.done<{ secret: string }>('POST', `/tenants/${shop.tenantId}/tokens`, {
      label: 'CI',
      // Keys hand out customers, so creating one needs to see them.
      permissions: ['keys.write', 'customers.personal', 'customers.erase'],
    })
    for (const { secret } of [personal.body, service.body]) {
      const headers = { authorization: `Bearer ${secret}` }
      expect((await make(used.people.browser(), shop.tenantId, ['erase'], headers)).status).toBe(403)
      expect((await make(used.people.browser(), shop.tenantId, ['write'], headers)).status).toBe(201)
    }
  })

  it('is neither given nor good where erasing needs a second person', async () => {
    const shop = await openShop({ approvals: { erase: true } })
    const owner = await used.people.member(shop.tenantId, 'owner')
    expect(await make(owner.browser, shop.tenantId, ['read', 'erase'])).toMatchObject({
      status: 409,
      body: { code: 'erasingNeedsApproval' },
    })
    const { token, secret } = await createKey(test.api.cells.directory, shop.tenantId, 'by command', [
      'read',
      'erase',
    ])
    const refused = await erase(basic(token, secret))
    expect(refused.statusCode).toBe(403)
    expect(refused.body).toContain('second')
    expect(await isThere(shop.authorization)).toBe(true)
  })
})
