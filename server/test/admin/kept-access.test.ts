/** What a person or a colleague keeps from before must not open more later: password links and personal tokens. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../src/contract/permission.ts'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { type Browser, PASSWORD, usePeople } from '../support/people.ts'
import { START, useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const used = usePeople(() => test.api)
const HOUR = 3_600_000
const NEW_PASSWORD = 'outra frase longa'

beforeEach(() => {
  test.api.now = START
})

async function openShop(name: string) {
  const { tenantId } = await test.api.openShop({ name })
  const owner = await used.people.member(tenantId, 'owner', 'Ana')
  return { tenantId, owner, path: (rest: string) => `/tenants/${tenantId}${rest}` }
}

type OpenShop = Awaited<ReturnType<typeof openShop>>

/** A link that the owner makes for somebody and keeps. */
async function keptLink(shop: OpenShop, personId: number): Promise<string> {
  const made = await shop.owner.browser.done<{ link: string }>(
    'POST',
    shop.path(`/people/${personId}/password-reset`),
  )
  return made.body.link.split('/').at(-1) ?? ''
}

async function invitation(shop: OpenShop, email: string, role: Role = 'manager'): Promise<string> {
  const made = await shop.owner.browser.done<{ link: string }>('POST', shop.path('/people/invitations'), {
    email,
    role,
  })
  return made.body.link.split('/').at(-1) ?? ''
}

const complete = (token: string, browser: Browser = used.people.browser()) =>
  browser.send('POST', '/password-resets/complete', { token, password: NEW_PASSWORD })

const accept = (token: string, password = PASSWORD) =>
  used.people.browser().send('POST', '/invitations/accept', { token, password })

const openLinks = async (personId: number): Promise<number> => {
  const { rows } = await test.api.cells.directory.read([], (tx) =>
    run(tx, sql<object>`select from password_reset where person_id = ${personId}`),
  )
  return rows.length
}

describe('a password link that an owner keeps', () => {
  it('opens nothing once its person has joined a second merchant', async () => {
    const [first, second] = [await openShop('First'), await openShop('Second')]
    const davi = await used.people.member(first.tenantId, 'support', 'Davi')
    const kept = await keptLink(first, davi.id)
    expect((await accept(await invitation(second, davi.email))).status).toBe(200)
    expect(await openLinks(davi.id)).toBe(0)

    const mallory = used.people.browser()
    expect((await complete(kept, mallory)).status).toBe(404)
    expect((await mallory.get(second.path('/people'))).status).toBe(401)
    // Davi's password is still Davi's.
    expect((await used.people.browser().signIn(davi.email)).status).toBe(200)
  })

  it('is checked against the memberships of today, also where the link itself was overlooked', async () => {
    const [first, second] = [await openShop('First'), await openShop('Second')]
    const davi = await used.people.member(first.tenantId, 'support', 'Davi')
    const kept = await keptLink(first, davi.id)
    // Another process of an older version, which deletes no links, lets Davi join.
    const at = new Date(START).toISOString()
    await test.api.cells.directory.transaction([second.tenantId], async (tx) => {
      await run(
        tx,
        sql`
        insert into membership (tenant_id, person_id, role, created_at, changed_by, changed_at)
        values (${second.tenantId}, ${davi.id}, 'owner', ${at}, 'older version', ${at})`,
      )
      await run(
        tx,
        sql`update person set tenant_ids = tenant_ids || ${second.tenantId}::bigint where id = ${davi.id}`,
      )
    })
    expect(await openLinks(davi.id)).toBe(1)
    expect((await complete(kept)).status).toBe(404)
    expect((await used.people.browser().signIn(davi.email)).status).toBe(200)
  })

  it('ends with a change of role, and with a removal', async () => {
    const shop = await openShop('Shop')
    const davi = await used.people.member(shop.tenantId, 'support', 'Davi')
    const first = await keptLink(shop, davi.id)
    await shop.owner.browser.done(
      'PATCH',
      shop.path(`/people/${davi.id}`),
      { role: 'owner' },
      { ifMatch: '*' },
    )
    expect((await complete(first)).status).toBe(404)
    const second = await keptLink(shop, davi.id)
    await shop.owner.browser.done('DELETE', shop.path(`/people/${davi.id}`), undefined, { ifMatch: '*' })
    expect((await complete(second)).status).toBe(404)
  })

  it('joining and completing the link at the same moment: never both, ten times', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [first, second] = [await openShop('First'), await openShop('Second')]
      const davi = await used.people.member(first.tenantId, 'support', 'Davi')
      const [kept, token] = [await keptLink(first, davi.id), await invitation(second, davi.email)]
      const mallory = used.people.browser()
      const [completed, joined] = await Promise.all([complete(kept, mallory), accept(token)])
      expect([completed.status, joined.status].filter((status) => status === 200)).toHaveLength(1)
      const reached = await mallory.get(second.path('/people'))
      expect([401, 404]).toContain(reached.status)
    }
  })

  it('lives for an hour', async () => {
    const shop = await openShop('Shop')
    const davi = await used.people.member(shop.tenantId, 'support', 'Davi')
    const [late, good] = [await keptLink(shop, davi.id), await used.people.member(shop.tenantId)]
    const inTime = await keptLink(shop, good.id)
    test.api.now += HOUR - 1
    expect((await complete(inTime)).status).toBe(200)
    test.api.now += 1
    expect((await complete(late)).status).toBe(404)
  })
})

describe('a personal token', () => {
  const make = async (browser: Browser, tenant: number) =>
    (await browser.done<{ secret: string }>('POST', '/me/tokens', { tenant, label: 'CI', expiresInDays: 30 }))
      .body.secret
  const withToken = async (secret: string, shop: OpenShop) =>
    (
      await used.people
        .browser()
        .get(shop.path('/rewards'), { headers: { authorization: `Bearer ${secret}` } })
    ).status

  it('ends when its person changes the password, for every merchant, and the audit of each says so', async () => {
    const [first, second] = [await openShop('First'), await openShop('Second')]
    const davi = await used.people.member(first.tenantId, 'manager', 'Davi')
    await used.people.join(second.tenantId, davi.id, 'viewer')
    const [one, two] = [await make(davi.browser, first.tenantId), await make(davi.browser, second.tenantId)]
    const others = await make(first.owner.browser, first.tenantId)
    expect([await withToken(one, first), await withToken(two, second)]).toEqual([200, 200])
    await davi.browser.done('PUT', '/me/password', { currentPassword: PASSWORD, password: NEW_PASSWORD })
    expect([await withToken(one, first), await withToken(two, second)]).toEqual([401, 401])
    expect(await withToken(others, first)).toBe(200)
    for (const shop of [first, second]) {
      const audit = await shop.owner.browser.done<{ items: object[] }>(
        'GET',
        shop.path('/audit?action=token.revoke'),
      )
      expect(audit.body.items).toMatchObject([
        { actor: { id: davi.id }, target: { kind: 'token', label: 'CI' }, note: 'password changed' },
      ])
    }
  })

  it('ends when the password is reset with a link', async () => {
    const shop = await openShop('Shop')
    const davi = await used.people.member(shop.tenantId, 'manager', 'Davi')
    const secret = await make(davi.browser, shop.tenantId)
    expect((await complete(await keptLink(shop, davi.id))).status).toBe(200)
    expect(await withToken(secret, shop)).toBe(401)
  })

  it('is refused where the merchant requires a second factor and it was made without one', async () => {
    const shop = await openShop('Shop')
    const without = await make(shop.owner.browser, shop.tenantId)
    const since = new Date(START - 7 * 24 * HOUR).toISOString()
    const settings = JSON.stringify({ security: { requireTwoFactor: true, requireTwoFactorSince: since } })
    const update = (statement: ReturnType<typeof sql>) =>
      test.api.cells.directory.transaction([shop.tenantId], (tx) => run(tx, statement))
    await update(sql`update tenant set settings = ${settings}::jsonb where id = ${shop.tenantId}`)
    expect(await withToken(without, shop)).toBe(403)

    // One who has set up a second factor since then has to make the token again.
    await update(sql`update person set totp_secret = '\\x00' where id = ${shop.owner.id}`)
    expect(await withToken(without, shop)).toBe(403)
    await update(sql`update session set has_second_factor = true where person_id = ${shop.owner.id}`)
    const withFactor = await make(shop.owner.browser, shop.tenantId)
    expect(await withToken(withFactor, shop)).toBe(200)

    // And it ends where the second factor is switched off again.
    await update(sql`update person set totp_secret = null where id = ${shop.owner.id}`)
    expect(await withToken(withFactor, shop)).toBe(403)
  })
})
