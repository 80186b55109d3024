/** The people of a merchant: invited, promoted, removed; and their tokens. Acceptance 19, 20 and 24. */
import { beforeEach, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '../../src/contract/permission.ts'
import { type Browser, PASSWORD, usePeople } from '../support/people.ts'
import { START, useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const used = usePeople(() => test.api)
const HOUR = 3_600_000

beforeEach(() => {
  test.api.now = START
})

interface Member {
  readonly id: number
  readonly role: Role
  readonly etag: string
}

/** A merchant with its owner. */
async function openShop(name = 'Shop') {
  const { tenantId } = await test.api.openShop({ name })
  const owner = await used.people.member(tenantId, 'owner', 'Ana')
  const path = (rest: string) => `/tenants/${tenantId}${rest}`
  const people = async (browser = owner.browser) =>
    (await browser.done<{ items: Member[] }>('GET', path('/people'))).body.items
  const etagOf = async (id: number) => (await people()).find((member) => member.id === id)?.etag ?? ''
  return { tenantId, owner, path, people, etagOf }
}

async function invited(browser: Browser, tenantId: number, email: string, role: Role = 'support') {
  const made = await browser.done<{ link: string; invitation: { id: number } }>(
    'POST',
    `/tenants/${tenantId}/people/invitations`,
    { email, role },
  )
  return { id: made.body.invitation.id, token: made.body.link.split('/').at(-1) ?? '', link: made.body.link }
}

const accept = (token: string, more: object = { name: 'Novo', password: PASSWORD }) =>
  used.people.browser().send('POST', '/invitations/accept', { token, ...more })

describe('an invitation', () => {
  it('is a link that works once, and makes its person a member', async () => {
    const shop = await openShop()
    const { token, link } = await invited(shop.owner.browser, shop.tenantId, ' Davi@Shop.example ', 'manager')
    expect(link).toMatch(/^http:\/\/localhost:3000\/panel\/join\/\d+-[0-9A-Za-z]{43}$/)
    expect((await used.people.browser().get(`/invitations/${token}`)).body).toEqual({
      email: 'davi@shop.example',
      role: 'manager',
      tenantName: 'Shop',
      isKnown: false,
      expiresAt: new Date(START + 72 * HOUR).toISOString(),
    })
    const browser = used.people.browser()
    const body = { token, name: 'Davi', password: PASSWORD }
    const done = await browser.done('POST', '/invitations/accept', body)
    expect(done.body).toEqual({ state: 'signedIn', tenant: shop.tenantId })
    expect((await browser.get('/session')).body).toMatchObject({
      person: { name: 'Davi', email: 'davi@shop.example' },
      memberships: [{ role: 'manager', tenant: { id: shop.tenantId } }],
    })
    expect((await accept(token)).status).toBe(404)
    expect(await shop.people()).toMatchObject([{ role: 'owner' }, { role: 'manager' }])
  })

  it('works once, also for ten at the same time', async () => {
    const shop = await openShop()
    const { token } = await invited(shop.owner.browser, shop.tenantId, 'ten@shop.example')
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await shop.people()).toHaveLength(2)
  })

  it('ends after 72 hours, when it is withdrawn, and when it is sent again', async () => {
    const shop = await openShop()
    const { browser } = shop.owner
    const late = await invited(browser, shop.tenantId, 'late@shop.example')
    const withdrawn = await invited(browser, shop.tenantId, 'withdrawn@shop.example')
    const again = await invited(browser, shop.tenantId, 'again@shop.example')
    const gone = await browser.send('DELETE', shop.path(`/people/invitations/${withdrawn.id}`))
    expect(gone.status).toBe(204)
    const resent = await browser.done<{ link: string }>(
      'POST',
      shop.path(`/people/invitations/${again.id}/resend`),
    )
    expect((await accept(withdrawn.token)).status).toBe(404)
    expect((await accept(again.token)).status).toBe(404)
    expect((await accept(resent.body.link.split('/').at(-1) ?? '')).status).toBe(200)
    test.api.now += 72 * HOUR
    expect((await accept(late.token)).status).toBe(404)
    const back = await used.people.signedIn(shop.owner)
    const listed = await back.done<{ items: object[] }>('GET', shop.path('/people/invitations'))
    expect(listed.body.items).toMatchObject([
      { email: 'late@shop.example', isExpired: true, invitedBy: 'Ana' },
    ])
    expect((await browser.send('DELETE', shop.path(`/people/invitations/${withdrawn.id}`))).status).toBe(401)
    expect((await back.send('DELETE', shop.path(`/people/invitations/${withdrawn.id}`))).status).toBe(404)
  })

  it('is one per address, and none for somebody who is there', async () => {
    const shop = await openShop()
    const { browser } = shop.owner
    const invite = (email: string) =>
      browser.send('POST', shop.path('/people/invitations'), { email, role: 'viewer' })
    await invite('one@shop.example')
    expect(await invite('ONE@shop.example')).toMatchObject({
      status: 409,
      body: { code: 'Account_UserAlreadyExists' },
    })
    expect(await invite(shop.owner.email)).toMatchObject({
      status: 409,
      body: { code: 'Account_UserAlreadyExists' },
    })
    expect(await invite('nobody')).toMatchObject({ status: 422, body: { errors: [{ pointer: '/email' }] } })
  })

  it('of somebody who has a password here asks for that, and gives a second merchant', async () => {
    const [first, second] = [await openShop('One'), await openShop('Two')]
    const { token } = await invited(second.owner.browser, second.tenantId, first.owner.email)
    expect((await used.people.browser().get(`/invitations/${token}`)).body.isKnown).toBe(true)
    const wrong = await accept(token, { name: 'Mallory', password: 'another long password' })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'wrongPassword' } })
    const browser = used.people.browser()
    await browser.done('POST', '/invitations/accept', { token, password: PASSWORD })
    const me = await browser.done<{ memberships: { tenant: { name: string }; role: Role }[] }>(
      'GET',
      '/session',
    )
    expect(me.body.memberships.map(({ tenant, role }) => [tenant.name, role])).toEqual([
      ['One', 'owner'],
      ['Two', 'support'],
    ])
    // The name is theirs: who invites can't change it.
    expect(me.body).toMatchObject({ person: { name: 'Ana' } })
  })

  it('asks for a name and a good password', async () => {
    const shop = await openShop('Livraria Central')
    const { token } = await invited(shop.owner.browser, shop.tenantId, 'weak@shop.example')
    const pointers = async (body: object) =>
      ((await accept(token, body)).body.errors as { pointer: string }[]).map(({ pointer }) => pointer)
    expect(await pointers({ password: PASSWORD })).toEqual(['/name'])
    expect(await pointers({ name: 'Novo', password: 'short' })).toEqual(['/password'])
    expect(await pointers({ name: 'Novo', password: 'livrariacentral' })).toEqual(['/password'])
  })

  it.each(['1', '1-x', `9-${'a'.repeat(43)}`, `99999999999999999999-${'a'.repeat(43)}`, '..%2F..'])(
    '“%s” is none',
    async (token) => {
      expect((await used.people.browser().get(`/invitations/${token}`)).status).toBe(404)
      expect([404, 422]).toContain((await accept(token)).status)
    },
  )
})

describe('a role', () => {
  it('is changed by an owner who has read it, and holds with the next request', async () => {
    const shop = await openShop()
    const davi = await used.people.member(shop.tenantId, 'manager', 'Davi')
    const change = (role: Role, ifMatch: string) =>
      shop.owner.browser.send('PATCH', shop.path(`/people/${davi.id}`), { role }, { ifMatch })
    expect((await davi.browser.get(shop.path('/people'))).status).toBe(200)
    const etag = await shop.etagOf(davi.id)
    const changed = await change('viewer', etag)
    expect(changed).toMatchObject({ status: 200, body: { role: 'viewer' }, etag: '"r2"' })
    expect((await davi.browser.get(shop.path('/people'))).status).toBe(403)
    const stale = await change('support', etag)
    expect(stale).toMatchObject({ status: 412, body: { etag: '"r2"', changedBy: 'Ana' } })
  })

  it('has the audit tell who changed it from what to what, once', async () => {
    const shop = await openShop()
    const davi = await used.people.member(shop.tenantId, 'manager', 'Davi')
    const ifMatch = await shop.etagOf(davi.id)
    const path = shop.path(`/people/${davi.id}`)
    await shop.owner.browser.done('PATCH', path, { role: 'support' }, { ifMatch })
    // The same again is no change.
    await shop.owner.browser.done('PATCH', path, { role: 'support' }, { ifMatch: '"r2"' })
    const audit = await shop.owner.browser.done<{ items: object[] }>('GET', shop.path('/audit'))
    expect(audit.body.items).toMatchObject([
      {
        action: 'people.changeRole',
        actor: { kind: 'person', id: shop.owner.id, label: 'Ana' },
        target: { kind: 'person', id: String(davi.id), label: 'Davi' },
        before: { role: 'manager' },
        after: { role: 'support' },
        address: '203.0.113.9',
        via: 'panel',
      },
    ])
  })

  it.each(ROLES)('%s: only an owner changes people', async (role) => {
    const shop = await openShop()
    const somebody = await used.people.member(shop.tenantId, role)
    const path = shop.path(`/people/${shop.owner.id}`)
    const refused = await somebody.browser.send('PATCH', path, { role: 'viewer' }, { ifMatch: '*' })
    expect(refused.status).toBe(role === 'owner' ? 200 : 403)
  })
})

describe('the last owner', () => {
  it('can be neither removed nor demoted', async () => {
    const shop = await openShop()
    const { browser, id } = shop.owner
    const refused = { status: 409, body: { code: 'ChangeActiveUser_UniqueAdmin' } }
    const path = shop.path(`/people/${id}`)
    expect(await browser.send('DELETE', path, undefined, { ifMatch: '*' })).toMatchObject(refused)
    expect(await browser.send('PATCH', path, { role: 'manager' }, { ifMatch: '*' })).toMatchObject(refused)
    await browser.done('PATCH', path, { role: 'owner' }, { ifMatch: '*' })
  })

  it('stays, also when the last two remove or demote each other at the same time, twenty times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const shop = await openShop()
      const other = await used.people.member(shop.tenantId, 'owner')
      const go = (by: Browser, id: number, isRemoval: boolean) =>
        isRemoval
          ? by.send('DELETE', shop.path(`/people/${id}`), undefined, { ifMatch: '*' })
          : by.send('PATCH', shop.path(`/people/${id}`), { role: 'viewer' }, { ifMatch: '*' })
      const answers = await Promise.all([
        go(shop.owner.browser, other.id, round % 2 === 0),
        go(other.browser, shop.owner.id, round % 4 < 2),
      ])
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status < 300)).toHaveLength(1)
      // The second one is refused as the last owner, or because by then they may not or are not there any more.
      expect([401, 403, 404, 409]).toContain(statuses.find((status) => status >= 300))
      const rows = await test.api.cells.directory.read([shop.tenantId], async (tx) => {
        const { run } = await import('../../src/platform/postgres/database.ts')
        const { sql } = await import('../../src/platform/postgres/sql.ts')
        return (await run(tx, sql<object>`select from membership where role = 'owner'`)).rows
      })
      expect(rows).toHaveLength(1)
    }
  })
})

describe('somebody who is removed', () => {
  it('is refused with the next request: session, personal token and all', async () => {
    const shop = await openShop()
    const davi = await used.people.member(shop.tenantId, 'manager', 'Davi')
    const made = await davi.browser.done<{ secret: string }>('POST', '/me/tokens', {
      tenant: shop.tenantId,
      label: 'CI',
      expiresInDays: 30,
    })
    const headers = { authorization: `Bearer ${made.body.secret}` }
    const byToken = () => used.people.browser().get(shop.path('/people'), { headers })
    expect((await byToken()).status).toBe(200)
    expect((await davi.browser.get(shop.path('/people'))).status).toBe(200)
    const removed = await shop.owner.browser.send('DELETE', shop.path(`/people/${davi.id}`), undefined, {
      ifMatch: await shop.etagOf(davi.id),
    })
    expect(removed.status).toBe(204)
    expect((await byToken()).status).toBe(401)
    expect((await davi.browser.get('/session')).status).toBe(401)
    expect((await davi.browser.get(shop.path('/people'))).status).toBe(401)
    // They can sign in, and find nothing.
    await davi.browser.signIn(davi.email)
    expect((await davi.browser.get('/session')).body.memberships).toEqual([])
    expect((await davi.browser.get(shop.path('/people'))).status).toBe(404)
  })

  it('works on for another merchant, and is listed there alone', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const davi = await used.people.member(shop.tenantId, 'manager')
    await used.people.join(other.tenantId, davi.id, 'viewer')
    await shop.owner.browser.done('DELETE', shop.path(`/people/${davi.id}`), undefined, { ifMatch: '*' })
    expect((await davi.browser.get('/session')).body.memberships).toMatchObject([{ role: 'viewer' }])
    expect(await shop.people()).toHaveLength(1)
    expect(await other.people()).toHaveLength(2)
  })

  it('can be invited again', async () => {
    const shop = await openShop()
    const davi = await used.people.member(shop.tenantId, 'manager')
    await shop.owner.browser.done('DELETE', shop.path(`/people/${davi.id}`), undefined, { ifMatch: '*' })
    const { token } = await invited(shop.owner.browser, shop.tenantId, davi.email, 'viewer')
    expect((await accept(token, { password: PASSWORD })).status).toBe(200)
  })
})

describe('another merchant', () => {
  it('sees and changes nobody', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const davi = await used.people.member(shop.tenantId, 'manager')
    const { id } = await invited(shop.owner.browser, shop.tenantId, 'someone@shop.example')
    const { browser } = other.owner
    for (const path of ['/people', '/people/invitations', '/tokens', '/audit']) {
      expect((await browser.get(shop.path(path))).status).toBe(404)
      expect((await browser.done<{ items: object[] }>('GET', other.path(path))).body.items).toHaveLength(
        path === '/people' ? 1 : 0,
      )
    }
    for (const tenant of [shop, other]) {
      const refused = [
        await browser.send('PATCH', tenant.path(`/people/${davi.id}`), { role: 'viewer' }, { ifMatch: '*' }),
        await browser.send('DELETE', tenant.path(`/people/${davi.id}`), undefined, { ifMatch: '*' }),
        await browser.send('POST', tenant.path(`/people/${davi.id}/password-reset`)),
        await browser.send('POST', tenant.path(`/people/invitations/${id}/resend`)),
        await browser.send('DELETE', tenant.path(`/people/invitations/${id}`)),
      ]
      expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    }
  })
})

describe('a new password from an owner', () => {
  it('comes by a link, for a person of this merchant alone', async () => {
    const shop = await openShop()
    const davi = await used.people.member(shop.tenantId, 'manager')
    const made = await shop.owner.browser.done<{ link: string }>(
      'POST',
      shop.path(`/people/${davi.id}/password-reset`),
    )
    const token = made.body.link.split('/').at(-1)
    const password = 'outra frase longa'
    const browser = used.people.browser()
    await browser.done('POST', '/password-resets/complete', { token, password })
    expect((await davi.browser.get('/session')).status).toBe(401)
    expect((await browser.get('/session')).body.person).toMatchObject({ id: davi.id })
    expect((await used.people.browser().signIn(davi.email, password)).status).toBe(200)
  })

  it('is no way into another merchant', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    await used.people.join(shop.tenantId, other.owner.id, 'viewer')
    const refused = await shop.owner.browser.send(
      'POST',
      shop.path(`/people/${other.owner.id}/password-reset`),
    )
    expect(refused.status).toBe(409)
  })

  it('ends after an hour', async () => {
    const shop = await openShop()
    const davi = await used.people.member(shop.tenantId, 'manager')
    const made = await shop.owner.browser.done<{ link: string }>(
      'POST',
      shop.path(`/people/${davi.id}/password-reset`),
    )
    test.api.now += HOUR
    const token = made.body.link.split('/').at(-1)
    const body = { token, password: 'outra frase longa' }
    const late = await used.people.browser().send('POST', '/password-resets/complete', body)
    expect(late.status).toBe(404)
  })
})

describe('a list of people', () => {
  it('goes on behind its cursor, and refuses one that is none', async () => {
    const shop = await openShop()
    for (let count = 0; count < 5; count += 1) await used.people.person(shop.tenantId, 'viewer')
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`
      const page = await shop.owner.browser.done<{ items: Member[]; nextCursor: string | null }>(
        'GET',
        shop.path(`/people?limit=2${more}`),
      )
      expect(page.body.items.length).toBeLessThanOrEqual(2)
      seen.push(...page.body.items.map(({ id }) => id))
      cursor = page.body.nextCursor
    }
    expect(seen).toHaveLength(6)
    expect(new Set(seen).size).toBe(6)
    expect((await shop.owner.browser.get(shop.path('/people?cursor=nonsense'))).status).toBe(422)
    expect((await shop.owner.browser.get(shop.path('/people?limit=101'))).status).toBe(422)
  })
})

describe('what a merchant asks of its people', () => {
  const secure = async (tenantId: number, security: object) => {
    const { run } = await import('../../src/platform/postgres/database.ts')
    const { sql } = await import('../../src/platform/postgres/sql.ts')
    await test.api.cells.directory.transaction([], (tx) =>
      run(
        tx,
        sql`update tenant set settings = ${JSON.stringify({ security })}::jsonb where id = ${tenantId}`,
      ),
    )
  }

  it('a second factor: a week later nothing is reached without one', async () => {
    const shop = await openShop()
    const { browser } = shop.owner
    await secure(shop.tenantId, {
      requireTwoFactor: true,
      requireTwoFactorSince: new Date(START - 6 * 24 * HOUR).toISOString(),
    })
    const me = await browser.done<{ memberships: object[] }>('GET', '/session')
    expect(me.body.memberships).toMatchObject([
      { needsSecondFactor: true, secondFactorBy: new Date(START + 24 * HOUR).toISOString() },
    ])
    expect((await browser.get(shop.path('/people'))).status).toBe(200)
    test.api.now += 24 * HOUR
    const later = await used.people.signedIn(shop.owner)
    expect(await later.get(shop.path('/people'))).toMatchObject({
      status: 403,
      body: { code: 'secondFactorRequired' },
    })
    const token = await later.send('POST', '/me/tokens', {
      tenant: shop.tenantId,
      label: 'around it',
      expiresInDays: 1,
    })
    expect(token).toMatchObject({ status: 403, body: { code: 'secondFactorRequired' } })
  })

  it('certain networks', async () => {
    const shop = await openShop()
    await secure(shop.tenantId, { allowedAddresses: ['198.51.100.0/24'] })
    expect(await shop.owner.browser.get(shop.path('/people'))).toMatchObject({
      status: 403,
      body: { code: 'addressNotAllowed' },
    })
    const inside = await used.people.signedIn(shop.owner, '198.51.100.20')
    expect((await inside.get(shop.path('/people'))).status).toBe(200)
  })

  it('short idle times, on trusted devices too', async () => {
    const shop = await openShop()
    await secure(shop.tenantId, { idleMinutes: 15 })
    test.api.now += 15 * 60_000 + 60_000
    expect((await shop.owner.browser.get(shop.path('/people'))).status).toBe(401)
  })
})
